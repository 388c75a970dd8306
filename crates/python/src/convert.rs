//! Values between Rust and Python: data through JSON, errors as `ValueError` with their sentence.

use hexwright_core::text::render::{Report, concise, json};
use hexwright_core::{Seat, random};
use hexwright_league::Rules;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use serde::Serialize;

/// An error Python sees as `ValueError`.
pub(crate) fn refused(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Data as Python's own dictionaries and lists.
pub(crate) fn data<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value).map_err(refused)?;
    py.import("json")?.call_method1("loads", (text,))
}

/// The findings of a text as a list of dictionaries.
pub(crate) fn findings<'py>(py: Python<'py>, report: &Report) -> PyResult<Bound<'py, PyAny>> {
    data(py, &json(report))
}

/// Why a text is of no use: all its findings, each with its place.
pub(crate) fn useless(report: &Report) -> PyErr {
    PyValueError::new_err(concise(report))
}

/// Text or bytes.
pub(crate) fn bytes_of(text: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    if let Ok(text) = text.extract::<String>() {
        return Ok(text.into_bytes());
    }
    text.extract::<Vec<u8>>().map_err(|_| PyTypeError::new_err("expected str or bytes"))
}

/// A seed: a number, or any text as on the command line.
#[derive(FromPyObject)]
pub(crate) enum Seed {
    Number(u64),
    Text(String),
}

impl Seed {
    pub(crate) fn number(&self) -> u64 {
        match self {
            Self::Number(number) => *number,
            Self::Text(text) => random::seed_from_text(text),
        }
    }
}

/// Options as the command line takes them.
pub(crate) fn rules(ruleset: Option<String>, options: Option<Vec<String>>) -> Rules {
    Rules { ruleset, options: options.unwrap_or_default() }
}

/// A seat of a table.
pub(crate) fn seat_of(seat: u8, seats: usize) -> PyResult<Seat> {
    if usize::from(seat) < seats {
        return Ok(Seat(seat));
    }
    Err(PyValueError::new_err(format!("there is no seat {seat}; expected 0 to {}", seats - 1)))
}
