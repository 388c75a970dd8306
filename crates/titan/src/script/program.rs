//! A script ready to run: numbered labels, weights, a table of pairs.

use super::pairs::PairTable;
use crate::{HexId, Hexside, Mode, Terrain};
use hexwright_core::Span;
use std::borrow::Cow;

/// A script without errors. Rolling it needs random words and nothing else.
#[derive(Clone, Debug)]
pub struct Script {
    pub(crate) mode: Mode,
    pub(crate) title: Cow<'static, str>,
    pub(crate) subtitle: Cow<'static, str>,
    pub(crate) tower: bool,
    pub(crate) steps: Vec<Step>,
    pub(crate) constants: Vec<HexId>,
    pub(crate) pieces: Vec<Piece>,
    pub(crate) hazards: Vec<Hazard>,
    pub(crate) names: Names,
    pub(crate) pairs: Vec<Pair>,
    pub(crate) chances: Vec<Chance>,
    pub(crate) table: PairTable,
    pub(crate) letters: Option<bool>,
    pub(crate) oldest_spelling: bool,
}

/// The period of the language a script belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// The first week: TERRAINS and letters.
    Terrains,
    /// Hazards are letters.
    Letter,
    /// Hazards are names.
    Name,
}

impl Dialect {
    /// The lower-case name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Terrains => "terrains",
            Self::Letter => "letter",
            Self::Name => "name",
        }
    }
}

impl Script {
    /// The title of scripts that name none.
    pub const DEFAULT_TITLE: &'static str = "Randomized!";

    pub(crate) fn empty(mode: Mode) -> Self {
        Self {
            mode,
            title: Self::DEFAULT_TITLE.into(),
            subtitle: Self::DEFAULT_TITLE.into(),
            tower: false,
            steps: Vec::new(),
            constants: Vec::new(),
            pieces: Vec::new(),
            hazards: Vec::new(),
            names: Names::predefined(),
            pairs: Vec::new(),
            chances: Vec::new(),
            table: PairTable::EMPTY,
            letters: None,
            oldest_spelling: false,
        }
    }

    /// The title of its maps.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The subtitle of its maps.
    #[must_use]
    pub fn subtitle(&self) -> &str {
        &self.subtitle
    }

    /// Whether its maps are towers.
    #[must_use]
    pub fn tower(&self) -> bool {
        self.tower
    }

    /// The period it belongs to, judged by its first terrain; names for a script without any.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        match (self.oldest_spelling, self.letters) {
            (true, _) => Dialect::Terrains,
            (false, Some(true)) => Dialect::Letter,
            _ => Dialect::Name,
        }
    }

    /// The names of the labels it defines, predefined names included where it defines them anew.
    pub fn defined_labels(&self) -> impl Iterator<Item = &str> {
        let defined = |n: usize| {
            self.steps
                .iter()
                .any(|step| matches!(step.kind, StepKind::Label { label, .. } if label.0 as usize == n))
        };
        self.names.iter().enumerate().filter(move |&(n, _)| defined(n)).map(|(_, name)| name)
    }
}

/// The names of the labels by number, behind each other in one text.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    text: String,
    ends: Vec<u32>,
}

impl Names {
    fn predefined() -> Self {
        let mut names = Self { text: String::with_capacity(256), ends: Vec::with_capacity(24) };
        LabelId::NAMES.iter().for_each(|name| _ = names.push(name));
        names
    }

    /// The number of a new name.
    pub(crate) fn push(&mut self, name: &str) -> LabelId {
        self.text.push_str(name);
        self.ends.push(self.text.len() as u32);
        LabelId(self.ends.len() as u32 - 1)
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The name of a label.
    pub(crate) fn of(&self, label: LabelId) -> &str {
        let number = label.0 as usize;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start as usize..self.ends[number] as usize]
    }

    /// All names, in the order of their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(&start, &end)| &self.text[start as usize..end as usize])
    }
}

/// The number of a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct LabelId(pub(crate) u32);

impl LabelId {
    pub(crate) const LEFT_ENTRY: Self = Self(1);
    pub(crate) const UPPER_ENTRY: Self = Self(2);
    pub(crate) const LOWER_ENTRY: Self = Self(3);
    pub(crate) const LEFTOVER: Self = Self(5);
    pub(crate) const USEDUP: Self = Self(6);

    /// The labels that need no definition. The last two are set by each AREA.
    pub(crate) const NAMES: [&'static str; 7] = [
        "inside",
        "leftdefenseentry",
        "upperdefenseentry",
        "lowerdefenseentry",
        "anywhere",
        "leftover",
        "usedup",
    ];

    /// The label that has this name without a definition.
    pub(crate) fn from_predefined(name: &str) -> Option<Self> {
        Some(Self(match name {
            "inside" => 0,
            "leftdefenseentry" => 1,
            "upperdefenseentry" => 2,
            "lowerdefenseentry" => 3,
            "anywhere" => 4,
            "leftover" => 5,
            "usedup" => 6,
            _ => return None,
        }))
    }

    /// The hexes of a predefined label, in stored order: the order decides which hex a draw takes.
    pub(crate) const fn predefined(self, mode: Mode) -> &'static [HexId] {
        const INSIDE: [HexId; 12] =
            hexes(["B3", "B2", "C4", "C3", "D4", "D3", "E4", "E3", "D5", "C2", "D2", "E2"]);
        const LEFT: [HexId; 3] = hexes(["A3", "A2", "A1"]);
        const UPPER: [HexId; 3] = hexes(["D6", "E5", "F4"]);
        const LOWER: [HexId; 3] = hexes(["F1", "D1", "E1"]);
        const ANYWHERE: [HexId; 27] = hexes([
            "A3", "A2", "A1", "B4", "B3", "B2", "B1", "C5", "C4", "C3", "C2", "C1", "D6", "D5", "D4", "D3",
            "D2", "D1", "E5", "E4", "E3", "E2", "E1", "F4", "F3", "F2", "F1",
        ]);
        const ANYWHERE_2002: [HexId; 23] = hexes([
            "B4", "B3", "B2", "B1", "C5", "C4", "C3", "C2", "C1", "D5", "D4", "D3", "D2", "D1", "E5", "E4",
            "E3", "E2", "E1", "F4", "F3", "F2", "F1",
        ]);
        match (self.0, mode) {
            (0, _) => &INSIDE,
            (1, _) => &LEFT,
            (2, _) => &UPPER,
            (3, _) => &LOWER,
            (4, Mode::Colossus2002) => &ANYWHERE_2002,
            (4, _) => &ANYWHERE,
            _ => &[],
        }
    }
}

/// The hexes with these labels, found when this is compiled.
const fn hexes<const N: usize>(labels: [&str; N]) -> [HexId; N] {
    let (mut all, mut i) = ([HexId::from_index(0).expect("the first hex"); N], 0);
    while i < N {
        all[i] = HexId::from_label(labels[i]).expect("a label of the board");
        i += 1;
    }
    all
}

/// A statement that draws.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) keyword: Span,
    pub(crate) kind: StepKind,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum StepKind {
    Area { pool: Run, hazards: Run },
    Label { label: LabelId, name: Span, list: Run },
    StartList(Run),
}

/// A part of one of the script's lists: all lists of a kind lie behind each other, so that a script is a
/// handful of allocations.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Run {
    start: u32,
    end: u32,
}

impl Run {
    pub(crate) const fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }

    #[inline]
    pub(crate) fn of<T>(self, all: &[T]) -> &[T] {
        &all[self.start as usize..self.end as usize]
    }
}

/// A member of a list; a run is one of the script's constants or, in functions, of its pieces.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Piece {
    Hexes(Run),
    Label(LabelId),
    SomeOf(u32, Span, Run),
    Surroundings(Run),
    Substract(Run, Run),
}

/// A terrain, or a name that only the original's modes let pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TerrainRef {
    Known(Terrain),
    Unknown(u32),
}

/// A hazard with the chance to be placed and the weights of its elevations, in percent.
#[derive(Clone, Debug)]
pub(crate) struct Hazard {
    pub(crate) terrain: TerrainRef,
    pub(crate) span: Span,
    pub(crate) probability: f64,
    pub(crate) weights: [f64; 3],
}

/// One half of a pair's key; no elevation is a star.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct PairKey {
    pub(crate) terrain: TerrainRef,
    pub(crate) elevation: Option<u32>,
}

/// Hexsides to try between two kinds of ground.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub(crate) keyword: Span,
    pub(crate) keys: [PairKey; 2],
    pub(crate) sides: Run,
    pub(crate) overridden: bool,
}

/// A hexside and its chance in percent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chance {
    pub(crate) hexside: Hexside,
    pub(crate) percent: f64,
    /// Whether a probability was written.
    pub(crate) given: bool,
    pub(crate) span: Span,
}
