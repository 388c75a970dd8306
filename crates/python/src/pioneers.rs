//! Pioneers' `.game` maps as they stand, with ships, gold, the pirate and islands, and what a game can be
//! played on.

use crate::convert::{Seed, bytes_of, refused, rules, useless};
use crate::maps::{Losses, Map, told};
use hexwright_catan::game::{Catan, Ruleset};
use hexwright_catan::text::convert::to_catan;
use hexwright_catan::text::pioneers::{self, Number};
use hexwright_core::text::render::Report;
use hexwright_league::catan::{game, seats};
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
        let document = pioneers::read(name, &bytes_of(text)?, pioneers::Mode::Lenient);
        match document.map {
            Some(map) => Ok(Self { name: name.to_owned(), map }),
            None => Err(useless(&Report { source: document.source, diagnostics: document.diagnostics })),
        }
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
    /// As many seats as are named; otherwise what the map is made for.
    pub(crate) fn seats(&self, named: usize) -> usize {
        match self {
            Self::Catan(map) => seats(&map.setup, named),
            Self::Pioneers(_) if named > 0 => named,
            Self::Pioneers(map) => map.map.numbers[Number::Players].clamp(2, 8) as usize,
        }
    }

    /// The given seed of the board, or the one noted in the map, or 1.
    pub(crate) fn seed(&self, seed: Option<&Seed>) -> u64 {
        match self {
            Self::Catan(map) => map.seed(seed),
            Self::Pioneers(_) => seed.map_or(1, Seed::number),
        }
    }

    /// The game on the map, its open cells drawn with the seed; a map of Pioneers brings its own options.
    pub(crate) fn game(
        &self,
        seats: usize,
        ruleset: Option<String>,
        options: Option<Vec<String>>,
        seed: u64,
    ) -> PyResult<Catan> {
        let map = match self {
            Self::Catan(map) => {
                return game(&map.setup, seats, &rules(ruleset, options), seed).map_err(refused);
            }
            Self::Pioneers(map) => map.map.shuffled(seed),
        };
        let word = ruleset.as_deref().unwrap_or("standard");
        let ruleset = Ruleset::from_word(word).ok_or_else(|| {
            refused(format!("unknown ruleset {word:?}; expected standard, document or pioneers"))
        })?;
        let mut chosen = map.options(ruleset);
        for word in options.unwrap_or_default() {
            let (name, value) = word.split_once('=').unwrap_or((&word, ""));
            chosen.set(name, value).map_err(refused)?;
        }
        Catan::on_pioneers_map(&map, chosen, seats).map_err(refused)
    }
}
