//! Full actions.

use super::List;
use crate::factions::Faction;
use crate::game::{
    Action, Command, Conversion, Conversions, Followup, Owed, flow::HOLDS_TURN, land, refusal::Price,
    table::Table,
};
use crate::tiles::{Building, Cult, PowerAction, Special};
use hexwright_core::HexId;

impl Table<'_> {
    /// Full actions.
    pub(in crate::game) fn list_full(&self, list: &mut List<'_>) {
        let player = self.mine();
        if self.at.doing.actions == 0 && !self.may_go_on() || self.action_blocked().is_some() {
            if self.at.doing.followup[Followup::Dig] > 0 {
                self.list_digs(list);
            }
            return;
        }
        let sheet = player.sheet();
        let dwelling = Price::goods(sheet.price[0]);
        if player.built[Building::Dwelling] < Building::Dwelling.stock() {
            let follow = self.at.doing.followup[Followup::Build] > 0;
            for (hex, tunnel) in self.reachable_afresh() {
                let terrain = self.at.terrain(hex);
                let own = if player.faction == Faction::Riverwalkers {
                    player.unlocked.contains(terrain)
                } else {
                    player.home() == Some(terrain)
                };
                let listed = follow && self.at.doing.build_at.contains(hex.index());
                if own && !listed && !(follow && self.at.doing.actions == 0) {
                    self.offer_move(list, Command::Build(hex), dwelling.and(tunnel.unwrap_or_default()));
                }
            }
        }
        for to in [Building::TradingHouse, Building::Temple, Building::Stronghold, Building::Sanctuary] {
            if player.built[to] < to.stock()
                && let Some(from) = to.upgraded_from()
            {
                for hex in self.own(from) {
                    self.offer_move(
                        list,
                        Command::Upgrade(hex, to),
                        Price::goods(self.upgrade_price(hex, to)),
                    );
                }
            }
        }
        self.list_digs(list);
        for action in PowerAction::ALL {
            if let Ok(price) = self.power_price(action) {
                self.offer_move(list, Command::Power(action), price);
            }
        }
        for special in Special::ALL {
            if let Ok(price) = self.special_price(special) {
                self.offer_move(list, Command::Special(special), price);
            }
        }
        self.list_priests(list);
        if player.shipping < sheet.shipping.max {
            self.offer_move(list, Command::AdvanceShipping, Price::goods(crate::factions::Shipping::ADVANCE));
        }
        if player.digging < sheet.digging.max {
            self.offer_move(list, Command::AdvanceDigging, Price::goods(sheet.digging.advance));
        }
        if self.pass_blocked().is_none() {
            if self.at.round >= 6 {
                list.out.push(Command::Pass(None).into());
            } else {
                self.list_cards(list);
            }
        }
    }

    /// Reach at the start of an action, when nothing is tunnelled yet.
    pub(in crate::game) fn reachable_afresh(&self) -> Vec<(HexId, Option<Price>)> {
        let (free, paid) = self.game.reach(self.at, self.me);
        let price = land::tunnel_price(self.mine());
        let empty = |h: &usize| self.at.buildings[*h].is_none();
        let all = free.or(paid);
        all.iter()
            .filter(empty)
            .map(|h| (HexId(h as u16), if free.contains(h) { None } else { Some(price) }))
            .collect()
    }

    pub(in crate::game) fn list_priests(&self, list: &mut List<'_>) {
        let price = Price { priests: 1, ..Price::default() };
        let more = u8::from(self.mine().faction == Faction::Acolytes && self.mine().has_stronghold());
        for cult in Cult::ALL {
            for steps in [3, 2, 1] {
                if self.cult_space(cult, steps).is_err() {
                    continue;
                }
                let place = self.mine().cult[cult];
                let top = place + steps + more >= 10 && place < 10 && self.mine().keys > 0;
                if top && self.blocked_at_top(cult, steps + more) && !self.open_after_declining(cult) {
                    continue;
                }
                self.offer_move(list, Command::Send(cult, steps), price);
            }
        }
    }

    /// Acting declines the seat's own offers, which may end what the Cultists wait for.
    pub(in crate::game) fn open_after_declining(&self, cult: Cult) -> bool {
        let mut copy = self.at.clone();
        let mut table = self.game.table(&mut copy, self.me, None);
        table.decline_all(self.me);
        !table.cultists_first(self.me, cult)
    }

    /// Passing after turning all power into coins: the one conversion offered for its own sake.
    pub(in crate::game) fn pass_with_power(&self, out: &mut Vec<Action>) {
        let power = self.mine().power[2];
        if power == 0 || self.at.round >= 6 {
            return;
        }
        let mut before = Conversions::NONE;
        before.0[Conversion::PowerToCoin.index()] = power.min(200) as u8;
        let passes: Vec<Command> = out
            .iter()
            .filter(|a| a.before.is_empty() && matches!(a.command, Command::Pass(Some(_))))
            .map(|a| a.command)
            .collect();
        out.extend(passes.into_iter().map(|command| Action { before, command }));
    }

    /// Why no full action may start now, if something is owed.
    pub(in crate::game) fn action_blocked(&self) -> Option<Owed> {
        // what may be unlocked can wait until the action is done
        HOLDS_TURN.into_iter().find(|&owed| owed != Owed::Unlock && self.mine().owed[owed] > 0)
    }
}
