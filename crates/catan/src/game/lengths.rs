//! Longest roads at sea, measured only when it matters.
//!
//! Each seat remembers a trail of its own and a bound no trail of it exceeds. A ship that sails away
//! shortens the trail only if it is part of it, and being loose it is its last piece; a new piece that
//! hangs at one end raises the bound by one. While the bounds show who keeps the award nothing is
//! measured. Often the same ship sails turn after turn, so that what the others reach without it is
//! remembered too.
//!
//! The doors of the engine settle what is open before anybody sees a position: outside, lengths are exact.

use super::position::{MAX_SEATS, NONE, Position};
use super::sea::SidePiece;
use super::tables::{ABSENT, Engine};
use super::trails::Trail;
use hexwright_core::Bits;

/// A trail, and a length no other exceeds.
#[derive(Clone, Copy, Debug)]
struct Estimate<const S: usize> {
    trail: Trail<S>,
    most: u8,
}

/// What is known of each seat's trails. It depends on how the position came about and decides nothing, so
/// positions that differ in it alone are equal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Remembered<const S: usize> {
    /// A trail as long as the player's `length` says.
    trail: [Bits<S>; MAX_SEATS],
    /// No trail is longer.
    most: [u8; MAX_SEATS],
    /// The side of the ship that sailed last if nothing has changed since, and what the others reach.
    sailor: [u16; MAX_SEATS],
    rest: [Estimate<S>; MAX_SEATS],
}

/// Pieces that join another at one of its ends.
#[derive(Clone, Copy)]
struct Others {
    pieces: u8,
    /// How many of them are part of a trail, and the last that is not.
    walked: u8,
    spare: u16,
    last: u16,
}

/// More pieces than can join another at one end.
const BOTH: u8 = 3;

impl<const S: usize> Remembered<S> {
    pub(super) const NOTHING: Self = Self {
        trail: [Bits::EMPTY; MAX_SEATS],
        most: [0; MAX_SEATS],
        sailor: [ABSENT; MAX_SEATS],
        rest: [Estimate { trail: Trail::EMPTY, most: 0 }; MAX_SEATS],
    };
}

impl<const S: usize> PartialEq for Remembered<S> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<const S: usize> Eq for Remembered<S> {}

impl<const S: usize> Estimate<S> {
    /// The length with which a search may stop.
    const fn enough(&self) -> u16 {
        if self.most == u8::MAX { u16::MAX } else { self.most as u16 }
    }

    const fn is_exact(&self) -> bool {
        self.trail.length >= self.most as u16
    }
}

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// The remembered trail of a seat.
    pub(super) fn trail(&self, pos: &Position<C, S, X>, seat: usize) -> Trail<S> {
        Trail { sides: pos.sea[0].trails.trail[seat], length: pos.players[seat].length.into() }
    }

    #[inline]
    fn estimate(&self, pos: &Position<C, S, X>, seat: usize) -> Estimate<S> {
        Estimate { trail: self.trail(pos, seat), most: pos.sea[0].trails.most[seat] }
    }

    #[inline]
    fn set_estimate(&self, pos: &mut Position<C, S, X>, seat: usize, known: Estimate<S>) {
        pos.players[seat].length = known.trail.length.min(u8::MAX.into()) as u8;
        let trails = &mut pos.sea[0].trails;
        (trails.trail[seat], trails.most[seat]) = (known.trail.sides, known.most);
    }

    /// Notes a seat's longest trail after the network has changed.
    pub(super) fn set_trail(&self, pos: &mut Position<C, S, X>, seat: usize, trail: Trail<S>) {
        let most = trail.length.min(u8::MAX.into()) as u8;
        pos.players[seat].length = most;
        if X > 0 {
            self.set_estimate(pos, seat, Estimate { trail, most });
            pos.sea[0].trails.sailor[seat] = ABSENT;
        }
    }

    /// Measures whatever is not known exactly. Random play does so at its end, every other door at once.
    #[inline]
    pub(super) fn settle(&self, pos: &mut Position<C, S, X>) {
        if X > 0 {
            (0..self.seats).for_each(|seat| self.settle_seat(pos, seat));
        }
    }

    fn settle_seat(&self, pos: &mut Position<C, S, X>, seat: usize) {
        let known = self.estimate(pos, seat);
        if known.is_exact() {
            return;
        }
        let (mut roads, sailor) = (pos.players[seat].roads, usize::from(pos.sea[0].trails.sailor[seat]));
        let trail = if sailor == usize::from(ABSENT) {
            self.longer_trail(pos, seat, &roads, known.trail, known.enough())
        } else {
            let mut rest = pos.sea[0].trails.rest[seat];
            if !rest.is_exact() {
                roads.remove(sailor);
                rest.trail = self.longer_trail(pos, seat, &roads, rest.trail, rest.enough());
                rest.most = rest.trail.length.min(u8::MAX.into()) as u8;
                pos.sea[0].trails.rest[seat] = rest;
            }
            self.through(pos, seat, sailor, rest.trail)
        };
        self.set_estimate(pos, seat, Estimate { trail, most: trail.length.min(u8::MAX.into()) as u8 });
    }

    /// Gives the award unless the bounds show that it stays where it is.
    #[inline]
    fn consider_award(&self, pos: &mut Position<C, S, X>) {
        let (holder, least) = (pos.road_holder, self.options.longest_road);
        let kept =
            if holder == NONE { least.saturating_sub(1) } else { pos.players[usize::from(holder)].length };
        let mut most = pos.sea[0].trails.most;
        if let Some(most) = most.get_mut(usize::from(holder)) {
            *most = 0;
        }
        if holder != NONE && kept < least || most.iter().fold(0, |all: u8, &most| all.max(most)) > kept {
            self.award_road(pos);
        }
    }

    /// Measures the seats whose bounds leave open who gets the award.
    pub(super) fn measure_rivals(&self, pos: &mut Position<C, S, X>) {
        let (holder, least) = (usize::from(pos.road_holder), self.options.longest_road);
        let held = pos.players.get(holder).map(|holder| holder.length);
        let enough = held.map_or(least, |held| least.max(held.saturating_add(1)));
        let mut beaten = held.is_some_and(|held| held < least);
        for seat in (0..self.seats).filter(|&seat| seat != holder) {
            if pos.sea[0].trails.most[seat] >= enough {
                self.settle_seat(pos, seat);
                beaten |= held.is_some_and(|held| pos.players[seat].length > held);
            }
        }
        if beaten {
            self.settle_seat(pos, holder);
        }
    }

    /// Whether the award may change if the seat's longest trail becomes shorter.
    #[inline]
    const fn has_stake(&self, pos: &Position<C, S, X>, seat: usize) -> bool {
        pos.road_holder == NONE || pos.road_holder as usize == seat
    }

    /// A new piece may have lengthened a trail.
    pub(super) fn lengthen(&self, pos: &mut Position<C, S, X>, seat: usize, side: usize) {
        self.grow(pos, seat, side);
        pos.sea[0].trails.sailor[seat] = ABSENT;
        self.consider_award(pos);
    }

    /// What is known of the trails once there is a new piece.
    #[inline]
    fn grow(&self, pos: &mut Position<C, S, X>, seat: usize, side: usize) {
        let (end, others) = self.hanging_end(pos, seat, side, &pos.sea[0].trails.trail[seat]);
        let most = pos.sea[0].trails.most[seat];
        let most = match others.pieces {
            0 => most.max(1),
            2 if self.ring(pos, seat, others.last.into(), end).is_none() => most,
            1 | 2 => most.saturating_add(1),
            _ => pos.players[seat].roads.len().min(u8::MAX.into()) as u8,
        };
        let (trails, length) = (&mut pos.sea[0].trails, &mut pos.players[seat].length);
        trails.most[seat] = most;
        // an end of the known trail has an odd number of its pieces
        if *length == 0 || others.walked == 1 {
            trails.trail[seat].insert(side);
            *length = length.saturating_add(1);
        }
    }

    /// A longest trail now that there is a new piece; `known` is one of the longest without it.
    fn through(&self, pos: &Position<C, S, X>, seat: usize, side: usize, known: Trail<S>) -> Trail<S> {
        let (end, others) = self.hanging_end(pos, seat, side, &known.sides);
        let longer = match others.pieces {
            0 if known.length == 0 => Some(known.with(side)),
            0 => None,
            // the piece hangs at one end: it lengthens the longest trails that end there
            1 | 2 if others.walked == 1 => Some(known.with(side)),
            1 => self.longer_arm(pos, seat, (side, end), known.length),
            2 => {
                let ring = self.ring(pos, seat, others.last.into(), end);
                ring.filter(|ring| ring.length == known.length).map(|ring| ring.with(side))
            }
            _ => return self.longer_trail(pos, seat, &pos.players[seat].roads, known, u16::MAX),
        };
        longer.unwrap_or(known)
    }

    /// The end at which a piece hangs at others, and them; as many as [`BOTH`] if it does so at both.
    #[inline]
    fn hanging_end(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        side: usize,
        trail: &Bits<S>,
    ) -> (usize, Others) {
        let [a, b] = self.ends[side].map(usize::from);
        let [a, b] = if self.stops(pos, seat, (side, a)) { [b, a] } else { [a, b] };
        if self.stops(pos, seat, (side, b)) {
            return (a, self.others(pos, seat, (side, a), trail));
        }
        let at_a = self.joined(pos, seat, (side, a), trail);
        let at_b = self.joined(pos, seat, (side, b), trail);
        match (at_a.pieces, at_b.pieces) {
            (_, 0) => (a, at_a),
            (0, _) => (b, at_b),
            // a trail that ends at either end goes on
            _ => {
                let walked = u8::from(at_a.walked == 1 || at_b.walked == 1);
                (a, Others { pieces: BOTH, walked, ..at_a })
            }
        }
    }

    /// The ring through a piece and the corner at its end, if nothing else hangs at it but there. Only such
    /// a ring can be a longest trail that ends where two pieces meet: any other could go on there, or
    /// wherever something hangs at it.
    fn ring(&self, pos: &Position<C, S, X>, seat: usize, mut piece: usize, end: usize) -> Option<Trail<S>> {
        let (mut corner, mut ring) = (end, Trail::EMPTY);
        loop {
            ring = ring.with(piece);
            let [a, b] = self.ends[piece].map(usize::from);
            corner ^= a ^ b;
            if corner == end {
                return Some(ring);
            }
            let others = self.others(pos, seat, (piece, corner), &ring.sides);
            if others.pieces != 1 {
                return None;
            }
            piece = others.last.into();
        }
    }

    /// The own pieces a trail that comes along `side` to a corner may go on to.
    #[inline]
    fn others(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        (side, corner): (usize, usize),
        trail: &Bits<S>,
    ) -> Others {
        if self.stops(pos, seat, (side, corner)) {
            return Others { pieces: 0, walked: 0, spare: side as u16, last: side as u16 };
        }
        self.joined(pos, seat, (side, corner), trail)
    }

    /// The same where something can join.
    fn joined(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        (side, corner): (usize, usize),
        trail: &Bits<S>,
    ) -> Others {
        let (ships, roads) = (&pos.sea[0].ships, &pos.players[seat].roads);
        let mut others = Others { pieces: 0, walked: 0, spare: side as u16, last: side as u16 };
        let any = if pos.piece_at(corner) != 0 { u64::MAX } else { 0 };
        let ashore = if ships.contains(side) { 0 } else { u64::MAX };
        // nobody can guess which of them are there: no branch depends on it
        for next in self.beside(side, corner) {
            let (word, bit) = (usize::from(next / 64), next % 64);
            let there = roads.0[word] & (any | ships.0[word] ^ ashore);
            let joined = u8::from(usize::from(next) != side) & (there >> bit) as u8;
            let walked = joined & (trail.0[word] >> bit) as u8;
            others.pieces += joined;
            others.walked += walked;
            others.last = if joined != 0 { next } else { others.last };
            others.spare = if joined > walked { next } else { others.spare };
        }
        others
    }

    /// Whether nothing can join a piece at one of its ends.
    #[inline]
    fn stops(&self, pos: &Position<C, S, X>, seat: usize, (side, corner): (usize, usize)) -> bool {
        let sea = &pos.sea[0];
        sea.ships.contains(side) & sea.tips[seat].contains(corner) | pos.foreign_at(corner, seat)
    }

    /// Moves a ship: lifted first, so that the longest road may change hands on the way.
    pub(super) fn move_ship(&self, pos: &mut Position<C, S, X>, seat: usize, from: usize, to: usize) {
        self.forgo(pos, seat, from);
        self.lift(pos, seat, from);
        pos.sea[0].trails.sailor[seat] = ABSENT;
        if self.has_stake(pos, seat) {
            self.consider_award(pos);
        }
        pos.sea[0].ship_moved = true;
        pos.built = true;
        self.set_sea_piece(pos, seat, to, SidePiece::Ship);
        let rest = self.estimate(pos, seat);
        self.grow(pos, seat, to);
        let trails = &mut pos.sea[0].trails;
        (trails.sailor[seat], trails.rest[seat]) = (to as u16, rest);
        self.consider_award(pos);
        self.look_for_victory(pos);
    }

    /// What is known of the trails without a ship that may sail.
    #[inline]
    fn forgo(&self, pos: &mut Position<C, S, X>, seat: usize, ship: usize) {
        let trails = &pos.sea[0].trails;
        if usize::from(trails.sailor[seat]) == ship {
            let (rest, most) = (trails.rest[seat], trails.most[seat]);
            self.set_estimate(pos, seat, Estimate { most: rest.most.min(most), ..rest });
        } else if trails.trail[seat].contains(ship) {
            let trail = self.bereft(pos, seat, ship, self.trail(pos, seat));
            pos.sea[0].trails.trail[seat] = trail.sides;
            pos.players[seat].length = trail.length.min(u8::MAX.into()) as u8;
        }
    }

    /// A trail without the ship at its end; with another piece there if there is one.
    fn bereft(&self, pos: &Position<C, S, X>, seat: usize, ship: usize, mut trail: Trail<S>) -> Trail<S> {
        trail.sides.remove(ship);
        trail.length = trail.length.saturating_sub(1);
        for end in self.ends[ship].map(usize::from) {
            let others = self.others(pos, seat, (ship, end), &trail.sides);
            if others.walked == 1 && usize::from(others.spare) != ship {
                return trail.with(others.spare.into());
            }
        }
        trail
    }

    /// An own building joins ships and roads.
    pub(super) fn join_trails(&self, pos: &mut Position<C, S, X>, seat: usize, corner: usize) {
        let roads = pos.players[seat].roads;
        let here = roads.and(self.around[corner]);
        let afloat = here.and(pos.sea[0].ships);
        if !afloat.is_empty() && afloat != here {
            let longest = self.longer_trail(pos, seat, &roads, self.trail(pos, seat), u16::MAX);
            self.set_trail(pos, seat, longest);
            self.consider_award(pos);
        }
    }

    /// A foreign building stops the seat's trails at a corner; the award is left to the caller.
    pub(super) fn cut_trail(&self, pos: &mut Position<C, S, X>, seat: usize) {
        self.set_trail(pos, seat, self.longest_trail(pos, seat));
    }
}
