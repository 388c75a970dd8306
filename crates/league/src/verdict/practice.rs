//! Practice: before a board is judged, the players learn to play on it, from games against each other.
//!
//! Networks that learnt apart on other boards judge the positions of one board differently, each wrong in its own way, and
//! the seats win differently with each. Here they sit at one table, drawn anew for every seat and game, on this board and
//! with the openings that are being balanced. All of them learn from all of these games, each with its own weights.

use super::games::{JudgedMap, Opener, Task, VerdictPlayer, draw_networks};
use crate::Fault;
use crate::bots::CatanJudge;
use crate::draft::Policy;
use crate::tune::{FinishedGame, Learner, Sample, Target, play_out};
use hexwright_catan::game::Network;
use hexwright_core::{Fast, Game as _, Random as _, random};
use hexwright_play::Players;
use hexwright_play::simulate::in_order;
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Mutex};

/// Rounds of playing and learning at each step, if there are not too many games for them.
const ROUNDS: u64 = 2;
/// Most games of a round: their positions are kept.
const MOST_GAMES: u64 = 800;
/// Rounds whose positions are learnt again.
const KEPT: usize = 2;
/// How much of a target comes from behind the next position.
const TRACE: f32 = 0.95;
/// How fast networks follow in the first round and in the last.
const RATES: (f32, f32) = (0.003, 0.0003);
/// How much of a player's network stays as it was in a round: single rounds vary, so it follows slowly.
const STAYS: f64 = 0.85;
/// How much openings vary.
const SPREAD: f32 = 0.02;

/// Players that practise on a board, step by step while openings are balanced.
pub(super) struct Practice<'a> {
    map: &'a JudgedMap<'a>,
    told: &'a (dyn Fn(&str, u64) + Sync),
    learners: Vec<Training>,
    kept: VecDeque<Vec<FinishedGame>>,
    /// Games and rounds of all steps, and the rounds that are over.
    games: u64,
    rounds: u64,
    over: u64,
    steps: u64,
}

impl<'a> Practice<'a> {
    /// Before the first of so many steps with so many games in all.
    pub(super) fn new(
        map: &'a JudgedMap<'a>,
        told: &'a (dyn Fn(&str, u64) + Sync),
        players: &[VerdictPlayer],
        steps: u64,
        games: u64,
    ) -> Self {
        let learners: Vec<Training> =
            players.iter().flat_map(|player| &player.networks).map(Training::new).collect();
        let games = if learners.is_empty() { 0 } else { games };
        let rounds = steps * games.div_ceil(steps * MOST_GAMES).max(ROUNDS);
        Self { map, told, learners, kept: VecDeque::new(), games, rounds, over: 0, steps }
    }

    /// One step: plays with these openings, the first game with this number, and learns. Gives the number of the game behind
    /// the last.
    pub(super) fn step(
        &mut self,
        players: &mut [VerdictPlayer],
        policy: &Policy,
        first: u64,
    ) -> Result<u64, Fault> {
        let mut number = first;
        for round in self.over..self.over + self.rounds / self.steps {
            let games = self.games * (round + 1) / self.rounds - self.games * round / self.rounds;
            let networks: Vec<Arc<Network>> = self.learners.iter().map(Training::network).collect();
            let played = self.play(&networks, policy, number..number + games)?;
            self.kept.push_back(played);
            if self.kept.len() > KEPT {
                self.kept.pop_front();
            }
            let rate = RATES.0 + (RATES.1 - RATES.0) * round as f32 / self.rounds as f32;
            let (kept, seed) = (&self.kept, random::mix(self.map.seed ^ number));
            let learners: Vec<Mutex<&mut Training>> = self.learners.iter_mut().map(Mutex::new).collect();
            in_order(0..learners.len() as u64, self.map.threads, |place| {
                if let Ok(mut learner) = learners[place as usize].lock() {
                    learner.learn(kept.iter().flatten(), rate, seed ^ place);
                }
            })?;
            self.over += 1;
            number += games;
        }
        let networks = players.iter_mut().flat_map(|player| &mut player.networks);
        networks.zip(&self.learners).for_each(|(network, learner)| *network = learner.mean());
        Ok(number)
    }

    /// Games of these networks against each other.
    fn play(
        &self,
        networks: &[Arc<Network>],
        policy: &Policy,
        numbers: Range<u64>,
    ) -> Result<Vec<FinishedGame>, Fault> {
        let found = in_order(numbers, self.map.threads, |number| {
            let ground = self.map.ground(number)?;
            let (game, seed) = (&ground.game, self.map.seed);
            let mut random = Fast::new(random::mix(seed ^ 0x7072_6163_7469_6365), number);
            let judges: Vec<Arc<CatanJudge>> = draw_networks(networks, game.seats(), seed, number)
                .into_iter()
                .map(|network| CatanJudge::with(game, network))
                .collect();
            let bots = judges.iter().map(|judge| crate::bots::greedy(judge));
            let opener = Opener { ground: &ground, policy, seed };
            let task = Task { chance: number, number, force: None, spread: SPREAD, tries: 0, rounds: None };
            let opened = opener.open(&mut Players(bots.collect()), &task, 0);
            let finished = opened.and_then(|(_, run)| play_out(game, &judges, run, &mut random, 1));
            (self.told)("practising", 1);
            Ok::<_, Fault>(finished)
        })?;
        Ok(found.into_iter().collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
    }
}

/// A network that practises.
struct Training {
    learner: Learner,
    /// The mean of its numbers over the last rounds.
    mean: Vec<f64>,
}

impl Training {
    fn new(network: &Arc<Network>) -> Self {
        let mean = network.values().into_iter().map(f64::from).collect();
        Self { learner: Learner::new(network, 0), mean }
    }

    fn network(&self) -> Arc<Network> {
        Arc::new(self.learner.network())
    }

    fn learn<'a>(&mut self, games: impl Iterator<Item = &'a FinishedGame>, rate: f32, seed: u64) {
        let network = self.learner.network();
        let aimed = |game: &'a FinishedGame| game.positions.iter().zip(game.targets(&network, TRACE));
        let mut order: Vec<(&Sample, Target)> = games.flat_map(aimed).collect();
        Fast::new(seed, 0).shuffle(&mut order);
        self.learner.learn(&order, rate);
        for (mean, value) in self.mean.iter_mut().zip(self.learner.network().values()) {
            *mean = STAYS * *mean + (1.0 - STAYS) * f64::from(value);
        }
    }

    fn mean(&self) -> Arc<Network> {
        let values: Vec<f32> = self.mean.iter().map(|&value| value as f32).collect();
        Network::from_values(&values).map_or_else(|| self.network(), Arc::new)
    }
}
