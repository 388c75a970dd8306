//! What the verbs mean for concise grids: they are played as the log they stand for.

use crate::input::Input;
use hexwright_core::text::render::Report;
use hexwright_core::text::{Format as _, Leniency};
use hexwright_terra::text::concise::{self, GridFormat};

/// The grid as a log file, or the findings that forbid it.
pub(super) fn as_log(input: &Input) -> Result<Input, Report> {
    let grid = GridFormat::read(&input.name, &input.bytes, Leniency::Lenient).into_value()?;
    let bytes = concise::to_log(&grid).log.write().into_bytes();
    Ok(Input { bytes, ..input.clone() })
}
