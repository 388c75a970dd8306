//! The mistakes a `.game` file can have: one table, judged leniently or strictly.

use hexwright_core::text::{Finding, Leniency};
use hexwright_core::{Diagnostic, Severity, Span};

pub(super) const G001: Finding = Finding::warning(
    "G001",
    "lines end with CR",
    "Files are exchanged with LF line ends. `hexwright fmt` writes them.",
);
pub(super) const G002: Finding = Finding::warning(
    "G002",
    "the file begins with a byte-order mark",
    "Pioneers takes the mark for a part of the first keyword. `hexwright fmt` removes it.",
);
pub(super) const G003: Finding = Finding::warning(
    "G003",
    "the file is not UTF-8",
    "It is read as Latin-1 and never rewritten in place. Save it as UTF-8.",
);
pub(super) const G004: Finding = Finding::error("G004", "the file has a NUL byte", "It is no text file.");
pub(super) const G005: Finding = Finding::error(
    "G005",
    "the file, a line or a list is too long",
    "The limits are 1 MiB, 65,536 characters a line, 1,024 numbers a list and 10,000 lines of text.",
);
pub(super) const G006: Finding =
    Finding::error("G006", "a line begins with no keyword", "The message names the nearest keyword.");
pub(super) const G007: Finding = Finding::warning(
    "G007",
    "no blank stands behind a keyword",
    "Pioneers reads the line, other programs may not. Put a blank behind the keyword.",
);
pub(super) const G008: Finding =
    Finding::warning("G008", "`variant` is obsolete", "Pioneers ignores the line. Delete it.");
pub(super) const G009: Finding = Finding::warning(
    "G009",
    "`new-rule` is for programmers of Pioneers",
    "The line is ignored and not written again.",
);
pub(super) const G010: Finding =
    Finding::warning("G010", "a keyword stands twice", "The last line counts. Delete the others.");
pub(super) const G011: Finding = Finding::warning(
    "G011",
    "no number stands behind a keyword, or text behind the number",
    "Write one whole number.",
);
pub(super) const G012: Finding = Finding::warning(
    "G012",
    "a number is out of its range",
    "The message names the range. A number that does not fit 32 bits is an error.",
);
pub(super) const G013: Finding =
    Finding::warning("G013", "a value stands behind a switch", "The keyword alone switches the rule on.");
pub(super) const G014: Finding =
    Finding::warning("G014", "the map has no title", "It is called after its file. Add a line `title`.");
pub(super) const G015: Finding =
    Finding::error("G015", "a list is empty", "Give numbers separated by commas, or delete the line.");
pub(super) const G016: Finding = Finding::warning(
    "G016",
    "a list is not separated by single commas",
    "`hexwright fmt` writes it as Pioneers does.",
);
pub(super) const G017: Finding =
    Finding::warning("G017", "a chit is a number no roll gives", "Chits are 2 to 12.");
pub(super) const G018: Finding = Finding::warning(
    "G018",
    "`chits` stands behind the map",
    "Pioneers may read the map first. Move the line above `map`.",
);
pub(super) const G019: Finding =
    Finding::error("G019", "the map has no chits", "Land needs numbers: add a line `chits`.");
pub(super) const G020: Finding = Finding::error(
    "G020",
    "the file has no `map` line",
    "The rows of the board follow a line `map` and end with a line `.`.",
);
pub(super) const G021: Finding =
    Finding::warning("G021", "the map has no end", "End it with a line that holds a single `.`.");
pub(super) const G022: Finding = Finding::error(
    "G022",
    "a keyword stands among the rows of the map",
    "The end of the map, a line `.`, is probably missing.",
);
pub(super) const G023: Finding = Finding::warning(
    "G023",
    "blanks stand around the `.` that ends the map",
    "Pioneers wants the `.` alone on its line.",
);
pub(super) const G024: Finding = Finding::error("G024", "the file has a second map", "A file holds one map.");
pub(super) const G025: Finding = Finding::warning(
    "G025",
    "`nosetup` stands before the map",
    "Pioneers cannot find the corner yet. Move the line below the map.",
);
pub(super) const G026: Finding = Finding::warning(
    "G026",
    "`nosetup` names no corner of the board",
    "No hex touches the corner. The line is ignored.",
);
pub(super) const G027: Finding =
    Finding::warning("G027", "`nosetup` has wrong numbers", "Write column, row and corner (0 to 5).");
pub(super) const G030: Finding = Finding::warning("G030", "a tile has unknown text", "The text is ignored.");
pub(super) const G031: Finding = Finding::error(
    "G031",
    "a land tile has no number",
    "Every land tile has its place in the sequence of chits.",
);
pub(super) const G032: Finding = Finding::error(
    "G032",
    "two tiles have the same number",
    "Numbers give the order in which chits are laid.",
);
pub(super) const G033: Finding =
    Finding::warning("G033", "the sequence of tile numbers has a gap", "Pioneers closes it.");
pub(super) const G034: Finding = Finding::error(
    "G034",
    "more chits and deserts than numbered tiles",
    "Pioneers refuses the map. Remove chits.",
);
pub(super) const G035: Finding =
    Finding::warning("G035", "fewer chits than tiles", "The chits are laid again from the first one.");
pub(super) const G036: Finding =
    Finding::warning("G036", "a sea tile has a number", "It takes a chit that no land gets.");
pub(super) const G037: Finding =
    Finding::error("G037", "a port faces no direction", "Directions are 0 to 5.");
pub(super) const G038: Finding =
    Finding::warning("G038", "a port has no direction", "It is taken as 0, east.");
pub(super) const G039: Finding = Finding::warning("G039", "a port faces no land", "Nobody can use it.");
pub(super) const G040: Finding = Finding::error(
    "G040",
    "a port of gold does not exist",
    "Ports trade one of the five resources, or any three for one.",
);
pub(super) const G041: Finding =
    Finding::warning("G041", "the board has more than 32 rows or columns", "What is beyond is cut off.");
pub(super) const G042: Finding = Finding::warning(
    "G042",
    "the pirate stands on the board but cannot be moved",
    "Add a line `use-pirate`.",
);
pub(super) const G043: Finding =
    Finding::warning("G043", "two pirates stand on the board", "The last one counts.");
pub(super) const G044: Finding = Finding::warning("G044", "a cell is empty", "Write `-` for no hex.");
pub(super) const G045: Finding = Finding::warning(
    "G045",
    "a comment stands among the rows",
    "Pioneers reads it as a row. Move it above `map`.",
);
pub(super) const G046: Finding =
    Finding::warning("G046", "a blank line stands among the rows", "Pioneers reads it as an empty row.");
pub(super) const G047: Finding =
    Finding::warning("G047", "the map has no land", "Nothing can be built here.");
pub(super) const G049: Finding = Finding::warning(
    "G049",
    "the map is a lobby",
    "Pioneers uses such maps as a meeting place; they cannot be played.",
);
pub(super) const G050: Finding = Finding::warning(
    "G050",
    "nobody can reach the points to win",
    "Lower the target or add pieces or cards.",
);
pub(super) const G051: Finding =
    Finding::warning("G051", "the title has a `#`", "Some programs take the rest of the line for a comment.");
pub(super) const G052: Finding = Finding::warning(
    "G052",
    "a keyword every game needs is missing",
    "Pioneers takes 0 for it. Add the line.",
);
pub(super) const G054: Finding =
    Finding::warning("G054", "a separator between two cells is missing", "Write a comma.");
pub(super) const G055: Finding = Finding::error(
    "G055",
    "a tile number exceeds 1023",
    "Numbers give the order of the chits; none needs to be that large.",
);

/// All kinds of mistakes.
pub(super) const FINDINGS: &[Finding] = &[
    G001, G002, G003, G004, G005, G006, G007, G008, G009, G010, G011, G012, G013, G014, G015, G016, G017,
    G018, G019, G020, G021, G022, G023, G024, G025, G026, G027, G030, G031, G032, G033, G034, G035, G036,
    G037, G038, G039, G040, G041, G042, G043, G044, G045, G046, G047, G049, G050, G051, G052, G054, G055,
];
/// Warnings that strict readers turn into errors.
const REFUSED_STRICTLY: &[Finding] = &[
    G001, G002, G003, G007, G010, G011, G012, G013, G014, G016, G017, G018, G021, G023, G025, G026, G027,
    G030, G038, G041, G042, G043, G044, G045, G046, G047, G052, G054,
];

/// Findings that only strict readers report.
const ONLY_STRICTLY: &[Finding] = &[G035];

/// The most findings that are kept.
const MOST: usize = 100;

/// A finding whose severity is still to be decided.
#[derive(Clone, Debug)]
pub(super) struct Issue {
    pub(super) finding: Finding,
    pub(super) span: Span,
    pub(super) message: String,
    pub(super) help: Option<String>,
    /// An error for every reader, whatever the table says.
    pub(super) fatal: bool,
}

impl Issue {
    pub(super) fn new(finding: Finding, span: Span, message: impl Into<String>) -> Self {
        Self { finding, span, message: message.into(), help: None, fatal: false }
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    pub(super) const fn fatal(mut self) -> Self {
        self.fatal = true;
        self
    }

    /// Whether the file cannot be read because of it, however lenient.
    pub(super) fn is_error(&self) -> bool {
        self.fatal || self.finding.severity == Severity::Error
    }
}

/// The severity of an issue; `None` if it is not reported.
fn severity(issue: &Issue, leniency: Leniency) -> Option<Severity> {
    let strict = leniency == Leniency::Strict;
    match issue.finding.severity {
        _ if issue.fatal => Some(Severity::Error),
        _ if strict && REFUSED_STRICTLY.contains(&issue.finding) => Some(Severity::Error),
        _ if !strict && ONLY_STRICTLY.contains(&issue.finding) => None,
        severity => Some(severity),
    }
}

/// Issues as findings, in the order in which they are printed.
pub(super) fn judge(issues: Vec<Issue>, leniency: Leniency) -> Vec<Diagnostic> {
    let judged = issues.into_iter().filter_map(|issue| {
        let finding = issue.finding.rated(severity(&issue, leniency)?, issue.span, issue.message);
        Some(Diagnostic { help: issue.help, ..finding })
    });
    let mut found: Vec<Diagnostic> = judged.collect();
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
