//! Development cards in the order of their owners' hands: the protocol plays a card by its place.

use crate::map::Card;
use crate::text::pioneers::{Number, PioneersMap};
use crate::wire::speech::card_of;

/// The hands of all seats. A card is its type in the protocol: 0 road building, 1 monopoly, 2 plenty, 3 to 7 points,
/// 8 soldier.
#[derive(Clone, Debug)]
pub(super) struct Hands {
    held: Vec<Vec<usize>>,
    /// Places of the active seat's hand whose cards may be played, counted from the first. The programs of Pioneers
    /// count them when the turn begins; a point card that is laid open moves younger cards to these places.
    playable: usize,
    /// Whether a card was bought in this turn.
    bought: bool,
    /// Point cards each seat has shown, by name.
    shown: Vec<[u16; 5]>,
    /// Names of point cards as the map deals them.
    names: Vec<usize>,
    /// The name the next point card has, if somebody else dealt it.
    dealt: Option<usize>,
}

impl Hands {
    pub(super) fn new(seats: usize, map: &PioneersMap) -> Self {
        let counts = Number::POINT_CARDS.into_iter().map(|number| map.numbers[number].max(0) as usize);
        let names: Vec<usize> =
            counts.enumerate().flat_map(|(i, count)| std::iter::repeat_n(3 + i, count)).collect();
        let names = if names.is_empty() { vec![3] } else { names };
        Self {
            held: vec![Vec::new(); seats],
            playable: 0,
            bought: false,
            shown: vec![[0; 5]; seats],
            names,
            dealt: None,
        }
    }

    /// The next point card has this name.
    pub(super) fn deal(&mut self, kind: usize) {
        self.dealt = Some(kind);
    }

    /// The turn of a seat begins: what it holds may be played.
    pub(super) fn begin_turn(&mut self, seat: usize) {
        (self.playable, self.bought) = (self.held[seat].len(), false);
    }

    /// A seat draws a card; its type.
    pub(super) fn draw(&mut self, seat: usize, card: Card) -> usize {
        let dealt = self.dealt.take().filter(|_| card == Card::VictoryPoint);
        let kind = dealt.unwrap_or_else(|| self.kind_of(seat, card));
        self.held[seat].push(kind);
        self.bought = true;
        kind
    }

    /// The type of a card. Our rules know one kind of point card; all those of a seat have the same name, so that no
    /// name tells what else its owner or anybody holds.
    fn kind_of(&self, seat: usize, card: Card) -> usize {
        match card {
            Card::RoadBuilding => 0,
            Card::Monopoly => 1,
            Card::YearOfPlenty => 2,
            Card::VictoryPoint => self.names[seat % self.names.len()],
            Card::Knight => 8,
        }
    }

    /// A seat holds other cards at the same places.
    #[cfg(test)]
    pub(super) fn redeal(&mut self, seat: usize, cards: &[Card]) {
        let kinds: Vec<usize> = cards.iter().map(|&card| self.kind_of(seat, card)).collect();
        self.held[seat].iter_mut().zip(kinds).for_each(|(held, kind)| *held = kind);
    }

    /// The cards of a seat.
    pub(super) fn of(&self, seat: usize) -> &[usize] {
        &self.held[seat]
    }

    /// Whether a card at this place may be played by the seat whose turn it is, point cards aside.
    pub(super) const fn is_playable(&self, place: usize) -> bool {
        place < self.playable
    }

    /// Whether a card was bought in this turn.
    pub(super) const fn bought(&self) -> bool {
        self.bought
    }

    /// Point cards a seat has shown, by name.
    pub(super) fn shown(&self, seat: usize) -> [u16; 5] {
        self.shown[seat]
    }

    /// A seat plays the card at a place of its hand; those behind it move up.
    pub(super) fn play_at(&mut self, seat: usize, place: usize) {
        if place < self.held[seat].len() {
            match self.held[seat].remove(place) {
                point @ 3..=7 => self.shown[seat][point - 3] += 1,
                _ => self.playable = 0,
            }
        }
    }

    /// The place of the oldest card of a kind.
    pub(super) fn place_of(&self, seat: usize, card: Card) -> Option<usize> {
        self.held[seat].iter().position(|&kind| card_of(kind) == Some(card))
    }
}
