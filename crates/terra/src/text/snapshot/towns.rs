//! Which buildings belong to towns when the text does not say so.

use crate::factions::Faction;
use crate::game::{Player, Position, Terra, group, makes_town};
use crate::map::HexSet;
use crate::tiles::Building;
use hexwright_core::Seat;

/// Marks the towns of a seat that holds so many tiles: of the groups that could have founded one the
/// strongest, then groups of Mermaids joined over a river, then the biggest that are left.
pub(super) fn infer(game: &Terra, position: &mut Position, seat: Seat, tiles: usize) {
    let board = game.board();
    let mut player = position.player(seat).clone();
    (player.in_town, player.river_town) = (HexSet::EMPTY, HexSet::EMPTY);
    let mut towns = 0;
    for group in strongest(game, position, &player) {
        if towns < tiles && makes_town(position, &player, group) {
            player.in_town = player.in_town.or(group);
            towns += 1;
        }
    }
    let mermaids = player.faction == Faction::Mermaids;
    for river in board.ids().filter(|&h| mermaids && !board.is_land(h)) {
        let mut linked = player.clone();
        linked.river_town.insert(river.index());
        let joined = group(board, position, &linked, board.neighbours(river));
        if towns < tiles && makes_town(position, &player, joined) {
            player = linked;
            player.in_town = player.in_town.or(joined);
            towns += 1;
        }
    }
    for group in strongest(game, position, &player) {
        if weight(position, player.in_town) < 4 * tiles {
            player.in_town = player.in_town.or(group);
        }
    }
    position.players[seat.index()] = player;
}

/// How many buildings a set counts for: the sanctuary stands for two.
fn weight(position: &Position, hexes: HexSet) -> usize {
    let sanctuary = |h: &usize| position.buildings[*h].is_some_and(|p| p.building == Building::Sanctuary);
    hexes.len() + hexes.iter().filter(sanctuary).count()
}

/// The groups of a player's buildings, the strongest first.
fn strongest(game: &Terra, position: &Position, player: &Player) -> Vec<HexSet> {
    let strength = |group: &HexSet| -> u32 {
        let places = group.iter().filter_map(|h| position.buildings[h]);
        places.map(|place| u32::from(player.sheet().strength(place.building))).sum()
    };
    let (mut left, mut groups) = (player.hexes, Vec::new());
    while let Some(hex) = left.nth(0) {
        let found = group(game.board(), position, player, HexSet::from_iter([hex]));
        left = left.without(found);
        groups.push(found);
    }
    groups.sort_by_key(|group| std::cmp::Reverse(strength(group)));
    groups
}
