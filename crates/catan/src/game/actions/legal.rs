//! What a seat may do: listed, counted, and the n-th found without a list.
//!
//! Offers and counter-offers are a vast set: `play` accepts every valid one, `legal` lists none.
//! [`Engine::offers`] lists sensible ones. Everything else is listed exactly.

use crate::game::actions::action::{Action, Bundle};
use crate::game::hand::{Hand, Kinds};
use crate::game::position::{Phase, Position};
use crate::game::rules::discards::{self, Ways};
use crate::game::tables::Engine;
use crate::map::{Card, Resource};
use hexwright_core::{Key as _, Seat, SeatSet, Turn};

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// Whom the position waits for. During `main` that is the active seat and, while offers are open,
    /// every seat that can answer one, change its answer or withdraw its own.
    pub(in crate::game) fn whose_turn(&self, pos: &Position<C, S, X>) -> Turn {
        match pos.phase {
            Phase::Over => Turn::Over,
            phase if phase.is_chance() => Turn::Chance,
            Phase::Discard => Turn::Seats(SeatSet(pos.owes.into())),
            Phase::Main if pos.offering != 0 => {
                let mut seats = SeatSet::only(pos.active());
                for seat in 0..self.seats {
                    self.each_answer(pos, seat, &mut |_| seats.insert(Seat(seat as u8)));
                }
                Turn::Seats(seats)
            }
            _ => Turn::Seats(SeatSet::only(Seat(pos.actor() as u8))),
        }
    }

    /// Whom everybody may know the game waits for. A seat that rejected an offer may still change its mind
    /// if it has the cards, and then it is its turn too; but whether it has them is nobody else's business.
    pub(in crate::game) fn waited_for(&self, pos: &Position<C, S, X>) -> SeatSet {
        let Turn::Seats(mut seats) = self.whose_turn(pos) else { return SeatSet::EMPTY };
        if pos.phase == Phase::Main && pos.offering != 0 {
            let offers = || pos.offers[..self.seats].iter().filter(|offer| offer.id != 0);
            for seat in (0..self.seats as u8).map(Seat).filter(|s| *s != pos.active()) {
                let asked = offers().any(|o| o.to >> seat.0 & 1 == 1 && o.rejected >> seat.0 & 1 == 0);
                if !asked && pos.offering >> seat.0 & 1 == 0 {
                    seats.remove(seat);
                }
            }
        }
        seats
    }

    /// Every legal action of a seat but offers, in a fixed order.
    pub(in crate::game) fn each_legal(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        out: &mut impl FnMut(Action),
    ) {
        if pos.phase == Phase::Discard {
            if seat < self.seats && pos.owes >> seat & 1 == 1 {
                let hand = pos.players[seat].hand;
                discards::each(hand, hand.total() / 2, &mut |cards| out(Action::Discard(cards.into())));
            }
            return;
        }
        if seat >= self.seats {
            return;
        }
        if seat != pos.actor() {
            if pos.phase == Phase::Main {
                self.each_answer(pos, seat, out);
            }
            return;
        }
        match pos.phase {
            Phase::Setup => self.each_placement(pos, out),
            Phase::PreRoll => {
                if X > 0 {
                    self.each_ship_move(pos, seat, out);
                }
                self.each_card(pos, seat, out);
                out(Action::Roll);
            }
            Phase::MoveRobber => {
                self.robber_targets(pos).for_each(|hex| out(Action::Robber(hex)));
                self.pirate_targets(pos).for_each(|hex| out(Action::Pirate(hex)));
            }
            Phase::Steal => {
                let victims = SeatSet(self.current_victims(pos).into());
                victims.iter().for_each(|victim| out(Action::Steal(victim)));
                if self.options.steal_optional {
                    out(Action::StealNone);
                }
            }
            Phase::Main => {
                self.each_building(pos, seat, out);
                self.each_card(pos, seat, out);
                self.each_bank_trade(pos, seat, out);
                self.each_answer(pos, seat, out);
                out(Action::EndTurn);
            }
            Phase::RoadBuilding => {
                if pos.players[seat].roads_left > 0 {
                    self.road_sides(pos, seat).iter().for_each(|s| out(Action::Road(self.sides[s])));
                }
                if X > 0 {
                    self.each_sea_piece(pos, seat, None, out);
                }
                if self.options.road_building_up_to_two && pos.free_roads < 2 {
                    out(Action::Stop);
                }
            }
            Phase::Gold => self.each_gold(pos, seat, out),
            Phase::Special => {
                self.each_building(pos, seat, out);
                out(Action::Pass);
            }
            _ => {}
        }
    }

    fn each_placement(&self, pos: &Position<C, S, X>, out: &mut impl FnMut(Action)) {
        if pos.left_settlements > 0 {
            self.setup_corners(pos).iter().for_each(|c| out(Action::SetupSettlement(self.corners[c])));
        }
        if pos.left_cities > 0 {
            self.setup_corners(pos).iter().for_each(|c| out(Action::SetupCity(self.corners[c])));
        }
        if pos.left_settlements == 0 && pos.left_cities == 0 {
            self.each_setup_side(pos, out);
        }
    }

    /// Corners on which the seat may build a city, money aside: own settlements, and with
    /// `direct-city` empty ones too; with their price.
    pub(in crate::game) fn city_corners(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
    ) -> impl Iterator<Item = (usize, Hand)> + use<C, S, X> {
        let me = &pos.players[seat];
        let has = |left: u8| left > 0;
        let upgrades = if has(me.cities_left) && me.hand.covers(Hand::CITY) {
            me.buildings.without(pos.cities)
        } else {
            hexwright_core::Bits::EMPTY
        };
        let direct = self.options.direct_city
            && has(me.cities_left)
            && has(me.settlements_left)
            && me.hand.covers(Hand::DIRECT_CITY);
        let empty = if direct { pos.open.and(me.reach) } else { hexwright_core::Bits::EMPTY };
        upgrades.iter().map(|c| (c, Hand::CITY)).chain(empty.iter().map(|c| (c, Hand::DIRECT_CITY)))
    }

    fn each_building(&self, pos: &Position<C, S, X>, seat: usize, out: &mut impl FnMut(Action)) {
        let me = &pos.players[seat];
        if me.roads_left > 0 && me.hand.covers(Hand::ROAD) {
            self.road_sides(pos, seat).iter().for_each(|s| out(Action::Road(self.sides[s])));
        }
        if me.settlements_left > 0 && me.hand.covers(Hand::SETTLEMENT) {
            pos.open.and(me.reach).iter().for_each(|c| out(Action::Settlement(self.corners[c])));
        }
        for (corner, _) in self.city_corners(pos, seat) {
            out(Action::City(self.corners[corner]));
        }
        if X > 0 {
            self.each_sea_piece(pos, seat, Some(me.hand), out);
            self.each_wall(pos, seat, out);
            self.each_ship_move(pos, seat, out);
        }
        if pos.deck != [0; 5] && me.hand.covers(Hand::CARD) {
            out(Action::Buy);
        }
    }

    #[inline]
    pub(in crate::game) fn each_card(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        out: &mut impl FnMut(Action),
    ) {
        let can = |card| !pos.card_played && self.playable(pos, card) > 0;
        if can(Card::Monopoly) {
            Resource::ALL.iter().for_each(|&kind| out(Action::PlayMonopoly(kind)));
        }
        if can(Card::RoadBuilding) && self.road_fits(pos, seat) {
            out(Action::PlayRoadBuilding);
        }
        if can(Card::YearOfPlenty) {
            each_plenty(pos.bank, &mut |first, second| out(Action::PlayYearOfPlenty(first, second)));
        }
        if can(Card::Knight) {
            out(Action::PlayKnight);
        }
        if self.options.vp_when_played && pos.players[seat].cards[Card::VictoryPoint.index()] > 0 {
            out(Action::PlayVictoryPoint);
        }
    }

    #[inline]
    pub(in crate::game) fn each_bank_trade(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        out: &mut impl FnMut(Action),
    ) {
        if self.trade_closed(pos) {
            return;
        }
        let (rates, takes) = (self.rates(pos, seat), pos.bank.kinds());
        let same = self.options.ruleset == crate::game::Ruleset::Pioneers;
        for give in pos.players[seat].hand.kinds_covering(rates).iter() {
            let best = rates.get(give) as u8;
            let takes = if same { takes } else { takes.without(give) };
            for count in best..=4 {
                let held = pos.players[seat].hand.get(give) >= u16::from(count);
                if count > best && !(held && same && self.worse_rate(pos, seat, count, best)) {
                    continue;
                }
                takes.iter().for_each(|take| out(Action::BankTrade { count, give, take }));
            }
        }
    }

    /// The number of bank trades of a seat that has enough of these kinds for one.
    #[inline(always)] // as calls this and the next take twice as many instructions
    #[allow(clippy::inline_always)]
    pub(in crate::game) fn count_bank_trades(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        gives: Kinds,
    ) -> usize {
        if self.trade_closed(pos) {
            return 0;
        }
        if self.options.ruleset == crate::game::Ruleset::Pioneers {
            return self.count_pioneers_trades(pos, seat);
        }
        let takes = pos.bank.kinds();
        (gives.len() * takes.len() - gives.and(takes).len()) as usize
    }

    /// The n-th of those trades in the order of [`Self::each_bank_trade`].
    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub(in crate::game) fn nth_bank_trade(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        gives: Kinds,
        mut n: usize,
    ) -> Option<Action> {
        if self.options.ruleset == crate::game::Ruleset::Pioneers {
            return self.nth_pioneers_trade(pos, seat, n);
        }
        let (rates, bank) = (self.rates(pos, seat), pos.bank.kinds());
        for give in gives.iter() {
            let takes = bank.without(give);
            let count = takes.len() as usize;
            if n < count {
                return takes.nth(n).map(|take| Action::BankTrade {
                    count: rates.get(give) as u8,
                    give,
                    take,
                });
            }
            n -= count;
        }
        None
    }

    /// The number of bank trades where worse rates count too.
    #[inline(never)]
    fn count_pioneers_trades(&self, pos: &Position<C, S, X>, seat: usize) -> usize {
        let mut count = 0;
        self.each_bank_trade(pos, seat, &mut |_| count += 1);
        count
    }

    /// The n-th bank trade where worse rates count too.
    #[inline(never)]
    fn nth_pioneers_trade(&self, pos: &Position<C, S, X>, seat: usize, mut n: usize) -> Option<Action> {
        let mut found = None;
        self.each_bank_trade(pos, seat, &mut |action| {
            if n == 0 {
                found = Some(action);
            }
            n = n.wrapping_sub(1);
        });
        found
    }

    fn each_answer(&self, pos: &Position<C, S, X>, seat: usize, out: &mut impl FnMut(Action)) {
        if pos.offering == 0 {
            return;
        }
        for maker in (0..self.seats).filter(|&maker| pos.offering >> maker & 1 == 1) {
            let offer = &pos.offers[maker];
            if maker == seat {
                if seat == usize::from(pos.active) && !self.trade_closed(pos) {
                    for partner in SeatSet(offer.accepted.into()).iter() {
                        out(Action::Confirm { id: offer.id, seat: partner });
                    }
                }
                out(Action::Withdraw(offer.id));
            } else if offer.to >> seat & 1 == 1 {
                let affords = pos.players[seat].hand.covers(offer.want.hand());
                if offer.accepted >> seat & 1 == 0 && affords && !self.trade_closed(pos) {
                    out(Action::Accept(offer.id));
                }
                if offer.rejected >> seat & 1 == 0 {
                    out(Action::Reject(offer.id));
                }
            }
        }
    }

    /// Sensible offers of the active seat to everybody: one for one, one for two and two for one card,
    /// each side of a single kind. For bots and buttons; `play` accepts far more.
    #[must_use]
    pub fn offers(&self, pos: &Position<C, S, X>, seat: Seat) -> Vec<Action> {
        let mut list = Vec::new();
        if pos.phase != Phase::Main || seat.index() >= self.seats {
            return list;
        }
        let active = usize::from(pos.active);
        let everybody = ((1u16 << self.seats) - 1) as u8;
        let to = if seat.index() == active { everybody & !(1 << active) } else { 1 << active };
        for &give in Resource::ALL {
            for &want in Resource::ALL {
                for (given, wanted) in [(1, 1), (1, 2), (2, 1)] {
                    let pair =
                        (Bundle::new(Hand::single(give, given)), Bundle::new(Hand::single(want, wanted)));
                    let (Some(give), Some(want)) = pair else { continue };
                    let offer = Action::Offer { give, want, to };
                    if self.check(pos, hexwright_core::Actor::Seat(seat), offer).is_ok() {
                        list.push(offer);
                    }
                }
            }
        }
        list
    }

    /// The discards of a seat that owes one, numbered.
    pub(in crate::game) fn ways_to_discard(&self, pos: &Position<C, S, X>, seat: usize) -> Option<Ways> {
        let owes = pos.phase == Phase::Discard && seat < self.seats && pos.owes >> seat & 1 == 1;
        let hand = owes.then(|| pos.players[seat].hand)?;
        Ways::new(hand, hand.total() / 2)
    }

    /// The number of legal actions of a seat, offers aside.
    #[must_use]
    pub fn count_legal(&self, pos: &Position<C, S, X>, seat: Seat) -> usize {
        if let Some(ways) = self.ways_to_discard(pos, seat.index()) {
            return ways.len();
        }
        let mut count = 0;
        self.each_legal(pos, seat.index(), &mut |_| count += 1);
        count
    }

    /// The n-th legal action of a seat in the order of the list.
    #[must_use]
    pub fn nth_legal(&self, pos: &Position<C, S, X>, seat: Seat, n: usize) -> Option<Action> {
        if let Some(ways) = self.ways_to_discard(pos, seat.index()) {
            return (n < ways.len()).then(|| Action::Discard(ways.nth(n).into()));
        }
        let (mut found, mut left) = (None, n);
        self.each_legal(pos, seat.index(), &mut |action| {
            if left == 0 && found.is_none() {
                found = Some(action);
            }
            left = left.wrapping_sub(1);
        });
        found
    }
}

/// Every choice of a year of plenty the bank can pay (R-DEV-8).
pub(in crate::game) fn each_plenty(bank: Hand, out: &mut impl FnMut(Resource, Option<Resource>)) {
    let single = bank.total() == 1;
    for (i, &first) in Resource::ALL.iter().enumerate() {
        if bank.get(first) == 0 {
            continue;
        }
        if single {
            out(first, None);
            continue;
        }
        for &second in &Resource::ALL[i..] {
            if bank.get(second) > u16::from(second == first) {
                out(first, Some(second));
            }
        }
    }
}
