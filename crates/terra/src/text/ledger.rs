//! Command logs and ledgers: read, replayed, compared row by row, written.
//!
//! Three shapes are read, told apart by their first character and their tabs:
//! * JSON with `map`, `options`, `rows` (one command an entry) and, to compare with, `expect`;
//! * plain text, one line `faction: command. command` or an administrative command;
//! * the tab-separated table of fifteen columns, whose last column holds the commands.
//!
//! Leniencies: `#` starts a comment; blank lines, the tables' headings (`Round 1 income`, `Player 1: …`) and
//! the engine's own rows (`income`, `start`, `score_resources`, `+8vp for FIRE` …) are skipped because the
//! rules produce them. Any other line that is no command is a finding.
//! Losses: names of players and comments are not kept.
//!
//! ```
//! use hexwright_terra::text::ledger::check;
//!
//! let parsed = check("game.tmlog", b"witches: juggle 3\n");
//! assert!(parsed.diagnostics.iter().any(|finding| finding.is_error()));
//! ```

mod format;
mod legacy;
mod locate;
mod read;
mod record;
mod replay;
mod setup;
mod steps;
mod verify;

pub use format::{LogFormat, check};
pub use read::{LogReading, read};
pub use replay::{LedgerRow, Replay, ReplayError};
pub use verify::{LedgerReport, RowDifference, verify_ledger};

use crate::factions::Faction;
use crate::game::OptionSet;
use crate::map::{Board, MapId};

/// One line of a log: a command of a faction, or an administrative one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// Whose command it is; none for administrative ones.
    pub faction: Option<Faction>,
    /// The command.
    pub text: String,
}

/// A game as a list of commands.
#[derive(Clone, Debug)]
pub struct Log {
    /// Name of the game, if it has one.
    pub id: String,
    /// The board.
    pub map: MapId,
    /// Options.
    pub options: OptionSet,
    /// The commands in order.
    pub entries: Vec<LogEntry>,
}

/// Why a text is no log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct LogError {
    /// The line, or the place in the list of commands, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl LogError {
    fn new(line: usize, message: impl Into<String>) -> Self {
        Self { line, message: message.into() }
    }
}

/// Largest log that is read.
pub const MAX_LOG_BYTES: usize = 16 << 20;

impl Log {
    /// Reads a log of any of the three shapes.
    ///
    /// # Errors
    /// The first line that is none. [`read()`] names all of them.
    pub fn read(bytes: &[u8]) -> Result<Self, LogError> {
        let reading = read("log", bytes);
        match (reading.diagnostics.iter().find(|finding| finding.is_error()), reading.value) {
            (None, Some(log)) => Ok(log),
            (error, _) => {
                let (at, message) = error.map_or((0, "no log"), |e| (e.span.start as usize, &*e.message));
                Err(LogError::new(reading.source.position(at).line as usize, message))
            }
        }
    }

    /// Takes hex names of boards whose first row is short to start at `A`, as some logs do, and
    /// renames them to start at `B`, as the boards here do.
    pub fn rows_from_a(&mut self) {
        if Board::shared(self.map).is_none_or(|b| b.long_first()) {
            return;
        }
        for entry in self.entries.iter_mut().filter(|e| e.faction.is_some()) {
            let words: Vec<String> = entry
                .text
                .split(' ')
                .map(|w| {
                    let ends: Vec<String> = w.split(':').map(next_row).collect();
                    ends.join(":")
                })
                .collect();
            entry.text = words.join(" ");
        }
    }

    /// Writes the log as plain text, one command a line.
    #[must_use]
    pub fn write(&self) -> String {
        let mut text = format!("map {}\n", self.map);
        if self.options.iter().next().is_none() {
            // a log that names no option is one of the league
            text.push_str(&format!("{}\n", read::NO_OPTIONS));
        }
        for option in self.options.iter() {
            text.push_str(&format!("option {option}\n"));
        }
        for entry in &self.entries {
            match entry.faction {
                Some(faction) => text.push_str(&format!("{}: {}\n", faction.log_name(), entry.text)),
                None => text.push_str(&format!("{}\n", entry.text)),
            }
        }
        text
    }
}

/// A hex name one row further down; any other word as it is.
fn next_row(word: &str) -> String {
    match word.as_bytes() {
        [letter @ (b'A'..=b'I' | b'a'..=b'i'), digits @ ..]
            if !digits.is_empty() && digits.iter().all(u8::is_ascii_digit) =>
        {
            format!("{}{}", char::from(letter + 1), &word[1..])
        }
        _ => word.to_owned(),
    }
}

/// Rows the rules produce by themselves.
pub(crate) fn engine_row(text: &str) -> bool {
    let text = text.trim();
    text.starts_with('[')
        || text.contains("vp for ")
        || text.ends_with("income_for_faction")
        || matches!(text, "setup" | "score_resources" | "income" | "start" | "finish")
}
