//! What a text says: findings with their places on the board, the picture, the balance, the settings.

use super::spoken;
use crate::language::Language;
use crate::pictures;
use hexwright_catan::edit::{Setting, settings};
use hexwright_catan::generate::TERMS;
use hexwright_catan::lint::Lint;
use hexwright_catan::text::{Advise as _, Leniency, MapFormat, MapText};
use hexwright_catan::{Board, Setup};
use hexwright_core::text::render::{JsonDiagnostic, Report, json};
use hexwright_core::{Diagnostic, HexId, Source, Span};
use hexwright_formats::findings_named;
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
    /// Why it matters and what to do, as `hexwright lint --explain` says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<&'static str>,
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

impl Checked {
    /// The same in the language of a page.
    #[must_use]
    pub fn said_in(mut self, language: Language) -> Self {
        for finding in &mut self.findings {
            if let Some(said) = spoken::message(language, finding.text.id, &finding.text.message) {
                finding.text.message = said;
            }
            finding.explanation = spoken::explanation(language, finding.text.id).or(finding.explanation);
        }
        self
    }
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
    let format = MapFormat::of(text.as_bytes());
    let reading = MapText::read(format, name, text.as_bytes(), Leniency::Lenient);
    let places = reading.places.hexes();
    let mut found: Vec<Found> = reading.diagnostics.iter().map(|d| located(d.clone(), &places)).collect();
    let kind = format.name();
    let Some(map) = &reading.value else { return finished(kind, &reading.source, found, None) };
    let board = map.setup().written_board();
    found.extend(
        reading.advice(board.as_ref()).into_iter().map(|(advice, finding)| advised(&advice, finding)),
    );
    let drawn = Drawn { setup: map.setup(), board };
    let settings = settings(map);
    Checked { settings, ..finished(kind, &reading.source, found, Some(&drawn)) }
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
        let explanation = findings_named(found.diagnostic.id).first().map(|(_, finding)| finding.explanation);
        findings.push(Finding { text, hexes, corners: found.corners, mark: number, explanation });
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
