//! The tuner: the bots play against themselves, and the network learns who wins from where.
//!
//! Each round plays games with the network as it stands, every seat planning with it. What is learnt
//! from are the positions between turns. The target of a position lies between what the network says of
//! the next one and what it says of those behind it, the true winner at the end (temporal differences):
//! so a lucky game counts for less than what it passed through. Positions of the last rounds are learnt
//! again together, in a shuffled order.
//!
//! Only positions between turns are judged in play as well: "as if the seat stopped here". (Fitting
//! weights to all positions of won games was tried first and is worse than useless: winners hold many
//! cards, but holding cards does not win.)
//!
//! Everything follows from the seed: the same command gives the same network on any number of threads.
//!
//! ```
//! use hexwright_catan::game::Network;
//! use hexwright_catan::generate::preset;
//! use hexwright_league::tune::{Tuning, tune};
//!
//! // no rounds: the network stays as it is
//! let how = Tuning { rounds: 0, games: 1, depth: 3, school: false, rate: 0.001, seed: 1 };
//! let _network = tune(&preset("base").unwrap(), &how, &Network::shipped(), |_, _, _| ());
//! ```

mod learn;
mod self_play;
pub mod terra;

pub(crate) use learn::Learner;
pub(crate) use self_play::{FinishedGame, Sample, SparseRow, Target, play_out};

use crate::bots::{CatanJudge, catan_with};
use crate::choices::Choices;
use hexwright_catan::Setup;
use hexwright_catan::game::{Catan, Network, Options};
use hexwright_core::{Fast, Game as _, Random as _, Seat, random::mix};
use hexwright_play::Players;
use hexwright_play::run::Run;
use rayon::prelude::*;
use std::collections::VecDeque;
use std::sync::Arc;

/// What to do.
#[derive(Clone, Debug)]
pub struct Tuning {
    /// Rounds of playing and learning.
    pub rounds: u32,
    /// Games in a round.
    pub games: u64,
    /// Own actions the players plan ahead, behind school.
    pub depth: u32,
    /// Begins with a school for a network that knows nothing: a third of the rounds with players that
    /// choose one action at a time, learning mostly from how games end.
    pub school: bool,
    /// How fast the network follows at first; a tenth at the end.
    pub rate: f32,
    /// Seed of everything.
    pub seed: u64,
}

/// Games won by one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match {
    /// Games won.
    pub wins: u64,
    /// Games played.
    pub games: u64,
}

/// What a round taught.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// Positions seen in the round.
    pub positions: usize,
    /// Turns of an average game.
    pub turns: f32,
    /// How far the network's shares were from the targets: the mean of the squares.
    pub error: f32,
}

/// Most seats the network learns with.
const SEATS: usize = 4;
/// Of so many games one is played by two, one by three.
const SMALL_TABLES: u64 = 6;
/// A game longer than this has no winner.
const MOST_STEPS: u64 = 20_000;
/// How much of a target comes from behind the next position: in school, and behind it.
const TRACES: [f32; 2] = [0.98, 0.9];
/// Rounds whose positions are learnt again.
const KEPT: usize = 4;

/// Plays rounds from `network` on; `told` hears the number of each, what it taught, and the network.
#[must_use]
pub fn tune(
    setup: &Setup,
    how: &Tuning,
    network: &Network,
    mut told: impl FnMut(u32, Lesson, &Network),
) -> Network {
    let mut learner = Learner::new(network, how.seed);
    let mut kept: VecDeque<Vec<(Sample, Target)>> = VecDeque::new();
    for round in 0..how.rounds {
        let seed = mix(how.seed ^ u64::from(round).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let now = Arc::new(learner.network());
        let stage = usize::from(!how.school || round >= how.rounds / 3);
        let depth = if stage == 0 { 1 } else { how.depth };
        let one = |number| play(setup, (stage, depth), &now, seed, number);
        let games: Vec<Vec<(Sample, Target)>> = (0..how.games).into_par_iter().map(one).collect();
        let turns = games.iter().map(Vec::len).sum::<usize>() as f32 / how.games.max(1) as f32;
        let fresh: Vec<(Sample, Target)> = games.into_iter().flatten().collect();
        let positions = fresh.len();
        kept.push_back(fresh);
        if kept.len() > KEPT {
            kept.pop_front();
        }
        let mut order: Vec<(&Sample, Target)> = kept.iter().flatten().map(|(s, t)| (s, *t)).collect();
        Fast::new(seed, 1).shuffle(&mut order);
        let part = round as f32 / how.rounds.max(1) as f32;
        let error = learner.learn(&order, how.rate * (1.0 - 0.9 * part));
        told(round, Lesson { positions, turns, error }, &learner.network());
    }
    learner.network()
}

/// One game of the network against itself: its positions between turns with their targets.
fn play(
    setup: &Setup,
    (stage, depth): (usize, u32),
    network: &Arc<Network>,
    seed: u64,
    number: u64,
) -> Vec<(Sample, Target)> {
    let board = setup.draw(mix(seed ^ mix(number)));
    let seats = match number % SMALL_TABLES {
        few @ 0..=1 => few as usize + 2,
        _ => SEATS,
    };
    let Ok(game) = Catan::new(setup, &board, Options::default(), seats) else { return Vec::new() };
    let judges = vec![CatanJudge::with(&game, Arc::clone(network)); seats];
    let run = Run::new(&game, seed, number);
    let Some(lesson) =
        play_out(&game, &judges, run, &mut Fast::new(seed ^ number, 2), depth, &Choices::free())
    else {
        return Vec::new();
    };
    let targets = lesson.targets(network, TRACES[stage]);
    lesson.positions.into_iter().zip(targets).collect()
}

/// Who wins game `number` on the board and with the dice of `block`.
fn finish(
    setup: &Setup,
    seed: u64,
    block: u64,
    number: u64,
    bot: impl Fn(&Catan, usize) -> Option<Box<dyn hexwright_play::Bot<Catan>>>,
) -> Option<Seat> {
    let board = setup.draw(mix(seed ^ mix(block)));
    let game = Catan::new(setup, &board, Options::default(), SEATS).ok()?;
    let mut players = Players((0..SEATS).map(|s| bot(&game, s)).collect::<Option<_>>()?);
    let mut run = Run::paired(&game, game.start(), seed, block, number);
    for _ in 0..MOST_STEPS {
        if run.step(&mut players).is_none() {
            break;
        }
    }
    game.outcome(run.position()).and_then(|end| end.winners.iter().next())
}

/// One seat with the first bot against three with the second: every board is played once from each seat.
#[must_use]
pub fn compare(
    setup: &Setup,
    bot: (&str, &Arc<Network>),
    rivals: (&str, &Arc<Network>),
    games: u64,
    seed: u64,
) -> Match {
    let one = |number: u64| {
        let (block, own) = (number / SEATS as u64, (number % SEATS as u64) as usize);
        let winner = finish(setup, seed, block, number, |game, s| {
            let (name, network) = if s == own { bot } else { rivals };
            catan_with(game, name, Arc::clone(network))
        });
        u64::from(winner == Some(Seat(own as u8)))
    };
    let games = games.next_multiple_of(SEATS as u64);
    Match { wins: (0..games).into_par_iter().map(one).sum(), games }
}
