//! Harbours: a sign in the water and a pier to each of the two corners.

use super::drawing::{Drawing, Rate};
use super::inks::{OPEN_DARK, PIER, PLANK, TOKEN, TOKEN_EDGE, TOKEN_TEXT};
use super::{SIDE, terrain};
use crate::Node;
use hexwright_core::{CornerId, Layout, Point};

/// Radius of a sign.
const SIGN: f64 = 15.0;

/// The harbour with this number in its map.
pub(crate) fn harbour(
    drawing: &Drawing<'_>,
    layout: Layout,
    index: usize,
    corners: [CornerId; 2],
    rate: Rate,
) -> Node {
    let board = drawing.grid.topology();
    let ends = corners.map(|c| layout.corner(board.corner(c)));
    let middle = ends[0].towards(ends[1], 0.5);
    let sign = match seaward(drawing, layout, corners, middle) {
        Some(water) => middle.towards(water, 0.48),
        None => middle,
    };
    let pier = |end: Point| {
        let (foot, head) = (end.towards(sign, 0.08), end.towards(sign, 0.72));
        Node::group([
            Node::line(foot, head).stroke(PIER, 6.5),
            Node::line(foot, head).stroke(PLANK, 4.5).dash([2.4, 1.1]),
        ])
    };
    let mut nodes =
        vec![pier(ends[0]), pier(ends[1]), Node::circle(sign, SIGN).fill(TOKEN).stroke(TOKEN_EDGE, 1.2)];
    let at = |dy: f64| Point::new(sign.x, sign.y + dy);
    match rate {
        Rate::Two(resource) => {
            nodes.push(Node::circle(at(-4.0), 8.6).fill(terrain::resource_ink(resource)));
            nodes.push(Node::symbol(terrain::resource_name(resource), at(-4.3), 13.0));
            nodes.push(Node::centred_text(at(9.2), 7.6, rate.ratio()).bold().fill(TOKEN_TEXT));
        }
        Rate::Three => nodes.push(Node::centred_text(at(0.0), 11.5, rate.ratio()).bold().fill(TOKEN_TEXT)),
        Rate::Open => nodes.push(Node::centred_text(at(0.0), 15.0, rate.ratio()).bold().fill(OPEN_DARK)),
    }
    Node::group(nodes)
        .id(format!("harbour-{index}"))
        .class("harbour")
        .data("harbour", index)
        .data("corners", format!("{} {}", corners[0], corners[1]))
        .label(format!("{} at corners {} and {}", rate.words(), corners[0], corners[1]))
}

/// The middle of the water beside a side: of its water hex, or of the place outside the grid.
/// `None` if land lies on both sides.
fn seaward(drawing: &Drawing<'_>, layout: Layout, corners: [CornerId; 2], middle: Point) -> Option<Point> {
    let board = drawing.grid.topology();
    let side = board.side_between(corners[0], corners[1])?;
    let hexes = board.side(side).hexes();
    let water = hexes.into_iter().find(|&h| !board.hex_id(h).is_some_and(|id| drawing.is_land(id)))?;
    let centre = layout.centre(water);
    // The centre of the neighbour is one inner radius away, whatever the direction.
    debug_assert!((centre.x - middle.x).hypot(centre.y - middle.y) < SIDE);
    Some(centre)
}
