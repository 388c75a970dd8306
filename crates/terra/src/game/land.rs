//! Adjacency, reach and groups on the present board.

use super::{Phase, Player, Position, Refusal, Terra, refusal::Price, table::Table};
use crate::factions::{Faction, Tunnel};
use crate::map::{Board, HexSet};
use crate::tiles::{BonusCard, Building, Favor};
use hexwright_core::{HexId, Seat};

/// Points for a tunnel or carpet.
pub(super) const TUNNEL_POINTS: i16 = 4;

/// Land next to a hex: by a side, or by a bridge of anybody.
pub(super) fn adjacent(board: &Board, position: &Position, hex: HexId) -> HexSet {
    let mut set = board.neighbours(hex).and(board.land());
    for player in &position.players {
        for bridge in &player.bridges {
            if bridge.0 == hex {
                set.insert(bridge.1.index());
            } else if bridge.1 == hex {
                set.insert(bridge.0.index());
            }
        }
    }
    set
}

/// Own hexes joined to `from` by adjacency and, for Mermaids, over the rivers of their towns.
pub(crate) fn group(board: &Board, position: &Position, player: &Player, from: HexSet) -> HexSet {
    let mut group = from.and(player.hexes);
    let mut front = group;
    while !front.is_empty() {
        let mut around = HexSet::EMPTY;
        for hex in front.iter() {
            let id = HexId(hex as u16);
            around = around.or(adjacent(board, position, id));
            for river in board.neighbours(id).and(player.river_town).iter() {
                around = around.or(board.neighbours(HexId(river as u16)));
            }
        }
        front = around.and(player.hexes).without(group);
        group = group.or(front);
    }
    group
}

/// Whether a group is big and strong enough for a town.
pub(crate) fn makes_town(position: &Position, player: &Player, group: HexSet) -> bool {
    if !group.and(player.in_town).is_empty() {
        return false;
    }
    let sheet = player.sheet();
    let (mut strength, mut sanctuary) = (0, false);
    for hex in group.iter() {
        if let Some(place) = position.buildings[hex] {
            strength += sheet.strength(place.building);
            sanctuary |= place.building == Building::Sanctuary;
        }
    }
    let needed = if player.favors.contains(Favor::Fire2) { 6 } else { 7 };
    group.len() >= if sanctuary { 3 } else { 4 } && strength >= needed
}

impl Terra {
    /// How far the ships of a seat reach now: the bonus card counts until the seat passes.
    pub(super) fn ship_range(&self, position: &Position, seat: Seat) -> u8 {
        let player = position.player(seat);
        let card = player.bonus == Some(BonusCard::Shipping)
            && player.sheet().has_ships()
            && position.phase == Phase::Action
            && !position.passed.contains(&seat);
        player.shipping + u8::from(card)
    }

    /// Hexes a seat reaches for nothing, and those it reaches by tunnel or carpet only.
    pub(super) fn reach(&self, position: &Position, seat: Seat) -> (HexSet, HexSet) {
        let (board, player) = (self.board(), position.player(seat));
        let range = self.ship_range(position, seat);
        let direct = player.faction != Faction::Riverwalkers;
        let (mut free, mut paid) = (HexSet::EMPTY, HexSet::EMPTY);
        for hex in player.hexes.iter() {
            let id = HexId(hex as u16);
            if direct {
                free = free.or(board.neighbours(id).and(board.land()));
            }
            if range > 0 && player.sheet().has_ships() {
                free = free.or(board.over_river(id, range));
            }
            if player.sheet().tunnel.is_some() && position.phase == Phase::Action {
                paid = paid.or(board.within(id, player.range + 1));
            }
        }
        if direct {
            for (_, bridge) in position.bridges() {
                for (a, b) in [(bridge.0, bridge.1), (bridge.1, bridge.0)] {
                    if player.hexes.contains(a.index()) {
                        free.insert(b.index());
                    }
                }
            }
        }
        (free, paid.without(free))
    }
}

impl Table<'_> {
    /// What reaching a hex costs: `None` for nothing, a price by tunnel or carpet.
    pub(super) fn reach_price(&self, hex: HexId) -> Result<Option<Price>, Refusal> {
        let (free, paid) = self.game.reach(self.at, self.me);
        if free.contains(hex.index()) {
            return Ok(None);
        }
        if !paid.contains(hex.index()) {
            return Err(Refusal::OutOfReach);
        }
        match self.at.doing.reached {
            Some(reached) if reached == hex => Ok(None),
            Some(_) => Err(Refusal::SecondTunnel),
            None => Ok(Some(tunnel_price(self.mine()))),
        }
    }

    /// Pays a tunnel and takes its points.
    pub(super) fn pay_tunnel(&mut self, hex: HexId, price: Option<Price>) -> Result<(), Refusal> {
        if let Some(price) = price {
            self.pay(price)?;
            self.mine_mut().points += TUNNEL_POINTS;
            self.at.doing.reached = Some(hex);
        }
        Ok(())
    }
}

/// The price of one tunnel or carpet.
pub(super) fn tunnel_price(player: &Player) -> Price {
    match player.sheet().tunnel {
        Some(Tunnel::Workers(before, after)) => {
            let workers = if player.has_stronghold() { after } else { before };
            Price { workers: workers.into(), ..Price::default() }
        }
        Some(Tunnel::Priest) => Price { priests: 1, ..Price::default() },
        None => Price::default(),
    }
}
