//! Terrains, which are also the colours of the factions, and the wheel they form.

use crate::words::{vocabulary, word_set};

vocabulary! {
    /// A terrain. The first seven form the colour wheel, in its cyclic order.
    Terrain, ByTerrain, 10 {
        /// Desert.
        Yellow: "Yellow" | "Desert",
        /// Plains.
        Brown: "Brown" | "Plains" | "Plain",
        /// Swamp.
        Black: "Black" | "Swamp",
        /// Lake.
        Blue: "Blue" | "Lake" | "Lakes",
        /// Forest.
        Green: "Green" | "Forest",
        /// Mountain.
        Gray: "Gray" | "Grey" | "Mountain" | "Mountains",
        /// Wasteland.
        Red: "Red" | "Wasteland",
        /// Ice: never transformed again.
        Ice: "Ice",
        /// Volcano: never transformed again.
        Volcano: "Volcano",
        /// River: no building.
        River: "River",
    }
}

word_set! {
    /// A set of terrains.
    TerrainSet of Terrain
}

impl Terrain {
    /// The seven colours of the wheel in cyclic order.
    pub const WHEEL: [Self; 7] =
        [Self::Yellow, Self::Brown, Self::Black, Self::Blue, Self::Green, Self::Gray, Self::Red];

    /// Whether it is one of the seven colours of the wheel.
    #[must_use]
    pub const fn on_wheel(self) -> bool {
        (self as u8) < 7
    }

    /// Steps between two colours of the wheel the short way, 0 to 3.
    #[must_use]
    pub const fn distance(self, other: Self) -> u8 {
        let around = (self as u8).abs_diff(other as u8);
        if around > 3 { 7 - around } else { around }
    }

    /// The colour `steps` further round the wheel; only for colours of the wheel.
    #[must_use]
    pub const fn turned(self, steps: i8) -> Self {
        Self::WHEEL[(self as i8 + steps).rem_euclid(7) as usize]
    }

    /// The lower-case word of command logs.
    #[must_use]
    pub const fn log_name(self) -> &'static str {
        ["yellow", "brown", "black", "blue", "green", "gray", "red", "ice", "volcano", "river"][self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wheel_is_a_circle_of_seven() {
        for (i, a) in Terrain::WHEEL.into_iter().enumerate() {
            assert_eq!((a.index(), a.distance(a)), (i, 0));
            for steps in -3..=3 {
                assert_eq!(a.distance(a.turned(steps)), steps.unsigned_abs());
            }
        }
        assert_eq!(Terrain::from_name("GREY"), Some(Terrain::Gray));
    }
}
