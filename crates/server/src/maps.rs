//! A map as text, in either format: what it says, what is wrong with it, and how people change it.
//!
//! The browser computes no rule. It sends the text and what the person did and gets the new text, so
//! text and picture agree by construction.

mod catan;
mod check;
mod edit;
mod game;
mod settings;

pub use check::{Checked, check};
pub use edit::{Edit, Edited, edit};
pub use settings::Setting;

use edit::Editable;
use hexwright_catan::Setup;
use hexwright_catan::text::dot_catan::DotCatan;
use hexwright_catan::text::pioneers::DotGame;
use hexwright_core::text::render::Report;
use hexwright_core::text::{Format as _, Leniency};
use hexwright_core::{Diagnostic, Source};

/// Reads a text of either format.
///
/// # Errors
/// The first error, with its line.
pub fn read(text: &str) -> Result<Setup, String> {
    editable(text).map(|map| map.setup())
}

/// A text of either format in its canonical spelling.
///
/// # Errors
/// The first error, with its line.
pub fn canonical(text: &str) -> Result<String, String> {
    editable(text).map(|map| map.text())
}

/// Reads a text of either format for those who write it back.
fn editable(text: &str) -> Result<Editable, String> {
    parse(text).map_err(|unreadable| {
        let (source, error) = *unreadable;
        error.map_or_else(|| "the map cannot be read".to_owned(), |e| e.headline(&source))
    })
}

/// Reads a text of either format, or finds the first error in it.
fn parse(text: &str) -> Result<Editable, Box<(Source, Option<Diagnostic>)>> {
    let first =
        |report: Report| Box::new((report.source, report.diagnostics.into_iter().find(Diagnostic::is_error)));
    if is_game(text) {
        let parsed = DotGame::read("map.game", text.as_bytes(), Leniency::Lenient);
        return parsed.into_value().map(|map| Editable::Pioneers(Box::new(map))).map_err(first);
    }
    let parsed = DotCatan::read("map.catan", text.as_bytes(), Leniency::Lenient);
    parsed.into_value().map(|setup| Editable::Catan(Box::new(setup))).map_err(first)
}

/// Whether a text is meant to be a Pioneers map.
fn is_game(text: &str) -> bool {
    hexwright_formats::map_format(text.as_bytes()).name == DotGame::NAME
}
