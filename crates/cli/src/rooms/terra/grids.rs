//! What the verbs mean for concise grids: they are played as the log they stand for.

use super::logs;
use crate::input::Input;
use anyhow::Result;
use hexwright_core::text::render::Report;
use hexwright_core::text::{Format as _, Leniency};
use hexwright_terra::text::concise::{self, GridFormat};

/// The grid as a log file, or the findings that forbid it.
pub(super) fn as_log(input: &Input) -> Result<Input, Report> {
    let grid = GridFormat::read(&input.name, &input.bytes, Leniency::Lenient).into_value()?;
    let bytes = concise::to_log(&grid).log.write().into_bytes();
    Ok(Input { name: input.name.clone(), path: input.path.clone(), bytes })
}

/// By way of the log.
pub(super) fn convert(input: &Input, target: &str, at: Option<usize>) -> Result<(Option<Vec<u8>>, Report)> {
    match as_log(input) {
        Ok(log) => logs::convert(&log, target, at),
        Err(report) => Ok((None, report)),
    }
}
