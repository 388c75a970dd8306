//! The `.catan` map format: fifteen sections of numbers, by position, with `#` comments.
//!
//! [`read`] never fails and never panics: it returns the document, every finding with its place,
//! and a [`Setup`] if there is no error. [`write()`] is the one canonical spelling.
//!
//! # Leniencies (findings for strict readers)
//! * invalid UTF-8 is read as U+FFFD; a byte-order mark, CR LF and lone CR line ends are accepted;
//! * comments may be indented or stand behind data; white space beyond space and tab separates;
//! * the value pool may be a list with one token per land hex instead of 12 counts;
//! * the port pool may have six columns; port sections may be left out;
//! * pools nobody draws from may be too small, and pool numbers may exceed 255;
//! * harbours may lie inland or share an edge; zero points to win and boards without land load.
//!
//! # Losses
//! * The canonical writer keeps notes (`title`, `author`, `licence`, `seed`, `pioneers`) and drops
//!   other comments; [`format()`] keeps them all.
//! * Seafaring, gold, void hexes and rules of the map have no section: they stand in `# pioneers:` notes
//!   (`notes.rs` lists them), which other readers pass over. To them gold is desert and void is water.
//!
//! ```
//! use hexwright_catan_map::generate::preset;
//! use hexwright_catan_map::text::dot_catan::{Leniency, decode, encode, read, write};
//!
//! let map = preset("base").unwrap();
//! let reading = read("base.catan", write(&map).as_bytes(), Leniency::Strict);
//! assert!(reading.diagnostics.is_empty() && reading.value.as_ref() == Some(&map));
//! assert_eq!(decode(&encode(&map).unwrap()).unwrap().types, map.types);
//! ```

mod check;
mod check_pools;
mod check_ports;
mod document;
mod draft;
mod foreign;
mod format;
pub(crate) mod notes;
mod number;
mod read;
mod read_ports;
mod recover;
mod section;
mod share;
mod tell;
mod write;

pub(crate) use document::note;
pub use document::{Document, MOST_BYTES};
pub use foreign::read_old;
pub use format::format;
pub use section::Section;
pub use share::{ShareError, decode, encode, is_share_code};
pub use write::{section_rows, write};

pub use hexwright_core::text::Leniency;

use super::map_text::{Advise as _, MapFormat, MapText};
use crate::map::Setup;
use hexwright_core::text::{Confidence, Finding, Format, NotFormatted, Parsed, WriteFormat};
use hexwright_core::{Diagnostic, Source};

/// A map as read. Its places are the document: lines, tokens and comments.
pub type Reading = Parsed<Setup, Document>;

/// The `.catan` format.
#[derive(Clone, Copy, Debug)]
pub struct DotCatan;

impl Format for DotCatan {
    type Value = Setup;

    const NAME: &'static str = "catan";
    const ENDINGS: &'static [&'static str] = &["catan"];
    const TITLE: &'static str = "a .catan map";
    const FINDINGS: &'static [&'static [Finding]] = &[
        document::FINDINGS,
        foreign::FINDINGS,
        number::FINDINGS,
        read::FINDINGS,
        read_ports::FINDINGS,
        tell::FINDINGS,
        check::FINDINGS,
        check_pools::FINDINGS,
        check_ports::FINDINGS,
        notes::FINDINGS,
        crate::lint::RULES,
    ];

    /// The first section is two numbers; nothing else Hexwright reads begins like that.
    fn sniff(bytes: &[u8]) -> Confidence {
        let mut lines = bytes.split(|&b| b == b'\n').map(<[u8]>::trim_ascii);
        let first = lines.find(|line| !line.is_empty() && !line.starts_with(b"#")).unwrap_or_default();
        let numbers = first.iter().all(|b| b.is_ascii_digit() || b.is_ascii_whitespace());
        Confidence::likely_if(numbers && first.split(u8::is_ascii_whitespace).count() >= 2)
    }

    fn read(name: &str, bytes: &[u8], leniency: Leniency) -> Parsed<Setup> {
        read(name, bytes, leniency).without_places()
    }

    fn advice(name: &str, bytes: &[u8]) -> Vec<Diagnostic> {
        let reading = MapText::read(MapFormat::Catan, name, bytes, Leniency::Lenient);
        let board = reading.value.as_ref().and_then(|map| map.setup().written_board());
        reading.advice(board.as_ref()).into_iter().map(|(_, finding)| finding).collect()
    }

    fn format(name: &str, bytes: &[u8]) -> Result<String, NotFormatted> {
        format(name, bytes).map_err(|reading| reading.into_report().into())
    }
}

impl WriteFormat for DotCatan {
    fn write(setup: &Setup) -> String {
        write(setup)
    }
}

/// Reads a map; `name` is shown to people.
///
/// ```
/// use hexwright_catan_map::text::dot_catan::{Leniency, read};
/// let reading = read("map.catan", b"4 2\n", Leniency::Lenient);
/// assert!(reading.value.is_none());
/// assert_eq!(reading.diagnostics[0].id, "min-above-max");
/// assert_eq!(reading.diagnostics[1].id, "missing-section");
/// ```
#[must_use]
pub fn read(name: &str, bytes: &[u8], leniency: Leniency) -> Reading {
    let mut diagnostics = Vec::new();
    let mut document = Document::new(bytes, leniency, &mut diagnostics);
    let mut setup = None;
    if document.readable() {
        if let Some(finding) = foreign::recognise(&document) {
            diagnostics = vec![finding];
        } else {
            let draft = read::sections(&mut document, leniency, &mut diagnostics);
            check::all(&draft, leniency, &mut diagnostics);
            if !diagnostics.iter().any(Diagnostic::is_error) {
                setup = draft.finish(&document);
            }
            if let Some(setup) = &mut setup {
                notes::read(&document, setup, leniency, &mut diagnostics);
            }
            if diagnostics.iter().any(Diagnostic::is_error) {
                setup = None;
            }
        }
    }
    hexwright_core::text::sort(&mut diagnostics);
    Reading { source: Source::new(name, document.text()), value: setup, diagnostics, places: document }
}
