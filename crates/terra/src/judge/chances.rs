//! Chances to win out of the points everybody can expect.

use super::{Judge, Weights};
use crate::game::{Phase, Position, Terra};
use hexwright_core::Seat;

/// The chance of each seat to win. Shared wins are shared.
#[must_use]
pub fn chances(game: &Terra, position: &Position, weights: &Weights) -> Vec<f64> {
    let expected = expected(game, position, weights);
    if position.phase == Phase::End {
        let best = expected.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let winners = expected.iter().filter(|&&points| points >= best).count() as f64;
        return expected.iter().map(|&points| if points >= best { 1.0 / winners } else { 0.0 }).collect();
    }
    shares(&expected, doubt(position))
}

/// The chance of a seat to win if it can expect these points, one after the other, and the others what the position
/// promises them.
#[must_use]
pub fn chances_with(
    game: &Terra,
    position: &Position,
    weights: &Weights,
    me: Seat,
    values: &[f64],
) -> Vec<f64> {
    let mut points = expected(game, position, weights);
    let doubt = doubt(position);
    let chance = |&value: &f64| {
        points[me.index()] = value;
        shares(&points, doubt)[me.index()]
    };
    values.iter().map(chance).collect()
}

/// The points each seat can expect to end with.
fn expected(game: &Terra, position: &Position, weights: &Weights) -> Vec<f64> {
    position.seats().map(|seat| Judge::new(game, position, seat, weights).worth(position)).collect()
}

/// How many points decide little: fewer round by round.
fn doubt(position: &Position) -> f64 {
    5.0 + 1.5 * f64::from(6_u8.saturating_sub(position.round))
}

/// Shares that fall as `e` to the power of the points behind the best, in units of the doubt. The power is worked out by
/// multiplication alone, so that it is the same on every machine.
fn shares(points: &[f64], doubt: f64) -> Vec<f64> {
    let best = points.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weight = |points: &f64| {
        let mut power = (1.0 + (points - best) / (64.0 * doubt)).max(0.0);
        for _ in 0..6 {
            power *= power;
        }
        power
    };
    let weights: Vec<f64> = points.iter().map(weight).collect();
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Setup;
    use crate::map::MapId;
    use hexwright_core::{Actor, Fast, Game as _, Random as _, Turn};

    #[test]
    fn chances_add_up_and_end_with_the_winner() {
        let random = &mut Fast::new(2, 2);
        let game = Terra::new(Setup::draw(MapId::Base, 3, random)).unwrap();
        let (mut at, mut moves, weights) = (game.start(), Vec::new(), Weights::default());
        while let Turn::Seats(set) = game.turn(&at) {
            let found = chances(&game, &at, &weights);
            assert!(
                (found.iter().sum::<f64>() - 1.0).abs() < 1e-9 && found.iter().all(|&c| c >= 0.0),
                "{found:?}"
            );
            let seat = set.iter().next().unwrap();
            let own = chances_with(&game, &at, &weights, seat, &[0.0, 100.0, 2_000.0]);
            assert!(own[0] < own[1] && own[1] <= own[2] && own[2] > 0.99, "{own:?}");
            moves.clear();
            game.legal(&at, seat, &mut moves);
            game.play_unchecked(&mut at, Actor::Seat(seat), &moves[random.index(moves.len())]);
        }
        let (found, scores) = (chances(&game, &at, &weights), game.scores(&at));
        let best = scores.iter().max().unwrap();
        assert!((0..3).all(|s| (found[s] > 0.0) == (scores[s] == *best)), "{found:?} {scores:?}");
    }
}
