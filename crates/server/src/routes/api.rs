//! Tables as data: make one, list them, sit down, read the record of a finished game.

use super::gate::Client;
use super::problem::Problem;
use crate::analysis::{Progress, Report};
use crate::app::{App, NewSeat, NewTable};
use crate::games::{self, NewGame};
use crate::limits::Source;
use crate::store::Owner;
use crate::table::{Command, DiceWish, TableHandle, TableInfo, Wishes, chosen_id};
use crate::{Pioneers, maps, names};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio::sync::oneshot;

/// How many tables the lobby lists.
const LOBBY: i64 = 50;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Create {
    /// What is played and on which map.
    game: NewGame,
    seats: Vec<NewSeat>,
    /// Turn timer, leavers.
    #[serde(default)]
    wishes: Wishes,
    /// The id of this intent; asked again with the same id, it is the same table.
    id: Option<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct Lobby {
    running: Vec<TableInfo>,
    finished: Vec<TableInfo>,
}

pub(super) async fn create(
    State(app): State<Arc<App>>,
    Client(source): Client,
    body: Result<Json<Create>, JsonRejection>,
) -> Result<Json<NewTable>, Problem> {
    let Json(mut create) = body.map_err(|e| Problem::unreadable(&e))?;
    let bots = games::accepted_bots(&create.game.kind);
    for seat in &mut create.seats {
        match seat {
            NewSeat::Me { name } => *name = checked_name(&app, name)?,
            NewSeat::Bot { bot } if !bots.is_empty() && !bots.contains(&bot.as_str()) => {
                return Err(Problem::bad(format!("there is no bot {bot:?}; known are {}", bots.join(", "))));
            }
            NewSeat::Bot { .. } | NewSeat::Open => {}
        }
    }
    if create.seats.iter().filter(|s| matches!(s, NewSeat::Me { .. })).count() > 1 {
        return Err(Problem::bad("expected at most one seat of your own"));
    }
    create.wishes.check(&bots).map_err(|bad| Problem::bad(bad.to_string()))?;
    let intent = chosen_id(create.id).map_err(Problem::bad)?;
    check_imitations(&create.seats)?;
    if app.speaks_pioneers {
        Pioneers::welcome(&mut create.game, &create.seats);
        if create.seats.contains(&NewSeat::Open) && create.game.kind == "catan" {
            // their clients want to see a board when they come
            create.wishes.dice = Some(DiceWish::Server);
        }
    }
    let (game, seats) = (create.game.clone(), create.seats.len());
    let begun = app.work.run(source, move |_| {
        games::create(&game, seats).map_err(|reason| {
            // an upload that cannot be read comes back with every finding and its place
            let text = game.text.as_deref().filter(|text| maps::read(text).is_err());
            let checked = text.and_then(|text| serde_json::to_value(maps::check("map", text)).ok());
            Problem::bad(reason).with_findings(checked.map(|mut c| c["findings"].take()).unwrap_or_default())
        })
    });
    let begun = begun.await??;
    // counted last: what was refused for another reason made no table
    count_table(&app, source)?;
    let made = app.create(begun, &create.game, &create.seats, create.wishes, &intent).await?;
    made.map(Json).ok_or_else(no_room)
}

pub(super) fn no_room() -> Problem {
    Problem::unavailable("this server has as many tables in use as it can hold; try later").retry_after(60.0)
}

/// Counts a new table for an address; refuses it if the address has made too many.
pub(super) fn count_table(app: &App, source: crate::limits::Source) -> Result<(), Problem> {
    app.tables_made.pass(source).map_err(|seconds| {
        Problem::busy(
            "your address has made as many tables as one may in an hour; play on those, or try later",
        )
        .retry_after(seconds)
    })
}

pub(super) async fn list(State(app): State<Arc<App>>) -> Result<Json<Lobby>, Problem> {
    Ok(Json(Lobby { running: infos(&app, false).await?, finished: infos(&app, true).await? }))
}

/// The newest tables with who sits there.
pub(super) async fn infos(app: &App, finished: bool) -> Result<Vec<TableInfo>, Problem> {
    let ids = app.store.listed(finished, crate::clock::now(), LOBBY).await?;
    let (mut infos, mut elsewhere) = (BTreeMap::new(), BTreeMap::<String, (Owner, Vec<&str>)>::new());
    for id in &ids {
        match info_here(app, id).await {
            Ok(info) => infos.extend(info.map(|info| (id.clone(), info))),
            Err(owner) => elsewhere.entry(owner.server.clone()).or_insert((owner, Vec::new())).1.push(id),
        }
    }
    for (owner, theirs) in elsewhere.into_values() {
        let told = super::passing::tables_of(app, &owner, &theirs).await;
        match told.and_then(|text| Ok(serde_json::from_slice::<Vec<TableInfo>>(&text)?)) {
            Ok(told) => infos.extend(told.into_iter().map(|info| (info.id.clone(), info))),
            // it may be dying: whoever takes its tables tells of them
            Err(error) => tracing::debug!(address = owner.address, "a server does not answer: {error:#}"),
        }
    }
    infos.values().for_each(|info| app.note_info(info));
    Ok(ids.iter().filter_map(|id| infos.remove(id)).collect())
}

/// What the list shows of a table of this server; or who has it. A game that cannot be loaded is logged and left out,
/// so that the lobby still opens.
async fn info_here(app: &App, id: &str) -> Result<Option<TableInfo>, Owner> {
    if let Some(info) = app.finished_info(id) {
        return Ok(Some(info));
    }
    match app.table(id).await {
        Ok(Some(table)) => Ok(ask(&table, Command::Info).await),
        Ok(None) => Ok(None),
        Err(error) => match error.downcast::<Owner>() {
            Ok(owner) => Err(owner),
            Err(error) => {
                tracing::error!("{error:#}");
                Ok(None)
            }
        },
    }
}

/// Which tables another server asks about.
#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    ids: String,
}

/// What this server knows of its own tables among those another server asks about.
pub(super) async fn own_infos(
    State(app): State<Arc<App>>,
    Query(asked): Query<Asked>,
) -> Json<Vec<TableInfo>> {
    let mut infos = Vec::new();
    for id in asked.ids.split(',').take(LOBBY as usize) {
        infos.extend(info_here(&app, id).await.ok().flatten());
    }
    Json(infos)
}

pub(super) async fn info(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<TableInfo>, Problem> {
    let table = find(&app, &id).await?;
    ask(&table, Command::Info).await.map(Json).ok_or_else(gone)
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Sit {
    seat: usize,
    name: String,
    /// The id of this intent; asked again with the same id, the answer is the same.
    id: Option<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct Seated {
    token: String,
}

pub(super) async fn sit(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    body: Result<Json<Sit>, JsonRejection>,
) -> Result<Json<Seated>, Problem> {
    let Json(Sit { seat, name, id: intent }) = body.map_err(|e| Problem::unreadable(&e))?;
    let name = checked_name(&app, &name)?;
    let intent = chosen_id(intent).map_err(Problem::bad)?;
    let table = find(&app, &id).await?;
    let answer =
        ask(&table, |reply| Command::Sit { seat, name, id: intent, reply }).await.ok_or_else(gone)?;
    answer
        .map(|token| Json(Seated { token }))
        .map_err(|refusal| if refusal.later { Problem::not_now() } else { Problem::conflict(refusal.reason) })
}

/// The picture of a table. A page made for a game gets the board without pieces; it never changes, so a browser
/// asks once. Every other game is drawn as it stands.
pub(super) async fn board(
    State(app): State<Arc<App>>,
    Client(source): Client,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let table = find(&app, &id).await?;
    let Some(game) = ask(&table, Command::Board).await.ok_or_else(gone)? else {
        return Ok((StatusCode::NO_CONTENT, [(header::CACHE_CONTROL, "no-store")]).into_response());
    };
    let keep = if game.has_own_page() { "max-age=31536000, immutable" } else { "no-store" };
    let svg = app.work.run(source, move |_| game.picture()).await?;
    let Some(svg) = svg else { return Ok(StatusCode::NO_CONTENT.into_response()) };
    let headers = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, keep)];
    Ok((headers, svg).into_response())
}

pub(super) async fn record(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<String, Problem> {
    let table = find(&app, &id).await?;
    let game = ask(&table, Command::Record).await.flatten();
    let game = game
        .ok_or_else(|| Problem::forbidden("a record shows every hand: it is open when the game is over"))?;
    let stored = app.store.game(&id).await?.ok_or_else(gone)?;
    Ok(games::record(&stored, game))
}

/// One game is looked at at a time: it is work for minutes on a slow machine, and tables come first.
static ANALYSES: tokio::sync::Semaphore = tokio::sync::Semaphore::const_new(1);
/// How far that one is.
static PROGRESS: Progress = Progress::new();

/// How far the analysis under way is; the last one, if none is.
pub(super) async fn progress() -> Json<serde_json::Value> {
    Json(serde_json::json!({ "done": PROGRESS.share() }))
}

/// Who was likely to win when; only of a finished game, like its record.
pub(super) async fn analysis(
    State(app): State<Arc<App>>,
    Client(source): Client,
    path: Path<String>,
) -> Result<Json<Report>, Problem> {
    let record = record(State(app.clone()), path).await?;
    look_at(&app, source, record).await
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Recorded {
    /// The text of a record.
    record: String,
}

/// The same for a record that somebody brings along.
pub(super) async fn analysis_of(
    State(app): State<Arc<App>>,
    Client(source): Client,
    body: Result<Json<Recorded>, JsonRejection>,
) -> Result<Json<Report>, Problem> {
    let Json(Recorded { record }) = body.map_err(|e| Problem::unreadable(&e))?;
    look_at(&app, source, record).await
}

async fn look_at(app: &App, source: Source, record: String) -> Result<Json<Report>, Problem> {
    let busy =
        |_| Problem::unavailable("another game is being looked at; try again in a minute").retry_after(30.0);
    let turn = ANALYSES.try_acquire().map_err(busy)?;
    PROGRESS.begin();
    let found = app.work.run_within(app.limits.analysis_within, source, move |stop| {
        let found = crate::analysis::of(&record, stop, &PROGRESS);
        drop(turn);
        found
    });
    found.await?.map(Json).map_err(Problem::bad)
}

/// How a finished game went: points by source and over time, dice, production, luck.
pub(super) async fn story(
    State(app): State<Arc<App>>,
    Client(source): Client,
    path: Path<String>,
) -> Result<Json<hexwright_league::story::Story>, Problem> {
    let record = record(State(app.clone()), path).await?;
    let told = app.work.run(source, move |_| crate::analysis::story(&record));
    told.await?.map(Json).map_err(Problem::bad)
}

pub(super) async fn replay(
    State(app): State<Arc<App>>,
    Path((id, moves)): Path<(String, usize)>,
) -> Result<Response, Problem> {
    let table = find(&app, &id).await?;
    let state = ask(&table, |reply| Command::Replay { moves, reply }).await.flatten();
    let state = state.ok_or_else(|| Problem::forbidden("a replay opens when the game is over"))?;
    Ok(([(header::CONTENT_TYPE, "application/json")], state).into_response())
}

pub(super) async fn find(app: &App, id: &str) -> Result<TableHandle, Problem> {
    app.table(id).await?.ok_or_else(|| Problem::not_found("there is no such table"))
}

pub(super) fn gone() -> Problem {
    // its task has ended: another server has it, or will have it
    Problem::not_now()
}

pub(super) async fn ask<T>(
    table: &TableHandle,
    command: impl FnOnce(oneshot::Sender<T>) -> Command,
) -> Option<T> {
    let (reply, answer) = oneshot::channel();
    table.send(command(reply)).await;
    answer.await.ok()
}

/// A name as it is stored.
fn checked_name(app: &App, name: &str) -> Result<String, Problem> {
    names::check(name, app.limits.name_characters).map_err(|bad| Problem::bad(bad.to_string()))
}

/// A person may not be called like one of the bots.
fn check_imitations(seats: &[NewSeat]) -> Result<(), Problem> {
    let names = seats.iter().filter_map(|s| if let NewSeat::Me { name } = s { Some(name) } else { None });
    for name in names {
        let imitated = |s: &&NewSeat| matches!(s, NewSeat::Bot { bot } if names::alike(bot, name));
        if let Some(NewSeat::Bot { bot }) = seats.iter().find(imitated) {
            return Err(Problem::bad(format!(
                "{name} looks like the bot {bot} at this table; choose another name"
            )));
        }
    }
    Ok(())
}
