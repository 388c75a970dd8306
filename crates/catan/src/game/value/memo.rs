//! What was judged last: from one action to the next most seats stay as they are, and most numbers of the others.

use super::NetworkEval;
use super::blocks::{COUNT, FeatureRow, PIECES, ROAD_HOLD, SPOT_NOW, WAIT};
use super::network::{Network, Sums};
use super::pieces::PiecesMemo;
use super::standing::Standing;
use crate::game::position::{MAX_SEATS, Position};
use crate::game::tables::Engine;

/// All seats as they were judged last.
#[derive(Debug, Default)]
pub(super) struct Memo {
    pieces: PiecesMemo,
    pub(super) seats: [SeatMemo; MAX_SEATS],
}

/// A seat as it was judged last.
#[derive(Debug)]
pub(super) struct SeatMemo {
    pub(super) row: FeatureRow,
    standing: Option<Standing>,
    /// The first number of the row that may have changed since the sums were made.
    since: usize,
    /// What the row adds up to before the pieces, before the races and before the time: most actions change only some of
    /// what follows.
    sums: [Sums; 3],
    strength: f32,
}

impl Default for SeatMemo {
    fn default() -> Self {
        let (row, sums) = ([0.0; COUNT], [Sums::default(); 3]);
        Self { row, standing: None, since: 0, sums, strength: 0.0 }
    }
}

impl SeatMemo {
    /// The row has changed from this place on.
    pub(super) fn changed_from(&mut self, place: usize) {
        self.since = self.since.min(place);
    }

    /// The strength of the row.
    #[inline]
    pub(super) fn strength(&mut self, network: &Network) -> f32 {
        if self.since < COUNT {
            if self.since < PIECES {
                self.sums[0] = network.begin().after::<0, PIECES>(network, &self.row);
            }
            if self.since < ROAD_HOLD {
                self.sums[1] = self.sums[0].after::<PIECES, ROAD_HOLD>(network, &self.row);
            }
            if self.since < WAIT {
                self.sums[2] = self.sums[1].after::<ROAD_HOLD, WAIT>(network, &self.row);
            }
            self.strength = network.finish(self.sums[2].after::<WAIT, COUNT>(network, &self.row));
            self.since = COUNT;
        }
        self.strength
    }
}

impl NetworkEval {
    /// Brings the rows up to date. Afterwards they are those of this position, whatever was judged before.
    pub(super) fn write_rows<const C: usize, const S: usize, const X: usize>(
        &self,
        engine: &Engine<C, S, X>,
        pos: &Position<C, S, X>,
        memo: &mut Memo,
    ) {
        let seats = engine.seats.min(MAX_SEATS);
        self.write_pieces(engine, pos, &mut memo.pieces, &mut memo.seats[..seats]);
        for (seat, memo) in memo.seats.iter_mut().enumerate().take(seats) {
            let standing = Standing::of(engine, pos, seat, memo.row[SPOT_NOW + 1] > 0.0);
            if let Some(place) = standing.write(engine, memo.standing.as_ref(), &mut memo.row) {
                memo.changed_from(place);
                memo.standing = Some(standing);
            }
        }
    }
}
