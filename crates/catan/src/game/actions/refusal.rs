//! Why an action was refused: one specific reason each, with the rule it comes from (section 17).

use crate::game::hand::Hand;
use crate::game::position::Phase;
use crate::map::{Card, Resource};
use hexwright_core::{CornerId, HexId, Key as _, Seat, SideId};
use thiserror::Error;

/// A piece a seat can run out of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A road.
    Road,
    /// A settlement.
    Settlement,
    /// A city.
    City,
    /// A ship.
    Ship,
    /// A bridge.
    Bridge,
    /// A city wall.
    Wall,
}

impl Piece {
    const fn plural(self) -> &'static str {
        match self {
            Self::Road => "roads",
            Self::Settlement => "settlements",
            Self::City => "cities",
            Self::Ship => "ships",
            Self::Bridge => "bridges",
            Self::Wall => "walls",
        }
    }
}

/// Where something was meant to stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceSpot {
    /// A corner.
    Corner(CornerId),
    /// A side.
    Side(SideId),
    /// A hex.
    Hex(HexId),
}

impl std::fmt::Display for PieceSpot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Corner(c) => write!(f, "corner {c}"),
            Self::Side(s) => write!(f, "side #{s}"),
            Self::Hex(h) => write!(f, "hex #{h}"),
        }
    }
}

fn cards(hand: &Hand) -> String {
    let list: Vec<String> = Resource::ALL
        .iter()
        .filter(|&&k| hand.get(k) > 0)
        .map(|&k| format!("{}={}", k.name(), hand.get(k)))
        .collect();
    if list.is_empty() { "nothing".to_owned() } else { list.join(" ") }
}

/// The reasons of section 17. [`Refusal::kind`] is the spelling on the wire and the command line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[allow(missing_docs)] // the fields are what the text says
pub enum Refusal {
    #[error("cannot read the action: {reason} (R-TURN-8)")]
    BadAction { reason: String },
    #[error("the game is over (R-WIN-4)")]
    GameOver,
    #[error("there is no seat {seat}: expected 0 to {last} (R-BOARD-7)")]
    NoSuchSeat { seat: u8, last: u8 },
    #[error("there is no corner {corner}: expected 0 to {last} (R-BOARD-1)")]
    NoSuchCorner { corner: u16, last: u16 },
    #[error("no side joins the corners {a} and {b} (R-BOARD-1)")]
    NoSuchSide { a: u16, b: u16 },
    #[error("there is no hex {row},{column} (R-BOARD-1)")]
    NoSuchHex { row: u16, column: u16 },
    #[error("there is no open offer {id} (R-TRADE-4)")]
    NoSuchOffer { id: u8 },
    #[error("seat {seat} cannot act now: the game waits for seat {active} (R-TURN-5)")]
    NotYourTurn { seat: Seat, active: Seat },
    #[error("not possible in phase {phase} (R-TURN-1)")]
    WrongPhase { phase: Phase },
    #[error("{place} touches no land (R-BOARD-2)")]
    OffLand { place: PieceSpot },
    #[error("corner {corner} already carries a building of seat {owner} (R-SETTLE-1)")]
    CornerOccupied { corner: CornerId, owner: Seat },
    #[error("the side is already taken by seat {owner} (R-ROAD-1)")]
    SideOccupied { side: SideId, owner: Seat },
    #[error("corner {corner} has a building next to it (R-SETTLE-2)")]
    TooClose { corner: CornerId },
    #[error("{place} is not joined to an own piece (R-ROAD-2, R-SETTLE-3, R-SETUP-5)")]
    NotConnected { place: PieceSpot },
    #[error("the only way to this side leads through a foreign building (R-ROAD-2)")]
    BlockedByOpponent { side: SideId },
    #[error("no {} left in the supply (R-ROAD-3, R-SETTLE-4, R-CITY-2)", .piece.plural())]
    OutOfPieces { piece: Piece },
    #[error("expected {} in the hand, found {} (R-BUILD-1)", cards(.need), cards(.have))]
    CannotAfford { need: Hand, have: Hand },
    #[error("no settlement stands on corner {corner} (R-CITY-1)")]
    NoSettlementHere { corner: CornerId },
    #[error("the building on corner {corner} belongs to seat {owner} (R-CITY-1)")]
    NotYourBuilding { corner: CornerId, owner: Seat },
    #[error("corner {corner} already carries a city (R-CITY-1)")]
    AlreadyCity { corner: CornerId },
    #[error("the deck is empty (R-DEV-2)")]
    DeckEmpty,
    #[error("no {} card in the hand (R-DEV-4)", .card.name())]
    CardNotHeld { card: Card },
    #[error("a development card was already played in this turn (R-DEV-4)")]
    CardAlreadyPlayed,
    #[error("the {} card was bought in this turn (R-DEV-3)", .card.name())]
    BoughtThisTurn { card: Card },
    #[error("no road can be placed (R-DEV-7)")]
    NothingToBuild,
    #[error("expected {expected}, found {found} (R-SEVEN-2, R-DEV-7, R-DEV-8)")]
    WrongCount { expected: u16, found: u16 },
    #[error("the bank has not enough {} (R-DEV-8, R-PORT-5)", .kind.map_or("cards", Resource::name))]
    BankEmpty { kind: Option<Resource> },
    #[error("seat {seat} owes no discard (R-SEVEN-3)")]
    NothingToDiscard { seat: Seat },
    #[error("the robber must move to another hex (R-ROBBER-1)")]
    RobberMustMove,
    #[error("the robber may not stand there: {reason} (R-ROBBER-2)")]
    RobberForbidden { reason: &'static str },
    #[error("{} is no victim there (R-ROBBER-3)", .seat.map_or("nobody".to_owned(), |s| format!("seat {s}")))]
    NotAVictim { seat: Option<Seat> },
    #[error("both sides of the trade name {} (R-TRADE-3, R-PORT-1)", .kind.name())]
    SameResource { kind: Resource },
    #[error("one side of the offer is empty and gifts are forbidden (R-TRADE-3)")]
    GiftNotAllowed,
    #[error("{reason} (R-TRADE-2, R-TRADE-7)")]
    NotTradePartner { reason: &'static str },
    #[error("the limit of {limit} offers in a turn is reached (R-TRADE-12)")]
    OfferLimit { limit: u8 },
    #[error("no trade after building or buying, by the option strict-trade (R-TRADE-10)")]
    TradeClosed,
    #[error("trade between players is off (R-TRADE-11)")]
    DomesticTradeOff,
    #[error("counter-offers are off (R-TRADE-6)")]
    CounterOffersOff,
    #[error("the rate for {} is {expected}, found {found} (R-PORT-4)", .kind.name())]
    BadRatio { kind: Resource, expected: u8, found: u8 },
    #[error("chance cannot give this outcome here (R-CHANCE-1)")]
    ImpossibleOutcome,
    #[error("{place} does not fit a ship (water on a side) or a bridge (no land) (R-SEA-1)")]
    OffSea { place: PieceSpot },
    #[error("the pirate lies beside this side (R-SEA-2)")]
    PirateHere { side: SideId },
    #[error("the pirate goes to another sea hex, if the map lets it move (R-SEA-5)")]
    PirateForbidden,
    #[error("a ship was already moved in this turn (R-SEA-4)")]
    ShipAlreadyMoved,
    #[error("no own ship with an open end lies there that may move (R-SEA-4)")]
    ShipStays { side: SideId },
    #[error("no city stands on corner {corner} (R-SEA-6)")]
    NoCityHere { corner: CornerId },
    #[error("the city on corner {corner} has a wall (R-SEA-6)")]
    AlreadyWalled { corner: CornerId },
    #[error("the map forbids a starting building on corner {corner} (R-SEA-7)")]
    NoSetupHere { corner: CornerId },
    #[error("expected 2 to 8 seats, found {seats} (R-SETUP-9)")]
    BadSeatCount { seats: usize },
    #[error("option {name}: expected {allowed}, found `{value}` (R-SETUP-9)")]
    BadOption { name: String, value: String, allowed: String },
    #[error("the map cannot be started: {reason} (R-SETUP-9)")]
    UnstartableMap { reason: &'static str },
}

impl Refusal {
    /// The kind as section 17 names it, without what it carries.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::BadAction { .. } => "BadAction",
            Self::GameOver => "GameOver",
            Self::NoSuchSeat { .. } => "NoSuchSeat",
            Self::NoSuchCorner { .. } => "NoSuchCorner",
            Self::NoSuchSide { .. } => "NoSuchSide",
            Self::NoSuchHex { .. } => "NoSuchHex",
            Self::NoSuchOffer { .. } => "NoSuchOffer",
            Self::NotYourTurn { .. } => "NotYourTurn",
            Self::WrongPhase { .. } => "WrongPhase",
            Self::OffLand { .. } => "OffLand",
            Self::CornerOccupied { .. } => "CornerOccupied",
            Self::SideOccupied { .. } => "SideOccupied",
            Self::TooClose { .. } => "TooClose",
            Self::NotConnected { .. } => "NotConnected",
            Self::BlockedByOpponent { .. } => "BlockedByOpponent",
            Self::OutOfPieces { .. } => "OutOfPieces",
            Self::CannotAfford { .. } => "CannotAfford",
            Self::NoSettlementHere { .. } => "NoSettlementHere",
            Self::NotYourBuilding { .. } => "NotYourBuilding",
            Self::AlreadyCity { .. } => "AlreadyCity",
            Self::DeckEmpty => "DeckEmpty",
            Self::CardNotHeld { .. } => "CardNotHeld",
            Self::CardAlreadyPlayed => "CardAlreadyPlayed",
            Self::BoughtThisTurn { .. } => "BoughtThisTurn",
            Self::NothingToBuild => "NothingToBuild",
            Self::WrongCount { .. } => "WrongCount",
            Self::BankEmpty { .. } => "BankEmpty",
            Self::NothingToDiscard { .. } => "NothingToDiscard",
            Self::RobberMustMove => "RobberMustMove",
            Self::RobberForbidden { .. } => "RobberForbidden",
            Self::NotAVictim { .. } => "NotAVictim",
            Self::SameResource { .. } => "SameResource",
            Self::GiftNotAllowed => "GiftNotAllowed",
            Self::NotTradePartner { .. } => "NotTradePartner",
            Self::OfferLimit { .. } => "OfferLimit",
            Self::TradeClosed => "TradeClosed",
            Self::DomesticTradeOff => "DomesticTradeOff",
            Self::CounterOffersOff => "CounterOffersOff",
            Self::BadRatio { .. } => "BadRatio",
            Self::ImpossibleOutcome => "ImpossibleOutcome",
            Self::OffSea { .. } => "OffSea",
            Self::PirateHere { .. } => "PirateHere",
            Self::PirateForbidden => "PirateForbidden",
            Self::ShipAlreadyMoved => "ShipAlreadyMoved",
            Self::ShipStays { .. } => "ShipStays",
            Self::NoCityHere { .. } => "NoCityHere",
            Self::AlreadyWalled { .. } => "AlreadyWalled",
            Self::NoSetupHere { .. } => "NoSetupHere",
            Self::BadSeatCount { .. } => "BadSeatCount",
            Self::BadOption { .. } => "BadOption",
            Self::UnstartableMap { .. } => "UnstartableMap",
        }
    }

    /// The kind in kebab-case: `not-your-turn`.
    #[must_use]
    pub fn kind(&self) -> String {
        let mut kind = String::new();
        for (i, c) in self.name().chars().enumerate() {
            if c.is_ascii_uppercase() && i > 0 {
                kind.push('-');
            }
            kind.push(c.to_ascii_lowercase());
        }
        kind
    }

    pub(in crate::game) fn bad(reason: impl Into<String>) -> Self {
        Self::BadAction { reason: reason.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_say_what_was_expected_and_which_rule_says_so() {
        let refusal = Refusal::CannotAfford { need: Hand::ROAD, have: Hand::of([1, 0, 0, 0, 2]) };
        assert_eq!(
            refusal.to_string(),
            "expected brick=1 wood=1 in the hand, found brick=1 ore=2 (R-BUILD-1)"
        );
        assert_eq!(refusal.kind(), "cannot-afford");
        assert_eq!(Refusal::NotAVictim { seat: None }.kind(), "not-a-victim");
        assert_eq!(
            Refusal::OutOfPieces { piece: Piece::City }.to_string().split(" (").next(),
            Some("no cities left in the supply")
        );
    }
}
