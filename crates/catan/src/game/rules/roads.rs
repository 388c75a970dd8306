//! The longest road: the longest trail through own roads (section 8).
//!
//! A new road can only lengthen trails through itself, so only those are searched. A search stops as
//! soon as it meets an upper bound: a trail leaves at most two corners with an odd number of used
//! sides, so of a piece of road with `odd` such corners at least `(odd - 2) / 2` sides stay unused.
//! The exhaustive search is capped at [`NODES`] steps; networks of fifteen roads need a few hundred.

use crate::game::position::{NONE, Position};
use crate::game::tables::Engine;
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
    /// The road through which all trails go.
    side: usize,
    best: u32,
    bound: u32,
    nodes: u32,
}

/// A trail that may go on.
#[derive(Clone, Copy)]
struct Reached<const S: usize> {
    /// Own roads it has not used.
    left: Bits<S>,
    /// Its last road, and the corner to which that has led.
    from: usize,
    corner: usize,
    length: u32,
    /// The other end of the first road, if the trail goes on from there as well.
    then: Option<usize>,
}

impl<const C: usize, const S: usize, const X: usize> Search<'_, C, S, X> {
    /// Extends a trail in every way. Which roads are there nobody can guess, so that few branches depend on it: most
    /// trails have one way on or none, and at a fork only the first way is a call.
    fn extend(&mut self, mut trail: Reached<S>) {
        loop {
            self.nodes += 1;
            let [one, other] = self.engine.beside(trail.from, trail.corner).map(usize::from);
            let open = !self.pos.foreign_at(trail.corner, self.seat);
            let [goes_one, goes_other] = [one, other].map(|next| open & trail.left.contains(next));
            if !(goes_one | goes_other) {
                // An arm that stops although it could go on never makes a longer trail: its other arm
                // would pass that corner, and exchanging the tails gives an equally long trail.
                let Some(start) = trail.then.take() else { break };
                (trail.from, trail.corner) = (self.side, start);
                continue;
            }
            if goes_one & goes_other {
                if self.is_done() {
                    return;
                }
                let mut way = trail;
                self.go(&mut way, one);
                self.extend(way);
            }
            if self.is_done() {
                return;
            }
            self.go(&mut trail, if goes_other { other } else { one });
        }
        self.best = self.best.max(trail.length);
    }

    /// One more road.
    #[inline]
    fn go(&self, trail: &mut Reached<S>, next: usize) {
        let [a, b] = self.engine.ends[next].map(usize::from);
        trail.left.remove(next);
        trail.from = next;
        trail.corner ^= a ^ b;
        trail.length += 1;
    }

    const fn is_done(&self) -> bool {
        self.best >= self.bound || self.nodes > NODES
    }
}

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
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
        let mut left = me.roads;
        left.remove(side);
        let ends_at = |end| pos.foreign_at(end, seat) | self.around[end].and(left).is_empty();
        let (ends_at_a, ends_at_b) = (ends_at(a), ends_at(b));
        let (corner, then, bound) = if ends_at_a | ends_at_b {
            // trails go on at one end only, and what they find there is a trail of before
            (if ends_at_a { b } else { a }, None, bound.min(u32::from(me.length) + 1))
        } else {
            (a, Some(b), bound)
        };
        let mut search = Search { engine: self, pos, seat, side, best: 0, bound, nodes: 0 };
        search.extend(Reached { left, from: side, corner, length: 1, then });
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
