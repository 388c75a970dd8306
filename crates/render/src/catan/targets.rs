//! Invisible areas that pointers, keyboards and screen readers find: one for every hex, every land
//! corner and every land side. They lie above everything, corners in front of sides in front of hexes.

use super::board::{Options, Sea};
use super::drawing::{Drawing, Number};
use super::{SIDE, shapes};
use crate::Node;
use hexwright_catan::Terrain;
use hexwright_core::{HexId, Layout, SideId};

/// What is said of a hex.
pub(crate) fn hex_label(drawing: &Drawing<'_>, hex: HexId) -> String {
    let (row, column) = drawing.grid.place(hex);
    let name = drawing.face(hex).name();
    match drawing.number(hex) {
        Number::None => format!("{name}, row {row} column {column}"),
        Number::Open => format!("{name}, number not drawn yet, row {row} column {column}"),
        Number::Roll(n) => format!("{name}, {n}, row {row} column {column}"),
    }
}

/// All targets in one group.
pub(crate) fn targets(drawing: &Drawing<'_>, layout: Layout, options: &Options) -> Node {
    use super::drawing::Face;
    let board = drawing.grid.topology();
    let placed = options.shapes > 0;
    let hexes = board.hex_ids().filter(|&h| drawing.face(h) != Face::Drawn(Terrain::Void)).map(|h| {
        let centre = layout.centre(board.hex(h));
        let node = Node::polygon(layout.outline(board.hex(h)).map(|p| centre.towards(p, 0.98)))
            .id(format!("hex-{h}"))
            .data("hex", h)
            .label(hex_label(drawing, h));
        if placed { shapes::on_hex(node, drawing, layout, h) } else { node }
    });
    // ships lie on sides of the open sea
    let is_used = |s: SideId| drawing.is_land_side(s) || options.sea == Sea::Whole && placed;
    let sides = board.side_ids().filter(|&s| is_used(s)).map(|s| {
        let [a, b] = layout.side(board.side(s));
        let (a, b) = (a.towards(b, 0.2), b.towards(a, 0.2));
        let (dx, dy) = ((b.x - a.x) * 0.22, (b.y - a.y) * 0.22);
        let corner = |p: hexwright_core::Point, sign: f64| {
            hexwright_core::Point::new(p.x - dy * sign, p.y + dx * sign)
        };
        let [from, to] = board.side_corners(s);
        let node = Node::polygon([corner(a, 1.0), corner(b, 1.0), corner(b, -1.0), corner(a, -1.0)])
            .id(format!("side-{s}"))
            .data("side", s)
            .label(format!("side {s} between corners {from} and {to}"));
        if placed { shapes::on_side(node, drawing, layout, s) } else { node }
    });
    let corners = drawing.land_corners().map(|c| {
        let at = layout.corner(board.corner(c));
        let node = Node::circle(at, SIDE * 0.22)
            .id(format!("corner-{c}"))
            .data("corner", c)
            .label(format!("corner {c}, {} pips", drawing.corner_pips(c)));
        if placed { shapes::on_corner(node, at) } else { node }
    });
    let layer = |name: &str, nodes: Vec<Node>| Node::group(nodes).class(name);
    Node::group([
        layer("hexes", hexes.collect()),
        layer("sides", sides.collect()),
        layer("corners", corners.collect()),
    ])
    .class("targets")
    .target()
}
