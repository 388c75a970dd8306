//! Favor tiles.

use super::{Cult, Income};
use crate::words::{vocabulary, word_set};

vocabulary! {
    /// A favor tile; `FAV1` to `FAV12` in this order.
    Favor, ByFavor, 12 {
        /// Three steps of fire.
        Fire3: "FIRE3" | "Fire +3" | "FAV-F3" | "FAV1",
        /// Three steps of water.
        Water3: "WATER3" | "Water +3" | "FAV-W3" | "FAV2",
        /// Three steps of earth.
        Earth3: "EARTH3" | "Earth +3" | "FAV-E3" | "FAV3",
        /// Three steps of air.
        Air3: "AIR3" | "Air +3" | "FAV-A3" | "FAV4",
        /// Towns need power 6.
        Fire2: "FIRE2" | "Fire +2: Town Power" | "FAV-F2" | "FAV5",
        /// Action: one cult step.
        Water2: "WATER2" | "Water +2: Cult Advance" | "FAV-W2" | "FAV6",
        /// A worker and a power each round.
        Earth2: "EARTH2" | "Earth +2: Worker Income" | "FAV-E2" | "FAV7",
        /// Four power each round.
        Air2: "AIR2" | "Air +2: Power Income" | "FAV-A2" | "FAV8",
        /// Three coins each round.
        Fire1: "FIRE1" | "Fire +1: Coin Income" | "FAV-F1" | "FAV9",
        /// Three points a trading house built.
        Water1: "WATER1" | "Water +1: Trading House VP" | "FAV-W1" | "FAV10",
        /// Two points a dwelling built.
        Earth1: "EARTH1" | "Earth +1: Dwelling VP" | "FAV-E1" | "FAV11",
        /// Points for trading houses on passing.
        Air1: "AIR1" | "Air +1: Trading House Pass VP" | "FAV-A1" | "FAV12",
    }
}

word_set! {
    /// A hand of favor tiles.
    FavorSet of Favor
}

impl Favor {
    /// Code in command logs: `FAV1` …
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.spellings()[3]
    }

    /// Code in concise grids: `FAV-F3` …
    #[must_use]
    pub const fn grid_code(self) -> &'static str {
        self.spellings()[2]
    }

    /// The name written in the stock of a snapshot.
    #[must_use]
    pub const fn long_name(self) -> &'static str {
        self.spellings()[1]
    }

    /// The track it moves on.
    #[must_use]
    pub const fn cult(self) -> Cult {
        Cult::ALL[self as usize % 4]
    }

    /// Steps on that track.
    #[must_use]
    pub const fn steps(self) -> u8 {
        3 - self as u8 / 4
    }

    /// How many of it there are.
    #[must_use]
    pub const fn stock(self) -> u8 {
        if self.steps() == 3 { 1 } else { 3 }
    }

    /// Income each round.
    #[must_use]
    pub const fn income(self) -> Income {
        match self {
            Self::Earth2 => Income { workers: 1, power: 1, ..Income::NONE },
            Self::Air2 => Income::power(4),
            Self::Fire1 => Income::coins(3),
            _ => Income::NONE,
        }
    }
}
