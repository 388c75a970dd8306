//! `.catan` maps.

use super::{Room, catan_picture, catan_table, catan_tools};
use crate::commands::{
    check::CheckArgs, convert::ConvertArgs, generate::GenerateArgs, maps::TransformArgs, play::PlayArgs,
    render::RenderArgs, simulate::SimulateArgs,
};
use crate::{Status, games, input::Input, output};
use anyhow::{Result, bail};
use hexwright_catan::Setup;
use hexwright_catan::lint::lint;
use hexwright_catan::text::dot_catan::{self, Leniency, Reading};
use hexwright_core::random::seed_from_text;
use hexwright_core::text::{apply_edits, render::Report, sort};
use hexwright_render::Scene;

pub(crate) struct Catan;

/// The map of a file, or the findings that keep it from loading.
pub(crate) fn load(input: &Input) -> Result<Setup, Report> {
    dot_catan::read(&input.name, &input.bytes, Leniency::Lenient).into_value()
}

/// The seed of the command line, or the one noted in the map, or 1.
pub(crate) fn seed(given: Option<&str>, setup: &Setup) -> u64 {
    hexwright_league::catan::board_seed(given, setup)
}

impl Room for Catan {
    fn formats(&self) -> &'static [&'static str] {
        &["catan"]
    }

    fn reads_as(&self) -> &'static [&'static str] {
        &["catan", "catan-old"]
    }

    fn options(&self, verb: &str, _input: &Input) -> &'static [&'static str] {
        match verb {
            "check" => &["--strict", "--lint", "--score", "--seed", "--fix"],
            "render" => &["--seed", "--labels", "--heat", "--open", "--print"],
            "convert" => &["--from", "--seed"],
            "generate" => &["--require", "--keep", "--open", "--fair"],
            "play" => &["--option", "--ruleset"],
            _ => &[],
        }
    }

    fn check(&self, input: &Input, how: &CheckArgs) -> Result<Report> {
        let leniency = Leniency::strict_if(how.strict);
        let mut reading = dot_catan::read(&input.name, &input.bytes, leniency);
        if how.fix {
            let Some(path) = &input.path else { bail!("--fix needs a file, not standard input") };
            if std::str::from_utf8(&input.bytes).is_err() {
                bail!("{} is not UTF-8 and is not rewritten; save it as UTF-8 first", input.name);
            }
            if let Some((text, repaired)) = repair(&reading, leniency) {
                output::write_file(path, text.as_bytes())?;
                reading = repaired;
            }
        }
        if let Some(setup) = reading.value.as_ref().filter(|_| how.lint) {
            let board = how.seed.as_deref().map(|s| setup.draw(seed_from_text(s)));
            let advice = lint(setup, board.as_ref());
            reading.diagnostics.extend(advice.iter().map(|l| l.diagnostic(&reading.places)));
            sort(&mut reading.diagnostics);
        }
        if let Some(setup) = reading.value.as_ref().filter(|_| how.score) {
            let score = setup.draw(seed(how.seed.as_deref(), setup)).balance().score;
            output::note(&format!("{}: balance {score} of 100", input.name));
        }
        Ok(reading.into_report())
    }

    fn render(&self, input: &Input, how: &RenderArgs) -> Result<Result<Scene, Report>> {
        Ok(load(input).map(|setup| {
            let seed = seed(how.seed.as_deref(), &setup);
            catan_picture::setup_scene(&setup, seed, setup.note("title").unwrap_or_default(), how)
        }))
    }

    fn render_text(&self, input: &Input, how: &RenderArgs) -> Result<Result<String, Report>> {
        Ok(load(input).map(|setup| {
            let seed = seed(how.seed.as_deref(), &setup);
            catan_picture::setup_text(&setup, seed, setup.note("title").unwrap_or_default(), how)
        }))
    }

    fn generate(&self, input: &Input, how: &GenerateArgs) -> Result<Status> {
        let setup = match load(input) {
            Ok(setup) => setup,
            Err(report) => return output::refuse(&report),
        };
        if how.open {
            if let Some(format) = how.format.as_deref().filter(|&format| format != "catan") {
                bail!("cannot write an open map as {format:?}; expected catan");
            }
            output::refuse_other_format(how.output.as_deref(), "an open map", &["catan"])?;
            output::deliver(how.output.as_deref(), dot_catan::write(&setup).as_bytes())?;
            return Ok(Status::Fine);
        }
        super::catan_generate::generate(&setup, &input.name, how)
    }

    fn setup(&self, input: &Input) -> Result<Result<Setup, Report>> {
        Ok(load(input))
    }

    fn transform(&self, input: &Input, how: &TransformArgs) -> Result<Result<String, Report>> {
        match load(input) {
            Ok(setup) => Ok(Ok(catan_tools::transformed(&setup, how)?)),
            Err(report) => Ok(Err(report)),
        }
    }

    fn convert(&self, input: &Input, how: &ConvertArgs) -> Result<(Option<Vec<u8>>, Report)> {
        let reading = match how.from.as_deref() {
            Some("catan-old") => dot_catan::read_old(&input.name, &input.bytes),
            None | Some("catan") => dot_catan::read(&input.name, &input.bytes, Leniency::Lenient),
            Some(other) => bail!("cannot read {other:?} as a .catan map; expected catan or catan-old"),
        };
        let bytes = match how.target().as_deref() {
            None | Some("catan") if how.seed.is_some() => {
                bail!("--seed draws what a .game file cannot leave open; a .catan file keeps it open")
            }
            None | Some("catan") => reading.value.as_ref().map(|s| dot_catan::write(s).into_bytes()),
            Some("game") => {
                let Some(setup) = &reading.value else { return Ok((None, reading.into_report())) };
                let setup = setup.clone();
                return super::pioneers::from_catan(reading, &setup, how);
            }
            Some(other) => bail!("cannot write {other:?} from a .catan map; expected catan or game"),
        };
        Ok((bytes, reading.into_report()))
    }

    fn simulate(&self, input: &Input, how: &SimulateArgs) -> Result<Status> {
        let game = catan_table::game_on(&self.playable(input)?, how.players.len(), &how.setup)?;
        games::simulate(&game, how)
    }

    fn play(&self, input: &Input, how: &PlayArgs) -> Result<Status> {
        let game = catan_table::game_on(&self.playable(input)?, how.players.len(), &how.setup)?;
        games::play(&game, how)
    }
}

/// Applies repairs until none is left: one may uncover the next.
fn repair(reading: &Reading, leniency: Leniency) -> Option<(String, Reading)> {
    let mut best: Option<(String, Reading)> = None;
    for _ in 0..20 {
        let current = best.as_ref().map_or(reading, |b| &b.1);
        let edits: Vec<_> =
            current.diagnostics.iter().filter_map(|d| d.fix.as_ref()).flat_map(|f| &f.edits).collect();
        if edits.is_empty() {
            break;
        }
        let text = apply_edits(current.places.text(), edits);
        let next = dot_catan::read(current.source.name(), text.as_bytes(), leniency);
        if text == current.places.text() {
            break;
        }
        best = Some((text, next));
    }
    best
}
