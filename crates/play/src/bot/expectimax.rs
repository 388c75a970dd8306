//! Looks several actions ahead: own actions maximise, rivals' minimise, chance averages.

use super::greedy::first_best;
use super::{Bot, Choice};
use crate::evaluate::{Evaluate, WIN, value_of};
use hexwright_core::{Actor, Fast, Game, Imagine, Seat, Turn, Weighted};
use std::sync::Arc;

/// How far and how broadly to search.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Decisions looked ahead, the own first one included; chance between them is free.
    pub depth: u32,
    /// Most positions visited for a decision; beyond it positions are judged where they stand.
    pub nodes: u64,
    /// Imagined worlds the values are averaged over.
    pub worlds: u32,
}

impl Default for Budget {
    fn default() -> Self {
        Self { depth: 2, nodes: 20_000, worlds: 1 }
    }
}

/// Expectimax with alpha-beta cuts between decisions. Rivals are taken to play against the searcher.
pub struct ExpectimaxBot<E: ?Sized> {
    name: &'static str,
    evaluate: Arc<E>,
    budget: Budget,
}

impl<E: ?Sized> ExpectimaxBot<E> {
    /// A searching bot with this judgement and budget.
    pub const fn new(name: &'static str, evaluate: Arc<E>, budget: Budget) -> Self {
        Self { name, evaluate, budget }
    }
}

impl<E: ?Sized> std::fmt::Debug for ExpectimaxBot<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ExpectimaxBot").field("name", &self.name).field("budget", &self.budget).finish()
    }
}

impl<G: Imagine, E: Evaluate<G> + ?Sized> Bot<G> for ExpectimaxBot<E> {
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn decide(&mut self, choice: &Choice<'_, G>, random: &mut Fast) -> Option<usize> {
        if choice.legal.len() == 1 {
            return Some(0);
        }
        first_best(self.values(choice, random))
    }
}

impl<E: ?Sized> ExpectimaxBot<E> {
    /// The value of each legal action, averaged over worlds.
    pub fn values<G: Imagine>(&self, choice: &Choice<'_, G>, random: &mut Fast) -> Vec<f64>
    where
        E: Evaluate<G>,
    {
        let worlds = self.budget.worlds.max(1);
        let mut sums = vec![0.0; choice.legal.len()];
        for _ in 0..worlds {
            let world = choice.game.imagine(choice.view, random);
            let mut search = Search {
                game: choice.game,
                evaluate: &*self.evaluate,
                me: choice.seat,
                nodes: self.budget.nodes / u64::from(worlds),
            };
            for (sum, action) in sums.iter_mut().zip(choice.legal) {
                // every root action gets its true value: a cut here could make equals of unequals
                let value = search.after(
                    &world,
                    Actor::Seat(choice.seat),
                    action,
                    self.budget.depth,
                    LOWEST,
                    HIGHEST,
                );
                *sum += value / f64::from(worlds);
            }
        }
        sums
    }
}

const LOWEST: f64 = -2.0 * WIN;
const HIGHEST: f64 = 2.0 * WIN;

struct Search<'a, G: Game, E: ?Sized> {
    game: &'a G,
    evaluate: &'a E,
    me: Seat,
    nodes: u64,
}

impl<G: Game, E: Evaluate<G> + ?Sized> Search<'_, G, E> {
    fn after(
        &mut self,
        p: &G::Position,
        actor: Actor,
        action: &G::Action,
        depth: u32,
        low: f64,
        high: f64,
    ) -> f64 {
        let mut next = p.clone();
        self.game.play_unchecked(&mut next, actor, action);
        let depth = if actor == Actor::Chance { depth } else { depth - 1 };
        self.value(&next, depth, low, high)
    }

    fn value(&mut self, p: &G::Position, depth: u32, low: f64, high: f64) -> f64 {
        let turn = self.game.turn(p);
        if turn == Turn::Over || self.nodes == 0 {
            return value_of(self.evaluate, self.game, p, self.me);
        }
        self.nodes -= 1;
        match turn {
            Turn::Chance => self.average(p, depth),
            Turn::Seats(set) if depth > 0 => {
                let seat = if set.contains(self.me) { Some(self.me) } else { set.iter().next() };
                match seat {
                    Some(seat) => self.decision(p, seat, depth, low, high),
                    None => value_of(self.evaluate, self.game, p, self.me),
                }
            }
            _ => value_of(self.evaluate, self.game, p, self.me),
        }
    }

    fn average(&mut self, p: &G::Position, depth: u32) -> f64 {
        let mut outcomes: Vec<Weighted<G::Action>> = Vec::new();
        self.game.outcomes(p, &mut outcomes);
        let (mut sum, mut weights) = (0.0, 0.0);
        for outcome in &outcomes {
            let weight = f64::from(outcome.weight);
            sum += weight * self.after(p, Actor::Chance, &outcome.action, depth, LOWEST, HIGHEST);
            weights += weight;
        }
        if weights > 0.0 { sum / weights } else { value_of(self.evaluate, self.game, p, self.me) }
    }

    fn decision(&mut self, p: &G::Position, seat: Seat, depth: u32, mut low: f64, mut high: f64) -> f64 {
        let mut legal = Vec::new();
        self.game.legal(p, seat, &mut legal);
        let mine = seat == self.me;
        let mut best = if mine { LOWEST } else { HIGHEST };
        for action in &legal {
            let value = self.after(p, Actor::Seat(seat), action, depth, low, high);
            if mine {
                best = best.max(value);
                low = low.max(best);
            } else {
                best = best.min(value);
                high = high.min(best);
            }
            if low >= high {
                break;
            }
        }
        if legal.is_empty() { value_of(self.evaluate, self.game, p, self.me) } else { best }
    }
}
