//! Cards that change hands: thefts, development cards, trades.

use super::super::speech::{card_of, counts_of, kind_of};
use super::{Agreed, Mirror, hand, parted};
use crate::game::{Action, Bundle, Phase};
use crate::map::{Card, Resource};
use hexwright_core::{Game as _, Key as _, Seat, Viewer};

impl Mirror {
    pub(super) fn stole(&mut self, thief: usize, victim: usize, kind: Resource) -> Agreed {
        self.before_robber = None;
        let mut cards = [0; 5];
        cards[kind as usize] = 1;
        self.believe(victim.min(7), cards);
        self.ledger.pass(victim.min(7), thief, cards);
        if self.phase() == Phase::Steal {
            self.play(thief, Action::Steal(Seat(victim as u8)))?;
        }
        let ours = self.game.view(&self.position, Viewer::Spectator).victim;
        if ours != Some(victim as u8) {
            return parted(format!("seat {victim} is robbed there, {ours:?} here"));
        }
        self.chance(Action::Stolen(kind))
    }

    pub(super) fn play_card(&mut self, seat: usize, kind: &str) -> Agreed {
        let Some(card) = kind.parse().ok().and_then(card_of) else { return parted("no such card") };
        // a played card makes the server forget what was built: strict trade opens again
        if !self.undo.is_empty() && self.game.options().strict_trade {
            self.holes += 1;
            self.game.force_built(&mut self.position, false);
        }
        self.undo.clear();
        if self.eyes.is_some_and(|eyes| eyes != seat) {
            self.game.force_card_kind(&mut self.position, seat, card, self.eyes.unwrap_or(seat));
        }
        // the server takes a card bought in this turn for an old one once a point card before it was laid open
        let own = &self.view(seat).seats[seat];
        let of = |counts: Option<[u16; 5]>| counts.map_or(0, |counts| counts[card.index()]);
        if card != Card::VictoryPoint && of(own.bought) > 0 && of(own.bought) == of(own.development_kinds) {
            self.holes += 1;
            self.game.force_old(&mut self.position);
        }
        match card {
            Card::Knight => self.play(seat, Action::PlayKnight),
            Card::VictoryPoint => self.play(seat, Action::PlayVictoryPoint),
            Card::RoadBuilding => {
                self.free_roads = true;
                // without a place for a road our rules keep the card, the server does not
                if self.play(seat, Action::PlayRoadBuilding).is_err() {
                    self.holes += 1;
                    self.game.force_card(&mut self.position, card);
                }
                Ok(())
            }
            Card::Monopoly | Card::YearOfPlenty => {
                self.card = Some(card);
                Ok(())
            }
        }
    }

    pub(super) fn plenty(&mut self, seat: usize, taken: &[&str]) -> Agreed {
        let Some(cards) = counts_of(taken) else { return parted("plenty without numbers") };
        self.ledger.draw(seat, cards, 1);
        self.card = None;
        let mut kinds: Vec<Resource> = Vec::new();
        for &kind in <Resource as hexwright_core::Key>::ALL {
            kinds.extend(std::iter::repeat_n(kind, cards[kind as usize].max(0) as usize));
        }
        match kinds[..] {
            [] => {
                self.game.force_card(&mut self.position, Card::YearOfPlenty);
                Ok(())
            }
            [first] => self.play(seat, Action::PlayYearOfPlenty(first, None)),
            [first, second] => self.play(seat, Action::PlayYearOfPlenty(first, Some(second))),
            _ => parted("plenty of more than two cards"),
        }
    }

    /// All lines of a monopoly are in: the cards change hands.
    pub(super) fn take_all(&mut self, seat: usize, kind: Resource) -> Agreed {
        self.card = None;
        let told = std::mem::take(&mut self.monopoly);
        for (done, &(victim, count)) in told.iter().enumerate() {
            // hands that are settled already must not be touched again
            let settled: Vec<usize> = told[..done].iter().map(|t| t.0).collect();
            self.believe_exactly(victim, kind, count, &settled);
        }
        self.play(seat, Action::PlayMonopoly(kind))?;
        for (victim, count) in told {
            let mut cards = [0; 5];
            cards[kind as usize] = count;
            self.ledger.pass(victim, seat, cards);
        }
        Ok(())
    }

    pub(super) fn bank_trade(&mut self, seat: usize, count: &str, give: &str, take: &str) -> Agreed {
        let (Ok(count), Some(give), Some(take)) = (count.parse::<u8>(), kind_of(give), kind_of(take)) else {
            return parted("a bank trade that cannot be read");
        };
        let mut cards = [0; 5];
        cards[give as usize] = i32::from(count);
        self.believe(seat, cards);
        self.ledger.draw(seat, cards, -1);
        let mut taken = [0; 5];
        taken[take as usize] = 1;
        self.ledger.draw(seat, taken, 1);
        self.play(seat, Action::BankTrade { count, give, take })
    }

    pub(super) fn trade(&mut self, seat: usize, partner: &str, id: &str) -> Agreed {
        let (Ok(partner), Ok(id)) = (partner.parse::<usize>(), id.parse::<i32>()) else {
            return parted("a trade that cannot be read");
        };
        let Some((give, get)) = self.quotes.remove(&(partner, id)) else {
            return parted(format!("seat {seat} accepts quote {id} of seat {partner}, which is not open"));
        };
        self.believe(partner.min(7), give);
        self.believe(seat, get);
        self.ledger.pass(partner.min(7), seat, give);
        self.ledger.pass(seat, partner.min(7), get);
        let (Some(offered), Some(wanted)) = (Bundle::new(hand(get)), Bundle::new(hand(give))) else {
            return parted("a trade of too many cards");
        };
        self.play(seat, Action::Offer { give: offered, want: wanted, to: 1 << partner })?;
        let offers = self.game.view(&self.position, Viewer::Spectator).offers;
        let Some(offer) = offers.iter().find(|o| usize::from(o.maker) == seat) else {
            return parted("the offer is not on the table");
        };
        let id = offer.id;
        self.play(partner, Action::Accept(id))?;
        self.play(seat, Action::Confirm { id, seat: Seat(partner as u8) })
    }
}
