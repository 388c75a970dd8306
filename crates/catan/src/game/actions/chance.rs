//! Chance as listed outcomes with exact weights (section 18).

use crate::game::SevensRule;
use crate::game::actions::action::Action;
use crate::game::options::DiceRule;
use crate::game::position::{Phase, Position};
use crate::game::tables::Engine;
use crate::map::{Card, Resource};
use hexwright_core::{Key as _, Weighted};

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// Every outcome the position waits for, with its weight.
    pub(in crate::game) fn each_outcome(
        &self,
        pos: &Position<C, S, X>,
        mut out: impl FnMut(Weighted<Action>),
    ) {
        let mut push = |action, weight| {
            if weight > 0 {
                out(Weighted { action, weight });
            }
        };
        match pos.phase {
            Phase::Dice => {
                let weights = self.dice_weights(pos);
                for (pair, &weight) in weights.iter().enumerate() {
                    push(Action::Dice(pair as u8 / 6 + 1, pair as u8 % 6 + 1), weight);
                }
            }
            Phase::Theft => {
                let hand = pos.players[usize::from(pos.victim)].hand;
                for &kind in Resource::ALL {
                    push(Action::Stolen(kind), hand.get(kind).into());
                }
            }
            Phase::Draw => {
                for &card in Card::ALL {
                    push(Action::Drawn(card), pos.deck[card.index()].into());
                }
            }
            Phase::Seating => {
                for place in 0..self.seatings() {
                    push(Action::Seating(place), 1);
                }
            }
            _ => {}
        }
    }

    /// As [`Self::each_outcome`], but rolls of the same total are one where nothing else depends on them.
    pub(in crate::game) fn each_prospect(
        &self,
        pos: &Position<C, S, X>,
        mut out: impl FnMut(Weighted<Action>),
    ) {
        if pos.phase != Phase::Dice || self.options.dice != DiceRule::Random {
            return self.each_outcome(pos, out);
        }
        for total in 2..=12u8 {
            if total != 7 || !self.sevens_suspended(pos) {
                let weight = 6 - u32::from(total.abs_diff(7));
                out(Weighted { action: plain_roll(total), weight });
            }
        }
    }

    /// The prospect an outcome belongs to.
    #[inline]
    pub(in crate::game) fn alike(&self, outcome: Action) -> Action {
        match outcome {
            Action::Dice(a, b) if self.options.dice == DiceRule::Random => plain_roll(a + b),
            other => other,
        }
    }

    /// n! (R-CHANCE-5).
    pub(in crate::game) fn seatings(&self) -> u16 {
        (1..=self.seats as u16).product()
    }

    /// Whether a seven cannot be rolled now (R-ROLL-2).
    #[inline]
    pub(in crate::game) fn sevens_suspended(&self, pos: &Position<C, S, X>) -> bool {
        match self.options.sevens_rule {
            SevensRule::Normal => false,
            SevensRule::RerollFirstTwoRounds => pos.turn <= 2 * self.seats as u32,
            SevensRule::RerollAll => true,
        }
    }

    /// The weight of each ordered pair of dice (R-CHANCE-2).
    pub(in crate::game) fn dice_weights(&self, pos: &Position<C, S, X>) -> [u32; 36] {
        let total = |pair: usize| (pair / 6 + pair % 6 + 2) as u8;
        match self.options.dice {
            DiceRule::Random => {
                let suspended = self.sevens_suspended(pos);
                std::array::from_fn(|pair| u32::from(!(suspended && total(pair) == 7)))
            }
            DiceRule::Deck => std::array::from_fn(|pair| pos.dice.left[pair].into()),
            DiceRule::Balanced => {
                let weigh = |pair: usize| {
                    let seen = pos.dice.recent.iter().filter(|&&t| t == total(pair)).count() as u32;
                    u32::from(pos.dice.left[pair]) * 100u32.saturating_sub(34 * seen)
                };
                let weights: [u32; 36] = std::array::from_fn(weigh);
                if weights.iter().any(|&w| w > 0) { weights } else { pos.dice.left.map(u32::from) }
            }
        }
    }

    /// The dice are asked for; a used-up deck is rebuilt first.
    #[inline]
    pub(in crate::game) fn ask_dice(&self, pos: &mut Position<C, S, X>) {
        pos.phase = Phase::Dice;
        if self.options.dice != DiceRule::Random {
            self.rebuild_dice(pos);
        }
    }

    /// Builds a used-up dice deck anew.
    #[cold]
    fn rebuild_dice(&self, pos: &mut Position<C, S, X>) {
        let left = || pos.dice.left.iter().map(|&n| u32::from(n)).sum::<u32>();
        match self.options.dice {
            DiceRule::Random => {}
            DiceRule::Deck => {
                if left() <= u32::from(self.options.dice_removed) {
                    pos.dice.left = [self.options.dice_decks; 36];
                }
            }
            DiceRule::Balanced => {
                if left() < 13 {
                    pos.dice.left = [1; 36];
                }
            }
        }
    }

    /// The dice have been drawn.
    #[inline]
    pub(in crate::game) fn dice(&self, pos: &mut Position<C, S, X>, a: u8, b: u8) {
        let total = a + b;
        if self.options.dice != DiceRule::Random {
            let pair = usize::from((a.max(1) - 1) * 6 + b.max(1) - 1) % 36;
            pos.dice.left[pair] = pos.dice.left[pair].saturating_sub(1);
            if total == 7 && self.sevens_suspended(pos) {
                self.ask_dice(pos); // the seven is used up and another card is drawn
                return;
            }
            if self.options.dice == DiceRule::Balanced {
                pos.dice.recent.rotate_right(1);
                pos.dice.recent[0] = total;
            }
        }
        self.rolled(pos, total);
    }

    /// Whether chance can give this outcome now.
    pub(in crate::game) fn outcome_possible(&self, pos: &Position<C, S, X>, action: Action) -> bool {
        let mut possible = false;
        self.each_outcome(pos, |outcome| possible |= outcome.action == action);
        possible
    }
}

/// One of the rolls of a total.
const fn plain_roll(total: u8) -> Action {
    let low = if total > 7 { total - 6 } else { 1 };
    Action::Dice(low, total - low)
}
