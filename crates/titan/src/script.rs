//! The script language that describes a family of battlelands.
//!
//! Text becomes a [`Script`] (numbers and tables, ready to run) in one pass: the parser tells the compiler
//! what it understood, and both report all they find. [`format()`] lays out the text itself.
//!
//! ```
//! use hexwright_titan::{Mode, Script};
//!
//! let findings = Script::parse("AREA (inside) HAZARDS Sandd\n", Mode::Documented).unwrap_err();
//! assert_eq!(findings[0].id, "unknown-terrain");
//! ```

pub(crate) mod compile;
pub(crate) mod findings;
mod format;
pub(crate) mod lint;
mod pairs;
mod parse;
mod possible;
mod program;
mod written;

pub use format::format;
pub use program::{Dialect, Script};

pub(crate) use pairs::ground;
pub(crate) use possible::{Possible, ground_of};
pub(crate) use program::{LabelId, Piece, Run, Step, StepKind, TerrainRef};

use crate::Mode;
use crate::script::findings::STAR_MISUSE;
use hexwright_core::{Diagnostic, text::sort};
use parse::Parser;

/// A script as read: what it says and what is wrong with it.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The program, if there is no error.
    pub script: Option<Script>,
    /// Errors and warnings, sorted by place.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a script; never fails and never panics.
#[must_use]
pub fn read(text: &str, mode: Mode) -> Reading {
    let (script, mut diagnostics) = Parser::new(text, mode).run().finish();
    sort(&mut diagnostics);
    // a star comes before what follows from the number it is taken for
    diagnostics.sort_by_key(|found| (found.span.start, found.id != STAR_MISUSE.id));
    let script = (!diagnostics.iter().any(Diagnostic::is_error)).then_some(script);
    Reading { script, diagnostics }
}

impl Script {
    /// Reads a script that is to be rolled.
    ///
    /// # Errors
    /// All findings, if one of them is an error.
    pub fn parse(text: &str, mode: Mode) -> Result<Self, Vec<Diagnostic>> {
        let reading = read(text, mode);
        reading.script.ok_or(reading.diagnostics)
    }

    /// Which grounds its AREAs can put on each hex.
    pub(crate) fn possible(&self) -> Possible {
        lint::possible(self)
    }

    /// Advice on what the script can and cannot produce, sorted by place.
    #[must_use]
    pub fn lint(&self) -> Vec<Diagnostic> {
        lint::lint(self)
    }

    /// All advice for its author: what [`Script::lint`] says, and where it says less than the language document
    /// wants. Sorted by place.
    #[must_use]
    pub fn advice(&self) -> Vec<Diagnostic> {
        let mut findings = self.lint();
        findings.extend(lint::certain_hexsides(self));
        sort(&mut findings);
        findings
    }
}
