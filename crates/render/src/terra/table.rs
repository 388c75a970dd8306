//! The map for a page that puts terrain and pieces on it itself. The picture is sent once, and with each state
//! only what stands where. Shapes are drawn around the origin under ids (`ground-Blue`, `piece-TP-Red`,
//! `bridge-Red`, `town`); every hex has a target that says where its middle is (`data-at`).

use super::map::{BRIDGE, BRIDGE_REACH, SIDE};
use super::{buildings::building, inks, names};
use crate::svg::number;
use crate::{Node, Scene, Theme, ViewBox, palette};
use hexwright_core::{HexId, Layout, Orientation, Point};
use hexwright_terra::{Board, Building, Terra, Terrain};

/// Terrains that a hex or the pieces of a faction can have.
const GROUNDS: [Terrain; 9] = [
    Terrain::Yellow,
    Terrain::Brown,
    Terrain::Black,
    Terrain::Blue,
    Terrain::Green,
    Terrain::Gray,
    Terrain::Red,
    Terrain::Ice,
    Terrain::Volcano,
];

/// The map of a game without terrain and pieces, with the shapes of both.
#[must_use]
pub fn table_scene(game: &Terra) -> Scene {
    let board = game.board();
    let layout = Layout::new(Orientation::Pointy, SIDE);
    let view = ViewBox::around(board.ids().flat_map(|id| layout.outline(board.hex(id)))).grown(5.0);
    let mut scene = Scene::new("Map", view);
    (scene.background, scene.theme) = (None, Theme::Page);
    scene.add_hatches(inks::hatches());
    scene.shapes = shapes(layout);
    let rivers = board.ids().filter(|&id| !board.is_land(id)).map(|id| river(board, layout, id));
    scene.push(Node::group(rivers).class("rivers"));
    for layer in ["grounds", "towns", "bridges", "pieces"] {
        scene.push(Node::group([]).class(layer));
    }
    scene.push(Node::group(board.ids().map(|id| target(board, layout, id))).class("targets"));
    scene
}

fn shapes(layout: Layout) -> Vec<Node> {
    let middle = Point::new(0.0, 0.0);
    let centre = layout.centre(hexwright_core::Hex::new(0, 0));
    let around = layout.outline(hexwright_core::Hex::new(0, 0));
    let outline = |share: f64| {
        let moved = around.map(|p| Point::new((p.x - centre.x) * share, (p.y - centre.y) * share));
        Node::polygon(moved)
    };
    let mut shapes = vec![
        Node::group([
            outline(0.94).stroke(palette::BLACK, 4.6).round(),
            outline(0.94).stroke(inks::TOWN, 2.4).round(),
        ])
        .id("town"),
    ];
    for terrain in GROUNDS {
        let ink = inks::ground(terrain);
        let letter = Node::centred_text(Point::new(0.0, -SIDE * 0.58), 11.0, names::letter(terrain));
        shapes.push(
            Node::group([
                outline(0.985).fill(ink).stroke(palette::PAPER, 1.2),
                outline(0.985).hatch(inks::hatch_name(terrain)),
                letter.bold().fill(inks::mark_on(ink)),
            ])
            .id(format!("ground-{terrain}")),
        );
        for kind in Building::ALL {
            let piece = Node::group([building(kind, ink, middle, 1.15)]);
            shapes.push(piece.id(format!("piece-{kind}-{terrain}")));
        }
        let (from, to) = (Point::new(-BRIDGE_REACH, 0.0), Point::new(BRIDGE_REACH, 0.0));
        let bridge = Node::group([
            Node::line(from, to).stroke(palette::BLACK, BRIDGE).round(),
            Node::line(from, to).stroke(inks::PLANK, 10.0).round(),
            Node::line(from, to).stroke(ink, 5.0).dash([4.0, 2.5]),
        ]);
        shapes.push(bridge.id(format!("bridge-{terrain}")));
    }
    shapes
}

fn river(board: &Board, layout: Layout, id: HexId) -> Node {
    let outline = || Node::polygon(layout.outline(board.hex(id)));
    Node::group([
        outline().fill(inks::RIVER).stroke(inks::RIVER, 1.0),
        outline().hatch(inks::hatch_name(Terrain::River)),
    ])
}

/// What a pointer finds: the outline of the hex.
fn target(board: &Board, layout: Layout, id: HexId) -> Node {
    let centre = layout.centre(board.hex(id));
    let name = board.name(id);
    Node::polygon(layout.outline(board.hex(id)).map(|p| centre.towards(p, 0.96)))
        .data("hex", id.0)
        .data("name", name)
        .data("at", format!("{},{}", number(centre.x), number(centre.y)))
        .label(name)
        .target()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexwright_terra::{Faction, Setup};

    #[test]
    fn a_page_finds_every_hex_and_every_shape() {
        let game = Terra::new(Setup::new(&[Faction::Witches, Faction::Nomads])).unwrap();
        let svg = table_scene(&game).to_svg();
        for id in game.board().ids() {
            assert!(svg.contains(&format!("data-hex=\"{}\"", id.0)), "{id:?}");
        }
        for part in ["ground-Volcano", "piece-SA-Ice", "bridge-Red", "town"] {
            assert!(svg.contains(&format!("id=\"{part}\"")), "{part}");
        }
        assert!(svg.contains("class=\"pieces\"") && svg.contains("class=\"grounds\""));
        assert!(svg.len() < 90_000, "{} bytes", svg.len());
    }
}
