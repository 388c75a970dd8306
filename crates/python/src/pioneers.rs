//! Pioneers' `.game` maps as they stand, with ships, gold, the pirate and islands, and what a game can be
//! played on.

use crate::convert::{bytes_of, useless};
use crate::maps::{Losses, Map, told};
use hexwright_catan::Setup;
use hexwright_catan::text::convert::to_catan;
use hexwright_catan::text::pioneers;
use pyo3::prelude::*;

/// A map of Pioneers; terrain that the map leaves to chance is drawn under a seed.
#[pyclass(frozen, module = "hexwright")]
pub(crate) struct PioneersMap {
    name: String,
    map: pioneers::PioneersMap,
}

#[pymethods]
impl PioneersMap {
    /// A map from the text of a `.game` file; all findings in the error if it cannot be read.
    #[staticmethod]
    #[pyo3(signature = (text, *, name = "map.game"))]
    fn parse(text: &Bound<'_, PyAny>, name: &str) -> PyResult<Self> {
        let parsed = pioneers::read(name, &bytes_of(text)?, pioneers::Leniency::Lenient);
        let map = parsed.into_value().map_err(|report| useless(&report))?;
        Ok(Self { name: name.to_owned(), map })
    }

    /// What results call the map.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The text as Pioneers writes it.
    fn text(&self) -> String {
        pioneers::write(&self.map)
    }

    /// The `.catan` map nearest to it, and what was lost.
    fn to_map(&self) -> (Map, Losses) {
        let (setup, losses) = to_catan(&self.map);
        (Map { name: self.name.clone(), setup }, told(losses))
    }

    fn __repr__(&self) -> String {
        format!("PioneersMap({:?})", self.name)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.text() == other.text()
    }

    fn __hash__(&self) -> u64 {
        hexwright_core::random::fnv1a(self.text().as_bytes())
    }

    /// Maps travel to other processes as their text.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, String))> {
        let rebuild = py.import("hexwright")?.getattr("_pioneers_map")?;
        Ok((rebuild, (self.text(), self.name.clone())))
    }
}

/// A map of either kind.
#[derive(FromPyObject)]
pub(crate) enum AnyMap<'py> {
    Catan(PyRef<'py, Map>),
    Pioneers(PyRef<'py, PioneersMap>),
}

impl AnyMap<'_> {
    /// The map as a value.
    pub(crate) fn setup(&self) -> Setup {
        match self {
            Self::Catan(map) => map.setup.clone(),
            Self::Pioneers(map) => map.map.setup(),
        }
    }

    /// The name its results go by.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Catan(map) => map.name.clone(),
            Self::Pioneers(map) => map.name.clone(),
        }
    }
}
