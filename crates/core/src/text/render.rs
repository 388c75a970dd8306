//! The ways to print findings; each is a small file.
//!
//! ```
//! use hexwright_core::text::render::{Report, concise};
//! use hexwright_core::text::{Diagnostic, Source, Span};
//!
//! let finding = Diagnostic::warning("odd", Span::at(0), "this looks odd").help("take it out");
//! let report = Report { source: Source::new("a.txt", "?"), diagnostics: vec![finding] };
//! assert_eq!(concise(&report), "a.txt:1:1: warning[odd]: this looks odd\n  help: take it out\n");
//! ```

mod concise;
mod full;
mod json;
mod sarif;

pub use concise::concise;
pub use full::full;
pub use json::{JsonDiagnostic, json};
pub use sarif::sarif;

use super::{Diagnostic, Source};

/// The findings of one source.
#[derive(Clone, Debug)]
pub struct Report {
    /// The text.
    pub source: Source,
    /// Its findings, sorted.
    pub diagnostics: Vec<Diagnostic>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Span;

    fn report() -> Report {
        let source = Source::new("maps/a.catan", "# title\n4 2\n");
        let diagnostic = Diagnostic::error(
            "min-above-max",
            Span::new(10, 11),
            "expected max_players of at least 4, found 2",
        )
        .help("swap the two numbers");
        Report { source, diagnostics: vec![diagnostic] }
    }

    #[test]
    fn concise_prints_place_and_help() {
        assert_eq!(
            concise(&report()),
            "maps/a.catan:2:3: error[min-above-max]: expected max_players of at least 4, found 2\n  help: swap the two numbers\n"
        );
    }

    #[test]
    fn full_shows_the_line_and_the_place() {
        let text = full(&report(), false);
        assert!(text.contains("--> maps/a.catan:2:3"), "{text}");
        assert!(text.contains("4 2"), "{text}");
        assert!(text.contains("swap the two numbers"), "{text}");
    }

    #[test]
    fn full_survives_odd_spans() {
        let mut report = report();
        report.diagnostics[0].span = Span::new(12, 12);
        assert!(full(&report, false).contains("maps/a.catan"));
        let empty = Report {
            source: Source::new("e", ""),
            diagnostics: vec![Diagnostic::error("empty-file", Span::at(0), "x")],
        };
        assert!(full(&empty, false).contains("empty-file"));
    }

    #[test]
    fn json_and_sarif_carry_every_field() {
        let value = serde_json::to_value(json(&report())).unwrap();
        assert_eq!(value[0]["line"], 2);
        assert_eq!(value[0]["column"], 3);
        assert_eq!(value[0]["end_column"], 4);
        assert_eq!(value[0]["id"], "min-above-max");
        let value = sarif(&[report()]);
        assert_eq!(value["version"], "2.1.0");
        let result = &value["runs"][0]["results"][0];
        assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startLine"], 2);
    }
}
