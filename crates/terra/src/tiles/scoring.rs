//! Scoring tiles: points during a round, a reward for a cult after it.

use super::{Building, Cult, Income};
use crate::words::vocabulary;

vocabulary! {
    /// A scoring tile; `SCORE1` to `SCORE9`. The descriptive names are accepted where they are unique.
    ScoringTile, ByScoring, 9 {
        /// Spades; earth.
        Score1: "SCORE1" | "Spades / Earth" | "Spades (Earth)",
        /// Towns; earth.
        Score2: "SCORE2" | "Town / Earth" | "Town (Earth)",
        /// Dwellings; water.
        Score3: "SCORE3" | "Dwelling / Water" | "Dwelling (Water)",
        /// Strongholds and sanctuaries; fire.
        Score4: "SCORE4" | "Stronghold / Fire" | "Stronghold (Fire)",
        /// Dwellings; fire.
        Score5: "SCORE5" | "Dwelling / Fire" | "Dwelling (Fire)",
        /// Trading houses; water.
        Score6: "SCORE6" | "Trading House / Water" | "Trading House (Water)",
        /// Strongholds and sanctuaries; air.
        Score7: "SCORE7" | "Stronghold / Air" | "Stronghold (Air)",
        /// Trading houses; air.
        Score8: "SCORE8" | "Trading House / Air" | "Trading House (Air)",
        /// Temples; own priests on the cult board.
        Score9: "SCORE9" | "Temple / Priests" | "Temple (Priests)" | "Temple / Priest" | "Temple (Priest)",
    }
}

/// What a cult gives after the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CultReward {
    /// The track; own priests on the cult board count if there is none.
    pub cult: Option<Cult>,
    /// Steps for one reward.
    pub steps: u8,
    /// The reward in goods.
    pub income: Income,
    /// The reward in spades.
    pub spades: u8,
}

impl ScoringTile {
    /// Points for building one of a kind.
    #[must_use]
    pub const fn points_for(self, building: Building) -> u8 {
        match (self, building) {
            (Self::Score3 | Self::Score5, Building::Dwelling) => 2,
            (Self::Score6 | Self::Score8, Building::TradingHouse) => 3,
            (Self::Score4 | Self::Score7, Building::Stronghold | Building::Sanctuary) => 5,
            (Self::Score9, Building::Temple) => 4,
            _ => 0,
        }
    }

    /// Points for a spade gained.
    #[must_use]
    pub const fn points_for_spade(self) -> u8 {
        if matches!(self, Self::Score1) { 2 } else { 0 }
    }

    /// Points for a town tile.
    #[must_use]
    pub const fn points_for_town(self) -> u8 {
        if matches!(self, Self::Score2) { 5 } else { 0 }
    }

    /// The reward after the round.
    #[must_use]
    pub const fn reward(self) -> CultReward {
        let (cult, steps, income, spades) = match self {
            Self::Score1 => (Some(Cult::Earth), 1, Income::coins(1), 0),
            Self::Score2 => (Some(Cult::Earth), 4, Income::NONE, 1),
            Self::Score3 => (Some(Cult::Water), 4, Income::priests(1), 0),
            Self::Score4 => (Some(Cult::Fire), 2, Income::workers(1), 0),
            Self::Score5 => (Some(Cult::Fire), 4, Income::power(4), 0),
            Self::Score6 => (Some(Cult::Water), 4, Income::NONE, 1),
            Self::Score7 => (Some(Cult::Air), 2, Income::workers(1), 0),
            Self::Score8 => (Some(Cult::Air), 4, Income::NONE, 1),
            Self::Score9 => (None, 1, Income::coins(2), 0),
        };
        CultReward { cult, steps, income, spades }
    }
}
