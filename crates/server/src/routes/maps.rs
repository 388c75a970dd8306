//! Maps as data: the library, checking, editing, drawing and sharing a text.

use super::problem::Problem;
use crate::maps::{self, Checked, Edit, Edited};
use crate::{library, pictures};
use axum::Json;
use axum::extract::Path;
use axum::extract::rejection::JsonRejection;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use hexwright_catan::text::dot_catan;
use serde::Deserialize;
use serde_json::{Value, json as value};

type Body<T> = Result<Json<T>, JsonRejection>;

/// Width of a downloaded picture in pixels.
const PNG_WIDTH: u32 = 1600;

fn body<T>(body: Body<T>) -> Result<T, Problem> {
    body.map(|Json(value)| value).map_err(|e| Problem::unreadable(&e))
}

pub(super) async fn list() -> Json<&'static [library::Entry]> {
    Json(library::playable())
}

/// A shipped map by name, or any map by its share code.
pub(super) async fn text(Path(name): Path<String>) -> Result<Json<Value>, Problem> {
    if name.starts_with("hxc1.") {
        let setup = dot_catan::decode(&name).map_err(|e| Problem::bad(e.to_string()))?;
        return Ok(Json(value!({ "text": dot_catan::write(&setup) })));
    }
    let text = library::text(&name).ok_or_else(|| Problem::not_found("there is no map of this name"))?;
    Ok(Json(value!({ "text": text })))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Check {
    name: String,
    text: String,
}

pub(super) async fn check(request: Body<Check>) -> Result<Json<Checked>, Problem> {
    let Check { name, text } = body(request)?;
    Ok(Json(maps::check(&name, &text)))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EditRequest {
    text: String,
    edit: Edit,
}

pub(super) async fn edit(request: Body<EditRequest>) -> Result<Json<Edited>, Problem> {
    let EditRequest { text, edit } = body(request)?;
    // searching for a board may take a while: not on a thread that serves others
    let edited = tokio::task::spawn_blocking(move || maps::edit(&text, &edit)).await;
    edited.map_err(anyhow::Error::from)?.map(Json).map_err(Problem::bad)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Text {
    text: String,
}

pub(super) async fn share(request: Body<Text>) -> Result<Json<Value>, Problem> {
    let setup = maps::read(&body(request)?.text).map_err(Problem::bad)?;
    let code = dot_catan::encode(&setup).map_err(|e| Problem::bad(e.to_string()))?;
    Ok(Json(value!({ "code": code })))
}

/// The picture as an SVG file.
pub(super) async fn svg(request: Body<Text>) -> Result<Response, Problem> {
    let map = maps::read(&body(request)?.text).map_err(Problem::bad)?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], pictures::map(&map).to_svg()).into_response())
}

/// The picture as a PNG file.
pub(super) async fn png(request: Body<Text>) -> Result<Response, Problem> {
    let map = maps::read(&body(request)?.text).map_err(Problem::bad)?;
    let drawn = tokio::task::spawn_blocking(move || pictures::map(&map).to_png(PNG_WIDTH)).await;
    let bytes = drawn.map_err(anyhow::Error::from)?.map_err(anyhow::Error::from)?;
    Ok(([(header::CONTENT_TYPE, "image/png")], bytes).into_response())
}
