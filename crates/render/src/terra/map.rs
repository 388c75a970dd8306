//! The hex map: terrain, rivers, bridges, buildings, towns.

use super::{buildings::building, inks, names};
use crate::{Node, Scene, ViewBox, palette};
use hexwright_core::{HexId, Layout, Orientation, Point};
use hexwright_terra::{Position, Terra, Terrain};

/// Length of a hex side.
pub(super) const SIDE: f64 = 40.0;
/// Where a bridge begins, as a share of its way: behind the name of the hex, on the tip that meets the river.
const BANK: f64 = 0.31;
/// How wide a bridge is with its edge.
pub(super) const BRIDGE: f64 = 13.0;
/// Half the length of a bridge: its ends are three sides apart.
pub(super) const BRIDGE_REACH: f64 = 3.0 * SIDE * (0.5 - BANK);
/// How far above and below the middle of a hex its words stand, and how large they are.
const ABOVE: f64 = SIDE * 0.58;
const BELOW: f64 = SIDE * 0.61;
const WORDS: f64 = 10.0;
/// Half the height of a word's patch, in sizes of its letters.
const PLATE: f64 = 0.58;

pub(super) fn scene(game: &Terra, position: &Position) -> Scene {
    let board = game.board();
    let layout = Layout::new(Orientation::Pointy, SIDE);
    let view = ViewBox::around(board.ids().flat_map(|id| layout.outline(board.hex(id)))).grown(5.0);
    let mut scene = Scene::new("map", view);
    scene.background = None;
    scene.add_hatches(inks::hatches());
    let draw = Draw { game, position, layout };
    let (land, river): (Vec<HexId>, Vec<HexId>) = board.ids().partition(|&id| board.is_land(id));
    scene.push(Node::group(river.iter().map(|&id| draw.river(id))).class("rivers"));
    scene.push(Node::group(land.iter().map(|&id| draw.land(id))).class("land"));
    scene.push(Node::group(land.iter().filter_map(|&id| draw.town_ring(id))).class("towns"));
    scene.push(
        Node::group(position.bridges().map(|(seat, site)| draw.bridge(seat, site.0, site.1)))
            .class("bridges"),
    );
    scene.push(Node::group(land.iter().filter_map(|&id| draw.building(id))).class("buildings"));
    scene
}

struct Draw<'a> {
    game: &'a Terra,
    position: &'a Position,
    layout: Layout,
}

impl Draw<'_> {
    fn centre(&self, id: HexId) -> Point {
        self.layout.centre(self.game.board().hex(id))
    }

    fn outline(&self, id: HexId, share: f64) -> Vec<Point> {
        let centre = self.centre(id);
        self.layout.outline(self.game.board().hex(id)).iter().map(|&p| centre.towards(p, share)).collect()
    }

    fn river(&self, id: HexId) -> Node {
        let linked = self.position.players.iter().any(|p| p.river_town.contains(id.index()));
        let name = self.game.board().name(id);
        let mut nodes = vec![
            Node::polygon(self.outline(id, 1.0)).fill(inks::RIVER).stroke(inks::RIVER, 1.0),
            Node::polygon(self.outline(id, 1.0)).hatch(inks::hatch_name(Terrain::River)),
        ];
        if linked {
            let centre = self.centre(id);
            nodes.push(Node::circle(centre, 9.0).fill(palette::WHITE).stroke(palette::BLACK, 1.5));
            nodes.push(Node::centred_text(centre, 9.0, "link").fill(palette::BLACK));
        }
        Node::group(nodes).class("river").data("hex", name).tooltip(format!("{name}: river"))
    }

    fn land(&self, id: HexId) -> Node {
        let terrain = self.position.terrain(id);
        let board = self.game.board();
        let ink = inks::ground(terrain);
        let centre = self.centre(id);
        let name = board.name(id);
        let mark = inks::mark_on(ink);
        let mut nodes = vec![
            Node::polygon(self.outline(id, 0.985)).fill(ink).stroke(palette::PAPER, 1.2),
            Node::polygon(self.outline(id, 0.985)).hatch(inks::hatch_name(terrain)),
        ];
        let place = self.position.building(id);
        let top = match place {
            Some(place) => names::faction(self.position.player(place.seat).faction),
            None => names::letter(terrain),
        };
        let size = if place.is_some() { WORDS } else { 13.0 };
        nodes.push(plate(Point::new(centre.x, centre.y - ABOVE), top, size, ink, mark));
        nodes.push(plate(Point::new(centre.x, centre.y + BELOW), name, WORDS, ink, mark));
        if place.is_none() && terrain != board.printed(id) {
            // A small spade's cut: this hex was transformed and waits for a dwelling.
            nodes.push(Node::circle(centre, 5.0).stroke(mark, 1.4).dash([2.5, 2.0]));
        }
        let mut words = format!("{name}: {terrain}");
        if let Some(place) = place {
            let owner = self.position.player(place.seat).faction.display();
            words = format!("{words}, {} of the {owner}", place.building);
        }
        Node::group(nodes).class("hex").id(format!("hex-{name}")).data("hex", name).tooltip(words)
    }

    /// Hexes of towns have a white ring with a dark edge.
    fn town_ring(&self, id: HexId) -> Option<Node> {
        let place = self.position.building(id)?;
        let member = self.position.player(place.seat).in_town.contains(id.index());
        member.then(|| {
            Node::group([
                Node::polygon(self.outline(id, 0.94)).stroke(palette::BLACK, 4.6).round(),
                Node::polygon(self.outline(id, 0.94)).stroke(inks::TOWN, 2.4).round(),
            ])
            .class("town")
        })
    }

    fn bridge(&self, seat: hexwright_core::Seat, a: HexId, b: HexId) -> Node {
        let (from, to) = (self.centre(a), self.centre(b));
        let (from, to) = (from.towards(to, BANK), to.towards(from, BANK));
        let ink = inks::pieces(self.position.player(seat));
        Node::group([
            Node::line(from, to).stroke(palette::BLACK, BRIDGE).round(),
            Node::line(from, to).stroke(inks::PLANK, 10.0).round(),
            Node::line(from, to).stroke(ink, 5.0).dash([4.0, 2.5]),
        ])
        .class("bridge")
    }

    fn building(&self, id: HexId) -> Option<Node> {
        let place = self.position.building(id)?;
        let ink = inks::pieces(self.position.player(place.seat));
        Some(building(place.building, ink, self.centre(id), 1.15))
    }
}

/// A word on a soft patch of the terrain's own colour, so that the hatch does not cross the letters.
fn plate(centre: Point, word: &str, size: f64, ink: crate::Ink, mark: crate::Ink) -> Node {
    let width = size * (0.62 * word.chars().count() as f64 + 0.5);
    let corner = Point::new(centre.x - width / 2.0, centre.y - size * PLATE);
    Node::group([
        Node::round_rect(corner, width, size * 2.0 * PLATE, size * 0.4).fill(ink).opacity(0.8),
        Node::centred_text(centre, size, word).bold().fill(mark),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bridge_ends_short_of_the_words_of_its_hexes() {
        // the worst one runs straight up or down, through both words: three sides from middle to middle
        let nearest = BANK * 3.0 * SIDE - BRIDGE / 2.0;
        let furthest = ABOVE.max(BELOW) + WORDS * PLATE;
        assert!(nearest > furthest, "the bridge comes to {nearest}, the words go to {furthest}");
        // and begins on its hex: the tip is one side away
        assert!(nearest < SIDE - 5.0);
    }
}
