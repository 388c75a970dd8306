//! The longest trail of a whole network, measured anew (section 8).
//!
//! Dead ends are peeled off from outside, each leaving at its inner corner how far it reaches; what
//! remains are rings and what joins them, mostly nothing. Only these are searched, a trail through them
//! starting and ending with the dead ends that hang there. Where ships and roads meet without an own
//! building they do not join: such a corner is two.

use super::position::Position;
use super::tables::{ABSENT, Engine};
use hexwright_core::Bits;

/// Most steps of one search, as in the search of a single road.
const NODES: u32 = 1 << 21;

/// A corner as a trail sees it: whether it is passed on ships.
type Joint = (usize, usize);

struct Trails<'a, const C: usize, const S: usize, const X: usize> {
    engine: &'a Engine<C, S, X>,
    pos: &'a Position<C, S, X>,
    seat: usize,
    /// Sides neither peeled off nor used by the current trail.
    left: Bits<S>,
    /// How far dead ends reach from each joint.
    hanging: [[[u8; 2]; 64]; C],
    /// Sides some trail has used.
    touched: Bits<S>,
    best: u32,
    nodes: u32,
}

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// The longest trail of a seat.
    pub(super) fn longest_trail(&self, pos: &Position<C, S, X>, seat: usize) -> u8 {
        let roads = pos.players[seat].roads;
        let mut trails = Trails {
            engine: self,
            pos,
            seat,
            left: roads,
            hanging: [[[0; 2]; 64]; C],
            touched: Bits::EMPTY,
            best: 0,
            nodes: 0,
        };
        roads.iter().for_each(|side| trails.peel(side));
        if !trails.left.is_empty() {
            trails.search();
        }
        trails.best.min(u8::MAX.into()) as u8
    }
}

impl<const C: usize, const S: usize, const X: usize> Trails<'_, C, S, X> {
    /// Where a side ends; `None` at a foreign building, which nothing passes.
    fn joint(&self, corner: usize, side: usize) -> Option<Joint> {
        match self.pos.owner_at(corner) {
            Some(owner) if owner != self.seat => None,
            None if X > 0 && self.pos.sea[0].ships.contains(side) => Some((corner, 1)),
            _ => Some((corner, 0)),
        }
    }

    fn hanging(&self, joint: Joint) -> u32 {
        self.hanging[joint.0 / 64][joint.0 % 64][joint.1].into()
    }

    /// How many sides of those left go on from a joint that `side` leads to, and the last of them.
    fn onward(&self, joint: Option<Joint>, side: usize) -> (u32, usize) {
        let (mut count, mut last) = (0, side);
        let Some(here) = joint else { return (0, side) };
        for (next, _) in self.engine.steps[here.0] {
            let next = usize::from(next);
            if next != usize::from(ABSENT)
                && next != side
                && self.left.contains(next)
                && (X == 0 || self.joint(here.0, next) == joint)
            {
                (count, last) = (count + 1, next);
            }
        }
        (count, last)
    }

    /// Peels a dead end off, and what becomes one by it.
    fn peel(&mut self, mut side: usize) {
        while self.left.contains(side) {
            let ends = self.engine.ends[side].map(|end| self.joint(end.into(), side));
            let Some(outer) = ends.iter().position(|&end| self.onward(end, side).0 == 0) else { return };
            let reach = 1 + ends[outer].map_or(0, |joint| self.hanging(joint));
            self.left.remove(side);
            let Some(inner) = ends[1 - outer] else {
                self.best = self.best.max(reach);
                return;
            };
            let known = self.hanging(inner);
            self.best = self.best.max(known + reach);
            self.hanging[inner.0 / 64][inner.0 % 64][inner.1] = known.max(reach).min(u8::MAX.into()) as u8;
            let (count, next) = self.onward(Some(inner), side);
            if count != 1 {
                return;
            }
            side = next;
        }
    }

    /// Searches the rings. A trail that could not go on backwards starts where something hangs or three
    /// sides meet, unless it is a ring by itself.
    fn search(&mut self) {
        let rings = self.left;
        for strict in [true, false] {
            for side in rings.iter() {
                for (end, far) in [(0, 1), (1, 0)] {
                    let corners = self.engine.ends[side].map(usize::from);
                    // dead ends are gone: no foreign building is left at a ring
                    let Some(start) = self.joint(corners[end], side) else { continue };
                    let likely = self.hanging(start) > 0 || self.onward(Some(start), side).0 == 2;
                    if if strict { likely } else { !self.touched.contains(side) } {
                        self.left.remove(side);
                        self.touched.insert(side);
                        self.extend(corners[far], side, self.hanging(start) + 1, start);
                        self.left.insert(side);
                    }
                }
            }
        }
    }

    /// Extends a trail of `length` that has come to `corner` by the side `from`.
    fn extend(&mut self, corner: usize, from: usize, length: u32, start: Joint) {
        self.nodes += 1;
        let joint = self.joint(corner, from);
        // what hangs at the start has been counted
        let tail = joint.filter(|&joint| joint != start).map_or(0, |joint| self.hanging(joint));
        self.best = self.best.max(length + tail);
        if joint.is_none() || self.nodes > NODES {
            return;
        }
        for (side, far) in self.engine.steps[corner] {
            let side = usize::from(side);
            if side != usize::from(ABSENT)
                && self.left.contains(side)
                && (X == 0 || self.joint(corner, side) == joint)
            {
                self.left.remove(side);
                self.touched.insert(side);
                self.extend(far.into(), side, length + 1, start);
                self.left.insert(side);
            }
        }
    }
}
