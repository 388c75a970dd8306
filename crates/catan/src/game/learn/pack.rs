//! Positions and batched games as bytes, to be kept and gone on with later.
//!
//! Bytes begin with a checksum and are read for the board they were written on only. What is read is checked against the invariants
//! of the rules, so that a position stays always valid. The layout may change from version to version: bytes
//! are for going on, records are for keeping.

use crate::game::actions::action::Bundle;
use crate::game::catan::{Catan, CatanPosition, each};
use crate::game::hand::Hand;
use crate::game::learn::batch::Slot;
use crate::game::learn::picks::Picked;
use crate::game::learn::schedule::ShownRow;
use crate::game::position::{DiceDeck, NONE, NOWHERE, Offer, Phase, Player, Position};
use crate::game::random::RandomStreams;
use crate::game::sea::state::SeaState;
use crate::game::tables::Engine;
use hexwright_core::{Bits, Fast, Game as _, Seat, SideId, random};

/// Why bytes are no position of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Torn {
    /// Bytes were changed or lost on the way, or come from another version or another kind of board.
    #[error("the saved position is damaged, or was saved by another version or on another board")]
    Damaged,
    /// They describe what cannot be.
    #[error("the saved position breaks a rule: {0}")]
    Broken(String),
}

/// A value as bytes, of a length its type decides.
pub(in crate::game) trait Pack: Sized {
    fn pack(&self, out: &mut Vec<u8>);
    fn unpack(from: &mut &[u8]) -> Option<Self>;
}

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl Pack for $number {
            fn pack(&self, out: &mut Vec<u8>) {
                out.extend(self.to_le_bytes());
            }

            fn unpack(from: &mut &[u8]) -> Option<Self> {
                let (bytes, rest) = from.split_first_chunk()?;
                *from = rest;
                Some(Self::from_le_bytes(*bytes))
            }
        })*
    };
}

numbers!(u8, u16, u32, u64, i16);

impl Pack for bool {
    fn pack(&self, out: &mut Vec<u8>) {
        u8::from(*self).pack(out);
    }

    fn unpack(from: &mut &[u8]) -> Option<Self> {
        match u8::unpack(from)? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

impl<T: Pack, const N: usize> Pack for [T; N] {
    fn pack(&self, out: &mut Vec<u8>) {
        self.iter().for_each(|item| item.pack(out));
    }

    fn unpack(from: &mut &[u8]) -> Option<Self> {
        let list: Option<Vec<T>> = (0..N).map(|_| T::unpack(from)).collect();
        list?.try_into().ok()
    }
}

/// Values that are others in another dress.
macro_rules! wrapped {
    ($([$($generic:tt)*] $name:ty: $inner:ty = $get:expr, $make:expr;)*) => {
        $(impl<$($generic)*> Pack for $name {
            fn pack(&self, out: &mut Vec<u8>) {
                let get: fn(&Self) -> $inner = $get;
                get(self).pack(out);
            }

            fn unpack(from: &mut &[u8]) -> Option<Self> {
                let make: fn($inner) -> Option<Self> = $make;
                make(<$inner>::unpack(from)?)
            }
        })*
    };
}

wrapped! {
    [const W: usize] Bits<W>: [u64; W] = |bits| bits.0, |words| Some(Self(words));
    [] Hand: [u16; 5] = |hand| *hand.counts().values(), |counts| Some(Self::of(counts));
    [] Bundle: [u8; 3] = |bundle| bundle.0, |bytes| Some(Self(bytes));
    [] Seat: u8 = |seat| seat.0, |number| Some(Self(number));
    [] Fast: [u64; 4] = Self::state, |state| Some(Self::from_state(state));
    [] Phase: u8 = |phase| *phase as u8, |number| PHASES.get(usize::from(number)).copied();
    [] Picked: (u8, [u16; 5]) = |picked| match *picked {
        Self::Nothing => (0, [0; 5]),
        Self::Cards(cards) => (1, *cards.counts().values()),
        Self::Ship(side) => (2, [side.0, 0, 0, 0, 0]),
    }, |(kind, numbers)| match kind {
        0 => Some(Self::Nothing),
        1 => Some(Self::Cards(Hand::of(numbers))),
        2 => Some(Self::Ship(SideId(numbers[0]))),
        _ => None,
    };
}

impl<A: Pack, B: Pack> Pack for (A, B) {
    fn pack(&self, out: &mut Vec<u8>) {
        self.0.pack(out);
        self.1.pack(out);
    }

    fn unpack(from: &mut &[u8]) -> Option<Self> {
        Some((A::unpack(from)?, B::unpack(from)?))
    }
}

/// All phases by number.
const PHASES: [Phase; 14] = [
    Phase::Seating,
    Phase::Setup,
    Phase::PreRoll,
    Phase::Dice,
    Phase::Discard,
    Phase::MoveRobber,
    Phase::Steal,
    Phase::Theft,
    Phase::Main,
    Phase::Draw,
    Phase::RoadBuilding,
    Phase::Special,
    Phase::Gold,
    Phase::Over,
];

/// Values field by field; one that is forgotten here does not compile.
macro_rules! packed {
    ([$($generic:tt)*] $name:ty { $($field:ident),* $(,)? }) => {
        impl<$($generic)*> $crate::game::learn::pack::Pack for $name {
            fn pack(&self, out: &mut Vec<u8>) {
                let Self { $($field),* } = self;
                $($field.pack(out);)*
            }

            fn unpack(from: &mut &[u8]) -> Option<Self> {
                Some(Self { $($field: $crate::game::learn::pack::Pack::unpack(from)?),* })
            }
        }
    };
}
pub(in crate::game) use packed;

packed!([const C: usize, const S: usize] Player<C, S> {
    hand, unseen, buildings, reach, roads, frontier, cards, knights, shown, points, length, roads_left,
    settlements_left, cities_left, harbours,
});
packed!([] Offer { id, to, accepted, rejected, give, want });
packed!([] DiceDeck { left, recent });
packed!([] RandomStreams<Fast> { dice, choice, cards, theft });
packed!([const C: usize, const S: usize, const X: usize] Position<C, S, X> {
    players, piece, free, occupied, cities, open, bank, turn, robber, phase, active, builder, rolled, card_played,
    built, free_roads, owes, offers_made, offering, bought, deck, victim, road_holder, army_holder, winner, placed,
    anchors, offers, dice, gone, seating, pass, place, left_settlements, left_cities, left_roads, point_shown, sea,
});
packed!([const C: usize, const S: usize] SeaState<C, S> {
    walls, ships, bridges, ship_sides, bridge_sides, dry, moorings, tips, loose, loose_ships, berths, trails,
    ships_left, bridges_left, walls_left, islands, island_points, pirate, pirate_moved, ship_moved, new_ships, due,
    gold, chooser, unpaid,
});
packed!([const C: usize, const S: usize, const X: usize] Slot<C, S, X> {
    position, number, picked, steps, seat, luck, row,
});

/// What rows show is written anew when games go on: nothing is kept of it.
impl Pack for ShownRow {
    fn pack(&self, _: &mut Vec<u8>) {}

    fn unpack(_: &mut &[u8]) -> Option<Self> {
        Some(Self::default())
    }
}

/// Bytes behind their checksum.
fn sealed(value: &impl Pack) -> Vec<u8> {
    let mut out = vec![0; 8];
    value.pack(&mut out);
    let sum = random::fnv1a(&out[8..]);
    out[..8].copy_from_slice(&sum.to_le_bytes());
    out
}

fn opened<T: Pack>(mut bytes: &[u8]) -> Option<T> {
    let sum = u64::unpack(&mut bytes)?;
    let value = (sum == random::fnv1a(bytes)).then(|| T::unpack(&mut bytes))??;
    bytes.is_empty().then_some(value)
}

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// Whether a position that was read is one of this board.
    fn check_saved(&self, pos: &Position<C, S, X>) -> Result<(), Torn> {
        let seat = |number: u8| usize::from(number) < self.seats;
        let seat_or_none = |number: u8| number == NONE || seat(number);
        let hex = |number: u16| number == NOWHERE || usize::from(number) < self.hex_corners.len();
        let within = |set: &Bits<C>| set.iter().all(|corner| corner < self.corners.len());
        let beside = |set: &Bits<S>| set.iter().all(|side| side < self.sides.len());
        let known = seat(pos.active)
            && [pos.builder, pos.victim, pos.road_holder, pos.army_holder, pos.winner].map(seat_or_none)
                == [true; 5]
            && hex(pos.robber)
            && pos.piece.as_flattened().iter().all(|piece| usize::from(piece & 0x7f) <= self.seats)
            && [&pos.occupied, &pos.cities, &pos.open].into_iter().all(within)
            && pos.players.iter().all(|p| within(&p.buildings) && within(&p.reach) && beside(&p.roads))
            && pos.sea.iter().all(|sea| hex(sea.pirate) && seat_or_none(sea.chooser) && beside(&sea.ships))
            && (pos.phase != Phase::Theft || seat(pos.victim))
            && (pos.phase != Phase::Gold || pos.sea.iter().all(|sea| seat(sea.chooser)));
        if !known {
            return Err(Torn::Damaged);
        }
        self.check_invariants(pos).map_err(|broken| Torn::Broken(broken.to_string()))
    }

    fn position_bytes(&self, pos: &Position<C, S, X>, picked: Picked) -> Vec<u8> {
        sealed(&(*pos, picked))
    }

    fn read_position(&self, bytes: &[u8], into: &mut Position<C, S, X>) -> Result<Picked, Torn> {
        let (position, picked) = opened(bytes).ok_or(Torn::Damaged)?;
        self.check_saved(&position)?;
        *into = position;
        Ok(picked)
    }
}

impl<const C: usize, const S: usize, const X: usize> Slot<C, S, X> {
    /// The game as bytes, its chance included.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        sealed(self)
    }

    /// The game of these bytes.
    ///
    /// # Errors
    /// They are none of this board.
    pub fn from_bytes(engine: &Engine<C, S, X>, bytes: &[u8]) -> Result<Self, Torn> {
        let slot: Self = opened(bytes).ok_or(Torn::Damaged)?;
        engine.check_saved(&slot.position)?;
        if slot.seat.index() >= engine.seats {
            return Err(Torn::Damaged);
        }
        Ok(slot)
    }
}

impl Catan {
    /// A position as bytes.
    #[must_use]
    pub fn position_bytes(&self, position: &CatanPosition, picked: Picked) -> Vec<u8> {
        each!(self, position, |engine, pos| engine.position_bytes(pos, picked))
    }

    /// The position of these bytes and what was picked in it.
    ///
    /// # Errors
    /// They are none of this board.
    pub fn position_from_bytes(&self, bytes: &[u8]) -> Result<(CatanPosition, Picked), Torn> {
        let mut position = self.start();
        let picked = each!(self, &mut position, |engine, pos| engine.read_position(bytes, pos))?;
        Ok((position, picked))
    }
}
