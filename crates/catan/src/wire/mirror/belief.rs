//! What others hide is guessed, and guessed anew when they show it.

use super::{Agreed, Mirror};
use crate::game::{Hand, Phase};
use crate::map::Resource;
use hexwright_core::{Game as _, Key as _, Viewer};

impl Mirror {
    /// The `done` of another seat is not heard: what follows tells that it was said.
    pub(super) fn infer(&mut self, eyes: usize, words: &[&str]) -> Agreed {
        let word = words.first().copied().unwrap_or_default();
        let active = self.active();
        if active == eyes {
            return Ok(());
        }
        let moves_on = ["receives", "prepare-gold", "done-resources", "setup", "setup-double", "turn"];
        if self.phase() == Phase::Setup && !self.placing.is_empty() && moves_on.contains(&word) {
            return self.place(active);
        }
        let acts = ["rolled", "spent", "play-develop", "maritime-trade", "domestic-trade", "move", "turn"];
        if self.free_roads && acts.contains(&word) {
            self.done(active)?;
        }
        if word == "turn" && self.phase() == Phase::Main {
            return self.done(active);
        }
        Ok(())
    }

    /// A seat shows cards: if the guess about its hand lacks some, it is corrected by exchanging them
    /// with what another hidden hand was guessed to hold.
    pub(super) fn believe(&mut self, seat: usize, need: [i32; 5]) {
        if self.eyes.is_none_or(|eyes| eyes == seat) {
            return;
        }
        for kind in 0..5 {
            while self.ledger.hands[seat][kind] < need[kind] {
                let spare = (0..5).find(|&k| self.ledger.hands[seat][k] > need[k]);
                let other = (0..self.seats)
                    .find(|&o| o != seat && Some(o) != self.eyes && self.ledger.hands[o][kind] > 0);
                let (Some(spare), Some(other)) = (spare, other) else { return };
                self.exchange(seat, spare, other, kind);
            }
        }
    }

    /// A monopoly shows how many cards of a kind a seat has; hands that are `settled` stay.
    pub(super) fn believe_exactly(&mut self, seat: usize, kind: Resource, count: i32, settled: &[usize]) {
        if self.eyes.is_none_or(|eyes| eyes == seat) {
            return;
        }
        let (kind, eyes) = (kind as usize, self.eyes);
        let free = |o: &usize| *o != seat && Some(*o) != eyes && !settled.contains(o);
        while self.ledger.hands[seat][kind] != count {
            let lacks = self.ledger.hands[seat][kind] < count;
            let hands = &self.ledger.hands;
            let other_kind = |s: usize| (0..5).find(|&k| k != kind && hands[s][k] > 0);
            let swap = (0..self.seats).filter(free).find_map(|other| {
                let (gives, takes) =
                    if lacks { (other_kind(seat)?, kind) } else { (kind, other_kind(other)?) };
                (hands[other][takes] > 0).then_some((other, gives, takes))
            });
            let Some((other, gives, takes)) = swap else { return };
            self.exchange(seat, gives, other, takes);
        }
    }

    /// Exchanges a guessed card of one seat for a guessed card of another.
    pub(super) fn exchange(&mut self, seat: usize, gives: usize, other: usize, takes: usize) {
        self.ledger.hands[seat][gives] -= 1;
        self.ledger.hands[seat][takes] += 1;
        self.ledger.hands[other][takes] -= 1;
        self.ledger.hands[other][gives] += 1;
        // what was told and is not played yet (a price that is paid, say) stays a difference between the two
        let now = self.game.hands(&self.position);
        let (gives, takes) = (Resource::ALL[gives], Resource::ALL[takes]);
        if now[seat].get(gives) == 0 || now[other].get(takes) == 0 {
            return;
        }
        let swapped = |s: usize, less: Resource, more: Resource| {
            (s, *now[s].minus(Hand::single(less, 1)).plus(Hand::single(more, 1)).counts().values())
        };
        let hands = [swapped(seat, gives, takes), swapped(other, takes, gives)];
        // both hands first go to the bank, so that each can be dealt in full
        let bank = self.game.view(&self.position, Viewer::Spectator).bank;
        hands.iter().for_each(|(s, _)| self.game.force_hand(&mut self.position, *s, [0; 5]));
        hands.iter().for_each(|(s, hand)| self.game.force_hand(&mut self.position, *s, *hand));
        debug_assert_eq!(bank, self.game.view(&self.position, Viewer::Spectator).bank);
    }
}
