//! The pages. Each is a template; what moves on it is woken by a small script.

use crate::app::App;
use crate::language::Language;
use crate::library;
use crate::table::{Command, TableInfo};
use askama::Template;
use axum::extract::{Path, State};
use axum::http::{StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use hexwright_catan::game::Catan;
use hexwright_core::Game as _;
use hexwright_league::{Playable as _, Rating};
use std::sync::Arc;
use tokio::sync::oneshot;

fn page(template: &impl Template) -> Response {
    match template.render() {
        Ok(html) => ([(header::VARY, "Accept-Language, Cookie")], Html(html)).into_response(),
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
    /// The language of its words.
    language: Language,
}

impl Site {
    /// What a key of the pages' catalogue says.
    fn say(&self, key: &'static str) -> &'static str {
        self.language.say(key)
    }

    /// What a bot is called: those with a level have a word for it.
    fn bot(&self, bot: &'static str) -> &'static str {
        match bot {
            "calm" => self.say("bot.calm"),
            "keen" => self.say("bot.keen"),
            "fierce" => self.say("bot.fierce"),
            other => other,
        }
    }

    /// How strong a bot of Catan was found to be; nothing if nobody measured it.
    fn rated(&self, bot: &str) -> String {
        let words = |r: Rating| {
            let number = |n: f64| format!("{n:.1}");
            self.say("bot.rated")
                .replace("{rating}", &number(r.rating))
                .replace("{doubt}", &number(r.uncertainty))
        };
        Catan::rating(bot).map_or_else(String::new, words)
    }
}

fn site(app: &App, language: Language, page: &'static str) -> Site {
    Site { base: app.base_path.clone(), page, language }
}

#[derive(Template)]
#[template(path = "home.html")]
struct Home {
    site: Site,
    picture: &'static str,
    maps: &'static [library::LibraryMap],
    bots: &'static [&'static str],
}

pub(super) async fn home(State(app): State<Arc<App>>, language: Language) -> Response {
    let maps = library::playable();
    let picture = crate::showcase::board();
    page(&Home { site: site(&app, language, "home"), picture, maps, bots: crate::games::bots("catan") })
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

/// A table before its game begins, whichever it is.
#[derive(Template)]
#[template(path = "waiting.html")]
struct Waiting {
    site: Site,
    id: String,
    kind: String,
    title: String,
    commitment: String,
    /// Whether there is no board yet.
    drawn: bool,
}

/// Whether the dice of a record are right.
#[derive(Template)]
#[template(path = "dice.html")]
struct DicePage {
    site: Site,
}

pub(super) async fn dice(State(app): State<Arc<App>>, language: Language) -> Response {
    page(&DicePage { site: site(&app, language, "") })
}

#[derive(Template)]
#[template(path = "replay.html")]
struct Replay {
    site: Site,
    id: String,
    kind: String,
    title: String,
    own_page: bool,
}

async fn info(app: &App, id: &str) -> Option<TableInfo> {
    let table = app.table(id).await.inspect_err(|e| tracing::error!("{e:#}")).ok()??;
    let (reply, answer) = oneshot::channel();
    table.send(Command::Info(reply)).await;
    answer.await.ok()
}

/// A table of Terra Mystica, or its replay.
#[derive(Template)]
#[template(path = "terra-table.html")]
struct TerraTable {
    site: Site,
    id: String,
    title: String,
    commitment: String,
    replay: bool,
}

/// Whether a table plays Terra Mystica, which has a page of its own.
fn is_terra(info: &TableInfo) -> bool {
    info.kind == hexwright_league::games::Terra::NAME
}

fn terra_table(app: &App, language: Language, info: TableInfo, replay: bool) -> Response {
    let TableInfo { id, title, commitment, .. } = info;
    page(&TerraTable { site: site(app, language, ""), id, title, commitment, replay })
}

pub(super) async fn table(
    State(app): State<Arc<App>>,
    language: Language,
    Path(id): Path<String>,
) -> Response {
    match info(&app, &id).await {
        Some(TableInfo { id, kind, title, commitment, gathering: true, drawn, .. }) => {
            page(&Waiting { site: site(&app, language, ""), id, kind, title, commitment, drawn })
        }
        Some(info) if is_terra(&info) => terra_table(&app, language, info, false),
        Some(TableInfo { id, kind, title, commitment, .. }) if !crate::games::has_own_page(&kind) => {
            page(&PlainTable { site: site(&app, language, ""), id, kind, title, commitment })
        }
        Some(TableInfo { id, kind, title, commitment, .. }) => {
            page(&Table { site: site(&app, language, ""), id, kind, title, commitment })
        }
        None => missing(&app, language, "missing.table", None),
    }
}

pub(super) async fn replay(
    State(app): State<Arc<App>>,
    language: Language,
    Path(id): Path<String>,
) -> Response {
    match info(&app, &id).await {
        Some(info) if info.over && !info.gathering && is_terra(&info) => {
            terra_table(&app, language, info, true)
        }
        Some(info) if info.over && !info.gathering => {
            let TableInfo { id, kind, title, .. } = info;
            let own_page = crate::games::has_own_page(&kind);
            page(&Replay { site: site(&app, language, ""), id, kind, title, own_page })
        }
        Some(info) => missing(&app, language, "missing.running", Some(info.id)),
        None => missing(&app, language, "missing.table", None),
    }
}

/// A game that is played on the plain page.
struct PlainGame {
    kind: &'static str,
    title: String,
    bots: &'static [&'static str],
    seats: Vec<usize>,
}

impl PlainGame {
    /// The number of seats the page proposes: three, or the nearest there is.
    fn usual_seats(&self) -> usize {
        self.seats.iter().copied().min_by_key(|n| n.abs_diff(3)).unwrap_or(2)
    }
}

#[derive(Template)]
#[template(path = "games.html")]
struct Games {
    site: Site,
    games: Vec<PlainGame>,
}

pub(super) async fn games(State(app): State<Arc<App>>, language: Language) -> Response {
    let plain = hexwright_league::GAMES.iter().filter(|kind| !crate::games::has_own_page(kind));
    let games = plain.map(|kind| PlainGame {
        kind,
        title: crate::games::title(kind),
        bots: crate::games::bots(kind),
        seats: crate::games::seat_counts(kind).collect(),
    });
    page(&Games { site: site(&app, language, "games"), games: games.collect() })
}

#[derive(Template)]
#[template(path = "maps.html")]
struct Maps {
    site: Site,
    maps: &'static [library::LibraryMap],
}

pub(super) async fn maps(State(app): State<Arc<App>>, language: Language) -> Response {
    page(&Maps { site: site(&app, language, "maps"), maps: library::playable() })
}

#[derive(Template)]
#[template(path = "editor.html")]
struct Editor {
    site: Site,
    maps: &'static [library::LibraryMap],
}

pub(super) async fn editor(State(app): State<Arc<App>>, language: Language) -> Response {
    page(&Editor { site: site(&app, language, "edit"), maps: library::playable() })
}

#[derive(Template)]
#[template(path = "lab.html")]
struct Lab {
    site: Site,
    scripts: Vec<String>,
    battle_bots: &'static [&'static str],
}

pub(super) async fn lab(State(app): State<Arc<App>>, language: Language) -> Response {
    let scripts = library::names("titan");
    let battle_bots = crate::games::bots("battle");
    page(&Lab { site: site(&app, language, "lab"), scripts, battle_bots })
}

#[derive(Template)]
#[template(path = "terra.html")]
struct Terra {
    site: Site,
    examples: Vec<String>,
}

pub(super) async fn terra(State(app): State<Arc<App>>, language: Language) -> Response {
    page(&Terra { site: site(&app, language, "terra"), examples: library::names("terra") })
}

#[derive(Template)]
#[template(path = "learn.html")]
struct Learn {
    site: Site,
}

pub(super) async fn learn(State(app): State<Arc<App>>, language: Language) -> Response {
    page(&Learn { site: site(&app, language, "learn") })
}

/// A new table of Terra Mystica: boards and factions by name and title.
#[derive(Template)]
#[template(path = "terra-new.html")]
struct TerraNew {
    site: Site,
    maps: Vec<(&'static str, String)>,
    factions: Vec<(&'static str, &'static str)>,
    scorings: Vec<(&'static str, String)>,
    bots: &'static [&'static str],
    seats: std::ops::RangeInclusive<usize>,
}

pub(super) async fn terra_new(State(app): State<Arc<App>>, language: Language) -> Response {
    use hexwright_terra::{Board, Faction, FinalScoring, MapId};
    let words = hexwright_league::english::<hexwright_league::games::Terra>();
    let printed = MapId::ALL.into_iter().filter(|map| Board::shared(*map).is_some());
    let title = |name: &str| {
        let mut text = name.replace('_', " ").replace(" and ", " & ");
        text[..1].make_ascii_uppercase();
        text
    };
    let scoring = |scoring: FinalScoring| {
        (scoring.name(), words.get(scoring.name()).unwrap_or(scoring.name()).to_owned())
    };
    page(&TerraNew {
        site: site(&app, language, "terra"),
        maps: printed.map(|map| (map.name(), title(map.name()))).collect(),
        factions: Faction::ALL.map(|f| (f.log_name(), f.display())).to_vec(),
        scorings: FinalScoring::ALL.map(scoring).to_vec(),
        bots: crate::games::bots("terra"),
        seats: 1..=hexwright_terra::game::MAX_PLAYERS,
    })
}

/// The analysis board for positions that no table plays.
#[derive(Template)]
#[template(path = "analysis.html")]
struct AnalysisBoard {
    site: Site,
    maps: &'static [library::LibraryMap],
}

pub(super) async fn analysis(State(app): State<Arc<App>>, language: Language) -> Response {
    page(&AnalysisBoard { site: site(&app, language, "analysis"), maps: library::playable() })
}

#[derive(Template)]
#[template(path = "puzzles.html")]
struct Puzzles {
    site: Site,
    /// Records that end where one move is clearly the best.
    puzzles: Vec<String>,
}

pub(super) async fn puzzles(State(app): State<Arc<App>>, language: Language) -> Response {
    page(&Puzzles { site: site(&app, language, "puzzles"), puzzles: library::names("puzzles") })
}

#[derive(Template)]
#[template(path = "help.html")]
struct Help {
    site: Site,
}

pub(super) async fn help(State(app): State<Arc<App>>, language: Language) -> Response {
    page(&Help { site: site(&app, language, "help") })
}

#[derive(Template)]
#[template(path = "offline.html")]
struct Offline {
    site: Site,
}

/// What the service worker shows while there is no network.
pub(super) async fn offline(State(app): State<Arc<App>>, language: Language) -> Response {
    page(&Offline { site: site(&app, language, "") })
}

#[derive(Template)]
#[template(path = "missing.html")]
struct Missing {
    site: Site,
    /// A key of the pages' catalogue.
    reason: &'static str,
    /// A table that can be watched instead.
    table: Option<String>,
}

fn missing(app: &App, language: Language, reason: &'static str, table: Option<String>) -> Response {
    (StatusCode::NOT_FOUND, page(&Missing { site: site(app, language, ""), reason, table })).into_response()
}

pub(super) async fn not_found(State(app): State<Arc<App>>, language: Language) -> Response {
    missing(&app, language, "missing.address", None)
}

/// Outside the base path: the root leads to the pages, everything else is not ours.
pub(super) async fn enter(State(app): State<Arc<App>>, language: Language, uri: Uri) -> Response {
    if uri.path() == "/" {
        return Redirect::temporary(&format!("{}/", app.base_path)).into_response();
    }
    not_found(State(app), language).await
}
