//! The door for fuzzing: any bytes through the grid and back.

use super::{read, to_log};

/// Reads, prints and plays any bytes.
///
/// # Panics
/// If a law is broken: a printed grid that reads differently, or a replay whose log is refused.
pub fn fuzz_one(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let first = read(&text);
    if !first.findings.is_empty() {
        for finding in &first.findings {
            assert!(text.get(finding.span.range()).is_some(), "a finding points into the text: {finding:?}");
        }
        return;
    }
    let printed = first.grid.to_string();
    let again = read(&printed);
    assert!(again.findings.is_empty(), "read(print(g)) has findings: {:?}\n{printed}", again.findings);
    assert_eq!(again.grid.to_string(), printed, "print(read(print(g))) == print(g)");
    let _ = to_log(&first.grid);
}
