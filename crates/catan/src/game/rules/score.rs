//! Points and victory (section 13).

use crate::game::position::{NONE, Phase, Position};
use crate::game::tables::Engine;
use crate::map::Card;
use hexwright_core::{Key as _, Outcome, SeatSet};

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// Victory point cards that only their owner knows of and that count (R-WIN-2).
    #[inline]
    pub(in crate::game) fn hidden_points(&self, pos: &Position<C, S, X>, seat: usize) -> i16 {
        if self.options.vp_when_played {
            0
        } else {
            pos.players[seat].cards[Card::VictoryPoint.index()] as i16
        }
    }

    /// Points everybody can count (R-WIN-2).
    #[inline]
    pub(in crate::game) fn public_points(&self, pos: &Position<C, S, X>, seat: usize) -> i16 {
        pos.players[seat].points - self.hidden_points(pos, seat)
    }

    /// Ends the game if somebody who may win has enough points (R-WIN-3 to R-WIN-5). Called at the
    /// start of a turn and after everything that changes points.
    #[inline]
    pub(in crate::game) fn look_for_victory(&self, pos: &mut Position<C, S, X>) {
        if !self.options.check_victory_at_end && pos.builder == NONE {
            self.find_winner(pos);
        }
    }

    /// Ends the game if somebody who may win has enough points.
    #[inline(never)]
    pub(in crate::game) fn find_winner(&self, pos: &mut Position<C, S, X>) {
        if pos.phase == Phase::Setup {
            return; // R-SETUP-8
        }
        let candidates = if self.options.victory_any { self.seats } else { 1 };
        for turn in 0..candidates {
            let seat = (usize::from(pos.active) + turn) % self.seats;
            if pos.players[seat].points >= self.goal {
                pos.winner = seat as u8;
                self.finish(pos);
                return;
            }
        }
    }

    /// The game is over.
    #[cold]
    pub(in crate::game) fn finish(&self, pos: &mut Position<C, S, X>) {
        pos.phase = Phase::Over;
        pos.free_roads = 0;
        pos.builder = NONE;
        self.drop_offers(pos);
    }

    /// Points of all seats, hidden ones included.
    pub(in crate::game) fn all_points(&self, pos: &Position<C, S, X>) -> Vec<i32> {
        pos.players[..self.seats].iter().map(|p| i32::from(p.points)).collect()
    }

    /// How the game ended.
    pub(in crate::game) fn ending(&self, pos: &Position<C, S, X>) -> Option<Outcome> {
        (pos.phase == Phase::Over).then(|| Outcome {
            winners: pos.winner().map_or(SeatSet::EMPTY, SeatSet::only),
            scores: self.all_points(pos),
        })
    }
}
