//! The longest trail of a network without rings, measured anew.
//!
//! Most networks are trees: there every corner is met once, and the longest trail passes its turning point
//! with the two longest arms that meet there. One walk finds it. A walk that meets a corner twice has found
//! a ring and gives up.

use crate::game::position::{CITY, Position};
use crate::game::rules::trails::Trail;
use crate::game::tables::Engine;
use arrayvec::ArrayVec;
use hexwright_core::Bits;

/// A set of pieces by the order of the walk, and how many they are.
#[derive(Clone, Copy, Default)]
struct Arm {
    pieces: u64,
    length: u16,
}

impl Arm {
    const fn longer(self, other: Self) -> Self {
        if other.length > self.length { other } else { self }
    }

    const fn and(self, other: Self) -> Self {
        Self { pieces: self.pieces | other.pieces, length: self.length + other.length }
    }
}

struct Walk<'a, const C: usize, const S: usize, const X: usize> {
    engine: &'a Engine<C, S, X>,
    pos: &'a Position<C, S, X>,
    seat: usize,
    /// Pieces not met yet, and the others in the order they were.
    left: Bits<S>,
    met: ArrayVec<u16, 64>,
    best: Arm,
}

impl<const C: usize, const S: usize, const X: usize> Walk<'_, C, S, X> {
    /// Notes a piece; `None` if it was met before, or too many were.
    #[inline]
    fn meet(&mut self, piece: usize) -> Option<Arm> {
        if !self.left.contains(piece) {
            return None;
        }
        self.met.try_push(piece as u16).ok()?;
        self.left.remove(piece);
        Some(Arm { pieces: 1 << (self.met.len() - 1), length: 1 })
    }

    /// The longest arm beyond the end of a piece; `None` if there is a ring.
    fn arm(&mut self, mut side: usize, mut corner: usize) -> Option<Arm> {
        let mut arm = Arm::default();
        loop {
            let (pieces, next) = self.onward(side, corner);
            match pieces {
                0 => return Some(arm),
                1 => {
                    arm = arm.and(self.meet(next[0])?);
                    let [a, b] = self.engine.ends[next[0]].map(usize::from);
                    (side, corner) = (next[0], a ^ b ^ corner);
                }
                _ => {
                    let [one, other] = [self.branch(next[0], corner)?, self.branch(next[1], corner)?];
                    self.best = self.best.longer(one.and(other));
                    return Some(arm.and(one.longer(other)));
                }
            }
        }
    }

    /// The longest arm that begins with a piece.
    fn branch(&mut self, piece: usize, corner: usize) -> Option<Arm> {
        let first = self.meet(piece)?;
        let [a, b] = self.engine.ends[piece].map(usize::from);
        Some(self.arm(piece, a ^ b ^ corner)?.and(first))
    }

    /// The pieces that join another at its end: how many, and which.
    #[inline]
    fn onward(&self, side: usize, corner: usize) -> (u8, [usize; 2]) {
        let (ships, building) = (&self.pos.sea[0].ships, self.pos.piece_at(corner) & !CITY);
        let mine = usize::from(building) == self.seat + 1;
        let any = if mine { u64::MAX } else { 0 };
        let ashore = if ships.contains(side) { 0 } else { u64::MAX };
        let [one, other] = self.engine.beside(side, corner).map(usize::from);
        let joins = |next: usize| {
            let there = self.pos.players[self.seat].roads.0[next / 64] & (any | ships.0[next / 64] ^ ashore);
            (next != side) & (there >> (next % 64) & 1 == 1) & (mine | (building == 0))
        };
        let found = [joins(one), joins(other)];
        (u8::from(found[0]) + u8::from(found[1]), [if found[0] { one } else { other }, other])
    }
}

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// The longest trail of a seat if one is known; `None` if there are rings or more pieces than a walk
    /// remembers.
    pub(in crate::game) fn longer_trail_of_trees(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        known: Trail<S>,
    ) -> Option<Trail<S>> {
        let best = Arm { pieces: 0, length: known.length };
        let mut walk =
            Walk { engine: self, pos, seat, left: pos.players[seat].roads, met: ArrayVec::new(), best };
        while let Some(side) = walk.left.first() {
            let piece = walk.meet(side)?;
            let [a, b] = self.ends[side].map(usize::from);
            let trail = walk.arm(side, a)?.and(piece).and(walk.arm(side, b)?);
            walk.best = walk.best.longer(trail);
        }
        let Arm { pieces, length } = walk.best;
        if length <= known.length {
            return Some(known);
        }
        let met = walk.met.iter().enumerate().filter(|(n, _)| pieces >> n & 1 == 1);
        Some(Trail { sides: met.map(|(_, &side)| usize::from(side)).collect(), length })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Catan, Options};
    use crate::text::pioneers::{Leniency, read};
    use hexwright_core::{Fast, Random as _};

    fn sea() -> Catan {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/pioneers/twin_shores.game");
        let setup =
            read("twin_shores", &std::fs::read(path).unwrap(), Leniency::Lenient).value.unwrap().setup();
        Catan::new(&setup, &setup.draw(1), Options::default(), 2).unwrap()
    }

    /// Lets a network of so many pieces grow at random, some of them ships, with buildings at some corners.
    fn network(engine: &Engine<4, 6, 1>, pieces: usize, random: &mut Fast) -> Position<4, 6, 1> {
        let mut pos = engine.start;
        let mut ends = vec![random.index(engine.corners.len())];
        while pos.players[0].roads.len() < pieces {
            let at = ends[random.index(ends.len())];
            let side = engine.around[at].nth(random.index(engine.around[at].len())).unwrap();
            pos.players[0].roads.insert(side);
            if random.index(3) > 0 {
                pos.sea[0].ships.insert(side);
            }
            ends.extend(engine.ends[side].map(usize::from));
        }
        for &corner in &ends {
            pos.piece[corner / 64][corner % 64] =
                [1, 2, 1 + CITY].get(random.index(12)).copied().unwrap_or(0);
        }
        pos
    }

    #[test]
    fn walk_and_search_find_what_trying_everything_finds() {
        let Catan::Sea(engine) = sea() else { panic!("expected a board with ships") };
        let (mut trees, mut rings) = (0, 0);
        for seed in 0..600 {
            let mut random = Fast::new(seed, 0);
            let pos = network(&engine, 4 + random.index(18), &mut random);
            let truth = engine.slow_length(&pos, 0);
            let found = engine.longest_trail(&pos, 0);
            assert_eq!((found.length.into(), found.sides.len()), (truth, truth), "seed {seed}");
            let walked = engine.longer_trail_of_trees(&pos, 0, Trail::EMPTY);
            *if walked.is_some() { &mut trees } else { &mut rings } += 1;
            for trail in walked.into_iter().chain([found]) {
                let mut only = pos;
                only.players[0].roads = trail.sides;
                assert_eq!(
                    (trail.length.into(), engine.slow_length(&only, 0)),
                    (truth, truth),
                    "seed {seed}"
                );
            }
        }
        assert!(trees > 100 && rings > 100, "{trees} networks without rings, {rings} with some");
    }

    #[test]
    fn a_walk_gives_up_where_it_cannot_remember_all_pieces() {
        let Catan::Sea(engine) = sea() else { panic!("expected a board with ships") };
        let mut pos = engine.start;
        // no two of them share a corner: as many trees as pieces
        let mut free: Bits<6> = (0..engine.sides.len()).collect();
        while let Some(side) = free.first().filter(|_| pos.players[0].roads.len() < 65) {
            pos.players[0].roads.insert(side);
            engine.ends[side].iter().for_each(|&end| free = free.without(engine.around[usize::from(end)]));
        }
        assert_eq!(pos.players[0].roads.len(), 65);
        assert!(engine.longer_trail_of_trees(&pos, 0, Trail::EMPTY).is_none());
        assert_eq!(engine.longest_trail(&pos, 0).length, 1);
    }
}
