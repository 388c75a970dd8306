//! What a conversion between two formats cannot keep.

use super::{Diagnostic, Span};

/// What happens to something the other format cannot say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LossKind {
    /// Kept in a note and restored when converted back.
    Carried,
    /// Said differently.
    Changed,
    /// Gone.
    Dropped,
}

impl LossKind {
    /// The word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Carried => "carried",
            Self::Changed => "changed",
            Self::Dropped => "dropped",
        }
    }
}

/// One loss of a conversion.
///
/// `O` is how its origin is named: conversions of values name a part of the value, conversions of texts a span
/// of the text that was read.
///
/// ```
/// use hexwright_core::Span;
/// use hexwright_core::text::{Loss, LossKind};
///
/// // the value's second line; only the reader knows where it stands
/// let loss = Loss { id: "too-many", kind: LossKind::Dropped, what: "line 2 is left out".into(), origin: Some(2) };
/// let loss = loss.locate(|line| (line == 2).then_some(Span::new(10, 15)));
/// assert_eq!(loss.diagnostic().message, "dropped: line 2 is left out");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss<O = Span> {
    /// Stable name, such as `L-gold`.
    pub id: &'static str,
    /// How bad.
    pub kind: LossKind,
    /// What is lost, in words.
    pub what: String,
    /// Where the text that is converted says it, if it does.
    pub origin: Option<O>,
}

impl<O> Loss<O> {
    /// Whether the other format still says it, if only in a note.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.kind == LossKind::Carried
    }

    /// The same loss with its place in the text.
    #[must_use]
    pub fn locate(self, place: impl FnOnce(O) -> Option<Span>) -> Loss {
        Loss { id: self.id, kind: self.kind, what: self.what, origin: self.origin.and_then(place) }
    }

    /// The loss in words.
    #[must_use]
    pub fn sentence(&self) -> String {
        format!("{}: {}", self.kind.name(), self.what)
    }
}

impl Loss {
    /// The loss as a warning.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        Diagnostic::warning(self.id, self.origin.unwrap_or(Span::at(0)), self.sentence())
    }
}
