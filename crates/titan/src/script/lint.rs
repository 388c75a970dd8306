//! Advice on a script: what it can never place, and hexsides that would lie where none belongs.
//!
//! Every list is known by its greatest length and the set of hexes it may hold; from that follows
//! which hazards can be placed at which elevations, and which pairs can ever meet.

use super::possible::Possible;
use super::program::{LabelId, Pair, PairKey, Piece, Run, Script, StepKind, TerrainRef};
use crate::check::{DUNE_NOT_SAND, SIDE_NOT_HIGHER, SIDE_ON_BLOCKED, STARTLIST_SHORT, WALL_NOT_TOWER};
use crate::{HexId, HexSet, Hexside, Terrain};
use hexwright_core::text::Finding;
use hexwright_core::{Diagnostic, Span, text::sort};
use rustc_hash::FxHashMap;

/// What is known about a list before any draw.
#[derive(Clone, Copy, Debug, Default)]
struct Known {
    most: usize,
    hexes: HexSet,
}

/// Which elevations each terrain can have.
type Elevations = FxHashMap<TerrainRef, [bool; 3]>;

struct Lint<'s> {
    script: &'s Script,
    labels: Vec<Known>,
    /// The definitions that nothing has referred to yet.
    unused: FxHashMap<LabelId, Span>,
    findings: Vec<Diagnostic>,
    possible: Possible,
}

/// Which grounds each hex can get.
pub(crate) fn possible(script: &Script) -> Possible {
    let mut lint = Lint::new(script);
    lint.steps();
    lint.possible
}

/// All advice, sorted by place.
pub(crate) fn lint(script: &Script) -> Vec<Diagnostic> {
    let mut lint = Lint::new(script);
    let elevations = lint.steps();
    for pair in script.pairs.iter().filter(|p| !p.overridden) {
        lint.pair(pair, &elevations);
    }
    let mut findings = lint.findings;
    sort(&mut findings);
    findings
}

/// Hexsides without the probability that the language document wants; both programs read them as certain.
pub(crate) fn certain_hexsides(script: &Script) -> Vec<Diagnostic> {
    let mut lint = Lint::new(script);
    for side in script.pairs.iter().flat_map(|pair| pair.sides.of(&script.chances)).filter(|side| !side.given)
    {
        let message = format!("this {} has no probability and counts as certain", side.hexside.name());
        lint.advise(HEXSIDE_WITHOUT_PROBABILITY, side.span, message);
    }
    lint.findings
}

impl<'s> Lint<'s> {
    fn new(script: &'s Script) -> Self {
        let labels = (0..script.names.len() as u32)
            .map(|n| {
                let hexes = LabelId(n).predefined(script.mode);
                Known { most: hexes.len(), hexes: hexes.iter().map(|h| h.index()).collect() }
            })
            .collect();
        let (unused, findings, possible) = Default::default();
        Self { script, labels, unused, findings, possible }
    }

    fn advise(&mut self, finding: Finding, span: Span, message: impl Into<String>) {
        self.findings.push(finding.at(span, message));
    }

    fn steps(&mut self) -> Elevations {
        let mut elevations = Elevations::default();
        elevations.insert(TerrainRef::Known(Terrain::Plains), [true, false, false]);
        for step in &self.script.steps {
            match step.kind {
                StepKind::Area { pool, hazards } => {
                    let pool = self.list(pool);
                    let (mut placeable, mut certain) = (0, 0);
                    for hazard in hazards.of(&self.script.hazards) {
                        if hazard.probability <= 0.0 || pool.most <= certain {
                            let why = if hazard.probability <= 0.0 {
                                "its probability is 0"
                            } else {
                                "the hexes of its AREA are used up before its turn"
                            };
                            self.advise(
                                NEVER_PLACED,
                                hazard.span,
                                format!("this hazard is never placed: {why}"),
                            );
                            continue;
                        }
                        placeable += 1;
                        certain += usize::from(hazard.probability >= 100.0);
                        let possible = elevations.entry(hazard.terrain).or_default();
                        let [e0, e1, e2] = hazard.weights;
                        // weights that are no numbers put the hazard at elevation 0
                        let levels = [e0 > 0.0 || e0.is_nan(), e1 > 0.0, e2 > 0.0];
                        for (level, can) in levels.into_iter().enumerate() {
                            possible[level] |= can;
                            if let (true, TerrainRef::Known(terrain)) = (can, hazard.terrain) {
                                self.possible.add(pool.hexes, (terrain, level as u8));
                            }
                        }
                    }
                    self.labels[LabelId::USEDUP.0 as usize] =
                        Known { most: pool.most.min(placeable), ..pool };
                    self.labels[LabelId::LEFTOVER.0 as usize] =
                        Known { most: pool.most.saturating_sub(certain), ..pool };
                }
                StepKind::Label { label, name, list } => {
                    self.labels[label.0 as usize] = self.list(list);
                    let word = self.script.names.of(label);
                    if word.chars().any(char::is_uppercase) {
                        let message = format!("labels are words in lower case, found `{word}`");
                        self.advise(LABEL_CASE, name, message);
                    }
                    if let Some(earlier) = self.unused.insert(label, name) {
                        self.advise(UNUSED_LABEL, earlier, "this label is redefined before it is used");
                    }
                }
                StepKind::StartList(list) => {
                    let known = self.list(list);
                    if known.most < 7 || known.hexes.len() < 7 {
                        let most = known.most.min(known.hexes.len());
                        let message = format!("expected room for 7 defenders, found at most {most}");
                        self.advise(STARTLIST_SHORT, step.keyword, message);
                    }
                }
            }
        }
        for span in std::mem::take(&mut self.unused).into_values() {
            self.advise(UNUSED_LABEL, span, "this label is never used");
        }
        elevations
    }

    fn list(&mut self, run: Run) -> Known {
        let mut sum = Known::default();
        for piece in run.of(&self.script.pieces) {
            let known = match *piece {
                Piece::Hexes(run) => {
                    let hexes = run.of(&self.script.constants);
                    Known { most: hexes.len(), hexes: hexes.iter().map(|h| h.index()).collect() }
                }
                Piece::Label(label) => {
                    self.unused.remove(&label);
                    self.labels[label.0 as usize]
                }
                Piece::SomeOf(count, span, list) => {
                    let known = self.list(list);
                    let count = count as usize;
                    if count > known.most {
                        let message = format!("asks for {count} hexes of a list of at most {}", known.most);
                        self.advise(SOMEOF_SHORT, span, message);
                    }
                    let hexes = if count == 0 { HexSet::EMPTY } else { known.hexes };
                    Known { most: count.min(known.most), hexes }
                }
                Piece::Surroundings(list) => {
                    let inner = self.list(list);
                    let around =
                        |set: HexSet, i| set.or(HexId::from_index(i).map_or(HexSet::EMPTY, HexId::around));
                    let hexes = inner.hexes.iter().fold(HexSet::EMPTY, around);
                    Known { most: hexes.len(), hexes }
                }
                Piece::Substract(from, without) => {
                    let known = self.list(from);
                    self.list(without);
                    known
                }
            };
            sum.most = sum.most.saturating_add(known.most);
            sum.hexes = sum.hexes.or(known.hexes);
        }
        sum
    }

    fn pair(&mut self, pair: &Pair, elevations: &Elevations) {
        let fitting = |key: &PairKey| -> Vec<u32> {
            let possible = elevations.get(&key.terrain).copied().unwrap_or_default();
            (0..3).filter(|&e| possible[e as usize] && key.elevation.is_none_or(|k| k == e)).collect()
        };
        let [first, second] = pair.keys.each_ref().map(fitting);
        if first.is_empty() || second.is_empty() {
            let which = if first.is_empty() { "first" } else { "second" };
            let message = format!("no hazard of this script fits the {which} half of the pair");
            return self.advise(PAIR_NEVER_MATCHES, pair.keyword, message);
        }
        let meetings = || first.iter().flat_map(|a| second.iter().map(move |b| (a, b)));
        let higher = meetings().filter(|(a, b)| a > b).count();
        let lower = meetings().filter(|(a, b)| a < b).count();
        let [own, other] = pair.keys.map(|key| match key.terrain {
            TerrainRef::Known(terrain) => Some(terrain),
            TerrainRef::Unknown(_) => None,
        });
        for side in pair.sides.of(&self.script.chances) {
            let name = side.hexside.name();
            match side.hexside {
                Hexside::Slope | Hexside::Wall if higher == 0 => {
                    self.advise(
                        SIDE_NOT_HIGHER,
                        side.span,
                        format!("this {name} never lies on the higher hex"),
                    );
                }
                Hexside::Slope | Hexside::Wall if higher < meetings().count() => {
                    let message = format!("this {name} lies on the higher hex only for some elevations");
                    self.advise(SIDE_MAYBE_LEVEL, side.span, message);
                }
                Hexside::Cliff if lower == meetings().count() => {
                    self.advise(SIDE_NOT_HIGHER, side.span, "this cliff can only lie on the lower hex");
                }
                _ => {}
            }
            if side.hexside == Hexside::Wall && own != Some(Terrain::Tower) {
                self.advise(WALL_NOT_TOWER, side.span, "a wall belongs to a Tower hex");
            }
            if side.hexside == Hexside::Dune && own != Some(Terrain::Sand) {
                self.advise(DUNE_NOT_SAND, side.span, "a dune belongs to a Sand hex");
            }
            if crate::check::is_side_on_blocked(own, other) {
                self.advise(SIDE_ON_BLOCKED, side.span, format!("nobody on foot will meet this {name}"));
            }
        }
    }
}

const NEVER_PLACED: Finding =
    Finding::hint("never-placed", "a hazard is never placed", "Its chance or its hexes leave it no place.");
const PAIR_NEVER_MATCHES: Finding = Finding::hint(
    "pair-never-matches",
    "a PAIR matches no neighbours",
    "No AREA puts these terrains side by side.",
);
const SIDE_MAYBE_LEVEL: Finding = Finding::hint(
    "side-maybe-level",
    "a slope or wall may lie between hexes of one level",
    "Give elevations that always differ.",
);
const HEXSIDE_WITHOUT_PROBABILITY: Finding = Finding::hint(
    "hexside-without-probability",
    "a hexside has no probability",
    "The language wants a letter and a probability, as in `d,100.`. Without one the hexside is certain.",
);
const LABEL_CASE: Finding = Finding::hint(
    "label-case",
    "a label is not in lower case",
    "The language wants words in lower case only. Other programs may not know the label.",
);
const SOMEOF_SHORT: Finding =
    Finding::hint("someof-short", "SOMEOF asks for more hexes than there are", "All of them are taken.");
const UNUSED_LABEL: Finding = Finding::hint("unused-label", "a label is never used", "Delete it, or use it.");

/// What advice on scripts reports beyond what is odd about a map.
pub(crate) const FINDINGS: &[Finding] = &[
    NEVER_PLACED,
    PAIR_NEVER_MATCHES,
    SIDE_MAYBE_LEVEL,
    HEXSIDE_WITHOUT_PROBABILITY,
    LABEL_CASE,
    SOMEOF_SHORT,
    UNUSED_LABEL,
];
