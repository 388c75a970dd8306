//! Our own maps, ready by name.

use crate::map::Setup;
use crate::text::dot_catan::{Leniency, read};

macro_rules! presets {
    ($($name:literal: $what:literal,)*) => {
        /// Name, one line about it, and the `.catan` text of every preset.
        pub const PRESETS: &[(&str, &str, &str)] = &[
            $(($name, $what, include_str!(concat!("../../../../maps/catan/", $name, ".catan"))),)*
        ];
    };
}

presets! {
    "base": "the standard island of 19 hexes, everything drawn",
    "base-fixed": "a standard island with every cell fixed, balance 95",
    "expansion-5-6": "30 hexes for five and six players, everything drawn",
    "duel": "11 hexes for two, the desert in the middle",
    "lagoon": "a ring of 18 hexes around water, no desert",
    "archipelago": "four islands and a desert rock, three placements",
    "continent": "37 hexes for six to eight players",
}

/// The preset with this name.
#[must_use]
pub fn preset(name: &str) -> Option<Setup> {
    let (_, _, text) = PRESETS.iter().find(|p| p.0 == name)?;
    read("map.catan", text.as_bytes(), Leniency::Strict).value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::dot_catan::write;

    #[test]
    fn every_preset_is_canonical_and_without_findings() {
        for (name, _, text) in PRESETS {
            let reading = read("map.catan", text.as_bytes(), Leniency::Strict);
            assert!(reading.diagnostics.is_empty(), "{name}: {:?}", reading.diagnostics);
            assert_eq!(write(&preset(name).unwrap()), *text, "{name}");
        }
        assert!(preset("atlantis").is_none());
    }
}
