//! How far games with a corner at a pick of the draft ended from what the model expects of it.

use hexwright_core::CornerId;

/// How much games tell.
#[derive(Clone, Copy, Debug)]
pub struct Telling {
    /// The standard deviation of what a game says, about.
    of_a_game: f32,
    /// How far off the expectation of a corner is thought to be.
    expectation: f32,
}

impl Telling {
    /// Games cut off early, against what the model expects.
    pub const EARLY: Self = Self { of_a_game: 0.16, expectation: 0.04 };
    /// Games cut off late, against what games cut off early said.
    pub const LATE: Self = Self { of_a_game: 0.28, expectation: 0.03 };
    /// Whole games, against what games cut off late said.
    pub const WHOLE: Self = Self { of_a_game: 0.43, expectation: 0.02 };

    /// Games after which a correction counts half.
    fn half(self) -> f32 {
        let parts = self.of_a_game / self.expectation;
        parts * parts
    }
}

/// What was seen of a corner at a pick.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// The sum of what was won beyond the expectation.
    sum: f32,
    /// Games, older ones counted for less.
    games: f32,
    /// What follows from them.
    correction: f32,
    /// What is taken for granted: it followed from games of another kind.
    granted: f32,
}

/// The corrections of a board, by pick and corner.
#[derive(Clone, Debug)]
pub(super) struct Corrections {
    by_pick: Vec<Vec<Seen>>,
    telling: Telling,
}

impl Corrections {
    pub(super) fn new(slots: usize, corners: usize) -> Self {
        Self { by_pick: vec![vec![Seen::default(); corners]; slots], telling: Telling::EARLY }
    }

    fn all(&mut self) -> impl Iterator<Item = &mut Seen> {
        self.by_pick.iter_mut().flatten()
    }

    /// From now on games that tell so much are seen: what was learnt so far is what is expected of them.
    pub(super) fn take_for_granted(&mut self, telling: Telling) {
        for seen in self.all() {
            *seen = Seen { granted: seen.granted + seen.correction, ..Seen::default() };
        }
        self.telling = telling;
    }

    /// From now on what was seen so far counts `keep` times as much.
    pub(super) fn forget(&mut self, keep: f32) {
        for seen in self.all() {
            (seen.sum, seen.games) = (seen.sum * keep, seen.games * keep);
        }
    }

    /// A game with this corner at this pick, and what the seat won beyond the expectation.
    pub(super) fn add(&mut self, slot: usize, corner: CornerId, beyond: f32) {
        if let Some(seen) = self.by_pick.get_mut(slot).and_then(|row| row.get_mut(corner.index())) {
            (seen.sum, seen.games) = (seen.sum + beyond - seen.granted, seen.games + 1.0);
        }
    }

    /// Draws the conclusions.
    pub(super) fn settle(&mut self) {
        let half = self.telling.half();
        for seen in self.all() {
            seen.correction = seen.sum / (seen.games + half);
        }
    }

    fn seen(&self, slot: usize, corner: CornerId) -> Seen {
        self.by_pick.get(slot).and_then(|row| row.get(corner.index())).copied().unwrap_or_default()
    }

    /// What is added to the expectation.
    pub(super) fn of(&self, slot: usize, corner: CornerId) -> f32 {
        let seen = self.seen(slot, corner);
        seen.granted + seen.correction
    }

    /// The standard error of that.
    pub(super) fn doubt(&self, slot: usize, corner: CornerId) -> f32 {
        self.telling.of_a_game / (self.seen(slot, corner).games + self.telling.half()).sqrt()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_games_take_out_what_cut_games_have_wrong() {
        let (mut corrections, corner) = (Corrections::new(1, 2), CornerId(1));
        let see = |corrections: &mut Corrections, games: usize, beyond: f32| {
            (0..games).for_each(|_| corrections.add(0, corner, beyond));
            corrections.settle();
        };
        see(&mut corrections, 2_000, 0.04);
        let cut = corrections.of(0, corner);
        assert!((cut - 0.04).abs() < 0.001, "{cut}");
        let sure = corrections.doubt(0, corner);
        corrections.take_for_granted(Telling::WHOLE);
        assert_eq!(corrections.of(0, corner), cut, "nothing is forgotten");
        assert!(corrections.doubt(0, corner) > sure, "whole games have not spoken yet");
        see(&mut corrections, 30, 0.01);
        let some = corrections.of(0, corner);
        assert!(some < cut && some > 0.03, "few of them say little: {some}");
        see(&mut corrections, 30_000, 0.01);
        assert!((corrections.of(0, corner) - 0.01).abs() < 0.001);
        assert_eq!(corrections.of(0, CornerId(0)), 0.0, "the other corner was never seen");
    }
}
