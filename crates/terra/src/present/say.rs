//! Commands as sentences, told of a seat or offered to it: the same key, with `do.` in front for an offer.

use crate::game::{Command, Conversion, Owed, Position, Terra};
use crate::map::Site;
use hexwright_core::HexId;
use hexwright_core::present::{Part, Place, Sentence};

/// What a command does, without its seat.
pub(super) fn command(game: &Terra, position: &Position, command: &Command) -> Sentence {
    let key = key(position, command);
    with_parts(game, position, command, Sentence::new(key.0))
}

/// What a command is called where it can be chosen.
pub(super) fn offer(game: &Terra, position: &Position, command: &Command) -> Sentence {
    let key = key(position, command);
    with_parts(game, position, command, Sentence::new(key.1))
}

/// A conversion made before a command.
pub(super) fn conversion(kind: Conversion, count: u8) -> Sentence {
    let (told, _) = conversion_keys(kind);
    Sentence::new(told).with("n", Part::Number(count.into()))
}

/// The hex a command is about.
pub(super) fn place(command: &Command) -> Option<Place> {
    let hex = match *command {
        Command::Build(hex)
        | Command::Upgrade(hex, _)
        | Command::Transform(hex, _)
        | Command::Connect(hex) => hex,
        Command::Bridge(Site(_, to)) => to,
        _ => return None,
    };
    Some(Place::Hex(hex.0))
}

/// Which list of choices a command belongs to.
pub(super) fn group(command: &Command) -> &'static str {
    match command {
        Command::Build(_) => "build",
        Command::Upgrade(..) => "upgrade",
        Command::Dig(_) | Command::Transform(..) => "terraform",
        Command::Power(_) => "power",
        Command::Special(_) | Command::Token | Command::Unlock(_) | Command::TakePriest => "special",
        Command::Bridge(_) | Command::Connect(_) => "bridge",
        Command::Send(..) => "send",
        Command::Convert(..) | Command::Ordain(_) => "convert",
        Command::Accept { .. } | Command::Decline { .. } | Command::DeclineAll => "leech",
        Command::AdvanceShipping | Command::AdvanceDigging => "advance",
        Command::Favor(_) => "favor",
        Command::Town(..) => "town",
        Command::Step(..) | Command::StepDown(..) => "cult",
        Command::Colour(_) => "colour",
        Command::Bid(..) => "bid",
        Command::Pass(_)
        | Command::Wait
        | Command::Done
        | Command::Drop
        | Command::Refuse(..)
        | Command::Lose(..) => "turn",
    }
}

/// The keys of a command: told, offered.
fn key(position: &Position, command: &Command) -> (&'static str, &'static str) {
    match command {
        Command::Build(_) => ("build", "do.build"),
        Command::Upgrade(..) => ("upgrade", "do.upgrade"),
        Command::Dig(_) => ("dig", "do.dig"),
        Command::Transform(..) => ("transform", "do.transform"),
        Command::Power(_) | Command::Special(_) => ("act", "do.act"),
        Command::Bridge(_) => ("bridge", "do.bridge"),
        Command::Connect(_) => ("connect", "do.connect"),
        Command::Send(..) => ("send", "do.send"),
        Command::Convert(kind, _) => conversion_keys(*kind),
        Command::Ordain(_) => ("ordain", "do.ordain"),
        Command::Accept { .. } => ("leech", "do.leech"),
        Command::Decline { .. } => ("decline", "do.decline"),
        Command::DeclineAll => ("decline-all", "do.decline-all"),
        Command::AdvanceShipping => ("advance-shipping", "do.advance-shipping"),
        Command::AdvanceDigging => ("advance-digging", "do.advance-digging"),
        Command::Pass(Some(_)) if position.round == 0 => ("first-card", "do.first-card"),
        Command::Pass(Some(_)) => ("pass-card", "do.pass-card"),
        Command::Pass(None) => ("pass", "do.pass"),
        Command::Favor(_) => ("favor", "do.favor"),
        Command::Town(..) => ("town", "do.town"),
        Command::Step(..) => ("step", "do.step"),
        Command::StepDown(..) => ("step-down", "do.step-down"),
        Command::Refuse(..) => ("refuse", "do.refuse"),
        Command::Lose(..) => ("lose", "lose"),
        Command::Token => ("token", "do.token"),
        Command::Colour(_) => ("colour", "do.colour"),
        Command::Unlock(_) => ("unlock", "do.unlock"),
        Command::TakePriest => ("take-priest", "do.take-priest"),
        Command::Bid(..) => ("bid", "do.bid"),
        Command::Wait => ("wait", "do.wait"),
        Command::Done => ("done", "do.done"),
        Command::Drop => ("drop", "do.drop"),
    }
}

fn conversion_keys(kind: Conversion) -> (&'static str, &'static str) {
    match kind {
        Conversion::Burn => ("burn", "do.burn"),
        Conversion::PriestToWorker => ("priest-to-worker", "do.priest-to-worker"),
        Conversion::PriestToCoin => ("priest-to-coin", "do.priest-to-coin"),
        Conversion::PowerToPriest => ("power-to-priest", "do.power-to-priest"),
        Conversion::PowerToWorker => ("power-to-worker", "do.power-to-worker"),
        Conversion::PowerToCoin => ("power-to-coin", "do.power-to-coin"),
        Conversion::WorkerToCoin => ("worker-to-coin", "do.worker-to-coin"),
        Conversion::PointToCoin => ("point-to-coin", "do.point-to-coin"),
        Conversion::CoinToPoint => ("coin-to-point", "do.coin-to-point"),
    }
}

/// The sentence with the things, places and numbers of a command.
fn with_parts(game: &Terra, position: &Position, command: &Command, said: Sentence) -> Sentence {
    let name = |hex: HexId| Part::Text(game.board().name(hex).to_owned());
    let number = |n: u8| Part::Number(n.into());
    let said = match *command {
        Command::Build(hex) | Command::Connect(hex) => said.with("hex", name(hex)),
        Command::Upgrade(hex, to) => said.with("hex", name(hex)).with("building", Part::Word(to.name())),
        Command::Transform(hex, to) => {
            let from = Part::Word(position.terrain(hex).name());
            said.with("hex", name(hex)).with("from", from).with("to", Part::Word(to.name()))
        }
        Command::Bridge(Site(a, b)) => said.with("hex", name(a)).with("other", name(b)),
        Command::Dig(n) | Command::Ordain(n) | Command::Convert(_, n) => said.with("n", number(n)),
        Command::Power(action) => said.with("action", Part::Word(action.code())),
        Command::Special(special) => said.with("action", Part::Word(special.name())),
        Command::Send(cult, n) | Command::Step(cult, n) | Command::StepDown(cult, n) => {
            said.with("cult", Part::Word(cult.name())).with("n", number(n))
        }
        Command::Accept { from, amount } | Command::Decline { from, amount } => {
            said.with("from", from.into()).with("n", number(amount))
        }
        Command::Pass(card) => match card {
            Some(card) => said.with("card", Part::Word(card.code())),
            None => said,
        },
        Command::Favor(tile) => said.with("tile", Part::Word(tile.code())),
        Command::Town(tile, n) => said.with("tile", Part::Word(tile.code())).with("n", number(n)),
        Command::Refuse(owed, n) => said.with("owed", Part::Word(owed_word(owed))).with("n", number(n)),
        Command::Colour(colour) | Command::Unlock(colour) => said.with("colour", Part::Word(colour.name())),
        Command::Bid(faction, n) => {
            said.with("faction", Part::Text(faction.display().to_owned())).with("n", number(n))
        }
        Command::DeclineAll
        | Command::AdvanceShipping
        | Command::AdvanceDigging
        // what is lost is told as what follows
        | Command::Lose(..)
        | Command::Token
        | Command::TakePriest
        | Command::Wait
        | Command::Done
        | Command::Drop => said,
    };
    match place(command) {
        Some(place) => said.with("place", Part::Place(place)),
        None => said,
    }
}

/// What somebody owes, as a word.
pub(super) fn owed_word(owed: Owed) -> &'static str {
    match owed {
        Owed::Spade => "owed.spade",
        Owed::FreeTransform => "owed.sandstorm",
        Owed::Volcano => "owed.volcano",
        Owed::FreeDwelling => "owed.dwelling",
        Owed::FreeTradingHouse => "owed.trading-house",
        Owed::Cult => "owed.cult-step",
        Owed::LoseCult => "owed.cult-step-back",
        Owed::Favor => "owed.favor",
        Owed::Town => "owed.town",
        Owed::Bridge => "owed.bridge",
        Owed::Colour => "owed.colour",
        Owed::Unlock => "owed.unlock",
        Owed::Ordain => "owed.ordain",
        Owed::Token => "owed.token",
    }
}
