//! Looks one action ahead and takes the best.

use super::Bot;
use crate::ask::Asked;
use crate::evaluate::{Evaluate, value_of};
use hexwright_core::{Actor, Fast, Game, Imagine, Seat, Turn};
use std::sync::Arc;

/// How many outcomes in a row an action is followed through: a roll and the theft it may bring.
const CHANCE_DEPTH: u32 = 2;

/// Tries each legal action in an imagined world and takes the one with the best value; chance that
/// follows is averaged over its outcomes. On a tie the first action of the legal list is taken.
pub struct GreedyBot<E: ?Sized> {
    name: &'static str,
    evaluate: Arc<E>,
}

impl<E: ?Sized> GreedyBot<E> {
    /// A greedy bot with this judgement.
    pub const fn new(name: &'static str, evaluate: Arc<E>) -> Self {
        Self { name, evaluate }
    }
}

impl<E: ?Sized> std::fmt::Debug for GreedyBot<E> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("GreedyBot").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<G: Imagine, E: Evaluate<G> + ?Sized> Bot<G> for GreedyBot<E> {
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn decide(&mut self, asked: &Asked<'_, G>, random: &mut Fast) -> Option<usize> {
        if asked.legal.len() == 1 {
            return Some(0);
        }
        let world = asked.view.imagine(random);
        let values = asked.legal.iter().map(|action| {
            let mut after = world.clone();
            asked.game.play_unchecked(&mut after, Actor::Seat(asked.seat), action);
            expected(asked.game, &*self.evaluate, &after, asked.seat, CHANCE_DEPTH)
        });
        first_best(values)
    }
}

/// The value of a position, averaged over the chance it waits for.
pub(crate) fn expected<G: Game, E: Evaluate<G> + ?Sized>(
    game: &G,
    evaluate: &E,
    position: &G::Position,
    seat: Seat,
    depth: u32,
) -> f64 {
    if depth == 0 || game.turn(position) != Turn::Chance || evaluate.foresees(game, position) {
        return value_of(evaluate, game, position, seat);
    }
    let mut outcomes = Vec::new();
    game.prospects(position, &mut outcomes);
    let (mut sum, mut weights) = (0.0, 0.0);
    for outcome in &outcomes {
        let mut after = position.clone();
        game.play_unchecked(&mut after, Actor::Chance, &outcome.action);
        let weight = f64::from(outcome.weight);
        sum += weight * expected(game, evaluate, &after, seat, depth - 1);
        weights += weight;
    }
    if weights > 0.0 { sum / weights } else { value_of(evaluate, game, position, seat) }
}

/// The place of the greatest value; on a tie the first.
pub(crate) fn first_best(values: impl IntoIterator<Item = f64>) -> Option<usize> {
    let mut best: Option<(usize, f64)> = None;
    for (place, value) in values.into_iter().enumerate() {
        if best.is_none_or(|(_, most)| value > most) {
            best = Some((place, value));
        }
    }
    best.map(|(place, _)| place)
}
