//! The chance to win, given the corners every seat took.
//!
//! A seat's strength is a weighted sum of facts about its corners, plus a number for each corner of this very
//! board, plus a number for its place in the order. Shares of the win are the shares of `exp(strength)`. All
//! numbers are fitted to games by gradient steps in a fixed order, with basic arithmetic: the same games give
//! the same bits on every machine.

use super::Pick;
use super::corners::{Corners, FACTS};
use hexwright_catan::game::shares;
use hexwright_core::{CornerId, Seat};

/// Times all games are gone through in a fit.
const EPOCHS: usize = 4;
/// Step sizes of the three kinds of numbers.
const RATES: [f32; 3] = [0.05, 0.06, 0.03];
/// How strongly the number of a corner is drawn to 0, a game: a corner nobody took stays near what its facts say.
const SHRINK: f32 = 0.002;
/// What the facts are worth before the first game: pips decide, every kind helps a little.
const START: [f32; FACTS] =
    [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.15, 0.15, 0.1, 0.2, 0.15, 0.3, 1.0, 0.1, 0.1, 0.0, 0.2, 0.0];

/// A game to learn from.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The picks in order.
    pub picks: Vec<Pick>,
    /// The facts about the corners of each seat.
    pub(super) facts: Vec<[f32; FACTS]>,
    /// The share of the win each seat got, or was to expect where the game was cut off; empty if nobody won.
    pub shares: Vec<f32>,
    /// The first pick that says something about balanced play: if one was forced, those before it do not.
    pub since: usize,
}

impl Sample {
    /// A game with these picks and shares of the win, all picks in balance.
    #[must_use]
    pub fn new(ground: &Corners, seats: usize, picks: Vec<Pick>, shares: Vec<f32>) -> Self {
        let facts = held_by(seats, &picks).iter().map(|held| ground.describe(held)).collect();
        Self { picks, facts, shares, since: 0 }
    }

    /// The share of the win a seat got.
    #[must_use]
    pub fn share(&self, seat: Seat) -> f32 {
        self.shares.get(seat.index()).copied().unwrap_or(0.0)
    }
}

/// The model of one board, or of all boards of a map that is drawn anew for each game.
#[derive(Clone, Debug)]
pub struct Model {
    facts: [f32; FACTS],
    /// Empty if the board changes: then a corner says nothing.
    corners: Vec<f32>,
    seats: Vec<f32>,
    /// Sums of squared gradients, which make the steps smaller with time (AdaGrad).
    moved: (Vec<f32>, Vec<f32>, Vec<f32>),
}

impl Model {
    /// Before the first game.
    #[must_use]
    pub fn new(corners: usize, seats: usize) -> Self {
        Self {
            facts: START,
            corners: vec![0.0; corners],
            seats: vec![0.0; seats],
            moved: (vec![0.0; FACTS], vec![0.0; corners], vec![0.0; seats]),
        }
    }

    /// What corners make a seat worth, whichever it is.
    #[must_use]
    pub fn worth(&self, ground: &Corners, held: &[(CornerId, bool)]) -> f32 {
        let own = held.iter().map(|(corner, _)| self.of_corner(*corner)).sum();
        self.weigh(&ground.describe(held), own)
    }

    /// How strong a seat stands with these corners.
    #[must_use]
    pub fn strength(&self, ground: &Corners, seat: Seat, held: &[(CornerId, bool)]) -> f32 {
        self.worth(ground, held) + self.seats[seat.index()]
    }

    fn weigh(&self, facts: &[f32; FACTS], own: f32) -> f32 {
        let sum: f32 = facts.iter().zip(&self.facts).map(|(fact, weight)| fact * weight).sum();
        sum + own
    }

    fn of_corner(&self, corner: CornerId) -> f32 {
        self.corners.get(corner.index()).copied().unwrap_or(0.0)
    }

    /// The shares of the win with these corners, by seat.
    #[must_use]
    pub fn shares(&self, ground: &Corners, held: &[Vec<(CornerId, bool)>]) -> Vec<f32> {
        let mut out: Vec<f32> =
            (0u8..).zip(held).map(|(seat, held)| self.strength(ground, Seat(seat), held)).collect();
        shares(&mut out);
        out
    }

    /// Fits the model to games, in their order. What counts is the mean of the numbers over the last time through
    /// all games: single steps follow single games too much.
    pub fn fit(&mut self, samples: &[Sample]) {
        let mut mean = Self::new(self.corners.len(), self.seats.len());
        let mut games = 0.0;
        for epoch in 0..EPOCHS {
            for sample in samples.iter().filter(|s| !s.shares.is_empty()) {
                self.learn(sample);
                if epoch + 1 == EPOCHS {
                    games += 1.0;
                    let follow = |mean: &mut f32, now: &f32| *mean += (now - *mean) / games;
                    mean.facts.iter_mut().zip(&self.facts).for_each(|(mean, now)| follow(mean, now));
                    mean.corners.iter_mut().zip(&self.corners).for_each(|(mean, now)| follow(mean, now));
                    mean.seats.iter_mut().zip(&self.seats).for_each(|(mean, now)| follow(mean, now));
                }
            }
        }
        if games > 0.0 {
            (self.facts, self.corners, self.seats) = (mean.facts, mean.corners, mean.seats);
        }
    }

    fn learn(&mut self, sample: &Sample) {
        let mut own = vec![0.0; self.seats.len()];
        sample.picks.iter().for_each(|p| own[p.seat.index()] += self.of_corner(p.corner));
        let mut expected: Vec<f32> = (0u8..)
            .zip(&sample.facts)
            .map(|(seat, facts)| self.weigh(facts, own[usize::from(seat)]) + self.seats[usize::from(seat)])
            .collect();
        shares(&mut expected);
        let error = |seat: usize| sample.share(Seat(seat as u8)) - expected[seat];
        for (seat, facts) in sample.facts.iter().enumerate() {
            for (fact, value) in facts.iter().enumerate().filter(|(_, value)| **value != 0.0) {
                step(&mut self.facts[fact], &mut self.moved.0[fact], error(seat) * value, RATES[0]);
            }
            step(&mut self.seats[seat], &mut self.moved.2[seat], error(seat), RATES[2]);
        }
        for pick in &sample.picks {
            let place = pick.corner.index();
            if let (Some(weight), Some(moved)) = (self.corners.get_mut(place), self.moved.1.get_mut(place)) {
                let gradient = error(pick.seat.index()) - SHRINK * *weight;
                step(weight, moved, gradient, RATES[1]);
            }
        }
    }
}

fn step(weight: &mut f32, moved: &mut f32, gradient: f32, rate: f32) {
    *moved += gradient * gradient;
    *weight += rate * gradient / (1e-4 + *moved).sqrt();
}

/// The corners of each seat after these picks; true for cities.
pub(super) fn held_by(seats: usize, picks: &[Pick]) -> Vec<Vec<(CornerId, bool)>> {
    let mut held = vec![Vec::with_capacity(3); seats];
    for pick in picks {
        held[pick.seat.index()].push((pick.corner, pick.city));
    }
    held
}
