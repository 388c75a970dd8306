//! Values between Rust and Python: data through JSON, errors as `ValueError` with their sentence.

use hexwright_catan::Setup;
use hexwright_catan::map::SEAT_COUNTS;
use hexwright_core::text::render::{Report, concise, json};
use hexwright_core::{Seat, random};
use hexwright_league::Rules;
use numpy::{PyArray1, PyArray3, PyArrayMethods as _};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBool;
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
    text.extract::<Vec<u8>>()
        .map_err(|_| PyTypeError::new_err(format!("text: expected str or bytes, found {}", found(text))))
}

/// What a value is called in a refusal: its type, and the value if it is short.
fn found(value: &Bound<'_, PyAny>) -> String {
    let kind = value.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string());
    match value.repr() {
        Ok(text) if text.len().is_ok_and(|length| length < 40) => format!("{kind} {text}"),
        _ => kind,
    }
}

/// A number that counts or names: 0, 1, 2 and so on. Truth values are none.
#[derive(Clone, Copy)]
pub(crate) struct Whole(pub(crate) u64);

impl Whole {
    pub(crate) fn size(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }

    fn of(value: &Bound<'_, PyAny>) -> Option<Self> {
        // numpy's whole numbers have `__index__` too
        let number = if value.is_instance_of::<PyBool>() { None } else { value.extract::<u64>().ok() };
        number.map(Self)
    }
}

impl<'py> FromPyObject<'_, 'py> for Whole {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let wrong =
            || PyTypeError::new_err(format!("expected a whole number from 0 on, found {}", found(&value)));
        Self::of(&value).ok_or_else(wrong)
    }
}

/// A seed: a number, or any text as on the command line.
#[derive(Clone)]
pub(crate) enum Seed {
    Number(u64),
    Text(String),
}

impl<'py> FromPyObject<'_, 'py> for Seed {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(text) = value.extract::<String>() {
            return Ok(Self::Text(text));
        }
        let wrong = || {
            PyTypeError::new_err(format!(
                "expected a number from 0 to 2^64 - 1 or a text, found {}",
                found(&value)
            ))
        };
        Whole::of(&value).map(|number| Self::Number(number.0)).ok_or_else(wrong)
    }
}

impl<'py> IntoPyObject<'py> for Seed {
    type Target = PyAny;
    type Output = Bound<'py, PyAny>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        Ok(match self {
            Self::Number(number) => number.into_pyobject(py)?.into_any(),
            Self::Text(text) => text.into_pyobject(py)?.into_any(),
        })
    }
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

/// A picture as an array of height, width and three colours.
pub(crate) fn pixels<'py>(
    py: Python<'py>,
    scene: &hexwright_render::Scene,
    width: u32,
) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let (height, bytes) = py.detach(|| scene.to_pixels(width)).map_err(refused)?;
    PyArray1::from_vec(py, bytes).reshape([height as usize, width as usize, 3])
}

/// A seat of a table.
pub(crate) fn seat_of(seat: Whole, seats: usize) -> PyResult<Seat> {
    match u8::try_from(seat.0) {
        Ok(number) if usize::from(number) < seats => Ok(Seat(number)),
        _ => Err(refused(format!("seat: there is no seat {}; expected 0 to {}", seat.0, seats - 1))),
    }
}

/// How many play Catan: as many as are asked for, otherwise as many as the map is made for.
pub(crate) fn seats_of(setup: &Setup, asked: Option<Whole>) -> PyResult<usize> {
    let count = asked.map_or_else(|| setup.seats(0), Whole::size);
    if SEAT_COUNTS.contains(&count) {
        return Ok(count);
    }
    let (least, most) = (SEAT_COUNTS.start(), SEAT_COUNTS.end());
    Err(refused(format!("seats: expected {least} to {most} players, found {count}")))
}

/// One word of a few.
pub(crate) fn one_of<T>(argument: &str, word: &str, known: &str, value: Option<T>) -> PyResult<T> {
    value.ok_or_else(|| refused(format!("{argument}: expected {known}, found {word:?}")))
}
