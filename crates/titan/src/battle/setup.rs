//! What a battle is given: land, two legions, entrance, and what may join them.

use super::creatures::{Kind, titan_power};
use super::recruit::MasterTerrain;
use super::variant::Variant;
use crate::{Battleland, Entrance};
use hexwright_core::Key;
use std::sync::Arc;

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
}

/// Everything a battle begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The creatures there are.
    pub variant: Arc<Variant>,
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
    /// Creatures of the attacker's other legions that can be summoned.
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
    /// Only some kinds can be summoned: Angels and Archangels in Default.
    #[error("{found} cannot be summoned; expected {} (R-BTL-95)", if expected.is_empty() { "nobody" } else { expected })]
    Angel {
        /// Who.
        found: String,
        /// Who can be.
        expected: String,
    },
    /// More angels than there are in the game.
    #[error("at most {MOST_ANGELS} angels can wait outside the battle, found {0}")]
    Angels(usize),
}

impl Setup {
    /// A battle of the variant Default on a land, the attacker entering from the bottom.
    #[must_use]
    pub fn new(land: Battleland, attacker: Legion, defender: Legion) -> Self {
        let entrance = Entrance::BOTTOM;
        Self {
            variant: Variant::standard(),
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

    /// Power of a Titan of a side (R-BTL-11).
    #[must_use]
    pub fn titan_power(&self, side: Side) -> u8 {
        titan_power(self.legion(side).score, self.variant.titan_step)
    }

    /// Sum of the point values of a legion (R-BTL-6).
    #[must_use]
    pub fn value(&self, side: Side) -> u16 {
        let value = |&kind: &Kind| {
            let traits = &self.variant[kind];
            let power = if traits.titan { self.titan_power(side) } else { traits.power };
            u16::from(power) * u16::from(traits.skill)
        };
        self.legion(side).creatures.iter().map(value).sum()
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
            let found = legion.creatures.iter().filter(|&&kind| self.variant[kind].titan).count();
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
        let strange = self.angels.iter().find(|&&kind| !self.variant[kind].summonable);
        problems.extend(strange.map(|&kind| SetupError::Angel {
            found: self.variant[kind].name.to_string(),
            expected: self.variant.names(self.variant.summonable()).replace(' ', " or "),
        }));
        if self.angels.len() > MOST_ANGELS {
            problems.push(SetupError::Angels(self.angels.len()));
        }
        problems
    }
}
