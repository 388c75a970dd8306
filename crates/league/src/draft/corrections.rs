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
    /// Games that are cut off, against what the model expects.
    pub const CUT: Self = Self { of_a_game: 0.16, expectation: 0.04 };
    /// What players said of a game on its way, against what cut games said.
    pub const ON_THE_WAY: Self = Self { of_a_game: 0.28, expectation: 0.04 };
    /// Who won a game, against what players said on its way.
    pub const WINNER: Self = Self { of_a_game: 0.43, expectation: 0.025 };

    /// Games after which a correction counts half.
    fn half(self) -> f32 {
        let parts = self.of_a_game / self.expectation;
        parts * parts
    }

    /// What follows from games that were so far beyond the expectation in sum.
    fn correction(self, sum: f32, games: f32) -> f32 {
        let (square, error) = (sum * sum, self.of_a_game * self.of_a_game * games);
        if games < FEW || square <= SURPRISE * SURPRISE * error {
            return sum / (games + self.half());
        }
        // the expectation is surely wrong, and by about so much as was seen
        let half = (error * games / (square - error)).min(self.half());
        sum / (games + half)
    }
}

/// So many standard errors beyond the expectation are no chance: the expectation is given up.
const SURPRISE: f32 = 3.0;
/// Of a corner that is taken often, about so many games are remembered, the latest most: what it is worth changes with what
/// the others take. A corner that is tried now and then is remembered for longer.
const MOST: f32 = 3_000.0;
/// With fewer games nothing is a surprise.
const FEW: f32 = 4.0;

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
        Self { by_pick: vec![vec![Seen::default(); corners]; slots], telling: Telling::CUT }
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
            if seen.games > MOST {
                (seen.sum, seen.games) = (seen.sum * (MOST / seen.games), MOST);
            }
        }
    }

    /// Draws the conclusions.
    pub(super) fn settle(&mut self) {
        let telling = self.telling;
        for seen in self.all() {
            seen.correction = telling.correction(seen.sum, seen.games);
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
        corrections.take_for_granted(Telling::WINNER);
        assert_eq!(corrections.of(0, corner), cut, "nothing is forgotten");
        assert!(corrections.doubt(0, corner) > sure, "whole games have not spoken yet");
        see(&mut corrections, 30, 0.01);
        let some = corrections.of(0, corner);
        assert!(some < cut && some > 0.03, "few of them say little: {some}");
        see(&mut corrections, 30_000, 0.01);
        assert!((corrections.of(0, corner) - 0.01).abs() < 0.003, "{}", corrections.of(0, corner));
        assert_eq!(corrections.of(0, CornerId(0)), 0.0, "the other corner was never seen");
    }

    #[test]
    fn what_is_taken_often_is_forgotten_when_it_changes() {
        let (mut corrections, often, now_and_then) = (Corrections::new(1, 2), CornerId(0), CornerId(1));
        let see = |corrections: &mut Corrections, corner, games: usize, beyond: f32| {
            (0..games).for_each(|_| corrections.add(0, corner, beyond));
            corrections.settle();
        };
        see(&mut corrections, often, 30_000, 0.05);
        see(&mut corrections, now_and_then, 200, 0.05);
        see(&mut corrections, often, 9_000, 0.0);
        let (of_often, of_the_other) = (corrections.of(0, often), corrections.of(0, now_and_then));
        assert!(of_often < 0.05 * 0.06, "three times as many games as are remembered: {of_often}");
        assert!(of_the_other > 0.045, "nothing else was seen of it: {of_the_other}");
    }

    #[test]
    fn what_surprises_is_believed_and_luck_is_not() {
        let telling = Telling::WINNER;
        // thirty games that end as nobody expected
        assert!(telling.correction(30.0 * 0.5, 30.0) > 0.48);
        // two standard errors are luck
        let lucky = 2.0 * 0.43 / 30.0f32.sqrt();
        assert!(telling.correction(30.0 * lucky, 30.0) < 0.02);
        // three games are too few for a surprise
        assert!(telling.correction(3.0, 3.0) < 0.02);
        // just beyond the limit as just below it, but for what is believed then
        let (below, beyond) = (2.99 * 0.43 * 10.0, 3.01 * 0.43 * 10.0);
        assert!(telling.correction(beyond, 100.0) > 3.0 * telling.correction(below, 100.0));
        assert_eq!(telling.correction(-beyond, 100.0), -telling.correction(beyond, 100.0));
    }
}
