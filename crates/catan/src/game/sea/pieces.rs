//! Ships, bridges, walls and islands: where they may stand, and what happens when they are built.

use crate::game::options::Ruleset;
use crate::game::position::{Phase, Position};
use crate::game::sea::state::{BRIDGE, SHIP, SidePiece, WALL};
use crate::game::tables::{ABSENT, Engine};
use hexwright_core::Bits;

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// Whether two own sides join at a corner: ships meet roads and bridges only at an own building.
    #[inline]
    pub(in crate::game) fn joins(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        corner: usize,
        a: usize,
        b: usize,
    ) -> bool {
        if X == 0 {
            return true;
        }
        let ships = &pos.sea[0].ships;
        ships.contains(a) == ships.contains(b) || pos.owner_at(corner) == Some(seat)
    }

    /// Corners on which the setup may place a building.
    #[inline]
    pub(in crate::game) fn setup_corners(&self, pos: &Position<C, S, X>) -> Bits<C> {
        if X == 0 { pos.open } else { pos.open.without(self.sea.forbidden) }
    }

    /// Puts a ship or a bridge on a side, with all that follows from it.
    pub(in crate::game) fn put_sea_piece(
        &self,
        pos: &mut Position<C, S, X>,
        seat: usize,
        side: usize,
        piece: SidePiece,
    ) {
        if piece == SidePiece::Road {
            return self.put_road(pos, seat, side);
        }
        self.set_sea_piece(pos, seat, side, piece);
        self.lengthen(pos, seat, side);
    }

    /// Puts a ship or a bridge on a side; longest roads are not looked at.
    pub(in crate::game) fn set_sea_piece(
        &self,
        pos: &mut Position<C, S, X>,
        seat: usize,
        side: usize,
        piece: SidePiece,
    ) {
        let Some(sea) = pos.sea.first_mut() else { return };
        match piece {
            SidePiece::Road => {}
            SidePiece::Ship => {
                sea.ships.insert(side);
                sea.new_ships.insert(side);
                sea.ships_left[seat] -= 1;
            }
            SidePiece::Bridge => {
                sea.bridges.insert(side);
                sea.bridges_left[seat] -= 1;
            }
        }
        self.occupy(pos, side);
        pos.players[seat].roads.insert(side);
        if piece == SidePiece::Ship {
            self.moor(pos, seat, side);
        } else {
            self.reach_out(pos, seat, side);
        }
    }

    /// A new road or bridge opens the sides at its ends.
    pub(in crate::game) fn reach_out(&self, pos: &mut Position<C, S, X>, seat: usize, side: usize) {
        let tables = &self.sea;
        for end in self.ends[side].map(usize::from) {
            let passable = !pos.foreign_at(end, seat);
            let (sea, me) = (&mut pos.sea[0], &mut pos.players[seat]);
            me.reach.insert(end);
            sea.dry[seat].insert(end);
            if passable {
                me.frontier = me.frontier.or(self.around[end].and(tables.land_sides));
                let bridges = self.around[end].without(tables.land_sides);
                sea.bridge_sides[seat] = sea.bridge_sides[seat].or(bridges);
            }
        }
    }

    /// At a new own building pieces of every kind may start, and a ship that ends there lies fast.
    pub(in crate::game) fn land(&self, pos: &mut Position<C, S, X>, seat: usize, corner: usize) {
        let (sea, me) = (&mut pos.sea[0], &mut pos.players[seat]);
        let (around, tables) = (self.around[corner], &self.sea);
        me.frontier = me.frontier.or(around.and(tables.land_sides));
        sea.ship_sides[seat] = sea.ship_sides[seat].or(around.and(tables.wet_sides));
        sea.bridge_sides[seat] = sea.bridge_sides[seat].or(around.without(tables.land_sides));
        sea.moorings[seat].insert(corner);
        self.count_berths(pos, seat);
        self.fasten(pos, seat, corner);
    }

    /// Builds and pays a ship or a bridge; free in phase road-building.
    pub(in crate::game) fn build_sea_piece(
        &self,
        pos: &mut Position<C, S, X>,
        seat: usize,
        side: usize,
        piece: SidePiece,
    ) {
        let free = pos.phase == Phase::RoadBuilding;
        if !free {
            self.pay(pos, seat, if piece == SidePiece::Ship { SHIP } else { BRIDGE });
            pos.built = true;
        }
        self.put_sea_piece(pos, seat, side, piece);
        self.look_after_side(pos, free);
        if free && pos.phase != Phase::Over {
            self.after_free_road(pos);
        }
    }

    /// Looks for a winner after a road, ship or bridge; the Pioneers server waits for the end of free ones.
    #[inline]
    pub(in crate::game) fn look_after_side(&self, pos: &mut Position<C, S, X>, free: bool) {
        if !free || self.options.ruleset != Ruleset::Pioneers {
            self.look_for_victory(pos);
        }
    }

    /// Walls a city.
    pub(in crate::game) fn build_wall(&self, pos: &mut Position<C, S, X>, seat: usize, corner: usize) {
        self.pay(pos, seat, WALL);
        pos.built = true;
        if let Some(sea) = pos.sea.first_mut() {
            sea.walls.insert(corner);
            sea.walls_left[seat] -= 1;
        }
    }

    /// Recomputes where the seat's pieces reach and what may be built from there.
    pub(in crate::game) fn refresh(&self, pos: &mut Position<C, S, X>, seat: usize) {
        let Some(sea) = pos.sea.first() else { return };
        let (mut dry, mut wet): (Bits<C>, Bits<C>) = (Bits::EMPTY, Bits::EMPTY);
        for side in pos.players[seat].roads.iter() {
            let set = if sea.ships.contains(side) { &mut wet } else { &mut dry };
            self.ends[side].iter().for_each(|&end| set.insert(usize::from(end)));
        }
        let buildings = pos.players[seat].buildings;
        let around = |corners: Bits<C>| {
            let own = corners.iter().filter(|&c| !pos.foreign_at(c, seat));
            own.fold(Bits::EMPTY, |set: Bits<S>, c| set.or(self.around[c]))
        };
        let homes = around(buildings);
        let by_land = homes.or(around(dry));
        let by_sea = homes.or(around(wet));
        let tables = &self.sea;
        let all: Bits<S> = (0..self.sides.len()).collect();
        pos.players[seat].reach = dry.or(wet);
        pos.players[seat].frontier = by_land.and(tables.land_sides);
        let sea = &mut pos.sea[0];
        sea.dry[seat] = dry;
        sea.ship_sides[seat] = by_sea.and(tables.wet_sides);
        sea.bridge_sides[seat] = by_land.and(all.without(tables.land_sides));
        sea.moorings[seat] = buildings.or(wet.without(pos.occupied));
        self.count_berths(pos, seat);
        self.find_tips(pos, seat);
    }

    /// Sides on which the seat may build a piece, money and pieces aside.
    #[inline]
    pub(in crate::game) fn piece_sides(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        piece: SidePiece,
    ) -> Bits<S> {
        let Some(sea) = pos.sea.first() else {
            return if piece == SidePiece::Road { self.road_sides(pos, seat) } else { Bits::EMPTY };
        };
        match piece {
            SidePiece::Road => self.road_sides(pos, seat),
            SidePiece::Ship => sea.ship_sides[seat].and(pos.free).without(*self.pirate_sides(pos)),
            SidePiece::Bridge => sea.bridge_sides[seat].and(pos.free),
        }
    }

    /// The seat's pieces of a kind.
    pub(in crate::game) fn pieces_of(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        piece: SidePiece,
    ) -> Bits<S> {
        let all = pos.players[seat].roads;
        match (pos.sea.first(), piece) {
            (None, SidePiece::Road) => all,
            (None, _) => Bits::EMPTY,
            (Some(sea), SidePiece::Road) => all.without(sea.ships).without(sea.bridges),
            (Some(sea), SidePiece::Ship) => all.and(sea.ships),
            (Some(sea), SidePiece::Bridge) => all.and(sea.bridges),
        }
    }

    /// Pieces of a kind the seat has left.
    pub(in crate::game) fn pieces_left(&self, pos: &Position<C, S, X>, seat: usize, piece: SidePiece) -> u8 {
        let sea = pos.sea.first();
        match piece {
            SidePiece::Road => pos.players[seat].roads_left,
            SidePiece::Ship => sea.map_or(0, |sea| sea.ships_left[seat]),
            SidePiece::Bridge => sea.map_or(0, |sea| sea.bridges_left[seat]),
        }
    }

    /// A turn begins: ships may move again.
    pub(in crate::game) fn rest_ships(&self, pos: &mut Position<C, S, X>) {
        if let Some(sea) = pos.sea.first_mut() {
            sea.ship_moved = false;
            sea.new_ships = Bits::EMPTY;
        }
    }

    /// Whether a side is one of the dense ones.
    pub(in crate::game) fn dense_side(&self, side: hexwright_core::SideId) -> Option<usize> {
        let dense = *self.side_index.get(side.index())?;
        (dense != ABSENT).then_some(usize::from(dense))
    }

    /// A new building may have discovered an island: no own building stands on it yet.
    pub(in crate::game) fn discover(&self, pos: &mut Position<C, S, X>, seat: usize, corner: usize) {
        let bonus = &self.sea.rules.islands;
        let (Some(sea), Some(&last)) = (pos.sea.first_mut(), bonus.last()) else { return };
        let here = self.sea.island[corner];
        if pos.players[seat].buildings.iter().any(|c| c != corner && self.sea.island[c] == here) {
            return;
        }
        let points =
            bonus.get(usize::from(sea.islands[seat])).copied().unwrap_or(last).clamp(-999, 999) as i16;
        sea.islands[seat] = sea.islands[seat].saturating_add(1);
        sea.island_points[seat] += points;
        pos.players[seat].points += points;
    }

    /// Largest hand that discards nothing: two more for each wall.
    pub(in crate::game) fn hand_limit(&self, pos: &Position<C, S, X>, seat: usize, limit: u8) -> u16 {
        if X == 0 || self.sea.rules.walls == 0 {
            return limit.into();
        }
        u16::from(limit) + 2 * pos.sea[0].walls.and(pos.players[seat].buildings).len() as u16
    }
}
