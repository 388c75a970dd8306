//! What a seat may know as a row of bytes, for learners: the content of a [`View`](crate::game::View) in a fixed order.
//!
//! Seats are counted from the viewer (itself first, then in turn order), corners and sides by the
//! numbering of [`Picks`](crate::game::Picks), hexes are the land hexes in map order. Counts above 255 are written as 255.
//! The row is written straight from the position, without a list on the way; a test holds it against
//! the view in every position of random games.

use crate::game::learn::picks::Picked;
use crate::game::learn::row::{OF_SEAT, ONE_OF, RowWriter, byte, bytes, sum};
use crate::game::learn::schedule::ShownRow;
use crate::game::position::{MAX_SEATS, NONE, Phase, Position};
use crate::game::rules::trade::RATES as RATE_HANDS;
use crate::game::sea::state::SidePiece;
use crate::game::tables::Engine;
use crate::map::{Card, Resource, Terrain};
use hexwright_core::{HexId, Key as _, Seat};

/// The place of the cards owed among them.
const OWED: usize = 14;
/// Phases, chance and the end included.
const PHASES: usize = 14;

/// The best rates of [`Engine::rates`] as bytes, by reached harbours; three zeros fill up.
static RATES: [[u8; 8]; 64] = {
    let mut table = [[0; 8]; 64];
    let mut harbours = 0;
    while harbours < 64 {
        let mut kind = 0;
        while kind < 5 {
            table[harbours][kind] = RATE_HANDS[harbours].get(Resource::ALL[kind]) as u8;
            kind += 1;
        }
        harbours += 1;
    }
    table
};

/// A seat counted beyond the last one; a division would cost more than what is written.
#[inline]
const fn round(seat: usize, seats: usize) -> usize {
    if seat < seats { seat } else { seat - seats }
}

/// What everybody knows of a seat, but for the cards it owes; `hides_points` if its victory point cards are secret.
#[inline]
fn seat_numbers<const C: usize, const S: usize, const X: usize>(
    pos: &Position<C, S, X>,
    seat: usize,
    hides_points: bool,
    out: &mut [u8; OF_SEAT],
) {
    let player = &pos.players[seat];
    let hidden = player.cards[Card::VictoryPoint.index()] & u16::from(hides_points).wrapping_neg();
    // three bytes too many, which are written over
    out[9..].copy_from_slice(&RATES[usize::from(player.harbours & 63)]);
    out[0] = byte(player.hand.total());
    out[1] = byte(sum(player.cards));
    out[2] = byte(player.knights);
    out[3] = byte(player.shown);
    out[4] = byte(player.points.saturating_sub_unsigned(hidden).max(0) as u16);
    out[5] = player.length;
    out[6] = player.roads_left;
    out[7] = player.settlements_left;
    out[8] = player.cities_left;
    out[OWED] = 0;
    out[15] = (usize::from(pos.road_holder) == seat).into();
    out[16] = (usize::from(pos.army_holder) == seat).into();
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
        let mut row = RowWriter { out, at: 0 };
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
        self.write_changes(pos, viewer, picked, ShownRow::default(), out);
    }

    /// The same over an earlier row, of which what it shows is left alone or turned round.
    #[inline]
    pub(super) fn write_changes(
        &self,
        pos: &Position<C, S, X>,
        viewer: Seat,
        picked: Picked,
        shown: ShownRow,
        out: &mut [u8],
    ) {
        let (mut row, viewer) = (RowWriter { out, at: 0 }, viewer.index());
        let places = shown.viewer().map(|before| round(viewer + self.seats - before, self.seats));
        let same = places == Some(0) && shown.has_seats() && pos.owes == 0;
        self.write_numbers(pos, viewer, picked, (same, shown.has_cards()), &mut row);
        match places.filter(|_| shown.has_seats() && pos.owes == 0) {
            None => self.write_seats(pos, viewer, &mut row),
            Some(places) => self.turn_seats(pos, viewer, places, shown.has_cards(), &mut row),
        }
        match places.filter(|_| shown.has_pieces()) {
            None => self.write_pieces(pos, viewer, &mut row),
            Some(places) => {
                let (corners, sides, first) = (self.corners.len(), self.sides.len(), row.at);
                [corners, corners, sides].iter().for_each(|&length| row.turn(length, self.seats, places));
                if shown.has_built() {
                    let builder = round(viewer + self.seats - places, self.seats);
                    self.write_built(pos, builder, (self.seats - places) % self.seats, first, &mut row);
                }
            }
        }
        self.write_sea(pos, viewer, picked, &mut row);
    }

    /// What everybody knows of the seats, which stands there but for the number of their cards, unless that does too, as a
    /// seat so many places further round the table sees it.
    #[inline]
    fn turn_seats(
        &self,
        pos: &Position<C, S, X>,
        own: usize,
        places: usize,
        cards: bool,
        row: &mut RowWriter<'_>,
    ) {
        let first = row.at;
        row.turn(OF_SEAT, self.seats, places);
        if cards {
            return;
        }
        let (seats, _) = row.out[first..row.at].as_chunks_mut::<OF_SEAT>();
        for (place, numbers) in seats.iter_mut().enumerate() {
            // the remainder spares a bounds check; seats are below 8 anyway
            let seat = round(own + place, self.seats) % MAX_SEATS;
            numbers[0] = byte(pos.players[seat].hand.total());
        }
    }

    fn write_pieces(&self, pos: &Position<C, S, X>, first: usize, row: &mut RowWriter<'_>) {
        let order = || (0..self.seats).map(|i| round(first + i, self.seats));
        let corners = self.corners.len();
        order().for_each(|seat| row.set(pos.players[seat].buildings.without(pos.cities), corners));
        order().for_each(|seat| row.set(pos.players[seat].buildings.and(pos.cities), corners));
        order().for_each(|seat| row.set(self.pieces_of(pos, seat, SidePiece::Road), self.sides.len()));
    }

    /// The pieces of one seat, so many places behind the viewer; `first` is where those of all begin.
    fn write_built(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        place: usize,
        first: usize,
        row: &mut RowWriter<'_>,
    ) {
        let (corners, sides, buildings) = (self.corners.len(), self.sides.len(), pos.players[seat].buildings);
        row.over(buildings.without(pos.cities), first + place * corners, corners);
        row.over(buildings.and(pos.cities), first + (self.seats + place) * corners, corners);
        let roads = first + 2 * self.seats * corners + place * sides;
        row.over(self.pieces_of(pos, seat, SidePiece::Road), roads, sides);
    }

    /// Everything that is neither board nor seat nor piece. `same` if the viewer's development cards and points stand there,
    /// `cards` if all cards on the table do, the robber, and that the viewer decides.
    #[inline]
    fn write_numbers(
        &self,
        pos: &Position<C, S, X>,
        own: usize,
        picked: Picked,
        (same, cards): (bool, bool),
        row: &mut RowWriter<'_>,
    ) {
        let deciding = usize::from(if pos.builder == NONE { pos.active } else { pos.builder });
        if cards {
            row.at += self.robber_hexes.len();
            row.next::<PHASES>().copy_from_slice(&ONE_OF[pos.phase as usize][..PHASES]);
            row.at += self.seats;
        } else {
            row.one_of(self.robber_place(pos.robber), self.robber_hexes.len());
            row.one_of(Some(pos.phase as usize), PHASES);
            row.one_of(Some(round(deciding + self.seats - own, self.seats)), self.seats);
        }
        let table = row.next::<13>();
        table[..3].copy_from_slice(&[pos.rolled.into(), pos.card_played.into(), pos.free_roads]);
        if !cards {
            table[3] = byte(sum(pos.deck));
            table[4..9].copy_from_slice(&self.bank_bytes(pos));
        }
        table[9..12].copy_from_slice(&[pos.left_settlements, pos.left_cities, pos.left_roads]);
        table[12] = pos.turn.min(255) as u8;
        let (mine, me) = (row.next::<21>(), &pos.players[own]);
        mine[..5].copy_from_slice(&me.hand.bytes());
        mine[15..20].copy_from_slice(&if let Picked::Cards(cards) = picked { cards.bytes() } else { [0; 5] });
        if !same {
            mine[5..10].copy_from_slice(&bytes(me.cards));
            mine[10..15].copy_from_slice(&if own == pos.actor() { bytes(pos.bought) } else { [0; 5] });
            mine[20] = byte(me.points.max(0) as u16);
        }
    }

    /// What everybody knows of the seats.
    fn write_seats(&self, pos: &Position<C, S, X>, own: usize, row: &mut RowWriter<'_>) {
        let hides_points = pos.phase != Phase::Over && !self.options.vp_when_played;
        let first = row.at;
        for place in 0..self.seats {
            seat_numbers(pos, round(own + place, self.seats), hides_points, row.next());
        }
        if pos.owes != 0 {
            for place in 0..self.seats {
                let seat = round(own + place, self.seats);
                let owes = pos.owes >> seat & 1 == 1;
                let owed = if owes { pos.players[seat].hand.total() / 2 } else { 0 };
                row.out[first + OF_SEAT * place + OWED] = byte(owed);
            }
        }
    }

    /// The bank as a seat sees it.
    #[inline]
    fn bank_bytes(&self, pos: &Position<C, S, X>) -> [u8; 5] {
        if self.vault == [0; 5] && !self.options.hide_bank {
            return pos.bank.bytes();
        }
        self.bank_view(pos).map(byte)
    }

    /// The place of a hex among those the robber may stand on.
    #[inline]
    pub(super) fn robber_place(&self, hex: u16) -> Option<usize> {
        self.robber_index.get(usize::from(hex)).map(|&place| usize::from(place))
    }

    fn write_sea(&self, pos: &Position<C, S, X>, own: usize, picked: Picked, row: &mut RowWriter<'_>) {
        let Some(sea) = pos.sea.first() else { return };
        let order = || (0..self.seats).map(|i| round(own + i, self.seats));
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
