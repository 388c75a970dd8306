//! What forcing a corner would change, as far as balanced play tells by itself.
//!
//! Balanced play takes each corner with a known chance. Where it takes a corner often enough, its own games tell what
//! the corner gains: a game in which it was taken stands for 1 / chance games, and is compared with what was to be
//! expected before the pick. One game so tells something about every pick and every usual corner at once. Only where
//! the corner is free and a *rare* pick must it be forced to know more; how often that is, and what the seat wins then
//! without it, is counted here.

use super::games::{ForcedPick, Played, RARE, chance_of};
use crate::draft::{Draft, Scored};
use hexwright_core::CornerId;
use std::collections::BTreeMap;

/// What balanced play says about a forced pick.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Difference {
    /// The sum of what it gained in the games where it is a usual pick.
    pub sum: f64,
    /// The sum of the squares of that.
    pub squares: f64,
    /// Games in which it was free and a rare pick.
    pub rare: u64,
    /// How many of them the seat won.
    pub rare_wins: u64,
}

impl Difference {
    /// A game in which it was free: how often balanced play takes it there, whether it did, whether the seat won, and the
    /// share of the win that was to be expected before the pick.
    fn add(&mut self, chance: f64, taken: bool, won: bool, expected: f64) {
        if chance < RARE {
            self.rare += 1;
            self.rare_wins += u64::from(won);
            return;
        }
        // in the mean the factor is 0, whatever was expected: a better expectation only makes the sum vary less
        let factor = if taken { 1.0 / chance } else { 0.0 } - 1.0;
        let gained = factor * (f64::from(u8::from(won)) - expected);
        (self.sum, self.squares) = (self.sum + gained, self.squares + gained * gained);
    }
}

/// The differences that forced picks would have made in balanced play.
#[derive(Clone, Debug, Default)]
pub(super) struct Apart {
    found: BTreeMap<(usize, ForcedPick), Difference>,
    /// All games looked at.
    pub games: u64,
}

impl Apart {
    /// Looks at a game with balanced openings: at corners, or if the board changes at ranks among the candidates.
    pub(super) fn add(&mut self, game: &Played, draft: &Draft, ranks: Option<usize>) {
        self.games += 1;
        for (slot, pick) in game.sample.picks.iter().enumerate() {
            let (Some(scored), Some(chances)) = (game.scored.get(slot), game.chances.get(slot)) else {
                continue;
            };
            let won = game.end.winners.contains(pick.seat);
            let all = chances.iter().sum::<u64>().max(1) as f64;
            let part = |(s, chance): (&Scored, &u64)| f64::from(s.value) * *chance as f64 / all;
            let expected = scored.iter().zip(chances).map(part).sum::<f64>().clamp(0.0, 1.0);
            let mut note = |force, corner: CornerId| {
                let chance = chance_of(corner, scored, chances);
                let difference = self.found.entry((slot, force)).or_default();
                difference.add(chance, pick.corner == corner, won, expected);
            };
            match ranks {
                Some(ranks) => {
                    let last = scored.len().saturating_sub(1);
                    for rank in 0..ranks {
                        if let Some(s) = scored.get(rank.min(last)) {
                            note(ForcedPick::Rank(rank), s.corner);
                        }
                    }
                }
                None => {
                    let free = game.free.get(slot).copied().unwrap_or_default();
                    let open = draft.open.iter().enumerate().filter(|(place, _)| free >> place & 1 == 1);
                    open.for_each(|(_, corner)| note(ForcedPick::Corner(corner.0), *corner));
                }
            }
        }
    }

    /// The difference one forced pick would have made.
    pub(super) fn of(&self, slot: usize, force: ForcedPick) -> Difference {
        self.found.get(&(slot, force)).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexwright_core::{Fast, Random as _};

    #[test]
    fn games_of_balanced_play_tell_what_each_usual_corner_gains() {
        // three corners, how often each is taken and how often it wins, in thousands; 265 in the mean
        let corners = [(500, 300), (300, 250), (200, 200)];
        let games = 60_000;
        // whatever is expected, the answer is the same
        for expected in [0.0, 0.265, 0.5] {
            let mut random = Fast::new(5, 0);
            let mut found = [Difference::default(); 3];
            for _ in 0..games {
                let taken = random.weighted(corners.map(|(chance, _)| chance)).unwrap();
                let won = random.below(1_000) < corners[taken].1;
                for (place, difference) in found.iter_mut().enumerate() {
                    difference.add(corners[place].0 as f64 / 1_000.0, place == taken, won, expected);
                }
            }
            for (difference, (_, wins)) in found.iter().zip(corners) {
                let gain = difference.sum / f64::from(games);
                let error =
                    (difference.squares / f64::from(games) - gain * gain).sqrt() / f64::from(games).sqrt();
                let real = wins as f64 / 1_000.0 - 0.265;
                assert!((gain - real).abs() < 4.0 * error, "{gain} for {real}, error {error}");
                assert!(error < 0.006, "{error}");
                assert_eq!(difference.rare, 0);
            }
        }
    }

    #[test]
    fn rare_corners_are_counted_apart() {
        let mut difference = Difference::default();
        difference.add(RARE / 2.0, false, true, 0.3);
        difference.add(0.0, false, false, 0.3);
        assert_eq!(difference, Difference { rare: 2, rare_wins: 1, ..Difference::default() });
    }
}
