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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use crate::bots::greedy;
    use crate::catan::Study;
    use hexwright_catan::generate::preset;
    use hexwright_core::Seat;
    use hexwright_play::run::Limits;
    use hexwright_play::simulate::finish_run;
    use hexwright_play::stats::wilson;

    fn study(map: &str, seats: usize) -> Study {
        let map = (map.to_owned(), preset(map).unwrap());
        Study::new(map, String::new(), seats, Rules::default(), false, 1, 3)
    }

    fn practised(map: &JudgedMap<'_>, policy: &Policy, games: u64) -> Vec<VerdictPlayer> {
        let mut players = ["eager", "brisk"].map(VerdictPlayer::new).to_vec();
        let mut practice = Practice::new(map, &|_, _| (), &players, 20, games);
        let mut number = 0;
        for _ in 0..20 {
            number = practice.step(&mut players, policy, number).unwrap();
        }
        assert_eq!(number, games, "every game is played");
        players
    }

    #[test]
    fn every_network_learns_and_stays_itself() {
        let study = study("duel", 2);
        let map = JudgedMap::new(&study, Some(1)).unwrap();
        let players = practised(&map, &map.policy(), 50);
        let before = ["eager", "brisk"].map(VerdictPlayer::new);
        let old: Vec<_> = before.iter().flat_map(|player| &player.networks).collect();
        let new: Vec<_> = players.iter().flat_map(|player| &player.networks).collect();
        assert_eq!((old.len(), new.len()), (6, 6));
        for (place, network) in new.iter().enumerate() {
            assert_ne!(network, &old[place]);
            assert!(new[..place].iter().all(|other| other != network), "two networks became one");
        }
        // whoever has no network plays as everywhere
        let mut strong = [VerdictPlayer::new("search")];
        let mut practice = Practice::new(&map, &|_, _| (), &strong, 1, 10);
        assert_eq!(practice.step(&mut strong, &map.policy(), 7).unwrap(), 7);
    }

    /// One practised seat among others that have not practised, on one board with the openings it practised with.
    #[test]
    #[ignore = "plays 20,000 games: cargo test --release -p hexwright-league --lib practised -- --ignored --nocapture"]
    fn one_practised_player_wins_more_than_its_share() {
        let study = study("base", 4);
        let map = JudgedMap::new(&study, None).unwrap();
        let policy = map.policy();
        let new: Vec<Arc<Network>> =
            practised(&map, &policy, 16_000).into_iter().flat_map(|player| player.networks).collect();
        let old: Vec<Arc<Network>> = ["eager", "brisk"]
            .map(VerdictPlayer::new)
            .into_iter()
            .flat_map(|player| player.networks)
            .collect();
        let games = 4_000;
        let won = in_order(100_000..100_000 + games, None, |number| {
            let (game, own) = (&map.first.game, (number % 4) as usize);
            let (mine, theirs) = (draw_networks(&new, 4, 3, number), draw_networks(&old, 4, 4, number));
            let network = |seat: usize| Arc::clone(if seat == own { &mine[seat] } else { &theirs[seat] });
            let bots = (0..4).map(|seat| greedy(&CatanJudge::with(game, network(seat))));
            let mut players = Players(bots.collect());
            let opener = Opener { ground: &map.first, policy: &policy, seed: 3 };
            let task = Task { chance: number, number, force: None, spread: SPREAD, tries: 0, rounds: None };
            let (_, run) = opener.open(&mut players, &task, 0).unwrap();
            let end = finish_run(game, run, &mut players, &Limits::default(), |_, _, _| ());
            u64::from(end.winners.contains(Seat(own as u8)))
        });
        let wins = won.unwrap().into_iter().sum();
        let (low, high) = wilson(wins, games);
        println!("{wins} of {games} won ({:.1}–{:.1} %)", 100.0 * low, 100.0 * high);
        assert!(low > 0.25);
    }
}
