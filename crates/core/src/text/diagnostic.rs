//! A diagnostic is plain data: what, where, how bad, how to fix it.

use super::{Source, Span};

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The input cannot be used.
    Error,
    /// Usable, but probably not what was meant.
    Warning,
    /// Advice.
    Hint,
}

impl Severity {
    /// The lower-case word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Hint => "hint",
        }
    }
}

/// Replace the bytes of `span` by `text`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What to replace; empty to insert.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// A mechanical repair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, for a menu.
    pub title: String,
    /// Edits that do not overlap.
    pub edits: Vec<Edit>,
}

/// One finding in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Stable kebab-case name (or code) of the rule.
    pub id: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// Lower case, no full stop: "expected X, found Y".
    pub message: String,
    /// Where.
    pub span: Span,
    /// How to fix it.
    pub help: Option<String>,
    /// A repair that needs no thought.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// A finding without help or fix.
    #[must_use]
    pub fn new(severity: Severity, id: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self { id, severity, message: message.into(), span, help: None, fix: None }
    }

    /// An error.
    #[must_use]
    pub fn error(id: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, id, span, message)
    }

    /// A warning.
    #[must_use]
    pub fn warning(id: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, id, span, message)
    }

    /// A hint.
    #[must_use]
    pub fn hint(id: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self::new(Severity::Hint, id, span, message)
    }

    /// Adds how to fix it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds a mechanical repair of one edit.
    #[must_use]
    pub fn fix(mut self, title: impl Into<String>, span: Span, text: impl Into<String>) -> Self {
        self.fix = Some(Fix { title: title.into(), edits: vec![Edit { span, text: text.into() }] });
        self
    }

    /// Whether it is an error.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The finding in one line: `path:line:col: severity[id]: message`.
    #[must_use]
    pub fn headline(&self, source: &Source) -> String {
        let place = source.position(self.span.start as usize);
        format!("{}:{place}: {}[{}]: {}", source.name(), self.severity.name(), self.id, self.message)
    }
}

/// Sorts findings by place, then id: the order in which they are printed.
pub fn sort(diagnostics: &mut [Diagnostic]) {
    diagnostics.sort_by(|a, b| (a.span.start, a.id, a.span.end).cmp(&(b.span.start, b.id, b.span.end)));
}

/// Applies edits to a text. Overlapping edits are left out, the earlier one wins.
#[must_use]
pub fn apply_edits<'a>(text: &str, edits: impl IntoIterator<Item = &'a Edit>) -> String {
    let mut edits: Vec<&Edit> = edits.into_iter().collect();
    edits.sort_by_key(|e| e.span);
    let (mut out, mut done) = (String::with_capacity(text.len()), 0);
    for edit in edits {
        let range = edit.span.range();
        if range.start < done || text.get(range.clone()).is_none() {
            continue;
        }
        out.push_str(&text[done..range.start]);
        out.push_str(&edit.text);
        done = range.end;
    }
    out.push_str(&text[done..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_apply_from_the_front_and_never_overlap() {
        let edit = |a, b, t: &str| Edit { span: Span::new(a, b), text: t.into() };
        let edits = [edit(4, 5, "E"), edit(0, 2, "x"), edit(1, 3, "lost"), edit(6, 6, "!")];
        assert_eq!(apply_edits("abcdef", &edits), "xcdEf!");
    }
}
