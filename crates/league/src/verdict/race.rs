//! Can anybody gain by opening otherwise? Other corners are forced, and most leave the race soon.
//!
//! An *arm* is a pick of the draft and a corner: what would the seat of this pick gain if it took this corner whenever
//! it is free? Where balanced play takes it often enough, its games tell ([`super::apart`]); where it is a rare pick, games
//! are played in which it is forced. A quarter of these games are dealt out beforehand. The rest goes, a batch at a time, to the
//! arms that may still gain most, or to balanced play where that says more. What all of this proves is in [`super::bound`].

use super::apart::{Apart, Difference};
use super::bound::{EARLY, END, epsilon};
use super::games::{ForcedPick, JudgedMap, Task, TriedPick, VerdictPlayer};
use crate::Fault;
use crate::draft::Policy;
use hexwright_core::Seat;
use hexwright_play::stats::normal_quantile;
use serde::Serialize;

/// Games an arm should have before it is judged.
pub(super) const FIRST: u64 = 64;
/// Games dealt out at once to the arm that may gain most.
const STEP: u64 = 32;
/// Fewest games dealt out to an arm at first.
const FEWEST: u64 = 16;
/// An arm that is a rare pick in fewer of the games than this cannot gain much by being forced there.
const HARDLY: f64 = 0.004;
/// Arms are compared as if so many were as near to the goal.
const ABREAST: f64 = 8.0;
/// Batches in which the games are dealt out, and those before which the race may end because the goal is reached.
const BATCHES: u64 = 16;
const LOOKS: [u64; 3] = [4, 8, 12];
/// More games do not help an arm when they make less than this part of what is unknown of its gain.
const HELPS: f64 = 0.1;
/// Most games between two looks at memory.
const AT_ONCE: usize = 10_000;
/// Openings that are tried for a game in which the forced corner is a rare pick.
const TRIES: u64 = 24;

/// A corner forced at a pick, and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Arm {
    /// Which pick of the draft, from 0.
    pub pick: usize,
    /// Whose.
    pub seat: u8,
    /// What is forced.
    pub force: ForcedPick,
    /// Of the games of balanced play, the share in which it is free and a rare pick.
    pub rare: f64,
    /// Games in which it was forced there.
    pub games: u64,
    /// How many of them the seat won.
    pub wins: u64,
    /// The share of the win gained over balanced play.
    pub gain: f64,
    /// The standard error of that.
    pub doubt: f64,
    /// The upper end of what is gained, all arms taken together.
    pub most: f64,
    /// The lower end.
    pub least: f64,
    /// What it was thought to gain, before the first test.
    #[serde(skip)]
    pub(super) expected: f64,
    /// The chance of error of a bound on its gain.
    #[serde(skip)]
    pub(super) error: f64,
    /// The part of the variance that games with the forced corner would make smaller.
    #[serde(skip)]
    own: f64,
    /// Games dealt to it, those included that were not played because the corner was no rare pick.
    #[serde(skip)]
    dealt: u64,
}

impl Arm {
    pub(super) const fn new(pick: usize, seat: Seat, force: ForcedPick) -> Self {
        let (games, wins, gain, doubt) = (0, 0, 0.0, 1.0);
        let (most, least, expected, error, own) = (1.0, -1.0, 0.0, END, 1.0);
        let (seat, rare, dealt) = (seat.0, 1.0, 0);
        Self { pick, seat, force, rare, games, wins, gain, doubt, most, least, expected, error, own, dealt }
    }

    /// Compares with balanced play.
    fn weigh(&mut self, balanced: &Apart) {
        let (apart, all) = (balanced.of(self.pick, self.force), balanced.games);
        self.compare(apart, all);
    }

    fn compare(&mut self, balanced: Difference, all: u64) {
        // one success and one failure are added everywhere, so that few games promise little
        let share = |wins: u64, games: u64| {
            let (wins, games) = (wins as f64 + 1.0, games as f64 + 2.0);
            (wins / games, wins / games * (1.0 - wins / games) / games)
        };
        let (mine, theirs) = (share(self.wins, self.games), share(balanced.rare_wins, balanced.rare));
        let (rare, doubt) = share(balanced.rare, all);
        let difference = mine.0 - theirs.0;
        self.own = rare * rare * mine.1;
        let where_rare = self.own + rare * rare * theirs.1 + difference * difference * doubt;
        let games = all.max(1) as f64;
        let usual = balanced.sum / games;
        let where_usual = (balanced.squares / games - usual * usual).max(0.0) / games;
        self.rare = balanced.rare as f64 / games;
        self.gain = usual + rare * difference;
        self.doubt = (where_rare + where_usual).sqrt();
    }

    /// Its variance after so many more forced games, and the part that still more would make smaller.
    fn after(&self, more: u64) -> (f64, f64) {
        let own = self.own * (self.games + 2) as f64 / (self.games + more + 2) as f64;
        (self.doubt * self.doubt - self.own + own, own)
    }

    /// Whether forced games would tell something about its gain, after so many more of them.
    fn is_helped(&self, more: u64) -> bool {
        let (all, own) = self.after(more);
        self.rare > HARDLY && own > HELPS * all
    }

    /// Sets the bounds that hold for so many arms together.
    fn enclose(&mut self, among: usize) {
        let far = normal_quantile(self.error / among.max(1) as f64) * self.doubt;
        (self.least, self.most) = ((self.gain - far).max(-1.0), (self.gain + far).min(1.0));
    }
}

/// Weighs all arms for the last time, against all games of balanced play.
pub(super) fn conclude(arms: &mut [Arm], balanced: &Apart) {
    let among = arms.len();
    for arm in arms {
        arm.weigh(balanced);
        arm.enclose(among);
    }
}

/// What limits a race.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    /// Gains below this are small enough.
    pub goal: f64,
    /// Games in all.
    pub games: u64,
    /// How much openings vary.
    pub spread: f32,
    /// The number of the dice of the first game of balanced play.
    pub chance: u64,
}

/// A race under way.
pub(super) struct Race<'a> {
    pub map: &'a JudgedMap<'a>,
    /// The players; the games of an arm are dealt out to them in turn.
    pub players: &'a [VerdictPlayer],
    pub terms: Terms,
    pub arms: Vec<Arm>,
    /// Batches that were played.
    pub batch: u64,
}

/// What to play next.
pub(super) enum Next {
    /// So many games of each arm.
    Forced(Vec<u64>),
    /// So many games of balanced play.
    Balanced(u64),
    /// Nothing: the games are used up, or the goal is reached.
    Nothing,
}

impl Race<'_> {
    /// Decides what to play next.
    pub(super) fn next(&mut self) -> Next {
        let Terms { goal, games, .. } = self.terms;
        let batch = self.batch;
        self.batch += 1;
        if batch == 0 {
            // as many as the first batches together
            self.batch = LOOKS[0];
            return Next::Forced(dealt_before(&self.arms, games * LOOKS[0] / BATCHES, goal));
        }
        if LOOKS.contains(&batch) && epsilon(self.arms.iter().map(|arm| (arm, EARLY))) <= goal {
            self.arms.iter_mut().for_each(|arm| arm.error = EARLY);
            return Next::Nothing;
        }
        if batch >= BATCHES {
            return Next::Nothing;
        }
        let some = games * (batch + 1) / BATCHES - games * batch / BATCHES;
        let given = dealt_later(&self.arms, some, normal_quantile(END / ABREAST));
        if given.iter().any(|&games| games > 0) { Next::Forced(given) } else { Next::Balanced(some) }
    }

    /// Compares all arms with balanced play.
    pub(super) fn weigh(&mut self, balanced: &Apart) {
        self.arms.iter_mut().for_each(|arm| arm.weigh(balanced));
    }

    /// Plays so many more games of each arm, the first with this number.
    pub(super) fn play(
        &mut self,
        policy: &Policy,
        more: &[u64],
        first: u64,
        told: &(dyn Fn(u64) + Sync),
    ) -> Result<u64, Fault> {
        // the tasks of each player, with the places of their arms
        let mut tasks: Vec<Vec<(usize, Task)>> = vec![Vec::new(); self.players.len()];
        let mut number = first;
        // where boards change one opening on each: with more tries boards on which the pick is seldom rare would count as much
        // as the others
        let tries = if self.map.redrawn { 1 } else { TRIES };
        for (place, (arm, &more)) in self.arms.iter_mut().zip(more).enumerate() {
            // no board twice; on one board dice that were drawn for nothing are drawn again
            let begun = if self.map.redrawn { arm.dealt } else { arm.games };
            arm.dealt += more;
            for game in begun..begun + more {
                let force = Some((arm.pick, TriedPick::Forced(arm.force)));
                let (chance, spread) = (self.terms.chance + game, self.terms.spread);
                let task = Task { chance, number, force, spread, tries, rounds: None };
                tasks[game as usize % self.players.len()].push((place, task));
                number += 1;
            }
        }
        for (player, tasks) in self.players.iter().zip(tasks) {
            for some in tasks.chunks(AT_ONCE) {
                let list: Vec<Task> = some.iter().map(|(_, task)| *task).collect();
                let games = self.map.play(player, policy, &list, false, told)?;
                for (&(place, _), game) in some.iter().zip(games) {
                    let (arm, Some(game)) = (&mut self.arms[place], game) else { continue };
                    arm.games += 1;
                    arm.wins += u64::from(game.end.winners.contains(Seat(arm.seat)));
                }
            }
        }
        Ok(number - first)
    }
}

/// How many games each arm gets before anything is known of them: some in any case; more, the more of the games it is rare
/// in, and the nearer to the goal it is thought to be.
fn dealt_before(arms: &[Arm], games: u64, goal: f64) -> Vec<u64> {
    let rare = |arm: &&Arm| arm.rare > HARDLY;
    let number = arms.iter().filter(rare).count().max(1) as u64;
    let least = (games / 2 / number).min(FEWEST);
    let weight = |arm: &Arm| {
        let part = arm.rare / (goal - arm.expected).max(goal);
        part * part
    };
    let all: f64 = arms.iter().filter(rare).map(weight).sum();
    let rest = (games - least * number) as f64;
    let of = |arm: &Arm| if rare(&arm) { least + (rest * weight(arm) / all) as u64 } else { 0 };
    arms.iter().map(of).collect()
}

/// How many games each arm gets then: some at a time to the one that may still gain most, as it will be after
/// the games it got so far. No more, once that is an arm that more games with it would say little about.
fn dealt_later(arms: &[Arm], games: u64, far: f64) -> Vec<u64> {
    let mut given = vec![0; arms.len()];
    let most = |place: usize, more: u64| arms[place].gain + far * arms[place].after(more).0.sqrt();
    let mut ends: Vec<f64> = (0..arms.len()).map(|place| most(place, 0)).collect();
    for _ in 0..games / STEP {
        let highest = (0..arms.len()).max_by(|&a, &b| ends[a].total_cmp(&ends[b]).then(b.cmp(&a)));
        let Some(next) = highest.filter(|&next| arms[next].is_helped(given[next])) else { break };
        given[next] += STEP;
        ends[next] = most(next, given[next]);
    }
    given
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexwright_core::{Fast, Random as _};

    /// An arm whose games are won with this chance in a thousand, against balanced play at 250; the bounds hold for 160.
    fn arm(chance: u64, games: u64, seed: u64) -> Arm {
        let mut random = Fast::new(seed, 0);
        let mut wins =
            |games: u64, chance: u64| (0..games).filter(|_| random.below(1_000) < chance).count() as u64;
        let mut arm = Arm::new(0, Seat(0), ForcedPick::Corner(0));
        (arm.games, arm.wins) = (games, wins(games, chance));
        let rare_wins = wins(4_000, 250);
        arm.compare(Difference { rare: 4_000, rare_wins, ..Difference::default() }, 4_000);
        arm.enclose(160);
        arm
    }

    #[test]
    fn bounds_hold_for_all_arms_together_and_real_gains_are_found() {
        for seed in 0..160 {
            let equal = arm(250, 400, seed);
            assert!(equal.least < 0.0 && equal.most > 0.0, "{equal:?}");
        }
        let better = arm(500, 400, 1);
        assert!(better.least > 0.0 && better.gain > 0.15, "{better:?}");
        let worse = arm(100, 400, 1);
        assert!(worse.most < 0.0, "{worse:?}");
        // more games, smaller bounds
        assert!(arm(250, 4_000, 3).most < arm(250, 400, 3).most);
    }

    #[test]
    fn games_go_where_most_may_be_gained() {
        let arms = [arm(100, 64, 1), arm(250, 64, 2), arm(270, 64, 3), arm(260, 64, 4)];
        assert_eq!(dealt_before(&arms, 4_000, 0.03), [1_000; 4]);
        let mut thought_worse = arms.clone();
        thought_worse[0].expected = -0.06;
        let given = dealt_before(&thought_worse, 4_000, 0.03);
        assert!(given[0] >= FEWEST && given[0] < 200 && given[1] > 1_200, "{given:?}");
        let given = dealt_later(&arms, 6_400, 3.0);
        assert_eq!(given[0], 0, "it is surely worse");
        assert!(given[1..].iter().all(|&games| games >= STEP), "{given:?}");
        let best = (1..4).max_by(|&a, &b| arms[a].gain.total_cmp(&arms[b].gain)).unwrap();
        assert_eq!(given.iter().max(), Some(&given[best]), "{given:?}");
        assert_eq!(given.iter().sum::<u64>(), 6_400);
        // an arm that is never a rare pick gets none, and if it may gain most nobody does
        let mut usual = arms.clone();
        (usual[1].rare, usual[1].gain) = (0.0, 0.5);
        assert_eq!(dealt_later(&usual, 6_400, 3.0), [0; 4]);
        // what is foreseen is what comes
        let (variance, own) = arms[1].after(64);
        assert!(own < arms[1].own && variance < arms[1].doubt * arms[1].doubt);
    }

    /// What a race shows of arms whose games are won with these chances in a thousand, against balanced play at 250.
    fn raced(chances: &[u64], seed: u64) -> f64 {
        let mut random = Fast::new(seed, 1);
        let mut wins =
            |games: u64, chance: u64| (0..games).filter(|_| random.below(1_000) < chance).count() as u64;
        let balanced = Difference { rare: 8_000, rare_wins: wins(8_000, 250), ..Difference::default() };
        let corners = (0..chances.len() as u16).map(ForcedPick::Corner);
        let mut arms: Vec<Arm> = corners.map(|corner| Arm::new(0, Seat(0), corner)).collect();
        let mut more = vec![FIRST; arms.len()];
        for _ in 0..12 {
            for ((arm, more), chance) in arms.iter_mut().zip(&more).zip(chances) {
                (arm.games, arm.wins) = (arm.games + more, arm.wins + wins(*more, *chance));
                arm.compare(balanced, 8_000);
            }
            more = dealt_later(&arms, 640, normal_quantile(END / ABREAST));
        }
        epsilon(arms.iter().map(|arm| (arm, END)))
    }

    #[test]
    fn games_that_go_where_most_may_be_gained_do_not_make_the_bound_too_small() {
        let one_is_better = [&[280; 1][..], &[190; 23]].concat();
        let some_are_better = [&[280; 6][..], &[200; 18]].concat();
        for chances in [one_is_better, some_are_better, vec![280; 24]] {
            let wrong = (0..100).filter(|&seed| raced(&chances, seed) < 0.03).count();
            assert!(wrong <= 8, "{wrong} of 100 studies are wrong: {chances:?}");
        }
    }
}
