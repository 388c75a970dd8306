//! Start dwellings and first cards: judged by the best first round that could follow.

use super::{Plan, Weights, plan};
use crate::game::{Action, Command, Phase, Position, Terra};
use hexwright_core::{Actor, Game as _, Seat};

/// How broadly the first round is planned for each choice.
const FIRST_ROUND: Plan = Plan { width: 4, inner: 2, turns: 8, positions: 2_500, opening: false };

/// Whether these are choices that a first round can judge.
pub(super) fn is_choice(position: &Position, legal: &[Action]) -> bool {
    let placing = |action: &Action| matches!(action.command, Command::Build(_) | Command::Pass(_));
    position.phase == Phase::Setup && legal.iter().all(placing)
}

/// The value of each choice: that of the first round as if it began at once and the others did nothing.
pub(super) fn values(
    game: &Terra,
    position: &Position,
    me: Seat,
    legal: &[Action],
    weights: &Weights,
) -> Vec<f64> {
    let mut moves = Vec::new();
    let mut value = |action: &Action| {
        let mut at = position.clone();
        game.play_unchecked(&mut at, Actor::Seat(me), action);
        if at.phase == Phase::Setup {
            game.begin_for(&mut at, me);
        } else {
            // the last choice of setup: the round has begun, perhaps for somebody else
            plan::come_back(&mut at, me);
        }
        moves.clear();
        game.legal(&at, me, &mut moves);
        let found = plan::values(game, &at, me, &moves, weights, FIRST_ROUND);
        found.into_iter().fold(f64::NEG_INFINITY, f64::max)
    };
    legal.iter().map(&mut value).collect()
}
