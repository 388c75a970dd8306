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
mod bound;
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
use games::{JudgedMap, Task, TriedPick};
use hexwright_core::{CornerId, Fast, Random as _, random};
use hexwright_play::fairness::{Counts, Evenness, Question};
use race::{FIRST, Next, Race, Terms, conclude};
use values::Values;

/// The two quick players: they judge by networks that learnt apart from each other.
pub const QUICK: [&str; 2] = ["eager", "brisk"];
/// The player that `thorough` adds.
pub const STRONG: &str = "search";

/// Percent of the games that fit the model, that balance openings cut off and whole, and that test them in balanced play;
/// the rest of the test are games with forced corners.
const PARTS: [u64; 4] = [4, 8, 24, 26];
/// Rounds of turns after which most games to learn from are cut off and judged, and how many of them are played for the
/// price of a whole one.
const CUT: (u32, u64) = (5, 5);
/// Times the model is fitted.
const FITS: u64 = 6;
/// How openings are balanced with games that are cut off: openings change much at first, little later.
const COARSE: Balancing = Balancing { rounds: 24, keep: (0.6, 0.95), spread: 0.03, cut: true };
/// How openings are balanced then with whole games.
const FINE: Balancing = Balancing { rounds: 16, keep: (0.94, 0.99), spread: 0.028, cut: false };
/// How much openings vary in the first and in the last round of fitting, and in balanced play.
const SPREADS: (f32, f32, f32) = (0.04, 0.03, 0.016);
/// Most corners raced at each pick, and fewest.
const ARMS: (u64, u64) = (20, 4);
/// A corner that balanced play takes in so many games of a hundred is no other opening.
const SURE: u64 = 98;
/// Most looks at the shares of balanced play.
const LOOKS: u32 = 4;
/// Most games of balanced play between two looks at memory.
const MOST_AT_ONCE: u64 = 10_000;

/// What is asked.
#[derive(Clone, Debug)]
pub struct Ask {
    /// How far from its equal share a seat may be on an even board.
    pub margin: f64,
    /// A gain by another opening that does not count.
    pub epsilon: f64,
    /// The quick players.
    pub players: Vec<String>,
    /// Most games of each quick player.
    pub games: u64,
    /// Games of the strong player; 0 leaves it out.
    pub strong_games: u64,
    /// Threads; the report is the same for any number.
    pub threads: Option<usize>,
}

impl Default for Ask {
    fn default() -> Self {
        let players = QUICK.map(str::to_owned).to_vec();
        Self { margin: 0.05, epsilon: 0.03, players, games: 5_000, strong_games: 0, threads: None }
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
    for (place, bot) in ask.players.iter().enumerate() {
        let mut player = Judging::new(&map, bot, &study.question, ask, told);
        players.push(player.judge()?);
        if place == 0 && ask.strong_games > 0 {
            let strong = player.balanced(STRONG, ask.strong_games, "playing with the strong player")?;
            players.push(Player::new(STRONG, strong, Vec::new()));
        }
    }
    Ok(VerdictReport::new(&study.question, ask, map.redrawn, players))
}

/// How openings are balanced.
struct Balancing {
    rounds: u64,
    /// What older rounds count in the first and in the last.
    keep: (f32, f32),
    /// How much openings vary in the first round; in the last as in balanced play.
    spread: f32,
    /// Whether games are cut off.
    cut: bool,
}

/// Games with balanced openings.
struct Balanced {
    counts: Counts,
    values: Values,
    apart: Apart,
}

/// One player being judged.
struct Judging<'a> {
    map: &'a JudgedMap<'a>,
    bot: &'a str,
    question: &'a Question,
    ask: &'a Ask,
    told: &'a (dyn Fn(&str, u64) + Sync),
    policy: Policy,
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
        Self { map, bot, question, ask, told, policy: map.policy(), number: 0 }
    }

    /// Learns openings, then tests them with games that were not learnt from.
    fn judge(&mut self) -> Result<Player, Fault> {
        let [fit, coarse, fine, in_balance] = PARTS.map(|percent| self.ask.games * percent / 100);
        if self.map.redrawn {
            // no corner comes again: there is nothing but the model to learn
            self.fit(fit + coarse)?;
        } else {
            self.fit(fit)?;
            self.balance(coarse, &COARSE)?;
            self.policy.take_for_granted();
            self.balance(fine, &FINE)?;
        }
        let in_balance = if self.map.redrawn { in_balance + fine } else { in_balance };
        self.test(in_balance, self.ask.games * (100 - PARTS.iter().sum::<u64>()) / 100)
    }

    /// Balanced play, other corners against it, and with the games that are left more balanced play.
    fn test(&mut self, in_balance: u64, in_race: u64) -> Result<Player, Fault> {
        let doing = "testing openings";
        // dice nobody has learnt from, the same for balanced play and for every arm
        let chance = self.number;
        let mut balanced = self.nothing_yet(self.bot, in_balance + in_race);
        self.play_balanced(&mut balanced, in_balance, doing)?;
        let arms = self.arms(&balanced.values, in_race);
        let terms = Terms { goal: self.ask.epsilon, games: in_race, spread: SPREADS.2, chance };
        let mut race = Race { map: self.map, bot: self.bot, terms, arms, batch: 0 };
        race.weigh(&balanced.apart);
        loop {
            match race.next() {
                Next::Forced(more) => {
                    let told = |n| (self.told)(doing, n);
                    self.number += race.play(&self.policy, &more, self.number, &told)?;
                }
                Next::Balanced(games) => self.play_balanced(&mut balanced, games, doing)?,
                Next::Nothing => break,
            }
            race.weigh(&balanced.apart);
        }
        let mut arms = race.arms;
        conclude(&mut arms, &balanced.apart);
        Ok(Player::new(self.bot, balanced, arms))
    }

    /// Plays and fits the model by turns. Half of the games try another corner at one pick.
    fn fit(&mut self, games: u64) -> Result<(), Fault> {
        let mut samples = Vec::new();
        for round in 0..FITS {
            let spread = SPREADS.0 + (SPREADS.1 - SPREADS.0) * round as f32 / (FITS - 1) as f32;
            let any = |random: &mut Fast| {
                let rank = random.weighted((0..ARMS.0).map(|r| 60 / (r + 2))).unwrap_or(0);
                TriedPick::Forced(ForcedPick::Rank(rank))
            };
            samples.extend(self.try_openings(CUT.1 * games / FITS, spread, Some(CUT.0), any)?);
            let recent = samples.len() / 2;
            self.policy.fit(&self.map.first.draft, &samples, recent);
        }
        Ok(())
    }

    /// Plays and corrects by turns, with openings as they are tested later. Half of the games try a corner that may be
    /// better.
    fn balance(&mut self, games: u64, how: &Balancing) -> Result<(), Fault> {
        let (games, cut) = if how.cut { (CUT.1 * games, Some(CUT.0)) } else { (games, None) };
        for round in 0..how.rounds {
            let part = round as f32 / (how.rounds - 1) as f32;
            let between = |first: f32, last: f32| first + (last - first) * part;
            let spread = between(how.spread, SPREADS.2);
            let samples = self.try_openings(games / how.rounds, spread, cut, |_| TriedPick::Explored)?;
            let keep = between(how.keep.0, how.keep.1);
            self.policy.correct(&self.map.first.draft, &samples, keep);
        }
        Ok(())
    }

    /// Games to learn from. In every second one something is forced at one pick.
    fn try_openings(
        &mut self,
        games: u64,
        spread: f32,
        rounds: Option<u32>,
        force: impl Fn(&mut Fast) -> TriedPick,
    ) -> Result<Vec<Sample>, Fault> {
        let slots = self.map.first.draft.order.len().max(1);
        let tasks: Vec<Task> = (0..games)
            .map(|i| {
                let number = self.number + i;
                let mut random = Fast::new(random::mix(self.map.seed ^ 0x0074_7279), number);
                let force = force(&mut random);
                let slot = random.index(slots);
                Task {
                    chance: number,
                    number,
                    force: (i % 2 == 0).then_some((slot, force)),
                    spread,
                    tries: 0,
                    rounds,
                }
            })
            .collect();
        let told = |n| (self.told)("learning openings", n);
        let played = self.map.play(self.bot, &self.policy, &tasks, false, &told)?;
        self.number += games;
        Ok(played.into_iter().flatten().map(|g| g.sample).collect())
    }

    /// Balanced play of another player with these openings, until the shares are clear or the games used up.
    fn balanced(&mut self, bot: &str, most: u64, doing: &str) -> Result<Balanced, Fault> {
        let mut found = self.nothing_yet(bot, most);
        for look in (0..LOOKS).rev() {
            let more = (most >> look) - found.counts.played;
            self.play_balanced(&mut found, more, doing)?;
            if report::within(&report::shares(&found.counts), self.ask.margin) != Evenness::Unclear {
                break;
            }
        }
        Ok(found)
    }

    fn nothing_yet(&self, bot: &str, games: u64) -> Balanced {
        let question = Question { bot: bot.to_owned(), games, ..self.question.clone() };
        Balanced { counts: Counts::new(question), values: Values::default(), apart: Apart::default() }
    }

    /// More games of balanced play.
    fn play_balanced(&mut self, found: &mut Balanced, games: u64, doing: &str) -> Result<(), Fault> {
        let ranks = self.map.redrawn.then_some(ARMS.0 as usize);
        let bot = found.counts.question.bot.clone();
        let mut left = games;
        while left > 0 {
            // not all at once: a game remembers its openings
            let some = left.min(MOST_AT_ONCE);
            let tasks: Vec<Task> = (self.number..self.number + some)
                .map(|number| Task {
                    chance: number,
                    number,
                    force: None,
                    spread: SPREADS.2,
                    tries: 0,
                    rounds: None,
                })
                .collect();
            let told = |n| (self.told)(doing, n);
            for game in self.map.play(&bot, &self.policy, &tasks, true, &told)?.into_iter().flatten() {
                found.counts.add(&game.end, &game.seen);
                found.apart.add(&game, &self.map.first.draft, ranks);
                if !self.map.redrawn {
                    found.values.add(&game);
                }
            }
            self.number += some;
            left -= some;
        }
        Ok(())
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
            arms.extend(forces.into_iter().map(|force| {
                let mut arm = Arm::new(slot, seat, force);
                if let ForcedPick::Corner(corner) = force {
                    arm.expected = values.gain(slot, corner);
                }
                arm
            }));
        }
        arms
    }
}
