//! Information-set Monte Carlo tree search: one tree over what the searcher could see, each
//! simulation in a freshly imagined world.
//!
//! The tree branches by action and outcome; in each world only what is legal there counts, and an
//! action that was rarely possible is not held against it (its visits are compared with how often it
//! was available). A new leaf is judged by the evaluation or by a random playout. The rule of descent
//! is PUCT with even priors: it needs only square roots, which are the same on every machine.

mod tree;

use super::Bot;
use super::clock::Deadline;
use crate::ask::Asked;
use crate::evaluate::Evaluate;
use hexwright_core::{Fast, Imagine};
use std::sync::Arc;
use std::time::Duration;
use tree::Tree;

/// How long to think and how.
#[derive(Clone, Copy, Debug)]
pub struct Thinking {
    /// Simulations a decision.
    pub simulations: u32,
    /// How much rarely tried actions are favoured.
    pub curiosity: f64,
    /// Random steps played from a new leaf before it is judged.
    pub playout: u32,
    /// Time for a decision, if it ends before the simulations do; the moves then depend on the machine.
    pub time: Option<Duration>,
}

impl Default for Thinking {
    fn default() -> Self {
        Self { simulations: 1_000, curiosity: 1.0, playout: 0, time: None }
    }
}

/// The clock is asked once in so many simulations.
const CLOCK: u32 = 32;

/// The searching bot.
pub struct IsmctsBot<E: ?Sized> {
    name: &'static str,
    evaluate: Arc<E>,
    thinking: Thinking,
}

impl<E: ?Sized> IsmctsBot<E> {
    /// A searching bot with this judgement and budget.
    pub const fn new(name: &'static str, evaluate: Arc<E>, thinking: Thinking) -> Self {
        Self { name, evaluate, thinking }
    }
}

impl<E: ?Sized> std::fmt::Debug for IsmctsBot<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("IsmctsBot")
            .field("name", &self.name)
            .field("thinking", &self.thinking)
            .finish_non_exhaustive()
    }
}

impl<G: Imagine, E: Evaluate<G> + ?Sized> Bot<G> for IsmctsBot<E> {
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn decide(&mut self, asked: &Asked<'_, G>, random: &mut Fast) -> Option<usize> {
        if asked.legal.len() == 1 {
            return Some(0);
        }
        let visits = self.visits(asked, random);
        // on a tie the first wins; max_by_key alone returns the last
        (0..visits.len()).rev().max_by_key(|&i| visits[i].0)
    }
}

impl<E: ?Sized> IsmctsBot<E> {
    /// Visits and mean share of the win, for each legal action.
    pub fn visits<G: Imagine>(&self, asked: &Asked<'_, G>, random: &mut Fast) -> Vec<(u32, f64)>
    where
        E: Evaluate<G>,
    {
        let mut tree = Tree::new(asked.game, &*self.evaluate, &self.thinking, asked.seat, asked.legal);
        let deadline = Deadline::after(self.thinking.time);
        for number in 1..=self.thinking.simulations {
            tree.simulate(asked.view.imagine(random), random);
            if number.is_multiple_of(CLOCK) && deadline.passed() {
                break;
            }
        }
        tree.root()
    }
}
