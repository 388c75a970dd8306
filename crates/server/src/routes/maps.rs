//! Maps as data: the library, checking, editing, drawing and sharing a text.

use super::gate::Client;
use super::problem::Problem;
use crate::app::App;
use crate::maps::{self, Checked, Edit, Edited};
use crate::{library, pictures};
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use hexwright_catan::text::dot_catan;
use hexwright_core::StopFlag;
use serde::Deserialize;
use serde_json::{Value, json as value};
use std::sync::Arc;

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
pub(super) async fn text(
    State(app): State<Arc<App>>,
    client: Client,
    Path(name): Path<String>,
) -> Result<Json<Value>, Problem> {
    let text = if name.starts_with("hxc1.") {
        let decode = move |_: &StopFlag| dot_catan::decode(&name).map(|setup| dot_catan::write(&setup));
        app.work.run(client.0, decode).await?.map_err(|e| Problem::bad(e.to_string()))?
    } else {
        library::text(&name).ok_or_else(|| Problem::not_found("there is no map of this name"))?
    };
    Ok(Json(value!({ "text": text })))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Check {
    name: String,
    text: String,
}

pub(super) async fn check(
    State(app): State<Arc<App>>,
    client: Client,
    request: Body<Check>,
) -> Result<Json<Checked>, Problem> {
    let Check { name, text } = body(request)?;
    Ok(Json(app.work.run(client.0, move |_| maps::check(&name, &text)).await?))
}

#[derive(Debug, Deserialize)]
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
    let edited = app.work.run(client.0, move |stop| maps::edit(&text, &edit, stop)).await?;
    edited.map(Json).map_err(Problem::bad)
}

#[derive(Debug, Deserialize)]
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
