//! Catan maps, written as `.catan` or as the `.game` files of Pioneers.

use super::{FileKind, catan_generate, catan_picture, catan_table, catan_tools};
use crate::commands::{
    check::CheckArgs,
    generate::GenerateArgs,
    maps::TransformArgs,
    play::PlayArgs,
    render::RenderArgs,
    simulate::{SetupArgs, SimulateArgs},
};
use crate::{Status, games, input::Input, output};
use anyhow::{Result, bail};
use hexwright_catan::Setup;
use hexwright_catan::game::Catan as Game;
use hexwright_catan::text::{Advise as _, Leniency, MapFormat, MapReading, MapText};
use hexwright_core::random::seed_from_text;
use hexwright_core::text::render::Report;
use hexwright_render::Scene;

pub(crate) struct Catan;

/// The map of a file with its findings.
fn read(input: &Input, leniency: Leniency) -> MapReading {
    let format = input.format().and_then(|format| MapFormat::from_name(format.name));
    MapText::read(format.unwrap_or(MapFormat::Catan), &input.name, &input.bytes, leniency)
}

/// The map of a file, or the findings that keep it from loading.
fn load(input: &Input) -> Result<MapText, Report> {
    read(input, Leniency::Lenient).into_value()
}

/// The seed of the command line, or the one noted in the map, or 1.
pub(crate) fn seed(given: Option<&str>, setup: &Setup) -> u64 {
    setup.board_seed(given.map(seed_from_text))
}

impl FileKind for Catan {
    fn formats(&self) -> &'static [&'static str] {
        &["catan", "game"]
    }

    fn options(&self, verb: &str, _input: &Input) -> &'static [&'static str] {
        match verb {
            "check" => &["--strict", "--lint", "--score", "--seed"],
            "render" => &["--seed", "--labels", "--heat", "--open", "--print"],
            "generate" => &["--require", "--keep", "--open", "--fair"],
            "play" => &["--option", "--ruleset"],
            _ => &[],
        }
    }

    fn check(&self, input: &Input, how: &CheckArgs) -> Result<Report> {
        let mut reading = read(input, Leniency::strict_if(how.strict));
        let Some(setup) = reading.value.as_ref().map(|map| map.setup().clone()) else {
            return Ok(reading.into_report());
        };
        if how.lint {
            let board = how.seed.as_deref().map(|s| setup.draw(seed_from_text(s)));
            reading.advise(board.as_ref());
        }
        if how.score {
            let score = setup.draw(seed(how.seed.as_deref(), &setup)).balance().score;
            output::note(&format!("{}: balance {score} of 100", input.name));
        }
        Ok(reading.into_report())
    }

    fn render(&self, input: &Input, how: &RenderArgs) -> Result<Result<Scene, Report>> {
        Ok(load(input).map(|map| catan_picture::scene(map.setup(), how)))
    }

    fn render_text(&self, input: &Input, how: &RenderArgs) -> Result<Result<String, Report>> {
        Ok(load(input).map(|map| catan_picture::text(map.setup(), how)))
    }

    fn generate(&self, input: &Input, how: &GenerateArgs) -> Result<Status> {
        let map = match load(input) {
            Ok(map) => map,
            Err(report) => return output::refuse(&report),
        };
        if how.open {
            let name = map.format().name();
            if let Some(format) = how.format.as_deref().filter(|&format| format != name) {
                bail!("cannot write an open map as {format:?}; expected {name}");
            }
            output::refuse_other_format(how.output.as_deref(), "an open map", &[name])?;
            output::deliver(how.output.as_deref(), map.write().as_bytes())?;
            return Ok(Status::Fine);
        }
        catan_generate::generate(&map, &input.name, how)
    }

    fn setup(&self, input: &Input) -> Result<Result<Setup, Report>> {
        Ok(load(input).map(MapText::into_setup))
    }

    fn transform(&self, input: &Input, how: &TransformArgs) -> Result<Result<String, Report>> {
        match load(input) {
            Ok(map) if map.format() == MapFormat::Game => bail!(
                "{} cannot be turned: only .catan maps can, and `convert` makes one of a Pioneers map",
                input.name
            ),
            Ok(map) => Ok(Ok(catan_tools::transformed(map.setup(), how)?)),
            Err(report) => Ok(Err(report)),
        }
    }

    fn simulate(&self, input: &Input, how: &SimulateArgs) -> Result<Status> {
        match game_on(input, crate::games::seats_named(&how.players), &how.setup)? {
            Ok(game) => games::simulate(&game, how),
            Err(report) => output::refuse(&report),
        }
    }

    fn play(&self, input: &Input, how: &PlayArgs) -> Result<Status> {
        match game_on(input, crate::games::seats_named(&how.players), &how.setup)? {
            Ok(game) => games::play(&game, how),
            Err(report) => output::refuse(&report),
        }
    }
}

/// The game on a map: open cells drawn with the seed, the map's own options, then those asked for.
fn game_on(input: &Input, named: usize, how: &SetupArgs) -> Result<Result<Game, Report>> {
    match load(input) {
        Ok(map) => {
            let game = catan_table::game_on(map.setup(), named, how)?;
            catan_table::refuse_unwinnable(&input.name, &game)?;
            Ok(Ok(game))
        }
        Err(report) => Ok(Err(report)),
    }
}
