//! Variety in the opening: a bot that always opens alike tells little about a board.

use super::Bot;
use crate::ask::Asked;
use hexwright_core::{Fast, Game, Random, SeatSet};

/// One in so many actions is overlooked.
const OVERLOOKED: u64 = 4;

/// Lets another bot overlook some of its actions until the first turn begins: the best three times in
/// four it finds the best, else the next best, and so on. Then it plays as ever.
pub struct VariedBot<G: Game>(pub Box<dyn Bot<G>>);

impl<G: Game> std::fmt::Debug for VariedBot<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("VariedBot").field(&self.0.name()).finish()
    }
}

impl<G: Game> Bot<G> for VariedBot<G> {
    fn name(&self) -> String {
        format!("vary:{}", self.0.name())
    }

    fn decide(&mut self, asked: &Asked<'_, G>, random: &mut Fast) -> Option<usize> {
        if asked.legal.len() < 2 || asked.view.turns() > 0 {
            return self.0.decide(asked, random);
        }
        let mut seen: Vec<usize> = (0..asked.legal.len()).filter(|_| random.below(OVERLOOKED) > 0).collect();
        if seen.is_empty() {
            seen = (0..asked.legal.len()).collect();
        }
        asked.among(&seen, |fewer| self.0.decide(fewer, random))
    }

    fn propose(&mut self, asked: &Asked<'_, G>, random: &mut Fast) -> Option<G::Action> {
        self.0.propose(asked, random)
    }

    fn remember(&mut self, own: &[G::Action]) {
        self.0.remember(own);
    }

    fn over(&mut self, winners: SeatSet, scores: &[i32]) {
        self.0.over(winners, scores);
    }
}
