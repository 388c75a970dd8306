//! Commands of logs: `upgrade E6 to TP`, `convert 3PW to 1W`, `leech 2 from cultists`.
//!
//! Leniencies of the reader: case, runs of blanks, long names of goods and buildings, missing counts
//! (1), `transform` without a colour (as near to home as the spades allow), `send` without a value
//! (the best free space), `leech` without a source (the oldest offer of that amount).
//! The writer always gives counts and colours, and a value to `send` only when it is not the best.
//!
//! ```
//! use hexwright_core::{Game as _, Seat};
//! use hexwright_terra::text::command::parse_command;
//! use hexwright_terra::{Faction, Setup, Terra};
//!
//! let factions = ["witches", "nomads"].map(|name| Faction::from_name(name).unwrap());
//! let game = Terra::new(Setup::new(&factions)).unwrap();
//! assert!(parse_command(&game, &game.start(), Seat(0), "build E7").is_ok());
//! assert!(parse_command(&game, &game.start(), Seat(0), "juggle 3").is_err());
//! ```

use crate::factions::Faction;
use crate::game::{Action, Command, Conversion, Conversions, Good, Owed, Position, Refusal, Terra};
use crate::map::{Board, Terrain};
use crate::tiles::{BonusCard, Building, Cult, Favor, PowerAction, Special, TownTile};
use hexwright_core::{HexId, Seat};

/// Names of owed things in refusals (`-SPADE`).
const OWED_CODES: [(Owed, &str); 14] = [
    (Owed::Spade, "SPADE"),
    (Owed::FreeTransform, "FREE_TF"),
    (Owed::Volcano, "VOLCANO_TF"),
    (Owed::FreeDwelling, "FREE_D"),
    (Owed::FreeTradingHouse, "FREE_TP"),
    (Owed::Cult, "CULT"),
    (Owed::LoseCult, "LOSE_CULT"),
    (Owed::Favor, "GAIN_FAVOR"),
    (Owed::Town, "GAIN_TW"),
    (Owed::Bridge, "BRIDGE"),
    (Owed::Colour, "PICK_COLOR"),
    (Owed::Unlock, "UNLOCK_TERRAIN"),
    (Owed::Ordain, "CONVERT_W_TO_P"),
    (Owed::Token, "GAIN_P3_FOR_VP"),
];

/// Goods of each conversion: from, how many for one, to.
const RATES: [(Conversion, Good, u8, Good); 8] = [
    (Conversion::PriestToWorker, Good::Priest, 1, Good::Worker),
    (Conversion::PriestToCoin, Good::Priest, 1, Good::Coin),
    (Conversion::PowerToPriest, Good::Power, 5, Good::Priest),
    (Conversion::PowerToWorker, Good::Power, 3, Good::Worker),
    (Conversion::PowerToCoin, Good::Power, 1, Good::Coin),
    (Conversion::WorkerToCoin, Good::Worker, 1, Good::Coin),
    (Conversion::PointToCoin, Good::Point, 1, Good::Coin),
    (Conversion::CoinToPoint, Good::Coin, 0, Good::Point),
];

/// Reads one command of a seat.
///
/// # Errors
/// [`Refusal::NoCommand`] or [`Refusal::Unknown`]: why the text is no command.
pub fn parse_command(game: &Terra, position: &Position, seat: Seat, text: &str) -> Result<Command, Refusal> {
    let lower = text.to_ascii_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let nothing = || Refusal::NoCommand(text.trim().to_owned());
    let board = game.board();
    if seat.index() >= position.players.len() {
        return Err(Refusal::NoSeat);
    }
    match words.as_slice() {
        ["build", hex] => Ok(Command::Build(hex_named(board, hex)?)),
        ["upgrade", hex, "to", kind @ ..] => {
            let kind = kind.join(" ");
            let to = Building::from_name(&kind).ok_or_else(|| unknown("building", &kind))?;
            Ok(Command::Upgrade(hex_named(board, hex)?, to))
        }
        ["dig", n] => Ok(Command::Dig(number(n)?)),
        ["transform", hex] => {
            let hex = hex_named(board, hex)?;
            let player = position.player(seat);
            let spades = player.owed[Owed::Spade] + 3 * player.owed[Owed::FreeTransform];
            let to = game.toward_home(position, seat, hex, spades);
            to.map(|to| Command::Transform(hex, to)).ok_or(Refusal::CannotTransform(position.terrain(hex)))
        }
        ["transform", hex, "to", colour] => {
            let hex = hex_named(board, hex)?;
            let mut to = terrain_named(colour)?;
            // reaching the chosen colour freezes the hex
            if position.player(seat).home() == Some(Terrain::Ice) && position.player(seat).chosen == Some(to)
            {
                to = Terrain::Ice;
            }
            Ok(Command::Transform(hex, to))
        }
        ["action", code] => action_named(code),
        ["bridge", pair] => {
            let (a, b) = pair.split_once(':').ok_or_else(nothing)?;
            Ok(Command::Bridge(board.site(hex_named(board, a)?, hex_named(board, b)?)))
        }
        ["connect", what] => connect(board, what),
        ["send", "p" | "priest", "to", cult] => {
            let cult = cult_named(cult)?;
            Ok(Command::Send(cult, best_space(position, cult)))
        }
        ["send", "p" | "priest", "to", cult, "for", n] => Ok(Command::Send(cult_named(cult)?, number(n)?)),
        ["burn", n] => Ok(Command::Convert(Conversion::Burn, number(n)?)),
        ["convert", rest @ ..] => conversion(position.player(seat).faction, rest).ok_or_else(nothing)?,
        ["leech", rest @ ..] => {
            let (from, amount) = offer(position, seat, rest)?;
            Ok(Command::Accept { from, amount })
        }
        ["decline"] => Ok(Command::DeclineAll),
        ["decline", rest @ ..] => {
            let (from, amount) = offer(position, seat, rest)?;
            Ok(Command::Decline { from, amount })
        }
        ["advance", "ship" | "shipping"] => Ok(Command::AdvanceShipping),
        ["advance", "dig" | "digging"] => Ok(Command::AdvanceDigging),
        ["pass"] => Ok(Command::Pass(None)),
        ["pass", card] => {
            let card = BonusCard::from_name(card).ok_or_else(|| unknown("bonus card", card))?;
            // nobody takes a card in the last round, whatever a log says
            Ok(Command::Pass((position.round < 6).then_some(card)))
        }
        ["gain", "p3", "for", "vp"] => Ok(Command::Token),
        ["pick-color" | "pick-colour", colour] => Ok(Command::Colour(terrain_named(colour)?)),
        ["unlock-terrain", "gain-priest"] => Ok(Command::TakePriest),
        ["unlock-terrain", colour] => Ok(Command::Unlock(terrain_named(colour)?)),
        ["bid", faction @ .., n] => {
            let faction = faction.join(" ");
            let named = Faction::from_name(&faction).ok_or_else(|| unknown("faction", &faction))?;
            Ok(Command::Bid(named, number(n)?))
        }
        ["wait"] => Ok(Command::Wait),
        ["done"] => Ok(Command::Done),
        ["resign"] => Ok(Command::Drop),
        [sign] if sign.starts_with(['+', '-']) => signed(sign).ok_or_else(nothing),
        _ => Err(nothing()),
    }
}

/// Reads an action: conversions, then a command, joined by `. `.
///
/// # Errors
/// Why the text is no action.
pub fn parse_action(game: &Terra, position: &Position, seat: Seat, text: &str) -> Result<Action, Refusal> {
    let parts: Vec<&str> = text.split('.').map(str::trim).filter(|p| !p.is_empty()).collect();
    let (last, first) = parts.split_last().ok_or_else(|| Refusal::NoCommand(text.to_owned()))?;
    let mut before = Conversions::NONE;
    for part in first {
        match parse_command(game, position, seat, part)? {
            Command::Convert(kind, n) => before.0[kind.index()] = before.0[kind.index()].saturating_add(n),
            _ => return Err(Refusal::NoCommand((*part).to_owned())),
        }
    }
    Ok(Action { before, command: parse_command(game, position, seat, last)? })
}

/// Writes a command.
#[must_use]
pub fn write_command(game: &Terra, position: &Position, command: &Command) -> String {
    let board = game.board();
    let faction = |seat: Seat| position.players.get(seat.index()).map_or("?", |p| p.faction.log_name());
    match *command {
        Command::Build(hex) => format!("build {}", board.name(hex)),
        Command::Upgrade(hex, to) => format!("upgrade {} to {to}", board.name(hex)),
        Command::Dig(n) => format!("dig {n}"),
        Command::Transform(hex, to) => format!("transform {} to {}", board.name(hex), to.log_name()),
        Command::Power(action) => format!("action {}", action.code()),
        Command::Special(special) => format!("action {special}"),
        Command::Bridge(site) => format!("bridge {}:{}", board.name(site.0), board.name(site.1)),
        Command::Connect(river) => format!("connect {}", board.name(river)),
        Command::Send(cult, n) if n == best_space(position, cult) => format!("send p to {}", cult.log_name()),
        Command::Send(cult, n) => format!("send p to {} for {n}", cult.log_name()),
        Command::Convert(Conversion::Burn, n) => format!("burn {n}"),
        Command::Convert(kind, n) => {
            let (_, from, rate, to) = RATES[kind.index() - 1];
            // coins become points two for one in the writer: only Alchemists are offered this
            let rate = if rate == 0 { 2 } else { rate };
            format!("convert {}{from} to {n}{to}", u16::from(rate) * u16::from(n))
        }
        Command::Ordain(n) => format!("convert {n}W to {n}P"),
        Command::Accept { from, amount } => format!("leech {amount} from {}", faction(from)),
        Command::Decline { from, amount } => format!("decline {amount} from {}", faction(from)),
        Command::DeclineAll => "decline".to_owned(),
        Command::AdvanceShipping => "advance ship".to_owned(),
        Command::AdvanceDigging => "advance dig".to_owned(),
        Command::Pass(None) => "pass".to_owned(),
        Command::Pass(Some(card)) => format!("pass {}", card.code()),
        Command::Favor(tile) => format!("+{}", tile.code()),
        Command::Town(tile, n) => format!("+{}{}", count(n), tile.code()),
        Command::Step(cult, n) => format!("+{}{}", count(n), cult.log_name()),
        Command::StepDown(cult, n) => format!("-{}{}", count(n), cult.log_name()),
        Command::Refuse(owed, n) => format!("-{}{}", count(n), OWED_CODES[owed.index()].1),
        Command::Lose(good, n) => format!("-{}{good}", count(n)),
        Command::Token => "gain P3 for VP".to_owned(),
        Command::Colour(colour) => format!("pick-color {}", colour.log_name()),
        Command::Unlock(colour) => format!("unlock-terrain {}", colour.log_name()),
        Command::TakePriest => "unlock-terrain gain-priest".to_owned(),
        Command::Bid(faction, n) => format!("bid {} {n}", faction.log_name()),
        Command::Wait => "wait".to_owned(),
        Command::Done => "done".to_owned(),
        Command::Drop => "resign".to_owned(),
    }
}

/// Writes an action.
#[must_use]
pub fn write_action(game: &Terra, position: &Position, action: &Action) -> String {
    let before = action.before.iter().map(|(kind, n)| Command::Convert(kind, n));
    let parts: Vec<_> = before.chain([action.command]).map(|c| write_command(game, position, &c)).collect();
    parts.join(". ")
}

fn count(n: u8) -> String {
    if n == 1 { String::new() } else { n.to_string() }
}

fn unknown(what: &'static str, name: &str) -> Refusal {
    Refusal::Unknown { what, name: name.to_owned() }
}

fn number(text: &str) -> Result<u8, Refusal> {
    text.parse().map_err(|_| unknown("number", text))
}

fn hex_named(board: &Board, name: &str) -> Result<HexId, Refusal> {
    board.id_named(name).ok_or_else(|| unknown("hex", name))
}

fn terrain_named(name: &str) -> Result<Terrain, Refusal> {
    Terrain::from_name(name).ok_or_else(|| unknown("colour", name))
}

fn cult_named(name: &str) -> Result<Cult, Refusal> {
    Cult::from_name(name).ok_or_else(|| unknown("cult", name))
}

fn action_named(code: &str) -> Result<Command, Refusal> {
    if let Some(action) = PowerAction::ALL.into_iter().find(|a| a.code().eq_ignore_ascii_case(code)) {
        return Ok(Command::Power(action));
    }
    Special::from_name(code).map(Command::Special).ok_or_else(|| unknown("action", code))
}

/// The best value a priest can be sent for.
fn best_space(position: &Position, cult: Cult) -> u8 {
    let spaces = &position.priests[cult];
    match (spaces[0], spaces[1..].iter().any(Option::is_none)) {
        (None, _) => 3,
        (_, true) => 2,
        _ => 1,
    }
}

fn connect(board: &Board, what: &str) -> Result<Command, Refusal> {
    if !what.contains(':') {
        let river = hex_named(board, what)?;
        return if board.is_land(river) { Err(unknown("river", what)) } else { Ok(Command::Connect(river)) };
    }
    let mut ends = Vec::new();
    for name in what.split(':') {
        ends.push(hex_named(board, name)?);
    }
    let touches = |river: &HexId| ends.iter().all(|e| board.neighbours(*river).contains(e.index()));
    board.ids().filter(|&h| !board.is_land(h)).find(touches).map(Command::Connect).ok_or(Refusal::NoTown)
}

/// `3pw`, `pw`, or split as `3`, `pw`.
fn amounts(words: &[&str]) -> Option<Vec<(Option<u8>, Good)>> {
    let joined = words.join(" ");
    let mut list = Vec::new();
    for side in joined.split(" to ") {
        let side = side.replace(' ', "");
        let digits = side.len() - side.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let good = Good::from_name(&side[digits..])?;
        let n = if digits == 0 { None } else { Some(side[..digits].parse().ok()?) };
        list.push((n, good));
    }
    Some(list)
}

fn conversion(faction: Faction, words: &[&str]) -> Option<Result<Command, Refusal>> {
    let list = amounts(words)?;
    let &[(paid, from), (gained, to)] = list.as_slice() else { return None };
    if from == Good::Worker && to == Good::Priest {
        return Some(Ok(Command::Ordain(gained.or(paid).unwrap_or(1))));
    }
    let &(kind, _, rate, _) = RATES.iter().find(|r| r.1 == from && r.3 == to)?;
    let rate = match rate {
        0 if faction == Faction::Alchemists => 2,
        0 => 3,
        rate => rate,
    };
    let paid = paid.unwrap_or(1);
    let count = paid / rate;
    let agreed = paid % rate == 0 && count == gained.unwrap_or(1);
    Some(if agreed { Ok(Command::Convert(kind, count)) } else { Err(Refusal::Amount(paid)) })
}

/// Whose offer is meant and its printed amount; logs may give the real amount instead.
fn offer(position: &Position, seat: Seat, words: &[&str]) -> Result<(Seat, u8), Refusal> {
    let (amount, from) = match words {
        [amount, "from", faction] => {
            let named = Faction::from_name(faction).ok_or_else(|| unknown("faction", faction))?;
            let from = position.seat_of(named).ok_or_else(|| unknown("faction", faction))?;
            (number(amount)?, Some(from))
        }
        [amount] => (number(amount)?, None),
        _ => return Err(Refusal::NoCommand(words.join(" "))),
    };
    let mine = position.offers.iter().filter(|o| o.to == seat && from.is_none_or(|f| f == o.from));
    let found = mine.clone().find(|o| o.amount == amount).or_else(|| mine.clone().find(|o| o.gain == amount));
    match (found, from) {
        (Some(offer), _) => Ok((offer.from, offer.amount)),
        (None, Some(from)) => Ok((from, amount)),
        (None, None) => Err(Refusal::NoOffer),
    }
}

fn signed(word: &str) -> Option<Command> {
    let (sign, rest) = word.split_at(1);
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let n = if digits == 0 { 1 } else { rest[..digits].parse().ok()? };
    let name = &rest[digits..];
    if let Some(cult) = Cult::from_name(name) {
        return Some(if sign == "+" { Command::Step(cult, n) } else { Command::StepDown(cult, n) });
    }
    if sign == "-" {
        if let Some(good) = Good::from_name(name) {
            return Some(Command::Lose(good, n));
        }
        let owed = OWED_CODES.iter().find(|(_, code)| code.eq_ignore_ascii_case(name))?.0;
        return Some(Command::Refuse(owed, n));
    }
    if let Some(tile) = Favor::from_name(name) {
        return (n == 1).then_some(Command::Favor(tile));
    }
    TownTile::from_name(name).map(|tile| Command::Town(tile, n))
}
