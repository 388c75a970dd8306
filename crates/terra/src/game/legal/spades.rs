//! Moves with spades: digging, transforming, and the dwelling that may follow.

use super::List;
use crate::factions::{Faction, Home};
use crate::game::{
    Action, Command, Conversion, Conversions, Followup, Owed, Phase, afford, land, refusal::Price,
    spades::spades_needed, table::Table,
};
use crate::map::{HexSet, Terrain};
use crate::tiles::{Building, Cult};
use hexwright_core::HexId;

impl Table<'_> {
    /// Free land within reach, with what reaching costs.
    pub(in crate::game) fn reachable(&self) -> impl Iterator<Item = (HexId, Option<Price>)> + '_ {
        let (free, paid) = self.game.reach(self.at, self.me);
        let paid = match self.at.doing.reached {
            Some(hex) => paid.and(HexSet::from_iter([hex.index()])),
            None => paid,
        };
        let price = match self.at.doing.reached {
            Some(_) => None,
            None => Some(land::tunnel_price(self.mine())),
        };
        let empty = move |h: &usize| self.at.buildings[*h].is_none();
        free.or(paid)
            .iter()
            .filter(empty)
            .map(move |h| (HexId(h as u16), if free.contains(h) { None } else { price }))
    }

    /// Transforms with what is in hand: spades, sandstorm, volcano.
    pub(in crate::game) fn list_spades(&self, list: &mut List<'_>) {
        let (player, doing) = (self.mine(), &self.at.doing);
        let acting = self.at.phase == Phase::Action;
        let allowed = !acting || doing.followup[Followup::Transform] > 0;
        if player.owed[Owed::FreeTransform] > 0 {
            if allowed {
                self.list_sandstorm(list);
            }
            self.list_refusals(list, Owed::FreeTransform);
            return;
        }
        if player.owed[Owed::Volcano] > 0 && allowed {
            for (hex, _) in self.reachable().filter(|(h, _)| self.volcano_fits(*h)) {
                list.out.push(Command::Transform(hex, Terrain::Volcano).into());
            }
            return;
        }
        let found = player.owed[Owed::Spade];
        if found == 0 {
            return;
        }
        if allowed {
            let home = player.home();
            for (hex, tunnel) in self.reachable() {
                for to in self.targets() {
                    let home_only = acting && doing.home_only && Some(to) != home;
                    if !home_only && self.spades_fit(hex, to, found) {
                        self.offer_move(list, Command::Transform(hex, to), tunnel.unwrap_or_default());
                    }
                }
            }
        }
        self.list_refusals(list, Owed::Spade);
    }

    /// Terrains the seat could turn a hex into.
    pub(in crate::game) fn targets(&self) -> impl Iterator<Item = Terrain> + use<> {
        let ice = self.mine().sheet().home == Home::Ice;
        let wheel = Terrain::WHEEL.into_iter();
        wheel.chain(ice.then_some(Terrain::Ice))
    }

    pub(in crate::game) fn spades_fit(&self, hex: HexId, to: Terrain, found: u8) -> bool {
        let exact = self.at.phase == Phase::Action && self.at.doing.bound_spades;
        match spades_needed(self.mine(), self.at.terrain(hex), to, found) {
            Ok(needed) => needed == found || needed < found && !exact,
            Err(_) => false,
        }
    }

    /// Whether the seat can pay for a volcano on the hex.
    pub(in crate::game) fn volcano_fits(&self, hex: HexId) -> bool {
        let from = self.at.terrain(hex);
        let dear = u8::from(self.game.is_foreign_home(self.at, self.me, from));
        let player = self.mine();
        from.on_wheel()
            && if player.faction == Faction::Acolytes {
                Cult::ALL.iter().any(|&c| player.cult[c] >= 3 + dear)
            } else {
                player.power.iter().sum::<u16>() > u16::from(dear)
            }
    }

    pub(in crate::game) fn list_sandstorm(&self, list: &mut List<'_>) {
        let Some(home) = self.mine().home() else { return };
        let board = self.board();
        for hex in board.ids().filter(|&h| board.is_land(h) && self.at.building(h).is_none()) {
            let from = self.at.terrain(hex);
            let near = !board.neighbours(hex).and(self.mine().hexes).is_empty();
            if near && from.on_wheel() && from != home {
                list.out.push(Command::Transform(hex, home).into());
            }
        }
    }

    /// Dwellings that belong to the transforms of this turn.
    pub(in crate::game) fn list_followup_builds(&self, list: &mut List<'_>) {
        let (player, doing) = (self.mine(), &self.at.doing);
        if doing.followup[Followup::Build] == 0
            || player.built[Building::Dwelling] >= Building::Dwelling.stock()
            || player.owed[Owed::LoseCult] > 0
        {
            return;
        }
        let Some(home) = player.home() else { return };
        let price = Price::goods(player.sheet().price[0]);
        let transform = doing.followup[Followup::Transform] > 0;
        let found = player.owed[Owed::Spade];
        let sandstorm = player.owed[Owed::FreeTransform] > 0;
        for hex in self.board().ids().filter(|&h| self.board().is_land(h) && self.at.building(h).is_none()) {
            let from = self.at.terrain(hex);
            if doing.build_at.contains(hex.index()) {
                self.offer_move(list, Command::Build(hex), price);
            } else if sandstorm && transform && from.on_wheel() && from != home {
                // the dwelling after a sandstorm needs a reach of its own, which a shared side gives
                if !self.board().neighbours(hex).and(player.hexes).is_empty() {
                    self.offer_move(list, Command::Build(hex), price);
                }
            }
        }
        if sandstorm || !transform {
            return;
        }
        for (hex, tunnel) in self.reachable().filter(|(h, _)| !doing.build_at.contains(h.index())) {
            let fits = if player.owed[Owed::Volcano] > 0 {
                self.volcano_fits(hex)
            } else {
                found > 0 && self.at.terrain(hex) != home && self.spades_fit(hex, home, found)
            };
            if fits {
                let start = list.out.len();
                self.offer_move(list, Command::Build(hex), price.and(tunnel.unwrap_or_default()));
                self.keep_tokens_for_volcano(list, start, hex);
            }
        }
    }

    pub(in crate::game) fn list_digs(&self, list: &mut List<'_>) {
        let sheet = self.mine().sheet();
        if sheet.home == Home::Volcano {
            if self.at.doing.followup[Followup::Dig] == 0
                && self.reachable_afresh().iter().any(|(h, _)| self.volcano_fits(*h))
            {
                list.out.push(Command::Dig(1).into());
            }
            return;
        }
        let Some(prices) = sheet.digging.spade else { return };
        if self.mine().owed[Owed::FreeTransform] > 0 {
            return;
        }
        let one = Price::goods(prices[usize::from(self.mine().digging).min(2)]);
        for n in 1..=6 {
            let price = one.times(n);
            let ways = if self.can_pay(price).is_ok() {
                vec![Conversions::NONE]
            } else if list.convert {
                let mut ways = Vec::new();
                afford::ways_to_pay(self.mine(), self.priest_room(), price, |w| ways.push(w));
                ways
            } else {
                Vec::new()
            };
            if ways.is_empty() {
                if n == 1 {
                    list.lacks(Command::Dig(1), price);
                }
                break;
            }
            for before in ways {
                let action = Action { before, command: Command::Dig(n) };
                if self.game.run_action(&mut self.at.clone(), self.me, &action).is_ok() {
                    list.out.push(action);
                }
            }
        }
    }

    /// Whether so many spades, all paid for, have a hex to go to within reach.
    pub(in crate::game) fn spades_have_a_hex(&self) -> bool {
        let found = self.mine().owed[Owed::Spade];
        let home = self.mine().home();
        self.reachable().any(|(hex, tunnel)| {
            let paid = tunnel.is_none_or(|price| afford::payable(self.mine(), self.priest_room(), price));
            paid && self
                .targets()
                .any(|to| (!self.at.doing.home_only || Some(to) == home) && self.spades_fit(hex, to, found))
        })
    }

    /// Takes out ways to pay that burn the tokens a volcano on the hex costs.
    fn keep_tokens_for_volcano(&self, list: &mut List<'_>, start: usize, hex: HexId) {
        if self.mine().owed[Owed::Volcano] == 0 || self.mine().faction != Faction::Dragonlords {
            return;
        }
        let price = 1 + u16::from(self.game.is_foreign_home(self.at, self.me, self.at.terrain(hex)));
        let tokens: u16 = self.mine().power.iter().sum();
        let burnt = |a: &Action| u16::from(a.before.0[Conversion::Burn.index()]);
        let mut place = 0;
        list.out.retain(|action| {
            place += 1;
            place <= start || burnt(action) + price <= tokens
        });
    }
}
