//! What is said about lines that are too many, too few or too wide.

use super::Section;
use super::read::Reader;
use hexwright_core::Span;
use hexwright_core::text::Finding;

impl Reader<'_> {
    pub(super) fn wrong_columns(&mut self, section: Section, columns: usize) {
        let line = self.take(section);
        let tokens = self.document.tokens_of(line);
        let found = tokens.len();
        let place = match tokens.get(columns) {
            Some(&surplus) => surplus,
            None => Span::at(tokens[found - 1].end as usize),
        };
        let names = match section.columns() {
            [] => "one per hex".to_owned(),
            names => names.join(" "),
        };
        let message = format!("expected {} ({names}), found {found}", plural(columns, "column"));
        let help = if found > columns {
            let surplus = found - columns;
            format!(
                "delete {}",
                if surplus == 1 { "the surplus number".to_owned() } else { format!("{surplus} numbers") }
            )
        } else if section.columns().is_empty() {
            format!("add {}", plural(columns - found, "code"))
        } else {
            format!("add {}", section.noun(found))
        };
        self.findings.push(COLUMN_COUNT.at(place, message).help(help));
    }

    pub(super) fn missing_at_end(&mut self, section: Section) {
        let columns = section.columns().len();
        let width = if columns == 0 { String::new() } else { format!(" ({})", plural(columns, "column")) };
        let message = format!("expected {}{width}, found the end of the file", section.phrase());
        let finding = MISSING_SECTION.at(self.document.end(), message).help(section.insert_help());
        self.findings.push(finding);
    }

    pub(super) fn missing_row(&mut self, section: Section, found: usize, wanted: usize, place: Span) {
        let message = format!("expected {} in {}, found {found}", plural(wanted, "row"), section.phrase());
        let help = if section == Section::Placements {
            format!("each of the {} needs a row `roads settlements cities`", plural(wanted, "placement"))
        } else {
            format!("the board has {wanted} rows; add the missing {}", plural(wanted - found, "row"))
        };
        self.findings.push(MISSING_ROW.at(place, message).help(help));
    }

    pub(super) fn extra_row(&mut self, section: Section, wanted: usize) {
        let line = self.take(section);
        let message = format!("expected {} in {}, found another", plural(wanted, "row"), section.phrase());
        let help = if section == Section::Placements {
            "delete the row or raise free_placements"
        } else {
            "delete the row or raise the height"
        };
        let span = self.document.lines[line].span;
        let next =
            self.document.lines.get(line + 1).map_or(self.document.text().len(), |l| l.span.start as usize);
        let until = if self.document.comments_at(line + 1).iter().any(|c| !c.inline) {
            span.end as usize
        } else {
            next
        };
        let finding = EXTRA_ROW.at(self.document.tokens_of(line)[0], message).help(help).fix(
            "delete the row",
            Span::new(span.start as usize, until),
            "",
        );
        self.findings.push(finding);
    }
}

pub(super) fn plural(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

const COLUMN_COUNT: Finding = Finding::error(
    "column-count",
    "a line has too many or too few numbers",
    "Each section has a fixed number of columns; rows of the board have one per hex.",
);
pub(super) const MISSING_SECTION: Finding = Finding::error(
    "missing-section",
    "a section is missing",
    "Sections are told apart by their order alone, so each of the 15 must be there.",
);
const MISSING_ROW: Finding = Finding::error(
    "missing-row",
    "a section has too few rows",
    "Board sections have one row per row of the board, placements one per starting placement.",
);
const EXTRA_ROW: Finding = Finding::error(
    "extra-row",
    "a section has too many rows",
    "Delete the row, or raise the height or the number of placements.",
);

/// What the checks of this file report.
pub(super) const FINDINGS: &[Finding] = &[COLUMN_COUNT, MISSING_SECTION, MISSING_ROW, EXTRA_ROW];
