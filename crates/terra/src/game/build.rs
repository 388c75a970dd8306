//! Dwellings, upgrades, bridges, towns and tiles.

use super::{Followup, Owed, Phase, PlacedBuilding, Refusal, land, refusal::Price, table::Table};
use crate::factions::{Faction, Home, StrongholdGain};
use crate::map::{HexSet, Site, Terrain};
use crate::tiles::{Building, Cost, Cult, Favor, TownTile};
use hexwright_core::HexId;

impl Table<'_> {
    /// A dwelling in a turn.
    pub(super) fn build(&mut self, hex: HexId) -> Result<(), Refusal> {
        self.free_land(hex)?;
        if self.mine().built[Building::Dwelling] >= Building::Dwelling.stock() {
            return Err(Refusal::NoneLeft(Building::Dwelling));
        }
        let mut price = Price::goods(self.mine().sheet().price[0]);
        if self.mine().owed[Owed::FreeDwelling] > 0 {
            self.own_terrain(hex)?;
            self.mine_mut().owed[Owed::FreeDwelling] -= 1;
            price = Price::default();
        } else {
            if self.mine().owed[Owed::LoseCult] > 0 {
                return Err(Refusal::StillOwed(Owed::LoseCult));
            }
            let here = self.at.doing.build_at.contains(hex.index());
            if self.at.doing.followup[Followup::Build] > 0 && (here || self.own_terrain(hex).is_err()) {
                if !here {
                    let home = self.mine().home().ok_or(Refusal::NotForFaction)?;
                    self.transform(hex, home)?;
                }
            } else {
                self.own_terrain(hex)?;
                if self.at.doing.followup[Followup::Build] > 0 && self.at.doing.actions == 0 {
                    return Err(Refusal::NotTransformedNow);
                }
                self.take_action()?;
            }
            let tunnel = self.reach_price(hex)?;
            self.can_pay(price.and(tunnel.unwrap_or_default()))?;
            self.pay_tunnel(hex, tunnel)?;
        }
        self.pay(price)?;
        self.make_offers(hex);
        self.at.doing.followup = super::ByFollowup::default();
        self.put(hex, Building::Dwelling);
        self.score_building(Building::Dwelling);
        self.found_towns(HexSet::from_iter([hex.index()]));
        Ok(())
    }

    /// A start dwelling: on the chosen colour, which turns into the faction's own terrain.
    pub(super) fn build_start(&mut self, hex: HexId) -> Result<(), Refusal> {
        self.free_land(hex)?;
        let player = self.mine();
        let wanted = match player.sheet().home {
            Home::Colour(colour) => Some(colour),
            Home::Ice | Home::Volcano | Home::Variable => player.chosen,
        };
        let terrain = self.at.terrain(hex);
        if wanted != Some(terrain) {
            return Err(Refusal::WrongTerrain(terrain));
        }
        if player.faction == Faction::Riverwalkers
            && self.board().neighbours(hex).without(self.board().land()).is_empty()
        {
            return Err(Refusal::NotAtRiver);
        }
        self.put(hex, Building::Dwelling);
        Ok(())
    }

    fn free_land(&self, hex: HexId) -> Result<(), Refusal> {
        if hex.index() >= self.board().len() || !self.board().is_land(hex) {
            return Err(Refusal::NotLand);
        }
        if self.at.building(hex).is_some() { Err(Refusal::Occupied) } else { Ok(()) }
    }

    /// Whether a dwelling may stand on the hex as it is.
    fn own_terrain(&self, hex: HexId) -> Result<(), Refusal> {
        let (player, terrain) = (self.mine(), self.at.terrain(hex));
        let own = if player.faction == Faction::Riverwalkers {
            player.unlocked.contains(terrain)
        } else {
            player.home() == Some(terrain)
        };
        if own { Ok(()) } else { Err(Refusal::WrongTerrain(terrain)) }
    }

    fn put(&mut self, hex: HexId, building: Building) {
        self.at.set_building(hex, Some(PlacedBuilding { seat: self.me, building }));
        self.at.terrain[hex.index()] = self.mine().home().unwrap_or(Terrain::River);
    }

    fn score_building(&mut self, building: Building) {
        let tile = self.game.setup().scoring[usize::from(self.at.round).clamp(1, 6) - 1];
        let player = self.mine_mut();
        let favor = match building {
            Building::Dwelling if player.favors.contains(Favor::Earth1) => 2,
            Building::TradingHouse if player.favors.contains(Favor::Water1) => 3,
            _ => 0,
        };
        player.points += favor + i16::from(tile.points_for(building));
    }

    /// The price of an upgrade: trading houses cost twice the coins without a neighbour.
    pub(super) fn upgrade_price(&self, hex: HexId, to: Building) -> Cost {
        let mut cost = self.mine().sheet().price[to.index()];
        if to == Building::TradingHouse {
            let neighbour = land::adjacent(self.board(), self.at, hex)
                .iter()
                .any(|h| self.at.buildings[h].is_some_and(|p| p.seat != self.me));
            if !neighbour {
                cost.coins *= 2;
            }
        }
        cost
    }

    /// A better building.
    pub(super) fn upgrade(&mut self, hex: HexId, to: Building) -> Result<(), Refusal> {
        let from = to.upgraded_from().ok_or(Refusal::NoUpgrade)?;
        let standing = (hex.index() < self.board().len()).then(|| self.at.building(hex)).flatten();
        if standing != Some(PlacedBuilding { seat: self.me, building: from }) {
            return Err(Refusal::NotThere(from));
        }
        if self.mine().built[to] >= to.stock() {
            return Err(Refusal::NoneLeft(to));
        }
        let mut price = Price::goods(self.upgrade_price(hex, to));
        if self.mine().owed[Owed::FreeTradingHouse] > 0 {
            if to != Building::TradingHouse {
                return Err(Refusal::StillOwed(Owed::FreeTradingHouse));
            }
            self.mine_mut().owed[Owed::FreeTradingHouse] -= 1;
            self.at.doing.followup[Followup::Upgrade] = 0;
            price = Price::default();
        } else {
            self.take_action()?;
        }
        self.pay(price)?;
        self.make_offers(hex);
        self.put(hex, to);
        match to {
            Building::Temple | Building::Sanctuary => self.owe_favors(self.mine().sheet().favors),
            Building::Stronghold => self.stronghold()?,
            _ => {}
        }
        self.score_building(to);
        self.found_towns(HexSet::from_iter([hex.index()]));
        Ok(())
    }

    /// Favor tiles are owed as far as there are tiles to take.
    pub(super) fn owe_favors(&mut self, count: u8) {
        let player = self.mine();
        let open =
            Favor::ALL.iter().filter(|&&f| self.at.favors[f] > 0 && !player.favors.contains(f)).count();
        let owed = &mut self.mine_mut().owed[Owed::Favor];
        *owed = (*owed + count).min(open as u8);
    }

    fn stronghold(&mut self) -> Result<(), Refusal> {
        let players = self.at.players.len() as u16;
        match self.mine().sheet().stronghold_gain {
            StrongholdGain::Nothing => {}
            StrongholdGain::Power(n) => self.gain_power(self.me, n.into()),
            StrongholdGain::Points(n) => self.mine_mut().points += i16::from(n),
            StrongholdGain::Favor => self.owe_favors(1),
            StrongholdGain::Ordain(n) => self.mine_mut().owed[Owed::Ordain] += n,
            StrongholdGain::Spades(n) => {
                self.gain_spades(self.me, n);
                self.allow(&[(Followup::Transform, n), (Followup::Build, 1)]);
            }
            StrongholdGain::Ship => self.lengthen_ships(),
            StrongholdGain::Range => self.lengthen_range(),
            StrongholdGain::Bridges(n) => {
                self.mine_mut().owed[Owed::Bridge] += n;
                self.allow(&[(Followup::Bridge, n)]);
            }
            StrongholdGain::TokenPerPlayer => self.mine_mut().power[0] += players,
        }
        Ok(())
    }

    /// One level of shipping with its points, if there is one left.
    fn lengthen_ships(&mut self) {
        let player = self.mine_mut();
        let track = player.sheet().shipping;
        if player.shipping < track.max {
            player.shipping += 1;
            player.points += i16::from(track.points[usize::from(player.shipping)]);
        }
    }

    fn lengthen_range(&mut self) {
        let player = self.mine_mut();
        if player.faction == Faction::Fakirs {
            player.range = (player.range + 1).min(4);
        }
    }

    /// Looks for new towns in the groups around these hexes, and lets neighbours of towns join.
    pub(super) fn found_towns(&mut self, around: HexSet) {
        let mut left = around.and(self.mine().hexes);
        while let Some(hex) = left.nth(0) {
            let player = self.mine();
            let group = land::group(self.board(), self.at, player, HexSet::from_iter([hex]));
            left = left.without(group);
            let stock: u8 = self.at.towns.values().iter().sum();
            if !group.and(player.in_town).is_empty() {
                let player = self.mine_mut();
                player.in_town = player.in_town.or(group);
            } else if land::makes_town(self.at, player, group) && stock > player.owed[Owed::Town] {
                let player = self.mine_mut();
                player.in_town = player.in_town.or(group);
                player.owed[Owed::Town] += 1;
            }
        }
    }

    /// Places a bridge that is owed.
    pub(super) fn bridge(&mut self, site: Site) -> Result<(), Refusal> {
        if self.mine().owed[Owed::Bridge] == 0 {
            return Err(Refusal::NotOwed(Owed::Bridge));
        }
        self.bridge_fits(site)?;
        let player = self.mine_mut();
        player.owed[Owed::Bridge] -= 1;
        player.bridges.push(site);
        let left = &mut self.at.doing.followup[Followup::Bridge];
        *left = left.saturating_sub(1);
        self.found_towns(HexSet::from_iter([site.0.index(), site.1.index()]));
        Ok(())
    }

    /// Whether the seat may put a bridge there.
    pub(super) fn bridge_fits(&self, site: Site) -> Result<(), Refusal> {
        let player = self.mine();
        if !self.board().is_site(site) {
            Err(Refusal::NoSite)
        } else if self.at.bridges().any(|(_, b)| b == site) {
            Err(Refusal::SiteTaken)
        } else if player.bridges.is_full() {
            Err(Refusal::NoBridgeLeft)
        } else if !player.hexes.contains(site.0.index()) && !player.hexes.contains(site.1.index()) {
            Err(Refusal::BridgeApart)
        } else {
            Ok(())
        }
    }

    /// Mermaids link their buildings over a river hex if that founds a town.
    pub(super) fn connect(&mut self, river: HexId) -> Result<(), Refusal> {
        if self.mine().faction != Faction::Mermaids {
            return Err(Refusal::NotForFaction);
        }
        if !self.connects(river) {
            return Err(Refusal::NoTown);
        }
        self.mine_mut().river_town.insert(river.index());
        self.found_towns(self.board().neighbours(river));
        Ok(())
    }

    /// Whether a link over this river hex founds a town.
    pub(super) fn connects(&self, river: HexId) -> bool {
        if river.index() >= self.board().len() || self.board().is_land(river) {
            return false;
        }
        let mut player = self.mine().clone();
        let around = self.board().neighbours(river).and(player.hexes);
        let stock: u8 = self.at.towns.values().iter().sum();
        if around.is_empty() || stock <= player.owed[Owed::Town] {
            return false;
        }
        player.river_town.insert(river.index());
        let group = land::group(self.board(), self.at, &player, around);
        land::makes_town(self.at, &player, group)
    }

    /// Takes a favor tile.
    pub(super) fn favor(&mut self, tile: Favor) -> Result<(), Refusal> {
        if self.mine().owed[Owed::Favor] == 0 {
            return Err(Refusal::NotOwed(Owed::Favor));
        }
        if self.at.favors[tile] == 0 {
            return Err(Refusal::NoTile);
        }
        if self.mine().favors.contains(tile) {
            return Err(Refusal::TileHeld);
        }
        self.at.favors[tile] -= 1;
        let player = self.mine_mut();
        player.owed[Owed::Favor] -= 1;
        player.favors.insert(tile);
        self.step_up(self.me, tile.cult(), tile.steps())?;
        if tile == Favor::Fire2 {
            self.found_towns(self.mine().hexes);
        }
        Ok(())
    }

    /// Takes a town tile.
    pub(super) fn town(&mut self, tile: TownTile) -> Result<(), Refusal> {
        if self.mine().owed[Owed::Town] == 0 {
            return Err(Refusal::NotOwed(Owed::Town));
        }
        if self.at.towns[tile] == 0 {
            return Err(Refusal::NoTile);
        }
        self.at.towns[tile] -= 1;
        let round_points = if self.at.phase == Phase::Action {
            self.game.setup().scoring[usize::from(self.at.round).clamp(1, 6) - 1].points_for_town()
        } else {
            0
        };
        let player = self.mine_mut();
        let sheet = player.sheet();
        player.owed[Owed::Town] -= 1;
        player.towns[tile] += 1;
        player.points += i16::from(tile.points() + sheet.town_points + round_points);
        player.workers += u16::from(sheet.town_workers);
        self.gain_keys(self.me, tile.keys())?;
        match tile {
            TownTile::Coins => self.mine_mut().coins += 6,
            TownTile::Workers => self.mine_mut().workers += 2,
            TownTile::Priest => self.gain_priests(self.me, 1),
            TownTile::Power => self.gain_power(self.me, 8),
            TownTile::Cult | TownTile::DoubleCult => {
                let steps = if tile == TownTile::Cult { 1 } else { 2 };
                for cult in Cult::ALL {
                    self.step_up(self.me, cult, steps)?;
                }
            }
            TownTile::Ship => {
                self.lengthen_ships();
                self.lengthen_range();
            }
            TownTile::Points => {}
        }
        Ok(())
    }

    /// Chooses a colour.
    pub(super) fn colour(&mut self, colour: Terrain) -> Result<(), Refusal> {
        if self.mine().owed[Owed::Colour] == 0 {
            return Err(Refusal::NotOwed(Owed::Colour));
        }
        self.colour_open(colour)?;
        let player = self.mine_mut();
        player.owed[Owed::Colour] -= 1;
        player.chosen = Some(colour);
        if player.faction == Faction::Riverwalkers {
            player.unlocked.insert(colour);
        }
        if player.sheet().home == Home::Variable {
            for hex in player.hexes.iter() {
                self.at.terrain[hex] = colour;
            }
        }
        Ok(())
    }

    /// Whether a colour may be chosen: no faction's own, and in setup nobody's choice.
    pub(super) fn colour_open(&self, colour: Terrain) -> Result<(), Refusal> {
        let setup = self.at.phase == Phase::Setup;
        let taken = self.at.players.iter().any(|p| {
            matches!(p.sheet().home, Home::Colour(_) | Home::Variable) && p.home() == Some(colour)
                || setup && p.chosen == Some(colour)
        });
        if colour.on_wheel() && !taken { Ok(()) } else { Err(Refusal::ColourTaken(colour)) }
    }

    /// Unlocks a terrain instead of taking a priest.
    pub(super) fn unlock(&mut self, terrain: Terrain) -> Result<(), Refusal> {
        if self.mine().owed[Owed::Unlock] == 0 {
            return Err(Refusal::NotOwed(Owed::Unlock));
        }
        if !terrain.on_wheel() {
            return Err(Refusal::WrongTerrain(terrain));
        }
        if self.mine().unlocked.contains(terrain) {
            return Err(Refusal::Unlocked);
        }
        let coins = self.unlock_price(terrain);
        self.pay(Price { coins, ..Price::default() })?;
        let player = self.mine_mut();
        player.owed[Owed::Unlock] -= 1;
        player.unlocked.insert(terrain);
        Ok(())
    }

    /// Coins to unlock a terrain.
    pub(super) fn unlock_price(&self, terrain: Terrain) -> u16 {
        if self.game.first_printing() {
            0
        } else {
            1 + u16::from(self.game.is_foreign_home(self.at, self.me, terrain))
        }
    }

    /// Takes the priest instead of unlocking.
    pub(super) fn take_priest(&mut self) -> Result<(), Refusal> {
        if self.mine().owed[Owed::Unlock] == 0 {
            return Err(Refusal::NotOwed(Owed::Unlock));
        }
        let limit = self.priest_limit(self.me);
        let player = self.mine_mut();
        player.owed[Owed::Unlock] -= 1;
        if player.priests < limit {
            player.priests += 1;
        }
        Ok(())
    }
}
