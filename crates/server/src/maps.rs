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
use hexwright_catan::text::dot_catan;
use hexwright_catan::text::pioneers;
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
    let first = |source, all: Vec<Diagnostic>| Box::new((source, all.into_iter().find(Diagnostic::is_error)));
    if is_game(text) {
        let document = pioneers::read("map.game", text.as_bytes(), pioneers::Mode::Lenient);
        let map = document.map.map(|map| Editable::Pioneers(Box::new(map)));
        return map.ok_or_else(|| first(document.source, document.diagnostics));
    }
    let reading = dot_catan::read(text.as_bytes(), dot_catan::Mode::Lenient);
    if let Some(setup) = reading.setup {
        return Ok(Editable::Catan(Box::new(setup)));
    }
    let report = reading.report("map.catan");
    Err(first(report.source, report.diagnostics))
}

/// Whether a text is meant to be a Pioneers map: it has a line `map`, or its keywords.
#[must_use]
pub fn is_game(text: &str) -> bool {
    let words = ["map", "chits", "title ", "num-players", "random-terrain", "domestic-trade", "variant "];
    text.lines().map(str::trim).any(|line| words.iter().any(|word| line.starts_with(word)))
}
