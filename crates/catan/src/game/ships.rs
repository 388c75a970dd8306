//! Ships that sail on: which may leave, where they may go, and what a ship leaves behind.

use super::action::Action;
use super::options::Ruleset;
use super::position::{Phase, Position};
use super::sea::SidePiece;
use super::tables::{ABSENT, Engine};
use hexwright_core::Bits;

/// The moves of a seat's ships: each may go to each open side but those that only it leads to.
pub(super) struct ShipMoves<const S: usize> {
    /// Ships that may move.
    pub(super) ships: Bits<S>,
    /// Sides on which ships may be built now, and how many they are.
    pub(super) open: Bits<S>,
    targets: usize,
    /// Pairs of a ship and a side, forbidden ones included.
    pub(super) pairs: usize,
}

impl<const S: usize> ShipMoves<S> {
    pub(super) const NONE: Self = Self { ships: Bits::EMPTY, open: Bits::EMPTY, targets: 0, pairs: 0 };
}

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
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
    pub(super) fn beside(&self, side: usize, corner: usize) -> [u16; 2] {
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
    pub(super) fn moor(&self, pos: &mut Position<C, S, X>, seat: usize, side: usize) {
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
                loose = true;
            } else {
                self.fasten(pos, seat, end);
            }
        }
        if loose {
            pos.sea[0].loose[seat].insert(side);
        }
    }

    /// A ship ends at a corner where another piece begins: that end is no longer open.
    pub(super) fn fasten(&self, pos: &mut Position<C, S, X>, seat: usize, corner: usize) {
        if !pos.sea[0].tips[seat].contains(corner) {
            return;
        }
        pos.sea[0].tips[seat].remove(corner);
        let beside = pos.sea[0].loose[seat].and(self.around[corner]);
        if let Some(ship) = beside.first().filter(|&ship| !self.is_loose(pos, seat, ship)) {
            pos.sea[0].loose[seat].remove(ship);
        }
    }

    /// Takes a ship off the board.
    pub(super) fn lift(&self, pos: &mut Position<C, S, X>, seat: usize, side: usize) {
        let (sea, me) = (&mut pos.sea[0], &mut pos.players[seat]);
        sea.ships.remove(side);
        sea.new_ships.remove(side);
        sea.loose[seat].remove(side);
        sea.ships_left[seat] += 1;
        pos.free.insert(side);
        me.roads.remove(side);
        for end in self.ends_in_order(side, &pos.sea[0].tips[seat]) {
            let alone = pos.sea[0].tips[seat].contains(end);
            let (others, last) = if alone { (0, side) } else { self.ships_beside(pos, seat, end, side) };
            let (sea, me) = (&mut pos.sea[0], &mut pos.players[seat]);
            if others == 0 && !sea.dry[seat].contains(end) {
                me.reach.remove(end);
            }
            if pos.piece[end / 64][end % 64] != 0 {
                continue;
            }
            if others == 0 {
                sea.tips[seat].remove(end);
                sea.moorings[seat].remove(end);
                for (near, far) in self.steps[end] {
                    if near != ABSENT && !sea.moorings[seat].contains(far.into()) {
                        sea.ship_sides[seat].remove(near.into());
                    }
                }
            } else if others == 1 {
                sea.tips[seat].insert(end);
                sea.loose[seat].insert(last);
            }
        }
    }

    /// Finds the open ends of all ships of a seat.
    pub(super) fn find_tips(&self, pos: &mut Position<C, S, X>, seat: usize) {
        let own = self.pieces_of(pos, seat, SidePiece::Ship);
        let ends = own.iter().flat_map(|ship| self.ends[ship].map(usize::from));
        let alone = |end: &usize| pos.piece_at(*end) == 0 && self.around[*end].and(own).len() == 1;
        pos.sea[0].tips[seat] = ends.filter(alone).collect();
        pos.sea[0].loose[seat] = own.iter().filter(|&ship| self.is_loose(pos, seat, ship)).collect();
    }

    /// Ships that may leave their sides: an open end, no pirate beside them, and by the published rules
    /// not in the turn they were built in.
    #[inline]
    pub(super) fn movable_ships(&self, pos: &Position<C, S, X>, seat: usize) -> Bits<S> {
        let Some(sea) = pos.sea.first() else { return Bits::EMPTY };
        let movable = sea.loose[seat].without(*self.pirate_sides(pos));
        if self.options.ruleset == Ruleset::Pioneers { movable } else { movable.without(sea.new_ships) }
    }

    /// The moves of a seat's ships; none at the wrong time.
    #[inline]
    pub(super) fn ship_moves(&self, pos: &Position<C, S, X>, seat: usize) -> ShipMoves<S> {
        if !self.ships_move(pos) || pos.sea[0].loose[seat].is_empty() {
            return ShipMoves::NONE;
        }
        let (ships, open) = (self.movable_ships(pos, seat), self.piece_sides(pos, seat, SidePiece::Ship));
        let targets = open.len();
        ShipMoves { ships, open, targets, pairs: targets * ships.len() }
    }

    /// The n-th pair of a ship and a side, unless only that ship leads there.
    #[inline]
    pub(super) fn nth_ship_move(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        moves: &ShipMoves<S>,
        mut n: usize,
    ) -> Option<Action> {
        // few ships are loose: walking takes less time than dividing
        let mut ships = moves.ships.iter();
        let mut from = ships.next()?;
        while n >= moves.targets {
            (n, from) = (n - moves.targets, ships.next()?);
        }
        let to = moves.open.nth(n)?;
        let (sea, [a, b]) = (&pos.sea[0], self.ends[to].map(usize::from));
        for (near, far) in [(a, b), (b, a)] {
            if sea.tips[seat].contains(near)
                && self.ends[from].contains(&(near as u16))
                && !sea.moorings[seat].contains(far)
            {
                return None;
            }
        }
        Some(Action::MoveShip { from: self.sides[from], to: self.sides[to] })
    }

    /// Sides a ship may not go to although ships may be built there now: those that only it leads to.
    #[inline]
    fn each_lost(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        ship: usize,
        open: &Bits<S>,
        mut lost: impl FnMut(usize),
    ) {
        let sea = &pos.sea[0];
        for end in self.ends[ship].map(usize::from) {
            if sea.tips[seat].contains(end) {
                for (side, far) in self.steps[end] {
                    if side != ABSENT
                        && open.contains(side.into())
                        && !sea.moorings[seat].contains(far.into())
                    {
                        lost(side.into());
                    }
                }
            }
        }
    }

    /// Where a ship may go of all the sides on which ships may be built now.
    #[inline]
    pub(super) fn targets_of(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        ship: usize,
        open: &Bits<S>,
    ) -> Bits<S> {
        let mut targets = *open;
        self.each_lost(pos, seat, ship, open, |side| targets.remove(side));
        targets
    }

    /// Where a ship lifted from a side may go; nowhere if it may not leave.
    pub(super) fn ship_targets(&self, pos: &Position<C, S, X>, seat: usize, from: usize) -> Bits<S> {
        if !self.movable_ships(pos, seat).contains(from) {
            return Bits::EMPTY;
        }
        self.targets_of(pos, seat, from, &self.piece_sides(pos, seat, SidePiece::Ship))
    }

    /// Whether ships move now: one in a turn, and by the published rules after the roll.
    #[inline]
    pub(super) fn ships_move(&self, pos: &Position<C, S, X>) -> bool {
        let time = pos.phase == Phase::Main
            || pos.phase == Phase::PreRoll && self.options.ruleset == Ruleset::Pioneers;
        time && pos.sea.first().is_some_and(|sea| !sea.ship_moved)
    }
}
