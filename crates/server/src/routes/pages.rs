//! The pages. Each is a template; what moves on it is woken by a small script.

use crate::app::App;
use crate::library;
use crate::table::{Command, TableInfo};
use askama::Template;
use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri};
use axum::response::{Html, IntoResponse, Redirect, Response};
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

/// What every page needs to know of the site.
struct Site {
    /// The path all links begin with; empty at the root.
    base: String,
    /// Which page this is.
    page: &'static str,
}

fn site(app: &App, page: &'static str) -> Site {
    Site { base: app.base_path.clone(), page }
}

#[derive(Template)]
#[template(path = "home.html")]
struct Home {
    site: Site,
    picture: &'static str,
    maps: &'static [library::Entry],
    bots: &'static [&'static str],
}

pub(super) async fn home(State(app): State<Arc<App>>) -> Response {
    let maps = library::playable();
    let picture = maps.first().map(|m| m.picture.as_str()).unwrap_or_default();
    page(&Home { site: site(&app, "home"), picture, maps, bots: crate::games::bots("catan") })
}

#[derive(Template)]
#[template(path = "table.html")]
struct Table {
    site: Site,
    id: String,
    kind: String,
    title: String,
    commitment: String,
}

/// A table of a game without a page of its own: choices as buttons, panels, log.
#[derive(Template)]
#[template(path = "plain.html")]
struct PlainTable {
    site: Site,
    id: String,
    kind: String,
    title: String,
    commitment: String,
}

#[derive(Template)]
#[template(path = "replay.html")]
struct Replay {
    site: Site,
    id: String,
    kind: String,
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
        Some(TableInfo { id, kind, title, commitment, .. }) if !crate::games::has_own_page(&kind) => {
            page(&PlainTable { site: site(&app, ""), id, kind, title, commitment })
        }
        Some(TableInfo { id, kind, title, commitment, .. }) => {
            page(&Table { site: site(&app, ""), id, kind, title, commitment })
        }
        None => missing(&app, "There is no such table."),
    }
}

pub(super) async fn replay(State(app): State<Arc<App>>, Path(id): Path<String>) -> Response {
    match info(&app, &id).await {
        Some(info) if info.over => {
            let TableInfo { id, kind, title, .. } = info;
            page(&Replay { site: site(&app, ""), id, kind, title })
        }
        Some(_) => missing(&app, "This game is still running; its replay opens at the end."),
        None => missing(&app, "There is no such table."),
    }
}

/// A game that is played on the plain page.
struct PlainGame {
    kind: &'static str,
    title: String,
    bots: &'static [&'static str],
}

#[derive(Template)]
#[template(path = "games.html")]
struct Games {
    site: Site,
    games: Vec<PlainGame>,
}

pub(super) async fn games(State(app): State<Arc<App>>) -> Response {
    let plain = hexwright_league::GAMES.iter().filter(|kind| !crate::games::has_own_page(kind));
    let games = plain.map(|kind| PlainGame {
        kind,
        title: crate::games::title(kind),
        bots: crate::games::bots(kind),
    });
    page(&Games { site: site(&app, "games"), games: games.collect() })
}

#[derive(Template)]
#[template(path = "maps.html")]
struct Maps {
    site: Site,
    maps: &'static [library::Entry],
}

pub(super) async fn maps(State(app): State<Arc<App>>) -> Response {
    page(&Maps { site: site(&app, "maps"), maps: library::playable() })
}

#[derive(Template)]
#[template(path = "editor.html")]
struct Editor {
    site: Site,
}

pub(super) async fn editor(State(app): State<Arc<App>>) -> Response {
    page(&Editor { site: site(&app, "edit") })
}

#[derive(Template)]
#[template(path = "lab.html")]
struct Lab {
    site: Site,
    scripts: Vec<String>,
}

pub(super) async fn lab(State(app): State<Arc<App>>) -> Response {
    page(&Lab { site: site(&app, "lab"), scripts: library::names("titan") })
}

#[derive(Template)]
#[template(path = "terra.html")]
struct Terra {
    site: Site,
    examples: Vec<String>,
}

pub(super) async fn terra(State(app): State<Arc<App>>) -> Response {
    page(&Terra { site: site(&app, "terra"), examples: library::names("terra") })
}

#[derive(Template)]
#[template(path = "help.html")]
struct Help {
    site: Site,
}

pub(super) async fn help(State(app): State<Arc<App>>) -> Response {
    page(&Help { site: site(&app, "help") })
}

#[derive(Template)]
#[template(path = "missing.html")]
struct Missing {
    site: Site,
    reason: &'static str,
}

fn missing(app: &App, reason: &'static str) -> Response {
    (StatusCode::NOT_FOUND, page(&Missing { site: site(app, ""), reason })).into_response()
}

pub(super) async fn not_found(State(app): State<Arc<App>>) -> Response {
    missing(&app, "The address may have been mistyped.")
}

/// Outside the base path: the root leads to the pages, everything else is not ours.
pub(super) async fn enter(State(app): State<Arc<App>>, uri: Uri) -> Response {
    if uri.path() == "/" {
        return Redirect::temporary(&format!("{}/", app.base_path)).into_response();
    }
    not_found(State(app)).await
}
