//! Playing an action that is known to be legal, and the flow from turn to turn (section 3).

use crate::game::actions::action::Action;
use crate::game::hand::Hand;
use crate::game::position::{CITY, NONE, Phase, Position};
use crate::game::sea::state::SidePiece;
use crate::game::tables::Engine;

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// Plays a legal action of a seat or a listed outcome. `seat` is ignored for outcomes. At sea the
    /// lengths of roads may have to be settled afterwards.
    #[inline(always)] // two calls at most
    #[allow(clippy::inline_always)]
    pub(in crate::game) fn apply(&self, pos: &mut Position<C, S, X>, seat: usize, action: Action) {
        self.act(pos, seat, action);
        if pos.offering != 0 {
            self.prune_offers(pos);
        }
    }

    /// What the action itself does. Nothing is done after it, so that most actions are one jump to their function.
    #[inline(never)]
    fn act(&self, pos: &mut Position<C, S, X>, seat: usize, action: Action) {
        match action {
            Action::Roll => self.ask_dice(pos),
            Action::EndTurn => self.end_turn(pos),
            Action::Dice(a, b) => self.dice(pos, a, b),
            Action::Discard(pile) => self.discard(pos, seat, pile.into()),
            Action::Robber(hex) => self.move_robber(pos, hex),
            Action::Stolen(kind) => self.stolen(pos, kind),
            Action::Steal(victim) => self.rob(pos, victim.0),
            Action::StealNone => self.end_robber(pos),
            Action::BankTrade { count, give, take } => self.bank_trade(pos, count, give, take),
            Action::Road(side) => self.build_road(pos, seat, self.side_index[side.index()].into()),
            Action::Settlement(corner) => {
                self.build_settlement(pos, seat, self.corner_index[corner.index()].into());
            }
            Action::City(corner) => self.build_city(pos, seat, self.corner_index[corner.index()].into()),
            Action::Ship(side) => {
                self.build_sea_piece(pos, seat, self.side_index[side.index()].into(), SidePiece::Ship);
            }
            Action::Bridge(side) => {
                self.build_sea_piece(pos, seat, self.side_index[side.index()].into(), SidePiece::Bridge);
            }
            Action::Wall(corner) => self.build_wall(pos, seat, self.corner_index[corner.index()].into()),
            Action::MoveShip { from, to } => {
                let [from, to] = [from, to].map(|side| self.side_index[side.index()].into());
                self.move_ship(pos, seat, from, to);
            }
            Action::Pirate(hex) => self.move_pirate(pos, hex),
            Action::Gold(pile) => self.choose_gold(pos, seat, pile.into()),
            Action::Buy => self.buy(pos),
            Action::Drawn(card) => self.drawn(pos, card),
            Action::PlayKnight => self.play_knight(pos),
            Action::PlayRoadBuilding => self.play_road_building(pos),
            Action::PlayYearOfPlenty(first, second) => self.play_year_of_plenty(pos, first, second),
            Action::PlayMonopoly(kind) => self.play_monopoly(pos, kind),
            Action::PlayVictoryPoint => self.play_victory_point(pos),
            Action::SetupSettlement(corner) => {
                self.place_free_building(pos, self.corner_index[corner.index()].into(), false);
            }
            Action::SetupCity(corner) => {
                self.place_free_building(pos, self.corner_index[corner.index()].into(), true);
            }
            Action::SetupRoad(side) => {
                self.place_free_side(pos, self.side_index[side.index()].into(), SidePiece::Road);
            }
            Action::SetupShip(side) => {
                self.place_free_side(pos, self.side_index[side.index()].into(), SidePiece::Ship);
            }
            Action::SetupBridge(side) => {
                self.place_free_side(pos, self.side_index[side.index()].into(), SidePiece::Bridge);
            }
            Action::Offer { give, want, to } => self.offer(pos, seat, give, want, to),
            Action::Accept(id) => self.accept(pos, seat, id),
            Action::Reject(id) => self.reject(pos, seat, id),
            Action::Withdraw(_) => self.drop_offer(pos, seat),
            Action::Counter { id, give, want } => {
                if let Some(maker) = self.maker(pos, id) {
                    self.reject(pos, seat, id);
                    self.offer(pos, seat, give, want, 1 << maker);
                }
            }
            Action::Confirm { seat: partner, .. } => self.swap(pos, seat, partner.index()),
            Action::Stop => self.end_road_building(pos),
            Action::Pass => self.pass(pos),
            Action::Seating(place) => {
                pos.seating = place;
                self.begin_setup(pos);
            }
        }
    }

    #[inline(never)]
    fn build_road(&self, pos: &mut Position<C, S, X>, seat: usize, side: usize) {
        let free = pos.phase == Phase::RoadBuilding;
        if !free {
            self.pay(pos, seat, Hand::ROAD);
            pos.built = true;
        }
        self.put_road(pos, seat, side);
        self.look_after_side(pos, free);
        if free && pos.phase != Phase::Over {
            self.after_free_road(pos);
        }
    }

    #[inline(never)]
    fn build_settlement(&self, pos: &mut Position<C, S, X>, seat: usize, corner: usize) {
        self.pay(pos, seat, Hand::SETTLEMENT);
        pos.built = true;
        self.put_building(pos, seat, corner, false);
        self.discover(pos, seat, corner);
        self.look_for_victory(pos);
    }

    #[inline(never)]
    fn build_city(&self, pos: &mut Position<C, S, X>, seat: usize, corner: usize) {
        pos.built = true;
        if pos.piece_at(corner) & !CITY == 0 {
            self.pay(pos, seat, Hand::DIRECT_CITY);
            self.put_building(pos, seat, corner, true);
            self.discover(pos, seat, corner);
        } else {
            self.pay(pos, seat, Hand::CITY);
            self.upgrade(pos, seat, corner);
        }
        self.look_for_victory(pos);
    }

    /// R-TURN-6, then special building or the next seat.
    #[inline(always)] // a third of all actions
    #[allow(clippy::inline_always)]
    pub(in crate::game) fn end_turn(&self, pos: &mut Position<C, S, X>) {
        if self.options.check_victory_at_end {
            self.find_winner(pos);
            if pos.phase == Phase::Over {
                return;
            }
        }
        pos.bought = [0; 5];
        self.drop_offers(pos);
        if self.options.turn_limit.is_some_and(|limit| pos.turn >= u32::from(limit)) {
            self.finish(pos);
        } else if self.options.special_building {
            pos.phase = Phase::Special;
            pos.builder = self.after(pos.active);
        } else {
            self.next_turn(pos);
        }
    }

    /// A seat has finished its special building (R-SPECIAL-1, R-SPECIAL-3).
    fn pass(&self, pos: &mut Position<C, S, X>) {
        pos.bought = [0; 5];
        pos.builder = self.after(pos.builder);
        if pos.builder == pos.active {
            pos.builder = NONE;
            self.next_turn(pos);
        }
    }

    #[inline]
    pub(in crate::game) fn after(&self, seat: u8) -> u8 {
        let next = seat + 1;
        if usize::from(next) == self.seats { 0 } else { next }
    }

    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub(in crate::game) fn next_turn(&self, pos: &mut Position<C, S, X>) {
        pos.active = self.after(pos.active);
        self.begin_turn(pos);
    }

    /// The active seat's turn begins; points it already has may win (R-WIN-4).
    #[inline(always)]
    #[allow(clippy::inline_always)]
    pub(in crate::game) fn begin_turn(&self, pos: &mut Position<C, S, X>) {
        pos.turn += 1;
        pos.phase = Phase::PreRoll;
        pos.rolled = false;
        pos.card_played = false;
        pos.point_shown = false;
        pos.built = false;
        self.rest_ships(pos);
        if self.options.victory_any || pos.players[usize::from(pos.active)].points >= self.goal {
            self.look_for_victory(pos);
        }
    }
}
