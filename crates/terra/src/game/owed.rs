//! Decisions that are due, and sub-actions that are still allowed, by the names of snapshots.

use crate::words::vocabulary;

vocabulary! {
    /// A decision somebody owes; [`Player::owed`](super::Player::owed) counts them.
    Owed, ByOwed, 14 {
        /// Spades to use.
        Spade: "spade",
        /// Nomads: a sandstorm.
        FreeTransform: "free-transform",
        /// A volcano to make.
        Volcano: "volcano",
        /// Witches: a dwelling anywhere.
        FreeDwelling: "free-dwelling",
        /// Swarmlings: a dwelling becomes a trading house for free.
        FreeTradingHouse: "free-tp",
        /// Cult steps to place.
        Cult: "cult",
        /// Acolytes: steps to pay, all on one track.
        LoseCult: "lose-cult",
        /// Favor tiles to choose.
        Favor: "favor",
        /// Town tiles to choose.
        Town: "town",
        /// Bridges to place.
        Bridge: "bridge",
        /// A colour to choose.
        Colour: "color",
        /// Riverwalkers: unlock a terrain or take the priest.
        Unlock: "unlock",
        /// Darklings: up to so many workers become priests.
        Ordain: "ordain",
        /// Shapeshifters: buy a token or refuse.
        Token: "token",
    }
}

vocabulary! {
    /// A sub-action the player to move may still take.
    Followup, ByFollowup, 5 {
        /// Pay for spades.
        Dig: "dig",
        /// Transform a hex.
        Transform: "transform",
        /// Build a dwelling.
        Build: "build",
        /// Upgrade.
        Upgrade: "upgrade",
        /// Place a bridge.
        Bridge: "bridge",
    }
}
