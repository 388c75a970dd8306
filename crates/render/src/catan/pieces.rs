//! Pieces on the board. Shapes say what a piece is, its letter whose it is; colour only helps.

use super::SIDE;
use super::drawing::Drawing;
use super::hands::Seat;
use super::inks::{ROBBER, TOKEN, TOKEN_EDGE};
use super::overlay::{Spot, ring};
use crate::{Node, Path, palette};
use hexwright_core::{CornerId, HexId, Layout, Point, SideId};

/// A position as the viewer may see it: what stands where, and the seats' panels.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// Roads with their seats.
    pub roads: Vec<(SideId, u8)>,
    /// Ships with their seats.
    pub ships: Vec<(SideId, u8)>,
    /// Bridges with their seats.
    pub bridges: Vec<(SideId, u8)>,
    /// Walled cities with their seats.
    pub walls: Vec<(CornerId, u8)>,
    /// Settlements with their seats.
    pub settlements: Vec<(CornerId, u8)>,
    /// Cities with their seats.
    pub cities: Vec<(CornerId, u8)>,
    /// Where the robber stands.
    pub robber: Option<HexId>,
    /// Where the pirate lies.
    pub pirate: Option<HexId>,
    /// The last piece, which gets a bright ring.
    pub last: Option<Spot>,
    /// Panels beside the board, in seat order; none draws the board alone.
    pub seats: Vec<Seat>,
    /// One line above the panels: turn, phase, dice.
    pub headline: String,
}

/// All pieces in one group.
pub(crate) fn pieces(drawing: &Drawing<'_>, layout: Layout, position: &Position) -> Node {
    let board = drawing.grid.topology();
    let corner = |c: CornerId| layout.corner(board.corner(c));
    let on_side = |s: &SideId| s.index() < board.sides();
    let on_corner = |c: &CornerId| c.index() < board.corners();
    let on_hex = |h: &HexId| h.index() < board.hexes();
    let mut nodes = Vec::new();
    for (s, seat) in position.roads.iter().filter(|(s, _)| on_side(s)) {
        let [a, b] = layout.side(board.side(*s));
        nodes.push(road(a, b, *seat).data("road", s).label(format!("road of {} on side {s}", name(*seat))));
    }
    for (s, seat) in position.bridges.iter().filter(|(s, _)| on_side(s)) {
        let [a, b] = layout.side(board.side(*s));
        let node = bridge(a, b, *seat).data("bridge", s);
        nodes.push(node.label(format!("bridge of {} on side {s}", name(*seat))));
    }
    for (s, seat) in position.ships.iter().filter(|(s, _)| on_side(s)) {
        let [a, b] = layout.side(board.side(*s));
        let node = ship(a, b, *seat);
        nodes.push(node.data("ship", s).label(format!("ship of {} on side {s}", name(*seat))));
    }
    for (c, seat) in position.settlements.iter().filter(|(c, _)| on_corner(c)) {
        let node = settlement(corner(*c), *seat).data("settlement", c);
        nodes.push(node.label(format!("settlement of {} on corner {c}", name(*seat))));
    }
    for (c, seat) in position.walls.iter().filter(|(c, _)| on_corner(c)) {
        nodes.push(wall(corner(*c), *seat).data("wall", c).label(format!("city wall of {}", name(*seat))));
    }
    for (c, seat) in position.cities.iter().filter(|(c, _)| on_corner(c)) {
        let node = city(corner(*c), *seat).data("city", c);
        nodes.push(node.label(format!("city of {} on corner {c}", name(*seat))));
    }
    if let Some((outline, _)) = position.last.and_then(|spot| ring(drawing, layout, spot)) {
        nodes.insert(0, outline.clone().stroke(palette::BLACK, 15.0).round().class("last"));
        nodes.insert(1, outline.stroke(palette::GLOW, 12.5).round().class("last"));
    }
    if let Some(h) = position.robber.filter(on_hex) {
        let centre = layout.centre(board.hex(h));
        nodes.push(robber(Point::new(centre.x - 22.0, centre.y + 8.0)).data("robber", h).label("robber"));
    }
    if let Some(h) = position.pirate.filter(on_hex) {
        nodes.push(pirate(anchorage(drawing, layout, h)).data("pirate", h).label("pirate"));
    }
    Node::group(nodes).class("pieces")
}

/// The middle of a sea hex, or a bit away from the harbour signs in it.
pub(crate) fn anchorage(drawing: &Drawing<'_>, layout: Layout, hex: HexId) -> Point {
    let board = drawing.grid.topology();
    let centre = layout.centre(board.hex(hex));
    let mine = drawing.harbours.iter().filter(|(corners, _)| {
        board.side_between(corners[0], corners[1]).is_some_and(|s| board.hex_sides(hex).contains(&s))
    });
    mine.fold(centre, |at, (corners, _)| {
        let [a, b] = corners.map(|c| layout.corner(board.corner(c)));
        let middle = a.towards(b, 0.5);
        Point::new(at.x - (middle.x - centre.x) * 0.42, at.y - (middle.y - centre.y) * 0.42)
    })
}

fn name(seat: u8) -> String {
    format!("seat {}", palette::seat_letter(seat))
}

fn letter(at: Point, size: f64, seat: u8) -> Node {
    let ink = palette::readable_on(palette::seat_ink(seat));
    Node::centred_text(at, size, palette::seat_letter(seat).to_string()).bold().fill(ink)
}

/// A soft shadow under a building, so that it stands on the board.
fn shadow(at: Point, width: f64, foot: f64) -> Node {
    let (left, right) = (Point::new(at.x - width, at.y + foot), Point::new(at.x + width + 2.5, at.y + foot));
    Node::line(left, right).stroke(palette::BLACK, 4.0).round().opacity(0.35)
}

fn body(points: impl IntoIterator<Item = (f64, f64)>, at: Point, seat: u8) -> Node {
    let points = points.into_iter().map(|(x, y)| Point::new(at.x + x, at.y + y));
    Node::polygon(points).fill(palette::seat_ink(seat)).stroke(palette::BLACK, 1.6).round()
}

/// A bar along a side with its letter in the middle.
pub(crate) fn road(a: Point, b: Point, seat: u8) -> Node {
    let (a, b) = (a.towards(b, 0.17), b.towards(a, 0.17));
    Node::group([
        Node::line(a, b).stroke(palette::BLACK, 10.0).round(),
        Node::line(a, b).stroke(palette::seat_ink(seat), 7.2).round(),
        letter(a.towards(b, 0.5), 7.4, seat),
    ])
    .class("road")
}

/// A road with planks across it.
pub(crate) fn bridge(a: Point, b: Point, seat: u8) -> Node {
    let (from, to) = (a.towards(b, 0.17), b.towards(a, 0.17));
    Node::group([road(a, b, seat), Node::line(from, to).stroke(TOKEN, 7.2).dash([1.6, 4.2]), {
        letter(a.towards(b, 0.5), 7.4, seat)
    }])
    .class("bridge")
}

/// Battlements around a city's foot.
pub(crate) fn wall(at: Point, seat: u8) -> Node {
    let p = |x: f64, y: f64| Point::new(at.x + x, at.y + y);
    let (left, right) = (p(-17.0, 12.5), p(17.0, 12.5));
    Node::group([
        Node::line(left, right).stroke(palette::BLACK, 8.0),
        Node::line(left, right).stroke(palette::seat_ink(seat), 5.2).dash([4.0, 2.0]),
    ])
    .class("wall")
}

/// A house with a pointed roof.
pub(crate) fn settlement(at: Point, seat: u8) -> Node {
    let house = [(-9.5, 9.0), (-9.5, -2.5), (0.0, -11.5), (9.5, -2.5), (9.5, 9.0)];
    let roof = [(-9.5, -2.5), (0.0, -11.5), (9.5, -2.5)].map(|(x, y)| Point::new(at.x + x, at.y + y));
    Node::group([
        shadow(at, 9.0, 9.0),
        body(house, at, seat),
        Node::polygon(roof).fill(palette::WHITE).opacity(0.28),
        letter(Point::new(at.x, at.y + 3.2), 8.5, seat),
    ])
    .class("settlement")
}

/// A hall with a tower: wider, taller, flat on the right.
pub(crate) fn city(at: Point, seat: u8) -> Node {
    let hall =
        [(-14.0, 10.5), (-14.0, -8.0), (-7.0, -16.5), (0.0, -8.0), (0.0, -4.0), (14.0, -4.0), (14.0, 10.5)];
    let roof = [(-14.0, -8.0), (-7.0, -16.5), (0.0, -8.0)].map(|(x, y)| Point::new(at.x + x, at.y + y));
    Node::group([
        shadow(at, 13.5, 10.5),
        body(hall, at, seat),
        Node::polygon(roof).fill(palette::WHITE).opacity(0.28),
        Node::circle(Point::new(at.x - 7.0, at.y - 7.2), 2.0).fill(palette::BLACK),
        letter(Point::new(at.x + 0.5, at.y + 3.6), 9.0, seat),
    ])
    .class("city")
}

/// A boat seen from above that lies along its side; the sail carries the letter.
pub(crate) fn ship(a: Point, b: Point, seat: u8) -> Node {
    let middle = a.towards(b, 0.5);
    // from left to right, so that ships of one direction look alike
    let (a, b) = if a.x <= b.x { (a, b) } else { (b, a) };
    let (dx, dy) = ((b.x - a.x) / SIDE, (b.y - a.y) / SIDE);
    let p = |x: f64, y: f64| Point::new(middle.x + dx * x - dy * y, middle.y + dy * x + dx * y);
    let hull = Path::new()
        .move_to(p(-20.0, 0.0))
        .quad_to(p(-10.0, -11.0), p(6.0, -9.0))
        .quad_to(p(15.0, -7.0), p(21.0, 0.0))
        .quad_to(p(15.0, 7.0), p(6.0, 9.0))
        .quad_to(p(-10.0, 11.0), p(-20.0, 0.0))
        .close();
    let deck = [p(-15.0, 0.0), p(16.0, 0.0)];
    Node::group([
        Node::path(hull).fill(palette::seat_ink(seat)).stroke(palette::BLACK, 1.6).round(),
        Node::line(deck[0], deck[1]).stroke(palette::BLACK, 1.2).round().opacity(0.6),
        Node::circle(middle, 6.2).fill(TOKEN).stroke(palette::BLACK, 1.2),
        Node::centred_text(middle, 8.0, palette::seat_letter(seat).to_string()).bold().fill(palette::BLACK),
    ])
    .class("ship")
}

/// The robber: a dark pawn with a light edge that shows on every ground.
pub(crate) fn robber(at: Point) -> Node {
    let p = |x: f64, y: f64| Point::new(at.x + x, at.y + y);
    let pawn = Path::new()
        .move_to(p(-9.5, 15.0))
        .cubic_to(p(-9.5, 6.0), p(-4.5, 4.0), p(-4.2, -2.0))
        .cubic_to(p(-11.0, -7.0), p(-8.5, -18.0), p(0.0, -18.0))
        .cubic_to(p(8.5, -18.0), p(11.0, -7.0), p(4.2, -2.0))
        .cubic_to(p(4.5, 4.0), p(9.5, 6.0), p(9.5, 15.0))
        .close();
    Node::group([
        Node::path(pawn.clone()).stroke(TOKEN, 4.5).round(),
        Node::path(pawn).fill(ROBBER).stroke(TOKEN_EDGE, 1.0).round(),
        Node::path(Path::new().move_to(p(-3.6, -12.8)).quad_to(p(-6.0, -9.5), p(-4.4, -6.5)))
            .stroke(TOKEN, 1.6)
            .round()
            .opacity(0.7),
    ])
    .class("robber")
}

/// The pirate: a dark ship under a light flag.
pub(crate) fn pirate(at: Point) -> Node {
    let p = |x: f64, y: f64| Point::new(at.x + x, at.y + y);
    let hull = Path::new()
        .move_to(p(-20.0, 6.0))
        .line_to(p(20.0, 6.0))
        .quad_to(p(16.0, 18.0), p(8.0, 18.0))
        .line_to(p(-8.0, 18.0))
        .quad_to(p(-16.0, 18.0), p(-20.0, 6.0))
        .close();
    let sail = Path::new().move_to(p(-14.0, 2.0)).quad_to(p(-6.0, -10.0), p(-10.0, -20.0));
    let sail = sail.quad_to(p(16.0, -18.0), p(14.0, 2.0)).close();
    Node::group([
        Node::path(hull).fill(ROBBER).stroke(TOKEN, 1.8).round(),
        Node::path(sail).fill(ROBBER).stroke(TOKEN, 1.8).round(),
        Node::circle(p(2.0, -8.5), 3.6).fill(TOKEN),
        Node::round_rect(p(0.0, -6.0), 4.0, 4.0, 1.0).fill(TOKEN),
        Node::line(p(-3.0, 0.0), p(7.0, -3.0)).stroke(TOKEN, 1.3),
        Node::line(p(-3.0, -3.0), p(7.0, 0.0)).stroke(TOKEN, 1.3),
    ])
    .class("pirate")
}
