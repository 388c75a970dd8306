//! Invisible areas that pointers, keyboards and screen readers find: one for every hex, every land
//! corner and every land side. They lie above everything, corners in front of sides in front of hexes.

use super::board::{Options, Sea};
use super::drawing::{Drawing, HexFace, Number, Rate};
use super::{SIDE, shapes};
use crate::Node;
use hexwright_catan::Terrain;
use hexwright_core::{CornerId, HexId, Layout, SideId};

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

/// What a hex gives and on which roll, as in `wheat 9`; its name if it gives nothing.
fn ground(drawing: &Drawing<'_>, hex: HexId) -> String {
    let face = drawing.face(hex);
    let name = match face {
        HexFace::Drawn(Terrain::Land(resource)) => resource.name(),
        _ => face.name(),
    };
    match drawing.number(hex) {
        Number::Roll(n) => format!("{name} {n}"),
        _ => name.to_owned(),
    }
}

/// The grounds of some hexes, for pages that say them in their own language: `wheat 9,ore 5,desert`.
fn grounds<'a>(drawing: &Drawing<'_>, hexes: impl IntoIterator<Item = &'a HexId>) -> String {
    hexes.into_iter().map(|&hex| ground(drawing, hex)).collect::<Vec<_>>().join(",")
}

/// What a page needs to say of a corner: grounds, pips, harbour.
fn about_corner(node: Node, drawing: &Drawing<'_>, corner: CornerId) -> Node {
    let around = drawing.grid.topology().corner_hexes(corner);
    let land = around.iter().flatten().filter(|&&hex| drawing.is_land(hex));
    let node = node.data("ground", grounds(drawing, land)).data("pips", drawing.corner_pips(corner));
    match drawing.harbours.iter().find(|(corners, _)| corners.contains(&corner)) {
        Some((_, Rate::Two(resource))) => node.data("harbour", resource.name()),
        Some(_) => node.data("harbour", "any"),
        None => node,
    }
}

/// All targets in one group.
pub(crate) fn targets(drawing: &Drawing<'_>, layout: Layout, options: &Options) -> Node {
    let board = drawing.grid.topology();
    let placed = options.shapes > 0;
    let hexes = board.hex_ids().filter(|&h| drawing.face(h) != HexFace::Drawn(Terrain::Void)).map(|h| {
        let centre = layout.centre(board.hex(h));
        let node = Node::polygon(layout.outline(board.hex(h)).map(|p| centre.towards(p, 0.98)))
            .id(format!("hex-{h}"))
            .data("hex", h)
            .label(hex_label(drawing, h));
        if placed {
            shapes::on_hex(node, drawing, layout, h).data("ground", ground(drawing, h))
        } else {
            node
        }
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
        if !placed {
            return node;
        }
        let beside = grounds(drawing, board.side_hexes(s).iter().flatten());
        shapes::on_side(node, drawing, layout, s).data("ground", beside)
    });
    let corners = drawing.land_corners().map(|c| {
        let at = layout.corner(board.corner(c));
        let node = Node::circle(at, SIDE * 0.22)
            .id(format!("corner-{c}"))
            .data("corner", c)
            .label(format!("corner {c}, {} pips", drawing.corner_pips(c)));
        if placed { about_corner(shapes::on_corner(node, at), drawing, c) } else { node }
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
