//! Styles, scripts and pictures, carried inside the binary.

use super::problem::Problem;
use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

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
        _ => "application/octet-stream",
    };
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")];
    (headers, file.data).into_response()
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
