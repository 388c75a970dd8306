//! Terra Mystica: snapshots (`.tms`), command logs and ledgers (`.tmlog`), concise grids (`.tmgrid`).

mod grids;
mod logs;

use super::Room;
use crate::commands::{
    check::CheckArgs,
    convert::ConvertArgs,
    play::PlayArgs,
    render::RenderArgs,
    replay::{LegalArgs, ReplayArgs},
    simulate::SimulateArgs,
};
use crate::{Status, games, input::Input, output};
use anyhow::{Context as _, Result, anyhow, bail};
use hexwright_core::text::render::Report;
use hexwright_core::text::{Format as _, Leniency};
use hexwright_core::{Diagnostic, Game as _, Source, Span};
use hexwright_render::Scene;
use hexwright_render::terra::{Options, position_scene, position_text};
use hexwright_terra::text::concise::GridFormat;
use hexwright_terra::text::ledger::LogFormat;
use hexwright_terra::text::snapshot::{self, Level, Mode, Snapshot};
use hexwright_terra::{Position, Terra};

/// Reads snapshots and logs.
pub(crate) struct TerraMystica;

/// The kinds of file this room reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// One position.
    Snapshot,
    /// A game as commands: plain lines, a table, or JSON.
    Log,
    /// A game as a concise grid.
    Grid,
}

fn kind_of(input: &Input) -> Kind {
    match input.format().map(|format| format.name) {
        Some(LogFormat::NAME) => Kind::Log,
        Some(GridFormat::NAME) => Kind::Grid,
        _ => Kind::Snapshot,
    }
}

impl Room for TerraMystica {
    fn formats(&self) -> &'static [&'static str] {
        &["concise", "log", "snapshot"]
    }

    fn options(&self, verb: &str, input: &Input) -> &'static [&'static str] {
        match (verb, kind_of(input)) {
            ("check", Kind::Snapshot) => &["--level"],
            ("render" | "convert", _) => &["--at"],
            ("play", Kind::Snapshot) => &["--force"],
            ("replay", _) => &["--at", "--as", "--locate", "--format snapshot"],
            _ => &[],
        }
    }

    fn check(&self, input: &Input, how: &CheckArgs) -> Result<Report> {
        let level = match how.level.as_deref() {
            None => Level::Rules,
            Some(name) => Level::parse(name).ok_or_else(|| {
                anyhow!("no level is called {name:?}; expected syntax, vocabulary, geometry or rules")
            })?,
        };
        Ok(match kind_of(input) {
            Kind::Snapshot => snapshot::read_file(&input.name, &input.bytes, level).into_report(),
            Kind::Log | Kind::Grid => super::findings(input, Leniency::Lenient),
        })
    }

    fn render(&self, input: &Input, how: &RenderArgs) -> Result<Result<Scene, Report>> {
        Ok(shown(input, how.at)?
            .map(|(game, position)| position_scene(&game, &position, &Options::default())))
    }

    fn render_text(&self, input: &Input, how: &RenderArgs) -> Result<Result<String, Report>> {
        Ok(shown(input, how.at)?.map(|(game, position)| position_text(&game, &position)))
    }

    fn convert(&self, input: &Input, how: &ConvertArgs) -> Result<(Option<Vec<u8>>, Report)> {
        let target = how.target().with_context(|| match kind_of(input) {
            Kind::Log | Kind::Grid => {
                "name the format to write: --to snapshot, plain, log, ledger or concise"
            }
            _ => "name the format to write: --to snapshot or plain",
        })?;
        let (bytes, report) = match kind_of(input) {
            Kind::Log => logs::convert(input, &target, how.at),
            Kind::Grid => grids::convert(input, &target, how.at),
            _ if how.at.is_some() => bail!("{} is one position: leave --at out", input.name),
            _ => convert_snapshot(input, &target),
        }?;
        let lossy = report.diagnostics.iter().any(|d| d.id == LOSS);
        Ok((bytes.filter(|_| !(how.strict && lossy)), report))
    }

    fn replay(&self, input: &Input, how: &ReplayArgs) -> Result<Status> {
        match kind_of(input) {
            Kind::Log => logs::replay(input, how),
            Kind::Grid => match grids::as_log(input) {
                Ok(log) => logs::replay(&log, how),
                Err(report) => games::refused(&report, games::unverified(how)),
            },
            _ => bail!("{} is one position; give a log to replay", input.name),
        }
    }

    fn legal(&self, input: &Input, how: &LegalArgs) -> Result<Status> {
        let (game, position) = match playable(input, how.at, how.force)? {
            Ok(found) => found,
            Err(report) => return games::refused(&report, how.json.then(|| serde_json::json!({}))),
        };
        let mut lines = Vec::new();
        for seat in position.seats() {
            let mut actions = Vec::new();
            game.legal(&position, seat, &mut actions);
            let name = position.player(seat).faction.log_name();
            lines.extend(actions.iter().map(|a| format!("{name}: {}", game.action_text(&position, a))));
        }
        output::print(&if how.json {
            format!("{}\n", serde_json::json!({ "legal": lines }))
        } else if lines.is_empty() {
            "nothing: the game is over\n".to_owned()
        } else {
            lines.join("\n") + "\n"
        })?;
        Ok(Status::Fine)
    }

    fn play(&self, input: &Input, how: &PlayArgs) -> Result<Status> {
        match playable(input, None, how.force)? {
            Ok((game, position)) => games::play(&game.starting_at(position), how),
            Err(report) => output::refuse(&report),
        }
    }

    fn simulate(&self, input: &Input, how: &SimulateArgs) -> Result<Status> {
        match playable(input, None, how.force)? {
            Ok((game, position)) => games::simulate(&game.starting_at(position), how),
            Err(report) => output::refuse(&report),
        }
    }
}

/// A position that breaks no rule: a snapshot's own, without what is wrong if `force` asks for it, or one
/// of a log or grid.
fn playable(input: &Input, at: Option<usize>, force: bool) -> Result<Result<(Terra, Position), Report>> {
    let log = match kind_of(input) {
        Kind::Log => input.clone(),
        Kind::Grid => match grids::as_log(input) {
            Ok(log) => log,
            Err(report) => return Ok(Err(report)),
        },
        _ if at.is_some() => bail!("{} is one position: leave --at out", input.name),
        _ => {
            let mut read = snapshot::read_file(&input.name, &input.bytes, Level::Rules);
            let Some(found) = &read.value else { return Ok(Err(read.into_report())) };
            if read.is_sound() {
                return Ok(Ok(taken_up(found)));
            }
            let errors: Vec<Diagnostic> = read.diagnostics.iter().filter(|d| d.is_error()).cloned().collect();
            read.diagnostics = if force && !errors.iter().any(|d| Level::of(d.id) <= Level::Vocabulary) {
                match found.salvaged() {
                    Ok((snapshot, wrong)) => {
                        output::note(&mended(&read.source, &wrong));
                        return Ok(Ok(taken_up(&snapshot)));
                    }
                    Err(remaining) => remaining,
                }
            } else {
                errors
            };
            return Ok(Err(read.into_report()));
        }
    };
    let replay = logs::played(&log, at)?;
    Ok(Ok((replay.game().clone(), replay.position().clone())))
}

/// The position of a snapshot without errors, ready to be played on.
fn taken_up(snapshot: &Snapshot) -> (Terra, Position) {
    // a board of one's own has no layout here: it is shown as far as it can be
    snapshot.position().unwrap_or_else(|_| snapshot.position_lossy())
}

/// What was wrong and is not any more, in one line.
fn mended(source: &Source, wrong: &[Diagnostic]) -> String {
    let mut parts: Vec<String> = Vec::new();
    for finding in wrong {
        let text = finding.headline(source);
        if !parts.contains(&text) {
            parts.push(text);
        }
    }
    format!("mended: {}", parts.join("; "))
}

/// The position a file shows: a snapshot's own, however broken its rules, or one of a log.
fn shown(input: &Input, at: Option<usize>) -> Result<Result<(Terra, Position), Report>> {
    if at.is_some() || matches!(kind_of(input), Kind::Log | Kind::Grid) {
        return playable(input, at, false);
    }
    let read = snapshot::read_file(&input.name, &input.bytes, Level::Vocabulary);
    Ok(read.into_value().map(|snapshot| snapshot.position_lossy()))
}

/// The finding that says what a conversion drops; `--strict` refuses it.
const LOSS: &str = "loss";

/// What the plain form of a snapshot cannot hold.
fn plain_loss(snapshot: &Snapshot) -> Option<Diagnostic> {
    let loss = "the extension keys are dropped: options, town membership and everything owed";
    snapshot.options.is_some().then(|| Diagnostic::warning(LOSS, Span::at(0), loss))
}

fn convert_snapshot(input: &Input, target: &str) -> Result<(Option<Vec<u8>>, Report)> {
    let mode = match target {
        "tms" | "snapshot" | "full" => Mode::Full,
        "plain" => Mode::Plain,
        "log" | "tmlog" | "ledger" | "concise" | "grid" | "tmgrid" => {
            bail!("{} is one position and knows no history; a log can be written from a log only", input.name)
        }
        other => bail!("cannot write {other:?}; expected snapshot or plain"),
    };
    let mut read = snapshot::read_file(&input.name, &input.bytes, Level::Vocabulary);
    let Some(snapshot) = read.value.take().filter(|_| read.is_sound()) else {
        return Ok((None, read.into_report()));
    };
    if mode == Mode::Plain {
        read.diagnostics.extend(plain_loss(&snapshot));
    }
    Ok((Some(snapshot::write(&snapshot, mode).into_bytes()), read.into_report()))
}
