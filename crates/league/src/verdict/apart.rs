//! Where a forced corner makes a difference.
//!
//! A corner that is taken already, or that balanced play takes anyway, changes nothing: such a game need not be
//! played to know that nothing is gained by it. So games are played only with openings in which the corner is free and
//! balanced play takes another one; how often that happens, and what the seat wins then, balanced play itself tells.

use super::games::{ForcedPick, Played};
use crate::draft::Draft;
use std::collections::BTreeMap;

/// Games in which a forced pick would have been another one, and how many of them the seat won.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Difference {
    pub games: u64,
    pub wins: u64,
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
        for (slot, (pick, scored)) in game.sample.picks.iter().zip(&game.scored).enumerate() {
            let won = u64::from(game.end.winners.contains(pick.seat));
            let mut note = |force| {
                let difference = self.found.entry((slot, force)).or_default();
                *difference = Difference { games: difference.games + 1, wins: difference.wins + won };
            };
            match ranks {
                Some(ranks) => {
                    let last = scored.len().saturating_sub(1);
                    let other =
                        |rank: &usize| scored.get(*rank.min(&last)).is_some_and(|s| s.corner != pick.corner);
                    (0..ranks).filter(other).for_each(|rank| note(ForcedPick::Rank(rank)));
                }
                None => {
                    let free = game.free.get(slot).copied().unwrap_or_default();
                    let open = draft.open.iter().enumerate().filter(|(place, _)| free >> place & 1 == 1);
                    open.filter(|(_, corner)| **corner != pick.corner)
                        .for_each(|(_, corner)| note(ForcedPick::Corner(corner.0)));
                }
            }
        }
    }

    /// The difference one forced pick would have made.
    pub(super) fn of(&self, slot: usize, force: ForcedPick) -> Difference {
        self.found.get(&(slot, force)).copied().unwrap_or_default()
    }
}
