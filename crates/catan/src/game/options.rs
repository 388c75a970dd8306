//! The vocabulary of rule options (section 15 of the rules) and the three rulesets.

use super::actions::refusal::Refusal;
use crate::map::SevensRule;
use hexwright_core::text::closest;
use std::fmt::Write as _;

/// A named column of the option table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ruleset {
    /// The published rules; the default.
    #[default]
    Standard,
    /// The definition of done as it is written.
    Document,
    /// The Pioneers server.
    Pioneers,
}

/// Who is paid when the bank is short (R-PROD-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BankRule {
    /// Per resource nobody, unless one seat alone claims it.
    Official,
    /// Nobody gets anything.
    AllOrNothing,
    /// In turn order from the roller, each what is left.
    Partial,
}

/// Where dice come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiceRule {
    /// Two fair dice.
    Random,
    /// Cards drawn without replacement.
    Deck,
    /// A deck that avoids recent totals.
    Balanced,
}

macro_rules! words {
    ($($type:ident { $($variant:ident = $word:literal),* $(,)? })*) => {$(
        impl $type {
            /// The word of the vocabulary.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),* }
            }

            /// The value with this word.
            #[must_use]
            pub fn from_word(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)* _ => None }
            }
        }
    )*};
}

words! {
    Ruleset { Standard = "standard", Document = "document", Pioneers = "pioneers" }
    BankRule { Official = "official", AllOrNothing = "all-or-nothing", Partial = "partial" }
    DiceRule { Random = "random", Deck = "deck", Balanced = "balanced" }
}

/// Every option with its value; the field names are those of the vocabulary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The ruleset the others started from.
    pub ruleset: Ruleset,
    /// Points to win; `None`: the map's.
    pub victory_points: Option<u8>,
    /// R-PROD-3.
    pub bank_rule: BankRule,
    /// Largest hand that discards nothing; `None`: nobody ever discards.
    pub discard_limit: Option<u8>,
    /// R-ROLL-2.
    pub sevens_rule: SevensRule,
    /// R-ROLL-4.
    pub seven_produces: bool,
    /// Where dice come from.
    pub dice: DiceRule,
    /// Copies of the 36 pairs in a dice deck.
    pub dice_decks: u8,
    /// A dice deck is rebuilt when at most so many cards are left.
    pub dice_removed: u8,
    /// R-ROBBER-2: seats below so many public points are spared; 0 is off.
    pub friendly_robber: u8,
    /// R-ROBBER-2.
    pub robber_on_desert: bool,
    /// R-ROBBER-3: `steal none` is allowed.
    pub steal_optional: bool,
    /// R-TRADE-11.
    pub domestic_trade: bool,
    /// R-TRADE-10.
    pub strict_trade: bool,
    /// R-TRADE-6.
    pub counter_offers: bool,
    /// R-TRADE-3.
    pub gifts: bool,
    /// R-TRADE-12; 0 is no limit.
    pub max_offers: u8,
    /// R-DEV-10: victory point cards count when played, not when held.
    pub vp_when_played: bool,
    /// R-DEV-3, R-TRADE-10: what the programs of Pioneers let slip. Once a point card lies open, cards bought in
    /// this turn may be played; and any played card opens trade again that building has closed.
    pub card_slips: bool,
    /// R-DEV-7: road building may stop after one road.
    pub road_building_up_to_two: bool,
    /// R-CITY-4.
    pub direct_city: bool,
    /// R-WIN-5: victory is looked for on `end-turn` only.
    pub check_victory_at_end: bool,
    /// R-WIN-5: every seat may win, not only the active one.
    pub victory_any: bool,
    /// Least length that earns the longest road.
    pub longest_road: u8,
    /// Least number of knights that earns the largest army.
    pub largest_army: u8,
    /// R-SPECIAL-1.
    pub special_building: bool,
    /// R-SETUP-1.
    pub seating_random: bool,
    /// The bank's counts are hidden.
    pub hide_bank: bool,
    /// R-WIN-6.
    pub turn_limit: Option<u16>,
}

impl Default for Options {
    fn default() -> Self {
        Self::of(Ruleset::Standard)
    }
}

impl Options {
    /// The column of a ruleset.
    #[must_use]
    pub const fn of(ruleset: Ruleset) -> Self {
        let document = matches!(ruleset, Ruleset::Document);
        let pioneers = matches!(ruleset, Ruleset::Pioneers);
        Self {
            ruleset,
            victory_points: None,
            bank_rule: match ruleset {
                Ruleset::Standard => BankRule::Official,
                Ruleset::Document => BankRule::AllOrNothing,
                Ruleset::Pioneers => BankRule::Partial,
            },
            discard_limit: Some(7),
            sevens_rule: SevensRule::Normal,
            seven_produces: !pioneers,
            dice: DiceRule::Random,
            dice_decks: 2,
            dice_removed: 5,
            friendly_robber: 0,
            robber_on_desert: !pioneers,
            steal_optional: document,
            domestic_trade: true,
            strict_trade: false,
            counter_offers: !document,
            gifts: pioneers,
            max_offers: if pioneers { 0 } else { 10 },
            vp_when_played: document || pioneers,
            card_slips: false,
            road_building_up_to_two: false,
            direct_city: pioneers,
            check_victory_at_end: false,
            victory_any: document,
            longest_road: 5,
            largest_army: 3,
            special_building: false,
            seating_random: false,
            hide_bank: false,
            turn_limit: None,
        }
    }

    /// Sets one option by its name, `ruleset` included (which resets all others).
    ///
    /// # Errors
    /// [`Refusal::BadOption`] with what is allowed.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), Refusal> {
        let bad = |allowed: &str| Refusal::BadOption {
            name: name.to_owned(),
            value: value.to_owned(),
            allowed: allowed.to_owned(),
        };
        let switch = |yes: &str, no: &str| match value {
            v if v == yes => Ok(true),
            v if v == no => Ok(false),
            _ => Err(bad(&format!("{yes} or {no}"))),
        };
        let number = |low: u16, high: u16| {
            let digits = !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit());
            let parsed = value.parse::<u16>().ok().filter(|n| digits && (low..=high).contains(n));
            parsed.ok_or_else(|| bad(&format!("a number from {low} to {high}")))
        };
        let byte = |low, high| number(low, high).map(|n| n as u8);
        match name {
            "ruleset" => {
                let ruleset =
                    Ruleset::from_word(value).ok_or_else(|| bad("standard, document or pioneers"))?;
                *self = Self::of(ruleset);
            }
            "victory-points" => self.victory_points = if value == "map" { None } else { Some(byte(1, 255)?) },
            "bank-rule" => {
                self.bank_rule =
                    BankRule::from_word(value).ok_or_else(|| bad("official, all-or-nothing or partial"))?;
            }
            "discard-limit" => self.discard_limit = if value == "none" { None } else { Some(byte(0, 255)?) },
            "sevens-rule" => {
                self.sevens_rule = SevensRule::from_word(value)
                    .ok_or_else(|| bad("normal, reroll-first-two-rounds or reroll-all"))?;
            }
            "seven-produces" => self.seven_produces = switch("on", "off")?,
            "dice" => {
                self.dice = DiceRule::from_word(value).ok_or_else(|| bad("random, deck or balanced"))?;
            }
            "dice-decks" => self.dice_decks = byte(1, 5)?,
            "dice-removed" => self.dice_removed = byte(0, 30)?,
            "friendly-robber" => self.friendly_robber = byte(0, 255)?,
            "robber-on-desert" => self.robber_on_desert = switch("allowed", "forbidden")?,
            "steal" => self.steal_optional = switch("optional", "mandatory")?,
            "domestic-trade" => self.domestic_trade = switch("on", "off")?,
            "strict-trade" => self.strict_trade = switch("on", "off")?,
            "counter-offers" => self.counter_offers = switch("on", "off")?,
            "gifts" => self.gifts = switch("allowed", "forbidden")?,
            "max-offers" => self.max_offers = byte(0, 255)?,
            "vp-cards" => self.vp_when_played = switch("when-played", "hidden")?,
            "card-slips" => self.card_slips = switch("on", "off")?,
            "road-building" => self.road_building_up_to_two = switch("up-to-two", "must-place")?,
            "direct-city" => self.direct_city = switch("allowed", "forbidden")?,
            "check-victory" => self.check_victory_at_end = switch("end-of-turn", "any-time")?,
            "victory-turn" => self.victory_any = switch("any", "own")?,
            "longest-road" => self.longest_road = byte(1, 255)?,
            "largest-army" => self.largest_army = byte(1, 255)?,
            "special-building" => self.special_building = switch("on", "off")?,
            "seating" => self.seating_random = switch("random", "given")?,
            "hide-bank" => self.hide_bank = switch("on", "off")?,
            "turn-limit" => self.turn_limit = if value == "none" { None } else { Some(number(1, 65535)?) },
            _ => return Err(self.unknown(name)),
        }
        Ok(())
    }

    /// What is said of a name that is none: the one that was meant, or all there are.
    fn unknown(&self, name: &str) -> Refusal {
        let list = self.list();
        let known = || std::iter::once("ruleset").chain(list.iter().map(|option| option.0));
        let allowed = closest(name, known())
            .map_or_else(|| format!("one of {}", known().collect::<Vec<_>>().join(", ")), str::to_owned);
        Refusal::BadOption { name: name.to_owned(), value: name.to_owned(), allowed }
    }

    /// Every option with its value in words, in the order of the vocabulary.
    #[must_use]
    pub fn list(&self) -> Vec<(&'static str, String)> {
        let or = |n: Option<u16>, none: &str| n.map_or_else(|| none.to_owned(), |n| n.to_string());
        let on = |b| if b { "on" } else { "off" };
        let allowed = |b| if b { "allowed" } else { "forbidden" };
        let pick = |b, yes: &'static str, no: &'static str| if b { yes } else { no };
        vec![
            ("victory-points", or(self.victory_points.map(u16::from), "map")),
            ("bank-rule", self.bank_rule.word().to_owned()),
            ("discard-limit", or(self.discard_limit.map(u16::from), "none")),
            ("sevens-rule", self.sevens_rule.word().to_owned()),
            ("seven-produces", on(self.seven_produces).to_owned()),
            ("dice", self.dice.word().to_owned()),
            ("dice-decks", self.dice_decks.to_string()),
            ("dice-removed", self.dice_removed.to_string()),
            ("friendly-robber", self.friendly_robber.to_string()),
            ("robber-on-desert", allowed(self.robber_on_desert).to_owned()),
            ("steal", pick(self.steal_optional, "optional", "mandatory").to_owned()),
            ("domestic-trade", on(self.domestic_trade).to_owned()),
            ("strict-trade", on(self.strict_trade).to_owned()),
            ("counter-offers", on(self.counter_offers).to_owned()),
            ("gifts", allowed(self.gifts).to_owned()),
            ("max-offers", self.max_offers.to_string()),
            ("vp-cards", pick(self.vp_when_played, "when-played", "hidden").to_owned()),
            ("card-slips", on(self.card_slips).to_owned()),
            ("road-building", pick(self.road_building_up_to_two, "up-to-two", "must-place").to_owned()),
            ("direct-city", allowed(self.direct_city).to_owned()),
            ("check-victory", pick(self.check_victory_at_end, "end-of-turn", "any-time").to_owned()),
            ("victory-turn", pick(self.victory_any, "any", "own").to_owned()),
            ("longest-road", self.longest_road.to_string()),
            ("largest-army", self.largest_army.to_string()),
            ("special-building", on(self.special_building).to_owned()),
            ("seating", pick(self.seating_random, "random", "given").to_owned()),
            ("hide-bank", on(self.hide_bank).to_owned()),
            ("turn-limit", or(self.turn_limit, "none")),
        ]
    }

    /// `ruleset=… name=value …`: the ruleset and what differs from it. [`Self::from_text`] reads it.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = format!("ruleset={}", self.ruleset.word());
        let base = Self::of(self.ruleset).list();
        for ((name, value), (_, usual)) in self.list().into_iter().zip(base) {
            if value != usual {
                let _ = write!(text, " {name}={value}");
            }
        }
        text
    }

    /// Options from `name=value` words separated by blanks.
    ///
    /// # Errors
    /// [`Refusal::BadOption`] for the first word that is none.
    pub fn from_text(text: &str) -> Result<Self, Refusal> {
        let mut options = Self::default();
        for word in text.split_whitespace() {
            let (name, value) = word.split_once('=').unwrap_or((word, ""));
            options.set(name, value)?;
        }
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_reads_what_it_writes() {
        for ruleset in [Ruleset::Standard, Ruleset::Document, Ruleset::Pioneers] {
            let mut options = Options::of(ruleset);
            for (name, value) in options.list() {
                let before = options.clone();
                options.set(name, &value).unwrap();
                assert_eq!(options, before, "{name}={value}");
            }
            assert_eq!(Options::from_text(&options.text()).unwrap(), options);
        }
        let mut options = Options::default();
        options.set("discard-limit", "none").unwrap();
        options.set("turn-limit", "400").unwrap();
        options.set("dice", "balanced").unwrap();
        assert_eq!(options.text(), "ruleset=standard discard-limit=none dice=balanced turn-limit=400");
        assert_eq!(Options::from_text(&options.text()).unwrap(), options);
    }

    #[test]
    fn unknown_names_and_values_are_refused_with_what_is_allowed() {
        let mut options = Options::default();
        for (name, value) in
            [("winner", "0"), ("dice", "loaded"), ("dice-decks", "6"), ("gifts", "on"), ("max-offers", "+1")]
        {
            assert!(matches!(options.set(name, value), Err(Refusal::BadOption { .. })), "{name}={value}");
        }
        assert_eq!(
            options.set("dice-decks", "6").unwrap_err().to_string(),
            "option dice-decks: expected a number from 1 to 5, found `6` (R-SETUP-9)"
        );
    }
}
