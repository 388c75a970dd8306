//! A part of a long run: every `of`-th game, so that parts of different machines take equally long.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Part `index` (from 0) of `of`: the games whose number leaves `index` when divided by `of`.
///
/// ```
/// use hexwright_play::Shard;
///
/// let part: Shard = "1/4".parse().unwrap();
/// assert!(part.games(10).eq([1, 5, 9]));
/// assert!("4/4".parse::<Shard>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "(u64, u64)", into = "(u64, u64)")]
pub struct Shard {
    index: u64,
    of: u64,
}

impl Shard {
    /// All games.
    pub const WHOLE: Self = Self { index: 0, of: 1 };

    /// Part `index` of `of`; `None` unless the first is below the second.
    #[must_use]
    pub const fn new(index: u64, of: u64) -> Option<Self> {
        if index < of { Some(Self { index, of }) } else { None }
    }

    /// Which part it is, from 0.
    #[must_use]
    pub const fn index(self) -> u64 {
        self.index
    }

    /// Of how many.
    #[must_use]
    pub const fn of(self) -> u64 {
        self.of
    }

    /// The numbers of its games, of so many in all.
    pub fn games(self, all: u64) -> impl Iterator<Item = u64> {
        (self.index..all).step_by(usize::try_from(self.of).unwrap_or(usize::MAX))
    }

    /// How many games it has, of so many in all.
    ///
    /// ```
    /// # use hexwright_play::Shard;
    /// let part = Shard::new(1, 4).unwrap();
    /// assert_eq!([0, 1, 2, 10].map(|all| part.count(all)), [0, 0, 1, 3]);
    /// ```
    #[must_use]
    pub const fn count(self, all: u64) -> u64 {
        all.saturating_sub(self.index).div_ceil(self.of)
    }

    /// Whether a game belongs to it.
    #[must_use]
    pub const fn holds(self, game: u64) -> bool {
        game % self.of == self.index
    }
}

hexwright_core::sentence_error! {
    /// A text or a pair of numbers that names no part.
    pub BadShard
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl FromStr for Shard {
    type Err = BadShard;

    fn from_str(text: &str) -> Result<Self, BadShard> {
        let parts = text.split_once('/').and_then(|(i, n)| Self::new(i.parse().ok()?, n.parse().ok()?));
        parts.ok_or_else(|| "expected I/N with I below N, as in 0/4".into())
    }
}

impl TryFrom<(u64, u64)> for Shard {
    type Error = BadShard;

    fn try_from((index, of): (u64, u64)) -> Result<Self, BadShard> {
        Self::new(index, of).ok_or_else(|| "expected a shard (I, N) with I below N".into())
    }
}

impl From<Shard> for (u64, u64) {
    fn from(shard: Shard) -> Self {
        (shard.index, shard.of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_are_the_whole() {
        let mut games: Vec<u64> = (0..7).flat_map(|i| Shard::new(i, 7).unwrap().games(103)).collect();
        games.sort_unstable();
        assert!(games.into_iter().eq(0..103));
        assert!(Shard::WHOLE.games(103).eq(0..103));
        assert!((0..103).all(|game| (0..7).filter(|&i| Shard::new(i, 7).unwrap().holds(game)).count() == 1));
    }
}
