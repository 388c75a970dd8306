//! Worlds that a viewer cannot tell apart: hidden cards dealt anew.

use super::hand::Hand;
use super::position::{MAX_SEATS, Phase, Position};
use super::tables::Engine;
use crate::map::{Card, Resource};
use hexwright_core::{Key as _, Random, Viewer};

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// Another position that agrees with this one in everything the viewer may know and is random in
    /// everything else: other hands, other development cards, the deck, with `hide-bank` the bank.
    #[must_use]
    pub fn twin(
        &self,
        pos: &Position<C, S, X>,
        viewer: Viewer,
        random: &mut impl Random,
    ) -> Position<C, S, X> {
        let own = match viewer {
            Viewer::Seat(seat) => seat.index(),
            Viewer::Spectator => MAX_SEATS,
        };
        let mut twin = *pos;
        self.redeal_hands(&mut twin, own, random);
        if self.options.hide_bank {
            self.swap_with_bank(&mut twin, own, random);
        }
        if pos.phase != Phase::Over {
            self.redeal_cards(&mut twin, own, random);
        }
        twin
    }

    /// Deals the resource cards of the other seats among them; what open offers prove stays.
    fn redeal_hands(&self, pos: &mut Position<C, S, X>, own: usize, random: &mut impl Random) {
        let mut pool = Vec::new();
        let others: Vec<usize> = (0..self.seats).filter(|&s| s != own).collect();
        let proven: Vec<Hand> = others.iter().map(|&s| self.proven(pos, s)).collect();
        for (&seat, &kept) in others.iter().zip(&proven) {
            let loose = pos.players[seat].hand.minus(kept);
            for &kind in Resource::ALL {
                pool.extend(std::iter::repeat_n(kind, loose.get(kind).into()));
            }
        }
        random.shuffle(&mut pool);
        for (&seat, &kept) in others.iter().zip(&proven) {
            let loose = usize::from(pos.players[seat].hand.total() - kept.total());
            let dealt = pool.split_off(pool.len() - loose);
            pos.players[seat].hand = dealt.iter().fold(kept, |hand, &kind| hand.plus(Hand::single(kind, 1)));
        }
    }

    /// What everybody knows a seat holds: what it offers and what it has agreed to give.
    fn proven(&self, pos: &Position<C, S, X>, seat: usize) -> Hand {
        let mut counts = [0; 5];
        for (maker, offer) in pos.offers[..self.seats].iter().enumerate() {
            let shown = match offer.id {
                0 => Hand::EMPTY,
                _ if maker == seat => offer.give.hand(),
                _ if offer.accepted >> seat & 1 == 1 => offer.want.hand(),
                _ => Hand::EMPTY,
            };
            for (count, &kind) in counts.iter_mut().zip(Resource::ALL) {
                *count = (*count).max(shown.get(kind));
            }
        }
        Hand::of(counts)
    }

    /// Exchanges cards of other hands with the bank; which kinds the bank has at all stays.
    fn swap_with_bank(&self, pos: &mut Position<C, S, X>, own: usize, random: &mut impl Random) {
        for _ in 0..8 * self.seats {
            let seat = random.index(self.seats);
            let [x, y] = [0; 2].map(|_: u8| Resource::ALL[random.index(5)]);
            let hand = pos.players[seat].hand;
            let free = hand.get(x) > self.proven(pos, seat).get(x);
            let room = pos.bank.get(y) > 1 && pos.bank.get(x) > 0;
            if seat != own && free && room && x != y {
                let (give, take) = (Hand::single(x, 1), Hand::single(y, 1));
                pos.players[seat].hand = hand.minus(give).plus(take);
                pos.bank = pos.bank.plus(give).minus(take);
            }
        }
    }

    /// Deals the development cards of the other seats and the deck among them.
    fn redeal_cards(&self, pos: &mut Position<C, S, X>, own: usize, random: &mut impl Random) {
        let others: Vec<usize> = (0..self.seats).filter(|&s| s != own).collect();
        let mut pool = Vec::new();
        for &card in Card::ALL {
            let held: usize = others.iter().map(|&s| usize::from(pos.players[s].cards[card.index()])).sum();
            pool.extend(std::iter::repeat_n(card, held + usize::from(pos.deck[card.index()])));
        }
        random.shuffle(&mut pool);
        let actor = pos.actor();
        for &seat in &others {
            let hidden = self.hidden_points(pos, seat);
            let count: u16 = pos.players[seat].cards.iter().sum();
            let dealt = pool.split_off(pool.len() - usize::from(count));
            pos.players[seat].cards = counts(&dealt);
            pos.players[seat].points += self.hidden_points(pos, seat) - hidden;
            if seat == actor {
                // how many were bought in this turn is known, which is not
                let bought: u16 = pos.bought.iter().sum();
                pos.bought = counts(&dealt[..usize::from(bought).min(dealt.len())]);
            }
        }
        pos.deck = counts(&pool);
    }
}

fn counts(cards: &[Card]) -> [u16; 5] {
    let mut counts = [0; 5];
    cards.iter().for_each(|card| counts[card.index()] += 1);
    counts
}
