//! The `.game` maps of Pioneers.

use super::{Room, catan_picture, catan_table};
use crate::commands::{
    check::CheckArgs,
    convert::ConvertArgs,
    generate::GenerateArgs,
    play::PlayArgs,
    render::RenderArgs,
    simulate::{SetupArgs, SimulateArgs},
};
use crate::{Status, games, input::Input, output};
use anyhow::{Result, anyhow, bail};
use hexwright_catan::Setup;
use hexwright_catan::game::Catan;
use hexwright_catan::generate::{Constraint, Generator};
use hexwright_catan::lint::lint;
use hexwright_catan::text::convert::{Loss, LossKind, Origin, to_catan, to_game};
use hexwright_catan::text::dot_catan;
use hexwright_catan::text::pioneers::{self, Laid, Leniency, PioneersMap, Switch};
use hexwright_core::random::seed_from_text;
use hexwright_core::text::{render::Report, sort};
use hexwright_core::{Diagnostic, Span};
use hexwright_render::Scene;

/// Reads `.game` files.
pub(crate) struct Pioneers;

impl Room for Pioneers {
    fn formats(&self) -> &'static [&'static str] {
        &["game"]
    }

    fn reads_as(&self) -> &'static [&'static str] {
        &["game"]
    }

    fn options(&self, verb: &str, _input: &Input) -> &'static [&'static str] {
        match verb {
            "check" => &["--strict", "--lint", "--score", "--seed"],
            "render" => &["--seed", "--labels", "--heat", "--print"],
            "convert" => &["--from"],
            "generate" => &["--require"],
            "play" => &["--option", "--ruleset"],
            _ => &[],
        }
    }

    fn check(&self, input: &Input, how: &CheckArgs) -> Result<Report> {
        let mut document = pioneers::read(&input.name, &input.bytes, Leniency::strict_if(how.strict));
        let Some(map) = document.value.clone() else { return Ok(document.into_report()) };
        let seed = how.seed.as_deref().map(seed_from_text);
        if how.lint {
            let board = seed.map(|seed| map.shuffled(seed).lay_out().board);
            let advice = lint(&map.setup(), board.as_ref());
            let findings: Vec<_> = advice.iter().map(|a| a.diagnostic_in_game(&document)).collect();
            document.diagnostics.extend(findings);
            sort(&mut document.diagnostics);
        }
        if how.score {
            let score = map.shuffled(seed.unwrap_or(0)).lay_out().board.balance().score;
            output::note(&format!("{}: balance {score} of 100", input.name));
        }
        Ok(document.into_report())
    }

    fn render(&self, input: &Input, how: &RenderArgs) -> Result<Result<Scene, Report>> {
        Ok(picture(input, how)?.map(|(laid, title)| catan_picture::laid_scene(&laid, &title, how)))
    }

    fn render_text(&self, input: &Input, how: &RenderArgs) -> Result<Result<String, Report>> {
        Ok(picture(input, how)?.map(|(laid, title)| catan_picture::laid_text(&laid, &title, how)))
    }

    fn convert(&self, input: &Input, how: &ConvertArgs) -> Result<(Option<Vec<u8>>, Report)> {
        if let Some(other) = how.from.as_deref().filter(|&from| from != "game") {
            bail!("cannot read {other:?} as a Pioneers map; expected game");
        }
        let document = pioneers::read(&input.name, &input.bytes, Leniency::Lenient);
        let Some(map) = document.value.clone() else { return Ok((None, document.into_report())) };
        match how.target().as_deref() {
            None | Some("catan") => {
                let (setup, losses) = to_catan(&map);
                let places = document.places.clone();
                let place = |origin: Origin| origin.in_game(&places);
                Ok(judged(dot_catan::write(&setup), &losses, &place, document.into_report(), how))
            }
            Some("game") => Ok((Some(pioneers::write(&map).into_bytes()), document.into_report())),
            Some(other) => bail!("cannot write {other:?} from a Pioneers map; expected catan or game"),
        }
    }

    fn setup(&self, input: &Input) -> Result<Result<Setup, Report>> {
        Ok(read(input).map(|map| map.setup()))
    }

    fn simulate(&self, input: &Input, how: &SimulateArgs) -> Result<Status> {
        match game_on(input, how.players.len(), &how.setup)? {
            Ok(game) => games::simulate(&game, how),
            Err(report) => output::refuse(&report),
        }
    }

    fn play(&self, input: &Input, how: &PlayArgs) -> Result<Status> {
        match game_on(input, how.players.len(), &how.setup)? {
            Ok(game) => games::play(&game, how),
            Err(report) => output::refuse(&report),
        }
    }

    fn generate(&self, input: &Input, how: &GenerateArgs) -> Result<Status> {
        let map = match read(input) {
            Ok(map) => map,
            Err(report) => return output::refuse(&report),
        };
        if let Some(format) = how.format.as_deref().filter(|&format| format != "game") {
            bail!("cannot write boards of a Pioneers map as {format:?}; expected game");
        }
        if how.count == 1 {
            output::refuse_other_format(how.output.as_deref(), "a board of a Pioneers map", &["game"])?;
        }
        let first = seed_from_text(how.seed.as_deref().unwrap_or("0"));
        let setup = map.setup();
        let constraints: Vec<Constraint> =
            how.require.iter().map(|text| text.parse()).collect::<Result<_, _>>()?;
        let generator = match Generator::new(&setup, &constraints) {
            Ok(generator) => generator,
            Err(reasons) => {
                reasons.iter().for_each(|reason| output::note(&format!("{}: {reason}", input.name)));
                return Ok(Status::Findings);
            }
        };
        // as Pioneers draws, or, when something is required, searched for
        let drawn = |seed: u64| -> Result<String> {
            if constraints.is_empty() {
                return Ok(drawn(&map, seed));
            }
            let found = generator.generate(seed).map_err(|unmet| anyhow!("seed {seed}: {unmet}"))?;
            let (mut board, _) = to_game(&setup.with_board(&found.board, None), seed)?;
            board.comments.push(format!("hexwright seed {seed} {}", how.require.join(" ")));
            Ok(pioneers::write(&board))
        };
        if how.count > 1 {
            let Some(folder) = &how.output else { bail!("--count above 1 needs a folder: --output FOLDER") };
            std::fs::create_dir_all(folder)?;
            for seed in (0..how.count).map(|n| first.wrapping_add(n)) {
                let path = folder.join(format!("{seed}.game"));
                output::write_file(&path, drawn(seed)?.as_bytes())?;
            }
            return Ok(Status::Fine);
        }
        output::deliver(how.output.as_deref(), drawn(first)?.as_bytes())?;
        Ok(Status::Fine)
    }
}

/// The board to draw and its title: under a seed if one is given, else as it is written.
fn picture(input: &Input, how: &RenderArgs) -> Result<Result<(Laid, String), Report>> {
    Ok(read(input).map(|map| {
        let board = match &how.seed {
            Some(seed) => map.shuffled(seed_from_text(seed)).lay_out(),
            None => map.lay_out(),
        };
        (board, map.title)
    }))
}

/// The game on a map: terrain drawn with the seed, the map's own options, then those asked for.
fn game_on(input: &Input, named: usize, how: &SetupArgs) -> Result<Result<Catan, Report>> {
    match read(input) {
        Ok(map) => catan_table::game_on(&map.setup(), named, how).map(Ok),
        Err(report) => Ok(Err(report)),
    }
}

/// The map with its terrain drawn once and for all.
fn drawn(map: &PioneersMap, seed: u64) -> String {
    let mut board = map.shuffled(seed);
    board.switches[Switch::RandomTerrain] = false;
    board.comments.push(format!("hexwright seed {seed}"));
    pioneers::write(&board)
}

/// A `.catan` map as a Pioneers map, with the losses as findings.
pub(crate) fn from_catan(
    reading: dot_catan::Reading,
    setup: &Setup,
    how: &ConvertArgs,
) -> Result<(Option<Vec<u8>>, Report)> {
    let (map, losses) = to_game(setup, super::catan::seed(how.seed.as_deref(), setup))?;
    let document = reading.places.clone();
    let place = |origin: Origin| match origin {
        Origin::Number(section, index) => Some(document.place(section, index)),
        _ => None,
    };
    Ok(judged(pioneers::write(&map), &losses, &place, reading.into_report(), how))
}

/// Adds losses to the findings; what would be changed or dropped is only written with `--lossy`.
fn judged(
    text: String,
    losses: &[Loss],
    place_of: &dyn Fn(Origin) -> Option<Span>,
    mut report: Report,
    how: &ConvertArgs,
) -> (Option<Vec<u8>>, Report) {
    for loss in losses {
        let span = loss.origin.and_then(place_of).unwrap_or(Span::at(0));
        let place = loss.place.map_or(String::new(), |p| format!(" (column {}, row {})", p.x, p.y));
        let message = format!("{}: {}{place}", loss.kind.name(), loss.what);
        let finding = Diagnostic::warning(loss.id, span, message);
        report.diagnostics.push(match loss.kind {
            LossKind::Carried => finding,
            LossKind::Changed | LossKind::Dropped => finding.help("--lossy writes the file all the same"),
        });
    }
    sort(&mut report.diagnostics);
    let lossless = losses.iter().all(|loss| loss.kind == LossKind::Carried);
    ((lossless || how.lossy).then(|| text.into_bytes()), report)
}

/// The map, or the findings that forbid using it.
fn read(input: &Input) -> Result<PioneersMap, Report> {
    pioneers::read(&input.name, &input.bytes, Leniency::Lenient).into_value()
}
