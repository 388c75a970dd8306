//! Development cards in the order of their owners' hands: the protocol plays a card by its place.

use crate::map::Card;
use crate::text::pioneers::{Number, PioneersMap};

/// A card in a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Held {
    /// The protocol's type: 0 road building, 1 monopoly, 2 plenty, 3 to 7 points, 8 soldier.
    pub(super) kind: usize,
    /// The turn it was bought in.
    pub(super) bought: u32,
}

/// The hands of all seats.
#[derive(Clone, Debug)]
pub(super) struct Hands {
    held: Vec<Vec<Held>>,
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
        Self { held: vec![Vec::new(); seats], shown: vec![[0; 5]; seats], names, dealt: None }
    }

    /// The next point card has this name.
    pub(super) fn deal(&mut self, kind: usize) {
        self.dealt = Some(kind);
    }

    /// A seat draws a card; its type. Our rules know one kind of point card; all those of a seat have the same name,
    /// so that no name tells what else its owner or anybody holds.
    pub(super) fn draw(&mut self, seat: usize, card: Card, turn: u32) -> usize {
        let kind = match card {
            Card::RoadBuilding => 0,
            Card::Monopoly => 1,
            Card::YearOfPlenty => 2,
            Card::Knight => 8,
            Card::VictoryPoint => {
                let usual = self.names[seat % self.names.len()];
                self.dealt.take().unwrap_or(usual)
            }
        };
        self.held[seat].push(Held { kind, bought: turn });
        kind
    }

    /// A seat holds other cards, bought in the same turns.
    #[cfg(test)]
    pub(super) fn redeal(&mut self, seat: usize, cards: &[Card]) {
        for (held, card) in self.held[seat].iter_mut().zip(cards) {
            held.kind = match card {
                Card::RoadBuilding => 0,
                Card::Monopoly => 1,
                Card::YearOfPlenty => 2,
                Card::VictoryPoint => self.names[seat % self.names.len()],
                Card::Knight => 8,
            };
        }
    }

    /// The cards of a seat.
    pub(super) fn of(&self, seat: usize) -> &[Held] {
        &self.held[seat]
    }

    /// Point cards a seat has shown, by name.
    pub(super) fn shown(&self, seat: usize) -> [u16; 5] {
        self.shown[seat]
    }

    /// A seat plays the card at a place of its hand. The programs of Pioneers move the cards behind it up and leave
    /// the turns in which they were bought where they are, so do we: whether a card may be played, the rules decide.
    pub(super) fn play_at(&mut self, seat: usize, place: usize) {
        if place < self.held[seat].len() {
            let turns: Vec<u32> = self.held[seat].iter().map(|held| held.bought).collect();
            let held = self.held[seat].remove(place);
            self.held[seat].iter_mut().zip(turns).for_each(|(held, turn)| held.bought = turn);
            if let 3..=7 = held.kind {
                self.shown[seat][held.kind - 3] += 1;
            }
        }
    }

    /// The place of the oldest card of a kind.
    pub(super) fn place_of(&self, seat: usize, card: Card) -> Option<usize> {
        self.held[seat].iter().position(|held| super::super::speech::card_of(held.kind) == Some(card))
    }
}
