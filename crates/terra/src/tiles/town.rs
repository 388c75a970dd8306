//! Town tiles.

use crate::words::vocabulary;

vocabulary! {
    /// A town tile; `TW1` to `TW8` in this order. The last three come with the mini expansion.
    TownTile, ByTown, 8 {
        /// Six coins.
        Coins: "5 VP, 6 Coins" | "TW1" | "TW5VP",
        /// Two workers.
        Workers: "7 VP, 2 Workers" | "TW2" | "TW7VP",
        /// A priest.
        Priest: "9 VP, Priest" | "TW3" | "TW9VP",
        /// Eight power.
        Power: "6 VP, 8 Power" | "TW4" | "TW6VP",
        /// One step on each track.
        Cult: "8 VP, Cult" | "TW5" | "TW8VP" | "8 point town",
        /// Two steps on each track, two keys.
        DoubleCult: "2 VP, 2 Cult" | "TW6" | "TW2VP" | "2 VP, Cult",
        /// Shipping one further.
        Ship: "4 VP, Ship" | "TW7" | "TW4VP" | "4 VP, Shipping" | "Ship town",
        /// Points alone.
        Points: "11 VP" | "TW8" | "TW11VP",
    }
}

impl TownTile {
    /// Code in command logs: `TW1` …
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.spellings()[1]
    }

    /// Code in concise grids: `TW5VP` …
    #[must_use]
    pub const fn grid_code(self) -> &'static str {
        self.spellings()[2]
    }

    /// Points.
    #[must_use]
    pub const fn points(self) -> u8 {
        [5, 7, 9, 6, 8, 2, 4, 11][self as usize]
    }

    /// Keys to the top of a cult track.
    #[must_use]
    pub const fn keys(self) -> u8 {
        if matches!(self, Self::DoubleCult) { 2 } else { 1 }
    }

    /// How many of it there are.
    #[must_use]
    pub const fn stock(self) -> u8 {
        if matches!(self, Self::DoubleCult | Self::Points) { 1 } else { 2 }
    }

    /// Whether it comes with the mini expansion.
    #[must_use]
    pub const fn mini_expansion(self) -> bool {
        self as u8 >= 5
    }
}
