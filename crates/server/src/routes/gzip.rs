//! Texts travel compressed for browsers that accept it: boards are SVG, which gzip makes about eight times
//! smaller. Pictures of dots and files that are compressed already stay as they are.

use axum::http::{Extensions, HeaderMap, StatusCode, Version, header};
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{And, Predicate as _, SizeAbove};

/// Shorter texts gain nothing.
const LEAST_BYTES: u64 = 1_000;

/// Whether an answer is compressed, by its headers.
type IsText = fn(StatusCode, Version, &HeaderMap, &Extensions) -> bool;

/// The layer that compresses.
pub(super) fn layer() -> CompressionLayer<And<SizeAbove, IsText>> {
    let is_text: IsText = |_, _, headers, _| is_text(headers);
    CompressionLayer::new()
        .quality(CompressionLevel::Fastest)
        .compress_when(SizeAbove::new(LEAST_BYTES).and(is_text))
}

fn is_text(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or("");
    ["text/", "application/json", "image/svg"].iter().any(|start| kind.starts_with(start))
}
