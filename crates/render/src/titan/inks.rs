//! Inks of battlelands. Grounds are light so that glyphs, numbers and hexsides stand out on them.

use crate::Ink;
use hexwright_titan::Terrain;

/// Open ground.
pub(crate) const PLAINS: Ink = Ink::new("land-plains", 0xe6eac8, 0x6f7a55);
/// A tower's floor.
pub(crate) const TOWER: Ink = Ink::new("land-tower", 0xcfcdd3, 0x77757f);
/// Brambles.
pub(crate) const BRAMBLES: Ink = Ink::new("land-brambles", 0xa9c46c, 0x56752f);
/// Sand.
pub(crate) const SAND: Ink = Ink::new("land-sand", 0xf3d690, 0xa58748);
/// Trees.
pub(crate) const TREE: Ink = Ink::new("land-tree", 0x77a873, 0x355f38);
/// Bog.
pub(crate) const BOG: Ink = Ink::new("land-bog", 0xb09d78, 0x5f5137);
/// A volcano.
pub(crate) const VOLCANO: Ink = Ink::new("land-volcano", 0xe08b66, 0x8f452b);
/// Snow drift.
pub(crate) const DRIFT: Ink = Ink::new("land-drift", 0xe9f2f7, 0x8296a3);
/// A lake.
pub(crate) const LAKE: Ink = Ink::new("land-lake", 0x8fc0dd, 0x2f5f80);
/// Standing stones.
pub(crate) const STONE: Ink = Ink::new("land-stone", 0xb7b3ab, 0x5d5a54);
/// A spring.
pub(crate) const SPRING: Ink = Ink::new("land-spring", 0xb9e3d6, 0x3d7a68);
/// A tar pit.
pub(crate) const TARPIT: Ink = Ink::new("land-tarpit", 0x8f8781, 0x4a4541);

/// Glyphs, labels and the dark half of hexsides.
pub(crate) const DARK: Ink = Ink::fixed("land-dark", 0x24221d);
/// Lines between hexes.
pub(crate) const GRID: Ink = Ink::fixed("land-grid", 0x6a675c);
/// Dunes.
pub(crate) const DUNE: Ink = Ink::fixed("land-dune", 0x9a6a14);
/// Rivers.
pub(crate) const RIVER: Ink = Ink::fixed("land-river", 0x1d5fa3);
/// Walls.
pub(crate) const WALL: Ink = Ink::fixed("land-wall", 0x5a4a4a);
/// Slopes.
pub(crate) const SLOPE: Ink = Ink::fixed("land-slope", 0x5d4a1e);
/// Start hexes.
pub(crate) const START: Ink = Ink::fixed("land-start", 0xb3261e);
/// What a heat map is filled with.
pub(crate) const HEAT: Ink = Ink::fixed("land-heat", 0xc2410c);
/// What lies under the heat.
pub(crate) const COLD: Ink = Ink::fixed("land-cold", 0xfffaf2);

/// The hues players of Colossus know, light enough for dark signs.
pub(crate) const fn colossus(terrain: Terrain) -> Ink {
    match terrain {
        Terrain::Plains => Ink::fixed("colossus-plains", 0xc9cf7a),
        Terrain::Tower => Ink::fixed("colossus-tower", 0xa8a8a8),
        Terrain::Brambles => Ink::fixed("colossus-brambles", 0x4fd04f),
        Terrain::Sand => Ink::fixed("colossus-sand", 0xffb83d),
        Terrain::Tree => Ink::fixed("colossus-tree", 0xb57a52),
        Terrain::Bog => Ink::fixed("colossus-bog", 0xbdbdb5),
        Terrain::Volcano => Ink::fixed("colossus-volcano", 0xf2604f),
        Terrain::Drift => Ink::fixed("colossus-drift", 0x7d96ff),
        Terrain::Lake => Ink::fixed("colossus-lake", 0x87ceeb),
        Terrain::Stone => Ink::fixed("colossus-stone", 0x8f8f8f),
        Terrain::Spring => Ink::fixed("colossus-spring", 0xa6e3e9),
        Terrain::TarPit => Ink::fixed("colossus-tarpit", 0x7a6f66),
    }
}
