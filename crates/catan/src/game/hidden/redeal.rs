//! Worlds that a viewer cannot tell apart: hidden cards dealt anew.
//!
//! The hidden things are pooled and dealt out in seat order, so what is dealt depends on the pool and
//! the generator alone, never on who held what. Nothing is allocated: pools are counts.

use crate::game::hand::Hand;
use crate::game::options::DiceRule;
use crate::game::position::{MAX_SEATS, Phase, Position};
use crate::game::tables::Engine;
use crate::map::Resource;
use hexwright_core::{Key as _, Random, Viewer};

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// Another position that agrees with this one in everything the viewer may know and is random in
    /// everything else: other hands, other development cards, the deck, with `hide-bank` the bank. How
    /// many cards the acting seat bought in this turn stays too: who watched the turn could count them.
    #[must_use]
    pub fn redealt(
        &self,
        pos: &Position<C, S, X>,
        viewer: Viewer,
        random: &mut impl Random,
    ) -> Position<C, S, X> {
        let own = match viewer {
            Viewer::Seat(seat) => seat.index(),
            Viewer::Spectator => MAX_SEATS,
        };
        let mut redealt = *pos;
        self.redeal_hidden(&mut redealt, own, random);
        let actor = pos.actor();
        if pos.phase == Phase::Over {
            redealt.bought = pos.bought;
        } else if own != actor {
            let mut held = Pool(redealt.players[actor].cards);
            let bought: u16 = pos.bought.iter().sum();
            redealt.bought = held.deal(bought, random);
        }
        redealt
    }

    /// Deals everything anew that the seat `own` cannot know; no seat is [`MAX_SEATS`].
    pub(in crate::game) fn redeal_hidden(
        &self,
        pos: &mut Position<C, S, X>,
        own: usize,
        random: &mut impl Random,
    ) {
        self.redeal_hands(pos, own, random);
        if pos.phase != Phase::Over {
            self.redeal_cards(pos, own, random);
        }
        if self.options.dice != DiceRule::Random {
            self.redeal_dice(pos, random);
        }
        if own != pos.actor() {
            pos.bought = [0; 5];
        }
    }

    /// Deals the resource cards of the other seats among them; what everybody saw and what open offers prove
    /// stays. With
    /// `hide-bank` the bank takes part, but which kinds it has at all stays.
    fn redeal_hands(&self, pos: &mut Position<C, S, X>, own: usize, random: &mut impl Random) {
        let mut proven = [Hand::EMPTY; MAX_SEATS];
        let (mut loose, mut wanted) = (Hand::EMPTY, 0);
        for seat in (0..self.seats).filter(|&s| s != own) {
            proven[seat] = pos.players[seat].known();
            if pos.offering != 0 {
                proven[seat] = proven[seat].max(self.proven(pos, seat));
            }
            let free = pos.players[seat].hand.minus(proven[seat]);
            loose = loose.plus(free);
            wanted += free.total();
        }
        let mut pool = Pool(*loose.counts().values());
        if self.options.hide_bank {
            self.mix_with_bank(pos, &mut pool, wanted, random);
        }
        for seat in (0..self.seats).filter(|&s| s != own) {
            let player = &mut pos.players[seat];
            let free = player.hand.total() - proven[seat].total();
            player.replace_hand(proven[seat].plus(Hand::of(pool.deal(free, random))));
        }
    }

    /// What everybody knows a seat holds: what it offers and what it has agreed to give.
    pub(in crate::game) fn proven(&self, pos: &Position<C, S, X>, seat: usize) -> Hand {
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

    /// Kinds the bank has run out of lie in hands; of the others one card surely lies in the bank, and
    /// the rest may lie anywhere.
    fn mix_with_bank(
        &self,
        pos: &mut Position<C, S, X>,
        pool: &mut Pool<5>,
        wanted: u16,
        random: &mut impl Random,
    ) {
        let (mut anywhere, mut bank) = (Pool([0; 5]), [0; 5]);
        for (i, &kind) in Resource::ALL.iter().enumerate() {
            let there = pos.bank.get(kind);
            if there > 0 {
                anywhere.0[i] = std::mem::take(&mut pool.0[i]) + there - 1;
                bank[i] = 1;
            }
        }
        let missing = wanted.saturating_sub(pool.0.iter().sum());
        for (i, count) in anywhere.deal(missing, random).into_iter().enumerate() {
            pool.0[i] += count;
        }
        bank.iter_mut().zip(anywhere.0).for_each(|(bank, rest)| *bank += rest);
        pos.bank = Hand::of(bank);
    }

    /// Deals the development cards of the other seats and the deck among them.
    fn redeal_cards(&self, pos: &mut Position<C, S, X>, own: usize, random: &mut impl Random) {
        let mut pool = Pool(pos.deck);
        for seat in (0..self.seats).filter(|&s| s != own) {
            pool.0.iter_mut().zip(pos.players[seat].cards).for_each(|(sum, n)| *sum += n);
        }
        for seat in (0..self.seats).filter(|&s| s != own) {
            let count: u16 = pos.players[seat].cards.iter().sum();
            if count > 0 {
                let hidden = self.hidden_points(pos, seat);
                pos.players[seat].cards = pool.deal(count, random);
                pos.players[seat].points += self.hidden_points(pos, seat) - hidden;
            }
        }
        pos.deck = pool.0;
    }

    /// Which dice cards are left is hidden; how many are left is not.
    fn redeal_dice(&self, pos: &mut Position<C, S, X>, random: &mut impl Random) {
        let copies = if self.options.dice == DiceRule::Deck { self.options.dice_decks } else { 1 };
        let left: u16 = pos.dice.left.iter().map(|&n| u16::from(n)).sum();
        let dealt = Pool([u16::from(copies); 36]).deal(left, random);
        pos.dice.left = dealt.map(|n| n.min(u8::MAX.into()) as u8);
    }
}

/// Hidden things of `N` kinds, by count in the order of their kinds.
struct Pool<const N: usize>([u16; N]);

impl<const N: usize> Pool<N> {
    /// Takes `count` of them, each equally likely; all that are left if there are fewer.
    #[inline]
    fn deal(&mut self, count: u16, random: &mut impl Random) -> [u16; N] {
        let mut left: u32 = self.0.iter().map(|&n| u32::from(n)).sum();
        if u32::from(count) >= left {
            return std::mem::replace(&mut self.0, [0; N]);
        }
        let mut dealt = [0; N];
        for _ in 0..count {
            let mut place = random.below(left.into()) as u32;
            for (pool, dealt) in self.0.iter_mut().zip(&mut dealt) {
                if place < u32::from(*pool) {
                    *pool -= 1;
                    *dealt += 1;
                    break;
                }
                place -= u32::from(*pool);
            }
            left -= 1;
        }
        dealt
    }
}
