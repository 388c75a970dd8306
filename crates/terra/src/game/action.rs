//! What a player may do: commands, and the conversions that may stand in front of one.

use super::Owed;
use crate::factions::Faction;
use crate::map::{Site, Terrain};
use crate::tiles::{BonusCard, Building, Cult, Favor, PowerAction, Special, TownTile};
use crate::words::vocabulary;
use hexwright_core::{HexId, Seat};

vocabulary! {
    /// A free conversion, in the canonical order: priests are spent before new ones come.
    Conversion, ByConversion, 9 {
        /// Two tokens of the second bowl become one of the third; one leaves the game.
        Burn: "burn",
        /// A priest becomes a worker.
        PriestToWorker: "p to w",
        /// A priest becomes a coin.
        PriestToCoin: "p to c",
        /// Five power become a priest.
        PowerToPriest: "pw to p",
        /// Three power become a worker.
        PowerToWorker: "pw to w",
        /// A power becomes a coin.
        PowerToCoin: "pw to c",
        /// A worker becomes a coin.
        WorkerToCoin: "w to c",
        /// Alchemists: a point becomes a coin.
        PointToCoin: "vp to c",
        /// Alchemists: two coins become a point (three for anybody else, in old logs only).
        CoinToPoint: "c to vp",
    }
}

vocabulary! {
    /// Goods that are paid, converted or lost.
    Good, ByGood, 5 {
        /// Priests.
        Priest: "P" | "priest" | "priests",
        /// Workers.
        Worker: "W" | "worker" | "workers",
        /// Power.
        Power: "PW" | "power",
        /// Points.
        Point: "VP",
        /// Coins.
        Coin: "C" | "coin" | "coins",
    }
}

/// How often each conversion is made, in canonical order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Conversions(pub [u8; 9]);

impl Conversions {
    /// None.
    pub const NONE: Self = Self([0; 9]);

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// The conversions with their counts, in order.
    pub fn iter(self) -> impl Iterator<Item = (Conversion, u8)> {
        Conversion::ALL.into_iter().zip(self.0).filter(|&(_, n)| n > 0)
    }
}

/// One command of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// A dwelling, transforming the hex first with the spades in hand if need be.
    Build(HexId),
    /// A better building.
    Upgrade(HexId, Building),
    /// Pay for spades; volcano factions announce a volcano.
    Dig(u8),
    /// Change the terrain of a hex.
    Transform(HexId, Terrain),
    /// A power action of the board.
    Power(PowerAction),
    /// Any other action.
    Special(Special),
    /// Place a bridge that is owed.
    Bridge(Site),
    /// Mermaids: found a town across a river hex.
    Connect(HexId),
    /// Send a priest to a space with this many steps.
    Send(Cult, u8),
    /// Change goods.
    Convert(Conversion, u8),
    /// Darklings: workers become priests, once, when owed.
    Ordain(u8),
    /// Take the oldest offer of this amount from this seat.
    Accept {
        /// Whose build it was.
        from: Seat,
        /// The printed amount.
        amount: u8,
    },
    /// Refuse the oldest offer of this amount from this seat.
    Decline {
        /// Whose build it was.
        from: Seat,
        /// The printed amount.
        amount: u8,
    },
    /// Refuse every offer.
    DeclineAll,
    /// One level of shipping.
    AdvanceShipping,
    /// One level of digging.
    AdvanceDigging,
    /// Leave the round, taking a card (none in the last round); in setup: take the first card.
    Pass(Option<BonusCard>),
    /// Take a favor tile that is owed.
    Favor(Favor),
    /// Take town tiles that are owed.
    Town(TownTile, u8),
    /// Place steps that are owed.
    Step(Cult, u8),
    /// Acolytes pay steps for a volcano; others step down before a town tile.
    StepDown(Cult, u8),
    /// Give up something that is owed.
    Refuse(Owed, u8),
    /// Lose goods for nothing. Only logs say this; it is never offered.
    Lose(Good, u8),
    /// Shapeshifters: pay a point for a token.
    Token,
    /// Choose a colour that is owed.
    Colour(Terrain),
    /// Riverwalkers: unlock a terrain.
    Unlock(Terrain),
    /// Riverwalkers: take the priest instead.
    TakePriest,
    /// In an auction: points for a faction.
    Bid(Faction, u8),
    /// Nothing.
    Wait,
    /// End the turn.
    Done,
    /// Drop out.
    Drop,
}

/// What the game contract calls an action: conversions, then one command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    /// Conversions made first.
    pub before: Conversions,
    /// The command.
    pub command: Command,
}

impl From<Command> for Action {
    fn from(command: Command) -> Self {
        Self { before: Conversions::NONE, command }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_stays_small() {
        assert_eq!(size_of::<Command>(), 6);
        assert_eq!(size_of::<Action>(), 16);
    }
}
