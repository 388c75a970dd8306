//! What holds in every position reached by play.

use super::{Owed, Phase, Position, Terra};
use crate::factions::Faction;
use crate::map::{HexSet, Terrain};
use crate::tiles::{Building, ByBuilding, Cult, Favor, TownTile};

macro_rules! hold {
    ($condition:expr, $($message:tt)*) => {
        if !$condition {
            return Err(format!($($message)*));
        }
    };
}

impl Terra {
    pub(super) fn invariants(&self, position: &Position) -> Result<(), String> {
        self.stocks(position)?;
        self.cults(position)?;
        self.land_and_buildings(position)?;
        for seat in position.seats() {
            self.hand(position, seat)?;
        }
        hold!(position.round <= 6, "round {}", position.round);
        for offer in &position.offers {
            hold!(offer.to != offer.from && !position.dropped.contains(offer.to), "offer {offer:?}");
            hold!(offer.gain <= offer.amount && offer.amount > 0, "offer {offer:?}");
        }
        if let Some(seat) = position.turn.filter(|_| position.phase == Phase::Action) {
            // only Chaos Magicians with an action left, or with something owed for it, move on after passing
            let busy = position.doing.actions > 0 || self.owes_but_steps(position, seat);
            let passed = position.passed.contains(&seat) && !busy;
            hold!(
                !passed && !position.dropped.contains(seat),
                "seat {seat} is to move but has left the round"
            );
        }
        Ok(())
    }

    fn stocks(&self, position: &Position) -> Result<(), String> {
        for favor in Favor::ALL {
            let held = position.players.iter().filter(|p| p.favors.contains(favor)).count() as u8;
            hold!(held + position.favors[favor] == favor.stock(), "{favor}: {held} held");
        }
        for tile in TownTile::ALL {
            let held: u8 = position.players.iter().map(|p| p.towns[tile]).sum();
            let all = held + position.towns[tile];
            hold!(all == tile.stock() || all == 0 && tile.mini_expansion(), "{tile}: {all} in all");
        }
        for &card in &self.setup().cards {
            let held = position.players.iter().filter(|p| p.bonus == Some(card)).count();
            let free = usize::from(position.free_cards[card].is_some());
            hold!(held + free == 1, "{card}: {held} held, {free} free");
        }
        Ok(())
    }

    fn cults(&self, position: &Position) -> Result<(), String> {
        for cult in Cult::ALL {
            let top = position.players.iter().filter(|p| p.cult[cult] == 10).count();
            hold!(top <= 1, "{top} factions at the top of {cult}");
            hold!(position.players.iter().all(|p| p.cult[cult] <= 10), "{cult} beyond its top");
        }
        Ok(())
    }

    fn land_and_buildings(&self, position: &Position) -> Result<(), String> {
        let board = self.board();
        for hex in board.ids() {
            let (terrain, place) = (position.terrain(hex), position.building(hex));
            hold!((terrain == Terrain::River) != board.is_land(hex), "{} is {terrain}", board.name(hex));
            if let Some(place) = place {
                hold!(board.is_land(hex), "a building in the river at {}", board.name(hex));
                let owner = position.player(place.seat);
                hold!(owner.hexes.contains(hex.index()), "{} has no such owner", board.name(hex));
                hold!(owner.home() == Some(terrain), "{} has the wrong colour", board.name(hex));
            }
        }
        let mut sites = Vec::new();
        for (_, site) in position.bridges() {
            hold!(board.is_site(site) && !sites.contains(&site), "bridge {site:?}");
            sites.push(site);
        }
        Ok(())
    }

    fn hand(&self, position: &Position, seat: hexwright_core::Seat) -> Result<(), String> {
        let player = position.player(seat);
        let name = player.faction;
        let mut built = ByBuilding::<u8>::default();
        for hex in player.hexes.iter() {
            match position.buildings[hex] {
                Some(place) if place.seat == seat => built[place.building] += 1,
                _ => return Err(format!("{name} claims a hex without a building")),
            }
        }
        hold!(built == player.built, "{name}: buildings counted {:?}, kept {:?}", built, player.built);
        for building in Building::ALL {
            hold!(built[building] <= building.stock(), "{name} has {} {building}", built[building]);
        }
        let tokens: u16 = player.power.iter().sum();
        let growing = matches!(name, Faction::Dragonlords | Faction::Shapeshifters);
        hold!(growing || tokens <= 12, "{name} has {tokens} power tokens");
        let on_board = u16::from(position.priests_on_board(seat));
        let limit = if name == Faction::Riverwalkers { player.unlocked.len() as u16 } else { 7 };
        hold!(player.priests + on_board <= limit, "{name} has {} priests", player.priests + on_board);
        let keys: u8 = TownTile::ALL.iter().map(|&t| t.keys() * player.towns[t]).sum();
        let tops = Cult::ALL.iter().filter(|&&c| player.cult[c] == 10).count() as u8;
        hold!(player.keys + tops == keys, "{name}: {} keys, {tops} tops, {keys} in all", player.keys);
        hold!(player.points >= 0, "{name} has {} points", player.points);
        hold!(player.in_town.without(player.hexes) == HexSet::EMPTY, "{name} has a town without a building");
        let towns: u8 = player.towns.values().iter().sum::<u8>() + player.owed[Owed::Town];
        let town_buildings = player.in_town.len() as u8 + player.built[Building::Sanctuary];
        hold!(4 * towns <= town_buildings, "{name} has {towns} towns of {town_buildings} buildings");
        if position.dropped.contains(seat) {
            hold!(player.owed.values().iter().all(|&n| n == 0), "{name} dropped out and owes something");
        }
        Ok(())
    }
}
