//! Records of games (`hexwright-record`), whatever the game: read, then replayed by the rules of the game they
//! name.
//!
//! ```
//! use hexwright_core::text::{Format as _, Leniency};
//! use hexwright_formats::records::RecordFormat;
//!
//! let text = b"hexwright-record 1\ngame: ludo\nseat 0: Ann\nsetup:\n";
//! let parsed = RecordFormat::read("a.record", text, Leniency::Lenient);
//! assert_eq!(parsed.diagnostics[0].id, "unknown-game");
//! ```

use hexwright_core::step::Line;
use hexwright_core::text::render::Report;
use hexwright_core::text::{Confidence, Finding, Format, Leniency, NotFormatted, Parsed, WriteFormat, lines};
use hexwright_core::{Diagnostic, Recorded, Span};
use hexwright_league::{GAMES, with_game};
use hexwright_play::Record;
use hexwright_play::dice::DiceError;
use hexwright_play::record::{ReplayError, replay};

const UNKNOWN_GAME: Finding = Finding::error(
    "unknown-game",
    "the record is of a game Hexwright does not know",
    "The line `game:` names the game.",
);
const BAD_SETUP: Finding = Finding::error(
    "bad-setup",
    "the setup makes no game",
    "The lines under `setup:` describe the start of the game.",
);
const ILLEGAL_ENTRY: Finding = Finding::error(
    "illegal-entry",
    "an entry cannot be read, or is not legal where it stands",
    "The entries before it are legal.",
);
const CHECK_DIFFERS: Finding = Finding::error(
    "check-differs",
    "a check does not hold",
    "Fingerprint or points differ from the replayed position: the record or the rules were changed.",
);

const DICE_DIFFER: Finding = Finding::error(
    "dice-differ",
    "an outcome of chance does not follow from the dice of the record",
    "Secret, hash, bytes of a seat, board or an outcome were changed, or the dice were not what was promised.",
);

/// What replaying a record reports.
const FINDINGS: &[Finding] = &[UNKNOWN_GAME, BAD_SETUP, ILLEGAL_ENTRY, CHECK_DIFFERS, DICE_DIFFER];
/// Records.
#[derive(Clone, Copy, Debug)]
pub struct RecordFormat;

impl Format for RecordFormat {
    type Value = Record;

    const NAME: &'static str = "record";
    const ENDINGS: &'static [&'static str] = &["record"];
    const TITLE: &'static str = "a record of a game";
    const FINDINGS: &'static [&'static [Finding]] = &[hexwright_play::record::FINDINGS, FINDINGS];

    fn sniff(bytes: &[u8]) -> Confidence {
        let head = String::from_utf8_lossy(&bytes[..bytes.len().min(64)]);
        if Record::looks_like(&head) { Confidence::Certain } else { Confidence::No }
    }

    /// Reads a record and replays it.
    fn read(name: &str, bytes: &[u8], _leniency: Leniency) -> Parsed<Record> {
        let text = String::from_utf8_lossy(bytes);
        let record = match Record::parse(name, &text) {
            Ok(record) => record,
            Err(Report { source, diagnostics }) => {
                return Parsed { source, value: None, diagnostics, places: () };
            }
        };
        let found = with_game!(record.game.as_str(), G => replayed::<G>(&record, &text), {
            let message = format!("no game is called {:?}; known are: {}", record.game, GAMES.join(", "));
            let line = lines(&text).find(|line| line.text.trim_start().starts_with("game:"));
            let at = line.map_or(Span::at(0), |line| line.span);
            Some(UNKNOWN_GAME.at(at, message))
        });
        Parsed::new(name, text, Some(record), found.into_iter().collect())
    }

    fn format(name: &str, bytes: &[u8]) -> Result<String, NotFormatted> {
        Ok(Record::parse(name, &String::from_utf8_lossy(bytes)).map(|record| record.to_string())?)
    }
}

impl WriteFormat for RecordFormat {
    fn write(record: &Record) -> String {
        record.to_string()
    }
}

/// What is wrong with the game of a record.
fn replayed<G: Recorded>(record: &Record, text: &str) -> Option<Diagnostic> {
    match record.game::<G>().map(|game| replay(&game, record)) {
        Ok(Ok(_)) => None,
        Ok(Err(error)) => Some(finding(text, &error)),
        Err(error) => Some(
            BAD_SETUP
                .at(Span::at(0), error)
                .help("the lines under \"setup:\" describe the start of the game"),
        ),
    }
}

/// A failed replay as a finding at the line of its entry.
#[must_use]
pub fn finding(text: &str, error: &ReplayError) -> Diagnostic {
    let (finding, number) = match error {
        ReplayError::Refused { number, .. } => (ILLEGAL_ENTRY, *number),
        ReplayError::Differs { number, .. } => (CHECK_DIFFERS, *number),
    };
    let at = entry_span(text, number);
    finding.at(at, error.to_string()).help("the entries before it are legal")
}

/// Dice that are not what a record says, as a finding.
#[must_use]
pub fn dice_finding(text: &str, error: &DiceError) -> Diagnostic {
    let at = match error {
        DiceError::Replay(error) => return finding(text, error),
        DiceError::Outcome { number, .. } => entry_span(text, *number),
        DiceError::Secret { .. } => line_span(text, "dice: hash"),
        DiceError::Pledge(seat) => line_span(text, &format!("dice: seat {seat} ")),
        DiceError::Board { .. } | DiceError::OtherBoard(_) => line_span(text, "dice: board"),
        _ => line_span(text, "dice:"),
    };
    DICE_DIFFER.at(at, error.to_string()).help("`docs/dice.md` says how every outcome follows from the dice")
}

/// The first line that begins so.
fn line_span(text: &str, beginning: &str) -> Span {
    let line = lines(text).find(|line| line.text.starts_with(beginning));
    line.map_or(Span::at(0), |line| line.span)
}

/// Where the entry of this number stands.
fn entry_span(text: &str, number: usize) -> Span {
    let mut steps = lines(text).filter(|line| Line::read(line.text.trim()).is_ok());
    steps.nth(number.saturating_sub(1)).map_or(Span::at(0), |line| line.span)
}
