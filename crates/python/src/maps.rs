//! Catan maps: read, check, generate, convert, draw, share.

use crate::convert::{Seed, bytes_of, data, findings, refused, useless};
use hexwright_catan::Setup;
use hexwright_catan::generate::{Constraint, Generator, PRESETS, preset};
use hexwright_catan::lint::lint;
use hexwright_catan::text::convert::{Loss, to_catan, to_game};
use hexwright_catan::text::dot_catan::{self, Leniency, decode, encode};
use hexwright_catan::text::pioneers;
use hexwright_league::catan::board_seed;
use hexwright_render::catan::{Options, board_scene, setup_scene};
use pyo3::prelude::*;

/// A Catan map as its author wrote it; cells may be left open and are drawn under a seed.
#[pyclass(frozen, module = "hexwright")]
pub(crate) struct Map {
    pub(crate) name: String,
    pub(crate) setup: Setup,
}

/// Losses of a conversion as (kind, id, what).
pub(crate) type Losses = Vec<(&'static str, &'static str, String)>;

pub(crate) fn told(losses: Vec<Loss>) -> Losses {
    losses.into_iter().map(|loss| (loss.kind.name(), loss.id, loss.what)).collect()
}

impl Map {
    fn scene(&self, seed: Option<&Seed>, open: bool, labels: bool) -> hexwright_render::Scene {
        let title = self.setup.note("title").unwrap_or(&self.name).to_owned();
        let options = Options { title, labels, ..Options::default() };
        if open {
            return setup_scene(&self.setup, &options);
        }
        board_scene(&self.setup.draw(self.seed(seed)), &options)
    }

    /// The given seed, or the one noted in the map, or 1.
    pub(crate) fn seed(&self, seed: Option<&Seed>) -> u64 {
        seed.map_or_else(|| board_seed(None, &self.setup), Seed::number)
    }
}

#[pymethods]
impl Map {
    /// One of our own maps.
    #[staticmethod]
    fn preset(name: &str) -> PyResult<Self> {
        let setup = preset(name).ok_or_else(|| {
            let known: Vec<&str> = PRESETS.iter().map(|p| p.0).collect();
            refused(format!("no preset is called {name:?}; known are: {}", known.join(", ")))
        })?;
        Ok(Self { name: name.to_owned(), setup })
    }

    /// A map from the text of a `.catan` file; all findings in the error if it cannot be read.
    #[staticmethod]
    #[pyo3(signature = (text, *, name = "map.catan", strict = false))]
    fn parse(text: &Bound<'_, PyAny>, name: &str, strict: bool) -> PyResult<Self> {
        let parsed = dot_catan::read(name, &bytes_of(text)?, Leniency::strict_if(strict));
        let setup = parsed.into_value().map_err(|report| useless(&report))?;
        Ok(Self { name: name.to_owned(), setup })
    }

    /// A map from the text of a Pioneers `.game` file, and what was lost.
    #[staticmethod]
    #[pyo3(signature = (text, *, name = "map.game"))]
    fn parse_pioneers(text: &Bound<'_, PyAny>, name: &str) -> PyResult<(Self, Losses)> {
        let parsed = pioneers::read(name, &bytes_of(text)?, Leniency::Lenient);
        let (setup, losses) = to_catan(&parsed.into_value().map_err(|report| useless(&report))?);
        Ok((Self { name: name.to_owned(), setup }, told(losses)))
    }

    /// A map from a share code.
    #[staticmethod]
    fn from_share_code(code: &str) -> PyResult<Self> {
        Ok(Self { name: "shared".to_owned(), setup: decode(code).map_err(refused)? })
    }

    /// A short code that carries the whole map.
    fn share_code(&self) -> PyResult<String> {
        encode(&self.setup).map_err(refused)
    }

    /// What results call the map.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Fewest and most players it is made for.
    #[getter]
    fn players(&self) -> (u8, u8) {
        self.setup.players
    }

    /// The canonical text.
    fn text(&self) -> String {
        dot_catan::write(&self.setup)
    }

    /// The text of a Pioneers `.game` file, and what was lost.
    #[pyo3(signature = (seed = None))]
    fn to_pioneers(&self, seed: Option<Seed>) -> PyResult<(String, Losses)> {
        let (map, losses) = to_game(&self.setup, self.seed(seed.as_ref())).map_err(refused)?;
        Ok((pioneers::write(&map), told(losses)))
    }

    /// The map with its open cells drawn, under constraints such as `red-neighbours=0`.
    #[pyo3(signature = (seed, constraints = Vec::new()))]
    fn generate(&self, py: Python<'_>, seed: Seed, constraints: Vec<String>) -> PyResult<Self> {
        let seed = seed.number();
        let wishes: Vec<Constraint> =
            constraints.iter().map(|c| c.parse().map_err(refused)).collect::<PyResult<_>>()?;
        let found = py.detach(|| {
            let generator = Generator::new(&self.setup, &wishes).map_err(|reasons| {
                let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
                reasons.join("; ")
            })?;
            generator.generate(seed).map_err(|unmet| unmet.to_string())
        });
        let board = found.map_err(refused)?.board;
        Ok(Self { name: self.name.clone(), setup: self.setup.with_board(&board, Some(seed)) })
    }

    /// The balance of a drawn board, 0 to 100.
    #[pyo3(signature = (seed = None))]
    fn score(&self, seed: Option<Seed>) -> u32 {
        self.setup.draw(self.seed(seed.as_ref())).balance().score
    }

    /// The picture as SVG; with `open` the map as its author left it.
    #[pyo3(signature = (seed = None, *, open = false, labels = false))]
    fn svg(&self, seed: Option<Seed>, open: bool, labels: bool) -> String {
        self.scene(seed.as_ref(), open, labels).to_svg()
    }

    /// The picture as PNG of this width.
    #[pyo3(signature = (seed = None, *, width = 1000, open = false, labels = false))]
    fn png(
        &self,
        py: Python<'_>,
        seed: Option<Seed>,
        width: u32,
        open: bool,
        labels: bool,
    ) -> PyResult<Vec<u8>> {
        let scene = self.scene(seed.as_ref(), open, labels);
        py.detach(|| scene.to_png(width)).map_err(refused)
    }

    fn __repr__(&self) -> String {
        format!("Map({:?})", self.name)
    }

    fn __eq__(&self, other: &Self) -> bool {
        dot_catan::write(&self.setup) == dot_catan::write(&other.setup)
    }

    fn __hash__(&self) -> u64 {
        hexwright_core::random::fnv1a(dot_catan::write(&self.setup).as_bytes())
    }

    /// Maps travel to other processes as their text.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, String))> {
        let rebuild = py.import("hexwright")?.getattr("_map")?;
        Ok((rebuild, (dot_catan::write(&self.setup), self.name.clone())))
    }
}

/// All findings of a `.catan` map; with `lint` also advice.
#[pyfunction]
#[pyo3(signature = (text, *, name = "map.catan", strict = false, advice = false))]
pub(crate) fn check_map<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyAny>,
    name: &str,
    strict: bool,
    advice: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let mut reading = dot_catan::read(name, &bytes_of(text)?, Leniency::strict_if(strict));
    if let Some(setup) = reading.value.as_ref().filter(|_| advice) {
        reading.diagnostics.extend(lint(setup, None).iter().map(|l| l.diagnostic(&reading.places)));
        hexwright_core::text::sort(&mut reading.diagnostics);
    }
    findings(py, &reading.into_report())
}

/// Our own maps with a line about each.
#[pyfunction]
pub(crate) fn presets(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let lines: std::collections::BTreeMap<&str, &str> = PRESETS.iter().map(|p| (p.0, p.1)).collect();
    data(py, &lines)
}
