//! The position in plain text: the map in rows, then a line for each faction.

use super::names;
use crate::Canvas;
use hexwright_core::HexId;
use hexwright_terra::{Cult, Position, Terra};
use std::fmt::Write;

/// Width of a hex in characters; a shifted row starts half of it later. Thirteen hexes fit a terminal of 80 columns.
const CELL: usize = 6;

/// The map and the table in plain text.
#[must_use]
pub fn position_text(game: &Terra, position: &Position) -> String {
    format!("{}\n\n{}\n{}", super::headline(game, position), map_text(game, position), mats_text(position))
}

/// The map. A hex is its terrain's letter and name, with a star in a town; below is its building with its owner's
/// short name. Rivers are `~`.
#[must_use]
pub fn map_text(game: &Terra, position: &Position) -> String {
    let board = game.board();
    let mut canvas = Canvas::new();
    let shift = usize::from(!board.long_first());
    for id in board.ids() {
        let hex = board.hex(id);
        let row = usize::try_from(hex.r).unwrap_or(0);
        // Two columns a hex, so that shifted rows stand between.
        let halves = usize::try_from(2 * hex.q + hex.r).unwrap_or(0) + shift;
        let (x, y) = (halves * CELL / 2, row * 2);
        let (top, below) = cell(game, position, id);
        canvas.put(x, y, &top);
        canvas.put(x, y + 1, &below);
    }
    canvas.to_string()
}

/// A line for each faction.
#[must_use]
pub fn mats_text(position: &Position) -> String {
    let mut out = String::new();
    for &seat in &position.order {
        let p = position.player(seat);
        let [a, b, c] = p.power;
        let cults: Vec<String> = Cult::ALL.iter().map(|&cult| p.cult[cult].to_string()).collect();
        let (name, short) = (p.faction.display(), names::faction(p.faction));
        let _ = writeln!(
            out,
            "{short} {name:<16} {:>3} VP  {:>2}c {:>2}w {}p  power {a}/{b}/{c}  cults {}  ship {} dig {}  {}",
            p.points,
            p.coins,
            p.workers,
            p.priests,
            cults.join("/"),
            p.shipping,
            p.digging,
            p.bonus.map_or("", hexwright_terra::BonusCard::name),
        );
    }
    out
}

fn cell(game: &Terra, position: &Position, id: HexId) -> (String, String) {
    let board = game.board();
    if !board.is_land(id) {
        return ("~ ~ ~".to_owned(), " ~ ~".to_owned());
    }
    let letter = names::letter(position.terrain(id));
    let name = board.name(id);
    match position.building(id) {
        Some(place) => {
            let player = position.player(place.seat);
            let town = if player.in_town.contains(id.index()) { '*' } else { ' ' };
            let owner = names::faction(player.faction);
            (format!("{letter}{town}{name}"), format!("{:<2}{owner}", place.building.to_string()))
        }
        None => (format!("{letter} {name}"), "·".to_owned()),
    }
}
