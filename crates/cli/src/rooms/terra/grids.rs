//! What the verbs mean for concise grids: check, format, convert.

use super::files::text_of;
use super::logs;
use crate::input::Input;
use anyhow::Result;
use hexwright_core::text::render::Report;
use hexwright_core::{Diagnostic, Source};
use hexwright_terra::text::concise;

/// Every token must be known and every move legal.
pub(super) fn check(input: &Input) -> Report {
    match played(input) {
        Ok((_, report)) | Err(report) => report,
    }
}

/// The grid as a log in plain lines, with the findings of its replay; or why it is no grid.
fn played(input: &Input) -> Result<(String, Report), Report> {
    let text = text_of(input);
    let read = concise::read(&text);
    let source = Source::new(&*input.name, text);
    if !read.is_sound() {
        return Err(Report { source, diagnostics: read.findings });
    }
    let replayed = concise::to_log(&read.grid);
    let diagnostics = [read.findings, replayed.findings].concat();
    Ok((replayed.log.write(), Report { source, diagnostics }))
}

/// The layout of the exact dialect, whatever the dialect of the tokens.
pub(super) fn format(input: &Input) -> Result<Vec<u8>, Report> {
    let text = text_of(input);
    let read = concise::read(&text);
    if read.is_sound() {
        return Ok(read.grid.to_string().into_bytes());
    }
    Err(Report { source: Source::new(&*input.name, text), diagnostics: read.findings })
}

/// The grid as a log file, or the findings that forbid it.
pub(super) fn as_log(input: &Input) -> Result<Input, Report> {
    let (log, report) = played(input)?;
    if report.diagnostics.iter().any(Diagnostic::is_error) {
        return Err(report);
    }
    Ok(Input { name: input.name.clone(), path: input.path.clone(), bytes: log.into_bytes() })
}

/// By way of the log.
pub(super) fn convert(input: &Input, target: &str, at: Option<usize>) -> Result<(Option<Vec<u8>>, Report)> {
    match as_log(input) {
        Ok(log) => logs::convert(&log, target, at),
        Err(report) => Ok((None, report)),
    }
}
