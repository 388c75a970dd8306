//! The four cult tracks.

use crate::words::{vocabulary, word_set};

vocabulary! {
    /// A cult track.
    Cult, ByCult, 4 {
        /// Fire.
        Fire: "Fire",
        /// Water.
        Water: "Water",
        /// Earth.
        Earth: "Earth",
        /// Air.
        Air: "Air",
    }
}

word_set! {
    /// A set of cult tracks.
    CultSet of Cult
}

impl Cult {
    /// The upper-case word of command logs.
    #[must_use]
    pub const fn log_name(self) -> &'static str {
        ["FIRE", "WATER", "EARTH", "AIR"][self as usize]
    }

    /// Power for moving up from `from` to `to`.
    #[must_use]
    pub const fn power_between(from: u8, to: u8) -> u8 {
        let mut power = 0;
        let steps = [(3, 1), (5, 2), (7, 2), (10, 3)];
        let mut i = 0;
        while i < 4 {
            let (at, gain) = steps[i];
            if from < at && to >= at {
                power += gain;
            }
            i += 1;
        }
        power
    }
}
