//! Players of Terra Mystica: the levels plan the rest of their own round, `greedy` looks one action ahead.

use crate::levels::{CALM, FIERCE, KEEN};
use hexwright_core::{Fast, Random as _, Seat};
use hexwright_play::ask::Asked;
use hexwright_play::bot::{Bot, GreedyBot};
use hexwright_play::evaluate::Evaluate;
use hexwright_terra::judge::{Plan, Weights, chances_with, values};
use hexwright_terra::{Building, Cult, Position, Terra};
use std::sync::Arc;

/// The bots and a line about each, weakest first.
pub(super) const LINES: &[(&str, &str)] = &[
    ("greedy", "takes the action after which its own position is worth most"),
    (CALM, "plans a little and makes mistakes"),
    (KEEN, "plans the rest of its round"),
    (FIERCE, "plans the rest of its round broadly: the strongest"),
];

/// How a level thinks and how much it errs.
#[derive(Clone, Copy, Debug)]
struct Level {
    name: &'static str,
    plan: Plan,
    /// Actions this many points below the best may be taken in setup: no two games open alike.
    opening: f64,
    /// The same later in the game.
    later: f64,
}

const LEVELS: [Level; 3] = [
    Level {
        name: CALM,
        plan: Plan { width: 2, inner: 1, turns: 2, positions: 600, opening: false },
        opening: 4.0,
        later: 3.0,
    },
    Level {
        name: KEEN,
        plan: Plan { width: 6, inner: 2, turns: 12, positions: 4_000, opening: true },
        opening: 2.0,
        later: 0.2,
    },
    Level {
        name: FIERCE,
        plan: Plan { width: 64, inner: 4, turns: 12, positions: 60_000, opening: true },
        opening: 1.5,
        later: 0.0,
    },
];

/// The bot of a name.
pub(super) fn bot(name: &str) -> Option<Box<dyn Bot<Terra>>> {
    if name == "greedy" {
        return Some(Box::new(GreedyBot::new("greedy", Arc::new(Simple))));
    }
    let level = LEVELS.into_iter().find(|level| level.name == name)?;
    Some(Box::new(RoundPlanner { level, weights: Weights::default() }))
}

/// How actions are valued for people who ask, many of them one after the other.
const ADVICE: Plan = Plan { width: 24, inner: 3, turns: 12, positions: 16_000, opening: true };

/// The chance to win after each legal action, by plans.
pub(super) fn advice(asked: &Asked<'_, Terra>, positions: u64, random: &mut Fast) -> Vec<f64> {
    let plan = Plan { positions, ..ADVICE };
    let position = asked.view.imagine(random);
    let weights = Weights::default();
    let found = values(asked.game, &position, asked.seat, asked.legal, &weights, plan);
    chances_with(asked.game, &position, &weights, asked.seat, &found)
}

/// Plans the rest of its round.
struct RoundPlanner {
    level: Level,
    weights: Weights,
}

impl Bot<Terra> for RoundPlanner {
    fn name(&self) -> String {
        self.level.name.to_owned()
    }

    fn decide(&mut self, asked: &Asked<'_, Terra>, random: &mut Fast) -> Option<usize> {
        if asked.legal.len() == 1 {
            return Some(0);
        }
        let position = asked.view.imagine(random);
        let found = values(asked.game, &position, asked.seat, asked.legal, &self.weights, self.level.plan);
        let spread = match position.round {
            // a bid too high is paid for; one too low is only raised
            0 if position.auction.is_open() => 0.0,
            0 => self.level.opening,
            _ => self.level.later,
        };
        Some(choose(&found, spread, random))
    }
}

/// The place of the greatest value, or by chance one that is less than `spread` below it: the nearer, the likelier.
fn choose(values: &[f64], spread: f64, random: &mut Fast) -> usize {
    let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weight = |value: &f64| {
        let near = 1.0 - (best - value) / spread.max(1e-9);
        if near > 0.0 { (1000.0 * near * near) as u64 } else { 0 }
    };
    let first_best = || values.iter().position(|&value| value >= best).unwrap_or(0);
    if spread > 0.0 {
        random.weighted(values.iter().map(weight)).unwrap_or_else(first_best)
    } else {
        first_best()
    }
}

/// The judge of `greedy`: points, what goods are worth, and what buildings and cults will bring in the rounds
/// that are left.
#[derive(Debug)]
struct Simple;

impl Evaluate<Terra> for Simple {
    fn strength(&self, _game: &Terra, position: &Position, seat: Seat) -> f64 {
        let p = position.player(seat);
        let rounds = f64::from(6_u8.saturating_sub(position.round));
        let goods = 0.35 * f64::from(p.coins) + 0.8 * f64::from(p.workers) + 1.4 * f64::from(p.priests);
        let power = 0.1 * f64::from(p.power[1]) + 0.35 * f64::from(p.power[2]);
        let worth = |kind| match kind {
            Building::Dwelling => 1.5 + 0.8 * rounds,
            Building::TradingHouse => 2.5 + 0.9 * rounds,
            Building::Temple => 4.0 + 1.6 * rounds,
            Building::Stronghold => 4.0 + 2.0 * rounds,
            Building::Sanctuary => 5.0 + 1.6 * rounds,
        };
        let buildings: f64 = Building::ALL.iter().map(|&kind| f64::from(p.built[kind]) * worth(kind)).sum();
        let cults: f64 = Cult::ALL.iter().map(|&cult| 0.7 * f64::from(p.cult[cult])).sum();
        let tracks = f64::from(p.shipping) + 1.2 * f64::from(p.digging);
        let favors = 1.2 * p.favors.len() as f64 * (1.0 + 0.3 * rounds);
        (f64::from(p.points) + goods + power + buildings + cults + tracks + favors).max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_chosen_lies_near_the_best() {
        let random = &mut Fast::new(1, 1);
        let values = [1.0, 5.0, 4.6, f64::NEG_INFINITY, 5.0];
        assert_eq!(choose(&values, 0.0, random), 1, "without spread the first of the best");
        let mut seen = [0; 5];
        for _ in 0..300 {
            seen[choose(&values, 1.0, random)] += 1;
        }
        assert_eq!((seen[0], seen[3]), (0, 0));
        assert!(seen[1] > seen[2] && seen[2] > 20 && seen[4] > 60, "{seen:?}");
    }
}
