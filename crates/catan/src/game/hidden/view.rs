//! What a seat or a spectator may know, and nothing else (section 19).

use crate::game::actions::notation::permutation;
use crate::game::position::{CITY, NONE, NOWHERE, Phase, Position};
use crate::game::sea::state::SidePiece;
use crate::game::tables::Engine;
use crate::map::{Card, Resource};
use hexwright_core::{Bits, Key as _, SeatSet, Viewer};
use serde::Serialize;

/// A position as one viewer sees it. Lists are in seat, kind or place order, never in an order that
/// tells something.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct View {
    /// Who looks; `None` is a spectator.
    pub viewer: Option<u8>,
    /// The phase.
    pub phase: Phase,
    /// Whose turn it is; in setup the placing seat.
    pub active: u8,
    /// Whose special building it is.
    pub builder: Option<u8>,
    /// Seats the game waits for.
    pub waiting: Vec<u8>,
    /// Round, from 1; 0 during setup.
    pub round: u32,
    /// Turns begun.
    pub turn: u32,
    /// Whether the dice of this turn have fallen.
    pub rolled: bool,
    /// Whether a development card was played in this turn.
    pub card_played: bool,
    /// Whether a point card was laid open in this turn.
    pub point_shown: bool,
    /// Whether something was built or bought in this turn.
    pub built: bool,
    /// Free roads still to place.
    pub free_roads: u8,
    /// Setup: settlements, cities and roads still to place.
    pub to_place: [u8; 3],
    /// Setup: the pass and the place in it.
    pub pass: [u8; 2],
    /// Setup: corners of the buildings of this placement turn.
    pub placed: Vec<u16>,
    /// Setup: corners from which this placement turn's roads may start.
    pub anchors: Vec<u16>,
    /// Hex under the robber.
    pub robber: Option<u16>,
    /// Hex of the pirate (seafaring maps).
    pub pirate: Option<u16>,
    /// Whether the last of robber and pirate to move was the pirate.
    pub pirate_moved: bool,
    /// Who is paid or chooses gold (255: nobody), and how many seats are still to be paid.
    pub gold_turn: (u8, u8),
    /// Whether a ship was moved in this turn.
    pub ship_moved: bool,
    /// Sides to which a ship came in this turn.
    pub new_ships: Vec<u16>,
    /// The seat about to be robbed.
    pub victim: Option<u8>,
    /// Cards in the bank by kind; with `hide-bank=on` 1 for some and 0 for none.
    pub bank: [u16; 5],
    /// Development cards left.
    pub deck: u32,
    /// Progress cards that left the game, by card.
    pub gone: [u16; 5],
    /// Dice cards left, if dice are drawn from a deck.
    pub dice_left: u32,
    /// Totals of the last five rolls, the latest first, with balanced dice.
    pub recent: [u8; 5],
    /// Offers made in this turn.
    pub offers_made: u8,
    /// Holder of the longest road.
    pub road_holder: Option<u8>,
    /// Holder of the largest army.
    pub army_holder: Option<u8>,
    /// The winner.
    pub winner: Option<u8>,
    /// Which player sits at each seat (`seating=random`).
    pub seating: Vec<u8>,
    /// One entry for each seat.
    pub seats: Vec<SeatView>,
    /// Open offers by number.
    pub offers: Vec<OfferView>,
}

/// What a viewer knows of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatView {
    /// Number of resource cards.
    pub cards: u16,
    /// Kinds of the resource cards: of the viewer's own hand only.
    pub hand: Option<[u16; 5]>,
    /// Cards by kind that everybody knows the seat holds: they were seen to come and not to go.
    pub known: [u16; 5],
    /// Number of development cards.
    pub development: u16,
    /// Kinds of development cards: the viewer's own, and everybody's when the game is over.
    pub development_kinds: Option<[u16; 5]>,
    /// Of the viewer's own cards, those bought in this turn.
    pub bought: Option<[u16; 5]>,
    /// Knights played.
    pub knights: u16,
    /// Victory point cards lying open.
    pub shown: u16,
    /// Points everybody can count.
    pub public_points: i16,
    /// All points: the viewer's own, and everybody's when the game is over.
    pub points: Option<i16>,
    /// Longest trail.
    pub length: u8,
    /// Roads, settlements, cities left in the supply.
    pub left: [u8; 3],
    /// Best rate with the bank, by kind.
    pub rates: [u16; 5],
    /// Cards to discard.
    pub owes: u16,
    /// Settlements by corner.
    pub settlements: Vec<u16>,
    /// Cities by corner.
    pub cities: Vec<u16>,
    /// Roads by side.
    pub roads: Vec<u16>,
    /// Ships by side.
    pub ships: Vec<u16>,
    /// Bridges by side.
    pub bridges: Vec<u16>,
    /// Walled cities by corner.
    pub walls: Vec<u16>,
    /// Ships, bridges, walls left in the supply.
    pub sea_left: [u8; 3],
    /// Islands discovered, and the points for them.
    pub islands: (u8, i16),
    /// Gold to choose.
    pub gold: u8,
    /// Cards the roll still owes, by kind.
    pub due: [u16; 5],
}

/// An open offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OfferView {
    /// Its number.
    pub id: u8,
    /// Its maker.
    pub maker: u8,
    /// What the maker gives, by kind.
    pub give: [u16; 5],
    /// What it wants, by kind.
    pub want: [u16; 5],
    /// Addressed seats.
    pub to: Vec<u8>,
    /// Seats that accepted.
    pub accepted: Vec<u8>,
    /// Seats that rejected.
    pub rejected: Vec<u8>,
}

fn seats(mask: u8) -> Vec<u8> {
    SeatSet(mask.into()).iter().map(|s| s.0).collect()
}

const fn someone(seat: u8) -> Option<u8> {
    if seat == NONE { None } else { Some(seat) }
}

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    pub(in crate::game) fn view_of(&self, pos: &Position<C, S, X>, viewer: Viewer) -> View {
        let own = match viewer {
            Viewer::Seat(seat) => Some(seat.0),
            Viewer::Spectator => None,
        };
        let waiting = self.waited_for(pos).iter().map(|s| s.0).collect();
        let mut offers: Vec<OfferView> =
            (0..self.seats).filter_map(|maker| self.offer_view(pos, maker)).collect();
        offers.sort_by_key(|offer| offer.id);
        let round = if pos.turn == 0 { 0 } else { (pos.turn - 1) / self.seats as u32 + 1 };
        View {
            viewer: own,
            phase: pos.phase,
            active: pos.active,
            builder: someone(pos.builder),
            waiting,
            round,
            turn: pos.turn,
            rolled: pos.rolled,
            card_played: pos.card_played,
            point_shown: pos.point_shown,
            built: pos.built,
            free_roads: pos.free_roads,
            to_place: [pos.left_settlements, pos.left_cities, pos.left_roads],
            pass: [pos.pass, pos.place],
            placed: pos.placed.iter().map(|c| self.corners[c].0).collect(),
            anchors: pos.anchors.iter().map(|c| self.corners[c].0).collect(),
            robber: pos.robber().map(|h| h.0),
            pirate: pos.sea.first().filter(|sea| sea.pirate != NOWHERE).map(|sea| sea.pirate),
            pirate_moved: pos.sea.first().is_some_and(|sea| sea.pirate_moved),
            gold_turn: pos.sea.first().map_or((NONE, 0), |sea| (sea.chooser, sea.unpaid)),
            ship_moved: pos.sea.first().is_some_and(|sea| sea.ship_moved),
            new_ships: pos.sea.first().map_or(Vec::new(), |sea| self.side_numbers(sea.new_ships)),
            victim: someone(pos.victim),
            bank: self.bank_view(pos),
            deck: pos.deck.iter().map(|&n| u32::from(n)).sum(),
            gone: pos.gone,
            dice_left: pos.dice.left.iter().map(|&n| u32::from(n)).sum(),
            recent: pos.dice.recent,
            offers_made: pos.offers_made,
            road_holder: someone(pos.road_holder),
            army_holder: someone(pos.army_holder),
            winner: someone(pos.winner),
            seating: permutation(self.seats, pos.seating),
            seats: (0..self.seats).map(|seat| self.seat_view(pos, seat, own == Some(seat as u8))).collect(),
            offers,
        }
    }

    /// The whole bank, the cards that never circulate included.
    pub(in crate::game) fn bank_counts(&self, pos: &Position<C, S, X>) -> [u16; 5] {
        std::array::from_fn(|i| pos.bank.get(Resource::ALL[i]).saturating_add(self.vault[i]))
    }

    pub(in crate::game) fn bank_view(&self, pos: &Position<C, S, X>) -> [u16; 5] {
        let counts = self.bank_counts(pos);
        if self.options.hide_bank { counts.map(|n| n.min(1)) } else { counts }
    }

    fn offer_view(&self, pos: &Position<C, S, X>, maker: usize) -> Option<OfferView> {
        let offer = &pos.offers[maker];
        (offer.id != 0).then(|| OfferView {
            id: offer.id,
            maker: maker as u8,
            give: *offer.give.hand().counts().values(),
            want: *offer.want.hand().counts().values(),
            to: seats(offer.to),
            accepted: seats(offer.accepted),
            rejected: seats(offer.rejected),
        })
    }

    fn seat_view(&self, pos: &Position<C, S, X>, seat: usize, own: bool) -> SeatView {
        let player = &pos.players[seat];
        let over = pos.phase == Phase::Over;
        let corners = |city: bool| {
            let is_city = |c: &usize| (pos.piece_at(*c) & CITY != 0) == city;
            player.buildings.iter().filter(is_city).map(|c| self.corners[c].0).collect()
        };
        SeatView {
            cards: player.hand.total(),
            hand: own.then(|| *player.hand.counts().values()),
            known: *player.known().counts().values(),
            development: player.cards.iter().sum(),
            development_kinds: (own || over).then_some(player.cards),
            bought: (own && seat == pos.actor()).then_some(pos.bought),
            knights: player.knights,
            shown: player.shown,
            public_points: if over { player.points } else { self.public_points(pos, seat) },
            points: (own || over).then_some(player.points),
            length: player.length,
            left: [player.roads_left, player.settlements_left, player.cities_left],
            rates: *self.rates(pos, seat).counts().values(),
            owes: if pos.owes >> seat & 1 == 1 { player.hand.total() / 2 } else { 0 },
            settlements: corners(false),
            cities: corners(true),
            roads: self.side_numbers(self.pieces_of(pos, seat, SidePiece::Road)),
            ships: self.side_numbers(self.pieces_of(pos, seat, SidePiece::Ship)),
            bridges: self.side_numbers(self.pieces_of(pos, seat, SidePiece::Bridge)),
            walls: pos.sea.first().map_or(Vec::new(), |sea| {
                sea.walls.and(player.buildings).iter().map(|c| self.corners[c].0).collect()
            }),
            sea_left: pos
                .sea
                .first()
                .map_or([0; 3], |sea| [sea.ships_left[seat], sea.bridges_left[seat], sea.walls_left[seat]]),
            islands: pos.sea.first().map_or((0, 0), |sea| (sea.islands[seat], sea.island_points[seat])),
            gold: pos.sea.first().map_or(0, |sea| sea.gold[seat]),
            due: pos.sea.first().map_or([0; 5], |sea| *sea.due[seat].counts().values()),
        }
    }

    fn side_numbers(&self, sides: Bits<S>) -> Vec<u16> {
        sides.iter().map(|s| self.sides[s].0).collect()
    }

    /// The name of a card by its place in the lists of a view.
    #[must_use]
    pub fn card_names() -> [&'static str; 5] {
        std::array::from_fn(|i| Card::ALL[i].name())
    }
}
