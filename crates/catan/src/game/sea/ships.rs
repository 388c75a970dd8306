//! Ships that sail on: which may leave, where they may go, and what a ship leaves behind.

use crate::game::actions::action::Action;
use crate::game::options::Ruleset;
use crate::game::position::{Phase, Position};
use crate::game::sea::state::SidePiece;
use crate::game::tables::{ABSENT, Engine};
use hexwright_core::Bits;

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// A side is taken: nobody has a berth there.
    #[inline]
    pub(in crate::game) fn occupy(&self, pos: &mut Position<C, S, X>, side: usize) {
        pos.free.remove(side);
        if let Some(sea) = pos.sea.first_mut() {
            for (berths, sides) in sea.berths[..self.seats].iter_mut().zip(&sea.ship_sides) {
                *berths -= u16::from(sides.contains(side));
            }
        }
    }

    /// A side is free again.
    #[inline]
    fn vacate(&self, pos: &mut Position<C, S, X>, side: usize) {
        pos.free.insert(side);
        let sea = &mut pos.sea[0];
        for (berths, sides) in sea.berths[..self.seats].iter_mut().zip(&sea.ship_sides) {
            *berths += u16::from(sides.contains(side));
        }
    }

    /// Counts the free sides to which a seat's ships may go.
    #[inline]
    pub(in crate::game) fn count_berths(&self, pos: &mut Position<C, S, X>, seat: usize) {
        pos.sea[0].berths[seat] = pos.sea[0].ship_sides[seat].and(pos.free).len() as u16;
    }

    /// How many own ships end at a corner beside the one on `side`, and the last of them.
    #[inline]
    fn ships_beside(&self, pos: &Position<C, S, X>, seat: usize, corner: usize, side: usize) -> (u8, usize) {
        let (ships, own) = (&pos.sea[0].ships, &pos.players[seat].roads);
        let (mut count, mut last) = (0, side);
        for next in self.beside(side, corner).map(usize::from) {
            let found = (next != side) & ships.contains(next) & own.contains(next);
            count += u8::from(found);
            last = if found { next } else { last };
        }
        (count, last)
    }

    /// The other sides at one end of a side; itself fills up.
    #[inline]
    pub(in crate::game) fn beside(&self, side: usize, corner: usize) -> [u16; 2] {
        self.beside[side][usize::from(usize::from(self.ends[side][1]) == corner)]
    }

    /// The ends of a side, one in the set first: what happens at each is then easy to foresee.
    #[inline]
    fn ends_in_order(&self, side: usize, first: &Bits<C>) -> [usize; 2] {
        let [a, b] = self.ends[side].map(usize::from);
        let swap = if first.contains(a) { 0 } else { a ^ b };
        [a ^ swap, b ^ swap]
    }

    /// Whether an own ship has an open end: at a foreign building, or where nothing stands and no other
    /// own ship ends.
    #[inline]
    fn is_loose(&self, pos: &Position<C, S, X>, seat: usize, ship: usize) -> bool {
        let tips = &pos.sea[0].tips[seat];
        self.ends[ship].iter().any(|&end| tips.contains(end.into()) || pos.foreign_at(end.into(), seat))
    }

    /// A new ship opens the sides at its ends; where another was the last, it no longer is.
    pub(in crate::game) fn moor(&self, pos: &mut Position<C, S, X>, seat: usize, side: usize) {
        let mut loose = false;
        for end in self.ends_in_order(side, &pos.sea[0].moorings[seat]) {
            pos.players[seat].reach.insert(end);
            if pos.foreign_at(end, seat) {
                loose = true;
            } else if !pos.sea[0].moorings[seat].contains(end) {
                let sea = &mut pos.sea[0];
                sea.moorings[seat].insert(end);
                sea.tips[seat].insert(end);
                sea.ship_sides[seat] = sea.ship_sides[seat].or(self.around[end].and(self.sea.wet_sides));
                self.count_berths(pos, seat);
                loose = true;
            } else {
                self.fasten(pos, seat, end);
            }
        }
        if loose {
            pos.sea[0].loose[seat].insert(side);
            pos.sea[0].loose_ships[seat] += 1;
        }
    }

    /// A ship ends at a corner where another piece begins: that end is no longer open.
    pub(in crate::game) fn fasten(&self, pos: &mut Position<C, S, X>, seat: usize, corner: usize) {
        if !pos.sea[0].tips[seat].contains(corner) {
            return;
        }
        pos.sea[0].tips[seat].remove(corner);
        let beside = pos.sea[0].loose[seat].and(self.around[corner]);
        if let Some(ship) = beside.first().filter(|&ship| !self.is_loose(pos, seat, ship)) {
            pos.sea[0].loose[seat].remove(ship);
            pos.sea[0].loose_ships[seat] -= 1;
        }
    }

    /// Takes a ship off the board.
    pub(in crate::game) fn lift(&self, pos: &mut Position<C, S, X>, seat: usize, side: usize) {
        let (sea, me) = (&mut pos.sea[0], &mut pos.players[seat]);
        sea.ships.remove(side);
        sea.new_ships.remove(side);
        sea.loose_ships[seat] -= u8::from(sea.loose[seat].contains(side));
        sea.loose[seat].remove(side);
        sea.ships_left[seat] += 1;
        me.roads.remove(side);
        self.vacate(pos, side);
        for end in self.ends_in_order(side, &pos.sea[0].tips[seat]) {
            let alone = pos.sea[0].tips[seat].contains(end);
            let (others, last) = if alone { (0, side) } else { self.ships_beside(pos, seat, end, side) };
            let (sea, me) = (&mut pos.sea[0], &mut pos.players[seat]);
            me.reach.remove_if(end, others == 0 && !sea.dry[seat].contains(end));
            if pos.piece[end / 64][end % 64] != 0 {
                continue;
            }
            if others == 0 {
                sea.tips[seat].remove(end);
                sea.moorings[seat].remove(end);
                let [one, other] = self.beside(side, end).map(usize::from);
                for near in [side, one, other] {
                    let [a, b] = self.ends[near].map(usize::from);
                    let lost = !sea.moorings[seat].contains(a ^ b ^ end);
                    let berth = sea.ship_sides[seat].contains(near) & pos.free.contains(near);
                    sea.berths[seat] -= u16::from(lost & berth);
                    sea.ship_sides[seat].remove_if(near, lost);
                }
            } else if others == 1 {
                sea.tips[seat].insert(end);
                sea.loose_ships[seat] += u8::from(!sea.loose[seat].contains(last));
                sea.loose[seat].insert(last);
            }
        }
    }

    /// Finds the open ends of all ships of a seat.
    pub(in crate::game) fn find_tips(&self, pos: &mut Position<C, S, X>, seat: usize) {
        let own = self.pieces_of(pos, seat, SidePiece::Ship);
        let ends = own.iter().flat_map(|ship| self.ends[ship].map(usize::from));
        let alone = |end: &usize| pos.piece_at(*end) == 0 && self.around[*end].and(own).len() == 1;
        pos.sea[0].tips[seat] = ends.filter(alone).collect();
        let loose: Bits<S> = own.iter().filter(|&ship| self.is_loose(pos, seat, ship)).collect();
        (pos.sea[0].loose[seat], pos.sea[0].loose_ships[seat]) = (loose, loose.len() as u8);
    }

    /// Ships that may leave their sides: an open end, no pirate beside them, and by the published rules
    /// not in the turn they were built in.
    #[inline]
    pub(in crate::game) fn movable_ships(&self, pos: &Position<C, S, X>, seat: usize) -> Bits<S> {
        let Some(sea) = pos.sea.first() else { return Bits::EMPTY };
        let movable = sea.loose[seat].without(*self.pirate_sides(pos));
        if self.options.ruleset == Ruleset::Pioneers { movable } else { movable.without(sea.new_ships) }
    }

    /// How many pairs of a ship and a side there are to draw a move from; none at the wrong time.
    #[inline]
    pub(in crate::game) fn count_voyages(&self, pos: &Position<C, S, X>, seat: usize) -> usize {
        let sea = &pos.sea[0];
        usize::from(self.ships_move(pos)) * usize::from(sea.loose_ships[seat]) * usize::from(sea.berths[seat])
    }

    /// The n-th pair of a loose ship and a free side it may reach, if that is a move: the pirate is not
    /// near, the ship is not new, and does not lead there alone.
    #[inline]
    pub(in crate::game) fn nth_voyage(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        mut n: usize,
    ) -> Option<Action> {
        let (sea, pirate) = (&pos.sea[0], self.pirate_sides(pos));
        // few ships are loose: walking takes less time than dividing
        let mut ships = sea.loose[seat].iter();
        let (mut from, berths) = (ships.next()?, usize::from(sea.berths[seat]));
        while n >= berths {
            (n, from) = (n - berths, ships.next()?);
        }
        let new = sea.new_ships.contains(from) & (self.options.ruleset != Ruleset::Pioneers);
        if new | pirate.contains(from) {
            return None;
        }
        let to = sea.ship_sides[seat].and(pos.free).nth(n)?;
        let (home, [a, b]) = (self.ends[from], self.ends[to]);
        let lost = |near: u16, far: u16| {
            sea.tips[seat].contains(near.into())
                & ((home[0] == near) | (home[1] == near))
                & !sea.moorings[seat].contains(far.into())
        };
        let barred = pirate.contains(to) | lost(a, b) | lost(b, a);
        (!barred).then(|| Action::MoveShip { from: self.sides[from], to: self.sides[to] })
    }

    /// Where a ship may go of all the sides on which ships may be built now: not where only it leads to.
    #[inline]
    pub(in crate::game) fn targets_of(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        ship: usize,
        open: &Bits<S>,
    ) -> Bits<S> {
        let (sea, mut targets) = (&pos.sea[0], *open);
        for end in self.ends[ship].map(usize::from).into_iter().filter(|&e| sea.tips[seat].contains(e)) {
            for (side, far) in self.steps[end] {
                if side != ABSENT && !sea.moorings[seat].contains(far.into()) {
                    targets.remove(side.into());
                }
            }
        }
        targets
    }

    /// Where a ship lifted from a side may go; nowhere if it may not leave.
    pub(in crate::game) fn ship_targets(&self, pos: &Position<C, S, X>, seat: usize, from: usize) -> Bits<S> {
        if !self.movable_ships(pos, seat).contains(from) {
            return Bits::EMPTY;
        }
        self.targets_of(pos, seat, from, &self.piece_sides(pos, seat, SidePiece::Ship))
    }

    /// Whether ships move now: one in a turn, and by the published rules after the roll.
    #[inline]
    pub(in crate::game) fn ships_move(&self, pos: &Position<C, S, X>) -> bool {
        let time = pos.phase == Phase::Main
            || pos.phase == Phase::PreRoll && self.options.ruleset == Ruleset::Pioneers;
        time && pos.sea.first().is_some_and(|sea| !sea.ship_moved)
    }
}
