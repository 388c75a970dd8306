//! Buildings as shapes that differ in outline: house, two roofs, round temple, castle, broad hall.

use super::inks::mark_on;
use crate::{Ink, Node, Path, palette};
use hexwright_core::Point;
use hexwright_terra::Building;

/// Outlines around (0, 0), about 24 units across.
const fn outline(building: Building) -> &'static str {
    match building {
        Building::Dwelling => "M-9 9V-2L0 -10L9 -2V9Z",
        Building::TradingHouse => "M-13 10V-3L-6.5 -10L0 -3V-5L6.5 -11L13 -5V10Z",
        Building::Temple => "M-11 0A11 11 0 1 0 11 0A11 11 0 1 0 -11 0Z",
        Building::Stronghold => "M-13 11V-11H-8V-7H-4V-11H4V-7H8V-11H13V11Z",
        Building::Sanctuary => "M-15 0A11 11 0 0 1 -4 -11H4A11 11 0 0 1 4 11H-4A11 11 0 0 1 -15 0Z",
    }
}

/// A building with its code, centred.
pub(super) fn building(building: Building, ink: Ink, centre: Point, scale: f64) -> Node {
    let sink = match building {
        Building::Dwelling | Building::TradingHouse => 3.0,
        Building::Stronghold => 2.0,
        _ => 0.0,
    };
    Node::group([
        Node::path(Path::from_data(outline(building)))
            .fill(palette::WHITE)
            .stroke(palette::WHITE, 5.0)
            .round(),
        Node::path(Path::from_data(outline(building))).fill(ink).stroke(palette::BLACK, 1.8).round(),
        Node::centred_text(Point::new(0.0, sink), 10.0, building.name()).bold().fill(mark_on(ink)),
    ])
    .place(centre, scale)
    .class("building")
}
