//! The router: pages, data, sockets. Every answer carries the same safety headers, every body has a limit.
//!
//! [`ROUTES`] is the one list of what is served: the router, the description at `/api/openapi.json` and the
//! test of who may do what are all made from it.

mod api;
mod assets;
mod coach;
mod explore;
mod fairness;
mod formats;
mod gate;
mod gzip;
mod lab;
mod leaving;
mod maps;
mod openapi;
mod origin;
mod pages;
mod passing;
mod problem;
mod socket;
mod terra;

pub use socket::Peer;
#[cfg(feature = "sim")]
pub(crate) use socket::talk;

use crate::app::App;
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::routing::{MethodRouter, get, post};
use schemars::JsonSchema;
use std::sync::Arc;
use tower_http::set_header::SetResponseHeaderLayer;

/// One route: how it is served and what is said of it.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    /// `get` or `post`.
    pub method: &'static str,
    /// Its path, with `{names}` of what varies.
    pub path: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// An example of the data it takes; texts in angle brackets stand for what the words say.
    pub example: Option<&'static str>,
    /// What that data looks like, from the type that reads it.
    body: Option<openapi::BodySchema>,
    handler: fn() -> MethodRouter<Arc<App>>,
}

impl Route {
    const fn get(path: &'static str, about: &'static str, handler: fn() -> MethodRouter<Arc<App>>) -> Self {
        Self { method: "get", path, about, example: None, body: None, handler }
    }

    /// `T` is the data it takes.
    const fn post<T: JsonSchema>(
        path: &'static str,
        about: &'static str,
        example: &'static str,
        handler: fn() -> MethodRouter<Arc<App>>,
    ) -> Self {
        Self {
            method: "post",
            path,
            about,
            example: Some(example),
            body: Some(openapi::body_schema::<T>),
            handler,
        }
    }
}

/// Everything that is served. A new route needs a line here and one in `tests/tables/matrix.rs`.
pub static ROUTES: &[Route] = &[
    Route::get("/", "home and lobby", || get(pages::home)),
    Route::get("/t/{id}", "the page of a table", || get(pages::table)),
    Route::get("/replay/{id}", "the page of a finished game, move by move", || get(pages::replay)),
    Route::get("/maps", "the gallery of maps", || get(pages::maps)),
    Route::get("/edit", "the map editor", || get(pages::editor)),
    Route::get("/lab", "the battleland lab", || get(pages::lab)),
    Route::get("/terra", "the Terra Mystica viewer", || get(pages::terra)),
    Route::get("/terra/new", "a new table of Terra Mystica", || get(pages::terra_new)),
    Route::get("/games", "new tables of the games without a page of their own", || get(pages::games)),
    Route::get("/help", "help", || get(pages::help)),
    Route::get("/analysis", "the analysis board: any position with the value of every move", || {
        get(pages::analysis)
    }),
    Route::get("/puzzles", "positions of real games in which one move is clearly the best", || {
        get(pages::puzzles)
    }),
    Route::get("/learn", "a first game that teaches the rules", || get(pages::learn)),
    Route::get("/dice", "checks the dice of a record, here of `?table=ID`, in the browser", || {
        get(pages::dice)
    }),
    Route::get("/assets/{*path}", "styles, scripts and pictures of the pages", || get(assets::serve)),
    Route::get(
        "/words/{game}/{file}",
        "the words of a game in a language, as in /words/catan/en.json",
        || get(assets::words),
    ),
    Route::get("/sw.js", "the script that keeps the shell of the pages for times without a network", || {
        get(assets::service_worker)
    }),
    Route::get("/manifest.webmanifest", "what a device needs to know to install the site", || {
        get(assets::manifest)
    }),
    Route::get("/offline", "what is shown while there is no network", || get(pages::offline)),
    Route::get("/favicon.ico", "the sign of the site", || get(assets::favicon)),
    Route::get("/api/tables", "running and finished tables, newest first", || get(api::list)),
    Route::post::<api::Create>(
        "/api/tables",
        "makes a table; the answer holds the secret of your seat, if you asked for one; with an `id` of 16 or more random letters it can be asked again",
        r#"{"game":{"kind":"catan","map":"base.catan","options":{"victory-points":"10"},"seed":"5"},
            "seats":[{"kind":"me","name":"Ann"},{"kind":"open"},{"kind":"bot","bot":"greedy"}],
            "wishes":{"turn-seconds":60,"leavers":"greedy","dice":"server"}}"#,
        || post(api::create),
    ),
    Route::get("/api/tables/{id}", "who sits at a table", || get(api::info)),
    Route::post::<api::Sit>(
        "/api/tables/{id}/sit",
        "takes a free seat; the answer holds its secret; with an `id` of 16 or more random letters it can be asked again",
        r#"{"seat":1,"name":"Bob"}"#,
        || post(api::sit),
    ),
    Route::post::<leaving::Leave>(
        "/api/tables/{id}/leave",
        "gives a seat up (`resign`), lets a bot play it (`hand-over`) or takes it back (`return`)",
        r#"{"token":"<the secret of your seat>","how":"hand-over"}"#,
        || post(leaving::leave),
    ),
    Route::post::<leaving::Vote>(
        "/api/tables/{id}/vote",
        "votes to end the game (`end`), or about the seat of somebody who has left: a `bot` plays it, or it becomes `open`",
        r#"{"token":"<the secret of your seat>","motion":{"kind":"bot","seat":1}}"#,
        || post(leaving::vote),
    ),
    Route::post::<leaving::Again>(
        "/api/tables/{id}/rematch",
        "after the end: a table for the same people, on the `same` board or a `new` one; the secrets of the seats stay",
        r#"{"token":"<the secret of your seat>","board":"new"}"#,
        || post(leaving::rematch),
    ),
    Route::get(
        "/api/tables/{id}/board",
        "the picture of a table as SVG: of Catan the board without pieces, which never changes",
        || get(api::board),
    ),
    Route::get("/api/tables/{id}/record", "the record of a finished game", || get(api::record)),
    Route::get("/api/tables/{id}/analysis", "who was likely to win when, of a finished game", || {
        get(api::analysis)
    }),
    Route::get("/api/analysis", "how far the analysis under way is, from 0 to 1", || get(api::progress)),
    Route::post::<api::Recorded>(
        "/api/analysis",
        "who was likely to win when, of a record that you bring along",
        r#"{"record":"<the text of a record>"}"#,
        || post(api::analysis_of),
    ),
    Route::post::<explore::OpenQuestion>(
        "/api/explore",
        "any position of Catan, of a `record` after so many `moves`, of a `game` on a map or put together from `pieces`, played on with other actions, and the value of every move there",
        r#"{"from":{"game":{"kind":"catan","map":"base.catan","seed":"5"},"seats":4},"then":[],"picture":false}"#,
        || post(explore::anywhere),
    ),
    Route::post::<coach::Question>(
        "/api/tables/{id}/coach",
        "the best moves of the seat with this secret and their chances to win, while the game runs",
        r#"{"token":"<the secret of a seat>"}"#,
        || post(coach::advise),
    ),
    Route::post::<explore::Question>(
        "/api/tables/{id}/explore",
        "a finished game after so many moves, played on with other actions, and the value of every move there",
        r#"{"moves":0,"then":[]}"#,
        || post(explore::explore),
    ),
    Route::get(
        "/api/tables/{id}/story",
        "how a finished game went: points by source and over time, dice, production, luck",
        || get(api::story),
    ),
    Route::get("/api/tables/{id}/replay/{moves}", "a finished game after so many moves", || get(api::replay)),
    Route::get("/api/tables/{id}/socket", "the socket of a table: intents in, states out", || {
        get(socket::open)
    }),
    Route::get("/api/maps", "the shipped maps that can be played", || get(maps::list)),
    Route::get("/api/maps/{name}", "the text of a shipped file, or of a share code", || get(maps::text)),
    Route::get("/api/maps/{name}/picture", "a shipped map as SVG", || get(maps::picture)),
    Route::get("/api/showcase", "the game that the home page shows, frame by frame", || get(maps::showcase)),
    Route::post::<maps::Check>(
        "/api/check",
        "findings, advice and picture of a map",
        r#"{"name":"map.catan","text":"<the text of a map>"}"#,
        || post(maps::check),
    ),
    Route::post::<maps::EditRequest>(
        "/api/edit",
        "a map after one stroke of the editor",
        r#"{"text":"<the text of a map>","edit":{"generate":{"seed":"5"}}}"#,
        || post(maps::edit),
    ),
    Route::post::<maps::Text>(
        "/api/share",
        "a code that holds the whole map",
        r#"{"text":"<the text of a map>"}"#,
        || post(maps::share),
    ),
    Route::post::<maps::Text>(
        "/api/svg",
        "a map as SVG to save",
        r#"{"text":"<the text of a map>"}"#,
        || post(maps::svg),
    ),
    Route::post::<maps::Text>(
        "/api/png",
        "a map as PNG to save",
        r#"{"text":"<the text of a map>"}"#,
        || post(maps::png),
    ),
    Route::post::<maps::Print>(
        "/api/pdf",
        "a map as PDF: on one sheet, or with hexes of so many millimetres over several",
        r#"{"text":"<the text of a map>","paper":"a4"}"#,
        || post(maps::pdf),
    ),
    Route::post::<fairness::Part>(
        "/api/fairness",
        "plays games `from` to `from + games` of bots on a map and counts wins by seat; ask for the next ones until there are enough",
        r#"{"text":"<the text of a map>","from":0,"games":2}"#,
        || post(fairness::play),
    ),
    Route::post::<formats::Opened>(
        "/api/format",
        "which format the text of a file has",
        r#"{"name":"board.xml","text":"<the text of a battleland>"}"#,
        || post(formats::recognise),
    ),
    Route::post::<lab::Roll>(
        "/api/lab",
        "rolls battlelands",
        r#"{"text":"<the text of a script>","seed":1,"count":1,"require":[]}"#,
        || post(lab::roll),
    ),
    Route::post::<lab::Count>(
        "/api/lab/stats",
        "how often each hex of a script has each ground, as a picture",
        r#"{"text":"<the text of a script>","seed":1,"runs":100}"#,
        || post(lab::stats),
    ),
    Route::post::<lab::Land>(
        "/api/lab/land",
        "a battleland after one stroke by hand",
        r#"{"text":"<the text of a battleland>","edit":"autofill"}"#,
        || post(lab::land),
    ),
    Route::post::<lab::Print>(
        "/api/lab/pdf",
        "a battleland as PDF: on one sheet, or with hexes of so many millimetres over several",
        r#"{"text":"<the text of a battleland>","paper":"a4"}"#,
        || post(lab::pdf),
    ),
    Route::post::<lab::Fight>(
        "/api/lab/verdict",
        "plays battles `from` to `from + battles` of the panel on a land with `quick` or `keen` on both sides and counts who wins; ask for the next ones until there are enough",
        r#"{"text":"<the text of a battleland>","player":"quick","from":0,"battles":2}"#,
        || post(lab::verdict),
    ),
    Route::post::<terra::Show>(
        "/api/terra",
        "findings and picture of a Terra Mystica position",
        r#"{"text":"<the text of a snapshot>"}"#,
        || post(terra::show),
    ),
    Route::get("/api/openapi.json", "this description", || get(openapi::serve)),
    Route::get("/healthz", "whether the server answers", || get(healthz)),
    Route::get("/readyz", "whether the server can store what happens", || get(readyz)),
];

/// All routes over the shared state.
pub fn router(app: Arc<App>) -> Router {
    use axum::middleware::{from_fn, from_fn_with_state};
    let header = |name, value: &'static str| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    site(&app)
        .layer(gzip::layer())
        .layer(from_fn_with_state(app.clone(), passing::pass_on))
        .layer(from_fn_with_state(app.clone(), gate::take_body))
        .layer(from_fn(origin::same_origin_only))
        .layer(from_fn(origin::modest_head))
        .layer(from_fn_with_state(app.clone(), gate::find_sender))
        .layer(from_fn_with_state(app.clone(), gate::observe))
        .layer(header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(header::REFERRER_POLICY, "no-referrer"))
        .layer(header(header::X_FRAME_OPTIONS, "DENY"))
        .layer(header(
            header::CONTENT_SECURITY_POLICY,
            "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        ))
        .with_state(app)
}

/// What other servers on the same database are answered: requests for tables of this server that came to them.
/// They have passed the gate there.
pub(crate) fn internal_router(app: Arc<App>) -> Router {
    use axum::middleware::from_fn_with_state;
    site(&app)
        .route("/internal/tables", get(api::own_infos))
        .layer(gzip::layer())
        .layer(from_fn_with_state(app.clone(), passing::only_here))
        .with_state(app)
}

fn site(app: &App) -> Router<Arc<App>> {
    let routes = ROUTES.iter().fold(Router::new(), |router, r| router.route(r.path, (r.handler)()));
    let routes = routes.fallback(pages::not_found);
    match app.base_path.as_str() {
        "" => routes,
        // the root of the site leads to the pages; everything else outside the path is not ours
        base => Router::new()
            .nest(base, routes)
            .route(&format!("{base}/"), get(pages::home))
            .fallback(pages::enter),
    }
}

pub(crate) async fn healthz() -> &'static str {
    "ok\n"
}

pub(crate) async fn readyz(State(app): State<Arc<App>>) -> (StatusCode, &'static str) {
    if app.store.can_store().await {
        (StatusCode::OK, "ok\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "cannot save at the moment\n")
    }
}
