//! The tree: one list of small nodes, children linked by number. Nothing is allocated in a simulation
//! but the nodes themselves.

use super::Thinking;
use crate::evaluate::{Evaluate, shares_of};
use hexwright_core::{Actor, Fast, Game, Random, Seat, Turn};

/// "No node": the root is nobody's child.
const NONE: u32 = 0;

struct Node<A> {
    actor: Actor,
    action: A,
    visits: u32,
    /// How often it could have been played.
    available: u32,
    /// Sum of the shares of the seat that acted.
    sum: f64,
    /// First child, last child, next child of the same parent.
    first: u32,
    last: u32,
    next: u32,
}

impl<A> Node<A> {
    const fn new(actor: Actor, action: A) -> Self {
        Self { actor, action, visits: 0, available: 0, sum: 0.0, first: NONE, last: NONE, next: NONE }
    }

    fn mean(&self) -> f64 {
        if self.visits == 0 { 0.0 } else { self.sum / f64::from(self.visits) }
    }
}

/// The tree of one decision.
pub(super) struct Tree<'a, G: Game, E: ?Sized> {
    game: &'a G,
    evaluate: &'a E,
    thinking: &'a Thinking,
    me: Seat,
    /// What may be done at the root; in no world it is more.
    choices: &'a [G::Action],
    nodes: Vec<Node<G::Action>>,
    legal: Vec<G::Action>,
    /// The children of the legal actions of the node at hand.
    places: Vec<u32>,
    path: Vec<u32>,
    shares: Vec<f64>,
}

impl<'a, G: Game, E: Evaluate<G> + ?Sized> Tree<'a, G, E> {
    /// A tree for `me` with these legal actions, of which there is at least one.
    pub(super) fn new(
        game: &'a G,
        evaluate: &'a E,
        thinking: &'a Thinking,
        me: Seat,
        choices: &'a [G::Action],
    ) -> Self {
        let mut nodes = Vec::with_capacity(4 * thinking.simulations.min(100_000) as usize);
        nodes.extend(choices.first().map(|any| Node::new(Actor::Chance, any.clone())));
        let mut tree = Self {
            game,
            evaluate,
            thinking,
            me,
            choices,
            nodes,
            legal: Vec::new(),
            places: Vec::new(),
            path: Vec::new(),
            shares: Vec::new(),
        };
        for action in choices {
            tree.add(0, Actor::Seat(me), action.clone());
        }
        tree
    }

    /// Visits and mean share, for each legal action of the root.
    pub(super) fn root(&self) -> Vec<(u32, f64)> {
        (1..=self.choices.len()).filter_map(|i| self.nodes.get(i)).map(|n| (n.visits, n.mean())).collect()
    }

    /// Descends to a new leaf, judges it, and tells all nodes on the way.
    pub(super) fn simulate(&mut self, mut world: G::Position, random: &mut Fast) {
        self.path.clear();
        let mut here = 0;
        while let Some(child) = self.next(&world, here, random) {
            let node = &self.nodes[child as usize];
            self.game.play_unchecked(&mut world, node.actor, &node.action);
            self.path.push(child);
            // chance is no decision: a leaf is a decision tried for the first time
            if node.visits == 0 && node.actor != Actor::Chance {
                break;
            }
            here = child;
        }
        self.play_out(&mut world, random);
        shares_of(self.evaluate, self.game, &world, &mut self.shares);
        for &place in &self.path {
            let node = &mut self.nodes[place as usize];
            node.visits += 1;
            if let Actor::Seat(seat) = node.actor {
                node.sum += self.shares[seat.index()];
            }
        }
    }

    /// The child that happens next in this world; `None` when it is over.
    fn next(&mut self, world: &G::Position, here: u32, random: &mut Fast) -> Option<u32> {
        match self.game.turn(world) {
            Turn::Over => None,
            Turn::Chance => {
                let outcome = self.game.draw(world, random)?;
                let (found, _) = self.find(here, NONE, Actor::Chance, &outcome);
                Some(found.unwrap_or_else(|| self.add(here, Actor::Chance, outcome)))
            }
            Turn::Seats(set) => {
                let seat = if set.contains(self.me) { self.me } else { set.iter().next()? };
                if here == 0 {
                    self.places.clear();
                    self.places.extend(1..=self.choices.len() as u32);
                } else {
                    self.children(world, here, seat);
                }
                self.pick(random)
            }
        }
    }

    /// Finds the children of everything legal in this world, or makes them. Worlds of one node mostly
    /// agree, and so does the order of their lists: each is looked for behind the one before it.
    fn children(&mut self, world: &G::Position, here: u32, seat: Seat) {
        let mut legal = std::mem::take(&mut self.legal);
        legal.clear();
        self.game.legal(world, seat, &mut legal);
        self.places.clear();
        let mut from = NONE;
        for action in legal.drain(..) {
            let (found, next) = self.find(here, from, Actor::Seat(seat), &action);
            from = next;
            let child = found.unwrap_or_else(|| self.add(here, Actor::Seat(seat), action));
            self.places.push(child);
        }
        self.legal = legal;
    }

    /// The child with this step, looked for from `from` on and then from the beginning; and the one
    /// behind it.
    fn find(&self, here: u32, from: u32, actor: Actor, action: &G::Action) -> (Option<u32>, u32) {
        let first = self.nodes[here as usize].first;
        let mut child = if from == NONE { first } else { from };
        let start = child;
        if start == NONE {
            return (None, NONE);
        }
        loop {
            let node = &self.nodes[child as usize];
            if node.action == *action && node.actor == actor {
                return (Some(child), node.next);
            }
            child = if node.next == NONE { first } else { node.next };
            if child == start {
                return (None, from);
            }
        }
    }

    fn add(&mut self, here: u32, actor: Actor, action: G::Action) -> u32 {
        let child = self.nodes.len() as u32;
        self.nodes.push(Node::new(actor, action));
        let last = std::mem::replace(&mut self.nodes[here as usize].last, child);
        if last == NONE {
            self.nodes[here as usize].first = child;
        } else {
            self.nodes[last as usize].next = child;
        }
        child
    }

    /// Of the children in `places` one not yet tried, or the one with the best mean and bonus.
    fn pick(&mut self, random: &mut Fast) -> Option<u32> {
        let mut untried = 0;
        for &place in &self.places {
            let node = &mut self.nodes[place as usize];
            node.available += 1;
            untried += usize::from(node.visits == 0);
        }
        if untried > 0 {
            let mut left = random.index(untried);
            return self.places.iter().copied().find(|&place| {
                let fresh = self.nodes[place as usize].visits == 0;
                let here = fresh && left == 0;
                left = left.wrapping_sub(usize::from(fresh));
                here
            });
        }
        let prior = self.thinking.curiosity / self.places.len() as f64;
        // mostly all were available equally often
        let (mut times, mut root) = (0, 0.0);
        let mut best: Option<(u32, f64)> = None;
        for &place in &self.places {
            let node = &self.nodes[place as usize];
            if node.available != times {
                (times, root) = (node.available, f64::from(node.available).sqrt());
            }
            let score = node.mean() + prior * root / f64::from(1 + node.visits);
            if best.is_none_or(|(_, most)| score > most) {
                best = Some((place, score));
            }
        }
        best.map(|(place, _)| place)
    }

    fn play_out(&mut self, world: &mut G::Position, random: &mut Fast) {
        for _ in 0..self.thinking.playout {
            let step = match self.game.turn(world) {
                Turn::Over => None,
                Turn::Chance => self.game.draw(world, random).map(|a| (Actor::Chance, a)),
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
