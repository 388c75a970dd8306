//! Terrains: a ground colour and a glyph each.

use super::board::Colours;
use super::inks;
use crate::{Ink, Node, Path, Symbol};
use hexwright_core::{Key, Point};
use hexwright_titan::Terrain;

/// The ground colour.
pub(crate) fn ink(terrain: Terrain, colours: Colours) -> Ink {
    if colours == Colours::Colossus {
        return inks::colossus(terrain);
    }
    match terrain {
        Terrain::Plains => inks::PLAINS,
        Terrain::Tower => inks::TOWER,
        Terrain::Brambles => inks::BRAMBLES,
        Terrain::Sand => inks::SAND,
        Terrain::Tree => inks::TREE,
        Terrain::Bog => inks::BOG,
        Terrain::Volcano => inks::VOLCANO,
        Terrain::Drift => inks::DRIFT,
        Terrain::Lake => inks::LAKE,
        Terrain::Stone => inks::STONE,
        Terrain::Spring => inks::SPRING,
        Terrain::TarPit => inks::TARPIT,
    }
}

/// The name of the glyph; open ground has none.
pub(crate) fn glyph(terrain: Terrain) -> Option<&'static str> {
    Some(match terrain {
        Terrain::Plains => return None,
        Terrain::Tower => "land-tower",
        Terrain::Brambles => "land-brambles",
        Terrain::Sand => "land-sand",
        Terrain::Tree => "land-tree",
        Terrain::Bog => "land-bog",
        Terrain::Volcano => "land-volcano",
        Terrain::Drift => "land-drift",
        Terrain::Lake => "land-lake",
        Terrain::Stone => "land-stone",
        Terrain::Spring => "land-spring",
        Terrain::TarPit => "land-tarpit",
    })
}

/// The glyphs of these terrains.
pub(crate) fn symbols(terrains: impl Iterator<Item = Terrain>) -> Vec<Symbol> {
    let mut wanted: Vec<Terrain> = terrains.collect();
    wanted.sort_unstable();
    wanted.dedup();
    Terrain::ALL.iter().filter(|t| wanted.contains(t)).filter_map(|&t| symbol(t)).collect()
}

fn symbol(terrain: Terrain) -> Option<Symbol> {
    let name = glyph(terrain)?;
    let filled = |path: &str| Symbol::silhouette(name, path);
    let drawn = |path: &str, width: f64| {
        Symbol::new(name, [Node::path(Path::from_data(path)).stroke(inks::DARK, width).round()])
    };
    Some(match terrain {
        Terrain::Plains => return None,
        Terrain::Tower => filled("M24 92V42H14V12H30V26H42V12H58V26H70V12H86V42H76V92H61V66H39V92Z"),
        Terrain::Brambles => drawn(
            "M12 84C20 40 46 24 58 40C68 56 44 66 42 48C40 26 72 16 90 22M24 58l-12 -8M34 42l-6 -14M60 62l12 10M66 26l-2 -14M20 84C50 60 70 92 88 66M50 74l-4 14M72 78l8 12",
            6.0,
        ),
        Terrain::Sand => {
            let dots = [
                (20.0, 30.0),
                (48.0, 20.0),
                (76.0, 32.0),
                (34.0, 50.0),
                (62.0, 52.0),
                (20.0, 72.0),
                (50.0, 80.0),
                (78.0, 72.0),
            ];
            Symbol::new(name, dots.map(|(x, y)| Node::circle(Point::new(x, y), 6.5).fill(inks::DARK)))
        }
        Terrain::Tree => filled("M50 6L76 42H64L86 76H56V94H44V76H14L36 42H24Z"),
        Terrain::Bog => drawn(
            "M30 78V40M50 78V22M70 78V46M30 40V30M50 22V12M70 46V36M10 84q10 -9 20 0t20 0t20 0t20 0M38 58l-8 -10M62 62l8 -10",
            6.0,
        ),
        Terrain::Volcano => {
            filled("M6 92L36 42L44 50L52 40L62 48L66 42L94 92ZM46 34C34 24 52 20 42 4C62 10 70 22 58 34Z")
        }
        Terrain::Drift => drawn(
            "M50 10V90M15 30L85 70M15 70L85 30M50 26l-10 -10M50 26l10 -10M50 74l-10 10M50 74l10 10M29 38l-13 3M29 38l-3 -13M71 62l13 -3M71 62l3 13M29 62l-13 -3M29 62l-3 13M71 38l13 3M71 38l3 -13",
            5.5,
        ),
        Terrain::Lake => drawn(
            "M10 34q10 -12 20 0t20 0t20 0t20 0M10 54q10 -12 20 0t20 0t20 0t20 0M10 74q10 -12 20 0t20 0t20 0t20 0",
            6.5,
        ),
        Terrain::Stone => filled("M18 92V44L24 38H36V92ZM64 92V38H76L82 44V92ZM8 32L16 14H82L94 24V32Z"),
        Terrain::Spring => filled(
            "M50 6C70 38 80 52 80 66A30 30 0 0 1 20 66C20 52 30 38 50 6ZM36 66A14 14 0 0 0 50 80V74A8 8 0 0 1 42 66Z",
        ),
        Terrain::TarPit => filled(
            "M8 66C8 48 32 42 48 46C66 38 94 48 92 66C90 84 66 88 48 86C28 90 8 84 8 66ZM30 34a9 9 0 1 0 .1 0ZM56 16a7 7 0 1 0 .1 0ZM72 30a5 5 0 1 0 .1 0Z",
        ),
    })
}
