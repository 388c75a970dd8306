//! The checked door: the one reason why an action is not legal, in the order of R-BUILD-2.

use crate::game::actions::action::{Action, Bundle};
use crate::game::actions::refusal::{Piece, PieceSpot, Refusal};
use crate::game::hand::Hand;
use crate::game::options::Ruleset;
use crate::game::position::{CITY, Phase, Position};
use crate::game::rules::cards::plenty;
use crate::game::sea::state::SidePiece;
use crate::game::tables::{ABSENT, Engine};
use crate::map::{Card, Resource};
use hexwright_core::{Actor, CornerId, HexId, Key as _, Seat, SideId};

type Checked<T = ()> = Result<T, Refusal>;

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// Whether an action may be played, without playing it.
    ///
    /// # Errors
    /// The one reason why it may not.
    pub fn check(&self, pos: &Position<C, S, X>, actor: Actor, action: Action) -> Result<(), Refusal> {
        match actor {
            Actor::Chance if pos.phase == Phase::Over => Err(Refusal::GameOver),
            Actor::Chance if !action.is_chance() => Err(Refusal::bad("chance plays outcomes only")),
            Actor::Chance => {
                let possible = self.outcome_possible(pos, action);
                possible.then_some(()).ok_or(Refusal::ImpossibleOutcome)
            }
            Actor::Seat(_) if action.is_chance() => {
                Err(Refusal::bad("an outcome is drawn by chance, not played by a seat"))
            }
            Actor::Seat(seat) => {
                self.check_seat(seat)?;
                if pos.phase == Phase::Over {
                    return Err(Refusal::GameOver);
                }
                self.check_action(pos, seat.index(), action)
            }
        }
    }

    fn check_seat(&self, seat: Seat) -> Checked {
        if seat.index() < self.seats {
            return Ok(());
        }
        Err(Refusal::NoSuchSeat { seat: seat.0, last: self.seats as u8 - 1 })
    }

    fn check_action(&self, pos: &Position<C, S, X>, seat: usize, action: Action) -> Checked {
        let turn = |right: bool| self.check_turn(pos, seat, right);
        let phase = pos.phase;
        let building = matches!(phase, Phase::Main | Phase::Special);
        let before_or_after_roll = matches!(phase, Phase::PreRoll | Phase::Main);
        match action {
            Action::SetupSettlement(corner) => {
                turn(phase == Phase::Setup && pos.left_settlements > 0)?;
                self.check_setup_corner(pos, corner)
            }
            Action::SetupCity(corner) => {
                turn(phase == Phase::Setup && pos.left_cities > 0)?;
                self.check_setup_corner(pos, corner)
            }
            Action::SetupRoad(side) => {
                let buildings_left = pos.left_settlements > 0 || pos.left_cities > 0;
                turn(phase == Phase::Setup && !buildings_left && pos.left_roads > 0)?;
                self.check_setup_road(pos, seat, side)
            }
            Action::SetupShip(side) | Action::SetupBridge(side) => {
                let buildings_left = pos.left_settlements > 0 || pos.left_cities > 0;
                turn(phase == Phase::Setup && !buildings_left && pos.left_roads > 0)?;
                let ship = matches!(action, Action::SetupShip(_));
                self.check_setup_sea(pos, side, if ship { SidePiece::Ship } else { SidePiece::Bridge })
            }
            Action::Ship(side) | Action::Bridge(side) => {
                turn(building || phase == Phase::RoadBuilding)?;
                let ship = matches!(action, Action::Ship(_));
                self.check_sea_piece(pos, seat, side, if ship { SidePiece::Ship } else { SidePiece::Bridge })
            }
            Action::Wall(corner) => {
                turn(building)?;
                self.check_wall(pos, seat, corner)
            }
            Action::MoveShip { from, to } => {
                turn(self.is_ship_time(pos))?;
                self.check_ship_move(pos, seat, from, to)
            }
            Action::Pirate(hex) => {
                turn(phase == Phase::MoveRobber)?;
                self.check_pirate(pos, hex)
            }
            Action::Gold(pile) => {
                turn(phase == Phase::Gold)?;
                self.check_gold(pos, seat, pile.into())
            }
            Action::Roll => turn(phase == Phase::PreRoll),
            Action::Discard(pile) => self.check_discard(pos, seat, pile.into()),
            Action::Robber(hex) => {
                turn(phase == Phase::MoveRobber)?;
                self.check_robber(pos, hex)
            }
            Action::Steal(victim) => {
                turn(phase == Phase::Steal)?;
                self.check_seat(victim)?;
                let listed = self.current_victims(pos) >> victim.0 & 1 == 1;
                listed.then_some(()).ok_or(Refusal::NotAVictim { seat: Some(victim) })
            }
            Action::StealNone => {
                turn(phase == Phase::Steal)?;
                self.options.steal_optional.then_some(()).ok_or(Refusal::NotAVictim { seat: None })
            }
            Action::Road(side) => {
                turn(building || phase == Phase::RoadBuilding)?;
                self.check_road(pos, seat, side)?;
                let price = if phase == Phase::RoadBuilding { Hand::EMPTY } else { Hand::ROAD };
                self.check_supply(pos.players[seat].roads_left, Piece::Road)?;
                self.check_hand(pos, seat, price)
            }
            Action::Settlement(corner) => {
                turn(building)?;
                let dense = self.check_open_corner(pos, corner)?;
                if !pos.players[seat].reach.contains(dense) {
                    return Err(Refusal::NotConnected { place: PieceSpot::Corner(corner) });
                }
                self.check_supply(pos.players[seat].settlements_left, Piece::Settlement)?;
                self.check_hand(pos, seat, Hand::SETTLEMENT)
            }
            Action::City(corner) => {
                turn(building)?;
                self.check_city(pos, seat, corner)
            }
            Action::Buy => {
                turn(building)?;
                if pos.deck == [0; 5] {
                    return Err(Refusal::DeckEmpty);
                }
                self.check_hand(pos, seat, Hand::CARD)
            }
            Action::BankTrade { count, give, take } => {
                turn(phase == Phase::Main)?;
                self.check_bank_trade(pos, seat, count, give, take)
            }
            Action::PlayKnight => {
                turn(before_or_after_roll)?;
                self.check_card(pos, seat, Card::Knight)
            }
            Action::PlayRoadBuilding => {
                turn(before_or_after_roll)?;
                self.check_card(pos, seat, Card::RoadBuilding)?;
                self.road_fits(pos, seat).then_some(()).ok_or(Refusal::NothingToBuild)
            }
            Action::PlayYearOfPlenty(first, second) => {
                turn(before_or_after_roll)?;
                self.check_card(pos, seat, Card::YearOfPlenty)?;
                self.check_plenty(pos, first, second)
            }
            Action::PlayMonopoly(_) => {
                turn(before_or_after_roll)?;
                self.check_card(pos, seat, Card::Monopoly)
            }
            Action::PlayVictoryPoint => {
                turn(before_or_after_roll && self.options.vp_when_played)?;
                let held = pos.players[seat].cards[Card::VictoryPoint.index()] > 0;
                held.then_some(()).ok_or(Refusal::CardNotHeld { card: Card::VictoryPoint })
            }
            Action::Offer { give, want, to } => self.check_offer(pos, seat, give, want, to),
            Action::Accept(id) | Action::Reject(id) | Action::Withdraw(id) | Action::Counter { id, .. } => {
                self.check_answer(pos, seat, id, action)
            }
            Action::Confirm { id, seat: partner } => self.check_confirm(pos, seat, id, partner),
            Action::Stop => {
                turn(phase == Phase::RoadBuilding)?;
                let placed = 2 - u16::from(pos.free_roads);
                if self.options.road_building_up_to_two && placed > 0 {
                    return Ok(());
                }
                Err(Refusal::WrongCount { expected: 2, found: placed })
            }
            Action::Pass => turn(phase == Phase::Special),
            Action::EndTurn => turn(phase == Phase::Main),
            Action::Dice(..) | Action::Stolen(_) | Action::Drawn(_) | Action::Seating(_) => {
                Err(Refusal::ImpossibleOutcome)
            }
        }
    }

    /// The right seat, then the right time.
    fn check_turn(&self, pos: &Position<C, S, X>, seat: usize, right_phase: bool) -> Checked {
        if seat != pos.actor() {
            return Err(Refusal::NotYourTurn { seat: Seat(seat as u8), active: Seat(pos.actor() as u8) });
        }
        right_phase.then_some(()).ok_or(Refusal::WrongPhase { phase: pos.phase })
    }

    fn check_supply(&self, left: u8, piece: Piece) -> Checked {
        (left > 0).then_some(()).ok_or(Refusal::OutOfPieces { piece })
    }

    fn check_hand(&self, pos: &Position<C, S, X>, seat: usize, need: Hand) -> Checked {
        let have = pos.players[seat].hand;
        have.covers(need).then_some(()).ok_or(Refusal::CannotAfford { need, have })
    }

    pub(in crate::game) fn check_land_corner(&self, corner: CornerId) -> Checked<usize> {
        let last = self.corner_index.len() as u16 - 1;
        match self.corner_index.get(corner.index()) {
            None => Err(Refusal::NoSuchCorner { corner: corner.0, last }),
            Some(&dense) if dense == ABSENT || X > 0 && !self.sea.land_corners.contains(dense.into()) => {
                Err(Refusal::OffLand { place: PieceSpot::Corner(corner) })
            }
            Some(&dense) => Ok(dense.into()),
        }
    }

    /// A free corner on which the map allows a starting building.
    fn check_setup_corner(&self, pos: &Position<C, S, X>, corner: CornerId) -> Checked {
        let dense = self.check_open_corner(pos, corner)?;
        let allowed = self.setup_corners(pos).contains(dense);
        allowed.then_some(()).ok_or(Refusal::NoSetupHere { corner })
    }

    /// A free corner that keeps the distance rule (R-SETTLE-1, R-SETTLE-2).
    fn check_open_corner(&self, pos: &Position<C, S, X>, corner: CornerId) -> Checked<usize> {
        let dense = self.check_land_corner(corner)?;
        if let Some(owner) = pos.owner_at(dense) {
            return Err(Refusal::CornerOccupied { corner, owner: Seat(owner as u8) });
        }
        pos.open.contains(dense).then_some(dense).ok_or(Refusal::TooClose { corner })
    }

    /// A free side on land (R-ROAD-1).
    fn check_free_side(&self, pos: &Position<C, S, X>, side: SideId) -> Checked<usize> {
        let dense = match self.side_index.get(side.index()) {
            None => {
                let bad = |n: u16| Refusal::bad(format!("there is no side number {n}"));
                return Err(bad(side.0));
            }
            Some(&dense) if dense == ABSENT || X > 0 && !self.sea.land_sides.contains(dense.into()) => {
                return Err(Refusal::OffLand { place: PieceSpot::Side(side) });
            }
            Some(&dense) => usize::from(dense),
        };
        if pos.free.contains(dense) {
            return Ok(dense);
        }
        let owner = (0..self.seats).find(|&s| pos.players[s].roads.contains(dense)).unwrap_or(0);
        Err(Refusal::SideOccupied { side, owner: Seat(owner as u8) })
    }

    /// R-ROAD-1 and R-ROAD-2.
    fn check_road(&self, pos: &Position<C, S, X>, seat: usize, side: SideId) -> Checked {
        let dense = self.check_free_side(pos, side)?;
        if pos.players[seat].frontier.contains(dense) {
            return Ok(());
        }
        let reached = self.ends[dense].iter().any(|&end| pos.players[seat].reach.contains(end.into()));
        Err(if reached {
            Refusal::BlockedByOpponent { side }
        } else {
            Refusal::NotConnected { place: PieceSpot::Side(side) }
        })
    }

    fn check_setup_road(&self, pos: &Position<C, S, X>, seat: usize, side: SideId) -> Checked {
        if pos.placed.is_empty() {
            return self.check_road(pos, seat, side);
        }
        let dense = self.check_free_side(pos, side)?;
        let joined = self.ends[dense].iter().any(|&end| pos.anchors.contains(end.into()));
        joined.then_some(()).ok_or(Refusal::NotConnected { place: PieceSpot::Side(side) })
    }

    fn check_city(&self, pos: &Position<C, S, X>, seat: usize, corner: CornerId) -> Checked {
        let dense = self.check_land_corner(corner)?;
        let me = &pos.players[seat];
        let Some(owner) = pos.owner_at(dense) else {
            if !self.options.direct_city {
                return Err(Refusal::NoSettlementHere { corner });
            }
            // R-CITY-4: the corner must be fit for a settlement, and both pieces must be there
            self.check_open_corner(pos, corner)?;
            if !me.reach.contains(dense) {
                return Err(Refusal::NotConnected { place: PieceSpot::Corner(corner) });
            }
            self.check_supply(me.settlements_left, Piece::Settlement)?;
            self.check_supply(me.cities_left, Piece::City)?;
            return self.check_hand(pos, seat, Hand::DIRECT_CITY);
        };
        if owner != seat {
            return Err(Refusal::NotYourBuilding { corner, owner: Seat(owner as u8) });
        }
        if pos.piece_at(dense) & CITY != 0 {
            return Err(Refusal::AlreadyCity { corner });
        }
        self.check_supply(me.cities_left, Piece::City)?;
        self.check_hand(pos, seat, Hand::CITY)
    }

    fn check_discard(&self, pos: &Position<C, S, X>, seat: usize, cards: Hand) -> Checked {
        if pos.phase != Phase::Discard {
            return Err(Refusal::WrongPhase { phase: pos.phase });
        }
        if pos.owes >> seat & 1 == 0 {
            return Err(Refusal::NothingToDiscard { seat: Seat(seat as u8) });
        }
        let (expected, found) = (pos.players[seat].hand.total() / 2, cards.counts().values().iter().sum());
        if expected != found {
            return Err(Refusal::WrongCount { expected, found });
        }
        self.check_hand(pos, seat, cards)
    }

    fn check_robber(&self, pos: &Position<C, S, X>, hex: HexId) -> Checked {
        let grid = &self.board.grid;
        if hex.index() >= grid.len() {
            let width = u16::from(grid.width());
            return Err(Refusal::NoSuchHex { row: hex.0 / width, column: hex.0 % width });
        }
        if self.robber_hexes.binary_search(&hex.0).is_err() {
            return Err(Refusal::OffLand { place: PieceSpot::Hex(hex) });
        }
        if hex.0 == pos.robber {
            return Err(Refusal::RobberMustMove);
        }
        if self.robber_anywhere || self.robber_targets(pos).any(|target| target == hex) {
            return Ok(());
        }
        let reason = self.forbidden(pos, hex).unwrap_or("another hex is free");
        Err(Refusal::RobberForbidden { reason })
    }

    /// R-DEV-3 and R-DEV-4.
    fn check_card(&self, pos: &Position<C, S, X>, seat: usize, card: Card) -> Checked {
        if pos.players[seat].cards[card.index()] == 0 {
            return Err(Refusal::CardNotHeld { card });
        }
        if pos.card_played {
            return Err(Refusal::CardAlreadyPlayed);
        }
        (self.playable(pos, card) > 0).then_some(()).ok_or(Refusal::BoughtThisTurn { card })
    }

    /// R-DEV-8.
    fn check_plenty(&self, pos: &Position<C, S, X>, first: Resource, second: Option<Resource>) -> Checked {
        let expected = pos.bank.total().min(2);
        let found = 1 + u16::from(second.is_some());
        if expected == 0 {
            return Err(Refusal::BankEmpty { kind: None });
        }
        if expected != found {
            return Err(Refusal::WrongCount { expected, found });
        }
        if second.is_some_and(|second| second < first) {
            return Err(Refusal::bad("the kinds of a year of plenty stand in their order"));
        }
        let gain = plenty(first, second);
        let short = Resource::ALL.iter().copied().find(|&k| pos.bank.get(k) < gain.get(k));
        short.map_or(Ok(()), |kind| Err(Refusal::BankEmpty { kind: Some(kind) }))
    }

    fn check_bank_trade(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        count: u8,
        give: Resource,
        take: Resource,
    ) -> Checked {
        if self.trade_closed(pos) {
            return Err(Refusal::TradeClosed);
        }
        if give == take && self.options.ruleset != Ruleset::Pioneers {
            return Err(Refusal::SameResource { kind: give });
        }
        let expected = self.rates(pos, seat).get(give) as u8;
        if count != expected && !self.worse_rate(pos, seat, count, expected) {
            return Err(Refusal::BadRatio { kind: give, expected, found: count });
        }
        self.check_hand(pos, seat, Hand::single(give, count.into()))?;
        (pos.bank.get(take) > 0).then_some(()).ok_or(Refusal::BankEmpty { kind: Some(take) })
    }

    fn check_offer(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        give: Bundle,
        want: Bundle,
        to: u8,
    ) -> Checked {
        let active = usize::from(pos.active);
        if pos.phase != Phase::Main {
            self.check_turn(pos, seat, false)?;
        }
        if !self.options.domestic_trade {
            return Err(Refusal::DomesticTradeOff);
        }
        if self.trade_closed(pos) {
            return Err(Refusal::TradeClosed);
        }
        if u32::from(to) >= 1 << self.seats {
            return Err(Refusal::NoSuchSeat {
                seat: 7 - to.leading_zeros() as u8,
                last: self.seats as u8 - 1,
            });
        }
        let partner = |reason| Err(Refusal::NotTradePartner { reason });
        if to == 0 {
            return partner("the offer is addressed to nobody");
        }
        if to >> seat & 1 == 1 {
            return partner("a seat cannot trade with itself");
        }
        if seat != active && to != 1 << active {
            return partner("other seats trade with the active seat only");
        }
        self.check_terms(pos, seat, give, want)
    }

    /// What holds for offers and counter-offers alike.
    fn check_terms(&self, pos: &Position<C, S, X>, seat: usize, give: Bundle, want: Bundle) -> Checked {
        let (give, want) = (give.hand(), want.hand());
        let (nothing_given, nothing_wanted) = (give.is_empty(), want.is_empty());
        if (nothing_given && nothing_wanted) || ((nothing_given || nothing_wanted) && !self.options.gifts) {
            return Err(Refusal::GiftNotAllowed);
        }
        let both = Resource::ALL.iter().copied().find(|&k| give.get(k) > 0 && want.get(k) > 0);
        if let Some(kind) = both
            && self.options.ruleset != Ruleset::Pioneers
        {
            return Err(Refusal::SameResource { kind });
        }
        self.check_hand(pos, seat, give)?;
        let limit = if self.options.max_offers == 0 { u8::MAX } else { self.options.max_offers };
        (pos.offers_made < limit).then_some(()).ok_or(Refusal::OfferLimit { limit })
    }

    fn check_answer(&self, pos: &Position<C, S, X>, seat: usize, id: u8, action: Action) -> Checked {
        if pos.phase != Phase::Main {
            return Err(Refusal::WrongPhase { phase: pos.phase });
        }
        let maker = self.maker(pos, id).ok_or(Refusal::NoSuchOffer { id })?;
        let offer = &pos.offers[maker];
        let partner = |reason| Err(Refusal::NotTradePartner { reason });
        if matches!(action, Action::Counter { .. }) && !self.options.counter_offers {
            return Err(Refusal::CounterOffersOff);
        }
        if matches!(action, Action::Accept(_) | Action::Counter { .. }) && self.trade_closed(pos) {
            return Err(Refusal::TradeClosed);
        }
        if matches!(action, Action::Withdraw(_)) {
            return if maker == seat { Ok(()) } else { partner("only its maker withdraws an offer") };
        }
        if offer.to >> seat & 1 == 0 {
            return partner("the offer is not addressed to this seat");
        }
        match action {
            Action::Accept(_) if offer.accepted >> seat & 1 == 1 => partner("the offer is already accepted"),
            Action::Accept(_) => self.check_hand(pos, seat, offer.want.hand()),
            Action::Reject(_) if offer.rejected >> seat & 1 == 1 => partner("the offer is already rejected"),
            Action::Counter { give, want, .. } => self.check_terms(pos, seat, give, want),
            _ => Ok(()),
        }
    }

    fn check_confirm(&self, pos: &Position<C, S, X>, seat: usize, id: u8, other: Seat) -> Checked {
        if pos.phase != Phase::Main {
            return Err(Refusal::WrongPhase { phase: pos.phase });
        }
        self.check_turn(pos, seat, true)?;
        let maker = self.maker(pos, id).ok_or(Refusal::NoSuchOffer { id })?;
        if self.trade_closed(pos) {
            return Err(Refusal::TradeClosed);
        }
        self.check_seat(other)?;
        let partner = |reason| Err(Refusal::NotTradePartner { reason });
        if maker != seat {
            return partner("only its maker confirms an offer");
        }
        if pos.offers[maker].accepted >> other.0 & 1 == 0 {
            return partner("that seat has not accepted the offer");
        }
        Ok(())
    }
}
