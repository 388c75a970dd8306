//! Is a board even? With openings that nobody can improve on by more than a stated margin, does every seat win
//! its share?
//!
//! Balanced openings are learnt on the board ([`crate::draft`]) from games of two quick players that judge positions
//! differently. Then both play with these openings, and other corners race against them (`race`). The verdict is *even* or
//! *uneven* only if both players say so; docs/fairness.md has the statistics.
//!
//! ```
//! use hexwright_league::verdict::Ask;
//!
//! let ask = Ask { games: 20_000, ..Ask::default() };
//! assert!(ask.epsilon < ask.margin, "what an opening may gain is less than what a seat may");
//! ```

mod apart;
mod bound;
mod exchange;
mod games;
mod groups;
mod learn;
mod practice;
mod race;
mod report;
mod values;

pub use exchange::Meeting;
pub use games::ForcedPick;
pub use race::Arm;
pub use report::{BoardVerdict, Openings, PickOfDraft, Player, Share, VerdictReport};

use crate::Fault;
use crate::catan::Study;
use crate::draft::Policy;
use apart::Apart;
use exchange::Exchange;
use games::{JudgedMap, Task, VerdictPlayer};
use groups::Groups;
use hexwright_core::CornerId;
use hexwright_play::fairness::{Counts, Evenness, Question};
use learn::Learning;
use race::{FIRST, Next, Race, Terms, conclude};
use values::Values;

/// The two quick players: they judge by networks that learnt apart from each other.
pub const QUICK: [&str; 2] = ["eager", "brisk"];
/// The player that `thorough` adds.
pub const STRONG: &str = "search";

/// Percent of the games that test openings in balanced play. Those before them are learnt from, the rest are games with forced
/// corners.
const IN_BALANCE: u64 = 19;
/// How much openings vary when they are tested: see [`Policy::chances`].
const SPREAD: f32 = 0.010;
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
    /// Most games of each quick player.
    pub games: u64,
    /// Games of the strong player; 0 leaves it out.
    pub strong_games: u64,
    /// Threads; the report is the same for any number.
    pub threads: Option<usize>,
    /// Where this and other programs meet to judge the board together; the report is the same again.
    pub meeting: Option<Meeting>,
}

impl Default for Ask {
    fn default() -> Self {
        Self { margin: 0.05, epsilon: 0.03, games: 5_000, strong_games: 0, threads: None, meeting: None }
    }
}

/// Judges the board of a study, or all boards of its map if they are drawn anew for each game. `told` hears
/// what is being done, and how many games more are played.
///
/// # Errors
/// The rules refuse the board, or the threads could not be started.
pub fn judge(study: &Study, ask: &Ask, told: &(dyn Fn(&str, u64) + Sync)) -> Result<VerdictReport, Fault> {
    let mut map = JudgedMap::new(study, ask.threads)?;
    map.exchange =
        ask.meeting.as_ref().map(|meeting| Exchange::new(meeting, &study.question, ask)).transpose()?;
    let players = QUICK.map(VerdictPlayer::new).to_vec();
    let mut learning = Learning { map: &map, players, told, policy: map.policy(), number: 0 };
    learning.learn(ask.games)?;
    let Learning { policy, players: quick, number, .. } = learning;
    let in_race = ask.games * (100 - learn::PERCENT - IN_BALANCE) / 100;
    // with boards that change, less is learnt
    let learnt = if map.redrawn { learn::PERCENT_REDRAWN } else { learn::PERCENT };
    let in_balance = ask.games * (IN_BALANCE + learn::PERCENT - learnt) / 100;
    let mut testing = Testing { map: &map, question: &study.question, ask, told, policy, number };
    let (mut players, openings) = testing.test(&quick, in_balance, in_race)?;
    if ask.strong_games > 0 {
        players.push(testing.strong(&quick)?);
    }
    Ok(VerdictReport::new(&study.question, ask, map.redrawn, players, openings))
}

/// Games with balanced openings: those of each player are counted apart, what they say of openings together.
struct Balanced {
    players: Vec<Playing>,
    values: Values,
    apart: Apart,
}

/// A player and what became of its games.
struct Playing {
    player: VerdictPlayer,
    counts: Counts,
    groups: Groups,
}

impl Playing {
    fn report(self) -> Player {
        Player::new(self.counts, self.groups.factor())
    }
}

/// Openings being tested.
struct Testing<'a> {
    map: &'a JudgedMap<'a>,
    question: &'a Question,
    ask: &'a Ask,
    told: &'a (dyn Fn(&str, u64) + Sync),
    policy: Policy,
    /// The first number no game has had.
    number: u64,
}

impl Testing<'_> {
    /// Tests the openings with games that were not learnt from: balanced play, other corners against it, and with the games
    /// that are left more balanced play; so many games of each player.
    fn test(
        &mut self,
        players: &[VerdictPlayer],
        in_balance: u64,
        in_race: u64,
    ) -> Result<(Vec<Player>, Openings), Fault> {
        let doing = "testing openings";
        // dice nobody has learnt from, the same for balanced play and for every arm
        let chance = self.number;
        let mut balanced = self.nothing_yet(players, in_balance + in_race);
        self.play_balanced(&mut balanced, in_balance, doing)?;
        let in_race = in_race * players.len() as u64;
        let arms = self.arms(&balanced.values, in_race);
        let terms = Terms { goal: self.ask.epsilon, games: in_race, spread: SPREAD, chance };
        let mut race = Race { map: self.map, players, terms, arms, batch: 0 };
        race.weigh(&balanced.apart);
        loop {
            match race.next() {
                Next::Forced(more) => {
                    let told = |n| (self.told)(doing, n);
                    self.number += race.play(&self.policy, &more, self.number, &told)?;
                }
                Next::Balanced(games) => {
                    self.play_balanced(&mut balanced, games / players.len() as u64, doing)?;
                }
                Next::Nothing => break,
            }
            race.weigh(&balanced.apart);
        }
        let mut arms = race.arms;
        conclude(&mut arms, &balanced.apart);
        let openings = Openings::new(balanced.apart.games, arms, &balanced.values);
        Ok((balanced.players.into_iter().map(Playing::report).collect(), openings))
    }

    /// Balanced play of the strong player, until its shares are clear or the games used up. Where boards change, nobody has
    /// learnt anything about them: then it judges as it does everywhere.
    fn strong(&mut self, quick: &[VerdictPlayer]) -> Result<Player, Fault> {
        let most = self.ask.strong_games;
        let strong = if self.map.redrawn { VerdictPlayer::new(STRONG) } else { VerdictPlayer::strong(quick) };
        let mut found = self.nothing_yet(&[strong], most);
        for look in (0..LOOKS).rev() {
            let more = (most >> look) - found.players[0].counts.played;
            self.play_balanced(&mut found, more, "playing with the strong player")?;
            let strong = &found.players[0];
            let so_far = Player::new(strong.counts.clone(), strong.groups.factor());
            if so_far.evenness(self.ask.margin) != Evenness::Unclear {
                break;
            }
        }
        Ok(found.players.swap_remove(0).report())
    }

    fn nothing_yet(&self, players: &[VerdictPlayer], games: u64) -> Balanced {
        let playing = |player: &VerdictPlayer| {
            let counts = Counts::new(Question { bot: player.name.clone(), games, ..self.question.clone() });
            Playing { player: player.clone(), counts, groups: Groups::default() }
        };
        let (values, apart) = (Values::default(), Apart::default());
        Balanced { players: players.iter().map(playing).collect(), values, apart }
    }

    /// More games of balanced play, so many of each player.
    fn play_balanced(&mut self, found: &mut Balanced, games: u64, doing: &str) -> Result<(), Fault> {
        let ranks = self.map.redrawn.then_some(ARMS.0 as usize);
        let Balanced { players, values, apart } = found;
        for Playing { player, counts, groups } in players {
            let mut left = games;
            while left > 0 {
                // not all at once: a game remembers its openings
                let some = left.min(MOST_AT_ONCE);
                let task = |number| Task {
                    chance: number,
                    number,
                    force: None,
                    spread: SPREAD,
                    tries: 0,
                    rounds: None,
                };
                let tasks: Vec<Task> = (self.number..self.number + some).map(task).collect();
                let told = |n| (self.told)(doing, n);
                let played = self.map.play(player, &self.policy, &tasks, true, &told)?;
                for group in played.chunks(self.map.group()) {
                    let ends = group.iter().flatten().map(|game| &game.end.winners);
                    groups.add(self.question.seats, ends);
                }
                for game in played.into_iter().flatten() {
                    counts.add(&game.end, &game.seen);
                    apart.add(&game, &self.map.first.draft, ranks);
                    if !self.map.redrawn {
                        values.add(&game);
                    }
                }
                self.number += some;
                left -= some;
            }
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
