//! Terrains and numbers as they were written, with their places: what the parser hands to the compiler.

use arrayvec::ArrayVec;
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

/// At most four values of a hazard; more are noted but not kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct Values {
    kept: ArrayVec<Value, 4>,
    too_many: bool,
    broken: bool,
}

impl Values {
    /// Adds a value.
    pub(crate) fn push(&mut self, value: Value) {
        self.too_many |= self.kept.try_push(value).is_err();
    }

    /// Notes that a value could not be understood.
    pub(crate) fn set_broken(&mut self) {
        self.broken = true;
    }

    /// Whether a value could not be understood.
    pub(crate) fn is_broken(&self) -> bool {
        self.broken
    }

    /// Whether more than four were written.
    pub(crate) fn are_too_many(&self) -> bool {
        self.too_many
    }

    /// The first four.
    pub(crate) fn kept(&self) -> &[Value] {
        &self.kept
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
