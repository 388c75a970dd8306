//! One line per finding, then its help: for terminals, editors and grep.

use super::Report;
use std::fmt::Write;

/// After this many findings the printed list stops and says how many are left.
const MOST: usize = 100;

/// The findings of a report, `path:line:col: severity[id]: message` each.
#[must_use]
pub fn concise(report: &Report) -> String {
    let mut out = String::new();
    for diagnostic in report.diagnostics.iter().take(MOST) {
        let _ = writeln!(out, "{}", diagnostic.headline(&report.source));
        if let Some(help) = &diagnostic.help {
            let _ = writeln!(out, "  help: {help}");
        }
    }
    if let Some(more) = report.diagnostics.len().checked_sub(MOST + 1) {
        let _ = writeln!(
            out,
            "{}: {} more findings are not shown; as JSON they are all printed",
            report.source.name(),
            more + 1
        );
    }
    out
}
