//! The script language that describes a family of battlelands.
//!
//! Text becomes a [`Document`] (as written, with places), a document becomes a [`Script`] (numbers and
//! tables, ready to run). Both steps report all they find; [`read`] takes them together.

mod ast;
mod compile;
mod format;
mod lint;
mod pairs;
mod parse;
mod possible;
mod program;

pub use ast::{
    Coordinate, Document, Hazard, Item, ItemKind, PairEnd, SideChance, Statement, StatementKind,
    TerrainToken, Value, ValueKind, Values,
};
pub use format::format;
pub use program::{Dialect, Script};

pub(crate) use pairs::{PairTable, ground};
pub(crate) use possible::{Possible, ground_of};
pub(crate) use program::{LabelId, Piece, Step, StepKind, TerrainRef};

use crate::Mode;
use hexwright_core::{Diagnostic, text::sort};

/// A script as read: what it says and what is wrong with it.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The statements that could be understood.
    pub document: Document,
    /// The program, if there is no error.
    pub script: Option<Script>,
    /// Errors and warnings, sorted by place.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a script; never fails and never panics.
#[must_use]
pub fn read(text: &str, mode: Mode) -> Reading {
    let (document, mut diagnostics) = parse::parse(text, mode);
    let (script, more) = compile::compile(&document, text, mode);
    diagnostics.extend(more);
    sort(&mut diagnostics);
    let script = (!diagnostics.iter().any(Diagnostic::is_error)).then_some(script);
    Reading { document, script, diagnostics }
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
}
