//! The half of a game that changes: one flat value that is copied, never allocated.
//!
//! `C` words hold a set of corners, `S` words a set of sides; a base board needs 1 and 2. `X` is 1 on
//! boards with ships, walls or gold, whose state then lies in `sea`, and 0 elsewhere, so that the
//! base game carries none of it.

use super::actions::action::Bundle;
use super::hand::Hand;
use super::sea::state::SeaState;
pub use hexwright_catan_map::map::MAX_SEATS;
use hexwright_core::{Bits, HexId, Seat};

/// "Nobody" in the small fields below.
pub(super) const NONE: u8 = u8::MAX;
/// "Nowhere" for the robber.
pub(super) const NOWHERE: u16 = u16::MAX;

/// What the game waits for (R-TURN-1). The chances of the specification's `chance` are told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Phase {
    /// Chance seats the players.
    Seating,
    /// Free placements.
    Setup,
    /// Before the roll.
    PreRoll,
    /// Chance rolls the dice.
    Dice,
    /// Seats owe cards after a seven.
    Discard,
    /// The robber must move.
    MoveRobber,
    /// A victim must be chosen.
    Steal,
    /// Chance picks the stolen card.
    Theft,
    /// Building, buying, trading.
    Main,
    /// Chance picks the bought card.
    Draw,
    /// Free roads of a card.
    RoadBuilding,
    /// Special building of another seat (R-SPECIAL-1).
    Special,
    /// Seats choose what gold yields (seafaring maps).
    Gold,
    /// The end.
    Over,
}

impl Phase {
    /// The word of the rules; all chances are `chance`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Seating | Self::Dice | Self::Theft | Self::Draw => "chance",
            Self::Setup => "setup",
            Self::PreRoll => "pre-roll",
            Self::Discard => "discard",
            Self::MoveRobber => "move-robber",
            Self::Steal => "steal",
            Self::Main => "main",
            Self::RoadBuilding => "road-building",
            Self::Special => "special",
            Self::Gold => "gold",
            Self::Over => "over",
        }
    }

    /// Whether an outcome must be drawn.
    #[must_use]
    pub const fn is_chance(self) -> bool {
        matches!(self, Self::Seating | Self::Dice | Self::Theft | Self::Draw)
    }
}

impl serde::Serialize for Phase {
    fn serialize<T: serde::Serializer>(&self, serializer: T) -> Result<T::Ok, T::Error> {
        serializer.serialize_str(self.name())
    }
}

impl std::fmt::Display for Phase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// What belongs to one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Player<const C: usize, const S: usize> {
    /// Resource cards.
    pub(super) hand: Hand,
    /// Those of them whose kind the table does not know; see [`Player::known`].
    pub(super) unseen: Hand,
    /// Settlements and cities.
    pub(super) buildings: Bits<C>,
    /// Corners at which an own road (or ship) ends.
    pub(super) reach: Bits<C>,
    /// Own roads.
    pub(super) roads: Bits<S>,
    /// Sides joined to an own piece (R-ROAD-2), taken ones included; kept up to date.
    pub(super) frontier: Bits<S>,
    /// Development cards held, those just bought included.
    pub(super) cards: [u16; 5],
    /// Knights played.
    pub(super) knights: u16,
    /// Victory point cards lying open (`vp-cards=when-played`).
    pub(super) shown: u16,
    /// All points, hidden cards included (R-WIN-1).
    pub(super) points: i16,
    /// Length of the longest trail.
    pub(super) length: u8,
    pub(super) roads_left: u8,
    pub(super) settlements_left: u8,
    pub(super) cities_left: u8,
    /// Harbours reached: bit k for 2:1 of kind k, bit 5 for 3:1.
    pub(super) harbours: u8,
}

impl<const C: usize, const S: usize> Player<C, S> {
    /// Cards that everybody knows the seat holds, because everybody saw them come and not go. Production,
    /// trades, purchases and discards are seen; the kind of a stolen card is not. So a theft leaves the victim
    /// with one known card less of each kind, and the thief with a card more that nobody knows.
    #[inline]
    pub(super) const fn known(&self) -> Hand {
        self.hand.minus(self.unseen)
    }

    /// Gives cards away for everybody to see: those known go first.
    #[inline]
    pub(super) fn give(&mut self, cards: Hand) {
        self.hand = self.hand.minus(cards);
        self.unseen = self.unseen.min(self.hand);
    }

    /// Gives cards away so that only their number is seen.
    pub(super) fn give_hidden(&mut self, cards: Hand) {
        let known = (0..cards.total()).fold(self.known(), |known, _| known.one_less());
        self.hand = self.hand.minus(cards);
        self.unseen = self.hand.minus(known);
    }

    /// Puts another hand in place of this one; of what is known stays what the new hand has.
    pub(super) fn replace_hand(&mut self, hand: Hand) {
        let known = self.known().min(hand);
        self.hand = hand;
        self.unseen = hand.minus(known);
    }
}

/// An open offer; `id` 0 is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Offer {
    pub(super) id: u8,
    pub(super) to: u8,
    pub(super) accepted: u8,
    pub(super) rejected: u8,
    pub(super) give: Bundle,
    pub(super) want: Bundle,
}

/// The dice cards left under `dice=deck` and `dice=balanced`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DiceDeck {
    /// Copies left of each ordered pair.
    pub(super) left: [u8; 36],
    /// Totals of the last five rolls, the latest first; 0 is none.
    pub(super) recent: [u8; 5],
}

/// A position. Fields are private to the rules: it is always valid.
///
/// The order is kept as written: what nearly every action reads lies together behind the board, so that a
/// step in one of thousands of games waits for few pieces of memory. Small fields that are read soon after their
/// neighbour has been written lie where no compiler reads both at once: a processor would wait until the neighbour
/// has reached memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct Position<const C: usize, const S: usize, const X: usize> {
    pub(super) players: [Player<C, S>; MAX_SEATS],
    /// Corner → 0, or seat + 1, with [`CITY`] set for a city.
    pub(super) piece: [[u8; 64]; C],
    /// Sides without a piece.
    pub(super) free: Bits<S>,
    /// All buildings.
    pub(super) occupied: Bits<C>,
    /// All cities.
    pub(super) cities: Bits<C>,
    /// Land corners that keep the distance rule (R-SETTLE-2).
    pub(super) open: Bits<C>,
    pub(super) bank: Hand,
    /// Turns begun.
    pub(super) turn: u32,
    pub(super) robber: u16,
    pub(super) phase: Phase,
    /// Whose turn it is; in setup the placing seat.
    pub(super) active: u8,
    pub(super) victim: u8,
    /// The seat whose special building it is; `NONE` outside of it.
    pub(super) builder: u8,
    pub(super) card_played: bool,
    pub(super) rolled: bool,
    pub(super) winner: u8,
    /// Seats that owe a discard, one bit each.
    pub(super) owes: u8,
    pub(super) free_roads: u8,
    /// Seats with an open offer, one bit each.
    pub(super) offering: u8,
    /// Something was built or bought in this turn (R-TRADE-10).
    pub(super) built: bool,
    /// Offers made in this turn; also the last id given.
    pub(super) offers_made: u8,
    /// Of the acting seat's cards, those bought in this turn.
    pub(super) bought: [u16; 5],
    /// Development cards in the deck.
    pub(super) deck: [u16; 5],
    pub(super) road_holder: u8,
    pub(super) army_holder: u8,
    /// Setup: buildings placed in this placement turn.
    pub(super) placed: Bits<C>,
    /// Setup: corners from which this placement turn's roads may start.
    pub(super) anchors: Bits<C>,
    pub(super) offers: [Offer; MAX_SEATS],
    pub(super) dice: DiceDeck,
    /// Progress cards that left the game.
    pub(super) gone: [u16; 5],
    pub(super) seating: u16,
    /// Setup: pass, place in the pass, and what is left to place.
    pub(super) pass: u8,
    pub(super) place: u8,
    pub(super) left_settlements: u8,
    pub(super) left_cities: u8,
    pub(super) left_roads: u8,
    /// A point card was laid open in this turn.
    pub(super) point_shown: bool,
    pub(super) sea: [SeaState<C, S>; X],
}

/// The city bit of [`Position::piece`].
pub(super) const CITY: u8 = 0x80;

impl<const C: usize, const S: usize, const X: usize> Position<C, S, X> {
    /// The phase.
    #[must_use]
    pub const fn phase(&self) -> Phase {
        self.phase
    }

    /// Whose turn it is; in setup the placing seat.
    #[must_use]
    pub const fn active(&self) -> Seat {
        Seat(self.active)
    }

    /// The seat that decides: the builder during special building, who chooses gold, else the active seat.
    #[inline]
    pub(super) const fn actor(&self) -> usize {
        if X > 0 && matches!(self.phase, Phase::Gold) {
            return self.sea[0].chooser as usize;
        }
        if self.builder == NONE { self.active as usize } else { self.builder as usize }
    }

    /// Where the robber stands; `None` off the board.
    #[must_use]
    pub fn robber(&self) -> Option<HexId> {
        (self.robber != NOWHERE).then_some(HexId(self.robber))
    }

    /// Turns begun so far.
    #[must_use]
    pub const fn turns(&self) -> u32 {
        self.turn
    }

    /// Who has won.
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        (self.winner != NONE).then_some(Seat(self.winner))
    }

    /// Who holds the longest road.
    #[must_use]
    pub fn road_holder(&self) -> Option<Seat> {
        (self.road_holder != NONE).then_some(Seat(self.road_holder))
    }

    /// Who holds the largest army.
    #[must_use]
    pub fn army_holder(&self) -> Option<Seat> {
        (self.army_holder != NONE).then_some(Seat(self.army_holder))
    }

    /// How many resource cards each seat holds.
    pub(super) fn card_counts(&self, seats: usize) -> [u16; MAX_SEATS] {
        std::array::from_fn(|seat| if seat < seats { self.players[seat].hand.total() } else { 0 })
    }

    /// Building code on a dense corner.
    #[inline]
    pub(super) const fn piece_at(&self, corner: usize) -> u8 {
        // where there is one word of corners there is no other to look for
        self.piece[if C == 1 { 0 } else { corner / 64 }][corner % 64]
    }

    /// Owner of the building on a dense corner.
    #[inline]
    pub(super) const fn owner_at(&self, corner: usize) -> Option<usize> {
        match self.piece_at(corner) & !CITY {
            0 => None,
            n => Some(n as usize - 1),
        }
    }

    /// Whether another seat's building stands on a dense corner.
    #[inline]
    pub(super) const fn foreign_at(&self, corner: usize, seat: usize) -> bool {
        let owner = (self.piece_at(corner) & !CITY) as usize;
        owner != 0 && owner != seat + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_position_stays_below_a_kilobyte() {
        assert!(size_of::<Position<1, 2, 0>>() <= 1024, "{}", size_of::<Position<1, 2, 0>>());
    }
}
