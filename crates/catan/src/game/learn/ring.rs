//! The pieces of a game as the bytes of rows, kept from step to step: few steps change them, and every row shows them.
//!
//! A row counts seats from its viewer. So the pieces of all seats stand here one after the other and then once more: the
//! pieces as any viewer sees them are one stretch of the two rounds.

use crate::game::position::Position;
use crate::game::tables::Engine;

/// Settlements, cities and roads of all seats, each part twice round the table.
#[derive(Clone, Debug, Default)]
pub(super) struct Ring {
    bytes: Vec<u8>,
    /// Written for the pieces of now.
    fresh: bool,
}

impl Ring {
    /// Pieces may have changed.
    #[inline]
    pub(super) const fn forget(&mut self) {
        self.fresh = false;
    }

    /// Writes the pieces unless they are as they were; says whether it did.
    #[inline]
    pub(super) fn refresh<const C: usize, const S: usize, const X: usize>(
        &mut self,
        engine: &Engine<C, S, X>,
        pos: &Position<C, S, X>,
    ) -> bool {
        let stale = !self.fresh;
        if stale {
            self.write(engine, pos);
        }
        stale
    }

    fn write<const C: usize, const S: usize, const X: usize>(
        &mut self,
        engine: &Engine<C, S, X>,
        pos: &Position<C, S, X>,
    ) {
        let [seats, corners, sides] = engine.pieces_shape();
        let parts = [seats * corners, seats * corners, seats * sides];
        let once: usize = parts.iter().sum();
        self.bytes.resize(2 * once, 0);
        engine.write_ring(pos, &mut self.bytes);
        // from the last part on, so that nothing is written over before it has moved
        let mut end = once;
        for length in parts.into_iter().rev() {
            let begin = end - length;
            self.bytes.copy_within(begin..end, 2 * begin);
            self.bytes.copy_within(2 * begin..2 * begin + length, 2 * begin + length);
            end = begin;
        }
        self.fresh = true;
    }

    /// Copies the pieces as a viewer sees them.
    #[inline]
    pub(super) fn copy(&self, [seats, corners, sides]: [usize; 3], viewer: usize, out: &mut [u8]) {
        let (mut from, mut to) = (0, 0);
        for of_seat in [corners, corners, sides] {
            let (begin, length) = (from + viewer * of_seat, seats * of_seat);
            out[to..to + length].copy_from_slice(&self.bytes[begin..begin + length]);
            (from, to) = (from + 2 * length, to + length);
        }
    }
}
