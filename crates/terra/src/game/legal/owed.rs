//! Moves that settle what is owed: steps, tiles, colours, bridges, and giving things up.

use super::List;
use crate::game::{Action, Command, Owed, Phase, refusal::Price, table::Table};
use crate::map::Terrain;
use crate::tiles::{Building, Cult, Favor, TownTile};
use hexwright_core::HexId;

impl Table<'_> {
    /// Steps and tokens, which may be decided at any time.
    pub(in crate::game) fn list_steps(&self, list: &mut List<'_>) {
        let player = self.mine();
        let owed = player.owed[Owed::Cult];
        if owed > 0 {
            let least = if self.at.turn == Some(self.me) && self.at.doing.same_track { owed } else { 1 };
            for cult in Cult::ALL {
                for n in least..=owed {
                    if !self.blocked_at_top(cult, n) {
                        list.out.push(Command::Step(cult, n).into());
                    }
                }
            }
            self.list_refusals(list, Owed::Cult);
        }
        if player.owed[Owed::Token] > 0 {
            if player.points > 0 {
                list.out.push(Command::Token.into());
            }
            self.list_refusals(list, Owed::Token);
        }
    }

    /// Whether so many steps would enter the top of a track the Cultists may still want.
    pub(in crate::game) fn blocked_at_top(&self, cult: Cult, steps: u8) -> bool {
        let place = self.mine().cult[cult];
        place < 10
            && place + steps >= 10
            && !self.top_taken(cult)
            && self.mine().keys > 0
            && self.cultists_first(self.me, cult)
    }

    pub(in crate::game) fn list_refusals(&self, list: &mut List<'_>, owed: Owed) {
        if self.mine().owed[Owed::LoseCult] > 0 {
            return;
        }
        let held = self.mine().owed[owed];
        let bound = owed == Owed::Spade && self.at.phase == Phase::Action && self.at.doing.bound_spades;
        if !bound {
            list.out.extend((1..=held).map(|n| Action::from(Command::Refuse(owed, n))));
        }
    }

    pub(in crate::game) fn list_colours(&self, list: &mut List<'_>) {
        if self.mine().owed[Owed::Colour] > 0 {
            let open = Terrain::WHEEL.into_iter().filter(|&c| self.colour_open(c).is_ok());
            list.out.extend(open.map(|c| Action::from(Command::Colour(c))));
        }
    }

    pub(in crate::game) fn list_favors(&self, list: &mut List<'_>) {
        if self.mine().owed[Owed::Favor] == 0 || self.mine().owed[Owed::LoseCult] > 0 {
            return;
        }
        for tile in Favor::ALL {
            let open = self.at.favors[tile] > 0 && !self.mine().favors.contains(tile);
            if open && !self.blocked_at_top(tile.cult(), tile.steps()) {
                list.out.push(Command::Favor(tile).into());
            }
        }
        if self.at.phase != Phase::Setup {
            self.list_refusals(list, Owed::Favor);
        }
    }

    pub(in crate::game) fn list_unlock(&self, list: &mut List<'_>) {
        if self.mine().owed[Owed::Unlock] == 0 {
            return;
        }
        for terrain in Terrain::WHEEL.into_iter().filter(|&t| !self.mine().unlocked.contains(t)) {
            let price = Price { coins: self.unlock_price(terrain), ..Price::default() };
            self.offer_move(list, Command::Unlock(terrain), price);
        }
        list.out.push(Command::TakePriest.into());
    }

    /// Everything the player to move owes.
    pub(in crate::game) fn list_owed(&self, list: &mut List<'_>) {
        let owed = &self.mine().owed;
        self.list_steps(list);
        self.list_favors(list);
        self.list_colours(list);
        self.list_unlock(list);
        if owed[Owed::LoseCult] > 0 {
            let n = owed[Owed::LoseCult];
            let tracks = Cult::ALL.into_iter().filter(|&c| self.mine().cult[c] >= n);
            list.out.extend(tracks.map(|c| Action::from(Command::StepDown(c, n))));
        } else if owed[Owed::Town] > 0 {
            for cult in Cult::ALL {
                let place = self.mine().cult[cult];
                if (8..=9).contains(&place) {
                    list.out.extend((1..=place - 7).map(|n| Action::from(Command::StepDown(cult, n))));
                }
            }
        }
        if owed[Owed::Town] > 0 && owed[Owed::LoseCult] == 0 {
            for tile in TownTile::ALL {
                let far = self.mine().keys > 0
                    || matches!(tile, TownTile::Cult | TownTile::DoubleCult)
                    || !self.at.doing.cult_owed.is_empty();
                if self.at.towns[tile] > 0 && (!far || self.works(Command::Town(tile, 1))) {
                    list.out.push(Command::Town(tile, 1).into());
                }
            }
        }
        if owed[Owed::Bridge] > 0 {
            let fitting = self.board().sites().iter().filter(|s| self.bridge_fits(**s).is_ok());
            list.out.extend(fitting.map(|s| Action::from(Command::Bridge(*s))));
            self.list_refusals(list, Owed::Bridge);
        }
        if owed[Owed::Ordain] > 0 {
            for n in 1..=owed[Owed::Ordain] {
                let price = Price { workers: n.into(), ..Price::default() };
                self.offer_move(list, Command::Ordain(n), price);
            }
            list.out.push(Command::Refuse(Owed::Ordain, owed[Owed::Ordain]).into());
        }
        if owed[Owed::FreeTradingHouse] > 0 {
            if self.mine().built[Building::TradingHouse] < Building::TradingHouse.stock() {
                for hex in self.own(Building::Dwelling) {
                    list.out.push(Command::Upgrade(hex, Building::TradingHouse).into());
                }
            }
            self.list_refusals(list, Owed::FreeTradingHouse);
        }
        if owed[Owed::FreeDwelling] > 0 {
            if self.mine().built[Building::Dwelling] < Building::Dwelling.stock() {
                let home = self.mine().home();
                let free = |h: &HexId| Some(self.at.terrain(*h)) == home && self.at.building(*h).is_none();
                list.out.extend(self.board().ids().filter(free).map(|h| Action::from(Command::Build(h))));
            }
            self.list_refusals(list, Owed::FreeDwelling);
            return;
        }
        self.list_spades(list);
        self.list_followup_builds(list);
    }
}
