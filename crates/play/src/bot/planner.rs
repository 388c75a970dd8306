//! Plans its own turn: what to do now, then, and after that, until somebody else acts.
//!
//! The budget of positions is dealt out among the actions of a decision, those that look best first.
//!
//! A turn is a short sequence of own actions, so it can be searched nearly whole. Each step ranks all
//! actions by the judged position behind them and follows the best few. The value of a plan is the
//! best position met on it; chance on the way (a bought card, a theft) is averaged. Beyond the own
//! turn the judge speaks: what rivals will do is in its numbers.

mod opening;

use super::Bot;
use super::clock::Deadline;
use super::greedy::first_best;
use crate::ask::Asked;
use crate::evaluate::{Evaluate, value_of};
use hexwright_core::{Actor, Fast, Game, Imagine, Random, Seat, Turn, Weighted};
use std::sync::Arc;
use std::time::Duration;

/// How far and how broadly to plan.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Own actions in a row, the first included.
    pub depth: u32,
    /// Actions followed further at each step, by rank; the rest keep their judged value.
    pub width: usize,
    /// Imagined worlds the values are averaged over.
    pub worlds: u32,
    /// Most positions judged for a decision, beside one look at each action; beyond it positions keep their judged value.
    pub nodes: u64,
    /// Time budget. After it expires no new sample starts, so results depend on machine speed.
    pub time: Option<Duration>,
    /// Whether the opening is played to its end before a choice in it is judged.
    pub opening: bool,
}

impl Default for Plan {
    fn default() -> Self {
        Self { depth: 4, width: 6, worlds: 2, nodes: 40_000, time: None, opening: true }
    }
}

/// The planning bot.
pub struct PlannerBot<E: ?Sized> {
    name: &'static str,
    evaluate: Arc<E>,
    plan: Plan,
    mistakes: f64,
}

/// Steps of a misjudgement: more than enough to break every tie.
const STEPS: u64 = 1 << 16;

impl<E: ?Sized> PlannerBot<E> {
    /// A planning bot with this judgement and budget.
    pub const fn new(name: &'static str, evaluate: Arc<E>, plan: Plan) -> Self {
        Self { name, evaluate, plan, mistakes: 0.0 }
    }

    /// Makes mistakes as people do: each value is judged wrong by up to twice `mistakes`, small errors being
    /// likelier than large ones. It misses fine differences and still sees the large ones.
    #[must_use]
    pub const fn with_mistakes(mut self, mistakes: f64) -> Self {
        self.mistakes = mistakes;
        self
    }

    /// The sum of four even draws from -1/2 to 1/2: close to a normal curve, and exact on every machine.
    fn misjudgement(&self, random: &mut Fast) -> f64 {
        let drawn: u64 = (0..4).map(|_| random.below(STEPS)).sum();
        self.mistakes * (drawn as f64 / STEPS as f64 - 2.0)
    }

    /// The value of each legal action, averaged over worlds.
    pub fn values<G: Imagine>(&self, asked: &Asked<'_, G>, random: &mut Fast) -> Vec<f64>
    where
        E: Evaluate<G>,
    {
        let mut worlds = self.plan.worlds.max(1);
        let deadline = Deadline::after(self.plan.time);
        let mut world = asked.view.imagine(random);
        if self.plan.opening && self.evaluate.opens(asked.game, &world) && asked.view.imagine(random) == world
        {
            // nothing is hidden yet: one world has the whole budget
            worlds = 1;
        }
        let mut sums = vec![0.0; asked.legal.len()];
        // with a clock nobody knows how many worlds there will be
        let share = if self.plan.time.is_some() { 1 } else { u64::from(worlds) };
        for seen in 0..worlds {
            if seen > 0 {
                if deadline.passed() {
                    break;
                }
                world = asked.view.imagine(random);
            }
            let plan = Plan { nodes: self.plan.nodes / share, ..self.plan };
            let mut planner = Planner::new(asked.game, &*self.evaluate, asked.seat, plan);
            for (sum, value) in sums.iter_mut().zip(planner.values(&world, asked.legal)) {
                *sum += value / f64::from(worlds);
            }
        }
        sums
    }
}

impl<E: ?Sized> std::fmt::Debug for PlannerBot<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PlannerBot")
            .field("name", &self.name)
            .field("plan", &self.plan)
            .finish_non_exhaustive()
    }
}

impl<G: Imagine, E: Evaluate<G> + ?Sized> Bot<G> for PlannerBot<E> {
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn decide(&mut self, asked: &Asked<'_, G>, random: &mut Fast) -> Option<usize> {
        if asked.legal.len() == 1 {
            return Some(0);
        }
        let mut values = self.values(asked, random);
        if self.mistakes > 0.0 {
            values.iter_mut().for_each(|value| *value += self.misjudgement(random));
        }
        first_best(values)
    }
}

/// Plans from a position known in full: what the bot does in each imagined world.
pub struct Planner<'a, G: Game, E: ?Sized> {
    game: &'a G,
    evaluate: &'a E,
    me: Seat,
    depth: u32,
    width: usize,
    nodes: u64,
    opening: bool,
    /// Lists to use again.
    spare: Vec<Vec<G::Action>>,
}

impl<G: Game, E: ?Sized> std::fmt::Debug for Planner<'_, G, E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Planner").field("me", &self.me).finish_non_exhaustive()
    }
}

impl<'a, G: Game, E: Evaluate<G> + ?Sized> Planner<'a, G, E> {
    /// A planner for a seat.
    pub const fn new(game: &'a G, evaluate: &'a E, me: Seat, plan: Plan) -> Self {
        let Plan { depth, width, nodes, opening, .. } = plan;
        Self { game, evaluate, me, depth, width, nodes, opening, spare: Vec::new() }
    }

    /// The value of each of these actions. The budget is dealt out, what looks best first: each action gets an equal part of
    /// what is left.
    pub fn values(&mut self, position: &G::Position, legal: &[G::Action]) -> Vec<f64> {
        let mut behind: Vec<G::Position> =
            legal.iter().map(|action| self.behind(position, self.me, action)).collect();
        let mut values: Vec<f64> = behind.iter().map(|after| self.judged(after)).collect();
        let mut order: Vec<usize> = (0..legal.len()).collect();
        order.sort_by(|&a, &b| values[b].total_cmp(&values[a]));
        if self.opening && self.evaluate.opens(self.game, position) {
            self.play_openings(&order, &mut behind, &mut values);
            return values;
        }
        let depth = self.depth.saturating_sub(1);
        let mut left = self.nodes;
        for (done, place) in order.into_iter().enumerate() {
            let part = left.div_ceil((legal.len() - done) as u64);
            self.nodes = part;
            if let Some(value) = self.ahead(&behind[place], depth) {
                values[place] = value;
            }
            left -= part - self.nodes;
        }
        values
    }

    /// The position behind an action.
    fn behind(&self, position: &G::Position, seat: Seat, action: &G::Action) -> G::Position {
        let mut after = position.clone();
        self.game.play_unchecked(&mut after, Actor::Seat(seat), action);
        after
    }

    fn judged(&self, position: &G::Position) -> f64 {
        value_of(self.evaluate, self.game, position, self.me)
    }

    /// The value of a position from which up to `depth` more own actions are planned.
    fn value(&mut self, position: &G::Position, depth: u32) -> f64 {
        self.ahead(position, depth).unwrap_or_else(|| self.judged(position))
    }

    /// The same as far as there is something to look ahead to: chance, or an own action, and budget for it.
    fn ahead(&mut self, position: &G::Position, depth: u32) -> Option<f64> {
        if self.nodes == 0 {
            return None;
        }
        self.nodes -= 1;
        match self.game.turn(position) {
            Turn::Chance => Some(self.average(position, depth)),
            Turn::Seats(set) if depth > 0 && set.contains(self.me) => Some(self.best(position, depth)),
            _ => None,
        }
    }

    fn average(&mut self, position: &G::Position, depth: u32) -> f64 {
        if self.evaluate.foresees(self.game, position) {
            return self.judged(position);
        }
        let mut outcomes: Vec<Weighted<G::Action>> = Vec::new();
        self.game.prospects(position, &mut outcomes);
        let (mut sum, mut weights) = (0.0, 0.0);
        for outcome in &outcomes {
            let mut after = position.clone();
            self.game.play_unchecked(&mut after, Actor::Chance, &outcome.action);
            let weight = f64::from(outcome.weight);
            sum += weight * self.value(&after, depth);
            weights += weight;
        }
        if weights > 0.0 { sum / weights } else { self.judged(position) }
    }

    fn best(&mut self, position: &G::Position, depth: u32) -> f64 {
        let mut legal = self.spare.pop().unwrap_or_default();
        legal.clear();
        self.game.legal(position, self.me, &mut legal);
        let mut ranked: Vec<(f64, G::Position)> = Vec::with_capacity(self.width + 1);
        let mut best = f64::NEG_INFINITY;
        for action in &legal {
            if legal.len() > 1 && !self.evaluate.promising(self.game, position, self.me, action) {
                continue;
            }
            let after = self.behind(position, self.me, action);
            self.nodes = self.nodes.saturating_sub(1);
            match self.game.turn(&after) {
                Turn::Seats(set) if set.contains(self.me) => {
                    let value = self.judged(&after);
                    best = best.max(value);
                    let place = ranked.iter().position(|r| value > r.0).unwrap_or(ranked.len());
                    // two ways to the same position are one
                    let known = |r: &(f64, G::Position)| r.0 == value && r.1 == after;
                    if place < self.width && !ranked.iter().any(known) {
                        ranked.insert(place, (value, after));
                        ranked.truncate(self.width);
                    }
                }
                Turn::Chance => best = best.max(self.average(&after, depth - 1)),
                _ => best = best.max(self.judged(&after)),
            }
        }
        self.spare.push(legal);
        if depth > 1 {
            for (_, after) in &ranked {
                best = best.max(self.value(after, depth - 1));
            }
        }
        if best == f64::NEG_INFINITY { self.judged(position) } else { best }
    }
}
