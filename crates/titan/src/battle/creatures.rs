//! The 24 kinds of creatures as a table (R-BTL-10).
//!
//! ```
//! use hexwright_titan::Terrain;
//! use hexwright_titan::battle::creatures::{Kind, titan_power};
//!
//! assert!(Kind::Lion.native_to(Terrain::Sand));
//! assert!(titan_power(0) < titan_power(1_000), "a Titan grows with the score of its player");
//! ```

use crate::{Hexside, Terrain};
use hexwright_core::Key;
use std::fmt;

/// How many kinds there are.
pub const KINDS: usize = 24;

/// A kind of creature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say all")]
pub enum Kind {
    Angel,
    Archangel,
    Behemoth,
    Centaur,
    Colossus,
    Cyclops,
    Dragon,
    Gargoyle,
    Giant,
    Gorgon,
    Griffon,
    Guardian,
    Hydra,
    Lion,
    Minotaur,
    Ogre,
    Ranger,
    Serpent,
    Titan,
    Troll,
    Unicorn,
    Warbear,
    Warlock,
    Wyvern,
}

/// What a kind can do. The power of a Titan is not here: it depends on its owner's score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traits {
    /// Name in texts.
    pub name: &'static str,
    /// Dice rolled, and hits needed to kill.
    pub power: u8,
    /// Fighting ability and movement points.
    pub skill: u8,
    /// Moves over other creatures and hexsides.
    pub flies: bool,
    /// Strikes from afar.
    pub rangestrikes: bool,
    /// Its rangestrikes need no line of sight and reach lords.
    pub magic: bool,
    /// Safe from ordinary rangestrikes.
    pub lord: bool,
    /// As a lord for recruiting, but not safe from rangestrikes.
    pub demilord: bool,
    /// Can be summoned into a battle.
    pub summonable: bool,
    /// Native terrains, as bits by [`Terrain`].
    natives: u16,
    /// Native hexsides, as bits by [`Hexside`].
    sides: u8,
    /// Size of the stack.
    pub count: u8,
}

const F: u8 = 1;
const R: u8 = 2;
const M: u8 = 4;
const L: u8 = 8;
const D: u8 = 16;
const S: u8 = 32;

const BRAMBLES: u16 = 1 << Terrain::Brambles as u16;
const DRIFT: u16 = 1 << Terrain::Drift as u16;
const VOLCANO: u16 = 1 << Terrain::Volcano as u16;
const SAND: u16 = 1 << Terrain::Sand as u16;
const BOG: u16 = 1 << Terrain::Bog as u16;
const SLOPE: u8 = 1 << Hexside::Slope as u8;
const DUNE: u8 = 1 << Hexside::Dune as u8;
const RIVER: u8 = 1 << Hexside::River as u8;

const fn row(
    name: &'static str,
    power: u8,
    skill: u8,
    flags: u8,
    natives: u16,
    sides: u8,
    count: u8,
) -> Traits {
    Traits {
        name,
        power,
        skill,
        flies: flags & F != 0,
        rangestrikes: flags & R != 0,
        magic: flags & M != 0,
        lord: flags & L != 0,
        demilord: flags & D != 0,
        summonable: flags & S != 0,
        natives,
        sides,
        count,
    }
}

const TRAITS: [Traits; KINDS] = [
    row("Angel", 6, 4, F | L | S, 0, 0, 18),
    row("Archangel", 9, 4, F | L | S, 0, 0, 6),
    row("Behemoth", 8, 3, 0, BRAMBLES, 0, 18),
    row("Centaur", 3, 4, 0, 0, RIVER, 25),
    row("Colossus", 10, 4, 0, DRIFT, SLOPE, 10),
    row("Cyclops", 9, 2, 0, BRAMBLES, 0, 28),
    row("Dragon", 9, 3, F | R, VOLCANO, SLOPE, 18),
    row("Gargoyle", 4, 3, F, BRAMBLES, 0, 21),
    row("Giant", 7, 4, R, DRIFT, 0, 18),
    row("Gorgon", 6, 3, F | R, BRAMBLES, 0, 25),
    row("Griffon", 5, 4, F, SAND, DUNE, 18),
    row("Guardian", 12, 2, F | D, 0, 0, 6),
    row("Hydra", 10, 3, R, BOG | SAND, DUNE, 10),
    row("Lion", 5, 3, 0, SAND, DUNE | SLOPE | RIVER, 28),
    row("Minotaur", 4, 4, R, 0, SLOPE, 21),
    row("Ogre", 6, 2, 0, BOG, SLOPE, 25),
    row("Ranger", 4, 4, F | R, BOG, RIVER, 28),
    row("Serpent", 18, 2, 0, BRAMBLES, 0, 10),
    row("Titan", 6, 4, L, 0, 0, 6),
    row("Troll", 8, 2, 0, BOG | DRIFT, 0, 28),
    row("Unicorn", 6, 4, 0, 0, SLOPE | RIVER, 12),
    row("Warbear", 6, 3, 0, DRIFT, RIVER, 21),
    row("Warlock", 5, 4, R | M | D, 0, 0, 6),
    row("Wyvern", 7, 3, F, BOG, 0, 18),
];

impl Key for Kind {
    const ALL: &'static [Self] = &[
        Self::Angel,
        Self::Archangel,
        Self::Behemoth,
        Self::Centaur,
        Self::Colossus,
        Self::Cyclops,
        Self::Dragon,
        Self::Gargoyle,
        Self::Giant,
        Self::Gorgon,
        Self::Griffon,
        Self::Guardian,
        Self::Hydra,
        Self::Lion,
        Self::Minotaur,
        Self::Ogre,
        Self::Ranger,
        Self::Serpent,
        Self::Titan,
        Self::Troll,
        Self::Unicorn,
        Self::Warbear,
        Self::Warlock,
        Self::Wyvern,
    ];
    fn index(self) -> usize {
        self as usize
    }
}

impl Kind {
    /// What the kind can do.
    #[must_use]
    #[inline]
    pub const fn traits(self) -> &'static Traits {
        &TRAITS[self as usize]
    }

    /// The kind of this name; upper and lower case count alike.
    ///
    /// ```
    /// use hexwright_titan::battle::Kind;
    /// assert_eq!(Kind::from_name("warbear"), Some(Kind::Warbear));
    /// assert_eq!(Kind::from_name("bear"), None);
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name().eq_ignore_ascii_case(name))
    }

    /// Name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.traits().name
    }

    /// Whether it is at home in this terrain (R-BTL-4).
    #[must_use]
    #[inline]
    pub const fn native_to(self, terrain: Terrain) -> bool {
        self.traits().natives >> terrain as u16 & 1 == 1
    }

    /// Whether it is at home on this hexside (R-BTL-4).
    #[must_use]
    #[inline]
    pub const fn native_to_side(self, side: Hexside) -> bool {
        self.traits().sides >> side as u8 & 1 == 1
    }

    /// Whether it lives in water (R-BTL-4).
    #[must_use]
    pub const fn lives_in_water(self) -> bool {
        self.native_to(Terrain::Lake)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Power of a Titan whose owner has this score (R-BTL-11).
#[must_use]
pub const fn titan_power(score: u16) -> u8 {
    let power = 6 + score / 100;
    if power > u8::MAX as u16 { u8::MAX } else { power as u8 }
}
