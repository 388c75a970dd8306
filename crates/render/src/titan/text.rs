//! A battleland in plain text: two lines a hex, odd columns half a hex lower.

use crate::Canvas;
use hexwright_titan::{Battleland, HexId};

/// Columns of a hex. Six fit a terminal of 80 columns.
const CELL: usize = 13;

/// The map for a terminal: label, terrain, elevation; below what lies on sides 0 to 5, a dot for nothing.
#[must_use]
pub fn land_text(land: &Battleland) -> String {
    hexes_text(land, |_| None)
}

/// As [`land_text`]; a hex that something stands on shows it in place of its sides.
pub(super) fn hexes_text(land: &Battleland, standing: impl Fn(HexId) -> Option<String>) -> String {
    let mut canvas = Canvas::new();
    let mut head = land.title().unwrap_or("Battleland").to_owned();
    if let Some(subtitle) = land.subtitle() {
        head = format!("{head}: {subtitle}");
    }
    if land.tower() {
        head.push_str(" (tower)");
    }
    canvas.put(0, 0, &head);
    for (hex, cell) in land.cells() {
        let (x, y) =
            (usize::from(hex.x()) * CELL, 2 + usize::from(hex.y()) * 3 + usize::from(hex.x() % 2) * 2);
        let y = y - usize::from(hex.x() % 2);
        let start = if land.start_list().is_some_and(|l| l.contains(&hex)) { "*" } else { "" };
        let level = if cell.elevation() > 0 { cell.elevation().to_string() } else { String::new() };
        canvas.put(x, y, &format!("{hex}{start} {}{level}", cell.terrain().name()));
        let sides = || (0..6).map(|k| cell.side(k).map_or('.', |s| s.letter())).collect();
        canvas.put(x + 3, y + 1, &standing(hex).unwrap_or_else(sides));
    }
    canvas.to_string()
}
