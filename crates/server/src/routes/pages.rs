//! The pages. Each is a template; what moves on it is woken by a small script.

use crate::app::App;
use crate::library;
use crate::table::{Command, TableInfo};
use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Response};
use std::sync::Arc;
use tokio::sync::oneshot;

fn page(template: &impl Template) -> Response {
    match template.render() {
        Ok(html) => Html(html).into_response(),
        Err(error) => {
            tracing::error!(%error, "a page could not be written");
            (StatusCode::INTERNAL_SERVER_ERROR, "the page could not be written").into_response()
        }
    }
}

#[derive(Template)]
#[template(path = "home.html")]
struct Home {
    page: &'static str,
    picture: &'static str,
    maps: &'static [library::Entry],
    bots: &'static [&'static str],
}

pub(super) async fn home() -> Response {
    let maps = library::playable();
    let picture = maps.first().map(|m| m.picture.as_str()).unwrap_or_default();
    page(&Home { page: "home", picture, maps, bots: crate::games::BOTS })
}

#[derive(Template)]
#[template(path = "table.html")]
struct Table {
    page: &'static str,
    id: String,
    title: String,
    commitment: String,
}

#[derive(Template)]
#[template(path = "replay.html")]
struct Replay {
    page: &'static str,
    id: String,
    title: String,
}

async fn info(app: &App, id: &str) -> Option<TableInfo> {
    let table = app.table(id).await.inspect_err(|e| tracing::error!("{e:#}")).ok()??;
    let (reply, answer) = oneshot::channel();
    table.send(Command::Info(reply)).await;
    answer.await.ok()
}

pub(super) async fn table(State(app): State<Arc<App>>, Path(id): Path<String>) -> Response {
    match info(&app, &id).await {
        Some(info) => page(&Table { page: "", id: info.id, title: info.title, commitment: info.commitment }),
        None => missing("There is no such table."),
    }
}

pub(super) async fn replay(State(app): State<Arc<App>>, Path(id): Path<String>) -> Response {
    match info(&app, &id).await {
        Some(info) if info.over => page(&Replay { page: "", id: info.id, title: info.title }),
        Some(_) => missing("This game is still running; its replay opens at the end."),
        None => missing("There is no such table."),
    }
}

#[derive(Template)]
#[template(path = "maps.html")]
struct Maps {
    page: &'static str,
    maps: &'static [library::Entry],
}

pub(super) async fn maps() -> Response {
    page(&Maps { page: "maps", maps: library::playable() })
}

#[derive(Template)]
#[template(path = "editor.html")]
struct Editor {
    page: &'static str,
}

pub(super) async fn editor() -> Response {
    page(&Editor { page: "edit" })
}

#[derive(Template)]
#[template(path = "lab.html")]
struct Lab {
    page: &'static str,
    scripts: Vec<String>,
}

pub(super) async fn lab() -> Response {
    page(&Lab { page: "lab", scripts: library::names("titan") })
}

#[derive(Template)]
#[template(path = "terra.html")]
struct Terra {
    page: &'static str,
    examples: Vec<String>,
}

pub(super) async fn terra() -> Response {
    page(&Terra { page: "terra", examples: library::names("terra") })
}

#[derive(Template)]
#[template(path = "help.html")]
struct Help {
    page: &'static str,
}

pub(super) async fn help() -> Response {
    page(&Help { page: "help" })
}

#[derive(Template)]
#[template(path = "missing.html")]
struct Missing {
    page: &'static str,
    reason: &'static str,
}

fn missing(reason: &'static str) -> Response {
    (StatusCode::NOT_FOUND, page(&Missing { page: "", reason })).into_response()
}

pub(super) async fn not_found() -> Response {
    missing("The address may have been mistyped.")
}
