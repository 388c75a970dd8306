//! Games in groups: those of a group are played with the same networks on the same seats, so their results are a little alike, and
//! the shares of all games vary more than those of games that have nothing to do with each other. By how much is seen from the
//! groups.

use hexwright_core::SeatSet;

/// How the wins of a player's seats vary from group to group.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    groups: u64,
    /// Decided games, and the sum of the squares of their numbers by group.
    games: u64,
    games_squared: u64,
    seats: Vec<Seat>,
}

/// Sums over the groups for one seat: its wins, their squares, and their products with the games of the group.
#[derive(Clone, Copy, Debug, Default)]
struct Seat {
    wins: u64,
    squared: u64,
    by_games: u64,
}

impl Groups {
    /// Adds a group: the winners of its games.
    pub(super) fn add<'a>(&mut self, seats: usize, ends: impl Iterator<Item = &'a SeatSet>) {
        let mut wins = vec![0u64; seats];
        let mut games = 0;
        for winners in ends.filter(|winners| !winners.is_empty()) {
            games += 1;
            winners.iter().for_each(|seat| wins[seat.index()] += 1);
        }
        self.groups += 1;
        self.games += games;
        self.games_squared += games * games;
        self.seats.resize(seats, Seat::default());
        for (sums, wins) in self.seats.iter_mut().zip(wins) {
            sums.wins += wins;
            sums.squared += wins * wins;
            sums.by_games += wins * games;
        }
    }

    /// How many times as much the shares vary as those of games without groups; 1 at least. All seats together say it better
    /// than each alone.
    pub(super) fn factor(&self) -> f64 {
        let (mut between, mut alone) = (0.0, 0.0);
        for seat in &self.seats {
            let share = seat.wins as f64 / self.games.max(1) as f64;
            between += seat.squared as f64 - 2.0 * share * seat.by_games as f64
                + share * share * self.games_squared as f64;
            alone += self.games as f64 * share * (1.0 - share);
        }
        // the shares come from the same groups
        let unbiased = self.groups as f64 / self.groups.saturating_sub(1).max(1) as f64;
        if alone > 0.0 { (unbiased * between / alone).max(1.0) } else { 1.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexwright_core::{Fast, Random as _};

    /// Groups of 16 games in which seat 0 wins so often, in every second group the first, in the others the second.
    fn groups(often: [u64; 2], count: u64) -> f64 {
        let (mut random, mut groups) = (Fast::new(5, 0), Groups::default());
        for number in 0..count {
            let mut winner = || {
                let seat = usize::from(random.below(100) >= often[(number % 2) as usize]);
                SeatSet::from_iter([hexwright_core::Seat(seat as u8)])
            };
            let ends: Vec<SeatSet> = (0..16).map(|_| winner()).collect();
            groups.add(2, ends.iter());
        }
        groups.factor()
    }

    #[test]
    fn groups_that_differ_widen_the_interval() {
        let alike = groups([50, 50], 4_000);
        assert!((1.0..1.08).contains(&alike), "{alike}");
        // between groups: 0.1², within: 0.24, so 1 + 16 * 0.01 / 0.25 less what is within
        let apart = groups([40, 60], 4_000);
        assert!((1.5..1.7).contains(&apart), "{apart}");
        assert_eq!(Groups::default().factor(), 1.0);
    }
}
