//! Terrains: an ink, a hatch and a glyph each. The glyph of a terrain is also the sign of its resource.

use super::drawing::HexFace;
use super::inks::*;
use crate::{Hatch, Ink, Node, Path, Symbol, palette};
use hexwright_catan::{Resource, Terrain};
use hexwright_core::Point;

/// The name of a terrain's hatch and symbol.
pub(crate) fn name(face: HexFace) -> &'static str {
    match face {
        HexFace::Open => "open",
        HexFace::Drawn(Terrain::Water | Terrain::Void) => "sea",
        HexFace::Drawn(Terrain::Desert) => "desert",
        HexFace::Drawn(Terrain::Gold) => "gold",
        HexFace::Drawn(Terrain::Land(resource)) => resource_name(resource),
    }
}

/// The name of a resource's hatch and symbol: that of its terrain.
pub(crate) fn resource_name(resource: Resource) -> &'static str {
    ["hill", "forest", "pasture", "field", "mountain"][resource as usize]
}

/// The ground colour.
pub(crate) fn ink(face: HexFace) -> Ink {
    match face {
        HexFace::Open => OPEN,
        HexFace::Drawn(Terrain::Water | Terrain::Void) => SEA,
        HexFace::Drawn(Terrain::Desert) => DESERT,
        HexFace::Drawn(Terrain::Gold) => GOLD,
        HexFace::Drawn(Terrain::Land(resource)) => resource_ink(resource),
    }
}

/// The ground colour of a resource's terrain.
pub(crate) fn resource_ink(resource: Resource) -> Ink {
    [HILL, FOREST, PASTURE, FIELD, MOUNTAIN][resource as usize]
}

/// All hatches.
pub(crate) fn hatches() -> Vec<Hatch> {
    vec![
        Hatch::tile(
            "sea",
            WAVE,
            (26.0, 15.0),
            "M2 4q3 -3 6 0t6 0M15 11.5q3 -3 6 0t6 0M-11 11.5q3 -3 6 0t6 0",
            0.9,
        )
        .opacity(0.55),
        // Bricks in running bond.
        Hatch::tile("hill", HILL_DARK, (12.0, 9.0), "M0 0.5H12M0 5H12M3 0.5V5M9 5V9.5", 0.8).opacity(0.42),
        // Tree tops.
        Hatch::tile(
            "forest",
            FOREST_DARK,
            (10.0, 12.0),
            "M1 5L3.5 1L6 5M6 11L8.5 7L11 11M-4 11L-1.5 7L1 11",
            1.0,
        )
        .opacity(0.5),
        // Tufts of grass.
        Hatch::tile(
            "pasture",
            PASTURE_DARK,
            (14.0, 12.0),
            "M2 4l1.2 -3M3.2 4v-3.4M4.4 4l-1.2 -3M9 10l1.2 -3M10.2 10v-3.4M11.4 10l-1.2 -3",
            0.7,
        )
        .opacity(0.5),
        // Furrows.
        Hatch::lines("field", FIELD_DARK, 5.0, 0.9, 30.0).opacity(0.42),
        // Ridges.
        Hatch::tile("mountain", MOUNTAIN_DARK, (12.0, 8.0), "M-1 7L3 2L6 5.5L9 2L13 7", 0.8).opacity(0.45),
        // Grains of sand.
        Hatch::dots("desert", DESERT_DARK, 7.0, 0.6).opacity(0.7),
        // Glitter.
        Hatch::tile("gold", GOLD_DARK, (12.0, 12.0), "M3 1V5M1 3H5M9 7V11M7 9H11", 0.8).opacity(0.5),
        Hatch::lines("open", OPEN_DARK, 7.0, 0.8, -45.0).opacity(0.35),
    ]
}

fn shape(path: &str) -> Node {
    Node::path(Path::from_data(path))
}

fn pine(x: f64, base: f64, h: f64) -> [Node; 3] {
    let (w, y) = (h * 0.34, |part: f64| base - h * part);
    let tiers = [(1.0, 0.52, 0.62), (0.74, 0.28, 0.82), (0.48, 0.1, 1.0)];
    let crown = tiers.iter().map(|&(top, foot, wide)| {
        let p = Path::new().move_to(Point::new(x, y(top)));
        p.line_to(Point::new(x + w * wide, y(foot))).line_to(Point::new(x - w * wide, y(foot))).close()
    });
    let data: String = crown.map(|p| p.data().to_owned()).collect();
    let light: String = tiers
        .iter()
        .map(|&(top, foot, wide)| {
            let p = Path::new().move_to(Point::new(x, y(top)));
            let p = p.line_to(Point::new(x - w * wide, y(foot)));
            p.line_to(Point::new(x - w * wide * 0.35, y(foot))).close().data().to_owned()
        })
        .collect();
    [
        Node::rect(Point::new(x - h * 0.05, y(0.12)), h * 0.1, h * 0.12).fill(FOREST_DARK),
        shape(&data).fill(FOREST_DARK),
        shape(&light).fill(FOREST_LIGHT),
    ]
}

fn brick(x: f64, y: f64) -> [Node; 2] {
    [
        Node::round_rect(Point::new(x, y), 46.0, 25.0, 3.5).fill(HILL_DARK),
        Node::round_rect(Point::new(x + 5.0, y + 4.5), 36.0, 5.5, 2.5).fill(HILL_LIGHT),
    ]
}

fn ear(x: f64, lean: f64, top: f64) -> Vec<Node> {
    let stem = Path::new()
        .move_to(Point::new(50.0 + (x - 50.0) * 0.3, 98.0))
        .quad_to(Point::new(x - lean * 0.2, 70.0), Point::new(x, top));
    let mut nodes = vec![Node::path(stem).stroke(FIELD_DARK, 4.0).round()];
    for row in 0..4 {
        let y = top + 3.0 + f64::from(row) * 10.5;
        for side in [-1.0, 1.0] {
            let foot = Point::new(x, y + 10.0);
            let tip = Point::new(x + side * 10.0 + lean * 0.05, y - 5.0);
            let kernel = Path::new()
                .move_to(foot)
                .quad_to(Point::new(x + side * 13.0, y + 8.0), tip)
                .quad_to(Point::new(x + side * 1.0, y - 1.0), foot)
                .close();
            nodes.push(Node::path(kernel).fill(FIELD_DARK));
        }
    }
    nodes.push(shape(&format!("M{} {top}q-5 -7 0 -15q5 8 0 15Z", crate::svg::number(x))).fill(FIELD_DARK));
    nodes
}

fn ingot(x: f64, y: f64) -> [Node; 2] {
    let at = |dx: f64, dy: f64| Point::new(x + dx, y + dy);
    [
        Node::polygon([at(9.0, 0.0), at(38.0, 0.0), at(47.0, 27.0), at(0.0, 27.0)])
            .fill(GOLD_LIGHT)
            .stroke(GOLD_DARK, 3.5)
            .round(),
        Node::line(at(6.0, 10.0), at(41.0, 10.0)).stroke(GOLD_DARK, 2.5),
    ]
}

fn sheep() -> Vec<Node> {
    let leg = |x| Node::round_rect(Point::new(x, 68.0), 6.0, 22.0, 2.0).fill(palette::BLACK);
    let mut nodes = vec![leg(32.0), leg(43.0), leg(58.0), leg(68.0)];
    let puffs =
        [(32.0, 56.0, 17.0), (50.0, 60.0, 20.0), (66.0, 56.0, 17.0), (40.0, 42.0, 16.0), (58.0, 42.0, 16.0)];
    let circles = |ink: Ink, more: f64| {
        puffs.map(|(x, y, r)| Node::circle(Point::new(x, y), r + more).fill(ink)).into_iter()
    };
    nodes.extend(circles(PASTURE_DARK, 2.5));
    nodes.extend(circles(WOOL, 0.0));
    nodes.push(
        shape("M70 34C70 26 80 22 86 27L95 40C98 46 93 52 87 51L78 50C73 48 70 42 70 34Z")
            .fill(palette::BLACK),
    );
    nodes.push(shape("M73 32C66 27 64 34 67 38C70 41 74 38 73 32Z").fill(palette::BLACK));
    nodes.push(Node::circle(Point::new(83.0, 36.0), 2.4).fill(WOOL));
    nodes
}

/// All terrain glyphs, each in a square of 100.
pub(crate) fn symbols() -> Vec<Symbol> {
    let trees = [pine(24.0, 92.0, 62.0), pine(77.0, 92.0, 66.0), pine(50.0, 98.0, 92.0)];
    let bricks = [brick(2.0, 68.0), brick(52.0, 68.0), brick(27.0, 39.0)];
    let wheat = [ear(24.0, -14.0, 30.0), ear(76.0, 14.0, 30.0), ear(50.0, 0.0, 20.0)];
    let ingots = [ingot(2.0, 66.0), ingot(51.0, 66.0), ingot(26.5, 37.0)];
    let mountain = [
        shape("M36 92L66 34L100 92Z").fill(MOUNTAIN_DARK),
        shape("M66 34L54.5 56L61 52L66 59L71 53L79 56Z").fill(SNOW),
        shape("M0 92L36 14L74 92Z").fill(MOUNTAIN_DARK).stroke(MOUNTAIN, 2.5),
        shape("M36 14L22.5 43L30 38L36 47L42 39L49.5 42Z").fill(SNOW),
    ];
    let cactus = "M44 92V68H36C26 68 22 62 22 54V44C22 36 34 36 34 44V52C34 55 36 56 38 56H44V24C44 12 58 12 58 24V46H62C65 46 66 44 66 42V34C66 26 78 26 78 34V44C78 54 73 58 64 58H58V92Z";
    let desert = [
        shape("M4 96C22 84 36 90 50 92C66 94 80 84 98 94V98H4Z").fill(DESERT_DARK),
        shape(cactus).fill(DESERT_DARK),
        shape("M50 22V86").stroke(DESERT, 2.5).round(),
    ];
    vec![
        Symbol::new("hill", bricks.into_iter().flatten()),
        Symbol::new("forest", trees.into_iter().flatten()),
        Symbol::new("pasture", sheep()),
        Symbol::new("field", wheat.into_iter().flatten()),
        Symbol::new("mountain", mountain),
        Symbol::new("desert", desert),
        Symbol::new("gold", ingots.into_iter().flatten()),
    ]
}
