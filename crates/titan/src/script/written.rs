//! Terrains and numbers as they were written, with their places: what the parser hands to the compiler.

use hexwright_core::Span;

/// A number or a range of numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Coordinate {
    /// First number; −1 if it was a star.
    pub(crate) first: (i64, Span),
    /// Last number of a range.
    pub(crate) last: Option<(i64, Span)>,
}

/// A terrain: a letter, a word or a quoted word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TerrainToken {
    /// The whole token.
    pub(crate) span: Span,
    /// The name, without quotes.
    pub(crate) name: Span,
    /// Whether it belongs to the letter dialect.
    pub(crate) is_letter: bool,
}

/// At most four values of a hazard; more are counted but not kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Values {
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
    pub(crate) fn is_broken(&self) -> bool {
        self.broken
    }

    /// How many were written.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The first four.
    pub(crate) fn kept(&self) -> &[Value] {
        &self.kept[..self.count.min(4)]
    }
}

/// A value and its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Value {
    pub(crate) span: Span,
    pub(crate) kind: ValueKind,
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ValueKind {
    /// A number with a point.
    Float(f64),
    /// A number without.
    Number(u32),
    /// A star, which the original takes for −1.
    Star,
}

/// One half of a pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairEnd {
    pub(crate) terrain: TerrainToken,
    /// The elevation; none for a star.
    pub(crate) elevation: Option<u32>,
    /// Where the elevation stands.
    pub(crate) elevation_span: Span,
}
