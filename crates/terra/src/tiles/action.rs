//! Action spaces: the six of the board, and those of factions and tiles.

use crate::words::{vocabulary, word_set};

vocabulary! {
    /// A power action of the board; `ACT1` to `ACT6` in this order.
    PowerAction, ByPowerAction, 6 {
        /// A bridge for 3 power.
        Bridge: "Bridge" | "ACT1",
        /// A priest for 3 power.
        Priest: "Priest" | "ACT2",
        /// Two workers for 4 power.
        Workers: "2 Workers" | "ACT3",
        /// Seven coins for 4 power.
        Coins: "7 Coins" | "ACT4",
        /// A spade for 4 power.
        Spade: "Spade" | "ACT5",
        /// Two spades for 6 power.
        Spades: "2 Spades" | "ACT6",
    }
}

word_set! {
    /// A set of power actions.
    PowerActionSet of PowerAction
}

impl PowerAction {
    /// Code in command logs: `ACT1` …
    #[must_use]
    pub const fn code(self) -> &'static str {
        self.spellings()[1]
    }

    /// Price in power.
    #[must_use]
    pub const fn power(self) -> u8 {
        [3, 3, 4, 4, 4, 6][self as usize]
    }
}

vocabulary! {
    /// Any other action, by its code in command logs.
    Special, BySpecial, 14 {
        /// Auren: two steps on one track.
        Auren: "ACTA",
        /// Chaos Magicians: two more full actions.
        ChaosMagicians: "ACTC",
        /// Engineers: a bridge for 2 workers, any number of times.
        Engineers: "ACTE",
        /// Giants: two spades.
        Giants: "ACTG",
        /// Nomads: sandstorm.
        Nomads: "ACTN",
        /// Swarmlings: a trading house for free.
        Swarmlings: "ACTS",
        /// Witches: a dwelling anywhere for free.
        Witches: "ACTW",
        /// Shapeshifters: a new colour for 5 power.
        ShapePower: "ACTH5",
        /// Shapeshifters: a new colour for 5 tokens.
        ShapeTokens: "ACTH6",
        /// Shapeshifters, first printing: a new colour for 3 power.
        OldShapePower: "ACTH1",
        /// Shapeshifters, first printing: a new colour for 3 tokens.
        OldShapeTokens: "ACTH2",
        /// Bonus card: a spade.
        BonusSpade: "BON1",
        /// Bonus card: a cult step.
        BonusCult: "BON2",
        /// Favor tile: a cult step.
        FavorCult: "FAV6",
    }
}
