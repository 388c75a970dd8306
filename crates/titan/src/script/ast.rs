//! A script as it was written: statements, lists and values with their places. A statement with a mistake
//! keeps what was read before it, so that earlier mistakes are found too.

use hexwright_core::Span;

/// All statements of a script, in order.
#[derive(Clone, Debug, Default)]
pub struct Document {
    /// The statements.
    pub statements: Vec<Statement>,
}

/// One statement.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Its first word.
    pub keyword: Span,
    /// What it says.
    pub kind: StatementKind,
}

/// What a statement says.
#[derive(Clone, Debug)]
pub enum StatementKind {
    /// `AREA hexes HAZARDS hazards`.
    Area {
        /// Where.
        hexes: Vec<Item>,
        /// The word HAZARDS, or its oldest spelling TERRAINS.
        hazards_keyword: Span,
        /// Whether it was spelled TERRAINS.
        oldest_spelling: bool,
        /// What, in order of trial.
        hazards: Vec<Hazard>,
    },
    /// `LABEL name = hexes`.
    Label {
        /// The name.
        name: Span,
        /// What it stands for.
        hexes: Vec<Item>,
    },
    /// `PAIR (terrain,elevation)(terrain,elevation) HEXSIDES sides`.
    Pair {
        /// The hex that carries the hexside, and the hex it faces; none where a mistake hides it.
        ends: [Option<PairEnd>; 2],
        /// What is tried, in order.
        sides: Vec<SideChance>,
    },
    /// `STARTLIST hexes`.
    StartList(Vec<Item>),
    /// `TOWER`.
    Tower,
    /// `TITLE text`; the span is without quotes.
    Title(Span),
    /// `SUBTITLE text`; the span is without quotes.
    Subtitle(Span),
}

/// A member of a list of hexes.
#[derive(Clone, Debug)]
pub struct Item {
    /// From its first to its last character.
    pub span: Span,
    /// What it says.
    pub kind: ItemKind,
}

/// What a list member says.
#[derive(Clone, Debug)]
pub enum ItemKind {
    /// `D4`.
    Hex,
    /// `(x,y)` with numbers or ranges.
    Coordinates {
        /// Columns.
        x: Coordinate,
        /// Rows.
        y: Coordinate,
    },
    /// `(name)`; the span is the name.
    Label(Span),
    /// `(leftover)`.
    Leftover(Span),
    /// `(usedup)`.
    Usedup(Span),
    /// `SOMEOF(count,list)`; −1 if the count was a star.
    SomeOf(i64, Vec<Item>),
    /// `SURROUNDINGSOF(list)`.
    SurroundingsOf(Vec<Item>),
    /// `SUBSTRACT(list,list)`.
    Substract(Vec<Item>, Vec<Item>),
}

/// A number or a range of numbers.
#[derive(Clone, Copy, Debug)]
pub struct Coordinate {
    /// First number; −1 if it was a star.
    pub first: (i64, Span),
    /// Last number of a range.
    pub last: Option<(i64, Span)>,
}

/// A terrain as written: a letter, a word or a quoted word.
#[derive(Clone, Copy, Debug)]
pub struct TerrainToken {
    /// The whole token.
    pub span: Span,
    /// The name, without quotes.
    pub name: Span,
    /// Whether it belongs to the letter dialect.
    pub is_letter: bool,
}

/// A hazard and its values.
#[derive(Clone, Debug)]
pub struct Hazard {
    /// What.
    pub terrain: TerrainToken,
    /// Probability, elevation, odds, as written.
    pub values: Values,
}

/// At most four values; more are counted but not kept.
#[derive(Clone, Copy, Debug)]
pub struct Values {
    kept: [Value; 4],
    count: usize,
    broken: bool,
}

impl Default for Values {
    fn default() -> Self {
        let none = Value { span: Span { start: 0, end: 0 }, kind: ValueKind::Star };
        Self { kept: [none; 4], count: 0, broken: false }
    }
}

impl Values {
    /// Adds a value.
    pub(crate) fn push(&mut self, value: Value) {
        if let Some(place) = self.kept.get_mut(self.count) {
            *place = value;
        }
        self.count += 1;
    }

    /// Notes that a value could not be understood.
    pub(crate) fn set_broken(&mut self) {
        self.broken = true;
    }

    /// Whether a value could not be understood.
    #[must_use]
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// How many were written.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The first four.
    pub fn iter(&self) -> impl Iterator<Item = Value> {
        self.kept().iter().copied()
    }

    pub(crate) fn kept(&self) -> &[Value] {
        &self.kept[..self.count.min(4)]
    }
}

/// A value and its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: ValueKind,
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ValueKind {
    /// A number with a point.
    Float(f64),
    /// A number without.
    Number(u32),
    /// A star, which the original takes for −1.
    Star,
}

/// One half of a pair.
#[derive(Clone, Copy, Debug)]
pub struct PairEnd {
    /// The terrain.
    pub terrain: TerrainToken,
    /// The elevation; none for a star.
    pub elevation: Option<u32>,
    /// Where the elevation stands.
    pub elevation_span: Span,
}

/// A hexside that is tried.
#[derive(Clone, Copy, Debug)]
pub struct SideChance {
    /// The letter.
    pub letter: Span,
    /// The probability, if written.
    pub probability: Option<Value>,
}
