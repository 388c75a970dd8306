//! Titan battlelands.

use crate::convert::{Seed, Whole, one_of, refused, useless};
use crate::wait::{Progress, listening};
use hexwright_render::titan::{Options, land_scene};
use hexwright_titan::text::{Format, write};
use hexwright_titan::{Battleland as Land, Constraint, Mode, Roller, Tally, formats};
use pyo3::prelude::*;

/// A Titan battleland: rolled from a script by `roll_battleland` or read by `read_battleland`.
///
/// >>> import hexwright as hw
/// >>> land = hw.roll_battleland(open("maps/titan/oasis.rnd").read(), 7)
/// >>> hw.read_battleland(land.text("xml")) == land
/// True
#[pyclass(frozen, module = "hexwright")]
pub(crate) struct Battleland(Land);

#[pymethods]
impl Battleland {
    /// One line that says everything: hexes with terrain, elevation and hexsides.
    #[getter]
    fn canonical(&self) -> String {
        self.0.canonical()
    }

    /// The map as `xml`, `text`, `text-letter`, `json` or `canonical`.
    #[pyo3(signature = (format = "xml", *, stem = "battleland"))]
    fn text(&self, format: &str, stem: &str) -> PyResult<String> {
        let known = "xml, text, text-letter, json or canonical";
        let format = one_of("format", format, known, Format::from_name(format))?;
        write(&self.0, format, stem).map_err(refused)
    }

    /// Mistakes of the map in words.
    fn check(&self) -> Vec<String> {
        hexwright_titan::check(&self.0).into_iter().map(|finding| finding.message).collect()
    }

    /// The picture as SVG.
    fn svg(&self) -> String {
        land_scene(&self.0, &Options::default()).to_svg()
    }

    /// The picture as PNG of this width.
    #[pyo3(signature = (*, width = 800))]
    fn png(&self, width: u32) -> PyResult<Vec<u8>> {
        land_scene(&self.0, &Options::default()).to_png(width).map_err(refused)
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    /// Lands travel to other processes as their JSON.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let rebuild = py.import("hexwright")?.getattr("read_battleland")?;
        Ok((rebuild, (self.text("json", "battleland")?,)))
    }

    /// Writes the land into a file as JSON, which `load` reads.
    fn save(&self, path: std::path::PathBuf) -> PyResult<()> {
        Ok(std::fs::write(path, self.text("json", "battleland")?)?)
    }

    /// Reads a land from a file of any of its texts.
    #[staticmethod]
    fn load(path: std::path::PathBuf) -> PyResult<Self> {
        read_battleland(&std::fs::read_to_string(path)?, "documented")
    }

    fn __copy__(&self) -> Self {
        Self(self.0.clone())
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        Self(self.0.clone())
    }

    fn __hash__(&self) -> u64 {
        hexwright_core::random::fnv1a(self.0.canonical().as_bytes())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn __repr__(&self) -> String {
        format!("Battleland({:?})", self.0.canonical())
    }
}

/// Rolls a battleland from a script; with constraints the first of `tries` attempts that meets them.
///
/// >>> import hexwright as hw
/// >>> script = open("maps/titan/oasis.rnd").read()
/// >>> hw.roll_battleland(script, 7) == hw.roll_battleland(script, "7")
/// True
/// >>> hw.roll_battleland(script, 7, ["entry"]).check()
/// []
#[pyfunction]
#[pyo3(signature = (script, seed, constraints = Vec::new(), *, tries = Whole(10_000), mode = "documented"))]
pub(crate) fn roll_battleland(
    py: Python<'_>,
    script: &str,
    seed: Seed,
    constraints: Vec<String>,
    tries: Whole,
    mode: &str,
) -> PyResult<Battleland> {
    let mode = mode_of(mode)?;
    let parsed = formats::read_script("script.rnd", script.as_bytes(), mode);
    let script = parsed.into_value().map_err(|report| useless(&report))?;
    let wishes: Vec<Constraint> =
        constraints.iter().map(|c| Constraint::parse(c).map_err(refused)).collect::<PyResult<_>>()?;
    let seed = seed.number();
    if wishes.is_empty() {
        return script.roll(seed).map(|rolled| Battleland(rolled.land)).map_err(refused);
    }
    let tries = tries.0;
    let found = listening(py, &Progress::default(), None, move || {
        Roller::new(&script).search(seed, &wishes, tries, &mut Tally::new(wishes.len()))
    });
    match found?.map_err(refused)? {
        Some(found) => Ok(Battleland(found.rolled.land)),
        None => Err(refused(format!("none of {tries} attempts meets the constraints"))),
    }
}

/// Reads a battleland from its XML, table or JSON text.
///
/// >>> import hexwright as hw
/// >>> hw.read_battleland("nonsense")
/// Traceback (most recent call last):
/// ValueError: ...
#[pyfunction]
#[pyo3(signature = (text, *, mode = "documented"))]
pub(crate) fn read_battleland(text: &str, mode: &str) -> PyResult<Battleland> {
    let parsed = formats::read_battleland("battleland", text.as_bytes(), None, mode_of(mode)?);
    parsed.into_value().map(Battleland).map_err(|report| useless(&report))
}

fn mode_of(name: &str) -> PyResult<Mode> {
    one_of("mode", name, "documented, colossus or colossus-2002", Mode::from_name(name))
}
