//! Information-set Monte Carlo tree search: one tree over what the searcher could see, each
//! simulation in a freshly imagined world.
//!
//! The tree branches by action and outcome; in each world only what is legal there counts, and an
//! action that was rarely possible is not held against it (its visits are compared with how often it
//! was available). A new leaf is judged by the evaluation or by a random playout. The rule of descent
//! is PUCT with even priors: it needs only square roots, which are the same on every machine.

use super::{Bot, Choice};
use crate::evaluate::{Evaluate, shares_of};
use hexwright_core::{Actor, Fast, Game, Imagine, Random, Seat, Turn};
use std::sync::Arc;

/// How long to think and how.
#[derive(Clone, Copy, Debug)]
pub struct Thinking {
    /// Simulations a decision.
    pub simulations: u32,
    /// How much rarely tried actions are favoured.
    pub curiosity: f64,
    /// Random steps played from a new leaf before it is judged.
    pub playout: u32,
}

impl Default for Thinking {
    fn default() -> Self {
        Self { simulations: 1_000, curiosity: 1.0, playout: 0 }
    }
}

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
        f.debug_struct("IsmctsBot").field("name", &self.name).field("thinking", &self.thinking).finish()
    }
}

impl<G: Imagine, E: Evaluate<G> + ?Sized> Bot<G> for IsmctsBot<E> {
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn decide(&mut self, choice: &Choice<'_, G>, random: &mut Fast) -> Option<usize> {
        if choice.legal.len() == 1 {
            return Some(0);
        }
        let visits = self.visits(choice, random);
        // of equals the first: max_by_key would take the last
        (0..visits.len()).rev().max_by_key(|&i| visits[i].0)
    }
}

impl<E: ?Sized> IsmctsBot<E> {
    /// Visits and mean share of the win, for each legal action.
    pub fn visits<G: Imagine>(&self, choice: &Choice<'_, G>, random: &mut Fast) -> Vec<(u32, f64)>
    where
        E: Evaluate<G>,
    {
        let mut tree = Tree {
            game: choice.game,
            evaluate: &*self.evaluate,
            thinking: self.thinking,
            nodes: vec![Node::new(None)],
            legal: Vec::new(),
            shares: Vec::new(),
        };
        for _ in 0..self.thinking.simulations {
            let world = choice.game.imagine(choice.view, random);
            tree.simulate(world, choice.seat, random);
        }
        let root: Vec<&Node<G::Action>> =
            tree.nodes[0].children.iter().map(|&c| &tree.nodes[c as usize]).collect();
        let find = |action: &G::Action| {
            let wanted = Some((Actor::Seat(choice.seat), action.clone()));
            root.iter().find(|n| n.step == wanted).map_or((0, 0.0), |n| (n.visits, n.mean()))
        };
        choice.legal.iter().map(find).collect()
    }
}

struct Node<A> {
    step: Option<(Actor, A)>,
    visits: u32,
    available: u32,
    /// Sum of the shares of the seat that acted.
    sum: f64,
    children: Vec<u32>,
}

impl<A> Node<A> {
    const fn new(step: Option<(Actor, A)>) -> Self {
        Self { step, visits: 0, available: 0, sum: 0.0, children: Vec::new() }
    }

    fn mean(&self) -> f64 {
        if self.visits == 0 { 0.0 } else { self.sum / f64::from(self.visits) }
    }
}

struct Tree<'a, G: Game, E: ?Sized> {
    game: &'a G,
    evaluate: &'a E,
    thinking: Thinking,
    nodes: Vec<Node<G::Action>>,
    legal: Vec<G::Action>,
    shares: Vec<f64>,
}

impl<G: Game, E: Evaluate<G> + ?Sized> Tree<'_, G, E> {
    fn simulate(&mut self, mut world: G::Position, me: Seat, random: &mut Fast) {
        let mut path = vec![0];
        loop {
            let here = path[path.len() - 1];
            let Some((actor, action)) = self.next(&world, here, me, random) else { break };
            let (child, fresh) = self.child(here, actor, &action);
            self.game.play_unchecked(&mut world, actor, &action);
            path.push(child);
            // chance is no decision: a leaf is a decision tried for the first time
            if fresh && actor != Actor::Chance {
                break;
            }
        }
        self.play_out(&mut world, random);
        shares_of(self.evaluate, self.game, &world, &mut self.shares);
        for place in path {
            let node = &mut self.nodes[place];
            node.visits += 1;
            if let Some((Actor::Seat(seat), _)) = &node.step {
                node.sum += self.shares[seat.index()];
            }
        }
    }

    /// What happens next in this world; `None` when it is over.
    fn next(
        &mut self,
        world: &G::Position,
        here: usize,
        me: Seat,
        random: &mut Fast,
    ) -> Option<(Actor, G::Action)> {
        match self.game.turn(world) {
            Turn::Over => None,
            Turn::Chance => draw(self.game, world, random).map(|a| (Actor::Chance, a)),
            Turn::Seats(set) => {
                let seat = if set.contains(me) { me } else { set.iter().next()? };
                let mut legal = std::mem::take(&mut self.legal);
                legal.clear();
                self.game.legal(world, seat, &mut legal);
                let picked = self.pick(here, seat, &legal, random);
                let action = picked.map(|i| (Actor::Seat(seat), legal[i].clone()));
                self.legal = legal;
                action
            }
        }
    }

    /// An action not yet tried, or the one with the best mean and bonus.
    fn pick(&mut self, here: usize, seat: Seat, legal: &[G::Action], random: &mut Fast) -> Option<usize> {
        let mut places: Vec<Option<usize>> = vec![None; legal.len()];
        for &child in &self.nodes[here].children {
            if let Some((Actor::Seat(s), action)) = &self.nodes[child as usize].step
                && *s == seat
                && let Some(i) = legal.iter().position(|a| a == action)
            {
                places[i] = Some(child as usize);
            }
        }
        for place in places.iter().flatten() {
            self.nodes[*place].available += 1;
        }
        let untried: Vec<usize> = (0..legal.len()).filter(|&i| places[i].is_none()).collect();
        if !untried.is_empty() {
            return Some(untried[random.index(untried.len())]);
        }
        let prior = self.thinking.curiosity / legal.len() as f64;
        let score = |i: usize| {
            let node = &self.nodes[places[i]?];
            let bonus = prior * f64::from(node.available).sqrt() / f64::from(1 + node.visits);
            Some(node.mean() + bonus)
        };
        super::greedy::first_best((0..legal.len()).map(|i| score(i).unwrap_or(0.0)))
    }

    fn child(&mut self, here: usize, actor: Actor, action: &G::Action) -> (usize, bool) {
        let same = |&&c: &&u32| {
            self.nodes[c as usize].step.as_ref().is_some_and(|(a, x)| *a == actor && x == action)
        };
        if let Some(&child) = self.nodes[here].children.iter().find(same) {
            return (child as usize, false);
        }
        let child = self.nodes.len();
        let mut node = Node::new(Some((actor, action.clone())));
        node.available = 1;
        self.nodes.push(node);
        self.nodes[here].children.push(child as u32);
        (child, true)
    }

    fn play_out(&mut self, world: &mut G::Position, random: &mut Fast) {
        for _ in 0..self.thinking.playout {
            let step = match self.game.turn(world) {
                Turn::Over => None,
                Turn::Chance => draw(self.game, world, random).map(|a| (Actor::Chance, a)),
                Turn::Seats(set) => {
                    let Some(seat) = set.iter().nth(random.index(set.len())) else { return };
                    self.legal.clear();
                    self.game.legal(world, seat, &mut self.legal);
                    let place = random.index(self.legal.len());
                    self.legal.get(place).map(|a| (Actor::Seat(seat), a.clone()))
                }
            };
            let Some((actor, action)) = step else { return };
            self.game.play_unchecked(world, actor, &action);
        }
    }
}

/// Draws an outcome with the thinker's own generator.
fn draw<G: Game>(game: &G, world: &G::Position, random: &mut Fast) -> Option<G::Action> {
    let mut outcomes = Vec::new();
    game.outcomes(world, &mut outcomes);
    let place = random.weighted(outcomes.iter().map(|o| u64::from(o.weight)))?;
    Some(outcomes.swap_remove(place).action)
}
