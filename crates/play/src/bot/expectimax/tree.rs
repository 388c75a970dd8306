//! The search itself: one visit of the tree below a position.

use super::super::clock::Deadline;
use crate::evaluate::{Evaluate, WIN, value_of};
use hexwright_core::{Actor, Game, Seat, Turn, Weighted};

/// Below every value.
pub(super) const LOWEST: f64 = -2.0 * WIN;
/// Above every value.
pub(super) const HIGHEST: f64 = 2.0 * WIN;
/// The clock is asked once in so many positions.
const CLOCK: u64 = 128;
/// Sums over chance are rounded: a cut must be clear by this share of the whole range.
const SLACK: f64 = 1e-9;

/// Searches from positions of one game for one seat. Lists are kept and used again.
pub(super) struct Search<'a, G: Game, E: ?Sized> {
    game: &'a G,
    evaluate: &'a E,
    me: Seat,
    /// Worst and best value there is.
    ends: (f64, f64),
    nodes: u64,
    visited: u64,
    deadline: Deadline,
    interrupted: bool,
    legal: Vec<Vec<G::Action>>,
    outcomes: Vec<Vec<Weighted<G::Action>>>,
    orders: Vec<Vec<(f64, usize)>>,
}

impl<'a, G: Game, E: Evaluate<G> + ?Sized> Search<'a, G, E> {
    pub(super) fn new(game: &'a G, evaluate: &'a E, me: Seat, nodes: u64, deadline: Deadline) -> Self {
        let (best, worst) = evaluate.ends();
        Self {
            game,
            evaluate,
            me,
            ends: (worst, best),
            nodes,
            visited: 0,
            deadline,
            interrupted: false,
            legal: Vec::new(),
            outcomes: Vec::new(),
            orders: Vec::new(),
        }
    }

    /// Positions visited so far.
    pub(super) const fn visited(&self) -> u64 {
        self.visited
    }

    /// Whether time ran out.
    pub(super) const fn interrupted(&self) -> bool {
        self.interrupted
    }

    /// A new budget of positions.
    pub(super) const fn refill(&mut self, nodes: u64) {
        self.nodes = nodes;
    }

    /// The place of the action with the best value; on a tie the first. What is worse than the best so
    /// far is only searched until that is sure.
    pub(super) fn best(&mut self, world: &G::Position, legal: &[G::Action], depth: u32) -> usize {
        let mut order = self.orders.pop().unwrap_or_default();
        self.in_order(&mut order, world, self.me, legal, depth > 2);
        let (mut best, mut most) = (usize::MAX, LOWEST);
        for &(_, place) in &order {
            // an equal that stands earlier in the list must show its true value
            let low = if place < best { most.next_down() } else { most };
            let value = self.after(world, Actor::Seat(self.me), &legal[place], depth, low, HIGHEST);
            if value > most || (value == most && place < best) {
                (best, most) = (place, value);
            }
        }
        self.orders.push(order);
        if best == usize::MAX { 0 } else { best }
    }

    /// The value of an action or outcome. Below `low` and above `high` it is only a bound.
    pub(super) fn after(
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

    fn judged(&self, p: &G::Position) -> f64 {
        value_of(self.evaluate, self.game, p, self.me)
    }

    fn value(&mut self, p: &G::Position, depth: u32, low: f64, high: f64) -> f64 {
        self.visited += 1;
        let turn = self.game.turn(p);
        if turn == Turn::Over || self.nodes == 0 || self.interrupted {
            return self.judged(p);
        }
        self.nodes -= 1;
        match turn {
            Turn::Chance if !self.evaluate.foresees(self.game, p) => self.average(p, depth, low, high),
            Turn::Seats(set) if depth > 0 => {
                if self.visited.is_multiple_of(CLOCK) {
                    self.interrupted = self.deadline.passed();
                }
                let seat = if set.contains(self.me) { Some(self.me) } else { set.iter().next() };
                match seat {
                    Some(seat) => self.decision(p, seat, depth, low, high),
                    None => self.judged(p),
                }
            }
            _ => self.judged(p),
        }
    }

    /// The mean over chance; left as soon as the outcomes still to come cannot bring it into the window.
    fn average(&mut self, p: &G::Position, depth: u32, low: f64, high: f64) -> f64 {
        let mut outcomes = self.outcomes.pop().unwrap_or_default();
        outcomes.clear();
        self.game.prospects(p, &mut outcomes);
        let all: f64 = outcomes.iter().map(|o| f64::from(o.weight)).sum();
        let (worst, best) = self.ends;
        let slack = SLACK * (best - worst);
        let (mut sum, mut rest) = (0.0, all);
        let mut cut = None;
        for outcome in &outcomes {
            let weight = f64::from(outcome.weight);
            rest -= weight;
            let least = (low * all - sum - best * rest) / weight - slack;
            let most = (high * all - sum - worst * rest) / weight + slack;
            let value = self.after(p, Actor::Chance, &outcome.action, depth, least, most);
            sum += weight * value;
            if value <= least || value >= most {
                cut = Some((sum + if value <= least { best } else { worst } * rest) / all);
                break;
            }
        }
        self.outcomes.push(outcomes);
        cut.unwrap_or_else(|| if all > 0.0 { sum / all } else { self.judged(p) })
    }

    fn decision(&mut self, p: &G::Position, seat: Seat, depth: u32, mut low: f64, mut high: f64) -> f64 {
        let mut legal = self.legal.pop().unwrap_or_default();
        legal.clear();
        self.game.legal(p, seat, &mut legal);
        if legal.len() > 2 {
            let (game, judge) = (self.game, self.evaluate);
            let first = legal[0].clone();
            legal.retain(|a| judge.promising(game, p, seat, a) && !(depth == 1 && judge.prepares(game, a)));
            if legal.is_empty() {
                legal.push(first);
            }
        }
        let mut order = self.orders.pop().unwrap_or_default();
        let mine = seat == self.me;
        let may_cut = if mine { high < HIGHEST } else { low > LOWEST };
        self.in_order(&mut order, p, seat, &legal, depth > 1 && may_cut);
        let mut best = if mine { LOWEST } else { HIGHEST };
        for &(_, place) in &order {
            let value = self.after(p, Actor::Seat(seat), &legal[place], depth, low, high);
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
        let nothing = legal.is_empty();
        self.legal.push(legal);
        self.orders.push(order);
        if nothing { self.judged(p) } else { best }
    }

    /// The places of a list, the most likely to cut first if that is wanted.
    fn in_order(
        &mut self,
        order: &mut Vec<(f64, usize)>,
        p: &G::Position,
        seat: Seat,
        legal: &[G::Action],
        sort: bool,
    ) {
        order.clear();
        order.extend((0..legal.len()).map(|place| (0.0, place)));
        if !sort || legal.len() < 3 {
            return;
        }
        for (value, place) in order.iter_mut() {
            let mut next = p.clone();
            self.game.play_unchecked(&mut next, Actor::Seat(seat), &legal[*place]);
            *value = self.judged(&next) * if seat == self.me { -1.0 } else { 1.0 };
        }
        order.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    }
}
