//! The longest trail of a whole network, measured anew (section 8).
//!
//! The seat's pieces are numbered, and the corners at which they end become joints. Where ships and roads
//! meet without an own building they do not join: such a corner is two joints. Where a foreign building
//! stands nothing joins: there each piece has a joint of its own. From then on the board is not looked at.
//!
//! Dead ends are peeled off from outside, each leaving at its inner joint how far it reaches; what
//! remains are rings and what joins them, mostly nothing. Only these are searched, a trail through them
//! starting and ending with the dead ends that hang there.

use crate::game::position::Position;
use crate::game::tables::Engine;
use arrayvec::ArrayVec;
use hexwright_core::Bits;

/// Most steps of one search, as in the search of a single road.
const NODES: u32 = 1 << 21;

/// A trail: which sides or pieces it passes, and how many that are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::game) struct Trail<const W: usize> {
    pub(in crate::game) sides: Bits<W>,
    pub(in crate::game) length: u16,
}

impl<const W: usize> Trail<W> {
    pub(in crate::game) const EMPTY: Self = Self { sides: Bits::EMPTY, length: 0 };

    /// The trail with one more side at its end.
    #[must_use]
    #[inline]
    pub(in crate::game) const fn with(mut self, side: usize) -> Self {
        self.sides.insert(side);
        self.length += 1;
        self
    }

    /// Both trails and what lies between them.
    #[inline]
    fn join(self, between: Self, other: Self) -> Self {
        Self {
            sides: self.sides.or(between.sides).or(other.sides),
            length: self.length + between.length + other.length,
        }
    }
}

/// Where pieces meet.
struct Joint<const W: usize> {
    pieces: Bits<W>,
    /// The dead end that reaches farthest from here.
    hanging: Trail<W>,
}

/// A seat's pieces: sets of them have `W` words, there are `P` pieces and `J` joints at most.
struct Network<const W: usize, const P: usize, const J: usize> {
    /// The joints at both ends of each piece.
    ends: ArrayVec<[u16; 2], P>,
    joints: ArrayVec<Joint<W>, J>,
    /// Pieces neither peeled off nor used by the current trail.
    left: Bits<W>,
    /// Pieces some trail has used.
    touched: Bits<W>,
    best: Trail<W>,
    /// The length with which the search may stop.
    enough: u16,
    nodes: u32,
}

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// The longest trail of a seat, measured anew.
    pub(in crate::game) fn longest_trail(&self, pos: &Position<C, S, X>, seat: usize) -> Trail<S> {
        self.longer_trail(pos, seat, Trail::EMPTY, u16::MAX)
    }

    /// The longest trail of a seat if one is known, or one of length `enough`.
    pub(in crate::game) fn longer_trail(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        known: Trail<S>,
        enough: u16,
    ) -> Trail<S> {
        if pos.players[seat].roads.len() <= 64 {
            self.search_network::<1, 64, 128>(pos, seat, known, enough)
        } else {
            self.search_vast_network(pos, seat, known, enough)
        }
    }

    /// As many roads, ships and bridges as a map can grant. They need a large stack, so no other function
    /// should take this one in.
    #[cold]
    #[inline(never)]
    fn search_vast_network(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        known: Trail<S>,
        enough: u16,
    ) -> Trail<S> {
        self.search_network::<12, 768, 1536>(pos, seat, known, enough)
    }

    #[inline(never)]
    fn search_network<const W: usize, const P: usize, const J: usize>(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        known: Trail<S>,
        enough: u16,
    ) -> Trail<S> {
        let mut network: Network<W, P, J> = Network {
            ends: ArrayVec::new(),
            joints: ArrayVec::new(),
            left: Bits::EMPTY,
            touched: Bits::EMPTY,
            best: Trail { sides: Bits::EMPTY, length: known.length },
            enough,
            nodes: 0,
        };
        self.fill(&mut network, pos, seat);
        network.measure();
        let Trail { sides: pieces, length } = network.best;
        if length <= known.length {
            return known;
        }
        let mut sides = Bits::EMPTY;
        for (piece, side) in pos.players[seat].roads.iter().enumerate().take(P) {
            if pieces.contains(piece) {
                sides.insert(side);
            }
        }
        Trail { sides, length }
    }

    /// Numbers the pieces and their joints; in place, for a network is large.
    fn fill<const W: usize, const P: usize, const J: usize>(
        &self,
        network: &mut Network<W, P, J>,
        pos: &Position<C, S, X>,
        seat: usize,
    ) {
        // joints of each corner, on land and on ships, plus one
        let mut known = [[[0u16; 2]; 64]; C];
        for (piece, side) in pos.players[seat].roads.iter().enumerate().take(P) {
            let afloat = X > 0 && pos.sea[0].ships.contains(side);
            let mut ends = self.ends[side];
            for end in &mut ends {
                let corner = usize::from(*end);
                let owner = pos.owner_at(corner);
                let place = &mut known[corner / 64][corner % 64][usize::from(afloat && owner.is_none())];
                if *place == 0 || owner.is_some_and(|owner| owner != seat) {
                    network.joints.push(Joint { pieces: Bits::EMPTY, hanging: Trail::EMPTY });
                    *place = network.joints.len() as u16;
                }
                *end = *place - 1;
                network.joints[usize::from(*end)].pieces.insert(piece);
            }
            network.ends.push(ends);
            network.left.insert(piece);
        }
    }
}

impl<const W: usize, const P: usize, const J: usize> Network<W, P, J> {
    fn measure(&mut self) {
        (0..self.ends.len()).for_each(|piece| self.peel(piece));
        if !self.left.is_empty() {
            let (bound, tail) = self.bound();
            self.enough = self.enough.min(bound);
            self.search(tail);
        }
    }

    /// How long a trail through the rings can be at most, and the longest dead end that hangs at them.
    ///
    /// A trail uses an even number of pieces at each joint but its two ends, and what hangs at these. So it
    /// spares a piece at each joint of three (a fork) unless it ends there, and one at each other joint where
    /// it ends unless it comes back to where it began; a spared piece has two ends.
    fn bound(&self) -> (u16, u16) {
        let (mut pieces, mut forks) = (0, 0);
        let mut tails = [0; 2];
        for joint in &self.joints {
            let here = joint.pieces.and(self.left).len() as u16;
            (pieces, forks) = (pieces + here, forks + here / 3);
            if here > 0 && joint.hanging.length > tails[0] {
                tails[0] = joint.hanging.length;
                tails.sort_unstable();
            }
        }
        let ([second, first], pieces) = (tails, pieces / 2);
        let between_forks = pieces - u16::saturating_sub(forks, 2) / 2;
        let around = pieces - forks / 2 + first;
        let between_tails = pieces - forks / 2 - 1 + first + second;
        (between_forks.max(around).max(between_tails), first)
    }

    /// Pieces left at a joint.
    #[inline]
    fn onward(&self, joint: u16) -> Bits<W> {
        self.joints[usize::from(joint)].pieces.and(self.left)
    }

    #[inline]
    fn consider(&mut self, trail: Trail<W>) {
        if trail.length > self.best.length {
            self.best = trail;
        }
    }

    /// Peels a dead end off, and what becomes one by it.
    fn peel(&mut self, mut piece: usize) {
        while self.left.contains(piece) {
            self.left.remove(piece);
            let [a, b] = self.ends[piece];
            let (outer, inner) = if self.onward(a).is_empty() {
                (a, b)
            } else if self.onward(b).is_empty() {
                (b, a)
            } else {
                return self.left.insert(piece);
            };
            let reach = self.joints[usize::from(outer)].hanging.with(piece);
            let known = self.joints[usize::from(inner)].hanging;
            if known.length + reach.length > self.best.length {
                self.best = known.join(Trail::EMPTY, reach);
            }
            if reach.length > known.length {
                self.joints[usize::from(inner)].hanging = reach;
            }
            let mut next = self.onward(inner);
            let Some(first) = next.first() else { return };
            next.remove(first);
            if !next.is_empty() {
                return;
            }
            piece = first;
        }
    }

    /// Searches the rings. A trail that could not go on backwards starts where something hangs, first where
    /// the longest dead end does, or where three pieces meet, unless it is a ring by itself.
    fn search(&mut self, tail: u16) {
        let rings = self.left;
        for pass in 0..3 {
            for piece in rings.iter() {
                let [a, b] = self.ends[piece];
                for (start, far) in [(a, b), (b, a)] {
                    if self.best.length >= self.enough {
                        return;
                    }
                    let hanging = self.joints[usize::from(start)].hanging.length;
                    let longest = hanging > 0 && hanging == tail;
                    let likely = hanging > 0 || self.onward(start).len() == 3;
                    let begin = match pass {
                        0 => longest,
                        1 => likely && !longest,
                        _ => !self.touched.contains(piece),
                    };
                    if begin {
                        self.left.remove(piece);
                        self.touched.insert(piece);
                        self.extend(start, far, hanging + 1, rings);
                        self.left.insert(piece);
                    }
                }
            }
        }
    }

    /// Extends a trail of `length` through `rings` that has come to a joint.
    fn extend(&mut self, start: u16, joint: u16, length: u16, rings: Bits<W>) {
        self.nodes += 1;
        let [first, here] = [start, joint].map(|joint| self.joints[usize::from(joint)].hanging);
        // what hangs at the start has been counted
        let tail = if joint == start { Trail::EMPTY } else { here };
        if length + tail.length > self.best.length {
            let used = Trail { sides: rings.without(self.left), length: length - first.length };
            self.consider(first.join(used, tail));
        }
        if self.best.length >= self.enough || self.nodes > NODES {
            return;
        }
        for piece in self.onward(joint).iter() {
            let [a, b] = self.ends[piece];
            self.left.remove(piece);
            self.touched.insert(piece);
            self.extend(start, a ^ b ^ joint, length + 1, rings);
            self.left.insert(piece);
        }
    }
}
