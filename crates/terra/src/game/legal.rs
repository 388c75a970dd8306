//! All legal moves of a seat, in a fixed order: by decision, then by code or hex.
//!
//! The **compact** form puts minimal conversions in front of a move that cannot be paid as it is; the
//! **micro** form lists conversions as moves of their own and everything else as it can be paid now.

use super::{
    Action, Command, Conversion, Conversions, Followup, Owed, Phase, Position, Refusal, Terra, afford,
    flow::SetupStep, land, refusal::Price, spades::spades_needed, table::Table,
};
use crate::factions::{Faction, Home};
use crate::map::{HexSet, Terrain};
use crate::tiles::{BonusCard, Building, Cult, Favor, PowerAction, Special, TownTile};
use hexwright_core::{HexId, Seat};

/// Gathers moves; decides what happens to those that cannot be paid as they are.
struct List<'a> {
    out: &'a mut Vec<Action>,
    /// Whether conversions may stand in front.
    convert: bool,
}

impl Terra {
    /// Every move of a seat with conversions in front where they are needed.
    pub(super) fn compact_moves(&self, position: &Position, seat: Seat, out: &mut Vec<Action>) {
        let mut copy = position.clone();
        let table = self.table(&mut copy, seat, None);
        let own_turn = table.at.phase == Phase::Action && table.at.turn == Some(seat);
        if let Some((last, _)) = table.at.after {
            let start = out.len();
            if last == seat {
                table.trailing(&mut List { out, convert: true });
                if out.len() > start {
                    out.push(Command::Done.into());
                    return;
                }
            } else if self.table(&mut position.clone(), last, None).may_add() {
                return;
            }
        }
        table.list(&mut List { out, convert: own_turn });
        if own_turn {
            table.pass_with_power(out);
        }
    }

    /// Whether the seat that has just moved may still add something worth asking for.
    pub(super) fn adding(&self, position: &Position) -> Option<Seat> {
        let (seat, _) = position.after.as_ref()?;
        self.table(&mut position.clone(), *seat, None).may_add().then_some(*seat)
    }

    /// Every command of a seat that can be given now, conversions included: those after `last` in
    /// canonical order, so that no position is listed twice by mere re-ordering.
    #[must_use]
    pub fn micro_moves(&self, position: &Position, seat: Seat, last: Option<Conversion>) -> Vec<Command> {
        let mut actions = Vec::new();
        let mut copy = position.clone();
        let table = self.table(&mut copy, seat, None);
        let mut list = List { out: &mut actions, convert: false };
        if table.at.after.as_ref().is_some_and(|(s, _)| *s == seat) {
            table.trailing(&mut list);
        }
        table.list(&mut list);
        let mut commands: Vec<Command> = actions.into_iter().map(|a| a.command).collect();
        let trailing = position.after.as_ref().is_some_and(|(s, _)| *s == seat);
        if position.phase == Phase::Action && (position.turn == Some(seat) || trailing) {
            let kinds = Conversion::ALL.into_iter().filter(|&k| last.is_none_or(|l| k > l));
            for kind in kinds {
                let most = table.most(kind);
                commands.extend((1..=most).map(|n| Command::Convert(kind, n)));
            }
        }
        let mut seen = Vec::with_capacity(commands.len());
        commands.retain(|c| {
            let new = !seen.contains(c);
            seen.push(*c);
            new
        });
        commands
    }
}

impl Table<'_> {
    fn offer_move(&self, list: &mut List<'_>, command: Command, price: Price) {
        if self.can_pay(price).is_ok() {
            list.out.push(command.into());
        } else if list.convert {
            afford::ways_to_pay(self.mine(), self.priest_room(), price, |before| {
                list.out.push(Action { before, command });
            });
        }
    }

    pub(super) fn priest_room(&self) -> u16 {
        self.priest_limit(self.me).saturating_sub(self.mine().priests)
    }

    /// Whether a command works, tried on a copy: for the few whose effects reach far.
    fn works(&self, command: Command) -> bool {
        self.game.run(&mut self.at.clone(), self.me, &command, None).is_ok()
    }

    /// How often a conversion can be made now.
    fn most(&self, kind: Conversion) -> u8 {
        let player = self.mine();
        let alchemists = player.faction == Faction::Alchemists;
        let most = match kind {
            Conversion::Burn => player.power[1] / 2,
            Conversion::PriestToWorker | Conversion::PriestToCoin => player.priests,
            Conversion::PowerToPriest => {
                let room = if player.faction == Faction::Riverwalkers { 7 } else { self.priest_room() };
                (player.power[2] / 5).min(room)
            }
            Conversion::PowerToWorker => player.power[2] / 3,
            Conversion::PowerToCoin => player.power[2],
            Conversion::WorkerToCoin => player.workers,
            Conversion::PointToCoin if alchemists => player.points.max(0) as u16,
            Conversion::CoinToPoint if alchemists => player.coins / 2,
            Conversion::PointToCoin | Conversion::CoinToPoint => 0,
        };
        most.min(200) as u8
    }

    fn may_add(&self) -> bool {
        let mut out = Vec::new();
        self.trailing(&mut List { out: &mut out, convert: true });
        !out.is_empty()
    }

    /// What may be added to a turn that is over: its dwelling, a river town.
    fn trailing(&self, list: &mut List<'_>) {
        if self.at.phase != Phase::Action || self.mine().owed[Owed::FreeDwelling] > 0 {
            return;
        }
        let price = Price::goods(self.mine().sheet().price[0]);
        if self.mine().built[Building::Dwelling] < Building::Dwelling.stock() {
            for hex in self.open_dwellings().iter().filter(|&h| self.at.buildings[h].is_none()) {
                // transformed in this turn, so reached and paid for
                self.offer_move(list, Command::Build(HexId(hex as u16)), price);
            }
        }
        self.list_connect(list);
    }

    fn list_connect(&self, list: &mut List<'_>) {
        if self.mine().faction == Faction::Mermaids {
            let board = self.board();
            for river in board.ids().filter(|&h| !board.is_land(h)).filter(|&h| self.connects(h)) {
                list.out.push(Command::Connect(river).into());
            }
        }
    }

    fn list(&self, list: &mut List<'_>) {
        if self.at.dropped.contains(self.me) {
            return;
        }
        match self.at.phase {
            Phase::Setup => self.list_setup(list),
            Phase::Action => {
                self.list_offers(list);
                if self.at.turn == Some(self.me) {
                    self.list_connect(list);
                    self.list_owed(list);
                    self.list_full(list);
                } else {
                    self.list_steps(list);
                }
            }
            Phase::CultIncome => {
                self.list_spades(list);
                self.list_steps(list);
                self.list_unlock(list);
            }
            Phase::Income => self.list_unlock(list),
            Phase::End => {}
        }
    }

    fn list_setup(&self, list: &mut List<'_>) {
        let Some((seat, step)) = self.game.setup_step(self.at).filter(|(s, _)| *s == self.me) else {
            return;
        };
        match step {
            SetupStep::Choose => {
                self.list_colours(list);
                self.list_favors(list);
            }
            SetupStep::Dwelling => {
                let player = self.at.player(seat);
                let wanted = match player.sheet().home {
                    Home::Colour(colour) => Some(colour),
                    _ => player.chosen,
                };
                let board = self.board();
                let river = |h: HexId| !board.neighbours(h).without(board.land()).is_empty();
                for hex in board.ids().filter(|&h| board.is_land(h)) {
                    let fits = Some(self.at.terrain(hex)) == wanted && self.at.building(hex).is_none();
                    if fits && (player.faction != Faction::Riverwalkers || river(hex)) {
                        list.out.push(Command::Build(hex).into());
                    }
                }
            }
            SetupStep::Card => self.list_cards(list),
        }
    }

    fn list_cards(&self, list: &mut List<'_>) {
        let free = BonusCard::ALL.into_iter().filter(|&c| self.at.free_cards[c].is_some());
        list.out.extend(free.map(|c| Action::from(Command::Pass(Some(c)))));
    }

    fn list_offers(&self, list: &mut List<'_>) {
        let mut seen: Vec<(Seat, u8)> = Vec::new();
        for offer in self.at.offers.iter().filter(|o| o.to == self.me) {
            let key = (offer.from, offer.amount);
            if seen.contains(&key) {
                continue;
            }
            seen.push(key);
            let (from, amount) = key;
            if !offer.late || !self.option(super::RuleOption::StrictLeech) {
                list.out.push(Command::Accept { from, amount }.into());
            }
            list.out.push(Command::Decline { from, amount }.into());
        }
    }

    /// Steps and tokens, which may be decided at any time.
    fn list_steps(&self, list: &mut List<'_>) {
        let player = self.mine();
        let owed = player.owed[Owed::Cult];
        if owed > 0 {
            let least = if self.at.turn == Some(self.me) && self.at.doing.same_track { 2 } else { 1 };
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
    fn blocked_at_top(&self, cult: Cult, steps: u8) -> bool {
        let place = self.mine().cult[cult];
        place < 10
            && place + steps >= 10
            && !self.top_taken(cult)
            && self.mine().keys > 0
            && self.cultists_first(self.me, cult)
    }

    fn list_refusals(&self, list: &mut List<'_>, owed: Owed) {
        let held = self.mine().owed[owed];
        let bound = owed == Owed::Spade && self.at.phase == Phase::Action && self.at.doing.bound_spades;
        if !bound {
            list.out.extend((1..=held).map(|n| Action::from(Command::Refuse(owed, n))));
        }
    }

    fn list_colours(&self, list: &mut List<'_>) {
        if self.mine().owed[Owed::Colour] > 0 {
            let open = Terrain::WHEEL.into_iter().filter(|&c| self.colour_open(c).is_ok());
            list.out.extend(open.map(|c| Action::from(Command::Colour(c))));
        }
    }

    fn list_favors(&self, list: &mut List<'_>) {
        if self.mine().owed[Owed::Favor] == 0 {
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

    fn list_unlock(&self, list: &mut List<'_>) {
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
    fn list_owed(&self, list: &mut List<'_>) {
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
        if owed[Owed::Town] > 0 {
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

    fn own(&self, building: Building) -> impl Iterator<Item = HexId> + '_ {
        let hexes = self.mine().hexes.iter().map(|h| HexId(h as u16));
        hexes.filter(move |&h| self.at.building(h).is_some_and(|p| p.building == building))
    }

    /// Free land within reach, with what reaching costs.
    fn reachable(&self) -> impl Iterator<Item = (HexId, Option<Price>)> + '_ {
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
    fn list_spades(&self, list: &mut List<'_>) {
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
    fn targets(&self) -> impl Iterator<Item = Terrain> + use<> {
        let ice = self.mine().sheet().home == Home::Ice;
        let wheel = Terrain::WHEEL.into_iter();
        wheel.chain(ice.then_some(Terrain::Ice))
    }

    fn spades_fit(&self, hex: HexId, to: Terrain, found: u8) -> bool {
        let exact = self.at.phase == Phase::Action && self.at.doing.bound_spades;
        match spades_needed(self.mine(), self.at.terrain(hex), to, found) {
            Ok(needed) => needed == found || needed < found && !exact,
            Err(_) => false,
        }
    }

    /// Whether the seat can pay for a volcano on the hex.
    pub(super) fn volcano_fits(&self, hex: HexId) -> bool {
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

    fn list_sandstorm(&self, list: &mut List<'_>) {
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
    fn list_followup_builds(&self, list: &mut List<'_>) {
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
                self.offer_move(list, Command::Build(hex), price.and(tunnel.unwrap_or_default()));
            }
        }
    }

    /// Full actions.
    fn list_full(&self, list: &mut List<'_>) {
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
    fn reachable_afresh(&self) -> Vec<(HexId, Option<Price>)> {
        let (free, paid) = self.game.reach(self.at, self.me);
        let price = land::tunnel_price(self.mine());
        let empty = |h: &usize| self.at.buildings[*h].is_none();
        let all = free.or(paid);
        all.iter()
            .filter(empty)
            .map(|h| (HexId(h as u16), if free.contains(h) { None } else { Some(price) }))
            .collect()
    }

    fn list_priests(&self, list: &mut List<'_>) {
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
    fn open_after_declining(&self, cult: Cult) -> bool {
        let mut copy = self.at.clone();
        let mut table = self.game.table(&mut copy, self.me, None);
        table.decline_all(self.me);
        !table.cultists_first(self.me, cult)
    }

    fn list_digs(&self, list: &mut List<'_>) {
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
    pub(super) fn spades_have_a_hex(&self) -> bool {
        let found = self.mine().owed[Owed::Spade];
        let home = self.mine().home();
        self.reachable().any(|(hex, tunnel)| {
            let paid = tunnel.is_none_or(|price| afford::payable(self.mine(), self.priest_room(), price));
            paid && self
                .targets()
                .any(|to| (!self.at.doing.home_only || Some(to) == home) && self.spades_fit(hex, to, found))
        })
    }

    /// Passing after turning all power into coins: the one conversion offered for its own sake.
    fn pass_with_power(&self, out: &mut Vec<Action>) {
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
    pub(super) fn action_blocked(&self) -> Option<Owed> {
        [
            Owed::Spade,
            Owed::FreeTransform,
            Owed::Volcano,
            Owed::FreeDwelling,
            Owed::FreeTradingHouse,
            Owed::LoseCult,
            Owed::Favor,
            Owed::Town,
            Owed::Bridge,
            Owed::Colour,
        ]
        .into_iter()
        .find(|&o| self.mine().owed[o] > 0)
    }
}

impl Terra {
    /// Whether the position lets a seat act at all, and on what: the gate of the game contract.
    pub(super) fn gate(&self, position: &Position, seat: Seat, command: &Command) -> Result<(), Refusal> {
        match self.adding(position) {
            Some(last) if last != seat => Err(Refusal::NotYourTurn),
            Some(_) => match command {
                Command::Build(hex)
                    if position.after.as_ref().is_some_and(|(_, d)| {
                        d.followup[Followup::Build] > 0 && d.build_at.contains(hex.index())
                    }) =>
                {
                    Ok(())
                }
                Command::Connect(_) | Command::Done => Ok(()),
                _ => Err(Refusal::TurnNotEnded),
            },
            None => match command {
                Command::Done => Err(Refusal::WrongPhase),
                // over and nothing to add: whoever comes next is to move
                Command::Build(_) | Command::Connect(_) if position.phase == Phase::Action => {
                    if position.turn == Some(seat) { Ok(()) } else { Err(Refusal::NotYourTurn) }
                }
                _ => Ok(()),
            },
        }
    }
}
