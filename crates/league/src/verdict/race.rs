//! Can anybody gain by opening otherwise? Other corners are forced, and most leave the race soon.
//!
//! An *arm* is a pick of the draft and a corner: what would the seat of this pick gain if it took this corner whenever
//! it is free? Where balanced play takes it often enough, its games tell ([`super::apart`]); where it is a rare pick, games
//! are played in which it is forced. After each look an arm whose possible gain is below the goal leaves the race; the
//! others go on with twice as many games. All bounds hold together with the confidence asked for: each arm has its
//! part of the error, and spends half of it at the last look, a quarter at the one before, and so on.

use super::apart::{Apart, Difference};
use super::games::{ForcedPick, JudgedMap, Task, TriedPick};
use crate::Fault;
use crate::draft::Policy;
use hexwright_core::Seat;
use hexwright_play::stats::normal_quantile;
use serde::Serialize;

/// Games of an arm before the first look; each later look has twice as many in all.
pub(super) const FIRST: u64 = 64;
/// Most looks at an arm: the first before any game is forced, the last when all games are played.
pub(super) const LOOKS: u32 = 9;
/// An arm that is a rare pick in fewer of the games than this cannot gain much by being forced there.
const HARDLY: f64 = 0.004;

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
    /// The upper end of what is gained, all arms and looks taken together.
    pub most: f64,
    /// The lower end.
    pub least: f64,
}

impl Arm {
    pub(super) const fn new(pick: usize, seat: Seat, force: ForcedPick) -> Self {
        Self { pick, seat: seat.0, force, rare: 1.0, games: 0, wins: 0, gain: 0.0, most: 1.0, least: -1.0 }
    }

    /// Compares with balanced play, of so many games.
    fn weigh(&mut self, balanced: Difference, all: u64, z: f64) {
        // one success and one failure are added everywhere, so that few games promise little
        let share = |wins: u64, games: u64| {
            let (wins, games) = (wins as f64 + 1.0, games as f64 + 2.0);
            (wins / games, wins / games * (1.0 - wins / games) / games)
        };
        let (mine, theirs) = (share(self.wins, self.games), share(balanced.rare_wins, balanced.rare));
        let (rare, doubt) = share(balanced.rare, all);
        let difference = mine.0 - theirs.0;
        let where_rare = rare * rare * (mine.1 + theirs.1) + difference * difference * doubt;
        let games = all.max(1) as f64;
        let usual = balanced.sum / games;
        let where_usual = (balanced.squares / games - usual * usual).max(0.0) / games;
        let error = z * (where_rare + where_usual).sqrt();
        self.rare = balanced.rare as f64 / games;
        self.gain = usual + rare * difference;
        (self.least, self.most) = ((self.gain - error).max(-1.0), (self.gain + error).min(1.0));
    }
}

/// The quantile for a look: looks are numbered from 0, the last spends half of an arm's error, each before it half as much.
fn quantile(error: f64, arms: usize, look: u32) -> f64 {
    normal_quantile(error / arms.max(1) as f64 / f64::from(1u32 << (LOOKS - look).min(31)))
}

/// Weighs all arms for the last time, against more games of balanced play.
pub(super) fn conclude(arms: &mut [Arm], balanced: &Apart, error: f64) {
    let z = quantile(error, arms.len(), LOOKS - 1);
    arms.iter_mut().for_each(|arm| arm.weigh(balanced.of(arm.pick, arm.force), balanced.games, z));
}

/// What limits a race.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms {
    /// An arm that cannot gain more than this leaves.
    pub goal: f64,
    /// Games in all.
    pub games: u64,
    /// The chance of error of all bounds together.
    pub error: f64,
    /// How much openings vary.
    pub spread: f32,
    /// The number of the dice of the first game of balanced play.
    pub chance: u64,
    /// The first number no game has had.
    pub number: u64,
}

/// Openings that are tried for a game in which the forced corner is a rare pick.
const TRIES: u64 = 24;

/// Races the arms against balanced play. Gives how many games were played, and the first number no game has had.
pub(super) fn race(
    map: &JudgedMap<'_>,
    bot: &str,
    policy: &Policy,
    arms: &mut [Arm],
    balanced: &Apart,
    terms: &Terms,
    played: &(dyn Fn(u64) + Sync),
) -> Result<(u64, u64), Fault> {
    let (mut left, mut number) = (terms.games, terms.number);
    let among = arms.len();
    let against = |arm: &Arm| balanced.of(arm.pick, arm.force);
    arms.iter_mut().for_each(|arm| arm.weigh(against(arm), balanced.games, quantile(terms.error, among, 0)));
    for look in 1..LOOKS - 1 {
        let (before, batch) = if look == 1 { (0, FIRST) } else { (FIRST << (look - 2), FIRST << (look - 2)) };
        // those that could gain most come first: if games run out, they are spent where they matter
        let in_race = |arm: &Arm| arm.most > terms.goal && arm.rare > HARDLY;
        let mut open: Vec<usize> = (0..arms.len()).filter(|&i| in_race(&arms[i])).collect();
        open.sort_by(|&a, &b| arms[b].most.total_cmp(&arms[a].most).then(a.cmp(&b)));
        open.truncate((left / batch) as usize);
        if open.is_empty() {
            break;
        }
        let mut tasks = Vec::new();
        for &i in &open {
            for game in 0..batch {
                let force = Some((arms[i].pick, TriedPick::Forced(arms[i].force)));
                let chance = terms.chance + before + game;
                tasks.push(Task { chance, number, force, spread: terms.spread, tries: TRIES });
                number += 1;
            }
        }
        let games = map.play(bot, policy, &tasks, false, played)?;
        for (&i, games) in open.iter().zip(games.chunks(batch as usize)) {
            let arm = &mut arms[i];
            let seat = Seat(arm.seat);
            let played = games.iter().flatten().count() as u64;
            arm.games += played;
            arm.wins += games.iter().flatten().filter(|g| g.end.winners.contains(seat)).count() as u64;
            arm.weigh(against(arm), balanced.games, quantile(terms.error, among, look));
            left = left.saturating_sub(played);
        }
    }
    Ok((terms.games - left, number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexwright_core::{Fast, Random as _};

    /// An arm whose games are won with this chance in a thousand, against balanced play at 250.
    fn arm(chance: u64, games: u64, seed: u64, z: f64) -> Arm {
        let mut random = Fast::new(seed, 0);
        let mut wins =
            |games: u64, chance: u64| (0..games).filter(|_| random.below(1_000) < chance).count() as u64;
        let mut arm = Arm::new(0, Seat(0), ForcedPick::Corner(0));
        (arm.games, arm.wins) = (games, wins(games, chance));
        let rare_wins = wins(4_000, 250);
        arm.weigh(Difference { rare: 4_000, rare_wins, ..Difference::default() }, 4_000, z);
        arm
    }

    #[test]
    fn bounds_hold_for_all_arms_together_and_real_gains_are_found() {
        let z = quantile(0.05, 160, LOOKS - 1);
        for seed in 0..160 {
            let equal = arm(250, 400, seed, z);
            assert!(equal.least < 0.0 && equal.most > 0.0, "{equal:?}");
        }
        let better = arm(500, 400, 1, z);
        assert!(better.least > 0.0 && better.gain > 0.15, "{better:?}");
        let worse = arm(100, 400, 1, z);
        assert!(worse.most < 0.0, "{worse:?}");
        // more games, smaller bounds
        assert!(arm(250, 4_000, 3, z).most < arm(250, 400, 3, z).most);
    }
}
