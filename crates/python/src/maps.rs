//! Catan maps of either text, and conversions between all formats.

use crate::convert::{Seed, Whole, bytes_of, data, findings, refused, useless};
use crate::wait::{Progress, listening};
use hexwright_catan::Setup;
use hexwright_catan::generate::{Constraint, Generator, PRESETS, preset};
use hexwright_catan::text::dot_catan::{decode, encode};
use hexwright_catan::text::{Advise as _, Leniency, MapFormat, MapText};
use hexwright_core::text::Loss;
use hexwright_formats::convert::{ConversionInput, conversion};
use hexwright_formats::{FORMATS, FormatEntry, format_of};
use hexwright_render::catan::{Options, board_scene, setup_scene};
use pyo3::prelude::*;

/// A Catan map as its author wrote it, as `.catan` or as the `.game` file of Pioneers; cells may be left open
/// and are drawn under a seed.
///
/// >>> import hexwright as hw
/// >>> board = hw.Map.preset("base").generate(7, ["red-neighbours=0"])
/// >>> board.players, 0 <= board.score() <= 100
/// ((2, 4), True)
/// >>> hw.Map.parse(board.text()) == board
/// True
/// >>> board.svg().startswith("<svg")
/// True
#[pyclass(frozen, module = "hexwright")]
pub(crate) struct Map {
    name: String,
    map: MapText,
}

/// Losses of a conversion as (kind, id, what).
pub(crate) type Losses = Vec<(&'static str, &'static str, String)>;

fn told<O>(losses: Vec<Loss<O>>) -> Losses {
    losses.into_iter().map(|loss| (loss.kind.name(), loss.id, loss.what)).collect()
}

impl Map {
    fn new(name: &str, map: impl Into<MapText>) -> Self {
        Self { name: name.to_owned(), map: map.into() }
    }

    /// The map as a value.
    pub(crate) fn setup(&self) -> &Setup {
        self.map.setup()
    }

    /// The map under the name its results go by.
    pub(crate) fn named(&self) -> (String, Setup) {
        (self.name.clone(), self.setup().clone())
    }

    fn scene(&self, seed: Option<&Seed>, open: bool, labels: bool) -> hexwright_render::Scene {
        let title = self.setup().note("title").unwrap_or(&self.name).to_owned();
        let options = Options { title, labels, ..Options::default() };
        if open {
            return setup_scene(self.setup(), &options);
        }
        board_scene(&self.setup().draw(self.seed(seed)), &options)
    }

    /// The given seed, or the one noted in the map, or 1.
    pub(crate) fn seed(&self, seed: Option<&Seed>) -> u64 {
        self.setup().board_seed(seed.map(Seed::number))
    }

    fn in_format(&self, to: MapFormat, seed: Option<&Seed>) -> PyResult<(Self, Losses)> {
        let (map, losses) = self.map.converted(to, seed.map(Seed::number)).map_err(refused)?;
        Ok((Self { name: self.name.clone(), map }, told(losses)))
    }
}

#[pymethods]
impl Map {
    /// One of our own maps.
    #[staticmethod]
    fn preset(name: &str) -> PyResult<Self> {
        let setup = preset(name).ok_or_else(|| {
            let known: Vec<&str> = PRESETS.iter().map(|p| p.0).collect();
            refused(format!("name: no preset is called {name:?}; known are: {}", known.join(", ")))
        })?;
        Ok(Self::new(name, setup))
    }

    /// A map from the text of a `.catan` or `.game` file; all findings in the error if it cannot be read.
    #[staticmethod]
    #[pyo3(signature = (text, *, name = "map.catan", strict = false))]
    fn parse(text: &Bound<'_, PyAny>, name: &str, strict: bool) -> PyResult<Self> {
        let parsed = MapText::read_any(name, &bytes_of(text)?, Leniency::strict_if(strict));
        Ok(Self::new(name, parsed.into_value().map_err(|report| useless(&report))?))
    }

    /// The `.catan` map of a Pioneers `.game` file, and what was lost.
    #[staticmethod]
    #[pyo3(signature = (text, *, name = "map.game"))]
    fn parse_pioneers(text: &Bound<'_, PyAny>, name: &str) -> PyResult<(Self, Losses)> {
        Self::parse(text, name, false)?.to_map()
    }

    /// A map from a share code.
    #[staticmethod]
    fn from_share_code(code: &str) -> PyResult<Self> {
        Ok(Self::new("shared", decode(code).map_err(refused)?))
    }

    /// A short code that carries the whole map.
    fn share_code(&self) -> PyResult<String> {
        encode(self.setup()).map_err(refused)
    }

    /// What results call the map.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Fewest and most players it is made for.
    #[getter]
    fn players(&self) -> (u8, u8) {
        self.setup().players
    }

    /// The canonical text.
    fn text(&self) -> String {
        self.map.write()
    }

    /// `catan` or `game`: which text it is written in.
    #[getter]
    fn format(&self) -> &'static str {
        self.map.format().name()
    }

    /// The map written as `.catan`, and what was lost.
    fn to_map(&self) -> PyResult<(Self, Losses)> {
        self.in_format(MapFormat::Catan, None)
    }

    /// The text of a Pioneers `.game` file, and what was lost.
    #[pyo3(signature = (seed = None))]
    fn to_pioneers(&self, seed: Option<Seed>) -> PyResult<(String, Losses)> {
        self.in_format(MapFormat::Game, seed.as_ref()).map(|(map, losses)| (map.map.write(), losses))
    }

    /// The map with its open cells drawn, under constraints such as `red-neighbours=0`.
    #[pyo3(signature = (seed, constraints = Vec::new()))]
    fn generate(&self, py: Python<'_>, seed: Seed, constraints: Vec<String>) -> PyResult<Self> {
        let seed = seed.number();
        let wishes: Vec<Constraint> =
            constraints.iter().map(|c| c.parse().map_err(refused)).collect::<PyResult<_>>()?;
        let setup = self.setup().clone();
        let found = listening(py, &Progress::default(), None, move || {
            let generator = Generator::new(&setup, &wishes).map_err(|reasons| {
                let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
                reasons.join("; ")
            })?;
            generator.generate(seed).map(|found| found.board).map_err(|unmet| unmet.to_string())
        });
        let board = found?.map_err(refused)?;
        Ok(Self::new(&self.name, self.map.with_board(&board, seed).map_err(refused)?))
    }

    /// The balance of a drawn board, 0 to 100.
    #[pyo3(signature = (seed = None))]
    fn score(&self, seed: Option<Seed>) -> u32 {
        self.setup().draw(self.seed(seed.as_ref())).balance().score
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

    /// Writes the map into a file.
    fn save(&self, path: std::path::PathBuf) -> PyResult<()> {
        Ok(std::fs::write(path, self.map.write())?)
    }

    /// Reads a map from a file.
    #[staticmethod]
    fn load(path: std::path::PathBuf) -> PyResult<Self> {
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let parsed = MapText::read_any(&name, &std::fs::read(path)?, Leniency::Lenient);
        Ok(Self::new(&name, parsed.into_value().map_err(|report| useless(&report))?))
    }

    fn __repr__(&self) -> String {
        let (least, most) = self.players();
        format!("Map({:?}, format={:?}, players={least}-{most})", self.name, self.format())
    }

    fn _repr_svg_(&self) -> String {
        self.svg(None, false, false)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.map.write() == other.map.write()
    }

    fn __hash__(&self) -> u64 {
        hexwright_core::random::fnv1a(self.map.write().as_bytes())
    }

    /// Maps travel to other processes as their text.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, String))> {
        let rebuild = py.import("hexwright")?.getattr("_map")?;
        Ok((rebuild, (self.map.write(), self.name.clone())))
    }
}

/// All findings of a map of either text; with `advice` also advice.
///
/// >>> import hexwright as hw
/// >>> [finding["id"] for finding in hw.check_map("4 2\n")][:1]
/// ['min-above-max']
#[pyfunction]
#[pyo3(signature = (text, *, name = "map.catan", strict = false, advice = false))]
pub(crate) fn check_map<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyAny>,
    name: &str,
    strict: bool,
    advice: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let mut reading = MapText::read_any(name, &bytes_of(text)?, Leniency::strict_if(strict));
    if advice {
        reading.advise(None);
    }
    findings(py, &reading.into_report())
}

/// The format of a text: as named, or as name and content tell.
fn format_named(name: &str, bytes: &[u8], format: Option<&str>) -> PyResult<&'static FormatEntry> {
    let found = match format {
        Some(format) => FORMATS.iter().find(|entry| entry.name == format),
        None => format_of(name, bytes),
    };
    found.ok_or_else(|| {
        let known: Vec<&str> = FORMATS.iter().map(|entry| entry.name).collect();
        refused(format!("format: expected a text of one of these formats: {}", known.join(", ")))
    })
}

/// All findings of a text of any format; its name or its content tells which.
///
/// >>> import hexwright as hw
/// >>> hw.check(hw.Map.preset("base").text(), name="base.catan")
/// []
#[pyfunction]
#[pyo3(signature = (text, *, name = "text", format = None, strict = false))]
pub(crate) fn check<'py>(
    py: Python<'py>,
    text: &Bound<'py, PyAny>,
    name: &str,
    format: Option<&str>,
    strict: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let bytes = bytes_of(text)?;
    let format = format_named(name, &bytes, format)?;
    findings(py, &format.check(name, &bytes, Leniency::strict_if(strict)))
}

/// A text in another format, and what was lost: a list of (kind, id, what).
///
/// >>> import hexwright as hw
/// >>> text, losses = hw.convert(hw.Map.preset("base").text(), "game", name="base.catan", seed=1)
/// >>> hw.Map.parse(text).format
/// 'game'
#[pyfunction]
#[pyo3(signature = (text, to, *, name = "text", format = None, seed = None, at = None))]
pub(crate) fn convert(
    text: &Bound<'_, PyAny>,
    to: &str,
    name: &str,
    format: Option<&str>,
    seed: Option<Seed>,
    at: Option<Whole>,
) -> PyResult<(String, Losses)> {
    let bytes = bytes_of(text)?;
    let from = match format {
        Some(format) => format,
        None => format_named(name, &bytes, None)?.name,
    };
    let row = conversion(from, Some(to)).map_err(refused)?;
    let seed = seed.as_ref().map(Seed::number);
    let done = row.run(&ConversionInput {
        seed,
        at: at.map(Whole::size),
        ..ConversionInput::new(name, &bytes, from)
    });
    match done.text {
        Some(text) => Ok((text, told(done.losses))),
        None => Err(useless(&done.report)),
    }
}

/// Our own maps with a line about each.
///
/// >>> import hexwright as hw
/// >>> "base" in hw.presets()
/// True
#[pyfunction]
pub(crate) fn presets(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let lines: std::collections::BTreeMap<&str, &str> = PRESETS.iter().map(|p| (p.0, p.1)).collect();
    data(py, &lines)
}
