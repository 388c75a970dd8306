//! Offers of power: made by builds, taken or declined by neighbours, felt by Cultists and Shapeshifters.

use super::{
    Offer, Owed, Refusal, RuleOption, land,
    table::{Happening, Table},
};
use crate::factions::{Faction, LeechEffect};
use hexwright_core::{HexId, Seat};

impl Table<'_> {
    /// Offers power to everybody with buildings next to a build of the seat.
    pub(super) fn make_offers(&mut self, hex: HexId) {
        let near = land::adjacent(self.board(), self.at, hex);
        let list = self.at.seat_list(self.game.options());
        let start = list.iter().position(|&s| s == self.me).unwrap_or(0);
        let event = self.at.offers.iter().map(|o| o.event).max().unwrap_or(0) + 1;
        for i in 1..list.len() {
            let to = list[(start + i) % list.len()];
            let player = self.at.player(to);
            let amount: u8 = near
                .and(player.hexes)
                .iter()
                .filter_map(|h| self.at.buildings[h])
                .map(|place| player.sheet().strength(place.building))
                .sum();
            self.offered[to.index()] += amount;
            if amount > 0 && !self.at.dropped.contains(to) {
                let gain = u16::from(amount).min(player.room()) as u8;
                self.at.offers.push(Offer {
                    to,
                    from: self.me,
                    event,
                    amount,
                    gain,
                    taken: false,
                    declined: false,
                    late: false,
                });
            }
        }
    }

    /// The oldest offer of this amount from a seat.
    fn find_offer(&self, from: Seat, amount: u8) -> Option<usize> {
        self.at.offers.iter().position(|o| o.to == self.me && o.from == from && o.amount == amount)
    }

    /// Takes power.
    pub(super) fn accept(&mut self, from: Seat, amount: u8) -> Result<(), Refusal> {
        let index = self.find_offer(from, amount).ok_or(Refusal::NoOffer)?;
        let strict = self.option(RuleOption::StrictLeech);
        if strict && self.at.offers[index].late {
            return Err(Refusal::LateOffer);
        }
        let offer = self.at.offers.remove(index);
        let player = self.mine_mut();
        let gain = u16::from(offer.amount).min(player.points.max(0) as u16 + 1).min(player.room());
        super::table::gain_power(player, gain);
        player.points -= gain.saturating_sub(1) as i16;
        let room = player.room();
        let me = self.me;
        for (i, other) in self.at.offers.iter_mut().enumerate() {
            if strict && i < index && other.to == me {
                other.late = true;
            }
        }
        if offer.gain > 0 && !offer.taken {
            for other in self.at.offers.iter_mut().filter(|o| o.event == offer.event) {
                other.taken = true;
            }
            self.reward_taken(offer.from);
        }
        // whoever is full cannot take the rest
        let mut emptied = Vec::new();
        for other in self.at.offers.iter_mut().filter(|o| o.to == me) {
            let left = u16::from(other.gain).min(room) as u8;
            if other.gain > 0 && left == 0 {
                emptied.push((other.event, other.from, other.taken, other.declined));
            }
            other.gain = left;
        }
        for (event, from, taken, declined) in emptied {
            self.resolve(event, from, taken, declined);
        }
        Ok(())
    }

    /// Declines power.
    pub(super) fn decline(&mut self, from: Seat, amount: u8) -> Result<(), Refusal> {
        let index = self.find_offer(from, amount).ok_or(Refusal::NoOffer)?;
        self.decline_at(index);
        Ok(())
    }

    /// Declines every offer of a seat.
    pub(super) fn decline_all(&mut self, seat: Seat) {
        while let Some(index) = self.at.offers.iter().position(|o| o.to == seat) {
            self.decline_at(index);
        }
    }

    fn decline_at(&mut self, index: usize) {
        let offer = self.at.offers.remove(index);
        for other in self.at.offers.iter_mut().filter(|o| o.event == offer.event) {
            other.declined = true;
        }
        if offer.gain > 0 {
            self.resolve(offer.event, offer.from, offer.taken, true);
        }
    }

    /// A build nobody can take power from any more: one power if somebody could but nobody did.
    fn resolve(&mut self, event: u16, from: Seat, taken: bool, declined: bool) {
        if taken || !declined || self.at.offers.iter().any(|o| o.event == event && o.gain > 0) {
            return;
        }
        let rewarded = match self.at.player(from).sheet().leech {
            LeechEffect::Nothing => false,
            LeechEffect::CultStep | LeechEffect::Token => self.option(RuleOption::ErrataCultistPower),
        };
        if rewarded && !self.at.dropped.contains(from) {
            let before = self.figures(from);
            self.gain_power(from, 1);
            self.note(from, Happening::Declined, before);
        }
    }

    fn reward_taken(&mut self, from: Seat) {
        if self.at.dropped.contains(from) {
            return;
        }
        let (printed, before) = (self.game.first_printing(), self.figures(from));
        let player = self.player_mut(from);
        match player.sheet().leech {
            LeechEffect::Nothing => return,
            LeechEffect::CultStep => player.owed[Owed::Cult] += 1,
            LeechEffect::Token if printed => player.power[2] += 1,
            LeechEffect::Token => player.owed[Owed::Token] += 1,
        }
        self.note(from, Happening::Accepted, before);
    }

    /// Pays a point for a token in the third bowl.
    pub(super) fn token(&mut self) -> Result<(), Refusal> {
        let player = self.mine_mut();
        if player.faction != Faction::Shapeshifters || player.owed[Owed::Token] == 0 {
            return Err(Refusal::NotOwed(Owed::Token));
        }
        if player.points < 1 {
            return Err(Refusal::NoPoints);
        }
        player.points -= 1;
        player.power[2] += 1;
        player.owed[Owed::Token] -= 1;
        Ok(())
    }
}
