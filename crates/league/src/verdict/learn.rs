//! Openings in balance, learnt on the board from games of all players together.
//!
//! One set of openings for all: where several ways to open are in balance, players that learnt alone would settle on
//! different ones, and what the seats win would differ by that.

use super::games::{ForcedPick, JudgedMap, Task, TriedPick, VerdictPlayer};
use super::practice::Practice;
use super::{ARMS, SPREAD};
use crate::Fault;
use crate::draft::{Policy, Sample, Telling};
use hexwright_core::{Fast, Random as _, random};

/// Where games are cut off, and how many of them are played for the price of a whole one.
#[derive(Clone, Copy)]
struct Cut {
    /// Rounds of turns.
    rounds: u32,
    for_one: u64,
}

/// Where most games to learn from are cut off and judged.
const EARLY: Cut = Cut { rounds: 5, for_one: 5 };
/// Where those are cut off that take out what is judged wrong so early.
const LATE: Cut = Cut { rounds: 12, for_one: 2 };

/// How openings are balanced.
struct Balancing {
    rounds: u64,
    /// What older rounds count in the first and in the last.
    keep: (f32, f32),
    /// How much openings vary in the first round; in the last as in the test.
    spread: f32,
    /// Where games are cut off.
    cut: Option<Cut>,
    /// How much they tell.
    telling: Telling,
    /// In how many of the first rounds the players practise.
    practice: u64,
}

/// How openings are balanced, step by step: they change much at first, little later.
const BALANCING: [Balancing; 3] = [
    Balancing {
        rounds: 24,
        keep: (0.6, 0.95),
        spread: 0.03,
        cut: Some(EARLY),
        telling: Telling::EARLY,
        practice: 0,
    },
    Balancing {
        rounds: 16,
        keep: (0.94, 0.99),
        spread: 0.024,
        cut: Some(LATE),
        telling: Telling::LATE,
        practice: 16,
    },
    // at last openings are balanced for players that do not change any more
    Balancing {
        rounds: 20,
        keep: (0.9, 0.99),
        spread: 0.02,
        cut: None,
        telling: Telling::WHOLE,
        practice: 10,
    },
];
/// Times the model is fitted.
const FITS: u64 = 6;
/// How much openings vary in the first and in the last round of fitting.
const FIT_SPREADS: (f32, f32) = (0.04, 0.03);

/// Openings being learnt.
pub(super) struct Learning<'a> {
    pub map: &'a JudgedMap<'a>,
    /// The players; each plays as many games as any other.
    pub players: Vec<VerdictPlayer>,
    pub told: &'a (dyn Fn(&str, u64) + Sync),
    pub policy: Policy,
    /// The first number no game has had.
    pub number: u64,
}

impl Learning<'_> {
    /// Learns from as many games of each player as these numbers say: to fit the model, for each step of balancing, and for
    /// the practice that goes with some of them.
    pub(super) fn learn(&mut self, fit: u64, balancing: [u64; 3], practice: u64) -> Result<(), Fault> {
        if self.map.redrawn {
            // no corner comes again: there is nothing but the model to learn
            return self.fit(fit + balancing[0]);
        }
        self.fit(fit)?;
        let steps = BALANCING.iter().map(|how| how.practice).sum();
        // they sit at one table
        let together = practice * self.players.len() as u64;
        let mut practice = Practice::new(self.map, self.told, &self.players, steps, together);
        for (games, how) in balancing.into_iter().zip(&BALANCING) {
            self.policy.take_for_granted(how.telling);
            self.balance(games, how, &mut practice)?;
        }
        Ok(())
    }

    /// Plays and fits the model by turns. Half of the games try another corner at one pick.
    fn fit(&mut self, games: u64) -> Result<(), Fault> {
        let mut samples = Vec::new();
        for round in 0..FITS {
            let spread = between(FIT_SPREADS, round, FITS);
            let any = |random: &mut Fast| {
                let rank = random.weighted((0..ARMS.0).map(|r| 60 / (r + 2))).unwrap_or(0);
                TriedPick::Forced(ForcedPick::Rank(rank))
            };
            samples.extend(self.try_openings(games / FITS, spread, Some(EARLY), any)?);
            let recent = samples.len() / 2;
            self.policy.fit(&self.map.first.draft, &samples, recent);
        }
        Ok(())
    }

    /// Plays and corrects by turns, with openings as they are tested later. Half of the games try a corner that may be
    /// better. In the first rounds the players practise with the openings as they are.
    fn balance(&mut self, games: u64, how: &Balancing, practice: &mut Practice<'_>) -> Result<(), Fault> {
        for round in 0..how.rounds {
            if round < how.practice {
                self.number = practice.step(&mut self.players, &self.policy, self.number)?;
            }
            let spread = between((how.spread, SPREAD), round, how.rounds);
            let samples = self.try_openings(games / how.rounds, spread, how.cut, |_| TriedPick::Explored)?;
            self.policy.correct(&self.map.first.draft, &samples, between(how.keep, round, how.rounds));
        }
        Ok(())
    }

    /// Games to learn from, for the price of so many whole ones of each player. In every second one something is forced at
    /// one pick.
    fn try_openings(
        &mut self,
        games: u64,
        spread: f32,
        cut: Option<Cut>,
        force: impl Fn(&mut Fast) -> TriedPick,
    ) -> Result<Vec<Sample>, Fault> {
        let slots = self.map.first.draft.order.len().max(1);
        let games = games * cut.map_or(1, |cut| cut.for_one);
        let mut samples = Vec::new();
        for player in &self.players {
            let task = |i: u64| {
                let number = self.number + i;
                let mut random = Fast::new(random::mix(self.map.seed ^ 0x0074_7279), number);
                let force = force(&mut random);
                let slot = random.index(slots);
                let force = i.is_multiple_of(2).then_some((slot, force));
                let rounds = cut.map(|cut| cut.rounds);
                Task { chance: number, number, force, spread, tries: 0, rounds }
            };
            let tasks: Vec<Task> = (0..games).map(task).collect();
            let told = |n| (self.told)("learning openings", n / cut.map_or(1, |cut| cut.for_one));
            let played = self.map.play(player, &self.policy, &tasks, false, &told)?;
            self.number += games;
            samples.extend(played.into_iter().flatten().map(|game| game.sample));
        }
        Ok(samples)
    }
}

/// A number on the way from one to another, in this of so many rounds.
fn between((first, last): (f32, f32), round: u64, rounds: u64) -> f32 {
    first + (last - first) * round as f32 / (rounds - 1) as f32
}
