//! The `.catan` map format: fifteen sections of numbers, by position, with `#` comments.
//!
//! [`read`] never fails and never panics: it returns the document, every finding with its place,
//! and a [`Setup`] if there is no error. [`write()`] is the one canonical spelling.
//!
//! # Leniencies (findings in strict mode)
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
pub use share::{ShareError, decode, encode};
pub use write::{section_rows, write};

use crate::map::Setup;
use hexwright_core::{Diagnostic, Severity, Source};

/// How much a reader forgives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// For opening, playing and converting: harmless slips are warnings.
    #[default]
    Lenient,
    /// For published maps: most warnings become errors.
    Strict,
}

impl Mode {
    /// A warning that strict readers refuse.
    const fn forgiven(self) -> Severity {
        match self {
            Self::Lenient => Severity::Warning,
            Self::Strict => Severity::Error,
        }
    }
}

/// What reading gives.
#[derive(Clone, Debug)]
pub struct Reading {
    /// Text, lines and comments.
    pub document: Document,
    /// Every finding, sorted by place.
    pub diagnostics: Vec<Diagnostic>,
    /// The map, if there is no error.
    pub setup: Option<Setup>,
}

impl Reading {
    /// The findings with the text they stand in, under the name shown to people.
    #[must_use]
    pub fn report(&self, name: &str) -> hexwright_core::text::render::Report {
        hexwright_core::text::render::Report {
            source: Source::new(name, self.document.text()),
            diagnostics: self.diagnostics.clone(),
        }
    }
}

/// Reads a map.
///
/// ```
/// use hexwright_catan::text::dot_catan::{Mode, read};
/// let reading = read(b"4 2\n", Mode::Lenient);
/// assert!(reading.setup.is_none());
/// assert_eq!(reading.diagnostics[0].id, "min-above-max");
/// assert_eq!(reading.diagnostics[1].id, "missing-section");
/// ```
#[must_use]
pub fn read(bytes: &[u8], mode: Mode) -> Reading {
    let mut diagnostics = Vec::new();
    let mut document = Document::new(bytes, mode, &mut diagnostics);
    let mut setup = None;
    if document.readable() {
        if let Some(finding) = foreign::recognise(&document) {
            diagnostics = vec![finding];
        } else {
            let draft = read::sections(&mut document, mode, &mut diagnostics);
            check::all(&draft, mode, &mut diagnostics);
            if !diagnostics.iter().any(Diagnostic::is_error) {
                setup = draft.finish(&document);
            }
            if let Some(setup) = &mut setup {
                notes::read(&document, setup, mode, &mut diagnostics);
            }
            if diagnostics.iter().any(Diagnostic::is_error) {
                setup = None;
            }
        }
    }
    hexwright_core::text::sort(&mut diagnostics);
    Reading { document, diagnostics, setup }
}
