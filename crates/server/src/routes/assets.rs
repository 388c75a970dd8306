//! Styles, scripts and pictures, carried inside the binary.

use super::problem::Problem;
use axum::extract::Path;
use axum::http::header;
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

pub(super) async fn favicon() -> Response {
    serve(Path("favicon.svg".to_owned())).await
}
