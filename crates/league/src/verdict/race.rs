//! Can anybody gain by opening otherwise? Other corners are forced, and most leave the race soon.
//!
//! An *arm* is a pick of the draft and a corner. Its games are those of balanced play, except that the seat of
//! this pick takes this corner whenever it is free. Only games in which that makes a difference are played ([`super::apart`]).
//! After each look at the games an arm whose possible gain is
//! below the goal leaves the race; the others go on with twice as many games. All bounds hold together with the
//! confidence asked for, because each is computed for its part of the error: error / (arms × looks).

use super::apart::{Apart, Difference};
use super::games::{ForcedPick, JudgedMap, Played, Task};
use crate::Fault;
use crate::draft::Policy;
use hexwright_core::Seat;
use hexwright_play::stats::normal_quantile;
use serde::Serialize;

/// Games of an arm before the first look; each later look has twice as many in all.
pub(super) const FIRST: u64 = 32;
/// Most looks at an arm.
pub(super) const LOOKS: u32 = 9;

/// A corner forced at a pick, and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Arm {
    /// Which pick of the draft, from 0.
    pub pick: usize,
    /// Whose.
    pub seat: u8,
    /// What is forced.
    pub force: ForcedPick,
    /// Of the games of balanced play, the share in which forcing it makes a difference.
    pub apart: f64,
    /// Games played, each with a difference.
    pub games: u64,
    /// Games the seat won.
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
        Self { pick, seat: seat.0, force, apart: 1.0, games: 0, wins: 0, gain: 0.0, most: 1.0, least: -1.0 }
    }

    /// Compares with balanced play: the games in which forcing would have made a difference, among all.
    fn weigh(&mut self, balanced: Difference, all: u64, z: f64) {
        // one success and one failure are added everywhere, so that few games promise little
        let share = |wins: u64, games: u64| {
            let (wins, games) = (wins as f64 + 1.0, games as f64 + 2.0);
            (wins / games, wins / games * (1.0 - wins / games) / games)
        };
        let (mine, theirs) = (share(self.wins, self.games), share(balanced.wins, balanced.games));
        let (apart, doubt) = share(balanced.games, all);
        let difference = mine.0 - theirs.0;
        let error = z * (apart * apart * (mine.1 + theirs.1) + difference * difference * doubt).sqrt();
        self.apart = balanced.games as f64 / all.max(1) as f64;
        self.gain = apart * difference;
        (self.least, self.most) = ((self.gain - error).max(-1.0), (self.gain + error).min(1.0));
    }
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

/// Openings that are tried for a game in which the forced corner makes a difference.
const TRIES: u64 = 12;

/// Races the arms against balanced play. Gives the games played, to learn from, and the first number no game has had.
pub(super) fn race(
    map: &JudgedMap<'_>,
    bot: &str,
    policy: &Policy,
    arms: &mut [Arm],
    balanced: &Apart,
    terms: &Terms,
    played: &(dyn Fn(u64) + Sync),
) -> Result<(Vec<Played>, u64), Fault> {
    let z = normal_quantile(terms.error / (arms.len().max(1) as f64 * f64::from(LOOKS)));
    let (mut left, mut number) = (terms.games, terms.number);
    let mut all = Vec::new();
    let against = |arm: &Arm| balanced.of(arm.pick, arm.force);
    // corners that are hardly ever free, or nearly always taken anyway, have little to gain
    arms.iter_mut().for_each(|arm| arm.weigh(against(arm), balanced.games, z));
    for look in 0..LOOKS {
        let (before, batch) = if look == 0 { (0, FIRST) } else { (FIRST << (look - 1), FIRST << (look - 1)) };
        // those that could gain most come first: if games run out, they are spent where they matter
        let mut open: Vec<usize> = (0..arms.len()).filter(|&i| arms[i].most > terms.goal).collect();
        open.sort_by(|&a, &b| arms[b].most.total_cmp(&arms[a].most).then(a.cmp(&b)));
        open.truncate((left / batch) as usize);
        if open.is_empty() {
            break;
        }
        let mut tasks = Vec::new();
        for &i in &open {
            for game in 0..batch {
                let force = Some((arms[i].pick, arms[i].force));
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
            arm.weigh(against(arm), balanced.games, z);
            left = left.saturating_sub(played);
        }
        all.extend(games.into_iter().flatten());
    }
    Ok((all, number))
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
        arm.weigh(Difference { games: 4_000, wins: wins(4_000, 250) }, 4_000, z);
        arm
    }

    #[test]
    fn bounds_hold_for_all_arms_together_and_real_gains_are_found() {
        let z = normal_quantile(0.05 / (160.0 * f64::from(LOOKS)));
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
