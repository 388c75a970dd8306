//! What holds for every finding of every reader.

use hexwright_core::Diagnostic;

/// Asserts that findings point into the text, between two characters, and say something.
pub(crate) fn inside(findings: &[Diagnostic], text: &str) {
    for finding in findings {
        assert!(text.get(finding.span.range()).is_some(), "a finding points into the text: {finding:?}");
        assert!(!finding.message.is_empty(), "a finding says what is wrong: {finding:?}");
        for edit in finding.fix.iter().flat_map(|fix| &fix.edits) {
            assert!(text.get(edit.span.range()).is_some(), "a repair changes the text: {finding:?}");
        }
    }
}

/// Whether one of the findings is an error.
pub(crate) fn any_error(findings: &[Diagnostic]) -> bool {
    findings.iter().any(Diagnostic::is_error)
}
