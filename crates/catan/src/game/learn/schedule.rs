//! What a batch knows beside its games: the kinds of picks, whose are asked for, and the part of a row that stays the same.

use crate::game::learn::batch::Slot;
use crate::game::learn::picks::{CARD, MONOPOLY, Picks, STEAL, TRADE};
use crate::game::tables::Engine;
use hexwright_core::Seat;

/// What picks do, coarsely: games with picks of one kind are played together.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Kind {
    Roll,
    EndTurn,
    Trade,
    Card,
    Steal,
    Robber,
    // from here on seats change, by more than the cards in their hands
    Word,
    Progress,
    // from here on pieces of the seat change
    Settlement,
    City,
    Road,
    // from here on all pieces may
    Sea,
    Nothing,
}

pub(super) const KINDS: usize = Kind::Nothing as usize + 1;

/// What of a game stands in the row that was written last; in one byte, as much of it changes from pick to pick.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ShownRow(u8);

impl ShownRow {
    /// The seats stand there as everybody knows them now, the number of cards in their hands aside.
    const SEATS: u8 = 0x40;
    /// The pieces stand there as they are now, those of the viewer aside.
    const PIECES: u8 = 0x80;
    /// The viewer has built since.
    const BUILT: u8 = 0x20;
    /// All cards lie where they lay then, and so does the robber.
    const CARDS: u8 = 0x10;

    /// All is shown to this seat.
    const fn to(viewer: Seat) -> Self {
        Self(Self::SEATS | Self::PIECES | Self::CARDS | (viewer.0 + 1))
    }

    /// Whose row it is; `None` if it may be of another board.
    #[inline]
    pub(super) const fn viewer(self) -> Option<usize> {
        ((self.0 & (Self::CARDS - 1)) as usize).checked_sub(1)
    }

    #[inline]
    pub(super) const fn has_seats(self) -> bool {
        self.0 & Self::SEATS != 0
    }

    #[inline]
    pub(super) const fn has_pieces(self) -> bool {
        self.0 & Self::PIECES != 0
    }

    #[inline]
    pub(super) const fn has_cards(self) -> bool {
        self.0 & Self::CARDS != 0
    }

    #[inline]
    pub(super) const fn has_built(self) -> bool {
        self.0 & Self::BUILT != 0
    }

    /// The viewer has made a pick of this kind.
    #[inline]
    pub(super) const fn change(&mut self, kind: u8) {
        if kind != Kind::EndTurn as u8 {
            self.0 &= !Self::CARDS;
        }
        if kind >= Kind::Word as u8 {
            self.0 &= !Self::SEATS;
        }
        if kind >= Kind::Settlement as u8 {
            self.0 |= Self::BUILT;
        }
        if kind >= Kind::Sea as u8 {
            self.0 &= !Self::PIECES;
        }
    }

    /// Much may have changed.
    pub(super) const fn change_all(&mut self) {
        self.0 &= !(Self::SEATS | Self::PIECES | Self::CARDS);
    }
}

/// What a batch knows beside its games.
#[derive(Clone, Debug)]
pub struct Schedule {
    pub(super) picks: Picks,
    /// The kind of each pick.
    pub(super) kinds: Vec<u8>,
    /// The part of a row that is the same for ever.
    board: Vec<u8>,
    pub(super) row: usize,
    /// Games in the batch.
    pub(super) count: u64,
    /// Most picks of a game.
    pub(super) limit: u32,
    /// The seed of all games.
    pub seed: u64,
    /// Whose picks are asked for.
    pub asked: Deciders,
}

/// Whose picks a batch asks for; random players make those of the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Deciders {
    /// Those of every seat.
    #[default]
    Everybody,
    /// Those of one seat.
    One(Seat),
    /// Those of one seat, in each game that of the game's number, counted round the table.
    InTurn,
}

impl Schedule {
    /// A slot that is to stay as it is.
    pub const NO_PICK: u32 = u32::MAX;

    /// For `count` games of at most `limit` picks.
    #[must_use]
    pub fn new<const C: usize, const S: usize, const X: usize>(
        engine: &Engine<C, S, X>,
        count: usize,
        limit: u32,
    ) -> Self {
        let (picks, row) = (engine.picks(), engine.tensor_length());
        let kind = |n: usize| match n {
            0 => Kind::Roll,
            1 => Kind::EndTurn,
            n if n < MONOPOLY => Kind::Word,
            n if n < TRADE => Kind::Progress,
            n if n < CARD => Kind::Trade,
            n if n < STEAL => Kind::Card,
            n if n < picks.settlement => Kind::Steal,
            n if n < picks.city => Kind::Settlement,
            n if n < picks.road => Kind::City,
            n if n < picks.robber => Kind::Road,
            n if n < picks.ship => Kind::Robber,
            _ => Kind::Sea,
        };
        let kinds = (0..picks.count()).map(|n| kind(n) as u8).collect();
        let empty = Self {
            picks,
            kinds,
            board: Vec::new(),
            row,
            count: count as u64,
            limit,
            seed: 0,
            asked: Deciders::Everybody,
        };
        empty.on_board(engine)
    }

    /// The seat that is asked in game `number` at a table of so many seats; `None` if everybody is.
    #[must_use]
    pub const fn asked_in(&self, number: u64, seats: usize) -> Option<Seat> {
        match self.asked {
            Deciders::Everybody => None,
            Deciders::One(seat) => Some(seat),
            Deciders::InTurn => Some(Seat((number % seats as u64) as u8)),
        }
    }

    /// The same schedule on another board of the same shape.
    #[must_use]
    pub fn on_board<const C: usize, const S: usize, const X: usize>(&self, engine: &Engine<C, S, X>) -> Self {
        let mut board = vec![0; self.row];
        let fixed = engine.write_board(&mut board);
        board.truncate(fixed);
        Self { board, ..self.clone() }
    }

    /// The numbering of picks.
    #[must_use]
    pub const fn picks(&self) -> Picks {
        self.picks
    }

    /// Writes what a game's seat knows of it. What the row shows already is left alone.
    #[inline]
    pub(super) fn write_row<const C: usize, const S: usize, const X: usize>(
        &self,
        engine: &Engine<C, S, X>,
        slot: &mut Slot<C, S, X>,
        line: &mut [u8],
    ) {
        let (board, rest) = line.split_at_mut(self.board.len());
        if slot.row.viewer().is_none() {
            board.copy_from_slice(&self.board);
        }
        engine.write_changes(&slot.position, slot.seat, slot.picked, slot.row, rest);
        slot.row = ShownRow::to(slot.seat);
        if slot.position.owes != 0 {
            // what is owed is written as long as there is any, and once more
            slot.row.change(Kind::Word as u8);
        }
    }

    /// The length of a row.
    #[must_use]
    pub const fn row(&self) -> usize {
        self.row
    }
}
