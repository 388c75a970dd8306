//! The board in plain text: every corner and every side has its own character, so pieces show where
//! they stand.
//!
//! ```text
//!       +
//!     /   \         corners +, o if a harbour serves them
//!   +  ore  +       the resource, the number, its dots
//!   |   8   |
//!   + ::::: +       settlements are small letters on corners, cities capitals;
//!     \   /         roads are small letters on sides, ships capitals
//!       +
//! ```
//!
//! A word in the water is a harbour: `3:1`, or the resource it takes two for one.

use super::drawing::{Drawing, HexFace, Number, Rate};
use super::{Options, Position};
use crate::{Canvas, palette};
use hexwright_catan::map::pips;
use hexwright_catan::{Board, Setup, Terrain};
use hexwright_core::{CornerId, Direction, Hex, HexId, SideId};

/// Columns from a hex to the next.
const STEP: usize = 8;
/// Lines from a row to the next.
const ROW: usize = 4;

/// A drawn board.
#[must_use]
pub fn board_text(board: &Board, options: &Options) -> String {
    picture(&Drawing::of_board(board), options, None)
}

/// A map whose open cells show a question mark.
#[must_use]
pub fn setup_text(setup: &Setup, options: &Options) -> String {
    picture(&Drawing::of_setup(setup), options, None)
}

/// A board with pieces, and a line for every seat the position has a panel for.
#[must_use]
pub fn position_text(board: &Board, position: &Position, options: &Options) -> String {
    pieces_text(board, position, options) + &seats_text(position)
}

/// A board with pieces.
#[must_use]
pub fn pieces_text(board: &Board, position: &Position, options: &Options) -> String {
    picture(&Drawing::of_board(board), options, Some(position))
}

/// A line for every seat the position has a panel for.
#[must_use]
pub fn seats_text(position: &Position) -> String {
    let turn = |to_move| if to_move { '>' } else { ' ' };
    position
        .seats
        .iter()
        .map(|seat| format!("{} {}\n", turn(seat.to_move), super::hands::line(seat)))
        .collect()
}

fn picture(drawing: &Drawing<'_>, options: &Options, position: Option<&Position>) -> String {
    let mut canvas = Canvas::new();
    let board = drawing.grid.topology();
    for side in board.side_ids().filter(|&s| drawing.is_land_side(s)) {
        let (x, y, stroke) = side_place(drawing, side);
        canvas.put(x, y, stroke);
    }
    for hex in board.hex_ids() {
        cell(&mut canvas, drawing, hex, options.labels, position);
    }
    for corner in drawing.land_corners() {
        let (x, y) = corner_place(drawing, corner);
        if options.labels {
            canvas.put_centred(x, y, &corner.to_string());
        } else {
            canvas.put(x, y, "+");
        }
    }
    for (x, y) in
        drawing.harbours.iter().filter_map(|(corners, _)| Some(top(waterside(drawing, *corners)?.0)))
    {
        canvas.put_centred(x, y + 3, "     ");
    }
    for &(corners, rate) in &drawing.harbours {
        harbour(&mut canvas, drawing, corners, rate, !options.labels);
    }
    if let Some(position) = position {
        pieces(&mut canvas, drawing, position, options.labels);
    }
    canvas.trimmed().to_string()
}

/// Column and line of the top corner of a hex. The ring of sea around the grid gets space too.
fn top(hex: Hex) -> (usize, usize) {
    let (row, column) = hex.to_odd_r();
    let (row, column) = ((row + 1) as usize, (column + 1) as usize);
    (STEP / 2 + STEP * column + STEP / 2 * ((row + 1) % 2), ROW * row)
}

fn corner_place(drawing: &Drawing<'_>, corner: CornerId) -> (usize, usize) {
    let board = drawing.grid.topology();
    let hex = board.corner_hexes(corner).iter().flatten().next().copied().unwrap_or(HexId(0));
    let index = board.hex_corners(hex).iter().position(|&c| c == corner).unwrap_or(0);
    let (x, y) = top(board.hex(hex));
    [(x, y), (x + 4, y + 2), (x + 4, y + 4), (x, y + 6), (x - 4, y + 4), (x - 4, y + 2)][index]
}

fn side_place(drawing: &Drawing<'_>, side: SideId) -> (usize, usize, &'static str) {
    let board = drawing.grid.topology();
    let [a, b] = board.side_corners(side).map(|c| corner_place(drawing, c));
    let stroke = match (b.0 as isize - a.0 as isize).signum() * (b.1 as isize - a.1 as isize).signum() {
        0 => "|",
        1 => "\\",
        _ => "/",
    };
    ((a.0 + b.0) / 2, (a.1 + b.1) / 2, stroke)
}

fn cell(canvas: &mut Canvas, drawing: &Drawing<'_>, hex: HexId, narrow: bool, position: Option<&Position>) {
    let (x, y) = top(drawing.grid.hex(hex));
    let face = drawing.face(hex);
    let name = match face {
        HexFace::Open => "?",
        HexFace::Drawn(Terrain::Land(resource)) => resource.name(),
        HexFace::Drawn(Terrain::Desert) => "desert",
        HexFace::Drawn(Terrain::Gold) => "gold",
        HexFace::Drawn(Terrain::Water) => {
            canvas.put_centred(x, y + 3, "~   ~");
            ""
        }
        HexFace::Drawn(Terrain::Void) => "",
    };
    // with numbers at the corners only the middle line has room for a word
    let (name_line, number_line) = if narrow { (y + 3, y + 2) } else { (y + 2, y + 3) };
    canvas.put_centred(x, name_line, name);
    match drawing.number(hex) {
        Number::None => {}
        Number::Open => canvas.put(x, number_line, "?"),
        Number::Roll(roll) => {
            canvas.put_centred(x, number_line, &roll.to_string());
            canvas.put_centred(x, y + 4, &".".repeat(pips(roll).into()));
        }
    }
    if position.is_some_and(|p| p.robber == Some(hex)) {
        canvas.put_centred(x, y + 4, if narrow { " ROB " } else { "ROBBER" });
    }
    if position.is_some_and(|p| p.pirate == Some(hex)) {
        canvas.put_centred(x, y + 3, if narrow { "pirate" } else { "PIRATE" });
    }
}

fn harbour(canvas: &mut Canvas, drawing: &Drawing<'_>, corners: [CornerId; 2], rate: Rate, dots: bool) {
    if dots {
        for corner in corners {
            let (x, y) = corner_place(drawing, corner);
            canvas.put(x, y, "o");
        }
    }
    let sign = match rate {
        Rate::Two(resource) => resource.name(),
        rate => rate.ratio(),
    };
    let Some((water, land)) = waterside(drawing, corners) else { return };
    let (x, y) = top(water);
    let length = sign.len();
    let (left, right) = (x - 2, x + 3 - length);
    match water.direction_to(land) {
        Some(Direction::NorthWest) => canvas.put(left, y + 2, sign),
        Some(Direction::NorthEast) => canvas.put(right, y + 2, sign),
        Some(Direction::West) => canvas.put(left, y + 3, sign),
        Some(Direction::East) => canvas.put(right, y + 3, sign),
        Some(Direction::SouthWest) => canvas.put(left, y + 4, sign),
        Some(Direction::SouthEast) => canvas.put(right, y + 4, sign),
        None => {}
    }
}

/// The water and the land a harbour lies between; `None` if land lies on both sides.
fn waterside(drawing: &Drawing<'_>, corners: [CornerId; 2]) -> Option<(Hex, Hex)> {
    let board = drawing.grid.topology();
    let [a, b] = board.side(board.side_between(corners[0], corners[1])?).hexes();
    let is_land = |h| board.hex_id(h).is_some_and(|id| drawing.is_land(id));
    match (is_land(a), is_land(b)) {
        (false, _) => Some((a, b)),
        (true, false) => Some((b, a)),
        (true, true) => None,
    }
}

fn pieces(canvas: &mut Canvas, drawing: &Drawing<'_>, position: &Position, labels: bool) {
    let board = drawing.grid.topology();
    let small = |seat: u8| palette::seat_letter(seat).to_ascii_lowercase().to_string();
    let large = |seat: u8| palette::seat_letter(seat).to_string();
    let roads = position.roads.iter().map(|&(s, seat)| (s, small(seat)));
    let ships = position.ships.iter().map(|&(s, seat)| (s, large(seat)));
    for (side, letter) in roads.chain(ships).filter(|(s, _)| s.index() < board.sides()) {
        let (x, y, _) = side_place(drawing, side);
        canvas.put(x, y, &letter);
    }
    let settlements = position.settlements.iter().map(|&(c, seat)| (c, small(seat)));
    let cities = position.cities.iter().map(|&(c, seat)| (c, large(seat)));
    for (corner, letter) in settlements.chain(cities).filter(|(c, _)| c.index() < board.corners()) {
        let (x, y) = corner_place(drawing, corner);
        canvas.put_centred(x, y, &if labels { format!("{letter}{corner}") } else { letter });
    }
}
