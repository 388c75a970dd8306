//! Why a command is not legal: one specific reason each.

use super::Owed;
use crate::map::Terrain;
use crate::tiles::Building;

/// Goods a command asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Price {
    /// Coins.
    pub coins: u16,
    /// Workers.
    pub workers: u16,
    /// Priests.
    pub priests: u16,
    /// Tokens in the third bowl.
    pub power: u16,
}

impl std::fmt::Display for Price {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parts = [(self.coins, "C"), (self.workers, "W"), (self.priests, "P"), (self.power, "PW")];
        let text: Vec<_> = parts.iter().filter(|p| p.0 > 0).map(|(n, what)| format!("{n}{what}")).collect();
        f.write_str(&if text.is_empty() { "nothing".to_owned() } else { text.join(" ") })
    }
}

/// Why a command was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Another faction is to move.
    #[error("it is not this faction's turn")]
    NotYourTurn,
    /// The phase has no such command.
    #[error("not possible in this phase of the game")]
    WrongPhase,
    /// The game has ended, or the seat is empty.
    #[error("this seat has nothing to decide any more")]
    NoSeat,
    /// The action of the turn is spent.
    #[error("the action of this turn is already spent")]
    NoActionLeft,
    /// The dwelling of this turn may still be built.
    #[error("build the dwelling of this turn, or end the turn first")]
    TurnNotEnded,
    /// Paid spades would have nowhere to go.
    #[error("so many spades fit no hex within reach")]
    NoHexForSpades,
    /// Something must be decided first.
    #[error("a decision is still owed: {0}")]
    StillOwed(Owed),
    /// Nothing of the kind is owed.
    #[error("nothing of this kind is owed: {0}")]
    NotOwed(Owed),
    /// Goods are missing.
    #[error("it costs {price}, more than is in hand")]
    Short {
        /// The full price.
        price: Price,
    },
    /// Power tokens are missing.
    #[error("not enough power tokens")]
    NoTokens,
    /// Points are missing.
    #[error("not enough points")]
    NoPoints,
    /// No building of this kind is left.
    #[error("no {0} left to build")]
    NoneLeft(Building),
    /// The hex is a river or off the board.
    #[error("the hex is not land")]
    NotLand,
    /// The hex is taken.
    #[error("the hex has a building")]
    Occupied,
    /// There is no such own building.
    #[error("expected an own {0} on the hex")]
    NotThere(Building),
    /// The kind cannot be an upgrade.
    #[error("a dwelling is built, not upgraded to")]
    NoUpgrade,
    /// The terrain is not the faction's.
    #[error("the hex is {0}, not the faction's terrain")]
    WrongTerrain(Terrain),
    /// The hex was not transformed in this turn.
    #[error("the dwelling must stand on a hex transformed in this turn")]
    NotTransformedNow,
    /// The hex is out of reach.
    #[error("the hex is out of reach")]
    OutOfReach,
    /// Only one hex a turn by tunnel or carpet.
    #[error("tunnel and carpet reach one hex a turn")]
    SecondTunnel,
    /// Riverwalkers start at a river.
    #[error("the dwelling must lie next to a river")]
    NotAtRiver,
    /// The terrain stays for good, or already is what was asked for.
    #[error("{0} cannot be transformed into that")]
    CannotTransform(Terrain),
    /// Wrong number of spades.
    #[error("it takes {needed} spades, there are {found}")]
    Spades {
        /// What the way round the wheel takes.
        needed: u8,
        /// What is in hand.
        found: u8,
    },
    /// All paid spades go to one hex.
    #[error("spades that were paid for must all be used on one hex")]
    BoundSpades,
    /// Only one hex a turn may end in a foreign colour.
    #[error("the transform must end in the home terrain")]
    HomeOnly,
    /// No transform is left in this turn.
    #[error("no further hex may be transformed in this turn")]
    NoTransformLeft,
    /// The faction has no such thing.
    #[error("the faction cannot do this")]
    NotForFaction,
    /// The action space is used up.
    #[error("the action is already taken in this round")]
    Blocked,
    /// The track is at its end.
    #[error("the track is at its end")]
    TrackEnd,
    /// The space on the cult board is taken.
    #[error("no such space is free on the cult track")]
    NoCultSpace,
    /// A step would go beyond the end of a track.
    #[error("the track cannot move that far")]
    NoStep,
    /// Both steps belong on one track.
    #[error("the steps must go on one track")]
    SameTrack,
    /// The Cultists may still take the top of the track.
    #[error("the Cultists decide about the top of this track first")]
    WaitForCultists,
    /// The tile is not in stock.
    #[error("the tile is not in stock")]
    NoTile,
    /// The tile is held already.
    #[error("the faction holds this tile already")]
    TileHeld,
    /// The card is not free.
    #[error("the bonus card is not free")]
    NoCard,
    /// A card must be named, or must not.
    #[error("a bonus card is taken in every round but the last")]
    CardExpected,
    /// No such offer.
    #[error("there is no such offer of power")]
    NoOffer,
    /// Strict order: only declining is left.
    #[error("the offer can only be declined: it was passed over or goods were converted")]
    LateOffer,
    /// No bridge fits there.
    #[error("no bridge fits between these hexes")]
    NoSite,
    /// The site has a bridge.
    #[error("there is a bridge already")]
    SiteTaken,
    /// All three bridges stand.
    #[error("no bridge left")]
    NoBridgeLeft,
    /// A bridge starts at an own building.
    #[error("the bridge touches no own building")]
    BridgeApart,
    /// The link founds no town.
    #[error("the link would found no town")]
    NoTown,
    /// The colour is taken or no colour of the wheel.
    #[error("the colour {0} cannot be chosen")]
    ColourTaken(Terrain),
    /// The terrain is unlocked already.
    #[error("the terrain is unlocked already")]
    Unlocked,
    /// The faction is not in the auction.
    #[error("the faction is not for sale")]
    NotForSale,
    /// Somebody has bid as much.
    #[error("bid at least {0} for this faction")]
    BidTooLow(u8),
    /// A count of zero, or more than there can be.
    #[error("the amount {0} is not possible")]
    Amount(u8),
    /// What was paid for cannot be given up.
    #[error("this cannot be given up")]
    CannotRefuse,
    /// Goods are lost for nothing in old logs only.
    #[error("goods are given away in old logs only")]
    OnlyInLogs,
    /// The text is no command.
    #[error("expected a command, found `{0}`")]
    NoCommand(String),
    /// The text names something unknown.
    #[error("unknown {what} `{name}`")]
    Unknown {
        /// What was expected.
        what: &'static str,
        /// What was found.
        name: String,
    },
}
