//! Free placements before the first turn (section 2 of the rules).

use crate::game::position::{Phase, Position};
use crate::game::sea::state::SidePiece;
use crate::game::tables::Engine;
use hexwright_core::Bits;

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// Enters the setup, or turn 1 if the map grants no placement at all.
    pub(in crate::game) fn begin_setup(&self, pos: &mut Position<C, S, X>) {
        pos.phase = Phase::Setup;
        self.load_row(pos);
        self.advance_setup(pos);
    }

    /// The seat that places now and what its row grants (R-SETUP-2, R-SETUP-3).
    fn load_row(&self, pos: &mut Position<C, S, X>) {
        let Some(row) = self.setup.placements.get(usize::from(pos.pass)) else { return };
        let forward = pos.pass.is_multiple_of(2);
        pos.active = if forward { pos.place } else { self.seats as u8 - 1 - pos.place };
        (pos.left_settlements, pos.left_cities, pos.left_roads) = (row.settlements, row.cities, row.roads);
        pos.placed = Bits::EMPTY;
        pos.anchors = Bits::EMPTY;
    }

    /// Goes on to the next seat that can place something; after the last, to turn 1.
    pub(in crate::game) fn advance_setup(&self, pos: &mut Position<C, S, X>) {
        loop {
            self.forfeit(pos);
            if pos.left_settlements > 0 || pos.left_cities > 0 || pos.left_roads > 0 {
                return;
            }
            if self.pay_placements(pos) || !self.step_setup(pos) {
                return;
            }
        }
    }

    /// Goes on with the setup after a seat has been paid.
    pub(in crate::game) fn next_placement(&self, pos: &mut Position<C, S, X>) {
        if self.step_setup(pos) {
            self.advance_setup(pos);
        }
    }

    /// The next seat's placements, or turn 1: whether the setup goes on.
    fn step_setup(&self, pos: &mut Position<C, S, X>) -> bool {
        pos.place += 1;
        if usize::from(pos.place) >= self.seats {
            pos.place = 0;
            pos.pass = pos.pass.saturating_add(1);
        }
        if usize::from(pos.pass) >= self.setup.placements.len() {
            pos.placed = Bits::EMPTY;
            pos.anchors = Bits::EMPTY;
            pos.active = 0;
            self.begin_turn(pos);
            return false;
        }
        self.load_row(pos);
        true
    }

    /// Drops what can no longer be placed (R-SETUP-6).
    fn forfeit(&self, pos: &mut Position<C, S, X>) {
        let me = &pos.players[usize::from(pos.active)];
        let room = !self.setup_corners(pos).is_empty();
        if me.settlements_left == 0 || !room {
            pos.left_settlements = 0;
        }
        if me.cities_left == 0 || !room {
            pos.left_cities = 0;
        }
        if pos.left_settlements == 0 && pos.left_cities == 0 && !self.setup_side_fits(pos) {
            pos.left_roads = 0;
        }
    }

    /// Whether a free road (or ship or bridge) can be placed.
    fn setup_side_fits(&self, pos: &Position<C, S, X>) -> bool {
        let seat = usize::from(pos.active);
        let fits = |piece| self.pieces_left(pos, seat, piece) > 0 && !self.setup_sides(pos, piece).is_empty();
        fits(SidePiece::Road) || X > 0 && (fits(SidePiece::Ship) || fits(SidePiece::Bridge))
    }

    /// Where a free road, ship or bridge may go (R-SETUP-5).
    pub(in crate::game) fn setup_sides(&self, pos: &Position<C, S, X>, piece: SidePiece) -> Bits<S> {
        if pos.placed.is_empty() {
            return self.piece_sides(pos, usize::from(pos.active), piece);
        }
        let joined = pos.anchors.iter().fold(Bits::EMPTY, |set: Bits<S>, c| set.or(self.around[c]));
        let joined = joined.and(pos.free);
        match piece {
            _ if X == 0 => joined,
            SidePiece::Road => joined.and(self.sea.land_sides),
            SidePiece::Ship => joined.and(self.sea.wet_sides).without(*self.pirate_sides(pos)),
            SidePiece::Bridge => joined.without(self.sea.land_sides),
        }
    }

    /// One card for each productive hex at the buildings of this placement turn (R-SETUP-7).
    /// Whether gold keeps the setup waiting for a choice.
    fn pay_placements(&self, pos: &mut Position<C, S, X>) -> bool {
        let unpaid = self.setup.placements.len().saturating_sub(usize::from(self.setup.resource_passes));
        if usize::from(pos.pass) < unpaid {
            return false;
        }
        for corner in pos.placed.iter() {
            let gain = self.yields[corner].min(pos.bank);
            let me = &mut pos.players[usize::from(pos.active)];
            me.hand = me.hand.plus(gain);
            pos.bank = pos.bank.minus(gain);
        }
        self.setup_gold(pos)
    }

    pub(in crate::game) fn place_free_building(
        &self,
        pos: &mut Position<C, S, X>,
        corner: usize,
        city: bool,
    ) {
        let seat = usize::from(pos.active);
        if city {
            pos.left_cities = pos.left_cities.saturating_sub(1);
        } else {
            pos.left_settlements = pos.left_settlements.saturating_sub(1);
        }
        pos.placed.insert(corner);
        pos.anchors.insert(corner);
        self.put_building(pos, seat, corner, city);
        self.advance_setup(pos);
    }

    pub(in crate::game) fn place_free_side(
        &self,
        pos: &mut Position<C, S, X>,
        side: usize,
        piece: SidePiece,
    ) {
        let seat = usize::from(pos.active);
        pos.left_roads = pos.left_roads.saturating_sub(1);
        for end in self.ends[side] {
            if !pos.foreign_at(usize::from(end), seat) {
                pos.anchors.insert(usize::from(end));
            }
        }
        if piece == SidePiece::Road {
            self.put_road(pos, seat, side);
        } else {
            self.put_sea_piece(pos, seat, side, piece);
        }
        self.advance_setup(pos);
    }
}
