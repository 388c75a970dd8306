//! Longest roads at sea, measured only when it matters.
//!
//! Each seat remembers a trail of its own and a bound no trail of it exceeds. The bound is what was
//! measured last and one more for each piece that came since: a piece that hangs at one end lengthens
//! trails by itself alone. A ship that sails away takes its share of the bound along, so that ships may
//! come and go for long before anything is measured: while the bounds show who keeps the award, nothing is.
//!
//! The public functions of the engine settle what is open before anybody sees a position: outside, lengths are exact.

use crate::game::learn::pack::packed;
use crate::game::position::{MAX_SEATS, NONE, Position};
use crate::game::rules::trails::Trail;
use crate::game::sea::state::SidePiece;
use crate::game::tables::Engine;
use hexwright_core::Bits;

/// What is known of each seat's trails. It depends on how the position came about and decides nothing, so
/// positions that differ in it alone are equal.
#[derive(Clone, Copy, Debug)]
pub(in crate::game) struct Remembered<const S: usize> {
    /// A trail as long as the player's `length` says.
    trail: [Bits<S>; MAX_SEATS],
    /// No trail is longer.
    most: [u16; MAX_SEATS],
    /// The pieces for which the bound was raised since trails were measured. Let `B` be the network measured
    /// then, `N` a later one and `A` these pieces in it. Each of them hung at one end at most when it came,
    /// and does so as well if it comes to a part of the network of then: starting from the part of `B` that
    /// is in `N`, no longer than `B`, the pieces of `A` come one by one and make trails at most one longer.
    added: [Bits<S>; MAX_SEATS],
    /// Whether the network had a ring when it was measured; mostly it still has.
    ringed: [bool; MAX_SEATS],
}

/// Pieces that join another at one of its ends.
#[derive(Clone, Copy)]
struct Others {
    pieces: u8,
    /// How many of them are part of a trail, and one that is not.
    walked: u8,
    spare: u16,
}

impl<const S: usize> Remembered<S> {
    pub(in crate::game) const NOTHING: Self = Self {
        trail: [Bits::EMPTY; MAX_SEATS],
        most: [0; MAX_SEATS],
        added: [Bits::EMPTY; MAX_SEATS],
        ringed: [false; MAX_SEATS],
    };
}

packed!([const S: usize] Remembered<S> { trail, most, added, ringed });

impl<const S: usize> PartialEq for Remembered<S> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<const S: usize> Eq for Remembered<S> {}

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// The remembered trail of a seat.
    pub(in crate::game) fn trail(&self, pos: &Position<C, S, X>, seat: usize) -> Trail<S> {
        Trail { sides: pos.sea[0].trails.trail[seat], length: pos.players[seat].length.into() }
    }

    /// Notes a seat's longest trail after the network has changed.
    pub(in crate::game) fn set_trail(&self, pos: &mut Position<C, S, X>, seat: usize, trail: Trail<S>) {
        pos.players[seat].length = trail.length.min(u8::MAX.into()) as u8;
        if let Some(sea) = pos.sea.first_mut() {
            let trails = &mut sea.trails;
            (trails.trail[seat], trails.most[seat]) = (trail.sides, trail.length);
            trails.added[seat] = Bits::EMPTY;
            trails.ringed[seat] = false;
        }
    }

    /// Measures whatever is not known exactly. Random play does so at the end of a game, everybody else after each action.
    #[inline]
    pub(in crate::game) fn settle(&self, pos: &mut Position<C, S, X>) {
        if X > 0 {
            (0..self.seats).for_each(|seat| self.settle_seat(pos, seat));
        }
    }

    fn settle_seat(&self, pos: &mut Position<C, S, X>, seat: usize) {
        let (known, most) = (self.trail(pos, seat), pos.sea[0].trails.most[seat]);
        if known.length < most {
            let ringed = pos.sea[0].trails.ringed[seat];
            let of_trees = if ringed { None } else { self.longer_trail_of_trees(pos, seat, known) };
            let longest = of_trees.unwrap_or_else(|| self.longer_trail(pos, seat, known, most));
            self.set_trail(pos, seat, longest);
            pos.sea[0].trails.ringed[seat] = of_trees.is_none();
        }
    }

    /// The length a rival must exceed to get the award.
    #[inline]
    fn length_to_beat(&self, pos: &Position<C, S, X>) -> u16 {
        let holder = pos.players.get(usize::from(pos.road_holder));
        holder.map_or(self.options.longest_road.saturating_sub(1), |holder| holder.length).into()
    }

    /// Gives the award to a seat whose new piece earns it. The award was settled when the piece came, so
    /// nobody else's trails matter unless this seat's now do.
    #[inline]
    fn claim_award(&self, pos: &mut Position<C, S, X>, seat: usize) {
        let most = pos.sea[0].trails.most[seat];
        if usize::from(pos.road_holder) != seat && most > self.length_to_beat(pos) {
            self.award_road(pos);
        }
    }

    /// Gives the award after a seat's trails became shorter, unless the bounds show that it stays where it is.
    #[inline]
    fn reconsider_award(&self, pos: &mut Position<C, S, X>, seat: usize) {
        let (holder, kept) = (usize::from(pos.road_holder), self.length_to_beat(pos));
        if pos.road_holder != NONE && holder != seat {
            return;
        }
        let rivals = (0..self.seats).filter(|&rival| rival != holder);
        let most = rivals.fold(0, |most, rival| pos.sea[0].trails.most[rival].max(most));
        if most > kept || pos.road_holder != NONE && kept < self.options.longest_road.into() {
            self.award_road(pos);
        }
    }

    /// Measures the seats whose bounds leave open who gets the award.
    pub(in crate::game) fn measure_rivals(&self, pos: &mut Position<C, S, X>) {
        let (holder, least) = (usize::from(pos.road_holder), self.options.longest_road);
        let held = pos.players.get(holder).map(|holder| holder.length);
        let enough = held.map_or(least, |held| least.max(held.saturating_add(1)));
        let mut beaten = held.is_some_and(|held| held < least);
        for seat in (0..self.seats).filter(|&seat| seat != holder) {
            if pos.sea[0].trails.most[seat] >= enough.into() {
                self.settle_seat(pos, seat);
                beaten |= held.is_some_and(|held| pos.players[seat].length > held);
            }
        }
        if beaten {
            self.settle_seat(pos, holder);
        }
    }

    /// A new piece may have lengthened a trail.
    pub(in crate::game) fn lengthen(&self, pos: &mut Position<C, S, X>, seat: usize, side: usize) {
        self.grow(pos, seat, side);
        self.claim_award(pos, seat);
    }

    /// What is known of the trails once there is a new piece.
    #[inline]
    fn grow(&self, pos: &mut Position<C, S, X>, seat: usize, side: usize) {
        let (hangs, goes_on) = self.hangs(pos, seat, side, &pos.sea[0].trails.trail[seat]);
        let (trails, me) = (&mut pos.sea[0].trails, &mut pos.players[seat]);
        if hangs {
            trails.most[seat] += 1;
            trails.added[seat].insert(side);
        } else {
            trails.most[seat] = me.roads.len() as u16;
            trails.added[seat] = Bits::EMPTY;
        }
        if me.length == 0 || goes_on {
            trails.trail[seat].insert(side);
            me.length = me.length.saturating_add(1);
        }
    }

    /// Whether a piece joins others at one end at most, and whether a trail that ends there goes on along it.
    #[inline]
    fn hangs(&self, pos: &Position<C, S, X>, seat: usize, side: usize, trail: &Bits<S>) -> (bool, bool) {
        let [a, b] = self.ends[side].map(usize::from);
        let [a, b] = if self.stops(pos, seat, (side, a)) { [b, a] } else { [a, b] };
        let near = self.others(pos, seat, (side, a), trail);
        // an end of a trail has an odd number of its pieces
        if self.stops(pos, seat, (side, b)) {
            return (true, near.walked == 1);
        }
        let far = self.joined(pos, seat, (side, b), trail);
        (near.pieces == 0 || far.pieces == 0, near.walked == 1 || far.walked == 1)
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
            return Others { pieces: 0, walked: 0, spare: side as u16 };
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
        let mut others = Others { pieces: 0, walked: 0, spare: side as u16 };
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
            others.spare = if joined > walked { next } else { others.spare };
        }
        others
    }

    /// Whether nothing can join a piece at one of its ends.
    #[inline]
    pub(in crate::game) fn stops(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        (side, corner): (usize, usize),
    ) -> bool {
        let sea = &pos.sea[0];
        sea.ships.contains(side) & sea.tips[seat].contains(corner) | pos.foreign_at(corner, seat)
    }

    /// Moves a ship: lifted first, so that the longest road may change hands on the way.
    pub(in crate::game) fn move_ship(
        &self,
        pos: &mut Position<C, S, X>,
        seat: usize,
        from: usize,
        to: usize,
    ) {
        self.forgo(pos, seat, from);
        self.lift(pos, seat, from);
        self.reconsider_award(pos, seat);
        pos.sea[0].ship_moved = true;
        pos.built = true;
        self.set_sea_piece(pos, seat, to, SidePiece::Ship);
        self.lengthen(pos, seat, to);
        self.look_for_victory(pos);
    }

    /// What is known of the trails without a ship that may sail.
    #[inline]
    fn forgo(&self, pos: &mut Position<C, S, X>, seat: usize, ship: usize) {
        let trails = &mut pos.sea[0].trails;
        trails.most[seat] -= u16::from(trails.added[seat].contains(ship));
        trails.added[seat].remove(ship);
        if trails.trail[seat].contains(ship) {
            // being loose it is the last piece of the trail
            trails.trail[seat].remove(ship);
            pos.players[seat].length = pos.players[seat].length.saturating_sub(1);
            if usize::from(pos.road_holder) == seat {
                self.replace_last(pos, seat, ship);
            }
        }
    }

    /// Lengthens the award's trail by another piece where it has lost a ship, if there is one.
    fn replace_last(&self, pos: &mut Position<C, S, X>, seat: usize, ship: usize) {
        for end in self.ends[ship].map(usize::from) {
            let others = self.others(pos, seat, (ship, end), &pos.sea[0].trails.trail[seat]);
            if others.walked == 1 && usize::from(others.spare) != ship {
                pos.sea[0].trails.trail[seat].insert(others.spare.into());
                pos.players[seat].length += 1;
                return;
            }
        }
    }

    /// An own building joins ships and roads.
    pub(in crate::game) fn join_trails(&self, pos: &mut Position<C, S, X>, seat: usize, corner: usize) {
        let roads = pos.players[seat].roads;
        let here = roads.and(self.around[corner]);
        let afloat = here.and(pos.sea[0].ships);
        if !afloat.is_empty() && afloat != here {
            let longest = self.longer_trail(pos, seat, self.trail(pos, seat), u16::MAX);
            self.set_trail(pos, seat, longest);
            self.claim_award(pos, seat);
        }
    }

    /// A foreign building stops the seat's trails at a corner; the award is left to the caller.
    pub(in crate::game) fn cut_trail(&self, pos: &mut Position<C, S, X>, seat: usize) {
        self.set_trail(pos, seat, self.longest_trail(pos, seat));
    }
}
