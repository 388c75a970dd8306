//! How far games with a corner at a pick of the draft ended from what the model expects of it.

use hexwright_core::CornerId;

/// Games after which a correction counts half.
const HALF: f32 = 120.0;
/// The standard deviation of who wins a game, about.
const OF_A_GAME: f32 = 0.43;
/// Games that the model's expectation of a corner is thought to be worth.
const BEFOREHAND: f32 = 60.0;

/// What was seen of a corner at a pick.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// The sum of what was won beyond the expectation.
    sum: f32,
    /// Games, older ones counted for less.
    games: f32,
    /// What follows from them.
    correction: f32,
}

/// The corrections of a board, by pick and corner.
#[derive(Clone, Debug)]
pub(super) struct Corrections(Vec<Vec<Seen>>);

impl Corrections {
    pub(super) fn new(slots: usize, corners: usize) -> Self {
        Self(vec![vec![Seen::default(); corners]; slots])
    }

    /// From now on what was seen so far counts `keep` times as much.
    pub(super) fn forget(&mut self, keep: f32) {
        for seen in self.0.iter_mut().flatten() {
            (seen.sum, seen.games) = (seen.sum * keep, seen.games * keep);
        }
    }

    /// A game with this corner at this pick, and what the seat won beyond the expectation.
    pub(super) fn add(&mut self, slot: usize, corner: CornerId, beyond: f32) {
        if let Some(seen) = self.0.get_mut(slot).and_then(|row| row.get_mut(corner.index())) {
            (seen.sum, seen.games) = (seen.sum + beyond, seen.games + 1.0);
        }
    }

    /// Draws the conclusions.
    pub(super) fn settle(&mut self) {
        for seen in self.0.iter_mut().flatten() {
            seen.correction = seen.sum / (seen.games + HALF);
        }
    }

    fn seen(&self, slot: usize, corner: CornerId) -> Seen {
        self.0.get(slot).and_then(|row| row.get(corner.index())).copied().unwrap_or_default()
    }

    /// What is added to the expectation.
    pub(super) fn of(&self, slot: usize, corner: CornerId) -> f32 {
        self.seen(slot, corner).correction
    }

    /// The standard error of that.
    pub(super) fn doubt(&self, slot: usize, corner: CornerId) -> f32 {
        OF_A_GAME / (self.seen(slot, corner).games + BEFOREHAND).sqrt()
    }
}
