//! Everything a seat or chance can do, in eight bytes.

use crate::game::hand::Hand;
use crate::map::{Card, Resource};
use hexwright_core::{CornerId, HexId, Key as _, Seat, SideId};

/// What a seat or chance does. Corners and sides carry the numbers of the map format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A free settlement of the setup (R-SETUP-4).
    SetupSettlement(CornerId),
    /// A free city of the setup (R-SETUP-4).
    SetupCity(CornerId),
    /// A free road of the setup (R-SETUP-5).
    SetupRoad(SideId),
    /// A free ship of the setup, in place of a road (seafaring maps).
    SetupShip(SideId),
    /// A free bridge of the setup, in place of a road (seafaring maps).
    SetupBridge(SideId),
    /// Asks for the dice (R-ROLL-1).
    Roll,
    /// Gives up cards after a seven (R-SEVEN-2).
    Discard(Pile),
    /// Moves the robber (R-ROBBER-1).
    Robber(HexId),
    /// Chooses a victim (R-ROBBER-3).
    Steal(Seat),
    /// Steals nothing, with `steal=optional`.
    StealNone,
    /// Builds a road; free in phase road-building.
    Road(SideId),
    /// Builds a settlement.
    Settlement(CornerId),
    /// Builds a city.
    City(CornerId),
    /// Builds a ship; free in phase road-building.
    Ship(SideId),
    /// Builds a bridge; free in phase road-building.
    Bridge(SideId),
    /// Walls a city.
    Wall(CornerId),
    /// Moves a ship with an open end.
    MoveShip {
        /// Where it lies.
        from: SideId,
        /// Where it goes.
        to: SideId,
    },
    /// Moves the pirate instead of the robber.
    Pirate(HexId),
    /// Chooses what gold yields.
    Gold(Pile),
    /// Buys a development card (R-DEV-1).
    Buy,
    /// Trades with the bank (R-PORT-1).
    BankTrade {
        /// How many are given.
        count: u8,
        /// The kind given.
        give: Resource,
        /// The kind taken.
        take: Resource,
    },
    /// Plays a knight (R-DEV-6).
    PlayKnight,
    /// Plays road building (R-DEV-7).
    PlayRoadBuilding,
    /// Plays year of plenty; the kinds in ascending order (R-DEV-8).
    PlayYearOfPlenty(Resource, Option<Resource>),
    /// Plays monopoly (R-DEV-9).
    PlayMonopoly(Resource),
    /// Shows a victory point card, with `vp-cards=when-played`.
    PlayVictoryPoint,
    /// Offers cards (R-TRADE-4).
    Offer {
        /// What the maker gives.
        give: Bundle,
        /// What it wants.
        want: Bundle,
        /// The addressed seats, one bit each.
        to: u8,
    },
    /// Accepts an offer (R-TRADE-5).
    Accept(u8),
    /// Rejects an offer (R-TRADE-5).
    Reject(u8),
    /// Takes an own offer back (R-TRADE-9).
    Withdraw(u8),
    /// Rejects an offer and makes one to its maker (R-TRADE-6).
    Counter {
        /// The offer answered.
        id: u8,
        /// What this seat gives.
        give: Bundle,
        /// What it wants.
        want: Bundle,
    },
    /// Closes an own offer with a seat that accepted (R-TRADE-7).
    Confirm {
        /// The offer.
        id: u8,
        /// The partner.
        seat: Seat,
    },
    /// Ends road building early, with `road-building=up-to-two`.
    Stop,
    /// Ends a seat's special building (R-SPECIAL-1).
    Pass,
    /// Ends the turn (R-TURN-6).
    EndTurn,
    /// Chance: the two dice (R-CHANCE-2).
    Dice(u8, u8),
    /// Chance: the stolen card (R-CHANCE-3).
    Stolen(Resource),
    /// Chance: the bought card (R-CHANCE-4).
    Drawn(Card),
    /// Chance: who sits where, as the place of the permutation in lexicographic order (R-CHANCE-5).
    Seating(u16),
}

impl Action {
    /// Whether chance plays it and no seat.
    #[must_use]
    pub const fn is_chance(self) -> bool {
        matches!(self, Self::Dice(..) | Self::Stolen(_) | Self::Drawn(_) | Self::Seating(_))
    }

    /// Whether it makes an offer. Offers are accepted by `play` but, being a vast set, not listed by
    /// `legal`.
    #[must_use]
    pub const fn is_offer(self) -> bool {
        matches!(self, Self::Offer { .. } | Self::Counter { .. })
    }
}

/// Cards of a discard: up to 2047 of each kind in seven bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pile([u8; 7]);

impl From<Hand> for Pile {
    fn from(hand: Hand) -> Self {
        let word =
            Resource::ALL.iter().fold(0u64, |w, &k| w | u64::from(hand.get(k)) << (11 * k.index() as u32));
        let [bytes @ .., _] = word.to_le_bytes();
        Self(bytes)
    }
}

impl From<Pile> for Hand {
    fn from(Pile([a, b, c, d, e, f, g]): Pile) -> Self {
        let word = u64::from_le_bytes([a, b, c, d, e, f, g, 0]);
        Self::of(std::array::from_fn(|i| (word >> (11 * i) & 0x7ff) as u16))
    }
}

impl std::fmt::Debug for Pile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Hand::from(*self).fmt(f)
    }
}

/// One half of an offer: up to [`Bundle::MOST`] of each kind in three bytes.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bundle(pub(in crate::game) [u8; 3]);

impl Bundle {
    /// Most cards of one kind: 27⁵ just fits 24 bits.
    pub const MOST: u16 = 26;
    /// No card.
    pub const NOTHING: Self = Self([0; 3]);

    /// The bundle with these cards; `None` with more than [`Self::MOST`] of a kind.
    #[must_use]
    pub fn new(cards: Hand) -> Option<Self> {
        let mut number = 0u32;
        for &kind in Resource::ALL.iter().rev() {
            let count = cards.get(kind);
            if count > Self::MOST {
                return None;
            }
            number = number * 27 + u32::from(count);
        }
        let [a, b, c, _] = number.to_le_bytes();
        Some(Self([a, b, c]))
    }

    /// Its cards.
    #[must_use]
    pub fn hand(self) -> Hand {
        let [a, b, c] = self.0;
        let mut number = u32::from_le_bytes([a, b, c, 0]);
        Hand::of(std::array::from_fn(|_| {
            let count = number % 27;
            number /= 27;
            count as u16
        }))
    }
}

impl std::fmt::Debug for Bundle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.hand().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_has_eight_bytes() {
        assert!(size_of::<Action>() <= 8, "{}", size_of::<Action>());
    }

    #[test]
    fn piles_and_bundles_give_their_cards_back() {
        for counts in [[0; 5], [26; 5], [1, 0, 26, 3, 9]] {
            let hand = Hand::of(counts);
            assert_eq!(Bundle::new(hand).unwrap().hand(), hand);
            assert_eq!(Hand::from(Pile::from(hand)), hand);
        }
        assert_eq!(Bundle::new(Hand::of([27, 0, 0, 0, 0])), None);
        assert_eq!(Hand::from(Pile::from(Hand::of([800; 5]))), Hand::of([800; 5]));
    }
}
