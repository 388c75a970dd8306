//! Practice: before a board is judged, the players learn to play on it, from games against each other.
//!
//! Networks that learnt apart on other boards judge the positions of one board differently, each wrong in its own way, and
//! the seats win differently with each. Here they sit at one table, drawn anew for every seat and game, on this board and
//! with the openings that are being balanced. All of them learn from all of these games, each with its own weights. In half of
//! the games one pick is tried, so that the players know other openings too, and the openings learn from the same games.

use super::games::{JudgedMap, Opener, Task, TriedPick, VerdictPlayer, draw_networks};
use crate::Fault;
use crate::bots::CatanJudge;
use crate::draft::{self, Policy};
use crate::tune::{FinishedGame, Learner, Sample, Target, play_out};
use hexwright_catan::game::Network;
use hexwright_core::{Fast, Game as _, Random as _, random};
use hexwright_play::Players;
use hexwright_play::simulate::in_order;
use std::sync::{Arc, Mutex};

/// Games of a round, if there are so many: their positions are kept.
const GAMES: u64 = 600;
/// Fewest rounds, if there are few games.
const ROUNDS: u64 = 16;
/// How much of a target comes from behind the next position.
const TRACE: f32 = 0.95;
/// How fast networks follow in the first round and in the last; slower soon.
const RATES: (f32, f32) = (0.003, 0.0003);
/// How much of a player's network stays as it was in a round: single rounds vary, so it follows slowly.
const STAYS: f64 = 0.92;

/// Players that practise on a board, round by round while openings are balanced.
pub(super) struct Practice<'a> {
    map: &'a JudgedMap<'a>,
    told: &'a (dyn Fn(&str, u64) + Sync),
    learners: Vec<Training>,
    /// Games of all rounds, and of those that are over.
    games: u64,
    over: u64,
}

/// A round of practice.
pub(super) struct Round {
    /// The number of its first game.
    pub first: u64,
    pub games: u64,
    /// How much openings vary.
    pub spread: f32,
    /// What a game says of its opening: what the players said of the positions behind it, with so much of it from behind the
    /// next one; or who won.
    pub trace: Option<f32>,
}

impl<'a> Practice<'a> {
    /// Before the first of so many games.
    pub(super) fn new(
        map: &'a JudgedMap<'a>,
        told: &'a (dyn Fn(&str, u64) + Sync),
        players: &[VerdictPlayer],
        games: u64,
    ) -> Self {
        let learners = players.iter().flat_map(|player| &player.networks).map(Training::new).collect();
        Self { map, told, learners, games, over: 0 }
    }

    /// In how many rounds so many games are best played.
    pub(super) fn rounds(games: u64) -> u64 {
        games.div_ceil(GAMES).max(ROUNDS.min(games))
    }

    /// Plays a round with these openings and learns from it; what its games say of openings.
    pub(super) fn play_and_learn(
        &mut self,
        round: &Round,
        policy: &Policy,
    ) -> Result<Vec<draft::Sample>, Fault> {
        let (samples, games): (Vec<_>, Vec<_>) = self.play(round, policy)?.into_iter().unzip();
        let left = 1.0 - self.over as f32 / self.games.max(1) as f32;
        let rate = RATES.1 + (RATES.0 - RATES.1) * left * left;
        let seed = random::mix(self.map.seed ^ round.first);
        let learners: Vec<Mutex<&mut Training>> = self.learners.iter_mut().map(Mutex::new).collect();
        in_order(0..learners.len() as u64, self.map.threads, |place| {
            if let Ok(mut learner) = learners[place as usize].lock() {
                learner.learn(&games, rate, seed ^ place);
            }
        })?;
        self.over += round.games;
        Ok(samples)
    }

    /// Gives players the networks as they are now.
    pub(super) fn teach(&self, players: &mut [VerdictPlayer]) {
        let networks = players.iter_mut().flat_map(|player| &mut player.networks);
        networks.zip(&self.learners).for_each(|(network, learner)| *network = learner.mean());
    }

    /// Games of the networks against each other.
    fn play(&self, round: &Round, policy: &Policy) -> Result<Vec<(draft::Sample, FinishedGame)>, Fault> {
        let networks: Vec<Arc<Network>> = self.learners.iter().map(Training::network).collect();
        let found = self.map.share(round.games, |place, choices| {
            let number = round.first + place;
            let ground = self.map.ground(number)?;
            let (game, seed) = (&ground.game, self.map.seed);
            let mut random = Fast::new(random::mix(seed ^ 0x7072_6163_7469_6365), number);
            let drawn = draw_networks(&networks, game.seats(), seed, number);
            let judges: Vec<Arc<CatanJudge>> =
                drawn.iter().map(|network| CatanJudge::with(game, Arc::clone(network))).collect();
            let bots = judges.iter().map(|judge| crate::bots::greedy(judge));
            let opener = Opener { ground: &ground, policy, seed };
            let slot = random.index(ground.draft.order.len().max(1));
            let force = number.is_multiple_of(2).then_some((slot, TriedPick::Explored));
            let task = Task { chance: number, number, force, spread: round.spread, tries: 0, rounds: None };
            let opened = opener.open(&mut choices.of(Players(bots.collect())), &task, 0);
            let finished = opened.and_then(|(opening, run)| {
                let played = play_out(game, &judges, run, &mut random, 1, choices)?;
                let shares = match round.trace {
                    Some(trace) => played.foretold(&drawn[0], trace),
                    None => played.won(game.seats()),
                };
                Some((opener.sample(opening.taken, &task, shares), played))
            });
            (self.told)("practising", 1);
            Ok(finished)
        })?;
        Ok(found.into_iter().flatten().collect())
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

    fn learn(&mut self, games: &[FinishedGame], rate: f32, seed: u64) {
        let network = self.learner.network();
        let mut order: Vec<(&Sample, Target)> =
            games.iter().flat_map(|game| game.positions.iter().zip(game.targets(&network, TRACE))).collect();
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
    use super::super::QUICK;
    use super::super::learn::Learning;
    use super::*;
    use crate::Rules;
    use crate::bots::catan_with;
    use crate::catan::Study;
    use hexwright_catan::generate::preset;
    use hexwright_core::Seat;
    use hexwright_play::run::Limits;
    use hexwright_play::simulate::finish_run;
    use hexwright_play::stats::wilson;

    /// How much openings vary.
    const SPREAD: f32 = 0.02;
    /// Games of each player from which a part is learnt.
    const LEARNT: u64 = 40_000;

    fn study(map: &str, seats: usize) -> Study {
        let map = (map.to_owned(), preset(map).unwrap());
        Study::new(map, String::new(), seats, Rules::default(), false, 1, 3)
    }

    fn practised(map: &JudgedMap<'_>, policy: &Policy, games: u64) -> Vec<VerdictPlayer> {
        let mut players = ["eager", "brisk"].map(VerdictPlayer::new).to_vec();
        let mut practice = Practice::new(map, &|_, _| (), &players, games);
        let each = games / Practice::rounds(games);
        for first in (0..games).step_by(each as usize) {
            let round = Round { first, games: each, spread: SPREAD, trace: Some(0.98) };
            let samples = practice.play_and_learn(&round, policy).unwrap();
            assert!(samples.iter().all(|s| (s.shares.iter().sum::<f32>() - 1.0).abs() < 1e-3));
        }
        practice.teach(&mut players);
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
        assert_eq!((old.len(), new.len()), (12, 12));
        for (place, network) in new.iter().enumerate() {
            assert_ne!(network, &old[place]);
            assert!(new[..place].iter().all(|other| other != network), "two networks became one");
        }
    }

    #[test]
    #[ignore = "learns from 40,000 games: cargo test --release -p hexwright-league --lib practised -- --ignored --nocapture"]
    fn one_practised_player_wins_more_than_its_share() {
        let players = ["eager", "brisk"].map(VerdictPlayer::new);
        let networks =
            |players: &[VerdictPlayer]| players.iter().flat_map(|player| player.networks.clone()).collect();
        assert!(one_practised("eager", networks(&players), networks, 4_000) > 0.25);
    }

    /// The strong player judges elsewhere by the shipped network, which learnt from players that plan. It must not lose by
    /// judging as the quick players have learnt to.
    #[test]
    #[ignore = "learns from 40,000 games and plays 1,000 of the strong player: as above"]
    fn one_practised_strong_player_keeps_its_share() {
        let networks = |players: &[VerdictPlayer]| VerdictPlayer::strong(players).networks;
        assert!(one_practised("search", vec![Network::shipped()], networks, 1_000) > 0.22);
    }

    /// What share of the games one practised seat wins at least among others that have not practised, on one board with the
    /// openings it practised with.
    fn one_practised(
        bot: &str,
        old: Vec<Arc<Network>>,
        networks: impl Fn(&[VerdictPlayer]) -> Vec<Arc<Network>>,
        games: u64,
    ) -> f64 {
        let study = study("base", 4);
        let map = JudgedMap::new(&study, None).unwrap();
        let players = QUICK.map(VerdictPlayer::new).to_vec();
        let mut learning = Learning { map: &map, players, told: &|_, _| (), policy: map.policy(), number: 0 };
        learning.learn(LEARNT).unwrap();
        let Learning { policy, players, number, .. } = learning;
        let new = networks(&players);
        let won = in_order(number..number + games, None, |number| {
            let (game, own) = (&map.first.game, (number % 4) as usize);
            let (mine, theirs) = (draw_networks(&new, 4, 3, number), draw_networks(&old, 4, 4, number));
            let network = |seat: usize| Arc::clone(if seat == own { &mine[seat] } else { &theirs[seat] });
            let bots = (0..4).map(|seat| catan_with(game, bot, network(seat)).unwrap());
            let mut players = Players(bots.collect());
            let opener = Opener { ground: &map.first, policy: &policy, seed: 3 };
            let task = Task { chance: number, number, force: None, spread: SPREAD, tries: 0, rounds: None };
            let (_, run) = opener.open(&mut players, &task, 0).unwrap();
            let end = finish_run(game, run, &mut players, &Limits::default(), |_, _, _| ());
            u64::from(end.winners.contains(Seat(own as u8)))
        });
        let wins = won.unwrap().into_iter().sum();
        let (low, high) = wilson(wins, games);
        println!("{bot}: {wins} of {games} won ({:.1}–{:.1} %)", 100.0 * low, 100.0 * high);
        low
    }
}
