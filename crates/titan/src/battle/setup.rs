//! What a battle is given: land, two legions, entrance, and what may join them.

use super::creatures::{KINDS, Kind, titan_power};
use super::recruit::MasterTerrain;
use crate::{Battleland, Entrance};
use hexwright_core::Key;

/// Most creatures of a legion (R-BTL-1).
pub const LEGION: usize = 7;

/// Highest score of a player at the start of a battle; a Titan has power 105 then.
pub const MOST_SCORE: u16 = 9_999;

/// Most angels outside the battle that the attacker can choose from.
pub const MOST_ANGELS: usize = 24;

/// One of the two sides. The defender moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Moves first; seat 0.
    Defender,
    /// Has seven turns to win; seat 1.
    Attacker,
}

impl Side {
    /// The enemy.
    #[must_use]
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::Defender => Self::Attacker,
            Self::Attacker => Self::Defender,
        }
    }

    /// Name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Defender => "defender",
            Self::Attacker => "attacker",
        }
    }
}

impl Key for Side {
    const ALL: &'static [Self] = &[Self::Defender, Self::Attacker];
    fn index(self) -> usize {
        self as usize
    }
}

/// A legion at the start of a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Legion {
    /// One to seven creatures.
    pub creatures: Vec<Kind>,
    /// Score of its owner: decides the power of its Titan.
    pub score: u16,
}

impl Legion {
    /// A legion of an owner without points.
    #[must_use]
    pub const fn new(creatures: Vec<Kind>) -> Self {
        Self { creatures, score: 0 }
    }

    /// Power of its Titan, if it has one.
    #[must_use]
    pub const fn titan_power(&self) -> u8 {
        titan_power(self.score)
    }

    /// Sum of the point values (R-BTL-6).
    #[must_use]
    pub fn value(&self) -> u16 {
        let power = |kind: Kind| if kind == Kind::Titan { self.titan_power() } else { kind.traits().power };
        self.creatures.iter().map(|&kind| u16::from(power(kind)) * u16::from(kind.traits().skill)).sum()
    }
}

/// Everything a battle begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The board.
    pub land: Battleland,
    /// Where the attacker enters; the defender enters on the opposite side.
    pub entrance: Entrance,
    /// Terrain of the strategic map, for reinforcements; none = no reinforcements.
    pub terrain: Option<MasterTerrain>,
    /// The legion that has seven turns.
    pub attacker: Legion,
    /// The legion that moves first.
    pub defender: Legion,
    /// Angels and Archangels of the attacker's other legions.
    pub angels: Vec<Kind>,
    /// Whether the attacker has already summoned an angel in this game turn.
    pub summoned: bool,
    /// Kinds whose stack is used up: nobody recruits them.
    pub exhausted: Vec<Kind>,
}

/// Why a setup is no battle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// Too few or too many creatures.
    #[error("a legion has 1 to {LEGION} creatures, the {} has {found} (R-BTL-1)", side.name())]
    Size {
        /// Whose.
        side: Side,
        /// How many.
        found: usize,
    },
    /// A player has one Titan.
    #[error("a legion has at most one Titan, the {} has {found} (R-BTL-10)", side.name())]
    Titans {
        /// Whose.
        side: Side,
        /// How many.
        found: usize,
    },
    /// A score beyond the limit.
    #[error("a score is at most {MOST_SCORE}, the {} has {found}", side.name())]
    Score {
        /// Whose.
        side: Side,
        /// How high.
        found: u16,
    },
    /// Attackers enter by X1, X3 or X5.
    #[error("the attacker enters by X1 (Right), X3 (Bottom) or X5 (Left), not by {0} (R-BTL-15)")]
    Entrance(&'static str),
    /// Start lists fix the entrance.
    #[error("on a land with a start list the attacker enters by X3 (Bottom), not by {0} (R-BTL-15)")]
    StartList(&'static str),
    /// Only Angels and Archangels can be summoned.
    #[error("{0} cannot be summoned; expected Angel or Archangel (R-BTL-95)")]
    Angel(Kind),
    /// More angels than there are in the game.
    #[error("at most {MOST_ANGELS} angels can wait outside the battle, found {0}")]
    Angels(usize),
}

impl Setup {
    /// A battle on a land, the attacker entering from the bottom.
    #[must_use]
    pub fn new(land: Battleland, attacker: Legion, defender: Legion) -> Self {
        let entrance = Entrance::BOTTOM;
        Self {
            land,
            entrance,
            terrain: None,
            attacker,
            defender,
            angels: Vec::new(),
            summoned: false,
            exhausted: Vec::new(),
        }
    }

    /// The legion of a side.
    #[must_use]
    pub const fn legion(&self, side: Side) -> &Legion {
        match side {
            Side::Defender => &self.defender,
            Side::Attacker => &self.attacker,
        }
    }

    /// How many creatures of each kind a side has.
    #[must_use]
    pub fn counts(&self, side: Side) -> [u8; KINDS] {
        let mut counts = [0; KINDS];
        self.legion(side).creatures.iter().for_each(|kind| counts[kind.index()] += 1);
        counts
    }

    /// Every reason why this is no battle.
    #[must_use]
    pub fn problems(&self) -> Vec<SetupError> {
        let mut problems = Vec::new();
        for &side in &[Side::Attacker, Side::Defender] {
            let legion = self.legion(side);
            let found = legion.creatures.len();
            if !(1..=LEGION).contains(&found) {
                problems.push(SetupError::Size { side, found });
            }
            let found = legion.creatures.iter().filter(|&&kind| kind == Kind::Titan).count();
            if found > 1 {
                problems.push(SetupError::Titans { side, found });
            }
            if legion.score > MOST_SCORE {
                problems.push(SetupError::Score { side, found: legion.score });
            }
        }
        if !self.entrance.is_attacker() {
            problems.push(SetupError::Entrance(self.entrance.id()));
        } else if self.land.start_list().is_some() && self.entrance != Entrance::BOTTOM {
            problems.push(SetupError::StartList(self.entrance.id()));
        }
        let strange = self.angels.iter().find(|kind| !kind.traits().summonable);
        problems.extend(strange.map(|&kind| SetupError::Angel(kind)));
        if self.angels.len() > MOST_ANGELS {
            problems.push(SetupError::Angels(self.angels.len()));
        }
        problems
    }
}
