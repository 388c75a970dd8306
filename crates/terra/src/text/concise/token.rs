//! One token of a cell: `UP-TH-E6`, `C1PW:1C`, `L2-Engineers`.

use super::grid::{C04, C05, C09};
use crate::factions::Faction;
use crate::game::Good;
use crate::map::Terrain;
use crate::tiles::{BonusCard, Building, Cult, Favor, TownTile};
use hexwright_core::text::Finding;
use std::fmt::{self, Display};

/// A hex by its name: row letter and number; rivers have the letter `r`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HexName {
    /// `A` to `J`, or `R` for a river.
    pub letter: u8,
    /// Number in the row, or of the river.
    pub number: u8,
}

impl HexName {
    /// Reads `E7` or `r12`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let letter = text.bytes().next()?.to_ascii_uppercase();
        let digits = text.get(1..)?;
        let plain = !digits.is_empty() && digits.len() <= 3 && digits.bytes().all(|b| b.is_ascii_digit());
        let known = letter == b'R' || (b'A'..=b'J').contains(&letter);
        Some(Self { letter, number: digits.parse().ok()? }).filter(|_| plain && known)
    }
}

impl Display for HexName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(self.letter), self.number)
    }
}

/// An action of a stronghold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stronghold {
    /// Witches: a dwelling.
    Dwelling(HexName),
    /// Swarmlings: a trading house.
    TradingHouse(HexName),
    /// Nomads: a sandstorm.
    Sandstorm(HexName),
    /// Giants: two spades.
    Spades(HexName, Option<Terrain>),
    /// Auren: two steps.
    Steps(Cult),
    /// Chaos Magicians: two more actions.
    Double,
    /// Shapeshifters: a colour for power.
    Colour(Terrain),
    /// Shapeshifters: a colour for tokens.
    ColourForTokens(Terrain),
    /// `ACT-SH`: the once-per-round action, its use told by other tokens. Not part of the published
    /// notation, which cannot say that the use was given up.
    Alone,
}

/// Something owed that is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refused {
    /// A spade.
    Spade,
    /// A favor tile.
    Favor,
    /// A bridge.
    Bridge,
    /// A cult step.
    Step,
    /// A token of the Shapeshifters.
    Token,
    /// What a stronghold's action gave: a transform, dwelling or trading house. Not part of the
    /// published notation, which cannot say it.
    Free,
}

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Token {
    /// `S-H`: a start dwelling.
    Start(HexName),
    /// `BON-x`: the first card.
    Card(BonusCard),
    /// `H`: build.
    Build(HexName),
    /// `UP-TH-H`.
    Upgrade(Building, HexName),
    /// `T-H[-c]`.
    Transform(HexName, Option<Terrain>),
    /// `DIGn-H`.
    Dig(u8, HexName),
    /// `ACT1` to `ACT6`, the first with its bridge.
    Power(u8, Option<[HexName; 2]>),
    /// `ACTS-H[-c]`: the spade of the bonus card.
    CardSpade(HexName, Option<Terrain>),
    /// `ACT-BON-SPD`: the same, its use told by other tokens.
    CardSpadeAlone,
    /// `ACT-BON[-t]`: the step of the bonus card.
    CardStep(Option<Cult>),
    /// `ACT-FAV[-t]`: the step of the favor tile.
    FavorStep(Option<Cult>),
    /// `ACT-SH-…`.
    Stronghold(Stronghold),
    /// `ACT-BR[-H-H]`: the Engineers' bridge.
    EngineersBridge(Option<[HexName; 2]>),
    /// `BRIDGE-H-H`: a bridge that is owed.
    Bridge([HexName; 2]),
    /// `ACT-TOWN-rN`: the Mermaids' link.
    Connect(HexName),
    /// `FAV-F3`.
    Favor(Favor),
    /// `TW5VP`.
    Town(TownTile),
    /// `->F[n]`.
    Send(Cult, Option<u8>),
    /// `+SHIP`.
    Ship,
    /// `+DIG`.
    AdvanceDigging,
    /// `+F`.
    Step(Cult),
    /// `-F[n]`.
    StepDown(Cult, Option<u8>),
    /// `C3PW:1W`.
    Convert(u8, Good, u8, Good),
    /// `BURNn`.
    Burn(u8),
    /// `PASS[-BON-x]`.
    Pass(Option<BonusCard>),
    /// `L[n][-F]`: take power.
    Leech(Option<u8>, Option<Faction>),
    /// `DL[n][-F]`: decline it.
    Decline(Option<u8>, Option<Faction>),
    /// `ORD-n`.
    Ordain(u8),
    /// `COL-c`.
    Colour(Terrain),
    /// `UNL-c`.
    Unlock(Terrain),
    /// `UNL-P`.
    TakePriest,
    /// `TOK`.
    Token,
    /// `-SPD`, `-FAV`, `-BR`, `-STEP`, `-TOK`, `-ACT`.
    Refuse(Refused),
    /// `LOSE-2W`: goods lost for nothing. Not part of the published notation, which cannot say it.
    Lose(u8, Good),
    /// `DROP`.
    Drop,
}

/// Why a word is no token: the finding and a sentence.
pub(super) type Wrong = (Finding, String);

impl Token {
    /// Reads a token, or a conversion of several goods at once (`C2W1PW:3C`), which is as many tokens.
    ///
    /// # Errors
    /// As for one token.
    pub(super) fn parse_all(text: &str) -> Result<Vec<Self>, Wrong> {
        match mixed_conversion(&text.to_ascii_uppercase()) {
            Some(tokens) => Ok(tokens),
            None => Self::parse(text).map(|token| vec![token]),
        }
    }

    /// Reads a token.
    ///
    /// # Errors
    /// C04 for an unknown token, C05 for a bad argument, C09 for an unknown faction.
    pub(super) fn parse(text: &str) -> Result<Self, Wrong> {
        let upper = text.to_ascii_uppercase();
        let bad = |what: &str| (C05, format!("expected {what} in {text:?}"));
        let unknown = || (C04, format!("unknown token {text:?}"));
        let hex = |part: &str| HexName::parse(part).ok_or_else(|| bad("a hex"));
        let pair = |part: &str| {
            let (a, b) = part.split_once('-').ok_or_else(|| bad("two hexes"))?;
            Ok::<_, Wrong>([hex(a)?, hex(b)?])
        };
        let target = |part: &str| match part.split_once('-') {
            Some((at, colour)) => Ok((hex(at)?, Some(colour_named(colour).ok_or_else(|| bad("a colour"))?))),
            None => Ok((hex(part)?, None)),
        };
        let track = |part: &str| track_named(part).ok_or_else(|| bad("a track F, W, E or A"));
        let colour = |part: &str| colour_named(part).ok_or_else(|| bad("a colour"));
        let card = |part: &str| {
            let card = BonusCard::ALL.into_iter().find(|c| c.grid_code().eq_ignore_ascii_case(part));
            card.ok_or_else(|| bad("a bonus card"))
        };
        let number = |part: &str| part.parse::<u8>().map_err(|_| bad("a number"));

        if let Some(hex) = HexName::parse(&upper).filter(|h| h.letter != b'R') {
            return Ok(Self::Build(hex));
        }
        if let Some(part) = upper.strip_prefix("R~") {
            return Ok(Self::Connect(hex(part)?));
        }
        Ok(match upper.as_str() {
            "ACT-BON-SPD" => Self::CardSpadeAlone,
            "ACT-BON" => Self::CardStep(None),
            "ACT-FAV" => Self::FavorStep(None),
            "ACT-SH" => Self::Stronghold(Stronghold::Alone),
            "ACT-BR" => Self::EngineersBridge(None),
            "ACT-SH-2X" => Self::Stronghold(Stronghold::Double),
            "+SHIP" => Self::Ship,
            "+DIG" => Self::AdvanceDigging,
            "PASS" => Self::Pass(None),
            "UNL-P" => Self::TakePriest,
            "TOK" => Self::Token,
            "-TOK" => Self::Refuse(Refused::Token),
            "-SPD" => Self::Refuse(Refused::Spade),
            "-FAV" => Self::Refuse(Refused::Favor),
            "-BR" => Self::Refuse(Refused::Bridge),
            "-STEP" => Self::Refuse(Refused::Step),
            "-ACT" => Self::Refuse(Refused::Free),
            "DROP" => Self::Drop,
            word => {
                if let Some(part) = word.strip_prefix("S-") {
                    Self::Start(hex(part)?)
                } else if let Some(part) = word.strip_prefix("UP-") {
                    let (kind, at) = part.split_once('-').ok_or_else(|| bad("a building and a hex"))?;
                    let kind = match kind {
                        "TH" | "TP" => Building::TradingHouse,
                        "TE" => Building::Temple,
                        "SA" => Building::Sanctuary,
                        "SH" => Building::Stronghold,
                        _ => return Err(bad("TH, TE, SA or SH")),
                    };
                    Self::Upgrade(kind, hex(at)?)
                } else if let Some(part) = word.strip_prefix("T-") {
                    let (at, to) = target(part)?;
                    Self::Transform(at, to)
                } else if let Some(part) = word.strip_prefix("DIG") {
                    let (n, at) = part.split_once('-').ok_or_else(|| bad("a number and a hex"))?;
                    Self::Dig(number(n)?, hex(at)?)
                } else if let Some(part) = word.strip_prefix("ACTS-") {
                    let (at, to) = target(part)?;
                    Self::CardSpade(at, to)
                } else if let Some(part) = word.strip_prefix("ACT-BON-") {
                    Self::CardStep(Some(track(part)?))
                } else if let Some(part) = word.strip_prefix("ACT-FAV-") {
                    Self::FavorStep(Some(track(part)?))
                } else if let Some(part) = word.strip_prefix("ACT-BR-") {
                    Self::EngineersBridge(Some(pair(part)?))
                } else if let Some(part) = word.strip_prefix("ACT-TOWN-") {
                    Self::Connect(hex(part)?)
                } else if let Some(part) = word.strip_prefix("ACT-SH-") {
                    Self::Stronghold(match part.split_once('-') {
                        Some(("D", at)) => Stronghold::Dwelling(hex(at)?),
                        Some(("TP" | "TH", at)) => Stronghold::TradingHouse(hex(at)?),
                        Some(("T", at)) => Stronghold::Sandstorm(hex(at)?),
                        Some(("S", at)) => {
                            let (at, to) = target(at)?;
                            Stronghold::Spades(at, to)
                        }
                        Some(("C", to)) => Stronghold::Colour(colour(to)?),
                        Some(("CT", to)) => Stronghold::ColourForTokens(colour(to)?),
                        Some(_) => return Err(unknown()),
                        None => Stronghold::Steps(track(part)?),
                    })
                } else if let Some(part) = word.strip_prefix("ACT") {
                    let (n, bridge) = match part.split_once('-') {
                        Some((n, ends)) => (n, Some(pair(ends)?)),
                        None => (part, None),
                    };
                    let n = n.parse().ok().filter(|n| (1..=6).contains(n)).ok_or_else(unknown)?;
                    if bridge.is_some() && n != 1 {
                        return Err(bad("no bridge"));
                    }
                    Self::Power(n, bridge)
                } else if let Some(part) = word.strip_prefix("BRIDGE-") {
                    Self::Bridge(pair(part)?)
                } else if word.starts_with("BON-") {
                    Self::Card(card(word)?)
                } else if word.starts_with("FAV-") {
                    let tile = Favor::ALL.into_iter().find(|t| t.grid_code() == word);
                    Self::Favor(tile.ok_or_else(|| bad("a favor tile"))?)
                } else if word.starts_with("TW") {
                    let tile = TownTile::ALL.into_iter().find(|t| t.grid_code() == word);
                    Self::Town(tile.ok_or_else(|| bad("a town tile"))?)
                } else if let Some(part) = word.strip_prefix("->") {
                    let (to, n) = split_count(part).ok_or_else(|| bad("a track"))?;
                    if n.is_some_and(|n| !(1..=3).contains(&n)) {
                        return Err(bad("1, 2 or 3 steps"));
                    }
                    Self::Send(track(to)?, n)
                } else if let Some(part) = word.strip_prefix('+') {
                    Self::Step(track_named(part).ok_or_else(unknown)?)
                } else if let Some(part) = word.strip_prefix('-') {
                    let (to, n) = split_count(part).ok_or_else(unknown)?;
                    Self::StepDown(track_named(to).ok_or_else(unknown)?, n)
                } else if let Some(part) = word.strip_prefix("BURN") {
                    Self::Burn(number(part)?)
                } else if let Some(part) = word.strip_prefix("PASS-") {
                    Self::Pass(Some(card(part)?))
                } else if let Some(part) = word.strip_prefix("ORD-") {
                    Self::Ordain(number(part)?)
                } else if let Some(part) = word.strip_prefix("COL-") {
                    Self::Colour(colour(part)?)
                } else if let Some(part) = word.strip_prefix("UNL-") {
                    Self::Unlock(colour(part)?)
                } else if let Some(part) = word.strip_prefix("DL") {
                    let (n, from) = offer(part).ok_or_else(unknown)??;
                    Self::Decline(n, from)
                } else if let Some(part) = word.strip_prefix("LOSE-") {
                    let (n, good) = goods(part).ok_or_else(|| bad("an amount of goods"))?;
                    Self::Lose(n, good)
                } else if let Some(part) = word.strip_prefix('L') {
                    let (n, from) = offer(part).ok_or_else(unknown)??;
                    Self::Leech(n, from)
                } else if let Some(part) = word.strip_prefix('C') {
                    conversion(part).ok_or_else(unknown)?
                } else {
                    return Err(unknown());
                }
            }
        })
    }

    /// Whether it is an answer to an offer.
    #[must_use]
    pub const fn is_leech(self) -> bool {
        matches!(self, Self::Leech(..) | Self::Decline(..))
    }
}

/// `F3` as track and number.
fn split_count(part: &str) -> Option<(&str, Option<u8>)> {
    let digits = part.find(|c: char| c.is_ascii_digit()).unwrap_or(part.len());
    let count = if digits == part.len() { None } else { Some(part[digits..].parse().ok()?) };
    Some((&part[..digits], count))
}

/// Amount and source of an offer, as far as they are said.
type OfferWords = (Option<u8>, Option<Faction>);

/// `[n][-Faction]`; `None` if it is no such thing.
fn offer(part: &str) -> Option<Result<OfferWords, Wrong>> {
    let (amount, name) = match part.split_once('-') {
        Some((amount, name)) => (amount, Some(name)),
        None => (part, None),
    };
    let amount = if amount.is_empty() { None } else { Some(amount.parse().ok()?) };
    Some(match name {
        None => Ok((amount, None)),
        Some(name) => match Faction::from_name(name) {
            Some(faction) => Ok((amount, Some(faction))),
            None => Err((C09, format!("unknown faction {name:?}"))),
        },
    })
}

/// `3PW`.
fn goods(text: &str) -> Option<(u8, Good)> {
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let good = Good::ALL.into_iter().find(|good| good.name() == &text[digits..])?;
    Some((text[..digits].parse::<u8>().ok()?, good))
}

fn conversion(part: &str) -> Option<Token> {
    let (from, to) = part.split_once(':')?;
    let ((paid, from), (gained, to)) = (goods(from)?, goods(to)?);
    Some(Token::Convert(paid, from, gained, to))
}

/// `C2W1PW:3C`: several goods become coins, one for one.
fn mixed_conversion(text: &str) -> Option<Vec<Token>> {
    let (mut paid, gained) = text.strip_prefix('C')?.split_once(':')?;
    let (total, Good::Coin) = goods(gained)? else { return None };
    let mut tokens = Vec::new();
    while !paid.is_empty() {
        let letters = paid.find(|c: char| !c.is_ascii_digit())?;
        let end = paid[letters..].find(|c: char| c.is_ascii_digit()).map_or(paid.len(), |n| letters + n);
        let (n, good) = goods(&paid[..end])?;
        tokens.push(Token::Convert(n, good, n, Good::Coin));
        paid = &paid[end..];
    }
    let sum: u32 = tokens.iter().map(|t| if let Token::Convert(n, ..) = t { u32::from(*n) } else { 0 }).sum();
    (tokens.len() > 1 && sum == u32::from(total)).then_some(tokens)
}

/// Colours as written; the second spelling is the terrain's.
const COLOURS: [(Terrain, &str, &str); 9] = [
    (Terrain::Brown, "Br", "P"),
    (Terrain::Black, "Bk", "S"),
    (Terrain::Blue, "Bl", "L"),
    (Terrain::Green, "G", "F"),
    (Terrain::Gray, "Gy", "M"),
    (Terrain::Red, "R", "W"),
    (Terrain::Yellow, "Y", "D"),
    (Terrain::Ice, "Ice", "I"),
    (Terrain::Volcano, "Vol", "V"),
];

fn colour_named(name: &str) -> Option<Terrain> {
    let same =
        |(_, a, b): &(Terrain, &str, &str)| a.eq_ignore_ascii_case(name) || b.eq_ignore_ascii_case(name);
    COLOURS.iter().find(|c| same(c)).map(|c| c.0)
}

fn colour_code(terrain: Terrain) -> &'static str {
    COLOURS.iter().find(|c| c.0 == terrain).map_or("?", |c| c.1)
}

fn track_named(name: &str) -> Option<Cult> {
    Cult::ALL.into_iter().find(|cult| track_code(*cult) == name)
}

/// `F`, `W`, `E`, `A`.
pub(super) fn track_code(cult: Cult) -> &'static str {
    &cult.name()[..1]
}

impl Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to =
            |terrain: &Option<Terrain>| terrain.map_or(String::new(), |t| format!("-{}", colour_code(t)));
        let some = |n: &Option<u8>| n.map_or(String::new(), |n| n.to_string());
        let from = |faction: &Option<Faction>| faction.map_or(String::new(), |x| format!("-{}", x.display()));
        let track = |cult: &Option<Cult>| cult.map_or(String::new(), |c| format!("-{}", track_code(c)));
        match self {
            Self::Start(hex) => write!(f, "S-{hex}"),
            Self::Card(card) => f.write_str(card.grid_code()),
            Self::Build(hex) => write!(f, "{hex}"),
            Self::Upgrade(Building::TradingHouse, hex) => write!(f, "UP-TH-{hex}"),
            Self::Upgrade(kind, hex) => write!(f, "UP-{kind}-{hex}"),
            Self::Transform(hex, colour) => write!(f, "T-{hex}{}", to(colour)),
            Self::Dig(n, hex) => write!(f, "DIG{n}-{hex}"),
            Self::Power(n, None) => write!(f, "ACT{n}"),
            Self::Power(n, Some([a, b])) => write!(f, "ACT{n}-{a}-{b}"),
            Self::CardSpade(hex, colour) => write!(f, "ACTS-{hex}{}", to(colour)),
            Self::CardSpadeAlone => f.write_str("ACT-BON-SPD"),
            Self::CardStep(cult) => write!(f, "ACT-BON{}", track(cult)),
            Self::FavorStep(cult) => write!(f, "ACT-FAV{}", track(cult)),
            Self::Stronghold(action) => match action {
                Stronghold::Dwelling(hex) => write!(f, "ACT-SH-D-{hex}"),
                Stronghold::TradingHouse(hex) => write!(f, "ACT-SH-TP-{hex}"),
                Stronghold::Sandstorm(hex) => write!(f, "ACT-SH-T-{hex}"),
                Stronghold::Spades(hex, colour) => write!(f, "ACT-SH-S-{hex}{}", to(colour)),
                Stronghold::Steps(cult) => write!(f, "ACT-SH-{}", track_code(*cult)),
                Stronghold::Alone => f.write_str("ACT-SH"),
                Stronghold::Double => f.write_str("ACT-SH-2X"),
                Stronghold::Colour(colour) => write!(f, "ACT-SH-C-{}", colour_code(*colour)),
                Stronghold::ColourForTokens(colour) => write!(f, "ACT-SH-CT-{}", colour_code(*colour)),
            },
            Self::EngineersBridge(None) => f.write_str("ACT-BR"),
            Self::EngineersBridge(Some([a, b])) => write!(f, "ACT-BR-{a}-{b}"),
            Self::Bridge([a, b]) => write!(f, "BRIDGE-{a}-{b}"),
            Self::Connect(hex) => write!(f, "ACT-TOWN-{hex}"),
            Self::Favor(tile) => f.write_str(tile.grid_code()),
            Self::Town(tile) => f.write_str(tile.grid_code()),
            Self::Send(cult, n) => write!(f, "->{}{}", track_code(*cult), some(n)),
            Self::Ship => f.write_str("+SHIP"),
            Self::AdvanceDigging => f.write_str("+DIG"),
            Self::Step(cult) => write!(f, "+{}", track_code(*cult)),
            Self::StepDown(cult, n) => write!(f, "-{}{}", track_code(*cult), some(n)),
            Self::Convert(n, a, m, b) => write!(f, "C{n}{}:{m}{}", a.name(), b.name()),
            Self::Burn(n) => write!(f, "BURN{n}"),
            Self::Pass(None) => f.write_str("PASS"),
            Self::Pass(Some(card)) => write!(f, "PASS-{}", card.grid_code()),
            Self::Leech(n, faction) => write!(f, "L{}{}", some(n), from(faction)),
            Self::Decline(n, faction) => write!(f, "DL{}{}", some(n), from(faction)),
            Self::Ordain(n) => write!(f, "ORD-{n}"),
            Self::Colour(colour) => write!(f, "COL-{}", colour_code(*colour)),
            Self::Unlock(colour) => write!(f, "UNL-{}", colour_code(*colour)),
            Self::TakePriest => f.write_str("UNL-P"),
            Self::Token => f.write_str("TOK"),
            Self::Refuse(what) => f.write_str(match what {
                Refused::Spade => "-SPD",
                Refused::Favor => "-FAV",
                Refused::Bridge => "-BR",
                Refused::Step => "-STEP",
                Refused::Token => "-TOK",
                Refused::Free => "-ACT",
            }),
            Self::Lose(n, good) => write!(f, "LOSE-{n}{}", good.name()),
            Self::Drop => f.write_str("DROP"),
        }
    }
}
