//! A script ready to run: numbered labels, weights, a table of pairs.

use super::pairs::PairTable;
use crate::{HexId, Hexside, Mode, Terrain};
use hexwright_core::Span;

/// A script without errors. Rolling it needs random words and nothing else.
#[derive(Clone, Debug)]
pub struct Script {
    pub(crate) mode: Mode,
    pub(crate) title: Box<str>,
    pub(crate) subtitle: Box<str>,
    pub(crate) tower: bool,
    pub(crate) steps: Vec<Step>,
    pub(crate) constants: Vec<HexId>,
    pub(crate) names: Vec<Box<str>>,
    pub(crate) pairs: Vec<Pair>,
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
            names: LabelId::NAMES.iter().map(|&n| n.into()).collect(),
            pairs: Vec::new(),
            table: PairTable::default(),
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
        self.names.iter().enumerate().filter(move |&(n, _)| defined(n)).map(|(_, name)| &**name)
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

    /// The hexes of a predefined label, in stored order: the order decides which hex a draw takes.
    pub(crate) fn predefined(self, mode: Mode) -> Vec<HexId> {
        let of = |labels: &str| labels.split(' ').filter_map(HexId::from_label).collect();
        match self.0 {
            0 => of("B3 B2 C4 C3 D4 D3 E4 E3 D5 C2 D2 E2"),
            1 => of("A3 A2 A1"),
            2 => of("D6 E5 F4"),
            3 => of("F1 D1 E1"),
            4 if mode == Mode::Colossus2002 => {
                HexId::all().filter(|h| !["A1", "A2", "A3", "D6"].contains(&h.label().as_str())).collect()
            }
            4 => HexId::all().collect(),
            _ => Vec::new(),
        }
    }
}

/// A statement that draws.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) keyword: Span,
    pub(crate) kind: StepKind,
}

#[derive(Clone, Debug)]
pub(crate) enum StepKind {
    Area { pool: Box<[Piece]>, hazards: Box<[Hazard]> },
    Label { label: LabelId, name: Span, list: Box<[Piece]> },
    StartList(Box<[Piece]>),
}

/// A member of a list.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    /// Hexes `start..end` of the script's constants.
    Hexes {
        start: u32,
        end: u32,
    },
    Label(LabelId),
    SomeOf(u32, Span, Box<[Piece]>),
    Surroundings(Box<[Piece]>),
    Substract(Box<[Piece]>, Box<[Piece]>),
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
    pub(crate) sides: Box<[Chance]>,
    pub(crate) overridden: bool,
}

/// A hexside and its chance in percent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chance {
    pub(crate) hexside: Hexside,
    pub(crate) percent: f64,
    pub(crate) span: Span,
}
