//! What a map itself decides about trade, dice and victory, whichever ruleset is played.

/// When sevens are rolled again (R-ROLL-2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SevensRule {
    /// Never.
    #[default]
    Normal,
    /// In rounds 1 and 2.
    RerollFirstTwoRounds,
    /// Always.
    RerollAll,
}

impl SevensRule {
    /// Every value.
    pub const ALL: [Self; 3] = [Self::Normal, Self::RerollFirstTwoRounds, Self::RerollAll];

    /// The word of the vocabulary.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::RerollFirstTwoRounds => "reroll-first-two-rounds",
            Self::RerollAll => "reroll-all",
        }
    }

    /// The value with this word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.word() == word)
    }
}

/// Dice as a deck of cards, one for each of the 36 pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DiceDeck {
    /// Whether dice come from the deck at all.
    pub used: bool,
    /// Copies of the 36 pairs, 1 to 5.
    pub copies: u8,
    /// The deck is rebuilt when at most this many cards are left, 0 to 30.
    pub removed: u8,
}

impl Default for DiceDeck {
    fn default() -> Self {
        Self { used: false, copies: 2, removed: 5 }
    }
}

/// Rules that come with a map. The default is the base game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MapRules {
    /// Whether players may trade with each other (R-TRADE-11).
    pub domestic_trade: bool,
    /// No trade after building (R-TRADE-10).
    pub strict_trade: bool,
    /// Which sevens are rolled again (R-ROLL-2).
    pub sevens: SevensRule,
    /// Whether a hex with the number 7 produces on a 7 (R-ROLL-4).
    pub seven_produces: bool,
    /// Where dice come from.
    pub dice_deck: DiceDeck,
    /// Victory is looked for only when a turn ends (R-WIN-5).
    pub victory_at_turn_end: bool,
}

impl Default for MapRules {
    fn default() -> Self {
        Self {
            domestic_trade: true,
            strict_trade: false,
            sevens: SevensRule::Normal,
            seven_produces: true,
            dice_deck: DiceDeck::default(),
            victory_at_turn_end: false,
        }
    }
}
