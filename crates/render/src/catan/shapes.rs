//! Pieces for a page that puts them on the board itself: a table's board is sent once, and with each
//! state only the places of pieces. So every shape is drawn around the origin under an id
//! (`piece-city-0`, `piece-road-2-1`), and every target says where a piece on it stands (`data-at`, for
//! sides also `data-way`: which of the three directions a side can have).

use super::SIDE;
use super::drawing::Drawing;
use super::pieces::{anchorage, bridge, city, pirate, road, robber, settlement, ship, wall};
use crate::Node;
use crate::svg::number;
use hexwright_core::{HexId, Layout, Point, SideId};

/// Half a side in each of the three directions.
const HALVES: [(f64, f64); 3] =
    [(0.0, 0.5), (0.433_012_701_892_219_3, 0.25), (0.433_012_701_892_219_3, -0.25)];

/// Every shape of every seat.
pub(crate) fn shapes(seats: u8) -> Vec<Node> {
    let here = Point::new(0.0, 0.0);
    let mut shapes = vec![robber(here).id("piece-robber"), pirate(here).id("piece-pirate")];
    for seat in 0..seats {
        for (way, (x, y)) in HALVES.iter().enumerate() {
            let (a, b) = (Point::new(-x * SIDE, -y * SIDE), Point::new(x * SIDE, y * SIDE));
            shapes.push(road(a, b, seat).id(format!("piece-road-{seat}-{way}")));
            shapes.push(bridge(a, b, seat).id(format!("piece-bridge-{seat}-{way}")));
            shapes.push(ship(a, b, seat).id(format!("piece-ship-{seat}-{way}")));
        }
        shapes.push(settlement(here, seat).id(format!("piece-settlement-{seat}")));
        shapes.push(city(here, seat).id(format!("piece-city-{seat}")));
        shapes.push(wall(here, seat).id(format!("piece-wall-{seat}")));
    }
    shapes
}

fn at(point: Point) -> String {
    format!("{},{}", number(point.x), number(point.y))
}

/// Where a building on a corner stands.
pub(crate) fn on_corner(node: Node, point: Point) -> Node {
    node.data("at", at(point))
}

/// Where a road or ship on a side lies, and how it is turned.
pub(crate) fn on_side(node: Node, drawing: &Drawing<'_>, layout: Layout, side: SideId) -> Node {
    let [a, b] = layout.side(drawing.grid.topology().side(side));
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let way = if dx.abs() < 1.0 { 0 } else { 1 + u8::from(dx * dy < 0.0) };
    node.data("at", at(a.towards(b, 0.5))).data("way", way)
}

/// Where robber or pirate on a hex stands.
pub(crate) fn on_hex(node: Node, drawing: &Drawing<'_>, layout: Layout, hex: HexId) -> Node {
    let centre = layout.centre(drawing.grid.hex(hex));
    let land = Point::new(centre.x - 22.0, centre.y + 8.0);
    node.data("at", at(if drawing.is_land(hex) { land } else { anchorage(drawing, layout, hex) }))
}
