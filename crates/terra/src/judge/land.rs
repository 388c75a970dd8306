//! What the land around a seat's buildings promises: towns in the making, hexes to build on, neighbours.

use super::Weights;
use crate::game::{Position, Terra, group};
use crate::map::HexSet;
use crate::tiles::{Building, Favor};
use hexwright_core::{HexId, Seat};

/// Value of groups that are on their way to a town: the nearer, the more.
pub(super) fn towns(game: &Terra, position: &Position, me: Seat, weights: &Weights) -> f64 {
    let player = position.player(me);
    let sheet = player.sheet();
    let needed = if player.favors.contains(Favor::Fire2) { 6.0 } else { 7.0 };
    let mut left = player.hexes.without(player.in_town);
    let mut sum = 0.0;
    while let Some(first) = left.nth(0) {
        let group = group(game.board(), position, player, HexSet::from_iter([first]));
        left = left.without(group);
        if !group.and(player.in_town).is_empty() {
            continue;
        }
        let (mut strength, mut sanctuary) = (0.0, false);
        for hex in group.iter() {
            if let Some(place) = position.buildings[hex] {
                strength += f64::from(sheet.strength(place.building));
                sanctuary |= place.building == Building::Sanctuary;
            }
        }
        let count = group.len() as f64 / if sanctuary { 3.0 } else { 4.0 };
        let progress = (strength / needed).min(1.0) * count.min(1.0);
        sum += progress * progress;
    }
    weights.town_progress * sum
}

/// Value of the hexes within reach, fewer and fewer of which will be built on.
pub(super) fn room(game: &Terra, position: &Position, me: Seat, rounds: f64, weights: &Weights) -> f64 {
    let player = position.player(me);
    let Some(home) = player.home() else { return 0.0 };
    let dwellings = f64::from(Building::Dwelling.stock() - player.built[Building::Dwelling]);
    let mut by_spades = [0.0_f64; 3];
    for (hex, spades) in game.within_reach(position, me, home) {
        if position.building(hex).is_none() && spades < 3 {
            by_spades[usize::from(spades)] += 1.0;
        }
    }
    let [at_home, one, two] = by_spades;
    let value = weights.home_near * at_home.min(2.0)
        + weights.one_spade_near * one.min(4.0)
        + weights.two_spades_near * two.min(4.0);
    value * (rounds + 0.5) / 6.0 * (dwellings / 4.0).min(1.0)
}

/// Buildings of rivals next to ours: they will bring power.
pub(super) fn neighbours(game: &Terra, position: &Position, me: Seat) -> f64 {
    let (board, mine) = (game.board(), position.player(me).hexes);
    let mut around = HexSet::EMPTY;
    for hex in mine.iter() {
        around = around.or(board.neighbours(HexId(hex as u16)));
    }
    let others = position.seats().filter(|&s| s != me);
    others.map(|s| around.and(position.player(s).hexes).len() as f64).sum()
}
