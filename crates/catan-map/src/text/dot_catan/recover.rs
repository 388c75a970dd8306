//! Recovery by looking ahead at column counts: the format is positional, so only the shape of the
//! lines behind a wrong one can tell whether the line is wrong or another one is missing.

use super::{Document, Section};

/// What the lines still expected in a block look like.
#[derive(Clone, Copy, Debug)]
pub(super) enum Want {
    /// This many lines of this many columns.
    Rows(usize, usize),
    /// The value pool: 12 columns, or one per land hex; anything while the land is unknown.
    ValuePool(Option<usize>),
    /// 0, 1 or 3 lines up to the end of the file.
    Tail,
}

/// Whether the lines from `line` on have exactly the shape of the plan.
pub(super) fn fits(document: &Document, mut line: usize, plan: &[Want]) -> bool {
    for want in plan {
        match *want {
            Want::Rows(columns, count) => {
                for _ in 0..count {
                    if document.width(line) != Some(columns) {
                        return false;
                    }
                    line += 1;
                }
            }
            Want::ValuePool(land) => {
                let Some(width) = document.width(line) else { return false };
                if land.is_some_and(|land| width != 12 && width != land) {
                    return false;
                }
                line += 1;
            }
            Want::Tail => return matches!(document.lines.len().saturating_sub(line), 0 | 1 | 3),
        }
    }
    true
}

/// How a line with the wrong number of columns is explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The line itself is wrong; those behind it fit.
    WrongLine,
    /// The rest of this section is missing; the line begins the next one.
    Missing,
    /// Nothing explains it.
    Unclear,
}

/// Judges a wrong line: `rest` are further rows of its own section, `behind` the block behind it.
pub(super) fn judge(document: &Document, line: usize, rest: Option<Want>, behind: &[Want]) -> Verdict {
    let mut plan = Vec::with_capacity(behind.len() + 1);
    plan.extend(rest);
    plan.extend_from_slice(behind);
    if fits(document, line + 1, &plan) {
        Verdict::WrongLine
    } else if !behind.is_empty() && !ends_block(behind) && fits(document, line, behind) {
        Verdict::Missing
    } else {
        Verdict::Unclear
    }
}

/// The last section of a block has nothing behind it that could be recognised.
fn ends_block(behind: &[Want]) -> bool {
    matches!(behind, [] | [Want::Tail])
}

impl Section {
    /// The line that would stand for a missing one.
    pub(super) fn insert_help(self) -> String {
        format!("insert a line such as `{}`", self.example())
    }
}
