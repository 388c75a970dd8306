//! Findings as data for other programs.

use super::Report;
use serde::Serialize;

/// One finding with its places as line and column, both from 1.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub struct JsonDiagnostic {
    /// Name of the source.
    pub file: String,
    /// Stable name of the rule.
    pub id: &'static str,
    /// `error`, `warning` or `hint`.
    pub severity: &'static str,
    /// Line of the first character.
    pub line: u32,
    /// Column of the first character.
    pub column: u32,
    /// Line behind the last character.
    pub end_line: u32,
    /// Column behind the last character.
    pub end_column: u32,
    /// What is wrong.
    pub message: String,
    /// How to fix it.
    pub help: Option<String>,
}

/// All findings of a report.
#[must_use]
pub fn json(report: &Report) -> Vec<JsonDiagnostic> {
    let of = |byte: u32| report.source.position(byte as usize);
    report
        .diagnostics
        .iter()
        .map(|d| JsonDiagnostic {
            file: report.source.name().to_owned(),
            id: d.id,
            severity: d.severity.name(),
            line: of(d.span.start).line,
            column: of(d.span.start).column,
            end_line: of(d.span.end).line,
            end_column: of(d.span.end).column,
            message: d.message.clone(),
            help: d.help.clone(),
        })
        .collect()
}
