//! Findings with the line they stand on, as rustc draws them.

use super::Report;
use crate::text::Severity;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// The findings of a report with source lines; `colour` for terminals.
#[must_use]
pub fn full(report: &Report, colour: bool) -> String {
    let renderer = if colour { Renderer::styled() } else { Renderer::plain() };
    let mut out = String::new();
    for diagnostic in &report.diagnostics {
        let level = match diagnostic.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Hint => Level::NOTE,
        };
        let text = report.source.text();
        let clamp = |mut byte: usize| {
            byte = byte.min(text.len());
            while !text.is_char_boundary(byte) {
                byte -= 1;
            }
            byte
        };
        let range = clamp(diagnostic.span.range().start)..clamp(diagnostic.span.range().end);
        let snippet = Snippet::source(text)
            .path(report.source.name())
            .annotation(AnnotationKind::Primary.span(range.start..range.end.max(range.start)));
        let mut groups: Vec<Group<'_>> = Vec::new();
        let mut group = level.primary_title(&diagnostic.message).id(diagnostic.id).element(snippet);
        if let Some(help) = &diagnostic.help {
            group = group.element(Level::HELP.message(help));
        }
        groups.push(group);
        out.push_str(&renderer.render(&groups));
        out.push_str("\n\n");
    }
    out
}
