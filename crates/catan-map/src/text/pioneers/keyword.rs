//! The keywords of a `.game` file as closed tables. Their order is the order in which they are
//! matched and in which the canonical writer emits them.

use crate::map::MAX_SEATS;
use hexwright_core::text::edit_distance_within;
use hexwright_core::{By, Key};

/// A keyword that is on when present.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Switch {
    /// Terrain and port types are drawn when a game starts.
    RandomTerrain,
    /// No trade after building.
    StrictTrade,
    /// Players may trade with each other.
    DomesticTrade,
    /// Dice come from a deck of cards.
    DiceDeck,
    /// Victory is only checked when a turn ends.
    VictoryAtEndOfTurn,
    /// The pirate may be moved.
    Pirate,
}

/// One `T` per switch.
pub type BySwitch<T> = By<Switch, T, 6>;

impl Key for Switch {
    const ALL: &'static [Self] = &[
        Self::RandomTerrain,
        Self::StrictTrade,
        Self::DomesticTrade,
        Self::DiceDeck,
        Self::VictoryAtEndOfTurn,
        Self::Pirate,
    ];
    fn index(self) -> usize {
        self as usize
    }
}

/// A keyword with one integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Number {
    /// Seats.
    Players,
    /// Which sevens are rolled again: 0 none, 1 in the first two rounds, 2 all.
    SevensRule,
    /// Copies of the 36 pairs in the dice deck.
    DiceDecks,
    /// Cards left when the dice deck is rebuilt.
    RemovedDiceCards,
    /// Points to win.
    VictoryPoints,
    /// Roads per player.
    Roads,
    /// Bridges per player.
    Bridges,
    /// Ships per player.
    Ships,
    /// Settlements per player.
    Settlements,
    /// Cities per player.
    Cities,
    /// City walls per player.
    CityWalls,
    /// Cards of each resource in the bank.
    Resources,
    /// Road building cards.
    RoadBuilding,
    /// Monopoly cards.
    Monopoly,
    /// Year of plenty cards.
    Plenty,
    /// One-point cards: chapel.
    Chapel,
    /// One-point cards: university.
    University,
    /// One-point cards: governor's house.
    Governor,
    /// One-point cards: library.
    Library,
    /// One-point cards: market.
    Market,
    /// Soldier cards.
    Soldier,
}

/// One `T` per number.
pub type ByNumber<T> = By<Number, T, 21>;

impl Key for Number {
    const ALL: &'static [Self] = &[
        Self::Players,
        Self::SevensRule,
        Self::DiceDecks,
        Self::RemovedDiceCards,
        Self::VictoryPoints,
        Self::Roads,
        Self::Bridges,
        Self::Ships,
        Self::Settlements,
        Self::Cities,
        Self::CityWalls,
        Self::Resources,
        Self::RoadBuilding,
        Self::Monopoly,
        Self::Plenty,
        Self::Chapel,
        Self::University,
        Self::Governor,
        Self::Library,
        Self::Market,
        Self::Soldier,
    ];
    fn index(self) -> usize {
        self as usize
    }
}

impl Number {
    /// The five kinds of one-point cards.
    pub const POINT_CARDS: [Self; 5] =
        [Self::Chapel, Self::University, Self::Governor, Self::Library, Self::Market];

    /// The keyword as it is written.
    #[must_use]
    pub fn word(self) -> &'static str {
        spelling(Keyword::Number(self))
    }

    /// The value of a file that does not say it.
    #[must_use]
    pub const fn default_value(self) -> i32 {
        match self {
            Self::DiceDecks => 2,
            Self::RemovedDiceCards => 5,
            _ => 0,
        }
    }

    /// The values that make sense.
    #[must_use]
    pub const fn range(self) -> std::ops::RangeInclusive<i32> {
        match self {
            Self::Players => 2..=MAX_SEATS as i32,
            Self::SevensRule => 0..=2,
            Self::DiceDecks => 1..=5,
            Self::RemovedDiceCards => 0..=30,
            Self::VictoryPoints => 1..=999,
            _ => 0..=999,
        }
    }
}

/// Any keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Keyword {
    Map,
    Chits,
    NoSetup,
    Title,
    Variant,
    Switch(Switch),
    Number(Number),
    IslandBonus,
    Comment,
    Description,
    NewRule,
}

/// Keywords in the order in which a line is compared with them: the first that is a prefix wins.
pub(super) const KEYWORDS: &[(&str, Keyword)] = &[
    ("map", Keyword::Map),
    ("chits", Keyword::Chits),
    ("nosetup", Keyword::NoSetup),
    ("title", Keyword::Title),
    ("variant", Keyword::Variant),
    ("random-terrain", Keyword::Switch(Switch::RandomTerrain)),
    ("strict-trade", Keyword::Switch(Switch::StrictTrade)),
    ("domestic-trade", Keyword::Switch(Switch::DomesticTrade)),
    ("num-players", Keyword::Number(Number::Players)),
    ("sevens-rule", Keyword::Number(Number::SevensRule)),
    ("use-dice-deck", Keyword::Switch(Switch::DiceDeck)),
    ("num-dice-decks", Keyword::Number(Number::DiceDecks)),
    ("num-removed-dice-cards", Keyword::Number(Number::RemovedDiceCards)),
    ("victory-points", Keyword::Number(Number::VictoryPoints)),
    ("check-victory-at-end-of-turn", Keyword::Switch(Switch::VictoryAtEndOfTurn)),
    ("num-roads", Keyword::Number(Number::Roads)),
    ("num-bridges", Keyword::Number(Number::Bridges)),
    ("num-ships", Keyword::Number(Number::Ships)),
    ("num-settlements", Keyword::Number(Number::Settlements)),
    ("num-cities", Keyword::Number(Number::Cities)),
    ("num-city-walls", Keyword::Number(Number::CityWalls)),
    ("resource-count", Keyword::Number(Number::Resources)),
    ("develop-road", Keyword::Number(Number::RoadBuilding)),
    ("develop-monopoly", Keyword::Number(Number::Monopoly)),
    ("develop-plenty", Keyword::Number(Number::Plenty)),
    ("develop-chapel", Keyword::Number(Number::Chapel)),
    ("develop-university", Keyword::Number(Number::University)),
    ("develop-governor", Keyword::Number(Number::Governor)),
    ("develop-library", Keyword::Number(Number::Library)),
    ("develop-market", Keyword::Number(Number::Market)),
    ("develop-soldier", Keyword::Number(Number::Soldier)),
    ("use-pirate", Keyword::Switch(Switch::Pirate)),
    ("island-discovery-bonus", Keyword::IslandBonus),
    ("#", Keyword::Comment),
    ("desc", Keyword::Description),
    ("new-rule", Keyword::NewRule),
];

/// The keyword a line starts with, and its spelling.
pub(super) fn keyword_of(line: &str) -> Option<(&'static str, Keyword)> {
    // the first letter tells most of them apart
    let first = line.as_bytes().first();
    KEYWORDS.iter().copied().find(|(word, _)| word.as_bytes().first() == first && line.starts_with(word))
}

/// The spelling of a keyword.
pub(super) fn spelling(keyword: Keyword) -> &'static str {
    KEYWORDS.iter().find(|(_, k)| *k == keyword).map_or("", |(word, _)| word)
}

/// The known keyword nearest to a word, if it is near enough to be a slip of the pen.
pub(super) fn nearest(word: &str) -> Option<&'static str> {
    let lower: String = word.chars().take(64).flat_map(char::to_lowercase).collect();
    let length = lower.chars().count();
    let allowed = |known: &str| 1 + known.len() / 4;
    KEYWORDS
        .iter()
        .map(|&(known, _)| known)
        // words differ by at least as many letters as their lengths do
        .filter(|known| known.len().abs_diff(length) <= allowed(known))
        .filter_map(|known| Some((edit_distance_within(&lower, known, allowed(known))?, known)))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_keyword_is_found_by_its_own_spelling() {
        for &(word, keyword) in KEYWORDS {
            assert_eq!(keyword_of(word), Some((word, keyword)));
            assert_eq!(spelling(keyword), word);
        }
    }

    #[test]
    fn slips_of_the_pen_are_recognised() {
        assert_eq!(nearest("num-raods"), Some("num-roads"));
        assert_eq!(nearest("Title"), Some("title"));
        assert_eq!(nearest("zzzz"), None);
    }
}
