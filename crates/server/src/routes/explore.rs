//! The analysis board: a position of a finished game, of a record, of a map or put together by hand, played on
//! by whoever looks at it, with the value of every move. Nothing is stored. Chance falls as a secret of its own
//! says, so the same moves lead to the same position.

use super::gate::Client;
use super::problem::Problem;
use crate::app::App;
use crate::positions::{Opened, Pieces, Start};
use crate::table::{Command, Live, LiveGame, LogLine, TableDice};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use hexwright_core::Viewer;
use hexwright_core::json::Written;
use hexwright_core::present::{Choice, Panel};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What chance follows from here; no table has it.
const SECRET: &str = "hexwright/analysis-board/1";
/// Moves that can be tried in a row.
const MOST_MOVES: usize = 200;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Question {
    /// How many moves of the game are kept.
    moves: usize,
    /// The actions tried after them, each of the seat whose turn it is.
    then: Vec<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct Explored {
    /// The position as everybody sees it.
    view: Written,
    /// The panels of all seats, with their cards open.
    panels: Vec<Panel>,
    /// What the tried actions did.
    log: Vec<LogLine>,
    /// Who is to act; nobody at the end of the game.
    seat: Option<u8>,
    /// What that seat may do.
    choices: Vec<Choice>,
    /// Its actions with their chances to win, the best first.
    values: Vec<(String, f64)>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OpenQuestion {
    /// Where the position comes from.
    from: Start,
    /// The actions tried after it, each of the seat whose turn it is.
    then: Vec<String>,
    /// Whether the picture of the board is wanted.
    #[serde(default)]
    picture: bool,
    /// Whether the value of every move is left out.
    #[serde(default)]
    plain: bool,
}

/// A position that no table plays.
#[derive(Debug, Serialize)]
pub(super) struct OpenExplored {
    #[serde(flatten)]
    explored: Explored,
    /// What the seats are called, if a record says it.
    names: Vec<String>,
    /// Moves of the record that led to the position.
    moves: usize,
    /// What can be changed by hand, after the tried actions.
    pieces: Option<Pieces>,
    /// The board without pieces.
    board: Option<String>,
}

/// Any position of Catan.
pub(super) async fn anywhere(
    State(app): State<Arc<App>>,
    Client(source): Client,
    body: Result<Json<OpenQuestion>, JsonRejection>,
) -> Result<Json<OpenExplored>, Problem> {
    let Json(question) = body.map_err(|e| Problem::unreadable(&e))?;
    at_most(&question.then)?;
    app.work.run(source, move |_| open(&question)).await?.map(Json).map_err(Problem::bad)
}

fn open(question: &OpenQuestion) -> Result<OpenExplored, String> {
    let Opened { game, position, names, moves } = question.from.open()?;
    let game = Arc::new(game);
    let mut live = Live::at(game.clone(), position);
    let board = if question.picture { live.picture() } else { None };
    let explored = play_on(&mut live, &question.then, !question.plain)?;
    let pieces = Pieces::of(&game, &live.into_position());
    Ok(OpenExplored { explored, names, moves, pieces, board })
}

fn at_most(then: &[String]) -> Result<(), Problem> {
    if then.len() > MOST_MOVES {
        return Err(Problem::bad(format!("at most {MOST_MOVES} moves can be tried, not {}", then.len())));
    }
    Ok(())
}

pub(super) async fn explore(
    State(app): State<Arc<App>>,
    Client(source): Client,
    Path(id): Path<String>,
    body: Result<Json<Question>, JsonRejection>,
) -> Result<Json<Explored>, Problem> {
    let Json(Question { moves, then }) = body.map_err(|e| Problem::unreadable(&e))?;
    at_most(&then)?;
    let table = super::api::find(&app, &id).await?;
    let game = super::api::ask(&table, |reply| Command::Explore { moves, reply }).await.flatten();
    let mut game =
        game.ok_or_else(|| Problem::forbidden("the analysis board opens when the game is over"))?;
    let explored = app.work.run(source, move |_| play_on(&mut *game, &then, true)).await?;
    explored.map(Json).map_err(Problem::bad)
}

fn play_on(game: &mut dyn LiveGame, then: &[String], valued: bool) -> Result<Explored, String> {
    let mut log = Vec::new();
    settle(game, &mut log);
    for action in then {
        let seat = *game.waited_for().first().ok_or("the game is over before this move")?;
        let before = game.fork();
        let played = game.act(seat, action)?;
        log.extend(before.describe(&played.line, &[Viewer::Spectator]));
        settle(game, &mut log);
    }
    let seat = game.waited_for().first().copied();
    Ok(Explored {
        view: game.view(Viewer::Spectator),
        panels: game.revealed(),
        log,
        seat: seat.map(|seat| seat.0),
        choices: seat.map(|seat| game.choices(seat)).unwrap_or_default(),
        values: seat.filter(|_| valued).map(|seat| game.advise(seat, usize::MAX)).unwrap_or_default(),
    })
}

/// Lets chance fall until a seat is to act.
fn settle(game: &mut dyn LiveGame, log: &mut Vec<LogLine>) {
    loop {
        let before = game.fork();
        let numbers = (log.len(), log.len());
        let choose = |kind: &str, weights: &[u64]| TableDice::OLD.choose(SECRET, numbers, kind, weights);
        let Some(line) = game.draw(&choose) else { return };
        log.extend(before.describe(&line, &[Viewer::Spectator]));
    }
}
