//! Terrains and values: what a hazard places, how often and how high, and which hexsides a PAIR tries.

use super::Compiler;
use crate::script::program::{Chance, Hazard, Pair, PairKey, Run, TerrainRef};
use crate::script::written::{PairEnd, TerrainToken, Value, ValueKind, Values};
use crate::text::{ELEVATION_RANGE, MIXED_DIALECT, TERRAIN_ALIAS, UNKNOWN_HEXSIDE, UNKNOWN_TERRAIN};
use crate::{Hexside, Terrain};
use hexwright_core::text::Finding;
use hexwright_core::{Key, Severity, Span};

impl<'a> Compiler<'a> {
    /// The terrain of a token; none if it is of no use even to the original.
    fn terrain(&mut self, token: &TerrainToken) -> Option<TerrainRef> {
        if self.letters != Some(token.is_letter) {
            self.dialect(token);
        }
        let name = self.slice(token.name);
        let known = match token.is_letter {
            true => name.chars().next().and_then(Terrain::from_letter),
            false => Terrain::from_name(name),
        };
        match known {
            Some(terrain) => Some(TerrainRef::Known(terrain)),
            None => self.odd_terrain(token, name),
        }
    }

    /// Notes the dialect of the first terrain and reports those of another.
    #[cold]
    fn dialect(&mut self, token: &TerrainToken) {
        let first = *self.letters.get_or_insert(token.is_letter);
        if first != token.is_letter {
            let (is, was) = if first { ("a name", "letters") } else { ("a letter", "names") };
            let message = format!("found {is} in a script that started with {was}");
            let severity = if self.mode.is_compat() { Severity::Error } else { Severity::Warning };
            self.findings.push(MIXED_DIALECT.rated(severity, token.span, message));
        }
    }

    #[cold]
    fn odd_terrain(&mut self, token: &TerrainToken, name: &'a str) -> Option<TerrainRef> {
        if !token.is_letter && !self.mode.is_compat() && name == "Brush" {
            let finding = self.warn(TERRAIN_ALIAS, token.span, "`Brush` is the old name of Brambles");
            *finding = finding.clone().fix("write Brambles", token.name, "Brambles");
            return Some(TerrainRef::Known(Terrain::Brambles));
        }
        if token.is_letter {
            let message = format!("expected a terrain letter, found `{name}`");
            let help = "the letters are p w r s t o v d l n";
            self.findings.push(UNKNOWN_TERRAIN.at(token.span, message).help(help));
            return None;
        }
        let help = self.did_you_mean(name, Terrain::ALL.iter().map(|t| t.name()));
        self.complain(UNKNOWN_TERRAIN, token.span, format!("expected a terrain, found `{name}`")).help = help;
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
        let (probability, elevation, odds) = match values.len() {
            _ if written.are_too_many() => return self.hazard_form(token.span),
            0 => (None, None, None),
            1 if percent(values[0].kind).is_some() => (Some(0), None, None),
            1 => (None, Some(0), None),
            2 if percent(values[0].kind).is_some() && is_level(1) => (Some(0), Some(1), None),
            3 if !self.mode.is_compat() && is_odds(0) => (None, None, Some(0)),
            4 if is_odds(0) => (Some(0), None, Some(1)),
            _ => return self.hazard_form(token.span),
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
                    self.warn(ELEVATION_RANGE, value.span, message).help =
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
                self.complain(ODDS_ZERO, values[from].span, "expected odds above 0, found none");
            }
            if let (true, Some(i)) = (self.mode.is_compat(), raw.iter().position(|&r| r > 100.0)) {
                let message = "odds above 100 are scaled wrongly by the original";
                self.warn(ODDS_RANGE, values[from + i].span, message);
            }
            weights = raw.map(|r| r * 100.0 / sum);
        }
        Some((chance, weights))
    }

    #[cold]
    fn hazard_form<T>(&mut self, span: Span) -> Option<T> {
        let message = "expected nothing, a probability, an elevation, both, three odds, or a probability and three odds";
        let help = "probabilities and odds have a point: `50.`; elevations are 0, 1 or 2";
        self.findings.push(HAZARD_FORM.at(span, message).help(help));
        None
    }

    /// A probability in percent, at most 100.
    fn probability(&mut self, value: Value) -> f64 {
        match value.kind {
            ValueKind::Float(percent) if percent > 100.0 => {
                let message = format!("expected at most 100., found {percent}; it counts as 100.");
                self.warn(PROBABILITY_RANGE, value.span, message);
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
                self.warn(ELEVATION_RANGE, end.elevation_span, message);
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
            self.warn(PAIR_OVERRIDDEN, earlier, "a later PAIR of the same key replaces this one").help =
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
            self.findings.push(UNKNOWN_HEXSIDE.at(span, message).help(help));
            return;
        };
        self.script.chances.push(Chance { hexside, percent, given: probability.is_some(), span });
    }
}

const ODDS_ZERO: Finding =
    Finding::error("odds-zero", "the odds of a list are all 0", "Nothing could be chosen.");
const ODDS_RANGE: Finding =
    Finding::warning("odds-range", "odds are out of their range", "Odds are 1 to 100.");
const HAZARD_FORM: Finding = Finding::error(
    "hazard-form",
    "a hazard is written wrongly",
    "Write terrain, elevation and chance as the format page says.",
);
const PROBABILITY_RANGE: Finding =
    Finding::warning("probability-range", "a chance is not from 0 to 100", "It is cut.");
const PAIR_OVERRIDDEN: Finding =
    Finding::warning("pair-overridden", "a later PAIR replaces this one", "The last PAIR of a key counts.");

/// What the checks of this file report.
pub(crate) const FINDINGS: &[Finding] =
    &[ODDS_ZERO, ODDS_RANGE, HAZARD_FORM, PROBABILITY_RANGE, PAIR_OVERRIDDEN];
