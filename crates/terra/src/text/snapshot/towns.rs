//! Which buildings belong to towns when the text does not say so.

use crate::game::{Position, Terra};
use crate::map::HexSet;
use crate::tiles::{Building, Favor};
use hexwright_core::{HexId, Seat};

/// Of the groups that could have founded a town the strongest, as many as tiles are held.
pub(super) fn inferred(game: &Terra, position: &Position, seat: Seat, tiles: usize) -> HexSet {
    let player = position.player(seat);
    let needed = if player.favors.contains(Favor::Fire2) { 6 } else { 7 };
    let strength = |i: usize| {
        position.buildings[i].map_or(0, |place| u32::from(player.sheet().strength(place.building)))
    };
    let mut groups: Vec<(u32, HexSet)> = Vec::new();
    let mut seen = HexSet::EMPTY;
    for start in player.hexes.iter() {
        if seen.contains(start) {
            continue;
        }
        let group = group(game, position, player.hexes, start);
        seen = seen.or(group);
        let power: u32 = group.iter().map(strength).sum();
        let sanctuary =
            group.iter().any(|i| position.buildings[i].is_some_and(|p| p.building == Building::Sanctuary));
        if group.iter().count() >= if sanctuary { 3 } else { 4 } && power >= needed {
            groups.push((power, group));
        }
    }
    groups.sort_by_key(|(power, _)| std::cmp::Reverse(*power));
    groups.into_iter().take(tiles).fold(HexSet::EMPTY, |all, (_, group)| all.or(group))
}

/// All own hexes joined to `start` by sides and by anybody's bridges.
fn group(game: &Terra, position: &Position, own: HexSet, start: usize) -> HexSet {
    let mut found = HexSet::EMPTY;
    found.insert(start);
    let mut todo = vec![start];
    while let Some(i) = todo.pop() {
        let mut near = game.board().neighbours(HexId(i as u16));
        for (_, site) in position.bridges() {
            if site.0.index() == i {
                near.insert(site.1.index());
            } else if site.1.index() == i {
                near.insert(site.0.index());
            }
        }
        for next in near.and(own).without(found).iter() {
            found.insert(next);
            todo.push(next);
        }
    }
    found
}
