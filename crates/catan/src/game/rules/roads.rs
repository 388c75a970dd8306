//! The longest road: the longest trail through own roads (section 8).
//!
//! A new road can only lengthen trails through itself, so only those are searched. A search stops as
//! soon as it meets an upper bound: a trail leaves at most two corners with an odd number of used
//! sides, so of a piece of road with `odd` such corners at least `(odd - 2) / 2` sides stay unused.
//! The exhaustive search is capped at [`NODES`] steps; networks of fifteen roads need a few hundred.

use crate::game::position::{NONE, Position};
use crate::game::tables::{ABSENT, Engine};
use hexwright_core::Bits;

/// Most steps of one search. Only maps that grant each seat far more roads than the base game can
/// reach it; the length found by then counts.
const NODES: u32 = 1 << 21;

/// Networks of so many roads are searched faster than bounded.
const SMALL: u8 = 15;

struct Search<'a, const C: usize, const S: usize, const X: usize> {
    engine: &'a Engine<C, S, X>,
    pos: &'a Position<C, S, X>,
    seat: usize,
    /// Own roads not used by the current trail.
    left: Bits<S>,
    best: u32,
    bound: u32,
    nodes: u32,
}

impl<const C: usize, const S: usize, const X: usize> Search<'_, C, S, X> {
    /// Extends a trail of `length` that has come to `corner`; at each dead end `then` looks further.
    fn extend(&mut self, corner: usize, from: usize, length: u32, second: Option<(usize, usize)>) {
        self.nodes += 1;
        let mut dead_end = true;
        if !self.pos.foreign_at(corner, self.seat) {
            for (side, far) in self.engine.steps[corner] {
                if side == ABSENT || !self.left.contains(usize::from(side)) {
                    continue;
                }
                if X > 0 && !self.engine.joins(self.pos, self.seat, corner, from, usize::from(side)) {
                    continue;
                }
                if self.best >= self.bound || self.nodes > NODES {
                    return;
                }
                dead_end = false;
                self.left.remove(usize::from(side));
                self.extend(usize::from(far), usize::from(side), length + 1, second);
                self.left.insert(usize::from(side));
            }
        }
        if dead_end {
            // An arm that stops although it could go on never makes a longer trail: its other arm
            // would pass that corner, and exchanging the tails gives an equally long trail.
            match second {
                Some((start, from)) => self.extend(start, from, length, None),
                None => self.best = self.best.max(length),
            }
        }
    }
}

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    fn search<'a>(&'a self, pos: &'a Position<C, S, X>, seat: usize, bound: u32) -> Search<'a, C, S, X> {
        let left = pos.players[seat].roads;
        Search { engine: self, pos, seat, left, best: 0, bound, nodes: 0 }
    }

    /// The longest trail after the seat's road on `side` was added, if that is longer than before.
    pub(in crate::game) fn lengthened(&self, pos: &Position<C, S, X>, seat: usize, side: usize) -> u8 {
        let me = &pos.players[seat];
        let built = self.setup.pieces.roads - me.roads_left;
        if built <= me.length {
            return me.length;
        }
        let [a, b] = self.ends[side].map(usize::from);
        let bound = if built <= SMALL { u32::from(built) } else { self.bound(pos, seat, side) };
        if bound <= u32::from(me.length) {
            return me.length;
        }
        let mut search = self.search(pos, seat, bound);
        search.left.remove(side);
        let ends_at = |end| pos.foreign_at(end, seat) || self.around[end].and(search.left).is_empty();
        let arms = match (ends_at(a), ends_at(b)) {
            (false, false) => (a, Some((b, side))),
            // trails go on at one end only, and what they find there is a trail of before
            (ends, _) => {
                search.bound = bound.min(u32::from(me.length) + 1);
                (if ends { b } else { a }, None)
            }
        };
        search.extend(arms.0, side, 1, arms.1);
        (search.best as u8).max(me.length)
    }

    /// How long a trail through `side` can be at most.
    fn bound(&self, pos: &Position<C, S, X>, seat: usize, side: usize) -> u32 {
        let roads = pos.players[seat].roads;
        let mut seen: Bits<S> = Bits::EMPTY;
        let mut corners: Bits<C> = Bits::EMPTY;
        let mut wave: Bits<S> = Bits::EMPTY;
        wave.insert(side);
        let (mut count, mut odd) = (0, 0);
        while let Some(side) = wave.nth(0) {
            wave.remove(side);
            seen.insert(side);
            count += 1;
            for end in self.ends[side].map(usize::from) {
                if pos.foreign_at(end, seat) {
                    odd += 1; // every road that ends here ends alone
                } else if !corners.contains(end) {
                    corners.insert(end);
                    let here = self.around[end].and(roads);
                    odd += here.len() as u32 % 2;
                    wave = wave.or(here.without(seen));
                }
            }
        }
        count - u32::saturating_sub(odd, 2).div_ceil(2)
    }

    /// Gives the award to whom R-LONG-4 to R-LONG-7 name.
    pub(in crate::game) fn award_road(&self, pos: &mut Position<C, S, X>) {
        if X > 0 {
            self.measure_rivals(pos);
        }
        let lengths = || pos.players[..self.seats].iter().map(|p| p.length);
        let most = lengths().max().unwrap_or(0);
        let holder = pos.road_holder;
        let next = if most < self.options.longest_road {
            NONE
        } else if holder != NONE && pos.players[usize::from(holder)].length == most {
            holder
        } else if lengths().filter(|&l| l == most).count() == 1 {
            lengths().position(|l| l == most).map_or(NONE, |seat| seat as u8)
        } else {
            NONE
        };
        if next != holder {
            if holder != NONE {
                pos.players[usize::from(holder)].points -= 2;
            }
            if next != NONE {
                pos.players[usize::from(next)].points += 2;
            }
            pos.road_holder = next;
        }
    }
}
