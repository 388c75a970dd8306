//! What seafaring boards add to a position: ships, bridges, walls, gold, the pirate, islands.
//!
//! The state lies in an array of length `X`: boards without any of it carry nothing.

use hexwright_core::Bits;

/// Seafaring state of a whole table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeaState<const C: usize, const S: usize> {
    /// Cities with a wall.
    pub(super) walls: Bits<C>,
    /// Sides that carry a ship, of any seat.
    pub(super) ships: Bits<S>,
}

impl<const C: usize, const S: usize> SeaState<C, S> {
    /// Before the first ship.
    pub(super) const EMPTY: Self = Self { walls: Bits::EMPTY, ships: Bits::EMPTY };
}

impl<const C: usize, const S: usize> SeaState<C, S> {
    /// Everything of it, for the fingerprint.
    pub(super) fn words(&self, add: &mut impl FnMut(u64)) {
        self.walls.0.iter().chain(&self.ships.0).for_each(|&word| add(word));
    }
}
