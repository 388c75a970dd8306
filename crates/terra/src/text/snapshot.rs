//! Snapshots (`.tms`): a position as text that people can read and write.
//!
//! Three rungs: text → tree of keys and values → [`Snapshot`], plain data with places → a playable
//! position. [`read`] never fails and never panics; it returns what it understood and every finding,
//! at four [`Level`]s.
//!
//! Leniencies of the reader, all silent: CR LF, lone CR and a byte-order mark; any depth of indent
//! (tabs are warned of); keys and names in any case, with blank, `_` and `-` alike; every alias of
//! the vocabulary; quotes and brackets optional; blanks around separators; `[]`, an empty value and
//! a missing optional key mean the same; players and groups in any order; goods of `Res` in any
//! order; unknown `X-` keys are kept.
//!
//! Losses of the writer: comments, the order of players and groups, spellings, what stood at an
//! empty optional key. [`format()`] keeps the comments. Plain mode drops the extension keys and with
//! them everything that is owed.
//!
//! ```
//! use hexwright_terra::text::snapshot::{self, Level};
//!
//! let read = snapshot::read("Round: nine\nPlayers:\n", Level::Vocabulary);
//! assert!(!read.is_sound());
//! ```

mod extensions;
mod findings;
mod format;
mod from_position;
mod geometry;
mod model;
mod position;
mod read;
mod record;
mod rules;
mod salvage;
mod towns;
mod tree;
mod value;
mod write;

pub use findings::Level;
pub use format::format;
pub use model::{Answer, ByFlag, ByStatus, Extra, Flag, Held, Offer, Places, Player, Snapshot, Status};
pub use value::{At, Resources};
pub use write::{Mode, write};

use findings::{Findings, S01};
use hexwright_core::text::render::Report;
use hexwright_core::text::{Confidence, Finding, Format, Leniency, NotFormatted, Parsed, WriteFormat};
use hexwright_core::{Diagnostic, Source, Span};

/// A longer text is no snapshot; the largest real ones have 4 kB.
pub const MOST_BYTES: usize = 1 << 20;

/// What was understood of a text, and every finding up to the wanted level.
#[derive(Clone, Debug)]
pub struct Read {
    /// The position as data; parts that could not be read are at their defaults.
    pub snapshot: Snapshot,
    /// The findings, sorted by place.
    pub findings: Vec<Diagnostic>,
}

impl Read {
    /// Whether no finding is an error.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        !self.findings.iter().any(Diagnostic::is_error)
    }
}

/// Reads a snapshot and checks it up to a level.
///
/// ```
/// use hexwright_terra::text::snapshot::{self, Level};
/// let read = snapshot::read("Round: 1\nPhase: Lunch\nPlayers:\n", Level::Vocabulary);
/// assert_eq!(read.findings[0].id, "V01");
/// ```
#[must_use]
pub fn read(text: &str, level: Level) -> Read {
    let mut findings = Findings::default();
    if text.len() > MOST_BYTES {
        findings
            .error(S01, Span::at(0), format!("expected at most {MOST_BYTES} bytes, found {}", text.len()))
            .help("this is no snapshot of one position");
        let snapshot = read::snapshot(&tree::Tree::default(), &mut Findings::default());
        return Read { snapshot, findings: findings.into_sorted() };
    }
    let tree = tree::parse(text, &mut findings);
    let snapshot = read::snapshot(&tree, &mut findings);
    if level >= Level::Geometry {
        geometry::check(&snapshot, &mut findings);
    }
    if level >= Level::Rules {
        rules::check(&snapshot, &mut findings);
    }
    let mut findings = findings.into_sorted();
    findings.retain(|finding| Level::of(finding.id) <= level);
    Read { snapshot, findings }
}

/// Checks a snapshot that was not read from a text, at the geometry and rules levels.
#[must_use]
pub fn check(snapshot: &Snapshot) -> Vec<Diagnostic> {
    let mut findings = Findings::default();
    geometry::check(snapshot, &mut findings);
    rules::check(snapshot, &mut findings);
    findings.into_sorted()
}

/// Snapshots.
#[derive(Clone, Copy, Debug)]
pub struct SnapshotFormat;

impl Format for SnapshotFormat {
    type Value = Snapshot;

    const NAME: &'static str = "snapshot";
    const ENDINGS: &'static [&'static str] = &["tms"];
    const TITLE: &'static str = "a Terra Mystica snapshot";
    const FINDINGS: &'static [&'static [Finding]] = &[
        super::FINDINGS,
        findings::FINDINGS,
        geometry::FINDINGS,
        rules::PLAYER_FINDINGS,
        rules::TABLE_FINDINGS,
    ];

    fn sniff(bytes: &[u8]) -> Confidence {
        let line = |word| super::has_line(bytes, word);
        let is_object = bytes.trim_ascii_start().starts_with(b"{");
        Confidence::likely_if(!is_object && line("Players:") && line("Round:"))
    }

    fn read(name: &str, bytes: &[u8], _leniency: Leniency) -> Parsed<Snapshot> {
        read_file(name, bytes, Level::Rules)
    }

    fn format(name: &str, bytes: &[u8]) -> Result<String, NotFormatted> {
        let (text, _) = super::decode(bytes);
        format(&text).map_err(|diagnostics| Report { source: Source::new(name, text), diagnostics }.into())
    }
}

impl WriteFormat for SnapshotFormat {
    fn write(snapshot: &Snapshot) -> String {
        write(snapshot, Mode::Full)
    }
}

/// Reads a file and checks it up to a level. The value is always there: what could not be read is at its
/// default.
#[must_use]
pub fn read_file(name: &str, bytes: &[u8], level: Level) -> Parsed<Snapshot> {
    let (text, not_utf8) = super::decode(bytes);
    let Read { snapshot, mut findings } = read(&text, level);
    if let Some(finding) = not_utf8 {
        findings.push(finding);
        hexwright_core::text::sort(&mut findings);
    }
    Parsed { source: Source::new(name, text), value: Some(snapshot), diagnostics: findings, places: () }
}
