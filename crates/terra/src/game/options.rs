//! Options of a game by the names of command logs.

use crate::words::{vocabulary, word_set};

vocabulary! {
    /// An option, in alphabetical order.
    RuleOption, ByOption, 16 {
        /// No effect on rules.
        EmailNotify: "email-notify",
        /// Cultists and Shapeshifters gain one power when all decline.
        ErrataCultistPower: "errata-cultist-power",
        /// All Fire & Ice factions may be chosen.
        FireAndIceFactions: "fire-and-ice-factions",
        /// The ice factions may be chosen.
        IceFactions: "fire-and-ice-factions/ice",
        /// The variable factions in their first printing.
        VariablePrinted: "fire-and-ice-factions/variable",
        /// The variable factions in their revised form.
        VariableRevised: "fire-and-ice-factions/variable_v5",
        /// The volcano factions may be chosen.
        VolcanoFactions: "fire-and-ice-factions/volcano",
        /// One extra final scoring.
        FireAndIceFinalScoring: "fire-and-ice-final-scoring",
        /// No effect on rules.
        MaintainPlayerOrder: "maintain-player-order",
        /// Town tiles 6 to 8.
        MiniExpansion: "mini-expansion-1",
        /// The tenth bonus card.
        ShippingBonus: "shipping-bonus",
        /// Passing with the first of two actions forfeits the second.
        StrictChaosMagicians: "strict-chaosmagician-sh",
        /// Ordination must be decided before the turn ends.
        StrictDarklings: "strict-darkling-sh",
        /// Offers are decided in order and before conversions.
        StrictLeech: "strict-leech",
        /// The ninth scoring tile.
        TempleScoring: "temple-scoring-tile",
        /// The order of passing is the next turn order.
        VariableTurnOrder: "variable-turn-order",
    }
}

word_set! {
    /// The options of a game.
    OptionSet of RuleOption
}

impl RuleOption {
    /// Whether it changes rules, and so belongs into a snapshot.
    #[must_use]
    pub const fn changes_rules(self) -> bool {
        !matches!(
            self,
            Self::EmailNotify
                | Self::FireAndIceFactions
                | Self::IceFactions
                | Self::VariableRevised
                | Self::VolcanoFactions
                | Self::MaintainPlayerOrder
        )
    }

    /// Whether it is about the site a game was played on and not about the game, and so has no place in a grid.
    #[must_use]
    pub const fn is_about_the_site(self) -> bool {
        matches!(self, Self::EmailNotify | Self::MaintainPlayerOrder)
    }
}

impl OptionSet {
    /// The eight options of league games: the default.
    #[must_use]
    pub fn league() -> Self {
        [
            RuleOption::ErrataCultistPower,
            RuleOption::MiniExpansion,
            RuleOption::ShippingBonus,
            RuleOption::StrictChaosMagicians,
            RuleOption::StrictDarklings,
            RuleOption::StrictLeech,
            RuleOption::TempleScoring,
            RuleOption::VariableTurnOrder,
        ]
        .into_iter()
        .collect()
    }

    /// Only those that change rules: what a snapshot says.
    #[must_use]
    pub fn rules(self) -> Self {
        self.iter().filter(|o| o.changes_rules()).collect()
    }

    /// Only those about the game itself: what a grid says.
    #[must_use]
    pub fn of_the_game(self) -> Self {
        self.iter().filter(|o| !o.is_about_the_site()).collect()
    }

    /// Those that another set lacks.
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        self.iter().filter(|o| !other.contains(*o)).collect()
    }
}
