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
pub(crate) use program::{LabelId, Piece, Run, Step, StepKind, TerrainRef};

use crate::Mode;
use compile::Compiler;
use hexwright_core::{Diagnostic, text::sort};
use parse::Parser;

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
    let mut document = Document::default();
    let (script, diagnostics) = program(text, mode, |_, statement| document.statements.push(statement));
    Reading { document, script, diagnostics }
}

/// Reads a script statement by statement; `done` gets each one when it is compiled.
fn program<'a>(
    text: &'a str,
    mode: Mode,
    mut done: impl FnMut(&mut Parser<'a>, Statement),
) -> (Option<Script>, Vec<Diagnostic>) {
    let (mut parser, mut compiler) = (Parser::new(text, mode), Compiler::new(text, mode));
    while let Some(statement) = parser.next() {
        compiler.statement(&statement);
        done(&mut parser, statement);
    }
    let (script, more) = compiler.finish();
    let mut diagnostics = parser.finish();
    diagnostics.extend(more);
    sort(&mut diagnostics);
    let script = (!diagnostics.iter().any(Diagnostic::is_error)).then_some(script);
    (script, diagnostics)
}

impl Script {
    /// Reads a script that is to be rolled.
    ///
    /// # Errors
    /// All findings, if one of them is an error.
    pub fn parse(text: &str, mode: Mode) -> Result<Self, Vec<Diagnostic>> {
        let (script, diagnostics) = program(text, mode, Parser::recycle);
        script.ok_or(diagnostics)
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
