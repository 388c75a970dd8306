//! What the parser understood becomes steps: names become numbers, values become weights, pairs become a
//! table.
//!
//! All that can be said about a script without a random number is said here, at the place where it stands.

use super::pairs::PairTable;
use super::program::{
    Chance, Hazard, LabelId, Pair, PairKey, Piece, Run, Script, Step, StepKind, TerrainRef,
};
use super::written::{Coordinate, PairEnd, TerrainToken, Value, ValueKind, Values};
use crate::guess::closest;
use crate::lex::MOST_BYTES;
use crate::{HexId, Hexside, Mode, Terrain};
use hexwright_core::{Diagnostic, Key, Severity, Span};
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
        let (findings, keys, unknown, unfinished) = Default::default();
        let labels = FxHashMap::with_capacity_and_hasher(14, Default::default());
        let mut script = Script::empty(mode);
        // about what a script of this length needs
        let size = text.len().min(MOST_BYTES);
        script.steps.reserve(size / 48);
        script.pieces.reserve(size / 32);
        script.hazards.reserve(size / 48);
        Self {
            text,
            mode,
            findings,
            labels,
            keys,
            unknown,
            unfinished,
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

    fn warn(&mut self, id: &'static str, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        self.findings.push(Diagnostic::warning(id, span, message));
        self.findings.last_mut().expect("just pushed")
    }

    /// An error that the modes of the original turn into a warning.
    fn complain(&mut self, id: &'static str, span: Span, message: impl Into<String>) -> &mut Diagnostic {
        let severity = if self.mode.is_compat() { Severity::Warning } else { Severity::Error };
        self.findings.push(Diagnostic::new(severity, id, span, message));
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
        let finding = self.warn("terrains-keyword", span, "TERRAINS is deprecated, write HAZARDS");
        *finding = finding.clone().fix("write HAZARDS", span, "HAZARDS");
    }

    /// An AREA that lists nothing to place.
    pub(crate) fn empty_hazards(&mut self, span: Span) {
        self.warn("empty-hazards", span, "expected hazards, found none").help =
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
            self.warn("shadows-predefined", span, message).help = Some("choose another name".to_owned());
        }
        if let Some(label) = LabelId::from_predefined(name) {
            return label;
        }
        let next = LabelId(self.script.names.len() as u32);
        *self.labels.entry(name).or_insert_with(|| {
            self.script.names.push(name.to_owned().into());
            next
        })
    }

    /// Begins a list; [`Self::close_list`] wants the result.
    pub(crate) fn open_list(&self) -> usize {
        self.unfinished.len()
    }

    /// Ends the list that began at `outer`; an empty one is reported at `keyword`.
    pub(crate) fn close_list(&mut self, outer: usize, keyword: Span) -> Run {
        if self.unfinished.len() == outer {
            self.warn("empty-list", keyword, "expected hexes, found none");
        }
        let start = self.script.pieces.len();
        self.script.pieces.extend_from_slice(&self.unfinished[outer..]);
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
            self.complain("no-such-hex", span, message).help = Some(help.to_owned());
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
                    self.complain("no-such-hex", place, message);
                }
            }
            if let Some((last, _)) = coordinate.last
                && last < coordinate.first.0
            {
                let (first, place) = coordinate.first;
                let message = format!("expected the smaller number first, found {first}-{last}");
                self.complain("reversed-range", place, message).help =
                    Some(format!("write `{last}-{first}`"));
            }
        }
        let range = |c: &Coordinate| c.first.0.max(0)..=c.last.map_or(c.first.0, |l| l.0).min(5);
        let hexes: Vec<HexId> =
            range(x).flat_map(|x| range(y).filter_map(move |y| HexId::at(x, y))).collect();
        if hexes.is_empty() && !doubtful && self.findings.len() == before {
            if x.last.is_none() && y.last.is_none() {
                let message = format!("({},{}) is off the board", x.first.0, y.first.0);
                self.warn("off-board", open, message);
            } else {
                self.warn("empty-list", open, "expected a range with hexes, found none on the board");
            }
        }
        self.constant(hexes);
    }

    /// `(leftover)` or `(usedup)` as a member of the list.
    pub(crate) fn latest_area(&mut self, span: Span, label: LabelId) {
        if !self.area_seen {
            self.warn("no-area-yet", span, format!("`{}` is empty before the first AREA", self.slice(span)));
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
            let finding = self.warn("old-label", span, format!("`{old}` is the old name of `{new}`"));
            *finding = finding.clone().fix(format!("write {new}"), span, new);
            return Some(label);
        }
        let help = self.did_you_mean(name, self.script.names.iter().map(|n| &**n).take(MOST_GUESSES));
        let message = format!("expected a label defined above, found `{name}`");
        self.complain("unknown-label", span, message).help = help;
        None
    }

    /// The terrain of a token; none if it is of no use even to the original.
    fn terrain(&mut self, token: &TerrainToken) -> Option<TerrainRef> {
        let first = *self.letters.get_or_insert(token.is_letter);
        if first != token.is_letter {
            let (is, was) = if first { ("a name", "letters") } else { ("a letter", "names") };
            let message = format!("found {is} in a script that started with {was}");
            let severity = if self.mode.is_compat() { Severity::Error } else { Severity::Warning };
            self.findings.push(Diagnostic::new(severity, "mixed-dialect", token.span, message));
        }
        let name = self.slice(token.name);
        let known = match token.is_letter {
            true => name.chars().next().and_then(Terrain::from_letter),
            false => Terrain::from_name(name),
        };
        if let Some(terrain) = known {
            return Some(TerrainRef::Known(terrain));
        }
        if !token.is_letter && !self.mode.is_compat() && name == "Brush" {
            let finding = self.warn("terrain-alias", token.span, "`Brush` is the old name of Brambles");
            *finding = finding.clone().fix("write Brambles", token.name, "Brambles");
            return Some(TerrainRef::Known(Terrain::Brambles));
        }
        if token.is_letter {
            let message = format!("expected a terrain letter, found `{name}`");
            let help = "the letters are p w r s t o v d l n";
            self.findings.push(Diagnostic::error("unknown-terrain", token.span, message).help(help));
            return None;
        }
        let help = self.did_you_mean(name, Terrain::ALL.iter().map(|t| t.name()));
        self.complain("unknown-terrain", token.span, format!("expected a terrain, found `{name}`")).help =
            help;
        let next = self.unknown.len() as u32;
        Some(TerrainRef::Unknown(*self.unknown.entry(name).or_insert(next)))
    }

    /// A hazard of the AREA.
    pub(crate) fn hazard(&mut self, token: &TerrainToken, values: &Values) {
        let hazard = self.terrain(token).zip(self.chances_of(token, values));
        if let Some((terrain, (probability, weights))) = hazard {
            self.script.hazards.push(Hazard { terrain, span: token.span, probability, weights });
        }
    }

    /// The probability of a hazard and the weights of its elevations.
    fn chances_of(&mut self, token: &TerrainToken, written: &Values) -> Option<(f64, [f64; 3])> {
        if written.is_broken() {
            return None;
        }
        let values = written.kept();
        if !self.mode.is_compat() && values.iter().any(|v| v.kind == ValueKind::Star) {
            return None; // each star was reported
        }
        let percent = |kind| match kind {
            ValueKind::Float(value) => Some(value),
            ValueKind::Star => Some(-1.0),
            ValueKind::Number(_) => None,
        };
        let is_odds = |from: usize| values[from..].iter().all(|v| percent(v.kind).is_some());
        let is_level = |i: usize| !matches!(values[i].kind, ValueKind::Float(_));
        let (probability, elevation, odds) = match written.count() {
            0 => (None, None, None),
            1 if percent(values[0].kind).is_some() => (Some(0), None, None),
            1 => (None, Some(0), None),
            2 if percent(values[0].kind).is_some() && is_level(1) => (Some(0), Some(1), None),
            3 if !self.mode.is_compat() && is_odds(0) => (None, None, Some(0)),
            4 if is_odds(0) => (Some(0), None, Some(1)),
            _ => {
                let message = "expected nothing, a probability, an elevation, both, three odds, or a probability and three odds";
                let help = "probabilities and odds have a point: `50.`; elevations are 0, 1 or 2";
                let finding = Diagnostic::error("hazard-form", token.span, message).help(help);
                self.findings.push(finding);
                return None;
            }
        };
        let mut chance = 100.0;
        if let Some(value) = probability.map(|i| values[i]) {
            chance = self.probability(value);
        }
        let mut weights = [100.0, 0.0, 0.0];
        if let Some(value) = elevation.map(|i| values[i]) {
            match value.kind {
                ValueKind::Number(level @ 1..=2) => {
                    weights = std::array::from_fn(|i| if i == level as usize { 100.0 } else { 0.0 });
                }
                ValueKind::Number(level @ 3..) => {
                    let message = format!("expected an elevation from 0 to 2, found {level}; it counts as 0");
                    self.warn("elevation-range", value.span, message).help =
                        Some(format!("write `{level}.` for a probability of {level} %"));
                }
                _ => {}
            }
        }
        if let Some(from) = odds {
            let raw: [f64; 3] = std::array::from_fn(|i| percent(values[from + i].kind).unwrap_or(0.0));
            let sum = if self.mode.is_compat() {
                raw.iter().fold(0.0, |sum, r| sum + r.clamp(0.0, 100.0))
            } else {
                raw.iter().fold(0.0, |sum, r| sum + r)
            };
            if sum == 0.0 {
                self.complain("odds-zero", values[from].span, "expected odds above 0, found none");
            }
            if let (true, Some(i)) = (self.mode.is_compat(), raw.iter().position(|&r| r > 100.0)) {
                let message = "odds above 100 are scaled wrongly by the original";
                self.warn("odds-range", values[from + i].span, message);
            }
            weights = raw.map(|r| r * 100.0 / sum);
        }
        Some((chance, weights))
    }

    /// A probability in percent, at most 100.
    fn probability(&mut self, value: Value) -> f64 {
        match value.kind {
            ValueKind::Float(percent) if percent > 100.0 => {
                let message = format!("expected at most 100., found {percent}; it counts as 100.");
                self.warn("probability-range", value.span, message);
                100.0
            }
            ValueKind::Float(percent) => percent,
            _ => 0.0,
        }
    }

    /// The key of a PAIR, as far as it was understood.
    pub(crate) fn pair_ends(&mut self, ends: &[Option<PairEnd>; 2]) -> [Option<PairKey>; 2] {
        ends.map(|end| {
            let end = end?;
            let terrain = self.terrain(&end.terrain)?;
            if let Some(level) = end.elevation.filter(|&level| level > 2) {
                let message = format!("expected an elevation from 0 to 2, found {level}; it never matches");
                self.warn("elevation-range", end.elevation_span, message);
            }
            Some(PairKey { terrain, elevation: end.elevation })
        })
    }

    /// Where the next hexside of a PAIR will stand.
    pub(crate) fn chances(&self) -> usize {
        self.script.chances.len()
    }

    /// A PAIR with the hexsides since `start`.
    pub(crate) fn pair(&mut self, keyword: Span, key: [Option<PairKey>; 2], start: usize) {
        let sides = Run::new(start, self.chances());
        let [Some(first), Some(second)] = key else { return };
        let number = self.script.pairs.len();
        if let Some(earlier) = self.keys.insert([first, second], number) {
            self.script.pairs[earlier].overridden = true;
            let earlier = self.script.pairs[earlier].keyword;
            self.warn("pair-overridden", earlier, "a later PAIR of the same key replaces this one").help =
                Some("delete one of the two".to_owned());
        }
        self.script.pairs.push(Pair { keyword, keys: [first, second], sides, overridden: false });
    }

    /// A hexside of a PAIR.
    pub(crate) fn side(&mut self, span: Span, probability: Option<Value>) {
        let word = self.slice(span);
        let mut letters = word.chars();
        let known = letters.next().filter(|_| letters.next().is_none()).and_then(Hexside::from_letter);
        let percent = probability.map_or(100.0, |value| self.probability(value));
        let Some(hexside) = known else {
            let help = Hexside::ALL
                .iter()
                .find(|s| s.name() == word.to_lowercase())
                .map_or("the letters are d dune, c cliff, s slope, w wall, r river".to_owned(), |s| {
                    format!("write `{}`", s.letter())
                });
            let message = format!("expected a hexside letter, found `{word}`");
            self.findings.push(Diagnostic::error("unknown-hexside", span, message).help(help));
            return;
        };
        self.script.chances.push(Chance { hexside, percent, span });
    }
}
