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
#[derive(Clone, Copy, PartialEq)]
struct Cut {
    /// Rounds of turns.
    rounds: u32,
    for_one: u64,
}

/// Where most games to learn from are cut off and judged.
const EARLY: Cut = Cut { rounds: 5, for_one: 5 };
/// Where those are cut off that take out what is judged wrong so early.
const LATE: Cut = Cut { rounds: 12, for_one: 2 };

/// How openings are balanced with games of one kind.
struct Balancing {
    /// Percent of all games.
    percent: u64,
    rounds: u64,
    /// What older rounds count in the first and in the last.
    keep: (f32, f32),
    /// How much openings vary in the first round; in the last as in the test.
    spread: f32,
    /// Where games are cut off.
    cut: Option<Cut>,
    /// How much they tell.
    telling: Telling,
}

const BALANCED_EARLY: Balancing = Balancing {
    percent: 5,
    rounds: 24,
    keep: (0.6, 0.95),
    spread: 0.03,
    cut: Some(EARLY),
    telling: Telling::EARLY,
};
const BALANCED_LATE: Balancing = Balancing {
    percent: 8,
    rounds: 16,
    keep: (0.94, 0.99),
    spread: 0.024,
    cut: Some(LATE),
    telling: Telling::LATE,
};
const BALANCED_WHOLE: Balancing = Balancing {
    percent: 16,
    rounds: 20,
    keep: (0.95, 0.99),
    spread: 0.02,
    cut: None,
    telling: Telling::WHOLE,
};

/// Openings learnt from the beginning.
struct Pass {
    /// Percent of all games that fit the model.
    fit: u64,
    /// How openings are balanced then, step by step: they change much at first, little later.
    balancing: &'static [Balancing],
}

impl Pass {
    const fn percent(&self) -> u64 {
        let (mut sum, mut step) = (self.fit, 0);
        while step < self.balancing.len() {
            sum += self.balancing[step].percent;
            step += 1;
        }
        sum
    }
}

/// Openings are learnt twice. The first time the players get to know the board; what they said of corners before that is
/// forgotten.
const PASSES: [Pass; 2] = [
    Pass {
        fit: 2,
        balancing: &[Balancing { percent: 3, ..BALANCED_EARLY }, Balancing { percent: 5, ..BALANCED_LATE }],
    },
    Pass { fit: 3, balancing: &[BALANCED_EARLY, BALANCED_LATE, BALANCED_WHOLE] },
];
/// Percent of the games in which the players practise: while openings are balanced with games that are cut off late.
const PRACTICE: u64 = 24;
/// Steps of practice: before each round of these games.
const STEPS: u64 = 2 * BALANCED_LATE.rounds;
/// Percent of the games that are learnt from.
pub(super) const PERCENT: u64 = PRACTICE + PASSES[0].percent() + PASSES[1].percent();
/// Percent of them where boards change: no corner comes again, so there is nothing but the model to learn.
pub(super) const PERCENT_REDRAWN: u64 = 8;

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
    /// Learns from its part of so many games of each player.
    pub(super) fn learn(&mut self, games: u64) -> Result<(), Fault> {
        if self.map.redrawn {
            return self.fit(games * PERCENT_REDRAWN / 100);
        }
        // they sit at one table
        let together = games * PRACTICE / 100 * self.players.len() as u64;
        let mut practice = Practice::new(self.map, self.told, &self.players, STEPS, together);
        for pass in &PASSES {
            self.policy = self.map.policy();
            self.fit(games * pass.fit / 100)?;
            for how in pass.balancing {
                self.policy.take_for_granted(how.telling);
                self.balance(games * how.percent / 100, how, &mut practice)?;
            }
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
    /// better. While games are cut off late, the players practise with the openings as they are.
    fn balance(&mut self, games: u64, how: &Balancing, practice: &mut Practice<'_>) -> Result<(), Fault> {
        for round in 0..how.rounds {
            if how.cut == Some(LATE) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_the_games_are_those_of_the_docs() {
        assert_eq!((PASSES[0].percent(), PASSES[1].percent(), PERCENT), (10, 32, 66));
        let late = PASSES.iter().flat_map(|pass| pass.balancing).filter(|how| how.cut == Some(LATE));
        assert_eq!(
            late.map(|how| how.rounds).sum::<u64>(),
            STEPS,
            "a step of practice before each of these rounds"
        );
    }
}
