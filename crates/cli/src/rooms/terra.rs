//! Terra Mystica: snapshots (`.tms`), command logs and ledgers (`.tmlog`), concise grids (`.tmgrid`).

mod grids;
mod logs;
mod verdict;

pub(crate) use verdict::{fairness, refuse_other_options, start_of};

use super::FileKind;
use crate::commands::{
    check::CheckArgs,
    play::PlayArgs,
    render::RenderArgs,
    replay::{LegalArgs, ReplayArgs},
    simulate::SimulateArgs,
};
use crate::{Status, games, input::Input, output};
use anyhow::{Result, anyhow, bail};
use hexwright_core::text::render::Report;
use hexwright_core::text::{Format as _, Leniency};
use hexwright_core::{Diagnostic, Game as _, Recorded as _, Source};
use hexwright_play::Record;
use hexwright_render::Scene;
use hexwright_render::terra::{Options, position_scene, position_text};
use hexwright_terra::text::concise::GridFormat;
use hexwright_terra::text::ledger::LogFormat;
use hexwright_terra::text::snapshot::{self, Level, Snapshot};
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

impl FileKind for TerraMystica {
    fn formats(&self) -> &'static [&'static str] {
        &["concise", "log", "snapshot"]
    }

    fn options(&self, verb: &str, input: &Input) -> &'static [&'static str] {
        match (verb, kind_of(input)) {
            ("check", Kind::Snapshot) => &["--level"],
            ("render", _) => &["--at"],
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
        let (game, position) = match playable(input, how.at, crate::overwrite::is_forced())? {
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
        games::print_legal(&lines, how.json.then(|| serde_json::json!({})))
    }

    fn play(&self, input: &Input, how: &PlayArgs) -> Result<Status> {
        match playable(input, None, crate::overwrite::is_forced())? {
            Ok((game, position)) => games::play(&game.starting_at(position), how),
            Err(report) => output::refuse(&report),
        }
    }

    fn simulate(&self, input: &Input, how: &SimulateArgs) -> Result<Status> {
        match playable(input, None, crate::overwrite::is_forced())? {
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
            read.diagnostics.retain(Diagnostic::is_error);
            let legible = !read.diagnostics.iter().any(|d| Level::of(d.id) <= Level::Vocabulary);
            match found.salvaged() {
                Ok((snapshot, wrong)) if legible && force => {
                    output::note(&mended(&read.source, &wrong));
                    return Ok(Ok(taken_up(&snapshot)));
                }
                Ok(_) if legible => output::note("--force plays on with what is right in it"),
                Err(remaining) if legible && force => {
                    output::note("--force cannot play on: these errors stand whatever is left out");
                    read.diagnostics = remaining;
                }
                _ if force => {
                    output::note(
                        "--force leaves out what breaks rules; what cannot be read must be mended first",
                    );
                }
                _ => {}
            }
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
        let at = source.position(finding.span.start as usize);
        let text = format!("{}:{} {}", at.line, at.column, finding.message);
        if !parts.contains(&text) {
            parts.push(text);
        }
    }
    format!("mended: {}", parts.join("; "))
}

/// The game of a file of this room as a record without moves, begun where the file's game begins or its position stands;
/// `None` for other files.
pub(crate) fn as_record(input: &Input) -> Result<Option<Result<Record, Report>>> {
    if !input.format().is_some_and(|format| TerraMystica.formats().contains(&format.name)) {
        return Ok(None);
    }
    let at = (kind_of(input) != Kind::Snapshot).then_some(0);
    Ok(Some(playable(input, at, crate::overwrite::is_forced())?.map(|(game, position)| {
        let game = game.starting_at(position);
        let names = (0..game.seats()).map(|seat| format!("seat {seat}")).collect();
        Record {
            game: Terra::NAME.to_owned(),
            names,
            setup: game.setup_text(),
            dice: Vec::new(),
            entries: Vec::new(),
        }
    })))
}

/// The position a file shows: a snapshot's own, however broken its rules, or one of a log.
fn shown(input: &Input, at: Option<usize>) -> Result<Result<(Terra, Position), Report>> {
    if at.is_some() || matches!(kind_of(input), Kind::Log | Kind::Grid) {
        return playable(input, at, false);
    }
    let read = snapshot::read_file(&input.name, &input.bytes, Level::Vocabulary);
    Ok(read.into_value().map(|snapshot| snapshot.position_lossy()))
}
