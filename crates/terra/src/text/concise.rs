//! The concise grid: a game as one column per faction and one cell per turn.
//!
//! Reading is strict: every token must be known, so a log either parses whole or says where not.
//! Two dialects exist. In the **exact** one, which we write, cells stand in true order and replay to
//! the same game. In the **display** one, found in the wild, cells are moved for reading and some are
//! lost; it parses and prints back token for token, and is replayed as far as it goes.
//!
//! Leniencies: case of tokens, `TP` for `TH`, colours by terrain (`P S L F M W D`), blanks around
//! cells, any number of dashes in a rule. Two tokens are ours, because the published notation cannot
//! say that the use of an action was given up or came later: `ACT-SH` (and `ACT-BR`) alone, `-ACT`.
//! Losses of the writer: comments, `wait` and `done`, which
//! change nothing.
//!
//! ```
//! use hexwright_core::text::{Format as _, Leniency};
//! use hexwright_terra::text::concise::GridFormat;
//!
//! let parsed = GridFormat::read("game.tmgrid", b"Game: nowhere\n", Leniency::Lenient);
//! assert!(!parsed.diagnostics.is_empty());
//! ```

mod from_log;
mod grid;
mod to_log;
mod token;

pub use from_log::{NotWritable, write_exact};
pub use grid::{Block, Grid, GridCell, HeaderKey, Read, When, read};
pub use to_log::{Replayed, to_log};
pub use token::{HexName, Refused, Stronghold, Token};

use hexwright_core::Source;
use hexwright_core::text::render::Report;
use hexwright_core::text::{Confidence, Finding, Format, Leniency, NotFormatted, Parsed, WriteFormat, sort};

/// Concise grids.
#[derive(Clone, Copy, Debug)]
pub struct GridFormat;

impl Format for GridFormat {
    type Value = Grid;

    const NAME: &'static str = "concise";
    const ENDINGS: &'static [&'static str] = &["tmgrid"];
    const TITLE: &'static str = "a Terra Mystica grid";
    const FINDINGS: &'static [&'static [Finding]] = &[super::FINDINGS, grid::FINDINGS];

    fn sniff(bytes: &[u8]) -> Confidence {
        let line = |word| super::has_line(bytes, word);
        let is_object = bytes.trim_ascii_start().starts_with(b"{");
        let has_bar = bytes[..bytes.len().min(super::LOOKED_AT)].contains(&b'|');
        Confidence::likely_if(!is_object && line("TurnOrder:") && line("---") && has_bar)
    }

    /// Reads a grid and plays it.
    fn read(name: &str, bytes: &[u8], _leniency: Leniency) -> Parsed<Grid> {
        let (text, not_utf8) = super::decode(bytes);
        let found = read(&text);
        let is_sound = found.is_sound();
        let Read { grid, mut findings } = found;
        if is_sound {
            findings.extend(to_log(&grid).findings);
        }
        findings.extend(not_utf8);
        sort(&mut findings);
        Parsed { source: Source::new(name, text), value: Some(grid), diagnostics: findings, places: () }
    }

    /// The layout of the exact dialect, whatever the dialect of the tokens.
    fn format(name: &str, bytes: &[u8]) -> Result<String, NotFormatted> {
        let (text, _) = super::decode(bytes);
        let read = read(&text);
        if read.is_sound() {
            return Ok(read.grid.to_string());
        }
        Err(Report { source: Source::new(name, text), diagnostics: read.findings }.into())
    }
}

impl WriteFormat for GridFormat {
    fn write(grid: &Grid) -> String {
        grid.to_string()
    }
}
