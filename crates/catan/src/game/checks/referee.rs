//! Functions for programs that follow a game run elsewhere: what a referee may do and a seat may not.

use crate::game::actions::action::Action;
use crate::game::hand::Hand;
use crate::game::hidden::view::View;
use crate::game::position::{CITY, NONE, Phase, Position};
use crate::game::sea::state::SidePiece;
use crate::game::tables::Engine;
use crate::map::Card;
use hexwright_core::{Bits, CornerId, Fast, Imagine as _, Key as _, SideId};

/// A build or ship move that may be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Undo {
    pub(crate) action: Action,
    /// A city built on an empty corner.
    pub(crate) direct: bool,
    /// A free piece of a card.
    pub(crate) free: bool,
    /// Points of the island it discovered.
    pub(crate) island: Option<i16>,
    /// Who held the longest road before.
    pub(crate) road_holder: Option<u8>,
}

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// Gives a seat these cards; the difference goes to or comes from the bank.
    pub(in crate::game) fn force_hand(&self, pos: &mut Position<C, S, X>, seat: usize, counts: [u16; 5]) {
        let all = pos.bank.plus(pos.players[seat].hand);
        let hand = Hand::of(counts);
        pos.players[seat].replace_hand(hand);
        pos.bank = if all.covers(hand) { all.minus(hand) } else { Hand::EMPTY };
    }

    /// Fills the bank with these cards.
    pub(in crate::game) fn force_bank(&self, pos: &mut Position<C, S, X>, counts: [u16; 5]) {
        pos.bank = Hand::of(counts);
    }

    /// Passes over a seat that has left the table.
    pub(in crate::game) fn force_skip(&self, pos: &mut Position<C, S, X>) {
        self.next_turn(pos);
    }

    /// Takes a build or a ship move of the seat back, as Pioneers does: with refund, bonus and award,
    /// whatever happened in between.
    pub(in crate::game) fn force_undo(&self, pos: &mut Position<C, S, X>, seat: usize, undo: &Undo) {
        let side = |side: SideId| self.dense_side(side).unwrap_or(0);
        let corner = |corner: CornerId| usize::from(self.corner_index[corner.index()]);
        let price = match undo.action {
            Action::Road(at) => {
                self.take_side(pos, seat, side(at), SidePiece::Road);
                Hand::ROAD
            }
            Action::Ship(at) => {
                self.take_side(pos, seat, side(at), SidePiece::Ship);
                crate::game::sea::state::SHIP
            }
            Action::Bridge(at) => {
                self.take_side(pos, seat, side(at), SidePiece::Bridge);
                crate::game::sea::state::BRIDGE
            }
            Action::MoveShip { from, to } => {
                self.take_side(pos, seat, side(to), SidePiece::Ship);
                self.rebuild(pos);
                self.put_sea_piece(pos, seat, side(from), SidePiece::Ship);
                pos.sea[0].ship_moved = false;
                Hand::EMPTY
            }
            Action::Wall(at) => {
                pos.sea[0].walls.remove(corner(at));
                pos.sea[0].walls_left[seat] += 1;
                crate::game::sea::state::WALL
            }
            Action::City(at) if !undo.direct => {
                let at = corner(at);
                pos.piece[at / 64][at % 64] &= !CITY;
                pos.cities.remove(at);
                let me = &mut pos.players[seat];
                me.cities_left += 1;
                me.settlements_left = me.settlements_left.saturating_sub(1);
                me.points -= 1;
                Hand::CITY
            }
            Action::City(at) | Action::Settlement(at) => {
                let at = corner(at);
                let city = pos.cities.contains(at);
                pos.piece[at / 64][at % 64] = 0;
                pos.cities.remove(at);
                let me = &mut pos.players[seat];
                me.buildings.remove(at);
                me.points -= if city { 2 } else { 1 };
                if city {
                    me.cities_left += 1;
                } else {
                    me.settlements_left += 1;
                }
                if city { Hand::DIRECT_CITY } else { Hand::SETTLEMENT }
            }
            _ => Hand::EMPTY,
        };
        if let (Some(points), Some(sea)) = (undo.island, pos.sea.first_mut()) {
            sea.islands[seat] = sea.islands[seat].saturating_sub(1);
            sea.island_points[seat] -= points;
            pos.players[seat].points -= points;
        }
        if undo.free {
            pos.free_roads += 1;
            pos.phase = Phase::RoadBuilding;
        } else {
            pos.bank = pos.bank.minus(price);
            pos.players[seat].hand = pos.players[seat].hand.plus(price);
        }
        self.set_road_holder(pos, undo.road_holder.unwrap_or(NONE));
        self.rebuild(pos);
    }

    /// Who holds the longest road while a ship of the seat is lifted.
    pub(in crate::game) fn holder_without(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        ship: SideId,
    ) -> Option<u8> {
        let mut lifted = *pos;
        if let Some(side) = self.dense_side(ship) {
            self.take_side(&mut lifted, seat, side, SidePiece::Ship);
            self.rebuild(&mut lifted);
        }
        (lifted.road_holder != NONE).then_some(lifted.road_holder)
    }

    /// Cards bought in this turn count as old.
    pub(in crate::game) fn force_old(&self, pos: &mut Position<C, S, X>) {
        pos.bought = [0; 5];
    }

    /// Takes a piece off a side.
    fn take_side(&self, pos: &mut Position<C, S, X>, seat: usize, side: usize, piece: SidePiece) {
        pos.free.insert(side);
        pos.players[seat].roads.remove(side);
        match (piece, pos.sea.first_mut()) {
            (SidePiece::Ship, Some(sea)) => {
                sea.ships.remove(side);
                sea.new_ships.remove(side);
                sea.ships_left[seat] += 1;
            }
            (SidePiece::Bridge, Some(sea)) => {
                sea.bridges.remove(side);
                sea.bridges_left[seat] += 1;
            }
            _ => pos.players[seat].roads_left += 1,
        }
    }

    /// Computes everything derived from the pieces anew.
    fn rebuild(&self, pos: &mut Position<C, S, X>) {
        pos.occupied = pos.players.iter().fold(Bits::EMPTY, |set: Bits<C>, p| set.or(p.buildings));
        let land = |corner: &usize| X == 0 || self.sea.land_corners.contains(*corner);
        pos.open = (0..self.corners.len())
            .filter(|&c| land(&c) && self.near[c].and(pos.occupied).is_empty())
            .collect();
        for seat in 0..self.seats {
            let roads = pos.players[seat].roads;
            let reach: Bits<C> = roads.iter().flat_map(|s| self.ends[s]).map(usize::from).collect();
            let buildings = pos.players[seat].buildings;
            let starts = reach.or(buildings).iter().filter(|&c| !pos.foreign_at(c, seat));
            let frontier = starts.fold(Bits::EMPTY, |set: Bits<S>, c| set.or(self.around[c]));
            let me = &mut pos.players[seat];
            (me.reach, me.frontier) = (reach, frontier);
            me.harbours = buildings.iter().fold(0, |mask, c| mask | self.harbours[c]);
            self.refresh(pos, seat);
            self.set_trail(pos, seat, self.longest_trail(pos, seat));
        }
        self.award_road(pos);
    }

    /// Says whether anything of this turn's builds still stands (strict trade looks at it).
    pub(in crate::game) fn force_built(&self, pos: &mut Position<C, S, X>, built: bool) {
        pos.built = built || pos.bought != [0; 5];
    }

    /// Puts a free piece on a side, whatever the supply says.
    pub(in crate::game) fn force_side(
        &self,
        pos: &mut Position<C, S, X>,
        seat: usize,
        side: SideId,
        piece: SidePiece,
    ) -> bool {
        let Some(dense) = self.dense_side(side).filter(|&dense| pos.free.contains(dense)) else {
            return false;
        };
        match (piece, pos.sea.first_mut()) {
            (SidePiece::Road, _) => {
                pos.players[seat].roads_left = pos.players[seat].roads_left.max(1);
                self.put_road(pos, seat, dense);
            }
            (_, None) => return false,
            (SidePiece::Ship, Some(sea)) => {
                sea.ships_left[seat] = sea.ships_left[seat].max(1);
                self.put_sea_piece(pos, seat, dense, piece);
            }
            (SidePiece::Bridge, Some(sea)) => {
                sea.bridges_left[seat] = sea.bridges_left[seat].max(1);
                self.put_sea_piece(pos, seat, dense, piece);
            }
        }
        self.settle(pos);
        self.look_for_victory(pos);
        true
    }

    /// Takes a card out of play without its effect.
    pub(in crate::game) fn force_card(&self, pos: &mut Position<C, S, X>, card: Card) {
        let held = &mut pos.players[usize::from(pos.active)].cards[card.index()];
        *held = held.saturating_sub(1);
        pos.gone[card.index()] += 1;
        pos.card_played = true;
    }

    /// A seat shows a card that was guessed to be another: the guess is exchanged with the deck, or with
    /// what another hidden hand (not that of `eyes`) was guessed to hold. Its age is forgotten.
    pub(in crate::game) fn force_card_kind(
        &self,
        pos: &mut Position<C, S, X>,
        seat: usize,
        card: Card,
        eyes: usize,
    ) {
        let want = card.index();
        pos.bought = [0; 5];
        if pos.players[seat].cards[want] > 0 {
            return;
        }
        let Some(guess) = (0..5).find(|&kind| pos.players[seat].cards[kind] > 0) else { return };
        if pos.deck[want] > 0 {
            pos.deck[want] -= 1;
            pos.deck[guess] += 1;
        } else if let Some(other) = (0..self.seats).find(|&o| o != eyes && pos.players[o].cards[want] > 0) {
            pos.players[other].cards[want] -= 1;
            pos.players[other].cards[guess] += 1;
        } else if pos.gone[want] > 0 {
            // who came into the middle has guessed which cards had gone
            pos.gone[want] -= 1;
            pos.gone[guess] += 1;
        } else {
            return;
        }
        pos.players[seat].cards[guess] -= 1;
        pos.players[seat].cards[want] += 1;
    }

    /// A card of this kind lies in the deck although every one of them was guessed to be in a hand: a
    /// hidden hand (not that of `eyes`) gives its guess back for another card of the deck.
    pub(in crate::game) fn force_in_deck(&self, pos: &mut Position<C, S, X>, card: Card, eyes: usize) {
        let want = card.index();
        let guessed = (0..self.seats).find(|&o| o != eyes && pos.players[o].cards[want] > 0);
        let swapped = (0..5).max_by_key(|&kind| pos.deck[kind]).filter(|&kind| pos.deck[kind] > 0);
        if let (0, Some(holder), Some(other)) = (pos.deck[want], guessed, swapped) {
            pos.players[holder].cards[want] -= 1;
            pos.players[holder].cards[other] += 1;
            pos.deck[other] -= 1;
            pos.deck[want] += 1;
        } else if let (0, true, Some(other)) = (pos.deck[want], pos.gone[want] > 0, swapped) {
            (pos.gone[want], pos.gone[other]) = (pos.gone[want] - 1, pos.gone[other] + 1);
            (pos.deck[want], pos.deck[other]) = (pos.deck[want] + 1, pos.deck[other] - 1);
        }
    }

    /// A position as somebody was told it who came into the middle; what is hidden is drawn. How long roads are
    /// follows from the pieces.
    pub(in crate::game) fn recalled(&self, view: &View, random: &mut Fast) -> Position<C, S, X> {
        let mut pos = self.imagine(view, random);
        self.rebuild(&mut pos);
        self.set_road_holder(&mut pos, view.road_holder.unwrap_or(NONE));
        for (player, known) in pos.players.iter_mut().zip(&view.seats) {
            player.points = known.public_points;
        }
        pos
    }

    /// A seat has to discard, whatever the rules say.
    pub(in crate::game) fn force_owe(&self, pos: &mut Position<C, S, X>, seat: usize) {
        pos.owes |= 1 << seat;
        pos.phase = Phase::Discard;
    }

    /// The active seat has to move the robber.
    pub(in crate::game) fn force_robber(&self, pos: &mut Position<C, S, X>) {
        pos.phase = Phase::MoveRobber;
    }

    /// Every dice card is in the deck.
    pub(in crate::game) fn force_dice(&self, pos: &mut Position<C, S, X>) {
        pos.dice = self.start.dice;
    }

    /// A seat has so many points more for islands.
    pub(in crate::game) fn force_island_points(&self, pos: &mut Position<C, S, X>, seat: usize, more: i16) {
        if let Some(sea) = pos.sea.first_mut() {
            sea.island_points[seat] += more;
            pos.players[seat].points += more;
            self.look_for_victory(pos);
        }
    }

    /// Ends the free roads of a card.
    pub(in crate::game) fn force_end_of_roads(&self, pos: &mut Position<C, S, X>) {
        self.end_road_building(pos);
    }
}
