//! The format of logs: recognised, checked by playing them, laid out.

use super::setup::BAD_SETUP;
use super::{Log, LogReading, Replay, ReplayError, legacy, read, setup};
use crate::game::Terra;
use hexwright_core::text::render::Report;
use hexwright_core::text::{Confidence, Finding, Format, Leniency, NotFormatted, Parsed, WriteFormat, sort};
use hexwright_core::{Diagnostic, Span};

const ILLEGAL_COMMAND: Finding = Finding::error(
    "illegal-command",
    "a command is not legal where it stands",
    "The commands before it are legal; those behind it are not looked at, because the position is not known.",
);

const FINDINGS: &[Finding] = &[ILLEGAL_COMMAND];
/// Command logs and ledgers.
#[derive(Clone, Copy, Debug)]
pub struct LogFormat;

impl Format for LogFormat {
    type Value = Log;

    const NAME: &'static str = "log";
    const ENDINGS: &'static [&'static str] = &["tmlog"];
    const TITLE: &'static str = "a Terra Mystica log";
    const FINDINGS: &'static [&'static [Finding]] = &[super::read::FINDINGS, setup::FINDINGS, FINDINGS];

    fn sniff(bytes: &[u8]) -> Confidence {
        let start = String::from_utf8_lossy(&bytes[..bytes.len().min(crate::text::LOOKED_AT)]);
        let line = |word: &str| crate::text::has_line(bytes, word);
        Confidence::likely_if(if start.trim_start().starts_with('{') {
            start.contains("\"rows\"") && start.contains("SCORE")
        } else {
            (line("setup ") || line("auction ")) && line("score ")
                || start.lines().any(|line| legacy::with_tabs(line).split('\t').count() == 15)
        })
    }

    /// Reads a log and plays it.
    fn read(name: &str, bytes: &[u8], _leniency: Leniency) -> Parsed<Log> {
        check(name, bytes).without_places()
    }

    fn format(name: &str, bytes: &[u8]) -> Result<String, NotFormatted> {
        if hexwright_core::text::plain(bytes).trim_ascii_start().starts_with(b"{") {
            let why = format!("{name} is JSON; `hexwright convert --to log` writes it as plain lines");
            return Err(NotFormatted::Refused(why));
        }
        Ok(check(name, bytes).into_value().map(|log| log.write())?)
    }
}

impl WriteFormat for LogFormat {
    fn write(log: &Log) -> String {
        log.write()
    }
}

/// Reads a log and plays it: every line must be understood and every command legal.
#[must_use]
pub fn check(name: &str, bytes: &[u8]) -> LogReading {
    let mut reading = read(name, bytes);
    if let (Some(log), true) = (&reading.value, reading.is_sound()) {
        let found = play(log, &reading.places);
        reading.diagnostics.extend(found);
        sort(&mut reading.diagnostics);
    }
    reading
}

/// What keeps a log from being played to its end.
fn play(log: &Log, places: &[Span]) -> Vec<Diagnostic> {
    let place = |entry: Option<usize>| entry.and_then(|i| places.get(i).copied()).unwrap_or(Span::at(0));
    let bad_setup = |at, message: String| {
        let help = "score, delete and setup name the tiles, the cards left out and the factions";
        BAD_SETUP.at(at, message).help(help)
    };
    let setup = match log.setup_or_problems() {
        Ok(setup) => setup,
        Err(problems) => {
            return problems.into_iter().map(|(entry, message)| bad_setup(place(entry), message)).collect();
        }
    };
    if let Err(error) = Terra::new(setup) {
        return vec![bad_setup(Span::at(0), ReplayError::Setup(error).to_string())];
    }
    match Replay::new(log).and_then(|mut replay| replay.play_to(usize::MAX)) {
        Ok(()) => Vec::new(),
        Err(ReplayError::Illegal { number, text, refusal }) => {
            let message = format!("command {number}, `{text}`, is not legal: {refusal}");
            let finding = ILLEGAL_COMMAND.at(place(number.checked_sub(1)), message);
            vec![finding.help("the commands before it are legal")]
        }
        Err(error) => vec![bad_setup(Span::at(0), error.to_string())],
    }
}

impl Log {
    /// Reads a log that is to be used.
    ///
    /// # Errors
    /// All findings, if one of them is an error.
    pub fn parse(name: &str, bytes: &[u8]) -> Result<Self, Report> {
        read(name, bytes).into_value()
    }
}
