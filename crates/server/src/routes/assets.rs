//! Styles, scripts and pictures, carried inside the binary.

use super::problem::Problem;
use crate::app::App;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

#[derive(rust_embed::RustEmbed)]
#[folder = "../../web/assets"]
struct Web;

pub(super) async fn serve(Path(path): Path<String>) -> Response {
    let Some(file) = Web::get(&path) else {
        return Problem::not_found("there is no such file").into_response();
    };
    let kind = match path.rsplit('.').next() {
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webp") => "image/webp",
        _ => "application/octet-stream",
    };
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")];
    (headers, file.data).into_response()
}

/// The script that keeps the shell for times without a network. It is served beside the pages, because it may
/// only watch over what lies below its own address.
pub(super) async fn service_worker() -> Response {
    serve(Path("sw.js".to_owned())).await
}

/// What a device needs to know to install the site.
pub(super) async fn manifest(State(app): State<Arc<App>>) -> Response {
    let base = &app.base_path;
    let icon = |size: &str| serde_json::json!({ "src": format!("{base}/assets/icon-{size}.png"), "sizes": format!("{size}x{size}"), "type": "image/png", "purpose": "any maskable" });
    let manifest = serde_json::json!({
        "name": "Hexwright",
        "short_name": "Hexwright",
        "description": "One workbench for hex board games",
        "id": format!("{base}/"),
        "start_url": format!("{base}/"),
        "scope": format!("{base}/"),
        "display": "standalone",
        "background_color": "#faf6ee",
        "theme_color": "#2a6a5d",
        "icons": [icon("192"), icon("512")],
    });
    ([(header::CONTENT_TYPE, "application/manifest+json")], manifest.to_string()).into_response()
}

/// The catalogue of a game. It changes with the server only, so browsers keep it and ask whether it is the same.
pub(super) async fn words(Path((game, file)): Path<(String, String)>, headers: HeaderMap) -> Response {
    let language = file.strip_suffix(".json").unwrap_or_default();
    let Some(words) = crate::games::words(&game, language) else {
        return Problem::not_found("there are no such words").into_response();
    };
    let text = serde_json::to_string(&words).unwrap_or_default();
    let tag = format!("\"{}\"", &crate::secret::hash(&text)[..16]);
    let kept = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let about = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (header::CACHE_CONTROL, "no-cache".to_owned()),
        (header::ETAG, tag),
    ];
    if kept {
        return (StatusCode::NOT_MODIFIED, about).into_response();
    }
    (about, text).into_response()
}

pub(super) async fn favicon() -> Response {
    serve(Path("favicon.svg".to_owned())).await
}
