//! The half of a battle that changes: one flat value.

use super::creatures::Kind;
use super::setup::Side;
use super::variant::MOST_SUMMONABLE;
use crate::board::HEXES;
use crate::{HexId, HexSet};
use hexwright_core::Key;

/// Creatures a side can have during a battle: seven and one newcomer.
pub(super) const SLOTS: usize = 8;

/// A hex number that means: outside the board, at the entrance.
pub(super) const OUTSIDE: u8 = HEXES as u8;

const NOBODY: u8 = u8::MAX;

/// A creature by number: the defender's first, then the attacker's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slot(pub(super) u8);

impl Slot {
    /// The creature with this number in its legion.
    #[must_use]
    pub const fn new(side: Side, number: usize) -> Option<Self> {
        if number < SLOTS { Some(Self((side as usize * SLOTS + number) as u8)) } else { None }
    }

    /// Whose it is.
    #[must_use]
    #[inline]
    pub const fn side(self) -> Side {
        if (self.0 as usize) < SLOTS { Side::Defender } else { Side::Attacker }
    }

    /// Number in its legion, newcomers last.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize % SLOTS
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    #[inline]
    pub(super) const fn bit(self) -> u16 {
        1 << self.0
    }
}

/// A set of creatures, as bits by [`Slot`].
#[inline]
pub(super) fn slots(mut bits: u16) -> impl Iterator<Item = Slot> {
    std::iter::from_fn(move || {
        let slot = (bits != 0).then(|| Slot(bits.trailing_zeros() as u8));
        bits &= bits.wrapping_sub(1);
        slot
    })
}

/// The bits of a side.
#[inline]
pub(super) const fn side_bits(side: Side) -> u16 {
    match side {
        Side::Defender => 0x00ff,
        Side::Attacker => 0xff00,
    }
}

/// A creature in the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Its kind.
    pub kind: Kind,
    /// Number of its hex, or [`OUTSIDE`].
    pub(super) hex: u8,
    /// Hits taken.
    pub hits: u8,
    /// Movement points lost; below zero it has gained some (R-BTL-48).
    pub slowing: i8,
}

impl Unit {
    /// Its hex; none outside.
    #[must_use]
    #[inline]
    pub const fn hex(&self) -> Option<HexId> {
        HexId::from_index(self.hex as usize)
    }
}

/// What the active side does (R-BTL-20).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say all")]
pub enum Phase {
    Recruit,
    Summon,
    Move,
    Fight,
    Strikeback,
}

impl Phase {
    /// Name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Recruit => "recruit",
            Self::Summon => "summon",
            Self::Move => "move",
            Self::Fight => "fight",
            Self::Strikeback => "strikeback",
        }
    }
}

/// First blood and what came of it (R-BTL-95).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Blood {
    None,
    /// A defender has fallen; the next summon phase decides.
    Drawn,
    /// The attacker may summon now.
    Offered,
    /// The chance has passed.
    Used,
}

/// A strike under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pending {
    None,
    /// Dice are to be rolled.
    Roll {
        target: Slot,
        dice: u8,
        number: u8,
        /// Hits of dice rolled before, if there are more dice than one outcome holds.
        hits: u8,
        /// Whom excess hits may reach.
        carry: HexSet,
    },
    /// Excess hits are to be given away.
    Carry {
        hits: u8,
        targets: HexSet,
    },
}

/// How a battle ended (R-BTL-104, R-BTL-108).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum How {
    /// One legion is gone.
    Elimination,
    /// A Titan has died.
    Titan,
    /// Both Titans have died.
    Titans,
    /// Both legions are gone.
    Mutual,
    /// The attacker had no more time.
    TimeLoss,
}

impl How {
    /// Name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Elimination => "elimination",
            Self::Titan => "titan",
            Self::Titans => "titans",
            Self::Mutual => "mutual",
            Self::TimeLoss => "timeloss",
        }
    }
}

/// The end of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// How.
    pub how: How,
    /// Who won, if anybody.
    pub winner: Option<Side>,
    /// Points the winner books for enemies removed.
    pub tally: u16,
    /// Points by side (defender, attacker): the tally and half values of what a fallen Titan's player had left.
    pub gains: [u16; 2],
}

/// A position of a battle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    pub(super) units: [Unit; 2 * SLOTS],
    /// Who stands in each hex.
    pub(super) at: [u8; HEXES],
    /// Creatures in the battle: on the board, or outside and not yet removed.
    pub(super) present: u16,
    /// Creatures that have moved in this phase.
    pub(super) moved: u16,
    /// Creatures that have struck in this phase.
    pub(super) struck: u16,
    /// Creatures with as many hits as power.
    pub(super) dead: u16,
    /// Hexes with creatures of each side, dead ones included.
    pub(super) held: [HexSet; 2],
    /// Hexes with living creatures of each side.
    pub(super) living: [HexSet; 2],
    pub(super) turn: u8,
    pub(super) phase: Phase,
    pub(super) active: Side,
    pub(super) pending: Pending,
    pub(super) tally: [u16; 2],
    /// Sides whose Titan has been removed.
    pub(super) titans_lost: [bool; 2],
    pub(super) blood: Blood,
    /// Creatures the attacker can summon, in the order the variant has them.
    pub(super) angels: [u8; MOST_SUMMONABLE],
    pub(super) summoned: bool,
    pub(super) recruited: bool,
    pub(super) end: Option<End>,
}

impl Position {
    pub(super) const EMPTY: Self = Self {
        units: [Unit { kind: Kind(0), hex: OUTSIDE, hits: 0, slowing: 0 }; 2 * SLOTS],
        at: [NOBODY; HEXES],
        present: 0,
        moved: 0,
        struck: 0,
        dead: 0,
        held: [HexSet::EMPTY; 2],
        living: [HexSet::EMPTY; 2],
        turn: 1,
        phase: Phase::Move,
        active: Side::Defender,
        pending: Pending::None,
        tally: [0; 2],
        titans_lost: [false; 2],
        blood: Blood::None,
        angels: [0; MOST_SUMMONABLE],
        summoned: false,
        recruited: false,
        end: None,
    };

    /// Turn, 1 to 7.
    #[must_use]
    pub const fn turn(&self) -> u8 {
        self.turn
    }

    /// What the active side does.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// The side whose phase it is.
    #[must_use]
    pub const fn active(&self) -> Side {
        self.active
    }

    /// The end, if it is reached.
    #[must_use]
    pub const fn end(&self) -> Option<End> {
        self.end
    }

    /// Values of enemies a side has removed.
    #[must_use]
    pub const fn tally(&self, side: Side) -> u16 {
        self.tally[side as usize]
    }

    /// A creature of the battle.
    #[must_use]
    #[inline]
    pub const fn unit(&self, slot: Slot) -> &Unit {
        &self.units[slot.index()]
    }

    /// Whether a creature has as many hits as power.
    #[must_use]
    #[inline]
    pub const fn is_dead(&self, slot: Slot) -> bool {
        self.dead & slot.bit() != 0
    }

    /// Whether a creature has struck in this phase.
    #[must_use]
    pub const fn has_struck(&self, slot: Slot) -> bool {
        self.struck & slot.bit() != 0
    }

    /// Whether a creature has moved in this phase.
    #[must_use]
    pub const fn has_moved(&self, slot: Slot) -> bool {
        self.moved & slot.bit() != 0
    }

    /// Creatures of a side that have not been removed, in legion order.
    pub fn creatures(&self, side: Side) -> impl Iterator<Item = Slot> {
        slots(self.present & side_bits(side))
    }

    /// Who stands in a hex.
    #[must_use]
    #[inline]
    pub const fn occupant(&self, hex: HexId) -> Option<Slot> {
        match self.at[hex.index()] {
            NOBODY => None,
            slot => Some(Slot(slot)),
        }
    }

    /// All occupied hexes.
    #[must_use]
    #[inline]
    pub fn occupied(&self) -> HexSet {
        self.held[0].or(self.held[1])
    }

    /// Hexes with living creatures of a side.
    #[must_use]
    #[inline]
    pub const fn living(&self, side: Side) -> HexSet {
        self.living[side as usize]
    }

    /// Puts a creature of the battle outside, fresh.
    pub(super) const fn join(&mut self, slot: Slot, kind: Kind) {
        self.units[slot.index()] = Unit { kind, hex: OUTSIDE, hits: 0, slowing: 0 };
        self.present |= slot.bit();
    }

    /// Moves a creature to a hex.
    pub(super) fn put(&mut self, slot: Slot, hex: HexId) {
        self.lift(slot);
        let side = slot.side().index();
        self.units[slot.index()].hex = hex.index() as u8;
        self.at[hex.index()] = slot.0;
        self.held[side].insert(hex.index());
        if !self.is_dead(slot) {
            self.living[side].insert(hex.index());
        }
    }

    /// Takes a creature off the board.
    fn lift(&mut self, slot: Slot) {
        if let Some(hex) = self.unit(slot).hex() {
            let side = slot.side().index();
            self.at[hex.index()] = NOBODY;
            self.held[side].remove(hex.index());
            self.living[side].remove(hex.index());
        }
    }

    /// Takes a creature out of the battle.
    pub(super) fn take_out(&mut self, slot: Slot) {
        self.lift(slot);
        let bit = !slot.bit();
        self.units[slot.index()] = Self::EMPTY.units[0];
        self.present &= bit;
        self.moved &= bit;
        self.struck &= bit;
        self.dead &= bit;
    }

    /// Marks a creature as dead.
    pub(super) fn kill(&mut self, slot: Slot) {
        self.dead |= slot.bit();
        if let Some(hex) = self.unit(slot).hex() {
            self.living[slot.side().index()].remove(hex.index());
        }
    }
}
