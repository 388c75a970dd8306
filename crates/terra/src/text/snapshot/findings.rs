//! The list of findings while a snapshot is read: bounded, and sorted into four levels by code.

use hexwright_core::{Diagnostic, Severity, Span};

/// More findings than this help nobody; the rest is counted and told in one line.
const MOST_FINDINGS: usize = 500;

/// How far a snapshot is checked. Each level looks at what the lower ones left intact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Lines, keys, numbers, lists (codes `S…`).
    Syntax,
    /// Names of factions, tiles, colours (codes `V…`).
    Vocabulary,
    /// Hexes, rivers, bridge sites (codes `G…`).
    Geometry,
    /// Counts and limits of the game (codes `R…`).
    #[default]
    Rules,
}

impl Level {
    /// All four, in order.
    pub const ALL: [Self; 4] = [Self::Syntax, Self::Vocabulary, Self::Geometry, Self::Rules];

    /// The lower-case word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::Vocabulary => "vocabulary",
            Self::Geometry => "geometry",
            Self::Rules => "rules",
        }
    }

    /// The level a finding belongs to, by the letter of its code.
    #[must_use]
    pub fn of(code: &str) -> Self {
        match code.as_bytes().first() {
            Some(b'S') => Self::Syntax,
            Some(b'V') => Self::Vocabulary,
            Some(b'G') => Self::Geometry,
            _ => Self::Rules,
        }
    }

    /// The level with this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(name))
    }
}

/// Collects findings.
#[derive(Clone, Debug, Default)]
pub(super) struct Findings {
    list: Vec<Diagnostic>,
    spare: Option<Diagnostic>,
    left_out: usize,
}

/// The finding just added, to give it a help.
pub(super) struct Added<'a>(&'a mut Diagnostic);

impl Added<'_> {
    pub(super) fn help(self, help: impl Into<String>) {
        self.0.help = Some(help.into());
    }
}

impl Findings {
    pub(super) fn error(&mut self, code: &'static str, at: Span, message: impl Into<String>) -> Added<'_> {
        self.add(Severity::Error, code, at, message)
    }

    pub(super) fn warning(&mut self, code: &'static str, at: Span, message: impl Into<String>) -> Added<'_> {
        self.add(Severity::Warning, code, at, message)
    }

    pub(super) fn note(&mut self, code: &'static str, at: Span, message: impl Into<String>) -> Added<'_> {
        self.add(Severity::Hint, code, at, message)
    }

    fn add(
        &mut self,
        severity: Severity,
        code: &'static str,
        at: Span,
        message: impl Into<String>,
    ) -> Added<'_> {
        let finding = Diagnostic::new(severity, code, at, message);
        if self.list.len() < MOST_FINDINGS {
            self.list.push(finding);
            let last = self.list.len() - 1;
            return Added(&mut self.list[last]);
        }
        self.left_out += 1;
        Added(self.spare.insert(finding))
    }

    /// All of them, sorted by place.
    pub(super) fn into_sorted(mut self) -> Vec<Diagnostic> {
        hexwright_core::text::sort(&mut self.list);
        if let Some(mut last) = self.spare {
            last.message = format!("{} more findings are left out", self.left_out);
            last.help = Some("repair the first ones and check again".to_owned());
            self.list.push(last);
        }
        self.list
    }
}
