//! Between snapshots, logs, ledgers, concise grids and records of Terra Mystica.

use super::{Conversion, ConversionInput, Converted, Loss, LossKind};
use crate::records::RecordFormat;
use hexwright_core::text::render::Report;
use hexwright_core::text::{Finding, Format as _, Leniency};
use hexwright_core::{Game as _, Span};
use hexwright_play::Record;
use hexwright_play::record::replay_with;
use hexwright_play::run::Played;
use hexwright_terra::Terra;
use hexwright_terra::game::{OptionSet, RuleOption};
use hexwright_terra::text::concise::{self, GridFormat};
use hexwright_terra::text::ledger::{self, Log, Replay};
use hexwright_terra::text::snapshot::{self, Level, Mode, Snapshot};

const SNAPSHOT: &[&str] = &["snapshot"];
const LOGS: &[&str] = &["log", "concise"];
const GAMES: &[&str] = &["log", "concise", RecordFormat::NAME];
const LOSS: Finding = Finding::warning(
    "loss",
    "the plain form of a snapshot drops extension keys",
    "Options, town membership and everything owed are lost. `--to snapshot` keeps them.",
);
const NOT_WRITABLE: Finding = Finding::error(
    "not-writable",
    "the game cannot be written as asked",
    "The message names what the other text cannot say, or what is not legal.",
);

/// What these conversions report.
pub(super) const FINDINGS: &[Finding] = &[LOSS, NOT_WRITABLE];

macro_rules! row {
    ($from:expr, $to:literal, $also:expr, $choices:expr, $run:expr) => {
        Conversion {
            from: $from,
            to: $to,
            also: $also,
            usual: false,
            asks: false,
            choices: $choices,
            run: $run,
        }
    };
}

pub(super) const CONVERSIONS: &[Conversion] = &[
    row!(SNAPSHOT, "snapshot", &["tms", "full"], &[], |source| position(source, Mode::Full)),
    row!(SNAPSHOT, "plain", &[], &[], |source| position(source, Mode::Plain)),
    row!(GAMES, "snapshot", &["tms", "full"], &["at"], |s| game(s, |log| one_position(
        log,
        s.at,
        Mode::Full
    ))),
    row!(GAMES, "plain", &[], &["at"], |s| game(s, |log| one_position(log, s.at, Mode::Plain))),
    row!(GAMES, "log", &["tmlog"], &[], |source| game(source, |log| Ok((log.write(), Vec::new())))),
    row!(GAMES, "ledger", &[], &[], |source| game(source, |log| {
        Ok((played(log, None)?.ledger(), auction_loss(log)))
    })),
    row!(GAMES, "concise", &["grid", "tmgrid"], &[], |source| game(source, |log| {
        let grid = concise::write_exact(log).map_err(|error| error.to_string())?;
        let losses = option_loss(log.options, log.options.of_the_game()).into_iter().chain(auction_loss(log));
        Ok((grid.to_string(), losses.collect()))
    })),
    row!(LOGS, "record", &[], &[], |source| game(source, |log| Ok((recorded(log)?, Vec::new())))),
];

/// A snapshot in one of its two forms.
fn position(source: &ConversionInput<'_>, mode: Mode) -> Converted {
    let mut read = snapshot::read_file(source.name, source.bytes, Level::Vocabulary);
    let Some(snapshot) = read.value.take().filter(|_| read.is_sound()) else {
        return Converted::refused(read.into_report());
    };
    let losses = plain_loss(&snapshot, mode).into_iter().collect();
    Converted { text: Some(snapshot::write(&snapshot, mode)), losses, report: read.into_report() }
}

/// What the plain form of a snapshot cannot hold.
fn plain_loss(snapshot: &Snapshot, mode: Mode) -> Option<Loss> {
    let what = "the extension keys: options, town membership and everything owed";
    (mode == Mode::Plain && snapshot.options.is_some()).then(|| dropped(what.to_owned()))
}

fn dropped(what: String) -> Loss {
    Loss { id: LOSS.id, kind: LossKind::Dropped, what, origin: None }
}

/// The options of a game that a text of it leaves out.
fn option_loss(all: OptionSet, said: OptionSet) -> Option<Loss> {
    let names: Vec<&str> = all.without(said).iter().map(RuleOption::name).collect();
    (!names.is_empty()).then(|| dropped(format!("options that change no rule: {}", names.join(", "))))
}

/// Ledgers and grids begin after an auction.
fn auction_loss(log: &Log) -> Vec<Loss> {
    let sold = log.entries.iter().any(|entry| entry.faction.is_none() && entry.text.starts_with("auction "));
    let what = "the bids of the auction: the game begins with the factions and points it ended with";
    sold.then(|| dropped(what.to_owned())).into_iter().collect()
}

/// A text and what it cannot say, or why there is none.
type Written = Result<(String, Vec<Loss>), String>;

/// A game, by way of its log.
fn game(source: &ConversionInput<'_>, write: impl FnOnce(&Log) -> Written) -> Converted {
    let (log, mut report) = match read(source) {
        Ok(read) => read,
        Err(report) => return Converted::refused(report),
    };
    match write(&log) {
        Ok((text, losses)) => Converted { report, text: Some(text), losses },
        Err(why) => {
            report.diagnostics.push(NOT_WRITABLE.at(Span::at(0), why));
            Converted::refused(report)
        }
    }
}

fn read(source: &ConversionInput<'_>) -> Result<(Log, Report), Report> {
    if source.from == RecordFormat::NAME {
        let mut parsed = RecordFormat::read(source.name, source.bytes, Leniency::Lenient);
        let Some(record) = parsed.value.take().filter(|_| parsed.is_sound()) else {
            return Err(parsed.into_report());
        };
        let mut report = parsed.into_report();
        return match log_of(&record) {
            Ok(log) => Ok((log, report)),
            Err(why) => {
                report.diagnostics.push(NOT_WRITABLE.at(Span::at(0), why));
                Err(report)
            }
        };
    }
    if source.from == GridFormat::NAME {
        let mut parsed = GridFormat::read(source.name, source.bytes, Leniency::Lenient);
        let Some(grid) = parsed.value.take().filter(|_| parsed.is_sound()) else {
            return Err(parsed.into_report());
        };
        return Ok((concise::to_log(&grid).log, parsed.into_report()));
    }
    let mut parsed = ledger::check(source.name, source.bytes);
    match parsed.value.take().filter(|_| parsed.is_sound()) {
        Some(log) => Ok((log, parsed.into_report())),
        None => Err(parsed.into_report()),
    }
}

/// The log of a record, which must be of this game and begin before its first decision.
fn log_of(record: &Record) -> Result<Log, String> {
    if record.game != Terra::NAME {
        return Err(format!("expected a record of {}, found one of {}", Terra::NAME, record.game));
    }
    let game: Terra = record.game().map_err(|error| error.to_string())?;
    let fresh = Terra::new(game.setup().clone()).map_err(|error| error.to_string())?;
    if fresh.start() != game.start() {
        return Err("the record begins in the middle of a game, and a log needs all of it".to_owned());
    }
    let mut steps = Vec::new();
    replay_with(&game, record, |seen| {
        steps.push(*seen.step);
        true
    })
    .map_err(|error| error.to_string())?;
    Ok(Log::of_steps(&game, &steps))
}

/// The record of a log.
fn recorded(log: &Log) -> Result<String, String> {
    let (game, steps) = log.steps().map_err(|error| error.to_string())?;
    let names = (0..game.seats()).map(|seat| format!("seat {seat}")).collect();
    let mut position = game.start();
    for step in &steps {
        game.play_unchecked(&mut position, step.actor, &step.action);
    }
    let outcome = game.outcome(&position);
    Ok(Played { position, steps, outcome, names }.record(&game).to_string())
}

/// A log played to its end, or up to a number of commands it must have.
fn played(log: &Log, at: Option<usize>) -> Result<Replay, String> {
    let mut replay = Replay::new(log).map_err(|error| error.to_string())?;
    if let Some(at) = at.filter(|&at| at > replay.len()) {
        return Err(format!("the log has {} commands, not {at}", replay.len()));
    }
    replay.play_to(at.unwrap_or(usize::MAX)).map_err(|error| error.to_string())?;
    Ok(replay)
}

fn one_position(log: &Log, at: Option<usize>, mode: Mode) -> Written {
    let replay = played(log, at)?;
    let snapshot = Snapshot::of(replay.game(), replay.position());
    let loss = match mode {
        Mode::Plain => plain_loss(&snapshot, mode),
        Mode::Full => option_loss(log.options, log.options.rules()),
    };
    Ok((snapshot::write(&snapshot, mode), loss.into_iter().collect()))
}
