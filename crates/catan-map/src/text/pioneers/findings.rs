//! The mistakes a `.game` file can have: one table, judged leniently or strictly.

use hexwright_core::text::{Finding, Leniency};
use hexwright_core::{Diagnostic, Severity, Span};

/// All kinds of mistakes.
pub(super) const FINDINGS: &[Finding] = &[
    Finding::warning(
        "G001",
        "lines end with CR",
        "Files are exchanged with LF line ends. `hexwright fmt` writes them.",
    ),
    Finding::warning(
        "G002",
        "the file begins with a byte-order mark",
        "Pioneers takes the mark for a part of the first keyword. `hexwright fmt` removes it.",
    ),
    Finding::warning(
        "G003",
        "the file is not UTF-8",
        "It is read as Latin-1 and never rewritten in place. Save it as UTF-8.",
    ),
    Finding::error("G004", "the file has a NUL byte", "It is no text file."),
    Finding::error(
        "G005",
        "the file, a line or a list is too long",
        "The limits are 1 MiB, 65,536 characters a line, 1,024 numbers a list and 10,000 lines of text.",
    ),
    Finding::error("G006", "a line begins with no keyword", "The message names the nearest keyword."),
    Finding::warning(
        "G007",
        "no blank stands behind a keyword",
        "Pioneers reads the line, other programs may not. Put a blank behind the keyword.",
    ),
    Finding::warning("G008", "`variant` is obsolete", "Pioneers ignores the line. Delete it."),
    Finding::warning(
        "G009",
        "`new-rule` is for programmers of Pioneers",
        "The line is ignored and not written again.",
    ),
    Finding::warning("G010", "a keyword stands twice", "The last line counts. Delete the others."),
    Finding::warning(
        "G011",
        "no number stands behind a keyword, or text behind the number",
        "Write one whole number.",
    ),
    Finding::warning(
        "G012",
        "a number is out of its range",
        "The message names the range. A number that does not fit 32 bits is an error.",
    ),
    Finding::warning("G013", "a value stands behind a switch", "The keyword alone switches the rule on."),
    Finding::warning("G014", "the map has no title", "It is called after its file. Add a line `title`."),
    Finding::error("G015", "a list is empty", "Give numbers separated by commas, or delete the line."),
    Finding::warning(
        "G016",
        "a list is not separated by single commas",
        "`hexwright fmt` writes it as Pioneers does.",
    ),
    Finding::warning("G017", "a chit is a number no roll gives", "Chits are 2 to 12."),
    Finding::warning(
        "G018",
        "`chits` stands behind the map",
        "Pioneers may read the map first. Move the line above `map`.",
    ),
    Finding::error("G019", "the map has no chits", "Land needs numbers: add a line `chits`."),
    Finding::error(
        "G020",
        "the file has no `map` line",
        "The rows of the board follow a line `map` and end with a line `.`.",
    ),
    Finding::warning("G021", "the map has no end", "End it with a line that holds a single `.`."),
    Finding::error(
        "G022",
        "a keyword stands among the rows of the map",
        "The end of the map, a line `.`, is probably missing.",
    ),
    Finding::warning(
        "G023",
        "blanks stand around the `.` that ends the map",
        "Pioneers wants the `.` alone on its line.",
    ),
    Finding::error("G024", "the file has a second map", "A file holds one map."),
    Finding::warning(
        "G025",
        "`nosetup` stands before the map",
        "Pioneers cannot find the corner yet. Move the line below the map.",
    ),
    Finding::warning(
        "G026",
        "`nosetup` names no corner of the board",
        "No hex touches the corner. The line is ignored.",
    ),
    Finding::warning("G027", "`nosetup` has wrong numbers", "Write column, row and corner (0 to 5)."),
    Finding::warning("G030", "a tile has unknown text", "The text is ignored."),
    Finding::error(
        "G031",
        "a land tile has no number",
        "Every land tile has its place in the sequence of chits.",
    ),
    Finding::error(
        "G032",
        "two tiles have the same number",
        "Numbers give the order in which chits are laid.",
    ),
    Finding::warning("G033", "the sequence of tile numbers has a gap", "Pioneers closes it."),
    Finding::error(
        "G034",
        "more chits and deserts than numbered tiles",
        "Pioneers refuses the map. Remove chits.",
    ),
    Finding::warning("G035", "fewer chits than tiles", "The chits are laid again from the first one."),
    Finding::warning("G036", "a sea tile has a number", "It takes a chit that no land gets."),
    Finding::error("G037", "a port faces no direction", "Directions are 0 to 5."),
    Finding::warning("G038", "a port has no direction", "It is taken as 0, east."),
    Finding::warning("G039", "a port faces no land", "Nobody can use it."),
    Finding::error(
        "G040",
        "a port of gold does not exist",
        "Ports trade one of the five resources, or any three for one.",
    ),
    Finding::warning("G041", "the board has more than 32 rows or columns", "What is beyond is cut off."),
    Finding::warning(
        "G042",
        "the pirate stands on the board but cannot be moved",
        "Add a line `use-pirate`.",
    ),
    Finding::warning("G043", "two pirates stand on the board", "The last one counts."),
    Finding::warning("G044", "a cell is empty", "Write `-` for no hex."),
    Finding::warning(
        "G045",
        "a comment stands among the rows",
        "Pioneers reads it as a row. Move it above `map`.",
    ),
    Finding::warning("G046", "a blank line stands among the rows", "Pioneers reads it as an empty row."),
    Finding::warning("G047", "the map has no land", "Nothing can be built here."),
    Finding::warning(
        "G049",
        "the map is a lobby",
        "Pioneers uses such maps as a meeting place; they cannot be played.",
    ),
    Finding::warning(
        "G050",
        "nobody can reach the points to win",
        "Lower the target or add pieces or cards.",
    ),
    Finding::warning("G051", "the title has a `#`", "Some programs take the rest of the line for a comment."),
    Finding::warning(
        "G052",
        "a keyword every game needs is missing",
        "Pioneers takes 0 for it. Add the line.",
    ),
    Finding::warning("G054", "a separator between two cells is missing", "Write a comma."),
    Finding::error(
        "G055",
        "a tile number exceeds 1023",
        "Numbers give the order of the chits; none needs to be that large.",
    ),
];

/// Warnings that strict readers turn into errors.
const REFUSED_STRICTLY: &[&str] = &[
    "G001", "G002", "G003", "G007", "G010", "G011", "G012", "G013", "G014", "G016", "G017", "G018", "G021",
    "G023", "G025", "G026", "G027", "G030", "G038", "G041", "G042", "G043", "G044", "G045", "G046", "G047",
    "G052", "G054",
];

/// Findings that only strict readers report.
const ONLY_STRICTLY: &[&str] = &["G035"];

/// The most findings that are kept.
const MOST: usize = 100;

/// A finding whose severity is still to be decided.
#[derive(Clone, Debug)]
pub(super) struct Issue {
    pub(super) id: &'static str,
    pub(super) span: Span,
    pub(super) message: String,
    pub(super) help: Option<String>,
    /// An error for every reader, whatever the table says.
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

    /// Whether the file cannot be read because of it, however lenient.
    pub(super) fn is_error(&self) -> bool {
        self.fatal || finding(self.id).severity == Severity::Error
    }
}

/// The table's row for an id.
fn finding(id: &str) -> &'static Finding {
    FINDINGS.iter().find(|finding| finding.id == id).expect("every reported id stands in the table")
}

/// The severity of an issue; `None` if it is not reported.
fn severity(issue: &Issue, leniency: Leniency) -> Option<Severity> {
    let strict = leniency == Leniency::Strict;
    match finding(issue.id).severity {
        _ if issue.fatal => Some(Severity::Error),
        _ if strict && REFUSED_STRICTLY.contains(&issue.id) => Some(Severity::Error),
        _ if !strict && ONLY_STRICTLY.contains(&issue.id) => None,
        severity => Some(severity),
    }
}

/// Issues as findings, in the order in which they are printed.
pub(super) fn judge(issues: Vec<Issue>, leniency: Leniency) -> Vec<Diagnostic> {
    let judged = issues.into_iter().filter_map(|issue| {
        let finding = Diagnostic::new(severity(&issue, leniency)?, issue.id, issue.span, issue.message);
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
