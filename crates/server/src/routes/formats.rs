//! Which format a text has, for pages that open files: the table of formats decides, not the page.

use super::gate::Client;
use super::problem::Problem;
use crate::app::App;
use axum::Json;
use axum::extract::State;
use axum::extract::rejection::JsonRejection;
use hexwright_formats::format_of;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Opened {
    /// The name of the file.
    name: String,
    text: String,
}

#[derive(Debug, Serialize)]
pub(super) struct Recognised {
    /// The name of the format, as `convert --to` has it; nothing if the text is of none.
    format: Option<&'static str>,
    /// The format in a sentence.
    title: Option<&'static str>,
}

pub(super) async fn recognise(
    State(app): State<Arc<App>>,
    client: Client,
    request: Result<Json<Opened>, JsonRejection>,
) -> Result<Json<Recognised>, Problem> {
    let Json(Opened { name, text }) = request.map_err(|e| Problem::unreadable(&e))?;
    let found = app.work.run(client.0, move |_| format_of(&name, text.as_bytes())).await?;
    Ok(Json(Recognised { format: found.map(|f| f.name), title: found.map(|f| f.title) }))
}
