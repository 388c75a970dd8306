//! What a text says: findings with their places on the board, the picture, the balance, the settings.

use super::edit::Editable;
use super::is_game;
use super::settings::{self, Setting};
use crate::pictures;
use hexwright_catan::generate::TERMS;
use hexwright_catan::lint::{Lint, lint};
use hexwright_catan::text::dot_catan::{self, Section};
use hexwright_catan::text::pioneers;
use hexwright_catan::{Board, Setup};
use hexwright_core::text::render::{JsonDiagnostic, Report, json};
use hexwright_core::{Diagnostic, HexId, Source, Span};
use serde::Serialize;

/// A finding and where it shows on the board.
#[derive(Debug, Serialize)]
pub(super) struct Finding {
    /// The finding in the text.
    #[serde(flatten)]
    text: JsonDiagnostic,
    /// Hexes it speaks of.
    hexes: Vec<u16>,
    /// Corners it speaks of.
    corners: Vec<u16>,
    /// The number of its mark in the picture.
    mark: Option<usize>,
}

/// All about a text.
#[derive(Debug, Serialize)]
pub struct Checked {
    /// `catan` or `game`.
    kind: &'static str,
    findings: Vec<Finding>,
    /// As SVG, unless there is an error.
    picture: Option<String>,
    /// Balance of the board from 0 to 100, unless cells are open.
    score: Option<u32>,
    /// What the balance is made of: name, share from 0 to 1, weight.
    terms: Vec<(&'static str, f64, u32)>,
    settings: Vec<Setting>,
    /// Columns and rows.
    size: Option<(u8, u8)>,
}

/// A finding on its way: where in the text, where on the board.
struct Found {
    diagnostic: Diagnostic,
    hexes: Vec<HexId>,
    corners: Vec<u16>,
}

/// Looks at a text of either format.
#[must_use]
pub fn check(name: &str, text: &str) -> Checked {
    if is_game(text) { check_game(name, text) } else { check_catan(name, text) }
}

fn check_catan(name: &str, text: &str) -> Checked {
    let reading = dot_catan::read(name, text.as_bytes(), dot_catan::Leniency::Lenient);
    let cells = |section: Section| {
        let end = Span::at(text.len());
        (0..4096).map(|i| reading.places.place(section, i)).take_while(|&s| s != end).collect::<Vec<_>>()
    };
    let places = [cells(Section::Types), cells(Section::Values)];
    let mut found: Vec<Found> = reading.diagnostics.iter().map(|d| located(d.clone(), &places)).collect();
    let source = reading.source.clone();
    let Some(setup) = reading.value else { return finished("catan", &source, found, None) };
    let board = setup.written_board();
    for advice in lint(&setup, board.as_ref()) {
        let diagnostic = advice.diagnostic(&reading.places);
        found.push(advised(&advice, diagnostic));
    }
    let drawn = Drawn { setup: &setup, board };
    let mut checked = finished("catan", &source, found, Some(&drawn));
    checked.settings = settings::list(&Editable::Catan(Box::new(setup)));
    checked
}

fn check_game(name: &str, text: &str) -> Checked {
    let document = pioneers::read(name, text.as_bytes(), pioneers::Leniency::Lenient);
    let known = [document.places.cells().concat()];
    let mut found: Vec<Found> = document.diagnostics.iter().map(|d| located(d.clone(), &known)).collect();
    let Some(map) = document.value.clone() else { return finished("game", &document.source, found, None) };
    let setup = map.setup();
    let board = setup.written_board();
    for advice in lint(&setup, board.as_ref()) {
        found.push(advised(&advice, advice.diagnostic_in_game(&document)));
    }
    let drawn = Drawn { setup: &setup, board };
    let mut checked = finished("game", &document.source, found, Some(&drawn));
    checked.settings = settings::list(&Editable::Pioneers(Box::new(map)));
    checked
}

/// A finding of the text, on the hex whose number or word it points at.
fn located(diagnostic: Diagnostic, sections: &[Vec<Span>]) -> Found {
    let at = diagnostic.span.range().start;
    let inside = |s: &Span| s.range().contains(&at);
    let hexes = sections.iter().filter_map(|cells| cells.iter().position(inside));
    let hexes: Vec<HexId> = hexes.map(|i| HexId(i as u16)).collect();
    Found { diagnostic, hexes, corners: Vec::new() }
}

fn advised(advice: &Lint, diagnostic: Diagnostic) -> Found {
    Found { diagnostic, hexes: advice.hexes.clone(), corners: advice.corners.iter().map(|c| c.0).collect() }
}

/// What can be drawn of a map.
struct Drawn<'a> {
    setup: &'a Setup,
    board: Option<Board>,
}

fn finished(
    kind: &'static str,
    source: &Source,
    mut found: Vec<Found>,
    drawn: Option<&Drawn<'_>>,
) -> Checked {
    found.sort_by_key(|f| (f.diagnostic.span.range().start, f.diagnostic.id));
    let diagnostics = found.iter().map(|f| f.diagnostic.clone()).collect();
    let texts = json(&Report { source: source.clone(), diagnostics });
    let mut marks = Vec::new();
    let mut findings = Vec::new();
    for (text, found) in texts.into_iter().zip(found) {
        // one mark a finding, so that the numbers in list and picture agree
        let mark = pictures::mark(&found.hexes, &found.corners, &text.message);
        let number = mark.map(|mark| {
            marks.push(mark);
            marks.len()
        });
        let hexes = found.hexes.iter().map(|h| h.0).collect();
        findings.push(Finding { text, hexes, corners: found.corners, mark: number });
    }
    let balance = drawn.and_then(|d| d.board.as_ref()).map(Board::balance);
    let terms = balance.as_ref().map_or_else(Vec::new, |b| {
        let share = |f: &hexwright_catan::generate::Fraction| f.above as f64 / (f.below as f64).max(1.0);
        TERMS.iter().zip(&b.terms).map(|(&(name, weight), f)| (name, share(f), weight)).collect()
    });
    Checked {
        kind,
        findings,
        picture: drawn.map(|d| pictures::editable(d.setup, marks)),
        score: balance.map(|b| b.score),
        terms,
        settings: Vec::new(),
        size: drawn.map(|d| (d.setup.grid.width(), d.setup.grid.height())),
    }
}
