//! What the parser understood becomes steps: names become numbers, values become weights, pairs become a
//! table.
//!
//! All that can be said about a script without a random number is said here, at the place where it stands.

mod values;

pub(crate) use values::FINDINGS as VALUE_FINDINGS;

use super::pairs::PairTable;
use super::program::{LabelId, PairKey, Piece, Run, Script, Step, StepKind};
use super::written::Coordinate;
use crate::lex::MOST_BYTES;
use crate::{HexId, Mode};
use hexwright_core::text::Finding;
use hexwright_core::text::closest;
use hexwright_core::{Diagnostic, Severity, Span};
use rustc_hash::FxHashMap;

/// The very first names of the three entry lines, and what they became.
const OLD_LABELS: [(&str, LabelId); 3] = [
    ("leftdefense", LabelId::LEFT_ENTRY),
    ("upperdefense", LabelId::UPPER_ENTRY),
    ("lowerdefense", LabelId::LOWER_ENTRY),
];

/// Guessing a name costs time, so only the first findings and the first names take part.
const MOST_GUESSES: usize = 100;

/// Takes one part of a script after the other.
pub(crate) struct Compiler<'a> {
    text: &'a str,
    mode: Mode,
    pub(crate) findings: Vec<Diagnostic>,
    /// The labels that are not predefined.
    labels: FxHashMap<&'a str, LabelId>,
    keys: FxHashMap<[PairKey; 2], usize>,
    unknown: FxHashMap<&'a str, u32>,
    /// Members of lists that are not yet complete, the innermost list last.
    unfinished: Vec<Piece>,
    /// Whether the first terrain was a letter.
    letters: Option<bool>,
    area_seen: bool,
    script: Script,
}

impl<'a> Compiler<'a> {
    pub(crate) fn new(text: &'a str, mode: Mode) -> Self {
        let (findings, keys, unknown) = Default::default();
        let labels = FxHashMap::with_capacity_and_hasher(14, Default::default());
        let mut script = Script::empty(mode);
        // about what a script of this length needs
        let size = text.len().min(MOST_BYTES);
        script.steps.reserve(size / 64);
        script.pieces.reserve(size / 48);
        script.hazards.reserve(size / 64);
        script.constants.reserve(16);
        script.pairs.reserve(8);
        script.chances.reserve(16);
        Self {
            text,
            mode,
            findings,
            labels,
            keys,
            unknown,
            unfinished: Vec::with_capacity(16),
            letters: None,
            area_seen: false,
            script,
        }
    }

    /// The program, and what is to be said about it.
    pub(crate) fn finish(self) -> (Script, Vec<Diagnostic>) {
        let mut script = self.script;
        script.letters = self.letters;
        script.table = PairTable::new(&script.pairs);
        (script, self.findings)
    }

    fn slice(&self, span: Span) -> &'a str {
        &self.text[span.range()]
    }

    fn warn(&mut self, finding: Finding, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        self.findings.push(finding.rated(Severity::Warning, span, message));
        self.findings.last_mut().expect("just pushed")
    }

    /// An error that the modes of the original turn into a warning.
    fn complain(&mut self, finding: Finding, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        let severity = if self.mode.is_compat() { Severity::Warning } else { Severity::Error };
        self.findings.push(finding.rated(severity, span, message));
        self.findings.last_mut().expect("just pushed")
    }

    /// A guess, as long as there are not so many findings that nobody reads it.
    fn did_you_mean<'n>(&self, name: &str, candidates: impl Iterator<Item = &'n str>) -> Option<String> {
        let few = self.findings.len() < MOST_GUESSES;
        closest(name, candidates.filter(|_| few)).map(|word| format!("did you mean `{word}`?"))
    }

    /// A step that draws.
    pub(crate) fn step(&mut self, keyword: Span, kind: StepKind) {
        self.script.steps.push(Step { keyword, kind });
    }

    /// `TOWER`.
    pub(crate) fn tower(&mut self) {
        self.script.tower = true;
    }

    /// `TITLE text`.
    pub(crate) fn title(&mut self, text: Span) {
        self.script.title = self.slice(text).to_owned().into();
    }

    /// `SUBTITLE text`.
    pub(crate) fn subtitle(&mut self, text: Span) {
        self.script.subtitle = self.slice(text).to_owned().into();
    }

    /// The word TERRAINS for HAZARDS.
    pub(crate) fn oldest_spelling(&mut self, span: Span) {
        self.script.oldest_spelling = true;
        let finding = self.warn(TERRAINS_KEYWORD, span, "TERRAINS is deprecated, write HAZARDS");
        *finding = finding.clone().fix("write HAZARDS", span, "HAZARDS");
    }

    /// An AREA that lists nothing to place.
    pub(crate) fn empty_hazards(&mut self, span: Span) {
        self.warn(EMPTY_HAZARDS, span, "expected hazards, found none").help =
            Some("such an AREA only sets (leftover)".to_owned());
    }

    /// Where the next hazard will stand.
    pub(crate) fn hazards(&self) -> usize {
        self.script.hazards.len()
    }

    /// `AREA pool HAZARDS` and the hazards since `start`.
    pub(crate) fn area(&mut self, keyword: Span, pool: Run, start: usize) {
        self.area_seen = true;
        self.step(keyword, StepKind::Area { pool, hazards: Run::new(start, self.hazards()) });
    }

    /// `LABEL name = list`.
    pub(crate) fn label(&mut self, keyword: Span, name: Span, list: Run) {
        let label = self.define(name);
        self.step(keyword, StepKind::Label { label, name, list });
    }

    fn define(&mut self, span: Span) -> LabelId {
        let name = self.slice(span);
        if LabelId::NAMES[..5].contains(&name) {
            let message = format!("`{name}` is predefined; from here on it is this list");
            self.warn(SHADOWS_PREDEFINED, span, message).help = Some("choose another name".to_owned());
        }
        if let Some(label) = LabelId::from_predefined(name) {
            return label;
        }
        *self.labels.entry(name).or_insert_with(|| self.script.names.push(name))
    }

    /// Begins a list; the result is handed to [`Self::close_list`].
    pub(crate) fn open_list(&self) -> usize {
        self.unfinished.len()
    }

    /// Ends the list that began at `outer`; an empty one is reported at `keyword`, if it is given.
    pub(crate) fn close_list(&mut self, outer: usize, keyword: Option<Span>) -> Run {
        if let Some(keyword) = keyword.filter(|_| self.unfinished.len() == outer) {
            self.warn(EMPTY_LIST, keyword, "expected hexes, found none");
        }
        let start = self.script.pieces.len();
        match self.unfinished[outer..] {
            // the most frequent list, and cheaper to push than to copy
            [piece] => self.script.pieces.push(piece),
            ref pieces => self.script.pieces.extend_from_slice(pieces),
        }
        self.unfinished.truncate(outer);
        Run::new(start, self.script.pieces.len())
    }

    /// A function as a member of the list.
    pub(crate) fn function(&mut self, piece: Piece) {
        self.unfinished.push(piece);
    }

    /// A hex as a member of the list.
    pub(crate) fn hex(&mut self, span: Span) {
        let label = self.slice(span);
        let hex = HexId::from_label(label);
        if hex.is_none() {
            let message = format!("expected a hex of the board, found `{label}`");
            let help = "columns have the labels A1-A3, B1-B4, C1-C5, D1-D6, E1-E5, F1-F4";
            self.complain(NO_SUCH_HEX, span, message).help = Some(help.to_owned());
        }
        self.constant(hex);
    }

    fn constant(&mut self, hexes: impl IntoIterator<Item = HexId>) {
        let start = self.script.constants.len();
        self.script.constants.extend(hexes);
        self.unfinished.push(Piece::Hexes(Run::new(start, self.script.constants.len())));
    }

    /// `(x,y)` as a member of the list; `open` is its parenthesis.
    pub(crate) fn coordinates(&mut self, open: Span, x: &Coordinate, y: &Coordinate) {
        let before = self.findings.len();
        let mut doubtful = false;
        for coordinate in [x, y] {
            for (value, place) in std::iter::once(coordinate.first).chain(coordinate.last) {
                doubtful |= value < 0;
                if value > 5 {
                    let message = format!("expected a number from 0 to 5, found {value}");
                    self.complain(NO_SUCH_HEX, place, message);
                }
            }
            if let Some((last, _)) = coordinate.last
                && last < coordinate.first.0
            {
                let (first, place) = coordinate.first;
                let message = format!("expected the smaller number first, found {first}-{last}");
                // a star was reported; only the original goes on with a number in its place
                if last >= 0 {
                    self.complain(REVERSED_RANGE, place, message).help =
                        Some(format!("write `{last}-{first}`"));
                } else if self.mode.is_compat() {
                    self.complain(REVERSED_RANGE, place, message);
                }
            }
        }
        let range = |c: &Coordinate| c.first.0.max(0)..=c.last.map_or(c.first.0, |l| l.0).min(5);
        let hexes: Vec<HexId> =
            range(x).flat_map(|x| range(y).filter_map(move |y| HexId::at(x, y))).collect();
        if hexes.is_empty() && !doubtful && self.findings.len() == before {
            if x.last.is_none() && y.last.is_none() {
                let message = format!("({},{}) is off the board", x.first.0, y.first.0);
                self.warn(OFF_BOARD, open, message);
            } else {
                self.warn(EMPTY_LIST, open, "expected a range with hexes, found none on the board");
            }
        }
        self.constant(hexes);
    }

    /// `(leftover)` or `(usedup)` as a member of the list.
    pub(crate) fn latest_area(&mut self, span: Span, label: LabelId) {
        if !self.area_seen {
            self.warn(NO_AREA_YET, span, format!("`{}` is empty before the first AREA", self.slice(span)));
        }
        self.unfinished.push(Piece::Label(label));
    }

    /// `(name)` as a member of the list; an unknown name is an empty list.
    pub(crate) fn reference(&mut self, span: Span) {
        match self.find(span) {
            Some(label) => self.unfinished.push(Piece::Label(label)),
            None => self.constant(None),
        }
    }

    fn find(&mut self, span: Span) -> Option<LabelId> {
        let name = self.slice(span);
        let known = LabelId::from_predefined(name).or_else(|| self.labels.get(name).copied());
        if known.is_some() {
            return known;
        }
        if let (false, Some(&(old, label))) = (self.mode.is_compat(), OLD_LABELS.iter().find(|o| o.0 == name))
        {
            let new = LabelId::NAMES[label.0 as usize];
            let finding = self.warn(OLD_LABEL, span, format!("`{old}` is the old name of `{new}`"));
            *finding = finding.clone().fix(format!("write {new}"), span, new);
            return Some(label);
        }
        let help = self.did_you_mean(name, self.script.names.iter().take(MOST_GUESSES));
        let message = format!("expected a label defined above, found `{name}`");
        self.complain(UNKNOWN_LABEL, span, message).help = help;
        None
    }
}

const TERRAINS_KEYWORD: Finding =
    Finding::warning("terrains-keyword", "TERRAINS is the old word for HAZARDS", "Write HAZARDS.");
const OLD_LABEL: Finding =
    Finding::warning("old-label", "a label has its old name", "The message names the new one.");
pub(crate) const NO_SUCH_HEX: Finding = Finding::error(
    "no-such-hex",
    "the board has no such hex",
    "Rows of the columns A to F: 3-5, 2-5, 2-6, 1-6, 2-6, 2-5.",
);
const REVERSED_RANGE: Finding =
    Finding::error("reversed-range", "a range ends before it begins", "Swap its ends.");
const UNKNOWN_LABEL: Finding =
    Finding::error("unknown-label", "a label is not defined", "Define it above, or use a predefined one.");
const EMPTY_HAZARDS: Finding =
    Finding::warning("empty-hazards", "an AREA names no hazards", "It only sets `leftover`.");
pub(crate) const EMPTY_LIST: Finding =
    Finding::warning("empty-list", "a list is empty", "It names no hex and has no effect.");
const NO_AREA_YET: Finding = Finding::warning(
    "no-area-yet",
    "`leftover` or a similar label is used before the first AREA",
    "It is empty there.",
);
const OFF_BOARD: Finding =
    Finding::warning("off-board", "a range leaves the board", "The hexes that do not exist are left out.");
const SHADOWS_PREDEFINED: Finding =
    Finding::warning("shadows-predefined", "a label hides a predefined one", "Choose another name.");

/// What the checks of this file report.
pub(crate) const FINDINGS: &[Finding] = &[
    TERRAINS_KEYWORD,
    OLD_LABEL,
    NO_SUCH_HEX,
    REVERSED_RANGE,
    UNKNOWN_LABEL,
    EMPTY_HAZARDS,
    EMPTY_LIST,
    NO_AREA_YET,
    OFF_BOARD,
    SHADOWS_PREDEFINED,
];
