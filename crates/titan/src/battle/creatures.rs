//! Kinds of creatures and what they can do (R-BTL-3, R-BTL-4), and the 24 kinds of the variant Default (R-BTL-10).
//!
//! ```
//! use hexwright_titan::Terrain;
//! use hexwright_titan::battle::Variant;
//! use hexwright_titan::battle::creatures::titan_power;
//!
//! let standard = Variant::standard();
//! let lion = standard.kind("Lion").unwrap();
//! assert!(standard[lion].native_to(Terrain::Sand));
//! assert!(titan_power(0, 100) < titan_power(1_000, 100), "a Titan grows with the score of its player");
//! ```

use crate::{Hexside, Terrain};
use std::borrow::Cow;

/// Highest power of a creature: dice and hits are counted in bytes, and ground adds dice.
pub const MOST_POWER: u8 = 200;

/// Highest skill of a creature. No variant of Colossus has more than 5.
pub const MOST_SKILL: u8 = 6;

/// A kind of creature: its place in the list of a [`Variant`](super::Variant).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(pub(super) u8);

impl Kind {
    /// Its place in the list.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a kind can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Traits {
    /// Name in texts.
    pub name: Cow<'static, str>,
    /// Dice rolled, and hits needed to kill. A Titan has more with its owner's score.
    pub power: u8,
    /// Fighting ability and movement points.
    pub skill: u8,
    /// Its death ends the battle, and its power grows with its owner's score.
    pub titan: bool,
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
    pub(super) natives: u16,
    /// Native hexsides, as bits by [`Hexside`].
    pub(super) sides: u8,
    /// Size of the stack.
    pub count: u8,
}

impl Traits {
    /// Whether it is at home in this terrain (R-BTL-4).
    #[must_use]
    #[inline]
    pub const fn native_to(&self, terrain: Terrain) -> bool {
        self.natives >> terrain as u16 & 1 == 1
    }

    /// Whether it is at home on this hexside (R-BTL-4).
    #[must_use]
    #[inline]
    pub const fn native_to_side(&self, side: Hexside) -> bool {
        self.sides >> side as u8 & 1 == 1
    }

    /// Makes it at home in a terrain; who is at home in sand is so on dunes (R-BTL-4).
    pub(super) const fn settle_in(&mut self, terrain: Terrain) {
        self.natives |= 1 << terrain as u16;
        if matches!(terrain, Terrain::Sand) {
            self.sides |= DUNE;
        }
    }

    /// Makes it at home on a hexside.
    pub(super) const fn settle_on(&mut self, side: Hexside) {
        self.sides |= 1 << side as u8;
    }

    /// Whether it lives in water (R-BTL-4).
    #[must_use]
    pub const fn lives_in_water(&self) -> bool {
        self.native_to(Terrain::Lake)
    }
}

/// Power of a Titan whose owner has this score: one more for each `step` points (R-BTL-11).
#[must_use]
pub const fn titan_power(score: u16, step: u16) -> u8 {
    let step = if step == 0 { 1 } else { step };
    let power = TITAN_POWER as u16 + score / step;
    if power > MOST_POWER as u16 { MOST_POWER } else { power as u8 }
}

/// Power of a Titan whose owner has no points.
pub(super) const TITAN_POWER: u8 = 6;

const F: u8 = 1;
const R: u8 = 2;
const M: u8 = 4;
const L: u8 = 8;
const D: u8 = 16;
const S: u8 = 32;
const T: u8 = 64;

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
        name: Cow::Borrowed(name),
        power,
        skill,
        titan: flags & T != 0,
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

/// The kinds of the variant Default.
pub(super) static DEFAULT: [Traits; 24] = [
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
    row("Titan", TITAN_POWER, 4, L | T, 0, 0, 6),
    row("Troll", 8, 2, 0, BOG | DRIFT, 0, 28),
    row("Unicorn", 6, 4, 0, 0, SLOPE | RIVER, 12),
    row("Warbear", 6, 3, 0, DRIFT, RIVER, 21),
    row("Warlock", 5, 4, R | M | D, 0, 0, 6),
    row("Wyvern", 7, 3, F, BOG, 0, 18),
];
