//! The Python package `hexwright`, its native half: thin wrappers over the rooms of the workspace.
//! The Python half (environments, distribution) lies beside it in `python/hexwright`; docs/python.md
//! tells how both are used. Positions never cross over: Python gets views, rows and records.

mod batch;
mod catan;
mod convert;
mod crew;
mod game;
mod lands;
mod maps;
mod policy;
mod runs;
mod save;
mod slots;
mod terra;
mod terra_picks;
mod wait;

use pyo3::prelude::*;

/// The native half.
#[pymodule]
fn _hexwright(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<maps::Map>()?;
    module.add_class::<game::Game>()?;
    module.add_class::<catan::CatanGame>()?;
    module.add_class::<batch::CatanBatch>()?;
    module.add_class::<terra::TerraGame>()?;
    module.add_class::<lands::Battleland>()?;
    module.add_function(wrap_pyfunction!(maps::check_map, module)?)?;
    module.add_function(wrap_pyfunction!(maps::check, module)?)?;
    module.add_function(wrap_pyfunction!(maps::convert, module)?)?;
    module.add_function(wrap_pyfunction!(maps::presets, module)?)?;
    module.add_function(wrap_pyfunction!(lands::roll_battleland, module)?)?;
    module.add_function(wrap_pyfunction!(lands::read_battleland, module)?)?;
    module.add_function(wrap_pyfunction!(terra::check_snapshot, module)?)?;
    module.add_function(wrap_pyfunction!(terra::verify_log, module)?)?;
    module.add_function(wrap_pyfunction!(runs::bots, module)?)?;
    module.add_function(wrap_pyfunction!(runs::simulate, module)?)?;
    module.add_function(wrap_pyfunction!(runs::random_game, module)?)?;
    module.add_function(wrap_pyfunction!(runs::tournament, module)?)?;
    module.add_function(wrap_pyfunction!(runs::merge_tournament, module)?)?;
    module.add_function(wrap_pyfunction!(runs::standings, module)?)?;
    module.add_function(wrap_pyfunction!(runs::fairness, module)?)?;
    module.add_function(wrap_pyfunction!(runs::merge_fairness, module)?)?;
    module.add_function(wrap_pyfunction!(runs::fairness_summary, module)?)?;
    Ok(())
}
