//! Buildings.

use crate::words::vocabulary;

vocabulary! {
    /// A kind of building.
    Building, ByBuilding, 5 {
        /// Dwelling.
        Dwelling: "D" | "dwelling",
        /// Trading house.
        TradingHouse: "TP" | "TH" | "trading post" | "trading house",
        /// Temple.
        Temple: "TE" | "temple",
        /// Stronghold.
        Stronghold: "SH" | "stronghold",
        /// Sanctuary.
        Sanctuary: "SA" | "sanctuary",
    }
}

impl Building {
    /// How many of it a faction owns.
    #[must_use]
    pub const fn stock(self) -> u8 {
        [8, 4, 3, 1, 1][self as usize]
    }

    /// What it is upgraded from.
    #[must_use]
    pub const fn upgraded_from(self) -> Option<Self> {
        match self {
            Self::Dwelling => None,
            Self::TradingHouse => Some(Self::Dwelling),
            Self::Temple | Self::Stronghold => Some(Self::TradingHouse),
            Self::Sanctuary => Some(Self::Temple),
        }
    }
}
