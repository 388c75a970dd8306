//! Findings as SARIF 2.1.0, the form code-review sites and editors import.

use super::Report;
use crate::text::Severity;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// One SARIF log with the findings of all reports.
#[must_use]
pub fn sarif(reports: &[Report]) -> Value {
    let ids: BTreeSet<&str> = reports.iter().flat_map(|r| r.diagnostics.iter().map(|d| d.id)).collect();
    let rules: Vec<Value> = ids.iter().map(|id| json!({ "id": id })).collect();
    let results: Vec<Value> = reports
        .iter()
        .flat_map(|report| report.diagnostics.iter().map(move |d| (report, d)))
        .map(|(report, d)| {
            let start = report.source.position(d.span.start as usize);
            let end = report.source.position(d.span.end as usize);
            let level = match d.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Hint => "note",
            };
            let text = match &d.help {
                Some(help) => format!("{}; help: {help}", d.message),
                None => d.message.clone(),
            };
            json!({
                "ruleId": d.id,
                "level": level,
                "message": { "text": text },
                "locations": [{ "physicalLocation": {
                    "artifactLocation": { "uri": report.source.name() },
                    "region": {
                        "startLine": start.line, "startColumn": start.column,
                        "endLine": end.line, "endColumn": end.column,
                    },
                } }],
            })
        })
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "hexwright", "version": env!("CARGO_PKG_VERSION"), "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}
