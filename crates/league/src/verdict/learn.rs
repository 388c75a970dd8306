//! Openings in balance, learnt on the board from games of all players together.
//!
//! One set of openings for all: where several ways to open are in balance, players that learnt alone would settle on
//! different ones, and what the seats win would differ by that. Openings are learnt twice. The first time the players get to
//! know the board; what they said of corners before that is forgotten.

use super::games::{ForcedPick, JudgedMap, Task, TriedPick, VerdictPlayer};
use super::practice::{Practice, Round};
use super::{ARMS, SPREAD};
use crate::Fault;
use crate::draft::{Policy, Sample, Telling};
use hexwright_core::{Fast, Random as _, random};

/// Rounds of turns after which games are cut off and judged, and how many of them are played for the price of a whole one.
const CUT: u32 = 5;
const FOR_ONE: u64 = 5;

/// How openings are balanced, round by round.
struct Balancing {
    /// What older rounds count in the first and in the last.
    keep: (f32, f32),
    /// How much openings vary in the first round; in the last as in the test.
    spread: f32,
    /// How much games tell.
    telling: Telling,
}

/// With games that are cut off.
const BALANCED_CUT: Balancing = Balancing { keep: (0.6, 0.95), spread: 0.03, telling: Telling::CUT };
/// With games of practice, by what the players said of them on their way.
const BALANCED_ON_THE_WAY: Balancing =
    Balancing { keep: (0.9, 0.99), spread: 0.02, telling: Telling::ON_THE_WAY };
/// With games of practice, by who won.
const BALANCED_BY_WINNERS: Balancing =
    Balancing { keep: (0.97, 0.99), spread: 0.012, telling: Telling::WINNER };

/// Openings learnt from the beginning: percent of all games for each kind.
struct Pass {
    /// Cut games that fit the model.
    fit: u64,
    /// Cut games that balance openings.
    cut: u64,
    /// Games of practice that balance openings, by what is said of them on their way.
    on_the_way: u64,
    /// Games of practice that balance openings, by who won.
    by_winners: u64,
}

impl Pass {
    const fn practice(&self) -> u64 {
        self.on_the_way + self.by_winners
    }

    const fn percent(&self) -> u64 {
        self.fit + self.cut + self.practice()
    }
}

const PASSES: [Pass; 2] = [
    Pass { fit: 2, cut: 3, on_the_way: 18, by_winners: 0 },
    Pass { fit: 3, cut: 5, on_the_way: 14, by_winners: 16 },
];
/// Percent of the games in which the players practise.
const PRACTICE: u64 = PASSES[0].practice() + PASSES[1].practice();
/// Percent of the games that are learnt from.
pub(super) const PERCENT: u64 = PASSES[0].percent() + PASSES[1].percent();
/// Percent of them where boards change: no corner comes again, so there is nothing but the model to learn.
pub(super) const PERCENT_REDRAWN: u64 = 8;

/// Rounds of balancing with games that are cut off.
const CUT_ROUNDS: u64 = 24;
/// How much of what a game of practice says of its opening comes from behind the next position: most of it from the first
/// twelve rounds of turns of four seats.
const TRACE: f32 = 0.98;
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
        let of_all = games * self.players.len() as u64;
        let together = |percent: u64| of_all * percent / 100;
        let mut practice = Practice::new(self.map, self.told, &self.players, together(PRACTICE));
        for pass in &PASSES {
            self.policy = self.map.policy();
            self.fit(games * pass.fit / 100)?;
            self.balance(games * pass.cut / 100)?;
            let practised = [
                (pass.on_the_way, Some(TRACE), &BALANCED_ON_THE_WAY),
                (pass.by_winners, None, &BALANCED_BY_WINNERS),
            ];
            for (percent, trace, how) in practised {
                self.practise(&mut practice, together(percent), trace, how)?;
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
            samples.extend(self.try_openings(games / FITS, spread, any)?);
            let recent = samples.len() / 2;
            self.policy.fit(&self.map.first.draft, &samples, recent);
        }
        Ok(())
    }

    /// Plays games that are cut off and corrects by turns, with openings as they are tested later. Half of the games try a
    /// corner that may be better.
    fn balance(&mut self, games: u64) -> Result<(), Fault> {
        let how = &BALANCED_CUT;
        self.policy.take_for_granted(how.telling);
        for round in 0..CUT_ROUNDS {
            let spread = between((how.spread, SPREAD), round, CUT_ROUNDS);
            let samples = self.try_openings(games / CUT_ROUNDS, spread, |_| TriedPick::Explored)?;
            self.policy.correct(&self.map.first.draft, &samples, between(how.keep, round, CUT_ROUNDS));
        }
        Ok(())
    }

    /// The same with so many games of practice: players get better while openings do.
    fn practise(
        &mut self,
        practice: &mut Practice<'_>,
        games: u64,
        trace: Option<f32>,
        how: &Balancing,
    ) -> Result<(), Fault> {
        let rounds = if games == 0 { 0 } else { Practice::rounds(games) };
        if rounds > 0 {
            self.policy.take_for_granted(how.telling);
        }
        for round in 0..rounds {
            let games = games * (round + 1) / rounds - games * round / rounds;
            let spread = between((how.spread, SPREAD), round, rounds);
            let this = Round { first: self.number, games, spread, trace };
            let samples = practice.play_and_learn(&this, &self.policy)?;
            practice.teach(&mut self.players);
            self.number += games;
            self.policy.correct(&self.map.first.draft, &samples, between(how.keep, round, rounds));
        }
        Ok(())
    }

    /// Games that are cut off, for the price of so many whole ones of each player. In every second one something is forced at
    /// one pick.
    fn try_openings(
        &mut self,
        games: u64,
        spread: f32,
        force: impl Fn(&mut Fast) -> TriedPick,
    ) -> Result<Vec<Sample>, Fault> {
        let slots = self.map.first.draft.order.len().max(1);
        let games = games * FOR_ONE;
        let mut samples = Vec::new();
        for player in &self.players {
            let task = |i: u64| {
                let number = self.number + i;
                let mut random = Fast::new(random::mix(self.map.seed ^ 0x0074_7279), number);
                let force = force(&mut random);
                let slot = random.index(slots);
                let force = i.is_multiple_of(2).then_some((slot, force));
                Task { chance: number, number, force, spread, tries: 0, rounds: Some(CUT) }
            };
            let tasks: Vec<Task> = (0..games).map(task).collect();
            let told = |n| (self.told)("learning openings", n / FOR_ONE);
            let played = self.map.play(player, &self.policy, &tasks, false, &told)?;
            self.number += games;
            samples.extend(played.into_iter().flatten().map(|game| game.sample));
        }
        Ok(samples)
    }
}

/// A number on the way from one to another, in this of so many rounds.
fn between((first, last): (f32, f32), round: u64, rounds: u64) -> f32 {
    first + (last - first) * round as f32 / (rounds.max(2) - 1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_the_games_are_those_of_the_docs() {
        assert_eq!((PASSES[0].percent(), PASSES[1].percent(), PERCENT, PRACTICE), (23, 38, 61, 48));
    }
}
