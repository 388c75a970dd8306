//! The mistakes a `.game` file can have: one table, judged leniently or strictly.

use hexwright_core::{Diagnostic, Severity, Span};

/// How a file is judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// For opening, converting and playing: what Pioneers reads, with warnings.
    #[default]
    Lenient,
    /// For publishing: most warnings are errors.
    Strict,
}

/// A kind of mistake.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// `G001` …
    pub id: &'static str,
    /// A short name.
    pub name: &'static str,
    /// How bad in lenient mode; `None`: not reported.
    pub lenient: Option<Severity>,
    /// How bad in strict mode.
    pub strict: Severity,
}

/// An error in both modes.
const fn error(id: &'static str, name: &'static str) -> Rule {
    Rule { id, name, lenient: Some(Severity::Error), strict: Severity::Error }
}

/// A warning that strictness turns into an error.
const fn mistake(id: &'static str, name: &'static str) -> Rule {
    Rule { id, name, lenient: Some(Severity::Warning), strict: Severity::Error }
}

/// A warning in both modes.
const fn remark(id: &'static str, name: &'static str) -> Rule {
    Rule { id, name, lenient: Some(Severity::Warning), strict: Severity::Warning }
}

/// All kinds of mistakes.
pub const RULES: &[Rule] = &[
    mistake("G001", "cr-line-end"),
    mistake("G002", "bom"),
    mistake("G003", "not-utf8"),
    error("G004", "nul"),
    error("G005", "too-large"),
    error("G006", "unknown-keyword"),
    mistake("G007", "no-word-boundary"),
    remark("G008", "obsolete-variant"),
    remark("G009", "new-rule"),
    mistake("G010", "repeated"),
    mistake("G011", "bad-integer"),
    mistake("G012", "out-of-range"),
    mistake("G013", "value-on-switch"),
    mistake("G014", "no-title"),
    error("G015", "empty-list"),
    mistake("G016", "list-syntax"),
    mistake("G017", "chit-range"),
    mistake("G018", "chits-after-map"),
    error("G019", "no-chits"),
    error("G020", "no-map"),
    mistake("G021", "unterminated-map"),
    error("G022", "keyword-in-map"),
    mistake("G023", "dot-with-blanks"),
    error("G024", "second-map"),
    mistake("G025", "nosetup-before-map"),
    mistake("G026", "nosetup-no-node"),
    mistake("G027", "nosetup-arguments"),
    mistake("G030", "unknown-tile-text"),
    error("G031", "land-without-number"),
    error("G032", "duplicate-number"),
    remark("G033", "sequence-gap"),
    error("G034", "too-many-chits"),
    Rule { id: "G035", name: "chits-repeat", lenient: None, strict: Severity::Warning },
    remark("G036", "sea-with-number"),
    error("G037", "bad-facing"),
    mistake("G038", "no-facing"),
    remark("G039", "port-without-land"),
    error("G040", "gold-port"),
    mistake("G041", "grid-too-large"),
    mistake("G042", "pirate-not-movable"),
    mistake("G043", "two-pirates"),
    mistake("G044", "empty-cell"),
    mistake("G045", "comment-in-map"),
    mistake("G046", "blank-row"),
    mistake("G047", "no-land"),
    remark("G049", "lobby"),
    remark("G050", "not-winnable"),
    remark("G051", "hash-in-title"),
    mistake("G052", "missing-keyword"),
    mistake("G054", "missing-separator"),
    error("G055", "number-too-large"),
];

/// The most findings that are kept.
const MOST: usize = 100;

/// A finding whose severity the mode has still to decide.
#[derive(Clone, Debug)]
pub(super) struct Issue {
    pub(super) id: &'static str,
    pub(super) span: Span,
    pub(super) message: String,
    pub(super) help: Option<String>,
    /// An error in both modes, whatever the table says.
    pub(super) fatal: bool,
}

impl Issue {
    pub(super) fn new(id: &'static str, span: Span, message: impl Into<String>) -> Self {
        Self { id, span, message: message.into(), help: None, fatal: false }
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    pub(super) const fn fatal(mut self) -> Self {
        self.fatal = true;
        self
    }

    /// Whether the file cannot be read because of it, in any mode.
    pub(super) fn is_error(&self) -> bool {
        self.fatal || rule(self.id).lenient == Some(Severity::Error)
    }
}

/// The rule with this id.
fn rule(id: &str) -> Rule {
    *RULES.iter().find(|r| r.id == id).expect("every reported id stands in the table")
}

/// Issues as findings of a mode, in the order in which they are printed.
pub(super) fn judge(issues: Vec<Issue>, mode: Mode) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = issues
        .into_iter()
        .filter_map(|issue| {
            let rule = rule(issue.id);
            let severity = match mode {
                _ if issue.fatal => Severity::Error,
                Mode::Lenient => rule.lenient?,
                Mode::Strict => rule.strict,
            };
            let finding = Diagnostic::new(severity, issue.id, issue.span, issue.message);
            Some(Diagnostic { help: issue.help, ..finding })
        })
        .collect();
    hexwright_core::text::sort(&mut found);
    // a list cut short must still say that the file cannot be used
    if let Some(cut) = found.get(MOST..).and_then(|tail| tail.iter().find(|d| d.is_error()))
        && !found[..MOST].iter().any(Diagnostic::is_error)
    {
        found[MOST - 1] = cut.clone();
    }
    found.truncate(MOST);
    found
}
