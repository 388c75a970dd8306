//! Kinds of findings, declared once beside the code that reports them, and how much a reader forgives.

use super::{Diagnostic, Severity, Span};

/// How much a reader forgives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Leniency {
    /// For opening, playing and converting: harmless slips are warnings.
    #[default]
    Lenient,
    /// For publishing: most warnings become errors.
    Strict,
}

impl Leniency {
    /// Severity of a slip that lenient readers forgive with a warning and strict readers refuse.
    #[must_use]
    pub const fn forgiven(self) -> Severity {
        match self {
            Self::Lenient => Severity::Warning,
            Self::Strict => Severity::Error,
        }
    }

    /// Turns warnings into errors if the reader is strict: for formats whose every warning is a slip.
    pub fn judge(self, diagnostics: &mut [Diagnostic]) {
        for finding in diagnostics.iter_mut().filter(|finding| finding.severity == Severity::Warning) {
            finding.severity = self.forgiven();
        }
    }

    /// [`Leniency::Strict`] if `strict` is set.
    #[must_use]
    pub const fn strict_if(strict: bool) -> Self {
        if strict { Self::Strict } else { Self::Lenient }
    }
}

/// A kind of finding, declared beside the check that reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Finding {
    /// Stable name; [`Diagnostic::id`] of what is reported.
    pub id: &'static str,
    /// Usual severity for a lenient reader.
    pub severity: Severity,
    /// What is wrong, in one line.
    pub title: &'static str,
    /// Why it matters and how to mend it.
    pub explanation: &'static str,
}

impl Finding {
    /// A finding that is an error for every reader.
    #[must_use]
    pub const fn error(id: &'static str, title: &'static str, explanation: &'static str) -> Self {
        Self { id, severity: Severity::Error, title, explanation }
    }

    /// A finding that is a warning for lenient readers.
    #[must_use]
    pub const fn warning(id: &'static str, title: &'static str, explanation: &'static str) -> Self {
        Self { id, severity: Severity::Warning, title, explanation }
    }

    /// Advice.
    #[must_use]
    pub const fn hint(id: &'static str, title: &'static str, explanation: &'static str) -> Self {
        Self { id, severity: Severity::Hint, title, explanation }
    }

    /// Reports it at a place, as bad as it usually is.
    #[must_use]
    pub fn at(&self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.rated(self.severity, span, message)
    }

    /// Reports it as a slip that only lenient readers forgive.
    #[must_use]
    pub fn judged(&self, leniency: Leniency, span: Span, message: impl Into<String>) -> Diagnostic {
        self.rated(leniency.forgiven(), span, message)
    }

    /// Reports it as worse or better than usual.
    #[must_use]
    pub fn rated(&self, severity: Severity, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(severity, self.id, span, message)
    }
}
