//! Leaving a table, voting on how to go on, and playing again.

use super::api::{ask, count_table, find, gone, no_room};
use super::gate::Client;
use super::problem::Problem;
use crate::app::App;
use crate::games::{self, NewGame, NoGame};
use crate::secret;
use crate::store::StoredGame;
use crate::table::{Command, Departure, Motion, Refusal, chosen_id};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Done; there is nothing to add.
#[derive(Debug, Serialize)]
pub(super) struct Done {}

fn done(answer: Result<(), Refusal>) -> Result<Json<Done>, Problem> {
    match answer {
        Ok(()) => Ok(Json(Done {})),
        Err(refusal) if refusal.later => Err(Problem::not_now()),
        Err(refusal) => Err(Problem::conflict(refusal.reason)),
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Leave {
    /// The secret of the seat.
    token: String,
    how: Departure,
    /// The id of this intent; asked again with the same id, it is done once.
    id: Option<String>,
}

/// A person gives up, lets a bot play, or comes back.
pub(super) async fn leave(
    State(app): State<Arc<App>>,
    Path(table): Path<String>,
    body: Result<Json<Leave>, JsonRejection>,
) -> Result<Json<Done>, Problem> {
    let Json(Leave { token, how, id }) = body.map_err(|e| Problem::unreadable(&e))?;
    let id = chosen_id(id).map_err(Problem::bad)?;
    let table = find(&app, &table).await?;
    done(ask(&table, |reply| Command::Depart { token, how, id, reply }).await.ok_or_else(gone)?)
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Vote {
    /// The secret of the seat.
    token: String,
    motion: Motion,
    #[serde(default = "yes")]
    yes: bool,
}

const fn yes() -> bool {
    true
}

/// A person votes for a motion, or takes the vote back.
pub(super) async fn vote(
    State(app): State<Arc<App>>,
    Path(table): Path<String>,
    body: Result<Json<Vote>, JsonRejection>,
) -> Result<Json<Done>, Problem> {
    let Json(Vote { token, motion, yes }) = body.map_err(|e| Problem::unreadable(&e))?;
    let table = find(&app, &table).await?;
    done(ask(&table, |reply| Command::Vote { token, motion, yes, reply }).await.ok_or_else(gone)?)
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Again {
    /// The secret of a seat at the finished table.
    token: String,
    #[serde(default)]
    board: WhichBoard,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum WhichBoard {
    /// The very same board.
    Same,
    /// The same map, its open cells drawn anew.
    #[default]
    New,
}

#[derive(Debug, Serialize)]
pub(super) struct Rematch {
    /// The id of the new table. The secrets of the seats are the same as at the old one.
    id: String,
}

/// The same people play again. Whoever asks first decides about the board; the others are led to the same table.
pub(super) async fn rematch(
    State(app): State<Arc<App>>,
    Client(source): Client,
    Path(id): Path<String>,
    body: Result<Json<Again>, JsonRejection>,
) -> Result<Json<Rematch>, Problem> {
    let Json(Again { token, board }) = body.map_err(|e| Problem::unreadable(&e))?;
    let table = find(&app, &id).await?;
    let info = ask(&table, Command::Info).await.ok_or_else(gone)?;
    if !info.over {
        return Err(Problem::conflict("the game has not ended yet; a rematch begins after it"));
    }
    let old = app.store.game(&id).await?.ok_or_else(gone)?;
    if !old.seats.iter().any(|seat| secret::matches(&token, &seat.token_hash)) {
        return Err(Problem::forbidden("only who sat at the table can ask for a rematch"));
    }
    count_table(&app, source)?;
    // the board of a game that never began was never drawn
    let played = ask(&table, Command::Record).await.flatten().map(|game| game.setup);
    let same = played.filter(|_| board == WhichBoard::Same || old.asked.is_empty());
    let (draws, asked) = (same.is_none(), old.clone());
    let begun = app.work.run(source, move |_| begin(&asked, same)).await?.map_err(Problem::bad)?;
    let made = app.rematch(&old, begun, draws).await?.ok_or_else(no_room)?;
    table.send(Command::Rematch(made.id.clone())).await;
    Ok(Json(Rematch { id: made.id }))
}

/// The game of a rematch at its start: on the same board, or as it was asked for on a new one.
fn begin(old: &StoredGame, same: Option<String>) -> Result<games::Begun, NoGame> {
    if let Some(setup) = same {
        let game = games::open(&old.kind, &setup)?;
        return Ok((old.title.clone(), setup, game));
    }
    let asked: NewGame = serde_json::from_str(&old.asked)
        .map_err(|e| format!("the request of the table cannot be read: {e}"))?;
    games::create(&NewGame { seed: None, ..asked }, old.seats.len())
}
