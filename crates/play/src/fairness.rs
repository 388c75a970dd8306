//! Is a map fair? Counts from many games of equal players, and what they say.
//!
//! All counts are whole numbers, so the sum of shards is the sum of games, whatever the split.
//!
//! ```
//! use hexwright_core::{Seat, SeatSet};
//! use hexwright_play::fairness::{Counts, Observed, Question};
//! use hexwright_play::simulate::Finished;
//!
//! let question = Question {
//!     hexwright_fairness: 1,
//!     map: "base".to_owned(),
//!     setup: String::new(),
//!     bot: "random".to_owned(),
//!     seats: 2,
//!     games: 1,
//!     seed: 1,
//! };
//! let mut counts = Counts::new(question);
//! let end = Finished { winners: SeatSet::only(Seat(1)), scores: vec![4, 10], actions: 90, turns: 30 };
//! counts.add(&end, &Observed::default());
//! assert_eq!((counts.wins.as_slice(), counts.decided()), (&[0, 1][..], 1));
//! ```

use crate::Shard;
use crate::simulate::Finished;
use crate::stats::{chi_square, chi_square_limit, wilson, wilson_99};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What was observed in one game beside its end.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    /// Named counts by seat, as in how many rolls brought it nothing.
    pub counts: BTreeMap<&'static str, Vec<u64>>,
    /// Places chosen at the start, with the seat that chose them.
    pub openings: Vec<(u32, u8)>,
}

/// What games prove about the seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evenness {
    /// Every seat wins its share, within the tolerance.
    Even,
    /// Some seat does not.
    Uneven,
    /// More games would be needed.
    Unclear,
}

/// Which games were counted; parts of different questions never mix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// Version of the text.
    pub hexwright_fairness: u32,
    /// The map.
    pub map: String,
    /// Fingerprint of map and options.
    pub setup: String,
    /// The bot on every seat.
    pub bot: String,
    /// Number of seats.
    pub seats: usize,
    /// Number of games in all.
    pub games: u64,
    /// Seed of everything.
    pub seed: u64,
}

/// What was counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Of which games.
    pub question: Question,
    /// Games played so far.
    pub played: u64,
    /// Games without a winner.
    pub undecided: u64,
    /// Wins by seat.
    pub wins: Vec<u64>,
    /// Games by number of turns.
    pub turns: BTreeMap<u64, u64>,
    /// Sum of final points by seat.
    pub points: Vec<i64>,
    /// Named counts by seat.
    pub counts: BTreeMap<String, Vec<u64>>,
    /// For each place chosen at the start: how often, and how often its chooser won.
    pub openings: BTreeMap<u32, (u64, u64)>,
    /// Which parts of the games these are, so that none is counted twice.
    #[serde(default)]
    pub shards: Vec<Shard>,
}

hexwright_core::sentence_error! {
    /// Why two counts cannot be put together.
    pub NotMerged
}

impl Counts {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(question: Question) -> Self {
        let seats = question.seats;
        Self {
            question,
            played: 0,
            undecided: 0,
            wins: vec![0; seats],
            turns: BTreeMap::new(),
            points: vec![0; seats],
            counts: BTreeMap::new(),
            openings: BTreeMap::new(),
            shards: Vec::new(),
        }
    }

    /// Counts a game.
    pub fn add(&mut self, end: &Finished, seen: &Observed) {
        self.played += 1;
        self.undecided += u64::from(end.winners.is_empty());
        for seat in end.winners.iter() {
            if let Some(wins) = self.wins.get_mut(seat.index()) {
                *wins += 1;
            }
        }
        *self.turns.entry(end.turns).or_default() += 1;
        self.points.iter_mut().zip(&end.scores).for_each(|(sum, p)| *sum += i64::from(*p));
        for (name, counts) in &seen.counts {
            add_all(self.counts.entry((*name).to_owned()).or_default(), counts);
        }
        for (place, seat) in &seen.openings {
            let entry = self.openings.entry(*place).or_default();
            entry.0 += 1;
            entry.1 += u64::from(end.winners.contains(hexwright_core::Seat(*seat)));
        }
    }

    /// Both together.
    ///
    /// # Errors
    /// They answer different questions.
    pub fn merge(mut self, other: &Self) -> Result<Self, NotMerged> {
        if self.question != other.question {
            return Err("these are counts of different maps, bots or seeds".into());
        }
        for shard in &other.shards {
            let counted = |game: &u64| self.shards.iter().any(|mine| mine.holds(*game));
            if let Some(game) = shard.games(self.question.games).find(counted) {
                return Err(format!("game {game} of part {shard} is counted already").into());
            }
        }
        self.shards.extend(&other.shards);
        self.played += other.played;
        self.undecided += other.undecided;
        add_all(&mut self.wins, &other.wins);
        self.points.iter_mut().zip(&other.points).for_each(|(a, b)| *a += b);
        other.turns.iter().for_each(|(turns, n)| *self.turns.entry(*turns).or_default() += n);
        for (name, counts) in &other.counts {
            add_all(self.counts.entry(name.clone()).or_default(), counts);
        }
        for (place, (taken, won)) in &other.openings {
            let entry = self.openings.entry(*place).or_default();
            *entry = (entry.0 + taken, entry.1 + won);
        }
        // all parts together are the whole, however it was cut
        if !self.shards.is_empty() && self.played == self.question.games {
            self.shards = vec![Shard::WHOLE];
        }
        Ok(self)
    }

    /// Games that were won.
    #[must_use]
    pub const fn decided(&self) -> u64 {
        self.played - self.undecided
    }

    /// Share of the wins of a seat, with Wilson's 95 % interval.
    #[must_use]
    pub fn share(&self, seat: usize) -> (f64, f64, f64) {
        let wins = self.wins.get(seat).copied().unwrap_or(0);
        let (low, high) = wilson(wins, self.decided());
        (wins as f64 / self.decided().max(1) as f64, low, high)
    }

    /// Chi-square of the wins against equal shares, and the 5 % limit above which they are not equal.
    #[must_use]
    pub fn evenness(&self) -> (f64, f64) {
        (chi_square(&self.wins), chi_square_limit(self.wins.len().saturating_sub(1)))
    }

    /// Whether it is clear, with 99 % confidence for each seat, that no share is further than `tolerance`
    /// from the equal one, or that some is. Not to find a difference is no proof: few games are unclear.
    #[must_use]
    pub fn proven(&self, tolerance: f64) -> Evenness {
        let equal = 1.0 / self.wins.len().max(1) as f64;
        let (least, most) = (equal - tolerance, equal + tolerance);
        let intervals = || self.wins.iter().map(|&wins| wilson_99(wins, self.decided()));
        if intervals().any(|(low, high)| high < least || low > most) {
            Evenness::Uneven
        } else if intervals().all(|(low, high)| low >= least && high <= most) {
            Evenness::Even
        } else {
            Evenness::Unclear
        }
    }

    /// Mean number of turns, and the numbers that 10 %, 50 % and 90 % of games do not exceed.
    #[must_use]
    pub fn lengths(&self) -> (f64, [u64; 3]) {
        let total: u64 = self.turns.iter().map(|(turns, n)| turns * n).sum();
        let quantile = |share: u64| {
            let mut left = (self.played * share).div_ceil(100);
            let reached = self.turns.iter().find(|(_, n)| {
                let here = left <= **n;
                left = left.saturating_sub(**n);
                here
            });
            reached.map_or(0, |(turns, _)| *turns)
        };
        (total as f64 / self.played.max(1) as f64, [10, 50, 90].map(quantile))
    }

    /// What the numbers say, in a sentence.
    #[must_use]
    pub fn verdict(&self) -> String {
        if self.decided() == 0 {
            return "no game has a winner, so the seats cannot be compared".to_owned();
        }
        let (found, limit) = self.evenness();
        let shares: Vec<(usize, f64)> = (0..self.wins.len()).map(|s| (s, self.share(s).0)).collect();
        let by = |a: &&(usize, f64), b: &&(usize, f64)| a.1.total_cmp(&b.1);
        match (shares.iter().max_by(by), shares.iter().min_by(by)) {
            (Some(best), Some(worst)) if found > limit => format!(
                "not even: seat {} wins {:.1} %, seat {} {:.1} % (chi-square {found:.1} above {limit:.1})",
                best.0,
                100.0 * best.1,
                worst.0,
                100.0 * worst.1
            ),
            _ => format!(
                "no seat is favoured as far as these games can tell (chi-square {found:.1} of {limit:.1})"
            ),
        }
    }
}

fn add_all(sums: &mut Vec<u64>, more: &[u64]) {
    sums.resize(sums.len().max(more.len()), 0);
    sums.iter_mut().zip(more).for_each(|(sum, n)| *sum += n);
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexwright_core::{Seat, SeatSet};

    fn counts(games: std::ops::Range<u64>, winner: impl Fn(u64) -> u8) -> Counts {
        let question = Question {
            hexwright_fairness: 1,
            map: "m".into(),
            setup: "0".into(),
            bot: "greedy".into(),
            seats: 4,
            games: 400,
            seed: 1,
        };
        let mut counts = Counts::new(question);
        for game in games {
            let seat = Seat(winner(game));
            let end = Finished {
                winners: SeatSet::only(seat),
                scores: vec![10, 5, 4, 3],
                actions: 9,
                turns: 60 + game % 10,
            };
            let seen =
                Observed { counts: [("dry", vec![1, 2, 3, 4])].into(), openings: vec![(7, seat.0), (9, 0)] };
            counts.add(&end, &seen);
        }
        counts
    }

    #[test]
    fn parts_sum_to_the_whole() {
        let whole = counts(0..400, |g| (g % 4) as u8);
        let parts = [0..13, 13..200, 200..400].map(|r| counts(r, |g| (g % 4) as u8));
        let merged = parts[1..].iter().try_fold(parts[0].clone(), |a, b| a.merge(b)).unwrap();
        assert_eq!(merged, whole);
        assert_eq!(whole.lengths(), (64.5, [60, 64, 68]));
        assert_eq!(whole.openings[&7], (400, 400));
        assert_eq!(whole.openings[&9], (400, 100));
    }

    #[test]
    fn an_even_map_and_a_bent_one_are_told_apart() {
        assert!(counts(0..400, |g| (g % 4) as u8).verdict().starts_with("no seat is favoured"));
        let bent = counts(0..400, |g| if g % 10 < 4 { 2 } else { (g % 4) as u8 });
        assert!(bent.verdict().starts_with("not even: seat 2 wins"), "{}", bent.verdict());
        assert_eq!(counts(0..400, |g| (g % 4) as u8).proven(0.08), Evenness::Even);
        assert_eq!(counts(0..40, |g| (g % 4) as u8).proven(0.08), Evenness::Unclear);
        assert_eq!(bent.proven(0.08), Evenness::Uneven);
        let mut other = bent.clone();
        other.question.seed = 2;
        assert!(bent.merge(&other).is_err());
    }
}
