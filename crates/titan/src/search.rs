//! Maps that satisfy constraints.
//!
//! An attempt is a seed of its own, derived from the seed asked for and the number of the attempt; the
//! first attempt that satisfies everything is the answer, so rolling its seed without constraints gives
//! the same map. An attempt is given up as soon as its ground shows that it must fail: hexsides, the
//! costly half of a map, are drawn only for attempts that can still succeed.
//!
//! [`improve`](Roller::improve) is for what no seed is likely to give, such as symmetry: it takes the
//! nearest attempt and changes hex after hex, each time to a ground its AREAs could have put there.
//!
//! ```
//! use hexwright_titan::{Constraint, Mode, Roller, Script, Tally};
//!
//! let script = Script::parse("AREA (inside) HAZARDS Sand,50. Tree,50.\n", Mode::Documented).unwrap();
//! let two_hazards = [Constraint::parse("count(Plains) <= 25").unwrap()];
//! let mut tally = Tally::new(1);
//! let found = Roller::new(&script).search(1, &two_hazards, 1_000, &mut tally).unwrap().unwrap();
//! assert_eq!(script.roll(found.attempt_seed).unwrap().land, found.rolled.land);
//! ```

use crate::script::{Possible, ground_of};
use crate::{
    Battleland, BoardSymmetry, Constraint, HexId, RollError, Rolled, Roller, Seeded, Words, attempt_seed,
};

/// What happened while searching.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Attempts made.
    pub tries: u64,
    /// Maps found.
    pub accepted: u64,
    /// For each constraint how many attempts it was the first to reject.
    pub rejections: Vec<u64>,
    /// Attempts that the script itself failed.
    pub failures: u64,
}

impl Tally {
    /// Nothing yet.
    #[must_use]
    pub fn new(constraints: usize) -> Self {
        Self { rejections: vec![0; constraints], ..Self::default() }
    }

    /// Adds another search.
    pub fn add(&mut self, other: &Self) {
        self.tries += other.tries;
        self.accepted += other.accepted;
        self.failures += other.failures;
        self.rejections.iter_mut().zip(&other.rejections).for_each(|(a, b)| *a += b);
    }
}

/// A map and the attempt that gave it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The map.
    pub rolled: Rolled,
    /// Number of the attempt, from 0.
    pub attempt: u64,
    /// The seed that gives this map without constraints.
    pub attempt_seed: u64,
    /// Changes made by hand after the roll; 0 for a map that is a roll.
    pub changes: u64,
}

/// The first constraint that does not hold. Those decided by play come last: they take seconds.
fn first_broken(constraints: &[Constraint], land: &Battleland) -> Option<usize> {
    let those = |played: bool| constraints.iter().enumerate().filter(move |(_, c)| c.is_played() == played);
    those(false).chain(those(true)).find(|(_, c)| !c.holds(land)).map(|(number, _)| number)
}

impl Roller<'_> {
    /// The first of `most_tries` attempts at `seed` that satisfies all constraints.
    ///
    /// # Errors
    /// Without constraints, what the only attempt died of; with constraints such attempts are counted
    /// as failures and the search goes on. A raised flag ends it with [`RollError::Stopped`].
    pub fn search(
        &mut self,
        seed: u64,
        constraints: &[Constraint],
        most_tries: u64,
        tally: &mut Tally,
    ) -> Result<Option<Found>, RollError> {
        for attempt in 0..most_tries.max(1) {
            let attempt_seed = attempt_seed(seed, attempt);
            let mut words = Seeded::new(attempt_seed);
            tally.tries += 1;
            match self.place(&mut words) {
                Ok(()) => {}
                Err(error) if constraints.is_empty() || error == RollError::Stopped => return Err(error),
                Err(_) => {
                    tally.failures += 1;
                    continue;
                }
            }
            if let Some(first) = self.foreseen_rejection(constraints) {
                tally.rejections[first] += 1;
                continue;
            }
            self.draw_sides(&mut words);
            if let Some(first) = first_broken(constraints, self.land()) {
                tally.rejections[first] += 1;
                continue;
            }
            tally.accepted += 1;
            let rolled = Rolled { land: self.land().clone(), bytes_used: words.bytes_used() };
            return Ok(Some(Found { rolled, attempt, attempt_seed, changes: 0 }));
        }
        Ok(None)
    }

    /// The first constraint, in the order given, that the ground alone rejects. A constraint that is
    /// still open ends the look: it might be the one to blame.
    fn foreseen_rejection(&self, constraints: &[Constraint]) -> Option<usize> {
        for (number, constraint) in constraints.iter().enumerate() {
            match constraint.foreseen(self.land()) {
                Some(false) => return Some(number),
                Some(true) => {}
                None => return None,
            }
        }
        None
    }

    /// Changes the nearest of a few attempts, hex by hex, until all constraints hold or `most_changes`
    /// have been tried. Every hex keeps a ground that an AREA of the script can put there; hexsides at
    /// changed hexes are drawn anew. The same seed gives the same map.
    #[must_use]
    pub fn improve(&mut self, seed: u64, constraints: &[Constraint], most_changes: u64) -> Option<Found> {
        let distance = |land: &Battleland| constraints.iter().map(|c| c.distance(land)).sum::<u64>();
        let mut nearest: Option<(u64, u64, Rolled)> = None;
        for attempt in 0..16 {
            let Ok(rolled) = self.roll(&mut Seeded::new(attempt_seed(seed, attempt))) else { continue };
            let far = distance(&rolled.land);
            if nearest.as_ref().is_none_or(|n| far < n.0) {
                nearest = Some((far, attempt, rolled));
            }
        }
        let (mut far, attempt, rolled) = nearest?;
        let mut words = Seeded::new(attempt_seed(seed, attempt) ^ 0x696d_7072_6f76_6521);
        let possible = self.script().possible();
        let (mut land, mut changes) = (rolled.land, 0);
        while far > 0 && changes < most_changes {
            changes += 1;
            self.set_land(&land);
            self.change(&possible, &mut words);
            let next = distance(self.land());
            // steps sideways are allowed: plateaus are wide
            if next <= far {
                far = next;
                land = self.land().clone();
            }
        }
        let attempt_seed = attempt_seed(seed, attempt);
        let rolled = Rolled { land, bytes_used: rolled.bytes_used };
        (far == 0).then_some(Found { rolled, attempt, attempt_seed, changes })
    }

    /// One random change: two hexes exchange their ground, a hex takes over the ground of another or of
    /// its mirror image, or a hex's sides are drawn anew.
    fn change(&mut self, possible: &Possible, words: &mut Seeded) {
        let draw = |words: &mut Seeded| HexId::from_index(words.below(27) as usize).unwrap_or_else(first);
        let (a, mut b) = (draw(words), draw(words));
        match words.below(4) {
            0 => {
                let (ga, gb) = (ground_of(self.land(), a), ground_of(self.land(), b));
                if possible.allows(a, gb) && possible.allows(b, ga) {
                    self.replace(a, gb, words);
                    self.replace(b, ga, words);
                }
            }
            1 => self.redraw_around(a, words),
            kind => {
                if kind == 2 {
                    b = BoardSymmetry::ALL[1 + words.below(5) as usize].apply(a);
                }
                let ground = ground_of(self.land(), b);
                if possible.allows(a, ground) {
                    self.replace(a, ground, words);
                }
            }
        }
    }
}

fn first() -> HexId {
    HexId::all().next().expect("a board has hexes")
}
