//! The Terra Mystica viewer: a snapshot, a log or a grid in; board, findings and legal moves out. With
//! a command the answer is the position after it, so a page can play on without the server keeping
//! anything.

use super::gate::Client;
use super::problem::Problem;
use crate::app::App;
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use hexwright_core::text::render::{JsonDiagnostic, json};
use hexwright_core::text::{Format as _, Leniency};
use hexwright_core::{Actor, Game, Seat, Turn};
use hexwright_render::{Theme, terra};
use hexwright_terra::game::Action;
use hexwright_terra::text::concise::GridFormat;
use hexwright_terra::text::ledger::{self, Log, Replay};
use hexwright_terra::text::snapshot::{self, Level, Mode, Snapshot, SnapshotFormat};
use hexwright_terra::text::{command, concise};
use hexwright_terra::{Faction, Position, Terra};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The most moves of one seat that are listed.
const MOST_MOVES: usize = 3_000;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Show {
    text: String,
    /// Of a log: how many commands to play; all if absent.
    at: Option<usize>,
    /// A move to make in the position.
    act: Option<Act>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Act {
    faction: String,
    command: String,
}

/// What a seat may do.
#[derive(Debug, Serialize)]
struct Legal {
    faction: &'static str,
    name: &'static str,
    moves: Vec<String>,
    /// Moves beyond those listed.
    more: usize,
}

/// A log and where in it the position stands.
#[derive(Debug, Serialize)]
struct Walk {
    at: usize,
    commands: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct TextShown {
    /// `snapshot`, `log` or `grid`.
    kind: &'static str,
    findings: Vec<JsonDiagnostic>,
    picture: Option<String>,
    /// The position as a snapshot: what playing on starts from.
    snapshot: Option<String>,
    legal: Vec<Legal>,
    log: Option<Walk>,
    /// The text with the command that was played, if it is a log: what the page goes on with.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    /// Points by faction when the game is over.
    scores: Vec<(&'static str, i32)>,
}

pub(super) async fn show(
    State(app): State<Arc<App>>,
    client: Client,
    request: Result<Json<Show>, JsonRejection>,
) -> Result<Json<TextShown>, Problem> {
    let Json(show) = request.map_err(|e| Problem::unreadable(&e))?;
    app.work.run(client.0, move |_| answer(&show)).await?.map(Json).map_err(Problem::bad)
}

fn answer(show: &Show) -> Result<TextShown, String> {
    let text = show.text.as_str();
    match hexwright_formats::terra_format(text.as_bytes()).name {
        SnapshotFormat::NAME => position(text, show.act.as_ref()),
        GridFormat::NAME => match &show.act {
            Some(act) => play_on(&grid_log(text).1, show.at, act),
            None => Ok(grid(text, show.at)),
        },
        _ => match &show.act {
            Some(act) => play_on(text, show.at, act),
            None => Ok(log("log", text, show.at)),
        },
    }
}

fn position(text: &str, act: Option<&Act>) -> Result<TextShown, String> {
    let mut read = snapshot::read_file("position.tms", text.as_bytes(), Level::Rules);
    let snapshot = read.value.take().ok_or("the snapshot cannot be read")?;
    let findings = json(&read.into_report());
    let playable = snapshot.position();
    let Some(act) = act else {
        let is_playable = playable.is_ok();
        // what does not fit is left out: for looking, not for playing
        let (game, position) = playable.unwrap_or_else(|_| snapshot.position_lossy());
        let mut shown = shown("snapshot", &game, &position, is_playable);
        shown.findings = findings;
        return Ok(shown);
    };
    let (game, mut position) =
        playable.map_err(|_| "the snapshot has errors; nothing can be played on it".to_owned())?;
    let (seat, action) = act.read(&game, &position)?;
    game.play(&mut position, Actor::Seat(seat), &action).map_err(|e| e.to_string())?;
    Ok(shown("snapshot", &game, &position, true))
}

impl Act {
    fn read(&self, game: &Terra, position: &Position) -> Result<(Seat, Action), String> {
        let seat = Faction::from_name(&self.faction).and_then(|f| position.seat_of(f));
        let seat = seat.ok_or_else(|| format!("{:?} does not play here", self.faction))?;
        let action = command::parse_action(game, position, seat, &self.command).map_err(|e| e.to_string())?;
        Ok((seat, action))
    }
}

/// A log with one more command after the first `at` ones; those behind them are dropped.
fn play_on(text: &str, at: Option<usize>, act: &Act) -> Result<TextShown, String> {
    let mut log = Log::read(text.as_bytes()).map_err(|e| e.to_string())?;
    let mut replay = Replay::new(&log).map_err(|e| e.to_string())?;
    replay.play_to(at.unwrap_or(usize::MAX)).map_err(|e| e.to_string())?;
    let (game, position) = (replay.game(), replay.position());
    let (seat, action) = act.read(game, position)?;
    game.play(&mut position.clone(), Actor::Seat(seat), &action).map_err(|e| e.to_string())?;
    log.entries.truncate(replay.played());
    log.push(game, position, seat, &action);
    let longer = log.write();
    let mut shown = self::log("log", &longer, None);
    shown.text = Some(longer);
    Ok(shown)
}

fn shown(kind: &'static str, game: &Terra, position: &Position, playable: bool) -> TextShown {
    let options = terra::Options { theme: Theme::Page, ..terra::Options::default() };
    let seats: Vec<Seat> = match game.turn(position) {
        Turn::Seats(seats) if playable => seats.iter().collect(),
        _ => Vec::new(),
    };
    let over = game.outcome(position).is_some();
    let name = |seat: Seat| position.player(seat).faction.display();
    let scores = game.scores(position);
    TextShown {
        kind,
        findings: Vec::new(),
        picture: Some(terra::position_scene(game, position, &options).to_svg()),
        snapshot: playable.then(|| snapshot::write(&Snapshot::of(game, position), Mode::Full)),
        legal: seats.into_iter().map(|seat| legal(game, position, seat)).collect(),
        log: None,
        text: None,
        scores: if over {
            position.seats().map(|s| (name(s), scores[s.index()])).collect()
        } else {
            Vec::new()
        },
    }
}

fn legal(game: &Terra, position: &Position, seat: Seat) -> Legal {
    let mut actions = Vec::new();
    game.legal(position, seat, &mut actions);
    let more = actions.len().saturating_sub(MOST_MOVES);
    let moves = actions.iter().take(MOST_MOVES).map(|a| game.action_text(position, a)).collect();
    let faction = position.player(seat).faction;
    Legal { faction: faction.log_name(), name: faction.display(), moves, more }
}

/// A grid is shown by way of the log it means.
fn grid(text: &str, at: Option<usize>) -> TextShown {
    let (findings, plain) = grid_log(text);
    let mut shown = log("grid", &plain, at);
    shown.findings = findings;
    shown
}

/// The findings of a grid and the log it means.
fn grid_log(text: &str) -> (Vec<JsonDiagnostic>, String) {
    let mut read = GridFormat::read("game.tmgrid", text.as_bytes(), Leniency::Lenient);
    let plain = read.value.take().map(|grid| concise::to_log(&grid).log.write()).unwrap_or_default();
    (json(&read.into_report()), plain)
}

/// The position of a log after some commands, and every finding of the whole log.
fn log(kind: &'static str, text: &str, at: Option<usize>) -> TextShown {
    let mut reading = ledger::check("game.tmlog", text.as_bytes());
    let value = reading.value.take().filter(|_| !reading.diagnostics.iter().any(|d| d.id == "bad-log"));
    let findings = json(&reading.into_report());
    let game = value.and_then(|log| Replay::new(&log).ok().map(|replay| (log, replay)));
    let Some((log, mut replay)) = game else {
        let (picture, snapshot, legal, log, text, scores) = (None, None, Vec::new(), None, None, Vec::new());
        return TextShown { kind, findings, picture, snapshot, legal, log, text, scores };
    };
    // an illegal command is among the findings; the position before it is shown
    let _ = replay.play_to(at.unwrap_or(usize::MAX));
    let mut shown = shown(kind, replay.game(), replay.position(), true);
    let commands = log.entries.iter().map(|e| match e.faction {
        Some(faction) => format!("{}: {}", faction.display(), e.text),
        None => e.text.clone(),
    });
    shown.log = Some(Walk { at: replay.played(), commands: commands.collect() });
    shown.findings = findings;
    shown
}
