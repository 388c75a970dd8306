//! What can be laid over a board: corner numbers, corner heat, marks of findings, forbidden corners.

use super::drawing::Drawing;
use super::inks::{COLD, HOT, TOKEN_EDGE, WARM};
use crate::{Node, palette};
use hexwright_core::{CornerId, HexId, Layout, Point, SideId};

/// A place on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Spot {
    /// A hex.
    Hex(HexId),
    /// A corner.
    Corner(CornerId),
    /// A side.
    Side(SideId),
}

/// A place that a finding speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Where.
    pub spot: Spot,
    /// What about it; shown to pointers and screen readers.
    pub words: String,
}

/// The number of every land corner, as the formats count them.
pub(crate) fn labels(drawing: &Drawing<'_>, layout: Layout) -> Node {
    let board = drawing.grid.topology();
    let label = |c: CornerId| {
        let at = layout.corner(board.corner(c));
        Node::group([
            Node::round_rect(Point::new(at.x - 8.0, at.y - 5.0), 16.0, 10.0, 4.0)
                .fill(palette::WHITE)
                .stroke(palette::BLACK, 0.6),
            Node::centred_text(at, 7.6, c.to_string()).bold().fill(palette::BLACK),
        ])
    };
    Node::group(drawing.land_corners().map(label)).class("labels")
}

/// A disc with the pips of every land corner: the more, the larger, the redder.
pub(crate) fn heat(drawing: &Drawing<'_>, layout: Layout) -> Node {
    let board = drawing.grid.topology();
    let disc = |c: CornerId| {
        let pips = drawing.corner_pips(c);
        // 15 is the most three hexes can have; half of it is an ordinary corner.
        let ink = match pips {
            0..=5 => COLD,
            6..=9 => WARM,
            _ => HOT,
        };
        let at = layout.corner(board.corner(c));
        let text = palette::readable_on(ink);
        Node::group([
            Node::circle(at, 5.0 + 0.42 * f64::from(pips.min(15))).fill(ink).stroke(TOKEN_EDGE, 0.8),
            Node::centred_text(at, 8.4, pips.to_string()).bold().fill(text),
        ])
        .tooltip(format!("corner {c}: {pips} pips"))
    };
    Node::group(drawing.land_corners().map(disc)).class("heat")
}

/// Small crosses where nothing may be placed in the setup.
pub(crate) fn forbidden(drawing: &Drawing<'_>, layout: Layout, corners: &[CornerId]) -> Node {
    let board = drawing.grid.topology();
    let cross = |&c: &CornerId| {
        let at = layout.corner(board.corner(c));
        let p = |x: f64, y: f64| Point::new(at.x + x, at.y + y);
        Node::group([
            Node::circle(at, 6.0).fill(palette::WHITE).stroke(palette::BLACK, 1.0),
            Node::line(p(-3.0, -3.0), p(3.0, 3.0)).stroke(palette::BLACK, 1.6),
            Node::line(p(-3.0, 3.0), p(3.0, -3.0)).stroke(palette::BLACK, 1.6),
        ])
        .label(format!("no setup on corner {c}"))
    };
    let known = corners.iter().filter(|c| c.index() < board.corners());
    Node::group(known.map(cross)).class("no-setup")
}

/// A ring around every marked place, numbered in order.
pub(crate) fn marks(drawing: &Drawing<'_>, layout: Layout, marks: &[Mark]) -> Node {
    let rings = marks.iter().enumerate().filter_map(|(i, mark)| {
        let (outline, tag) = ring(drawing, layout, mark.spot)?;
        Some(
            Node::group([
                outline.clone().stroke(palette::WHITE, 5.5).round(),
                outline.stroke(MARK, 3.0).round().dash([6.0, 4.5]),
                Node::circle(tag, 7.5).fill(MARK).stroke(palette::WHITE, 1.2),
                Node::centred_text(tag, 9.0, (i + 1).to_string()).bold().fill(palette::WHITE),
            ])
            .class("mark")
            .data("mark", i + 1)
            .label(mark.words.clone())
            .tooltip(mark.words.clone()),
        )
    });
    Node::group(rings).class("marks")
}

/// The same on any ground.
const MARK: crate::Ink = crate::Ink::fixed("mark", 0xc2185b);

/// The outline of a place and where its tag sits; `None` if the board has no such place.
pub(crate) fn ring(drawing: &Drawing<'_>, layout: Layout, spot: Spot) -> Option<(Node, Point)> {
    let board = drawing.grid.topology();
    match spot {
        Spot::Hex(h) if h.index() < board.hexes() => {
            let centre = layout.centre(board.hex(h));
            let outline = layout.outline(board.hex(h)).map(|p| centre.towards(p, 0.86));
            Some((Node::polygon(outline), outline[1]))
        }
        Spot::Corner(c) if c.index() < board.corners() => {
            let at = layout.corner(board.corner(c));
            Some((Node::circle(at, 11.0), Point::new(at.x + 10.0, at.y - 10.0)))
        }
        Spot::Side(s) if s.index() < board.sides() => {
            let [a, b] = layout.side(board.side(s));
            Some((Node::line(a.towards(b, 0.15), b.towards(a, 0.15)), a.towards(b, 0.5)))
        }
        _ => None,
    }
}
