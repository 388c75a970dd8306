//! Hexsides, drawn inside the hex that owns them.

use super::inks;
use crate::{Node, Path};
use hexwright_core::Point;
use hexwright_titan::Hexside;

/// The strip inside one side of a hex: `t` runs along the side from 0 to 1, `depth` inwards.
#[derive(Clone, Copy)]
pub(crate) struct Strip {
    from: Point,
    along: Point,
    inwards: Point,
}

impl Strip {
    /// The strip inside the side from `from` to `to` of the hex around `centre`.
    pub(crate) fn new(from: Point, to: Point, centre: Point) -> Self {
        let along = Point::new(to.x - from.x, to.y - from.y);
        let middle = from.towards(to, 0.5);
        let (dx, dy) = (centre.x - middle.x, centre.y - middle.y);
        let length = dx.hypot(dy).max(1e-9);
        Self { from, along, inwards: Point::new(dx / length, dy / length) }
    }

    fn at(self, t: f64, depth: f64) -> Point {
        Point::new(
            self.from.x + self.along.x * t + self.inwards.x * depth,
            self.from.y + self.along.y * t + self.inwards.y * depth,
        )
    }
}

/// A hexside as one group.
pub(crate) fn draw(kind: Hexside, strip: Strip) -> Node {
    let nodes = match kind {
        Hexside::Cliff => cliff(strip),
        Hexside::Slope => slope(strip),
        Hexside::Dune => dune(strip),
        Hexside::Wall => wall(strip),
        Hexside::River => river(strip),
    };
    Node::group(nodes).class("hexside")
}

/// A thick edge above, teeth pointing down to the neighbour.
fn cliff(strip: Strip) -> Vec<Node> {
    const TEETH: u8 = 5;
    let step = 0.74 / f64::from(TEETH);
    let teeth = (0..TEETH).map(|i| {
        let t = 0.13 + step * f64::from(i);
        let tooth = [strip.at(t, 9.0), strip.at(t + step, 9.0), strip.at(t + step / 2.0, 1.6)];
        Node::polygon(tooth).fill(inks::DARK)
    });
    let edge = Node::line(strip.at(0.13, 9.6), strip.at(0.87, 9.6)).stroke(inks::DARK, 2.6);
    teeth.chain([edge]).collect()
}

/// Strokes that run down to the neighbour, long and short in turn.
fn slope(strip: Strip) -> Vec<Node> {
    (0..9u8)
        .map(|i| {
            let t = 0.14 + 0.09 * f64::from(i);
            let top = if i % 2 == 0 { 11.0 } else { 7.5 };
            Node::line(strip.at(t, 1.8), strip.at(t, top)).stroke(inks::SLOPE, 2.0)
        })
        .collect()
}

/// Rounded crests.
fn dune(strip: Strip) -> Vec<Node> {
    const CRESTS: u8 = 4;
    let step = 0.74 / f64::from(CRESTS);
    let mut path = Path::new().move_to(strip.at(0.13, 2.2));
    for i in 0..CRESTS {
        let t = 0.13 + step * f64::from(i);
        path = path.cubic_to(strip.at(t, 13.0), strip.at(t + step, 13.0), strip.at(t + step, 2.2));
    }
    vec![Node::path(path.close()).fill(inks::SAND).stroke(inks::DUNE, 2.0).round()]
}

/// Battlements.
fn wall(strip: Strip) -> Vec<Node> {
    let band = [strip.at(0.1, 2.0), strip.at(0.9, 2.0), strip.at(0.9, 6.0), strip.at(0.1, 6.0)];
    let merlons = (0..5u8).map(|i| {
        let t = 0.1 + 0.175 * f64::from(i);
        let corners = [strip.at(t, 5.5), strip.at(t + 0.1, 5.5), strip.at(t + 0.1, 11.0), strip.at(t, 11.0)];
        Node::polygon(corners).fill(inks::WALL)
    });
    std::iter::once(Node::polygon(band).fill(inks::WALL)).chain(merlons).collect()
}

/// Two waves.
fn river(strip: Strip) -> Vec<Node> {
    let wave = |depth: f64| {
        let mut path = Path::new().move_to(strip.at(0.1, depth));
        for i in 0..4u8 {
            let t = 0.1 + 0.2 * f64::from(i);
            let bend = if i % 2 == 0 { 4.5 } else { -4.5 };
            path = path.quad_to(strip.at(t + 0.1, depth + bend), strip.at(t + 0.2, depth));
        }
        Node::path(path).stroke(inks::RIVER, 2.2).round()
    };
    vec![wave(4.2), wave(8.8)]
}
