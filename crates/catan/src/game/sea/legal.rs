//! What a seat may do at sea, and why it may not.

use crate::game::actions::action::Action;
use crate::game::actions::refusal::{Piece, PieceSpot, Refusal};
use crate::game::hand::Hand;
use crate::game::options::Ruleset;
use crate::game::position::{CITY, Phase, Position};
use crate::game::rules::discards;
use crate::game::sea::state::{BRIDGE, SHIP, SidePiece, WALL};
use crate::game::tables::Engine;
use hexwright_core::{CornerId, HexId, Seat, SideId};

type Checked<T = ()> = Result<T, Refusal>;

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// Roads, ships and bridges of the setup.
    pub(in crate::game) fn each_setup_side(&self, pos: &Position<C, S, X>, out: &mut impl FnMut(Action)) {
        let seat = usize::from(pos.active);
        let mut each = |piece, action: fn(SideId) -> Action| {
            if self.pieces_left(pos, seat, piece) > 0 {
                self.setup_sides(pos, piece).iter().for_each(|s| out(action(self.sides[s])));
            }
        };
        each(SidePiece::Road, Action::SetupRoad);
        if X > 0 {
            each(SidePiece::Ship, Action::SetupShip);
            each(SidePiece::Bridge, Action::SetupBridge);
        }
    }

    /// Ships and bridges; `hand` is `None` when they are free.
    pub(in crate::game) fn each_sea_piece(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        hand: Option<Hand>,
        out: &mut impl FnMut(Action),
    ) {
        let mut each = |piece, price, action: fn(SideId) -> Action| {
            if self.pieces_left(pos, seat, piece) > 0 && hand.is_none_or(|hand| hand.covers(price)) {
                self.piece_sides(pos, seat, piece).iter().for_each(|s| out(action(self.sides[s])));
            }
        };
        each(SidePiece::Ship, SHIP, Action::Ship);
        each(SidePiece::Bridge, BRIDGE, Action::Bridge);
    }

    /// City walls.
    pub(in crate::game) fn each_wall(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        out: &mut impl FnMut(Action),
    ) {
        let me = &pos.players[seat];
        if pos.sea[0].walls_left[seat] > 0 && me.hand.covers(WALL) {
            let bare = me.buildings.and(pos.cities).without(pos.sea[0].walls);
            bare.iter().for_each(|c| out(Action::Wall(self.corners[c])));
        }
    }

    /// Ship moves.
    pub(in crate::game) fn each_ship_move(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        out: &mut impl FnMut(Action),
    ) {
        if !self.ships_move(pos) {
            return;
        }
        let open = self.piece_sides(pos, seat, SidePiece::Ship);
        for from in self.movable_ships(pos, seat).iter() {
            for to in self.targets_of(pos, seat, from, &open).iter() {
                out(Action::MoveShip { from: self.sides[from], to: self.sides[to] });
            }
        }
    }

    /// The number of ships, bridges and walls a seat may build in a main phase.
    #[inline]
    pub(in crate::game) fn count_sea_pieces(&self, pos: &Position<C, S, X>, seat: usize) -> usize {
        let (sea, me) = (&pos.sea[0], &pos.players[seat]);
        let mut count = 0;
        for (piece, price) in [(SidePiece::Ship, SHIP), (SidePiece::Bridge, BRIDGE)] {
            if self.pieces_left(pos, seat, piece) > 0 && me.hand.covers(price) {
                count += self.piece_sides(pos, seat, piece).len();
            }
        }
        if sea.walls_left[seat] > 0 && me.hand.covers(WALL) {
            count += me.buildings.and(pos.cities).without(sea.walls).len();
        }
        count
    }

    /// The n-th of them.
    pub(in crate::game) fn nth_sea_piece(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        mut n: usize,
    ) -> Option<Action> {
        let mut found = None;
        let mut take = |action| {
            if n == 0 {
                found = Some(action);
            }
            n = n.wrapping_sub(1);
        };
        self.each_sea_piece(pos, seat, Some(pos.players[seat].hand), &mut take);
        self.each_wall(pos, seat, &mut take);
        found
    }

    /// Choices of gold.
    pub(in crate::game) fn each_gold(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        out: &mut impl FnMut(Action),
    ) {
        let claim = pos.sea.first().map_or(0, |sea| u16::from(sea.gold[seat]));
        // no kind beyond the claim matters, so huge banks list no more than small ones
        let most = Hand::of([claim; 5]);
        discards::each(pos.bank.min(most), claim, &mut |cards| out(Action::Gold(cards.into())));
    }

    /// Why a ship or bridge cannot be built.
    pub(in crate::game) fn check_sea_piece(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        side: SideId,
        piece: SidePiece,
    ) -> Checked {
        self.check_sea_side(pos, seat, side, piece, self.piece_sides(pos, seat, piece))?;
        let (price, name) = match piece {
            SidePiece::Ship => (SHIP, Piece::Ship),
            _ => (BRIDGE, Piece::Bridge),
        };
        let left = self.pieces_left(pos, seat, piece);
        if left == 0 {
            return Err(Refusal::OutOfPieces { piece: name });
        }
        let have = pos.players[seat].hand;
        let free = pos.phase == Phase::RoadBuilding;
        (free || have.covers(price)).then_some(()).ok_or(Refusal::CannotAfford { need: price, have })
    }

    /// Why a free ship or bridge of the setup cannot be placed.
    pub(in crate::game) fn check_setup_sea(
        &self,
        pos: &Position<C, S, X>,
        side: SideId,
        piece: SidePiece,
    ) -> Checked {
        let seat = usize::from(pos.active);
        self.check_sea_side(pos, seat, side, piece, self.setup_sides(pos, piece))?;
        let name = if piece == SidePiece::Ship { Piece::Ship } else { Piece::Bridge };
        (self.pieces_left(pos, seat, piece) > 0).then_some(()).ok_or(Refusal::OutOfPieces { piece: name })
    }

    fn check_sea_side(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        side: SideId,
        piece: SidePiece,
        allowed: hexwright_core::Bits<S>,
    ) -> Checked {
        let place = PieceSpot::Side(side);
        let Some(dense) = self.dense_side(side) else { return Err(Refusal::OffSea { place }) };
        if allowed.contains(dense) {
            return Ok(());
        }
        if !pos.free.contains(dense) {
            let owner = (0..self.seats).find(|&s| pos.players[s].roads.contains(dense)).unwrap_or(seat);
            return Err(Refusal::SideOccupied { side, owner: Seat(owner as u8) });
        }
        let right_kind = match piece {
            SidePiece::Ship => self.sea.wet_sides.contains(dense),
            _ => !self.sea.land_sides.contains(dense),
        };
        Err(match () {
            () if X == 0 || !right_kind => Refusal::OffSea { place },
            () if piece == SidePiece::Ship && self.pirate_sides(pos).contains(dense) => {
                Refusal::PirateHere { side }
            }
            () => Refusal::NotConnected { place },
        })
    }

    pub(in crate::game) fn check_wall(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        corner: CornerId,
    ) -> Checked {
        let dense = self.check_land_corner(corner)?;
        match pos.owner_at(dense) {
            None => return Err(Refusal::NoCityHere { corner }),
            Some(owner) if owner != seat => {
                return Err(Refusal::NotYourBuilding { corner, owner: Seat(owner as u8) });
            }
            Some(_) if pos.piece_at(dense) & CITY == 0 => return Err(Refusal::NoCityHere { corner }),
            Some(_) => {}
        }
        let Some(sea) = pos.sea.first() else { return Err(Refusal::OutOfPieces { piece: Piece::Wall }) };
        if sea.walls.contains(dense) {
            return Err(Refusal::AlreadyWalled { corner });
        }
        if sea.walls_left[seat] == 0 {
            return Err(Refusal::OutOfPieces { piece: Piece::Wall });
        }
        let have = pos.players[seat].hand;
        have.covers(WALL).then_some(()).ok_or(Refusal::CannotAfford { need: WALL, have })
    }

    pub(in crate::game) fn check_ship_move(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        from: SideId,
        to: SideId,
    ) -> Checked {
        if pos.sea.first().is_some_and(|sea| sea.ship_moved) {
            return Err(Refusal::ShipAlreadyMoved);
        }
        let (Some(start), Some(end)) = (self.dense_side(from), self.dense_side(to)) else {
            return Err(Refusal::OffSea { place: PieceSpot::Side(from) });
        };
        if !self.movable_ships(pos, seat).contains(start) {
            return Err(Refusal::ShipStays { side: from });
        }
        if self.ship_targets(pos, seat, start).contains(end) {
            return Ok(());
        }
        Err(Refusal::NotConnected { place: PieceSpot::Side(to) })
    }

    pub(in crate::game) fn check_pirate(&self, pos: &Position<C, S, X>, hex: HexId) -> Checked {
        let allowed = self.pirate_targets(pos).any(|target| target == hex);
        allowed.then_some(()).ok_or(Refusal::PirateForbidden)
    }

    pub(in crate::game) fn check_gold(&self, pos: &Position<C, S, X>, seat: usize, cards: Hand) -> Checked {
        let expected = pos.sea.first().map_or(0, |sea| u16::from(sea.gold[seat]));
        let found = cards.counts().values().iter().sum();
        if expected != found {
            return Err(Refusal::WrongCount { expected, found });
        }
        pos.bank.covers(cards).then_some(()).ok_or(Refusal::BankEmpty { kind: None })
    }

    /// Whether ships may move in this phase.
    pub(in crate::game) fn is_ship_time(&self, pos: &Position<C, S, X>) -> bool {
        pos.phase == Phase::Main || pos.phase == Phase::PreRoll && self.options.ruleset == Ruleset::Pioneers
    }
}
