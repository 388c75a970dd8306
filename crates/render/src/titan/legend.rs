//! What the signs on battlelands mean: only those that occur on them.

use super::board::Colours;
use super::sides::{Strip, draw};
use super::{SIDE, inks, terrain};
use crate::{Node, palette};
use hexwright_core::{Key, Point};
use hexwright_titan::{Battleland, Hexside, Terrain};

/// Width of the legend.
pub(crate) const WIDTH: f64 = 236.0;

const ROW: f64 = 33.0;

/// The legend with its upper left corner at `at`, and its height.
pub(crate) fn legend(lands: &[&Battleland], colours: Colours, at: Point) -> (Node, f64) {
    let cells = || lands.iter().flat_map(|land| land.cells().map(|(_, cell)| cell));
    let mut rows: Vec<(Node, &str, String)> = Vec::new();
    let middle = |row: usize| Point::new(at.x + 20.0, at.y + ROW * (row as f64 + 0.5));
    for &kind in Terrain::ALL {
        if cells().any(|c| c.terrain() == kind) {
            let centre = middle(rows.len());
            let mut nodes = vec![
                Node::polygon(hexagon(centre, 14.0))
                    .fill(terrain::ink(kind, colours))
                    .stroke(inks::GRID, 0.8),
            ];
            nodes.extend(terrain::glyph(kind).map(|g| Node::symbol(g, centre, 15.0).fill(inks::DARK)));
            rows.push((Node::group(nodes), kind.name(), kind.effect().to_owned()));
        }
    }
    for &kind in Hexside::ALL {
        if cells().any(|c| c.sides().any(|(_, s)| s == kind)) {
            let centre = middle(rows.len());
            let (left, right) =
                (Point::new(centre.x - 16.0, centre.y + 6.0), Point::new(centre.x + 16.0, centre.y + 6.0));
            let strip = Strip::new(left, right, Point::new(centre.x, centre.y - SIDE));
            rows.push((draw(kind, strip), side_name(kind), kind.effect().to_owned()));
        }
    }
    if lands.iter().any(|land| land.start_list().is_some()) {
        let centre = middle(rows.len());
        let ring = Node::polygon(hexagon(centre, 13.0)).stroke(inks::START, 2.2).dash([5.0, 3.0]);
        rows.push((ring, "Start", "the defender starts here".to_owned()));
    }
    let height = ROW * rows.len() as f64;
    let nodes = rows.into_iter().enumerate().map(|(row, (sign, name, effect))| {
        let left = Point::new(at.x + 44.0, middle(row).y);
        Node::group([
            sign,
            Node::text(Point::new(left.x, left.y - 2.0), 12.5, name).fill(palette::TEXT).bold(),
            Node::text(Point::new(left.x, left.y + 11.5), 10.5, effect).fill(palette::QUIET),
        ])
    });
    (Node::group(nodes).class("legend"), height)
}

const fn side_name(kind: Hexside) -> &'static str {
    match kind {
        Hexside::Dune => "Dune",
        Hexside::Cliff => "Cliff",
        Hexside::Slope => "Slope",
        Hexside::Wall => "Wall",
        Hexside::River => "River",
    }
}

fn hexagon(centre: Point, size: f64) -> [Point; 6] {
    std::array::from_fn(|i| {
        let turn = std::f64::consts::FRAC_PI_3 * i as f64;
        Point::new(centre.x + size * turn.cos(), centre.y + size * turn.sin())
    })
}
