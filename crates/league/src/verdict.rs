//! Is a board even? With openings that nobody can improve on by more than a stated margin, does every seat win
//! its share?
//!
//! For each of two quick players that judge positions differently: learn balanced openings on the board
//! ([`crate::draft`]), play with them, and race other corners against them (`race`). The verdict is *even*
//! or *uneven* only if both players say so; docs/fairness.md has the statistics.
//!
//! ```
//! use hexwright_league::verdict::Ask;
//!
//! let ask = Ask { games: 20_000, ..Ask::default() };
//! assert!(ask.epsilon < ask.margin, "what an opening may gain is less than what a seat may");
//! ```

mod apart;
mod games;
mod race;
mod report;
mod values;

pub use games::ForcedPick;
pub use race::Arm;
pub use report::{BoardVerdict, PickOfDraft, Player, Share, VerdictReport};

use crate::Fault;
use crate::catan::Study;
use crate::draft::{Policy, Sample};
use apart::Apart;
use games::{JudgedMap, Played, Task};
use hexwright_core::{CornerId, Fast, Random as _, random};
use hexwright_play::fairness::{Counts, Evenness, Question};
use race::{FIRST, Terms, race};
use values::Values;

/// The two quick players: one judges by the network, one by a short evaluation made by hand.
pub const QUICK: [&str; 2] = ["greedy", "quick"];
/// The player that `thorough` adds.
pub const STRONG: &str = "search";

/// Percent of the games in which openings are tried at random, in each rehearsal, and in the test.
const PARTS: (u64, u64, u64) = (30, 10, 50);
/// Rounds in which openings are tried at random.
const ROUNDS: u64 = 8;
/// Rehearsals: races that are only learnt from.
const REHEARSALS: u64 = 2;
/// Percent of a race's games that are played in balance.
const IN_BALANCE: u64 = 30;
/// How much openings vary in the first and in the last round, and in balanced play.
const SPREADS: (f32, f32, f32) = (0.03, 0.02, 0.012);
/// Most corners raced at each pick, and fewest.
const ARMS: (u64, u64) = (20, 4);
/// A corner that balanced play takes in so many games of a hundred is no other opening.
const SURE: u64 = 98;
/// Most looks at the shares of balanced play.
const LOOKS: u32 = 4;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Ask {
    /// How far from its equal share a seat may be on an even board.
    pub margin: f64,
    /// A gain by another opening that does not count.
    pub epsilon: f64,
    /// Most games of each quick player.
    pub games: u64,
    /// Games of the strong player; 0 leaves it out.
    pub strong_games: u64,
    /// Threads; the report is the same for any number.
    pub threads: Option<usize>,
}

impl Default for Ask {
    fn default() -> Self {
        Self { margin: 0.05, epsilon: 0.03, games: 5_000, strong_games: 0, threads: None }
    }
}

/// Judges the board of a study, or all boards of its map if they are drawn anew for each game. `told` hears
/// which player is at it, what it does, and how many games more are played.
///
/// # Errors
/// The rules refuse the board, or the threads could not be started.
pub fn judge(study: &Study, ask: &Ask, told: &(dyn Fn(&str, u64) + Sync)) -> Result<VerdictReport, Fault> {
    let map = JudgedMap::new(study, ask.threads)?;
    let mut players = Vec::new();
    for bot in QUICK {
        let mut player = Judging::new(&map, bot, &study.question, ask, told);
        players.push(player.judge()?);
        if bot == QUICK[0] && ask.strong_games > 0 {
            let strong = player.balanced(STRONG, ask.strong_games, "playing with the strong player")?;
            players.push(Player::new(STRONG, strong, Vec::new()));
        }
    }
    Ok(VerdictReport::new(&study.question, ask, map.redrawn, players))
}

/// Games with balanced openings.
struct Balanced {
    counts: Counts,
    values: Values,
    apart: Apart,
}

/// Balanced play and other corners against it.
struct Raced {
    balanced: Balanced,
    arms: Vec<Arm>,
    /// All games of both.
    games: Vec<Played>,
}

/// One player being judged.
struct Judging<'a> {
    map: &'a JudgedMap<'a>,
    bot: &'a str,
    question: &'a Question,
    ask: &'a Ask,
    told: &'a (dyn Fn(&str, u64) + Sync),
    policy: Policy,
    samples: Vec<Sample>,
    /// The first number no game has had.
    number: u64,
}

impl<'a> Judging<'a> {
    fn new(
        map: &'a JudgedMap<'a>,
        bot: &'a str,
        question: &'a Question,
        ask: &'a Ask,
        told: &'a (dyn Fn(&str, u64) + Sync),
    ) -> Self {
        Self { map, bot, question, ask, told, policy: map.policy(), samples: Vec::new(), number: 0 }
    }

    /// Learns openings, then tests them with games that were not learnt from.
    fn judge(&mut self) -> Result<Player, Fault> {
        self.try_openings(self.ask.games * PARTS.0 / 100)?;
        for _ in 0..REHEARSALS {
            // whatever may be as good as balanced play is worth a closer look
            let games = self.ask.games * PARTS.1 / 100;
            let raced = self.race(games, 0.0, 0.5, "rehearsing openings")?;
            self.samples.extend(raced.games.into_iter().map(|g| g.sample));
            let recent = self.samples.len() / 2;
            self.policy.learn(&self.map.first.draft, &self.samples, recent);
        }
        let games = self.ask.games * PARTS.2 / 100;
        let raced = self.race(games, self.ask.epsilon, 0.05, "testing openings")?;
        Ok(Player::new(self.bot, raced.balanced, raced.arms))
    }

    /// Balanced play, and other corners against it.
    fn race(&mut self, games: u64, goal: f64, error: f64, doing: &str) -> Result<Raced, Fault> {
        let in_balance = games * IN_BALANCE / 100;
        // dice nobody has learnt from, the same for balanced play and for every arm
        let chance = self.number;
        let (balanced, mut played) = self.balanced_games(self.bot, in_balance, false, doing)?;
        let mut arms = self.arms(&balanced.values, games - in_balance);
        let terms =
            Terms { goal, games: games - in_balance, error, spread: SPREADS.2, chance, number: self.number };
        let told = |n| (self.told)(doing, n);
        let (forced, number) =
            race(self.map, self.bot, &self.policy, &mut arms, &balanced.apart, &terms, &told)?;
        self.number = number;
        played.extend(forced);
        Ok(Raced { balanced, arms, games: played })
    }

    /// Plays and learns by turns. Half of the games try another corner at one pick.
    fn try_openings(&mut self, games: u64) -> Result<(), Fault> {
        let slots = self.map.first.draft.order.len().max(1);
        for round in 0..ROUNDS {
            let spread = SPREADS.0 + (SPREADS.1 - SPREADS.0) * round as f32 / (ROUNDS - 1) as f32;
            let tasks: Vec<Task> = (0..games / ROUNDS)
                .map(|i| {
                    let number = self.number + i;
                    let mut random = Fast::new(random::mix(self.map.seed ^ 0x0074_7279), number);
                    let rank = random.weighted((0..ARMS.0).map(|r| 60 / (r + 2))).unwrap_or(0);
                    let slot = random.index(slots);
                    let force = (i % 2 == 0).then_some((slot, ForcedPick::Rank(rank)));
                    Task { chance: number, number, force, spread, tries: 0 }
                })
                .collect();
            let told = |n| (self.told)("learning openings", n);
            let played = self.map.play(self.bot, &self.policy, &tasks, false, &told)?;
            self.number += tasks.len() as u64;
            self.samples.extend(played.into_iter().flatten().map(|g| g.sample));
            // corrections are about how the others open now: the later half of the games
            let recent = self.samples.len() / 2;
            self.policy.learn(&self.map.first.draft, &self.samples, recent);
        }
        Ok(())
    }

    /// Balanced play until the shares are clear or the games used up.
    fn balanced(&mut self, bot: &str, most: u64, doing: &str) -> Result<Balanced, Fault> {
        Ok(self.balanced_games(bot, most, true, doing)?.0)
    }

    /// Balanced play and its games. If nothing else depends on them (`brief`), play ends when the shares are clear.
    fn balanced_games(
        &mut self,
        bot: &str,
        most: u64,
        brief: bool,
        doing: &str,
    ) -> Result<(Balanced, Vec<Played>), Fault> {
        let question = Question { bot: bot.to_owned(), games: most, ..self.question.clone() };
        let mut found =
            Balanced { counts: Counts::new(question), values: Values::default(), apart: Apart::default() };
        let ranks = self.map.redrawn.then_some(ARMS.0 as usize);
        let mut all = Vec::new();
        for look in (0..LOOKS).rev() {
            let tasks: Vec<Task> = (found.counts.played..most >> look)
                .map(|game| self.number + game)
                .map(|number| Task { chance: number, number, force: None, spread: SPREADS.2, tries: 0 })
                .collect();
            let told = |n| (self.told)(doing, n);
            for game in self.map.play(bot, &self.policy, &tasks, true, &told)?.into_iter().flatten() {
                found.counts.add(&game.end, &game.seen);
                found.apart.add(&game, &self.map.first.draft, ranks);
                if !self.map.redrawn {
                    found.values.add(&game);
                }
                all.push(game);
            }
            let clear = report::within(&report::shares(&found.counts), self.ask.margin) != Evenness::Unclear;
            if brief && clear {
                break;
            }
        }
        self.number += most;
        Ok((found, all))
    }

    /// The corners to race: for each pick those that were among the best candidates most often; as many as the
    /// games can tell something about.
    fn arms(&self, values: &Values, games: u64) -> Vec<Arm> {
        let order = &self.map.first.draft.order;
        let most = (games / (2 * FIRST * order.len().max(1) as u64)).clamp(ARMS.1, ARMS.0) as usize;
        let mut arms = Vec::new();
        for (slot, &(seat, _)) in order.iter().enumerate() {
            let forces: Vec<ForcedPick> = if self.map.redrawn {
                (0..most).map(ForcedPick::Rank).collect()
            } else {
                let open = |corner: &CornerId| self.map.first.draft.open.contains(corner);
                let best = values.best(slot, SURE).into_iter().filter(open).take(most);
                best.map(|corner| ForcedPick::Corner(corner.0)).collect()
            };
            arms.extend(forces.into_iter().map(|force| Arm::new(slot, seat, force)));
        }
        arms
    }
}
