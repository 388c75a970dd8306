//! Bonus cards.

use super::{Building, Income};
use crate::words::vocabulary;

vocabulary! {
    /// A bonus card; `BON1` to `BON10` in this order.
    BonusCard, ByBonus, 10 {
        /// Action: one spade.
        Spade: "Free Spade" | "spade" | "BON-SPD" | "BON1",
        /// Action: one cult step.
        Cult: "Cult Advance" | "cult coins" | "BON-4C" | "BON2",
        /// Six coins.
        Coins: "6 Coins" | "BON-6C" | "BON3",
        /// Shipping range one longer.
        Shipping: "Shipping Bonus" | "temp ship" | "BON-SHIP" | "BON4",
        /// A worker and power.
        WorkerPower: "Worker & Power" | "BON-WP" | "BON5",
        /// Points for the big buildings on passing.
        BigBuildings: "Stronghold/Sanctuary VP" | "BON-BB" | "BON6",
        /// Points for trading houses on passing.
        TradingHouses: "Trading House VP" | "BON-TP" | "BON7",
        /// A priest.
        Priest: "Priest Income" | "BON-P" | "BON8",
        /// Points for dwellings on passing.
        Dwellings: "Dwelling VP" | "BON-DW" | "BON9",
        /// Points for the shipping level on passing.
        ShippingPoints: "Shipping VP" | "BON-SHIP-VP" | "BON10",
    }
}

impl BonusCard {
    /// Code in command logs: `BON1` …
    #[must_use]
    pub const fn code(self) -> &'static str {
        ["BON1", "BON2", "BON3", "BON4", "BON5", "BON6", "BON7", "BON8", "BON9", "BON10"][self as usize]
    }

    /// Code in concise grids: `BON-SPD` …
    #[must_use]
    pub const fn grid_code(self) -> &'static str {
        let spellings = self.spellings();
        spellings[spellings.len() - 2]
    }

    /// Income while held.
    #[must_use]
    pub const fn income(self) -> Income {
        match self {
            Self::Spade | Self::Dwellings => Income::coins(2),
            Self::Cult => Income::coins(4),
            Self::Coins => Income::coins(6),
            Self::Shipping | Self::ShippingPoints => Income::power(3),
            Self::WorkerPower => Income { workers: 1, power: 3, ..Income::NONE },
            Self::BigBuildings => Income::workers(2),
            Self::TradingHouses => Income::workers(1),
            Self::Priest => Income::priests(1),
        }
    }

    /// Points on passing for each building of a kind.
    #[must_use]
    pub const fn points_per(self, building: Building) -> u8 {
        match (self, building) {
            (Self::BigBuildings, Building::Stronghold | Building::Sanctuary) => 4,
            (Self::TradingHouses, Building::TradingHouse) => 2,
            (Self::Dwellings, Building::Dwelling) => 1,
            _ => 0,
        }
    }

    /// Whether it has an action space.
    #[must_use]
    pub const fn has_action(self) -> bool {
        matches!(self, Self::Spade | Self::Cult)
    }
}
