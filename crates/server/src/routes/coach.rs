//! The coach: what the holder of a seat would do well to play. It judges by what that seat knows, so its
//! advice tells nothing hidden.

use super::gate::Client;
use super::problem::Problem;
use crate::app::App;
use crate::table::Command;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How many moves are advised.
const MOST_MOVES: usize = 3;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    /// The secret of the seat.
    token: String,
}

#[derive(Debug, Serialize)]
pub(super) struct Advice {
    /// Number of log lines the advice is for.
    n: usize,
    /// The best first; none if it is not this seat's turn.
    moves: Vec<Move>,
}

#[derive(Debug, Serialize)]
pub(super) struct Move {
    action: String,
    /// The chance to win with it, as the coach judges.
    chance: f64,
}

pub(super) async fn advise(
    State(app): State<Arc<App>>,
    Client(source): Client,
    Path(id): Path<String>,
    body: Result<Json<Question>, JsonRejection>,
) -> Result<Json<Advice>, Problem> {
    let Json(Question { token }) = body.map_err(|e| Problem::unreadable(&e))?;
    let table = super::api::find(&app, &id).await?;
    let asked = super::api::ask(&table, |reply| Command::Coach { token, reply }).await;
    let Some((n, seat, game)) = asked.flatten() else {
        return Err(Problem::forbidden("only the holder of a seat is advised"));
    };
    let moves = app.work.run(source, move |_| game.advise(seat, MOST_MOVES)).await?;
    let moves = moves.into_iter().map(|(action, chance)| Move { action, chance }).collect();
    Ok(Json(Advice { n, moves }))
}
