//! The picks a seat may make, as a bit set that is read straight from the sets of the position.
//!
//! The numbering of [`Picks`] helps: everything that is no place on the board has a number below 128
//! and is gathered in one value; corners, sides and hexes keep the order of the position's own
//! sets, which are moved to their first number. Whether something can be paid is a factor of
//! zero or all ones, not a branch: in a batch of games no two neighbours are alike, and a guess of the
//! processor would be wrong half of the time.

use crate::game::hand::Hand;
use crate::game::learn::picks::{CARD, MONOPOLY, PLENTY, Picked, Picks, STEAL, TRADE, cards, pair};
use crate::game::options::Ruleset;
use crate::game::position::{Phase, Position};
use crate::game::rules::trade::RATES;
use crate::game::sea::state::{BRIDGE, SHIP, SidePiece, WALL};
use crate::game::tables::Engine;
use crate::map::{Card, Resource};
use hexwright_core::{Bits, HexId, Key as _, Seat};

const ROLL: u128 = 1;
const END_TURN: u128 = 1 << 1;
const PASS: u128 = 1 << 2;
const STOP: u128 = 1 << 3;
const BUY: u128 = 1 << 4;
const KNIGHT: u128 = 1 << 5;
const ROAD_BUILDING: u128 = 1 << 6;
const VICTORY_POINT: u128 = 1 << 7;
const STEAL_NONE: u128 = 1 << 8;

/// Trades with a bank that has every kind, by reached harbours and the kinds of which the seat has enough to give. The best rate
/// says which of the three counts; a kind is not traded for itself.
static TRADES: [[u128; 32]; 64] = {
    let mut table = [[0; 32]; 64];
    let mut place = 0;
    while place < 64 * 32 * 25 {
        let (harbours, gives, give, take) = (place / 800, place / 25 % 32, place / 5 % 5, place % 5);
        if gives >> give & 1 == 1 && give != take {
            let count = RATES[harbours].get(Resource::ALL[give]) as usize;
            table[harbours][gives] |= 1 << (TRADE + 15 * give + 3 * take + count - 2);
        }
        place += 1;
    }
    table
};

/// Picks that follow from a set of kinds.
#[derive(Clone, Copy)]
struct KindPicks {
    /// All trades for one of them.
    takes: u128,
    /// Years of plenty that bring two of them, different ones.
    pairs: u128,
    /// Years of plenty that bring one of them twice.
    doubles: u128,
}

/// By the bits of the kinds.
static OF_KINDS: [KindPicks; 32] = {
    let mut table = [KindPicks { takes: 0, pairs: 0, doubles: 0 }; 32];
    let mut place = 0;
    while place < 32 * 25 {
        let (kinds, first, second) = (place / 25, place / 5 % 5, place % 5);
        let picks = &mut table[kinds];
        if kinds >> second & 1 == 1 {
            picks.takes |= 7 << (TRADE + 15 * first + 3 * second);
        }
        if kinds >> first & kinds >> second & 1 == 1 {
            let plenty = 1 << (PLENTY + 5 + pair(first, second));
            if first < second {
                picks.pairs |= plenty;
            } else if first == second {
                picks.doubles |= plenty;
            }
        }
        place += 1;
    }
    table
};

/// The picks of these kinds.
#[inline]
fn of_kinds(kinds: u8) -> &'static KindPicks {
    &OF_KINDS[usize::from(kinds & 31)]
}

/// The set, or the empty one.
#[inline]
fn when<const W: usize>(condition: bool, set: Bits<W>) -> Bits<W> {
    let all = u64::from(condition).wrapping_neg();
    Bits(set.0.map(|word| word & all))
}

/// Adds a word of bits that begin at number `at`.
#[inline]
fn put_word(mask: &mut [u64], at: usize, bits: u64) {
    let (word, shift) = (at / 64, at % 64);
    if let Some(first) = mask.get_mut(word) {
        *first |= bits << shift;
    }
    if let Some(second) = mask.get_mut(word + 1) {
        *second |= bits >> 1 >> (63 - shift);
    }
}

/// Adds a set whose first element has number `start`.
#[inline]
fn put<const W: usize>(mask: &mut [u64], start: usize, set: Bits<W>) {
    for (w, bits) in set.0.into_iter().enumerate() {
        put_word(mask, start + 64 * w, bits);
    }
}

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// Sets the bit of every pick a seat may make, clears all others; `mask` has [`Picks::words`] words.
    /// Offers and answers to them have none.
    #[inline]
    pub fn mask_picks(
        &self,
        pos: &Position<C, S, X>,
        picks: &Picks,
        picked: Picked,
        seat: Seat,
        mask: &mut [u64],
    ) {
        let decides = match pos.phase {
            Phase::Discard => seat.index() < self.seats && pos.owes >> seat.0 & 1 == 1,
            _ => seat.index() == pos.actor(),
        };
        if decides {
            self.mask_decider(pos, picks, picked, seat, mask);
        } else {
            mask.fill(0);
        }
    }

    /// The same for a seat whose pick is waited for.
    #[inline]
    pub(super) fn mask_decider(
        &self,
        pos: &Position<C, S, X>,
        picks: &Picks,
        picked: Picked,
        seat: Seat,
        mask: &mut [u64],
    ) {
        // on a base board the compiler knows the length
        if let Ok(mask) = <&mut [u64; 5]>::try_from(&mut *mask) {
            *mask = [0; 5];
            self.add_picks(pos, picks, picked, seat, mask);
        } else {
            mask.fill(0);
            self.add_picks(pos, picks, picked, seat, mask);
        }
    }

    /// Sets the bit of every pick a seat may make.
    #[inline]
    fn add_picks(
        &self,
        pos: &Position<C, S, X>,
        picks: &Picks,
        picked: Picked,
        seat: Seat,
        mask: &mut [u64],
    ) {
        let seat = seat.index();
        if let Picked::Ship(from) = picked {
            if let Some(from) = self.dense_side(from) {
                put(mask, picks.to, self.ship_targets(pos, seat, from));
            }
            return;
        }
        let low = match pos.phase {
            Phase::Main => {
                // many hands pay for nothing
                let hand = pos.players[seat].hand;
                let pays = hand.covers(Hand::ROAD) | hand.covers(Hand::CITY) | hand.covers(Hand::CARD);
                let buy = if X > 0 || pays { self.mask_buildings(pos, picks, seat, mask) } else { 0 };
                buy | self.card_picks(pos, seat) | self.trade_picks(pos, seat) | END_TURN
            }
            Phase::PreRoll => {
                self.mask_ship_moves(pos, picks, seat, mask);
                self.card_picks(pos, seat) | ROLL
            }
            Phase::Discard => card_kinds(pos.players[seat].hand.minus(cards(picked))),
            Phase::Gold => card_kinds(pos.bank.minus(cards(picked))),
            Phase::MoveRobber => {
                self.mask_robber(pos, picks, mask);
                0
            }
            Phase::Steal => {
                let victims = u128::from(self.current_victims(pos)) << STEAL;
                victims | if self.options.steal_optional { STEAL_NONE } else { 0 }
            }
            Phase::RoadBuilding => {
                put(mask, picks.road, when(pos.players[seat].roads_left > 0, self.road_sides(pos, seat)));
                self.mask_sea_pieces(pos, picks, seat, None, mask);
                if self.options.road_building_up_to_two && pos.free_roads < 2 { STOP } else { 0 }
            }
            Phase::Special => self.mask_buildings(pos, picks, seat, mask) | PASS,
            Phase::Setup => {
                self.mask_placements(pos, picks, seat, mask);
                0
            }
            _ => 0,
        };
        // no place on the board has a number this low
        mask[0] = low as u64;
        put_word(mask, 64, (low >> 64) as u64);
    }

    /// What is built and paid for; the pick of a development card is handed back.
    fn mask_buildings(&self, pos: &Position<C, S, X>, picks: &Picks, seat: usize, mask: &mut [u64]) -> u128 {
        let me = &pos.players[seat];
        let can = |left: u8, price: Hand| (left > 0) & me.hand.covers(price);
        put(mask, picks.road, when(can(me.roads_left, Hand::ROAD), self.road_sides(pos, seat)));
        let corners = pos.open.and(me.reach);
        put(mask, picks.settlement, when(can(me.settlements_left, Hand::SETTLEMENT), corners));
        let mut cities = when(can(me.cities_left, Hand::CITY), me.buildings.without(pos.cities));
        if self.options.direct_city {
            let both = me.cities_left.min(me.settlements_left);
            cities = cities.or(when(can(both, Hand::DIRECT_CITY), corners));
        }
        put(mask, picks.city, cities);
        if X > 0 {
            self.mask_sea_pieces(pos, picks, seat, Some(me.hand), mask);
            let bare = me.buildings.and(pos.cities).without(pos.sea[0].walls);
            put(mask, picks.wall, when(can(pos.sea[0].walls_left[seat], WALL), bare));
            self.mask_ship_moves(pos, picks, seat, mask);
        }
        let buy = (pos.deck != [0; 5]) & me.hand.covers(Hand::CARD);
        if buy { BUY } else { 0 }
    }

    /// Ships and bridges; `hand` is `None` when they are free.
    fn mask_sea_pieces(
        &self,
        pos: &Position<C, S, X>,
        picks: &Picks,
        seat: usize,
        hand: Option<Hand>,
        mask: &mut [u64],
    ) {
        if X == 0 {
            return;
        }
        for (piece, price, start) in
            [(SidePiece::Ship, SHIP, picks.ship), (SidePiece::Bridge, BRIDGE, picks.bridge)]
        {
            if self.pieces_left(pos, seat, piece) > 0 && hand.is_none_or(|hand| hand.covers(price)) {
                put(mask, start, self.piece_sides(pos, seat, piece));
            }
        }
    }

    /// Ships that may move somewhere.
    #[inline]
    fn mask_ship_moves(&self, pos: &Position<C, S, X>, picks: &Picks, seat: usize, mask: &mut [u64]) {
        if X == 0 || !self.ships_move(pos) {
            return;
        }
        let open = self.piece_sides(pos, seat, SidePiece::Ship);
        let sails = |&ship: &usize| !self.targets_of(pos, seat, ship, &open).is_empty();
        put(mask, picks.from, self.movable_ships(pos, seat).iter().filter(sails).collect::<Bits<S>>());
    }

    /// Free placements before the first turn.
    fn mask_placements(&self, pos: &Position<C, S, X>, picks: &Picks, seat: usize, mask: &mut [u64]) {
        let corners = self.setup_corners(pos);
        put(mask, picks.settlement, when(pos.left_settlements > 0, corners));
        put(mask, picks.city, when(pos.left_cities > 0, corners));
        if pos.left_settlements > 0 || pos.left_cities > 0 {
            return;
        }
        let pieces =
            [(SidePiece::Road, picks.road), (SidePiece::Ship, picks.ship), (SidePiece::Bridge, picks.bridge)];
        for (piece, start) in &pieces[..if X > 0 { 3 } else { 1 }] {
            if self.pieces_left(pos, seat, *piece) > 0 {
                put(mask, *start, self.setup_sides(pos, *piece));
            }
        }
    }

    /// Hexes for the robber and, at sea, for the pirate.
    fn mask_robber(&self, pos: &Position<C, S, X>, picks: &Picks, mask: &mut [u64]) {
        let open = |hex: HexId| self.robber_anywhere || self.forbidden(pos, hex).is_none();
        let others = || self.robber_hexes.iter().map(|&hex| (hex != pos.robber, HexId(hex)));
        // if the options leave no hex, any other one will do
        let strict = !self.robber_anywhere && others().any(|(other, hex)| other && open(hex));
        for (chunk, hexes) in self.robber_hexes.chunks(64).enumerate() {
            let bits = if strict {
                let bit = |(i, &hex)| u64::from(hex != pos.robber && open(HexId(hex))) << i;
                hexes.iter().enumerate().map(bit).fold(0, |bits, bit| bits | bit)
            } else {
                let here = self.robber_place(pos.robber).map(|place| place.wrapping_sub(64 * chunk));
                let all = u64::MAX >> (64 - hexes.len());
                all & !here.filter(|&place| place < 64).map_or(0, |place| 1 << place)
            };
            put_word(mask, picks.robber + 64 * chunk, bits);
        }
        for hex in self.pirate_targets(pos) {
            put_word(mask, picks.pirate + hex.index(), 1);
        }
    }

    /// Development cards that may be played now.
    #[inline]
    fn card_picks(&self, pos: &Position<C, S, X>, seat: usize) -> u128 {
        let held = &pos.players[seat].cards;
        let old = !pos.card_played && self.some_card_is_old(pos, seat);
        let shows = self.options.vp_when_played && held[Card::VictoryPoint.index()] > 0;
        let point = if shows { VICTORY_POINT } else { 0 };
        if old { point | self.progress_picks(pos, seat) } else { point }
    }

    /// Knights and progress cards of a seat that has not played one in this turn.
    #[inline(never)] // few seats have one: the others should not pay for a larger function
    fn progress_picks(&self, pos: &Position<C, S, X>, seat: usize) -> u128 {
        let can = |card, picks| if self.playable(pos, card) > 0 { picks } else { 0 };
        let road = if self.road_fits(pos, seat) { ROAD_BUILDING } else { 0 };
        can(Card::Knight, KNIGHT)
            | can(Card::Monopoly, 31 << MONOPOLY)
            | can(Card::RoadBuilding, road)
            | can(Card::YearOfPlenty, plenty_picks(pos.bank))
    }

    /// Trades with the bank.
    #[inline]
    fn trade_picks(&self, pos: &Position<C, S, X>, seat: usize) -> u128 {
        if self.options.ruleset == Ruleset::Pioneers {
            return self.lavish_trade_picks(pos, seat);
        }
        let me = &pos.players[seat];
        let gives = me.hand.kinds_covering(self.rates(pos, seat)).byte();
        let trades = TRADES[usize::from(me.harbours & 63)][usize::from(gives & 31)];
        if self.trade_closed(pos) { 0 } else { trades & of_kinds(pos.bank.kinds().byte()).takes }
    }

    /// The trades of the Pioneers server, which takes worse rates and a kind for itself.
    #[cold]
    fn lavish_trade_picks(&self, pos: &Position<C, S, X>, seat: usize) -> u128 {
        let mut low = 0;
        self.each_bank_trade(pos, seat, &mut |action| {
            low |= self.first_pick(&self.picks(), action).map_or(0, |pick| 1 << pick);
        });
        low
    }
}

/// What a year of plenty may bring.
fn plenty_picks(bank: Hand) -> u128 {
    let kinds = bank.kinds().byte();
    if bank.total() == 1 {
        return u128::from(kinds) << PLENTY;
    }
    let twice = bank.kinds_covering(Hand::of([2; 5])).byte();
    of_kinds(kinds).pairs | of_kinds(twice).doubles
}

/// One card of each kind in a hand.
#[inline]
fn card_kinds(hand: Hand) -> u128 {
    u128::from(hand.kinds().byte()) << CARD
}
