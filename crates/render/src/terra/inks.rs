//! Inks and hatches of the Terra Mystica board. Neighbours on the wheel differ in lightness too.
//!
//! ```
//! use hexwright_render::terra::inks::ground;
//! use hexwright_terra::Terrain;
//!
//! assert_ne!(ground(Terrain::Yellow), ground(Terrain::Black));
//! ```

use crate::{Hatch, Ink, palette};
use hexwright_terra::{Faction, Player, Terrain};

/// Ground of a terrain.
#[must_use]
pub const fn ground(terrain: Terrain) -> Ink {
    match terrain {
        Terrain::Yellow => Ink::new("desert", 0xf2d15c, 0xd2b03f),
        Terrain::Brown => Ink::new("plains", 0xb98a58, 0xa17547),
        Terrain::Black => Ink::new("swamp", 0x55575e, 0x3f4148),
        Terrain::Blue => Ink::new("lake", 0x5b9bd5, 0x4684be),
        Terrain::Green => Ink::new("forest", 0x5ca35a, 0x478a46),
        Terrain::Gray => Ink::new("mountain", 0xb4b8bd, 0x989da3),
        Terrain::Red => Ink::new("wasteland", 0xd2604a, 0xba4d39),
        Terrain::Ice => Ink::new("ice", 0xeaf4fa, 0xd3e3ee),
        Terrain::Volcano => Ink::new("volcano", 0xe08a2e, 0xc9761f),
        Terrain::River => RIVER,
    }
}

/// Rivers.
pub const RIVER: Ink = Ink::new("river", 0xd6ebf5, 0x24455a);
/// Waves on them.
pub const RIVER_LINE: Ink = Ink::new("river-line", 0x9fcbe0, 0x3a6885);
/// Marks drawn on terrains.
pub const MARK: Ink = Ink::fixed("terrain-mark", 0x1c1d20);
/// Marks drawn on dark terrains.
pub const LIGHT_MARK: Ink = Ink::fixed("terrain-light-mark", 0xf2f0ea);
/// The ring of a hex that belongs to a town.
pub const TOWN: Ink = Ink::fixed("town", 0xffffff);
/// Planks of bridges.
pub const PLANK: Ink = Ink::fixed("plank", 0xf3e3bf);

/// The colour of a faction's pieces: its terrain.
#[must_use]
pub fn pieces(player: &Player) -> Ink {
    match player.home() {
        Some(terrain) => ground(terrain),
        None if player.faction == Faction::Shapeshifters => Ink::new("shape", 0x9a7bb5, 0x84669f),
        None => Ink::new("no-colour", 0xd8d4ca, 0x5b6069),
    }
}

/// Marks that read on a terrain.
#[must_use]
pub fn mark_on(ink: Ink) -> Ink {
    if palette::readable_on(ink) == palette::BLACK { MARK } else { LIGHT_MARK }
}

/// Name of a terrain's hatch.
pub(super) const fn hatch_name(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Yellow => "terra-desert",
        Terrain::Brown => "terra-plains",
        Terrain::Black => "terra-swamp",
        Terrain::Blue => "terra-lake",
        Terrain::Green => "terra-forest",
        Terrain::Gray => "terra-mountain",
        Terrain::Red => "terra-wasteland",
        Terrain::Ice => "terra-ice",
        Terrain::Volcano => "terra-volcano",
        Terrain::River => "terra-river",
    }
}

/// The hatch of every terrain: dots, lines, reeds, waves, trees, peaks, cracks, crystals, cones.
pub(super) fn hatches() -> Vec<Hatch> {
    let tile = |terrain, ink, size, path, line| {
        Hatch::tile(hatch_name(terrain), ink, size, path, line).opacity(0.34)
    };
    vec![
        Hatch::dots(hatch_name(Terrain::Yellow), MARK, 9.0, 0.9).opacity(0.45),
        Hatch::lines(hatch_name(Terrain::Brown), MARK, 6.0, 0.9, 90.0).opacity(0.3),
        tile(Terrain::Black, LIGHT_MARK, (13.0, 12.0), "M3 9V4M5 9V2M7 9V5M1 9.5H10", 0.9),
        tile(Terrain::Blue, LIGHT_MARK, (12.0, 8.0), "M0 5Q3 1 6 5T12 5", 1.2).opacity(0.55),
        tile(Terrain::Green, MARK, (13.0, 13.0), "M4 2L7 8H1ZM4 8V10.5M10.5 7.5L13 12H8Z", 0.8),
        tile(Terrain::Gray, MARK, (14.0, 10.0), "M1 9L5 2L9 9M7 6L9.5 3L13 9", 0.9),
        tile(Terrain::Red, MARK, (13.0, 12.0), "M1 2L5 5L4 9M5 5L10 4L12 8", 0.9),
        tile(Terrain::Ice, MARK, (12.0, 12.0), "M6 2V10M2.5 4L9.5 8M9.5 4L2.5 8", 0.8),
        tile(Terrain::Volcano, MARK, (14.0, 11.0), "M2 9L5 3H8L11 9ZM6.5 2V0.5", 0.9),
        Hatch::tile(hatch_name(Terrain::River), RIVER_LINE, (16.0, 9.0), "M0 5Q4 2 8 5T16 5", 1.0),
    ]
}
