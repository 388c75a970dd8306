//! What a seat may know as a row of bytes, for learners: the content of a [`View`](crate::game::View) in a fixed order.
//!
//! Seats are counted from the viewer (itself first, then in turn order), corners and sides by the
//! numbering of [`Picks`](crate::game::Picks), hexes are the land hexes in map order. Counts above 255 are written as 255.
//! The row is written straight from the position, without a list on the way; a test holds it against
//! the view in every position of random games.

use crate::game::hand::Hand;
use crate::game::learn::picks::Picked;
use crate::game::position::{NONE, Phase, Position};
use crate::game::sea::state::SidePiece;
use crate::game::tables::Engine;
use crate::map::{Resource, Terrain};
use hexwright_core::{Bits, HexId, Key as _, Seat};

/// Numbers about each seat: cards, development cards, knights, shown victory points, public points, longest
/// trail, roads, settlements, cities left, five rates, cards owed, longest road, largest army.
const OF_SEAT: usize = 17;
/// Phases, chance and the end included.
const PHASES: usize = 14;

/// The eight bits of a byte as eight bytes.
const SPREAD: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = (byte >> bit & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// A seat counted beyond the last one; a division would cost more than what is written.
#[inline]
const fn round(seat: usize, seats: usize) -> usize {
    if seat < seats { seat } else { seat - seats }
}

/// A count as a byte.
#[inline]
fn byte(number: u16) -> u8 {
    number.min(255) as u8
}

/// The counts of a hand as bytes.
#[inline]
fn bytes(hand: Hand) -> [u8; 5] {
    (*hand.counts().values()).map(byte)
}

/// Writes one byte after another, each once and in order: what is written beyond a part is written over by the next.
struct FeatureRow<'a> {
    out: &'a mut [u8],
    at: usize,
}

impl FeatureRow<'_> {
    fn put(&mut self, number: u32) {
        self.out[self.at] = number.min(255) as u8;
        self.at += 1;
    }

    #[inline]
    fn all<const N: usize>(&mut self, numbers: [u8; N]) {
        self.out[self.at..self.at + N].copy_from_slice(&numbers);
        self.at += N;
    }

    /// `length` bytes of which one is 1, or none.
    #[inline]
    fn one_of(&mut self, place: Option<usize>, length: usize) {
        self.out[self.at..self.at + length].fill(0);
        if let Some(place) = place.filter(|&p| p < length) {
            self.out[self.at + place] = 1;
        }
        self.at += length;
    }

    /// `length` bytes, 1 for each element. A whole word at a time, which clears some bytes behind them if there are any.
    #[inline]
    fn set<const W: usize>(&mut self, set: Bits<W>, length: usize) {
        for (place, word) in set.0.into_iter().enumerate() {
            let (start, left) = (self.at + 64 * place, length.saturating_sub(64 * place));
            if left == 0 {
                break;
            }
            if let Some(out) = self.out[start..].first_chunk_mut::<64>() {
                for (i, out) in out.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                    *out = SPREAD[usize::from((word >> (8 * i)) as u8)];
                }
            } else {
                let out = &mut self.out[start..start + left.min(64)];
                out.iter_mut().enumerate().for_each(|(i, out)| *out = (word >> i & 1) as u8);
            }
        }
        self.at += length;
    }
}

impl<const C: usize, const S: usize, const X: usize> Engine<C, S, X> {
    /// The parts of a row with their lengths, in order.
    #[must_use]
    pub fn tensor_parts(&self) -> Vec<(&'static str, usize)> {
        let (corners, sides, hexes) = (self.corners.len(), self.sides.len(), self.robber_hexes.len());
        let mut parts = vec![
            ("hex_kind", 6 * hexes),
            ("hex_pips", hexes),
            ("harbours", 6 * corners),
            ("robber", hexes),
            ("phase", PHASES),
            ("active", self.seats),
            ("table", 13),
            ("own_hand", 5),
            ("own_cards", 5),
            ("own_bought", 5),
            ("own_picked", 5),
            ("own_points", 1),
            ("seats", OF_SEAT * self.seats),
            ("settlements", corners * self.seats),
            ("cities", corners * self.seats),
            ("roads", sides * self.seats),
        ];
        if X > 0 {
            parts.extend([
                ("ships", sides * self.seats),
                ("bridges", sides * self.seats),
                ("walls", corners * self.seats),
                ("sea_left", 3 * self.seats),
                ("gold", self.seats),
                ("pirate", self.hex_corners.len()),
                ("picked_ship", sides),
                ("moved", 2),
            ]);
        }
        parts
    }

    /// The length of a row.
    #[must_use]
    pub fn tensor_length(&self) -> usize {
        self.tensor_parts().iter().map(|part| part.1).sum()
    }

    /// The part of a row that never changes in a game; gives its length.
    pub fn write_board(&self, out: &mut [u8]) -> usize {
        let mut row = FeatureRow { out, at: 0 };
        for &hex in &self.robber_hexes {
            let terrain = self.board.terrain(HexId(hex));
            let kind =
                if terrain == Terrain::Gold { Some(5) } else { terrain.resource().map(Resource::index) };
            row.one_of(kind, 6);
        }
        for &hex in &self.robber_hexes {
            let number = self.board.number(HexId(hex));
            row.put(if number == 0 { 0 } else { u32::from(6 - number.abs_diff(7).min(6)) });
        }
        for &mask in &self.harbours {
            (0..6).for_each(|bit| row.put(u32::from(mask >> bit & 1)));
        }
        row.at
    }

    /// The part of a row that changes: everything behind [`Self::write_board`].
    pub fn write_view(&self, pos: &Position<C, S, X>, viewer: Seat, picked: Picked, out: &mut [u8]) {
        let own = viewer.index();
        let relative = |seat: usize| round(seat + self.seats - own, self.seats);
        let order = || (0..self.seats).map(|i| round(own + i, self.seats));
        let mut row = FeatureRow { out, at: 0 };
        row.one_of(self.robber_place(pos.robber), self.robber_hexes.len());
        row.one_of(Some(pos.phase as usize), PHASES);
        let deciding = if pos.builder == NONE { pos.active } else { pos.builder };
        row.one_of(Some(relative(usize::from(deciding))), self.seats);
        row.all([pos.rolled.into(), pos.card_played.into(), pos.free_roads]);
        row.put(pos.deck.iter().map(|&n| u32::from(n)).sum());
        row.all(self.bank_view(pos).map(byte));
        row.all([pos.left_settlements, pos.left_cities, pos.left_roads]);
        row.put(pos.turn);
        self.write_own(pos, own, picked, &mut row);
        order().for_each(|seat| self.write_seat(pos, seat, &mut row));
        let corners = self.corners.len();
        for cities in [false, true] {
            for seat in order() {
                let mine = pos.players[seat].buildings;
                row.set(if cities { mine.and(pos.cities) } else { mine.without(pos.cities) }, corners);
            }
        }
        for seat in order() {
            row.set(self.pieces_of(pos, seat, SidePiece::Road), self.sides.len());
        }
        if X > 0 {
            self.write_sea(pos, own, picked, &mut row);
        }
    }

    fn write_own(&self, pos: &Position<C, S, X>, own: usize, picked: Picked, row: &mut FeatureRow<'_>) {
        let me = &pos.players[own];
        row.all(bytes(me.hand));
        row.all(me.cards.map(byte));
        row.all(if own == pos.actor() { pos.bought.map(byte) } else { [0; 5] });
        row.all(bytes(if let Picked::Cards(cards) = picked { cards } else { Hand::EMPTY }));
        row.put(me.points.max(0) as u32);
    }

    fn write_seat(&self, pos: &Position<C, S, X>, seat: usize, row: &mut FeatureRow<'_>) {
        let player = &pos.players[seat];
        let over = pos.phase == Phase::Over;
        let points = if over { player.points } else { self.public_points(pos, seat) };
        let development: u16 = player.cards.iter().sum();
        let owed = if pos.owes >> seat & 1 == 1 { player.hand.total() / 2 } else { 0 };
        row.all([player.hand.total(), development, player.knights, player.shown].map(byte));
        row.all([byte(points.max(0) as u16), player.length]);
        row.all([player.roads_left, player.settlements_left, player.cities_left]);
        row.all(bytes(self.rates(pos, seat)));
        row.all([byte(owed), (usize::from(pos.road_holder) == seat).into()]);
        row.all([(usize::from(pos.army_holder) == seat).into()]);
    }

    /// The place of a hex among those the robber may stand on. Few are counted, which guesses no branch wrong.
    #[inline]
    fn robber_place(&self, hex: u16) -> Option<usize> {
        let hexes = &self.robber_hexes;
        if hexes.len() > 64 {
            return hexes.binary_search(&hex).ok();
        }
        let before = hexes.iter().map(|&other| u8::from(other < hex)).sum::<u8>();
        Some(usize::from(before)).filter(|&place| hexes.get(place) == Some(&hex))
    }

    fn write_sea(&self, pos: &Position<C, S, X>, own: usize, picked: Picked, row: &mut FeatureRow<'_>) {
        let order = || (0..self.seats).map(|i| round(own + i, self.seats));
        let sea = &pos.sea[0];
        for piece in [SidePiece::Ship, SidePiece::Bridge] {
            order().for_each(|seat| row.set(self.pieces_of(pos, seat, piece), self.sides.len()));
        }
        order().for_each(|seat| row.set(sea.walls.and(pos.players[seat].buildings), self.corners.len()));
        for seat in order() {
            [sea.ships_left, sea.bridges_left, sea.walls_left].iter().for_each(|n| row.put(n[seat].into()));
        }
        order().for_each(|seat| row.put(sea.gold[seat].into()));
        row.one_of(Some(sea.pirate.into()), self.hex_corners.len());
        let ship = if let Picked::Ship(side) = picked { self.dense_side(side) } else { None };
        row.one_of(ship, self.sides.len());
        row.put(sea.ship_moved.into());
        row.put(sea.pirate_moved.into());
    }
}

const _: () = assert!(Phase::Over as usize + 1 == PHASES);
