//! Maps as data: the library, checking, editing, drawing and sharing a text.

use super::gate::Client;
use super::problem::Problem;
use crate::app::App;
use crate::language::Language;
use crate::maps::{self, Checked};
use crate::showcase::{self, Frame};
use crate::{library, pictures};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use hexwright_catan::edit::{Edit, Edited};
use hexwright_catan::text::dot_catan;
use hexwright_core::StopFlag;
use hexwright_render::catan::HEX_WIDTH;
use hexwright_render::{Paper, Size};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json as value};
use std::sync::Arc;

type Body<T> = Result<Json<T>, JsonRejection>;

/// How wide a printed hex may be, in millimetres; 79 is that of the board game.
const HEX_MM: std::ops::RangeInclusive<f64> = 15.0..=90.0;
/// Width of a downloaded picture in pixels.
const PNG_WIDTH: u32 = 1600;

fn body<T>(body: Body<T>) -> Result<T, Problem> {
    body.map(|Json(value)| value).map_err(|e| Problem::unreadable(&e))
}

pub(super) async fn list() -> Json<&'static [library::LibraryMap]> {
    Json(library::playable())
}

/// A shipped map by name, or any map by its share code.
pub(super) async fn text(
    State(app): State<Arc<App>>,
    client: Client,
    Path(name): Path<String>,
) -> Result<Json<Value>, Problem> {
    let text = if dot_catan::is_share_code(name.as_bytes()) {
        let decode = move |_: &StopFlag| dot_catan::decode(&name).map(|setup| dot_catan::write(&setup));
        app.work.run(client.0, decode).await?.map_err(|e| Problem::bad(e.to_string()))?
    } else {
        library::text(&name).ok_or_else(|| Problem::not_found("there is no map of this name"))?
    };
    Ok(Json(value!({ "text": text })))
}

/// The picture of a shipped map, as a game on it could look.
pub(super) async fn picture(Path(name): Path<String>) -> Result<Response, Problem> {
    let stem = |file: &str| file.rsplit_once('.').map_or(file.to_owned(), |(stem, _)| stem.to_owned());
    let entry = library::playable().iter().find(|entry| entry.name == name || stem(&entry.name) == name);
    let entry = entry.ok_or_else(|| Problem::not_found("there is no map of this name"))?;
    let headers = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "max-age=3600")];
    // pages hide the background by a style, which does not reach into a picture of its own
    let picture = entry.picture.replacen("class=\"background", "opacity=\"0\" class=\"background", 1);
    Ok((headers, picture).into_response())
}

/// The game that the home page shows.
pub(super) async fn showcase(
    State(app): State<Arc<App>>,
    client: Client,
) -> Result<Json<&'static [Frame]>, Problem> {
    Ok(Json(app.work.run(client.0, |_| showcase::frames()).await?))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Check {
    name: String,
    text: String,
}

pub(super) async fn check(
    State(app): State<Arc<App>>,
    client: Client,
    language: Language,
    request: Body<Check>,
) -> Result<Json<Checked>, Problem> {
    let Check { name, text } = body(request)?;
    Ok(Json(app.work.run(client.0, move |_| maps::check(&name, &text).said_in(language)).await?))
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EditRequest {
    text: String,
    edit: Edit,
}

pub(super) async fn edit(
    State(app): State<Arc<App>>,
    client: Client,
    request: Body<EditRequest>,
) -> Result<Json<Edited>, Problem> {
    let EditRequest { text, edit } = body(request)?;
    let edited = app.work.run(client.0, move |stop| hexwright_catan::edit::edit(&text, &edit, stop)).await?;
    edited.map(Json).map_err(Problem::bad)
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Text {
    text: String,
}

pub(super) async fn share(
    State(app): State<Arc<App>>,
    client: Client,
    request: Body<Text>,
) -> Result<Json<Value>, Problem> {
    let Text { text } = body(request)?;
    let code =
        app.work.run(client.0, move |_| dot_catan::encode(&maps::read(&text)?).map_err(|e| e.to_string()));
    Ok(Json(value!({ "code": code.await?.map_err(Problem::bad)? })))
}

/// The picture as an SVG file.
pub(super) async fn svg(
    State(app): State<Arc<App>>,
    client: Client,
    request: Body<Text>,
) -> Result<Response, Problem> {
    let Text { text } = body(request)?;
    let drawn = app.work.run(client.0, move |_| maps::read(&text).map(|map| pictures::map(&map).to_svg()));
    let svg = drawn.await?.map_err(Problem::bad)?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response())
}

/// The picture as a PNG file.
pub(super) async fn png(
    State(app): State<Arc<App>>,
    client: Client,
    request: Body<Text>,
) -> Result<Response, Problem> {
    let Text { text } = body(request)?;
    let pixels = app.limits.picture_pixels;
    let drawn = app.work.run(client.0, move |stop| {
        let scene = pictures::map(&maps::read(&text)?);
        let width = pictures::width(&scene, PNG_WIDTH, pixels);
        scene.to_png_unless_stopped(width, stop).map_err(|e| e.to_string())
    });
    let bytes = drawn.await?.map_err(Problem::bad)?;
    Ok(([(header::CONTENT_TYPE, "image/png")], bytes).into_response())
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Print {
    text: String,
    /// `a4`, `a3` or `letter`.
    paper: String,
    /// The width of a hex in millimetres; without it the map is fitted to one sheet.
    hex: Option<f64>,
}

/// The paper of a name, and how large a picture becomes whose hexes are so many units wide.
pub(super) fn on_paper(paper: &str, hex: Option<f64>, units: f64) -> Result<(Paper, Size), Problem> {
    let paper = Paper::from_name(paper).ok_or_else(|| Problem::bad("expected the paper a4, a3 or letter"))?;
    if hex.is_some_and(|hex| !HEX_MM.contains(&hex)) {
        let (least, most) = (HEX_MM.start(), HEX_MM.end());
        return Err(Problem::bad(format!("expected a hex of {least} to {most} millimetres")));
    }
    Ok((paper, hex.map_or(Size::OnePage, |hex| Size::True(hex / units))))
}

/// The map on paper.
pub(super) async fn pdf(
    State(app): State<Arc<App>>,
    client: Client,
    request: Body<Print>,
) -> Result<Response, Problem> {
    let Print { text, paper, hex } = body(request)?;
    let (paper, size) = on_paper(&paper, hex, HEX_WIDTH)?;
    let drawn = app.work.run(client.0, move |_| {
        let scene = pictures::map(&maps::read(&text)?);
        scene.to_pdf(paper, size).map_err(|e| e.to_string())
    });
    let bytes = drawn.await?.map_err(Problem::bad)?;
    Ok(([(header::CONTENT_TYPE, "application/pdf")], bytes).into_response())
}
