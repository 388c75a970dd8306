//! Better weights for the Terra Mystica judge, by self-play.
//!
//! Each round changes a few weights and plays pairs of games on drawn setups: two seats use the new weights and two
//! the old ones, then the seats change sides. The change is kept if its seats got clearly more points.
//!
//! ```
//! use hexwright_league::tune::terra::{TerraTuning, tune};
//! use hexwright_terra::judge::{Plan, Weights};
//!
//! // no rounds: the weights stay as they are
//! let how = TerraTuning { rounds: 0, pairs: 1, seed: 1, plan: Plan::default() };
//! assert_eq!(tune(Weights::default(), &how, |_, _| ()).list(), Weights::default().list());
//! ```

use hexwright_core::{Actor, Fast, Game as _, Random, Turn};
use hexwright_terra::judge::{Plan, Weights, values};
use hexwright_terra::{MapId, Setup, Terra};
use rayon::prelude::*;

/// How long and how broadly to tune.
#[derive(Clone, Copy, Debug)]
pub struct TerraTuning {
    /// Changes to try.
    pub rounds: u32,
    /// Pairs of games for each.
    pub pairs: u64,
    /// Seed of changes and setups.
    pub seed: u64,
    /// How the seats plan.
    pub plan: Plan,
}

/// What a round found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried {
    /// Its number.
    pub round: u32,
    /// Points a seat more than before, and the standard error.
    pub gain: (f64, f64),
    /// Whether the change was kept.
    pub kept: bool,
}

/// A change is kept if it gains this many standard errors.
const CLEARLY: f64 = 1.2;
/// Weights changed at a time.
const CHANGED: usize = 5;

/// Tunes weights; `told` hears of every round with the weights after it.
pub fn tune(start: Weights, how: &TerraTuning, mut told: impl FnMut(Tried, &Weights)) -> Weights {
    let mut best = start;
    for round in 0..how.rounds {
        let mut random = Fast::new(how.seed, u64::from(round));
        let changed = changed(&best, &mut random);
        let first = u64::from(round) * how.pairs;
        let gains: Vec<f64> = (first..first + how.pairs)
            .into_par_iter()
            .map(|pair| pair_gain(how, pair, [&changed, &best]))
            .collect();
        let n = gains.len() as f64;
        let mean = gains.iter().sum::<f64>() / n;
        let spread = gains.iter().map(|g| (g - mean) * (g - mean)).sum::<f64>() / (n - 1.0).max(1.0);
        let error = (spread / n).sqrt();
        let kept = mean > CLEARLY * error;
        if kept {
            best = changed;
        }
        told(Tried { round, gain: (mean, error), kept }, &best);
    }
    best
}

/// The weights with a few of them up to a third larger or smaller.
fn changed(weights: &Weights, random: &mut Fast) -> Weights {
    let mut list = weights.list();
    for _ in 0..CHANGED {
        let place = random.index(list.len());
        let factor = 1.0 + random.index(301) as f64 / 1000.0;
        list[place] *= if random.index(2) == 0 { factor } else { 1.0 / factor };
    }
    Weights::from_list(&list)
}

/// Points a seat that the first weights got more than the second on one setup, both sides played.
fn pair_gain(how: &TerraTuning, pair: u64, weights: [&Weights; 2]) -> f64 {
    let mut random = Fast::new(how.seed ^ 0x7e44a, pair);
    let map = MapId::PRINTED[random.index(MapId::PRINTED.len())];
    let Ok(game) = Terra::new(Setup::draw(map, 4, &mut random)) else { return 0.0 };
    let side = |first: usize| {
        let scores = play(&game, how.plan, &|seat| weights[(seat + first) % 2]);
        let sum =
            |own: usize| -> i32 { (0..4).filter(|seat| (seat + first) % 2 == own).map(|s| scores[s]).sum() };
        f64::from(sum(0) - sum(1)) / 2.0
    };
    (side(0) + side(1)) / 2.0
}

/// The final points of a game in which each seat plans with its weights.
fn play<'a>(game: &Terra, plan: Plan, weights: &dyn Fn(usize) -> &'a Weights) -> Vec<i32> {
    let (mut position, mut legal) = (game.start(), Vec::new());
    while let Turn::Seats(set) = game.turn(&position) {
        let Some(seat) = set.iter().next() else { break };
        legal.clear();
        game.legal(&position, seat, &mut legal);
        let found = values(game, &position, seat, &legal, weights(seat.index()), plan);
        let best = (0..found.len()).max_by(|&a, &b| found[a].total_cmp(&found[b]).then(b.cmp(&a)));
        let Some(action) = best.map(|best| legal[best]) else { break };
        game.play_unchecked(&mut position, Actor::Seat(seat), &action);
    }
    game.scores(&position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_tries_the_same_changes_and_gains_nothing_from_none() {
        let how = TerraTuning {
            rounds: 1,
            pairs: 2,
            seed: 4,
            plan: Plan { width: 1, inner: 1, turns: 2, positions: 100, opening: false },
        };
        let run = || {
            let mut seen = Vec::new();
            let after = tune(Weights::default(), &how, |tried, _| seen.push(tried));
            (seen, after)
        };
        assert_eq!(run(), run());
        let same = Weights::default();
        assert!(pair_gain(&how, 1, [&same, &same]).abs() < 1e-9);
        let without_sense = Weights::from_list(&vec![0.0; Weights::NAMES.len()]);
        let gain: f64 = (0..2).map(|pair| pair_gain(&how, pair, [&same, &without_sense])).sum();
        assert!(gain > 0.0, "{gain}");
    }
}
