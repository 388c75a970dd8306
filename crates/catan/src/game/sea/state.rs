//! What seafaring boards add to a position: ships, bridges, walls, gold, the pirate, islands.
//!
//! The state lies in an array of length `X`: boards without any of it carry nothing. On boards with
//! it a seat's `roads` hold all its pieces on sides; which of them are ships and bridges stands here.

use crate::game::hand::Hand;
use crate::game::options::{BankRule, Ruleset};
use crate::game::position::{CITY, MAX_SEATS, NONE, NOWHERE, Phase, Position};
use crate::game::rules::lengths::Remembered;
use crate::game::tables::{ABSENT, Engine};
use hexwright_core::{Bits, HexId};

/// Price of a ship: wood wool.
pub(crate) const SHIP: Hand = Hand::of([0, 1, 1, 0, 0]);
/// Price of a bridge: brick wood wool.
pub(crate) const BRIDGE: Hand = Hand::of([1, 1, 1, 0, 0]);
/// Price of a city wall: 2 brick.
pub(crate) const WALL: Hand = Hand::of([2, 0, 0, 0, 0]);

/// Seafaring state of a whole table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeaState<const C: usize, const S: usize> {
    /// Cities with a wall.
    pub(in crate::game) walls: Bits<C>,
    /// Sides that carry a ship, of any seat.
    pub(in crate::game) ships: Bits<S>,
    /// Sides that carry a bridge, of any seat.
    pub(in crate::game) bridges: Bits<S>,
    /// Sides on which each seat may build a ship or a bridge, the pirate aside.
    pub(in crate::game) ship_sides: [Bits<S>; MAX_SEATS],
    pub(in crate::game) bridge_sides: [Bits<S>; MAX_SEATS],
    /// Corners at which an own road or bridge ends.
    pub(in crate::game) dry: [Bits<C>; MAX_SEATS],
    /// Corners from which an own ship may start.
    pub(in crate::game) moorings: [Bits<C>; MAX_SEATS],
    /// Corners without a building at which one own ship ends and no other.
    pub(in crate::game) tips: [Bits<C>; MAX_SEATS],
    /// Own ships with an open end, and how many they are.
    pub(in crate::game) loose: [Bits<S>; MAX_SEATS],
    pub(in crate::game) loose_ships: [u8; MAX_SEATS],
    /// How many of each seat's `ship_sides` are free.
    pub(in crate::game) berths: [u16; MAX_SEATS],
    pub(in crate::game) trails: Remembered<S>,
    pub(in crate::game) ships_left: [u8; MAX_SEATS],
    pub(in crate::game) bridges_left: [u8; MAX_SEATS],
    pub(in crate::game) walls_left: [u8; MAX_SEATS],
    /// Islands discovered, and what they brought.
    pub(in crate::game) islands: [u8; MAX_SEATS],
    pub(in crate::game) island_points: [i16; MAX_SEATS],
    pub(in crate::game) pirate: u16,
    /// The last robber move was the pirate's.
    pub(in crate::game) pirate_moved: bool,
    /// A ship was moved in this turn.
    pub(in crate::game) ship_moved: bool,
    /// Ships built in this turn.
    pub(in crate::game) new_ships: Bits<S>,
    /// Cards a roll still owes, and gold.
    pub(in crate::game) due: [Hand; MAX_SEATS],
    pub(in crate::game) gold: [u8; MAX_SEATS],
    /// Who is paid or chooses gold, and how many seats from there on are still to be paid.
    pub(in crate::game) chooser: u8,
    pub(in crate::game) unpaid: u8,
}

impl<const C: usize, const S: usize> SeaState<C, S> {
    /// Before the first ship.
    pub(in crate::game) const EMPTY: Self = Self {
        walls: Bits::EMPTY,
        ships: Bits::EMPTY,
        bridges: Bits::EMPTY,
        ship_sides: [Bits::EMPTY; MAX_SEATS],
        bridge_sides: [Bits::EMPTY; MAX_SEATS],
        dry: [Bits::EMPTY; MAX_SEATS],
        moorings: [Bits::EMPTY; MAX_SEATS],
        tips: [Bits::EMPTY; MAX_SEATS],
        loose: [Bits::EMPTY; MAX_SEATS],
        loose_ships: [0; MAX_SEATS],
        berths: [0; MAX_SEATS],
        trails: Remembered::NOTHING,
        ships_left: [0; MAX_SEATS],
        bridges_left: [0; MAX_SEATS],
        walls_left: [0; MAX_SEATS],
        islands: [0; MAX_SEATS],
        island_points: [0; MAX_SEATS],
        pirate: NOWHERE,
        pirate_moved: false,
        ship_moved: false,
        new_ships: Bits::EMPTY,
        due: [Hand::EMPTY; MAX_SEATS],
        gold: [0; MAX_SEATS],
        chooser: NONE,
        unpaid: 0,
    };

    /// Everything of it that is not derived, for the fingerprint.
    pub(in crate::game) fn words(&self, add: &mut impl FnMut(u64)) {
        let sets = self.ships.0.iter().chain(&self.bridges.0).chain(&self.new_ships.0);
        self.walls.0.iter().chain(sets).for_each(|&word| add(word));
        self.due.iter().for_each(|hand| add(hand.word()));
        add(u64::from_le_bytes(self.gold));
        add(u64::from_le_bytes(self.islands));
        self.island_points.iter().for_each(|&n| add(n as u64));
        let [low, high] = self.pirate.to_le_bytes();
        add(u64::from_le_bytes([
            low,
            high,
            self.pirate_moved.into(),
            self.ship_moved.into(),
            self.chooser,
            self.unpaid,
            0,
            0,
        ]));
    }
}

/// What stands on a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SidePiece {
    Road,
    Ship,
    Bridge,
}

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

    /// Sides the pirate closes to ships.
    #[inline]
    pub(in crate::game) fn pirate_sides(&self, pos: &Position<C, S, X>) -> &Bits<S> {
        let pirate = pos.sea.first().map_or(NOWHERE, |sea| sea.pirate);
        self.sea.hex_sides.get(usize::from(pirate)).unwrap_or(const { &Bits::EMPTY })
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

    /// Moves the pirate and finds out whom it robs: owners of ships on its sides.
    pub(in crate::game) fn move_pirate(&self, pos: &mut Position<C, S, X>, hex: HexId) {
        if let Some(sea) = pos.sea.first_mut() {
            sea.pirate = hex.0;
            sea.pirate_moved = true;
        }
        self.choose_victim(pos);
    }

    /// The seats the last robber or pirate move may rob, one bit each.
    pub(in crate::game) fn current_victims(&self, pos: &Position<C, S, X>) -> u8 {
        match pos.sea.first() {
            Some(sea) if sea.pirate_moved => {
                let ships = self.pirate_sides(pos).and(sea.ships);
                (0..self.seats)
                    .filter(|&seat| seat != usize::from(pos.active) && !pos.players[seat].hand.is_empty())
                    .filter(|&seat| !pos.players[seat].roads.and(ships).is_empty())
                    .fold(0, |mask, seat| mask | 1 << seat)
            }
            _ => self.victims(pos, HexId(pos.robber)),
        }
    }

    /// Sea hexes a pirate that may be moved sails on, and the one it is on.
    #[inline]
    pub(in crate::game) fn pirate_water(&self, pos: &Position<C, S, X>) -> (&[u16], u16) {
        match pos.sea.first() {
            // boards without a pirate do not even walk over their water
            Some(sea) if self.sea.rules.pirate_moves => (&self.sea.water, sea.pirate),
            _ => (&[], NOWHERE),
        }
    }

    /// Sea hexes the pirate may move to.
    pub(in crate::game) fn pirate_targets<'a>(
        &'a self,
        pos: &'a Position<C, S, X>,
    ) -> impl Iterator<Item = HexId> + 'a {
        let (water, here) = self.pirate_water(pos);
        water.iter().copied().filter(move |&hex| hex != here).map(HexId)
    }

    /// What a roll owes on a board with gold: all gold first announced, then seat by seat.
    pub(in crate::game) fn owe(
        &self,
        pos: &mut Position<C, S, X>,
        number: u8,
        mut claims: [Hand; MAX_SEATS],
    ) {
        let Some(sea) = pos.sea.first() else { return };
        let mut gold = sea.gold;
        for source in self.sea.gold[usize::from(number)].iter().filter(|s| s.hex != pos.robber) {
            for corner in source.corners.and(pos.occupied).iter() {
                let piece = pos.piece_at(corner);
                gold[usize::from(piece & !CITY) - 1] += if piece & CITY == 0 { 1 } else { 2 };
            }
        }
        if self.options.bank_rule != BankRule::Partial {
            let sum = claims.iter().fold(Hand::EMPTY, |sum, &claim| sum.plus(claim));
            if !pos.bank.covers(sum) {
                self.ration(pos, &mut claims, sum);
            }
            for (seat, claim) in claims.iter_mut().enumerate() {
                self.draw_from_bank(pos, seat, *claim);
                *claim = Hand::EMPTY;
            }
        }
        let first = pos.active;
        let sea = &mut pos.sea[0];
        (sea.gold, sea.due, sea.chooser, sea.unpaid) = (gold, claims, first, self.seats as u8);
        self.pay_on(pos);
    }

    fn draw_from_bank(&self, pos: &mut Position<C, S, X>, seat: usize, cards: Hand) {
        pos.bank = pos.bank.minus(cards);
        pos.players[seat].hand = pos.players[seat].hand.plus(cards);
    }

    /// Pays seat by seat from the chooser on until one has to choose its gold.
    fn pay_on(&self, pos: &mut Position<C, S, X>) {
        while pos.sea[0].unpaid > 0 {
            let seat = usize::from(pos.sea[0].chooser);
            self.pay_one(pos, seat);
            if pos.sea[0].gold[seat] > 0 {
                pos.phase = Phase::Gold;
                return;
            }
            pos.sea[0].chooser = self.after(seat as u8);
            pos.sea[0].unpaid -= 1;
        }
        self.end_payment(pos);
    }

    /// Pays what is due to a seat. Gold without a choice is paid too: if one kind is left in the bank,
    /// or no more cards than the claim.
    fn pay_one(&self, pos: &mut Position<C, S, X>, seat: usize) {
        let due = std::mem::replace(&mut pos.sea[0].due[seat], Hand::EMPTY).min(pos.bank);
        self.draw_from_bank(pos, seat, due);
        let claim = u16::from(pos.sea[0].gold[seat]).min(pos.bank.total());
        pos.sea[0].gold[seat] = claim as u8;
        let kinds = pos.bank.kinds();
        if claim > 0 && (kinds.len() == 1 || pos.bank.total() <= claim) {
            let taken = match kinds.iter().next() {
                Some(kind) if kinds.len() == 1 => Hand::single(kind, claim),
                _ => pos.bank,
            };
            self.draw_from_bank(pos, seat, taken);
            pos.sea[0].gold[seat] = 0;
        }
    }

    /// A seat has chosen its gold.
    pub(in crate::game) fn choose_gold(&self, pos: &mut Position<C, S, X>, seat: usize, cards: Hand) {
        self.draw_from_bank(pos, seat, cards);
        let sea = &mut pos.sea[0];
        sea.gold[seat] = 0;
        sea.chooser = self.after(seat as u8);
        sea.unpaid -= 1;
        self.pay_on(pos);
    }

    fn end_payment(&self, pos: &mut Position<C, S, X>) {
        pos.sea[0].chooser = NONE;
        if pos.turn == 0 {
            pos.phase = Phase::Setup;
            self.next_placement(pos);
        } else {
            pos.phase = Phase::Main;
        }
    }

    /// Gold of a starting settlement: whether its owner has to choose.
    pub(in crate::game) fn setup_gold(&self, pos: &mut Position<C, S, X>) -> bool {
        if X == 0 {
            return false;
        }
        let seat = usize::from(pos.active);
        pos.sea[0].gold[seat] = pos.placed.iter().map(|c| self.sea.gold_yield[c]).sum();
        self.pay_one(pos, seat);
        if pos.sea[0].gold[seat] == 0 {
            return false;
        }
        (pos.sea[0].chooser, pos.sea[0].unpaid) = (seat as u8, 1);
        pos.phase = Phase::Gold;
        true
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
}
