//! Looks several actions ahead: own actions maximise, rivals' minimise, chance averages.
//!
//! Decisions are cut by alpha-beta, chance by the bounds of the judge (Star1: once the outcomes still
//! to come cannot lift an average over the best known action, it is left). No cut changes what is
//! found: a value inside the window is the value of the search without cuts, to the bit.

mod tree;

use super::Bot;
use super::clock::Deadline;
use super::greedy::first_best;
use crate::ask::Asked;
use crate::evaluate::Evaluate;
use hexwright_core::{Actor, Fast, Imagine};
use std::sync::Arc;
use std::time::Duration;
use tree::{HIGHEST, LOWEST, Search};

/// How far and how broadly to search.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Decisions looked ahead, the own first one included; chance between them is free.
    pub depth: u32,
    /// Most positions visited for a decision; beyond it positions are judged where they stand.
    pub nodes: u64,
    /// Imagined worlds the values are averaged over.
    pub worlds: u32,
    /// Time for a decision. If given, one depth after the other is searched up to `depth`, and the
    /// last one that was finished in time counts; the moves then depend on the machine.
    pub time: Option<Duration>,
}

impl Default for Budget {
    fn default() -> Self {
        Self { depth: 2, nodes: 20_000, worlds: 1, time: None }
    }
}

/// Expectimax with cuts. Rivals are taken to play against the searcher.
pub struct ExpectimaxBot<E: ?Sized> {
    name: &'static str,
    evaluate: Arc<E>,
    budget: Budget,
    visited: u64,
}

impl<E: ?Sized> ExpectimaxBot<E> {
    /// A searching bot with this judgement and budget.
    pub const fn new(name: &'static str, evaluate: Arc<E>, budget: Budget) -> Self {
        Self { name, evaluate, budget, visited: 0 }
    }

    /// Positions visited for all decisions so far.
    #[must_use]
    pub const fn visited(&self) -> u64 {
        self.visited
    }
}

impl<E: ?Sized> std::fmt::Debug for ExpectimaxBot<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ExpectimaxBot")
            .field("name", &self.name)
            .field("budget", &self.budget)
            .finish_non_exhaustive()
    }
}

impl<G: Imagine, E: Evaluate<G> + ?Sized> Bot<G> for ExpectimaxBot<E> {
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn decide(&mut self, asked: &Asked<'_, G>, random: &mut Fast) -> Option<usize> {
        if asked.legal.len() == 1 {
            return Some(0);
        }
        if self.budget.worlds > 1 {
            return first_best(self.values(asked, random));
        }
        let world = asked.view.imagine(random);
        let deadline = Deadline::after(self.budget.time);
        let mut search = self.search(asked, deadline);
        let mut best = None;
        for depth in self.depths() {
            let found = search.best(&world, asked.legal, depth);
            if !search.interrupted() || best.is_none() {
                best = Some(found);
            }
            if deadline.passed() {
                break;
            }
        }
        self.visited += search.visited();
        best
    }
}

impl<E: ?Sized> ExpectimaxBot<E> {
    /// The value of each legal action, averaged over worlds.
    pub fn values<G: Imagine>(&self, asked: &Asked<'_, G>, random: &mut Fast) -> Vec<f64>
    where
        E: Evaluate<G>,
    {
        let worlds: Vec<G::Position> =
            (0..self.budget.worlds.max(1)).map(|_| asked.view.imagine(random)).collect();
        let deadline = Deadline::after(self.budget.time);
        let mut search = self.search(asked, deadline);
        let mut values = Vec::new();
        for depth in self.depths() {
            let mut sums = vec![0.0; asked.legal.len()];
            for world in &worlds {
                search.refill(self.budget.nodes / worlds.len() as u64);
                for (sum, action) in sums.iter_mut().zip(asked.legal) {
                    // every action gets its true value: a cut here could make equals of unequals
                    let value = search.after(world, Actor::Seat(asked.seat), action, depth, LOWEST, HIGHEST);
                    *sum += value / worlds.len() as f64;
                }
            }
            if !search.interrupted() || values.is_empty() {
                values = sums;
            }
            if deadline.passed() {
                break;
            }
        }
        values
    }

    fn search<'a, G: Imagine>(&'a self, asked: &Asked<'a, G>, deadline: Deadline) -> Search<'a, G, E>
    where
        E: Evaluate<G>,
    {
        Search::new(asked.game, &*self.evaluate, asked.seat, self.budget.nodes, deadline)
    }

    /// The depths to search one after the other.
    fn depths(&self) -> std::ops::RangeInclusive<u32> {
        let depth = self.budget.depth.max(1);
        if self.budget.time.is_some() { 1..=depth } else { depth..=depth }
    }
}
