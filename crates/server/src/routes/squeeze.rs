//! Texts travel packed: boards are SVG, which gzip makes about eight times smaller.

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::{Compression, write::GzEncoder};
use std::io::Write;

/// Shorter texts gain nothing.
const LEAST_BYTES: usize = 1_000;
/// Longer texts are packed beside the threads that serve moves.
const LONG_BYTES: usize = 32_000;
/// Nothing that is served is longer.
const MOST_BYTES: usize = 64 << 20;

/// Packs texts for browsers that accept it.
pub(super) async fn squeeze(request: Request, next: Next) -> Response {
    let accepted = accepts_gzip(request.headers());
    let response = next.run(request).await;
    if !accepted || !is_text(response.headers()) || response.status() == StatusCode::SWITCHING_PROTOCOLS {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let Ok(bytes) = to_bytes(body, MOST_BYTES).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let packed = match bytes.len() {
        0..LEAST_BYTES => None,
        LEAST_BYTES..LONG_BYTES => gzip(&bytes),
        _ => {
            let text = bytes.clone();
            tokio::task::spawn_blocking(move || gzip(&text)).await.ok().flatten()
        }
    };
    parts.headers.append(header::VARY, HeaderValue::from_static("accept-encoding"));
    let Some(packed) = packed else { return Response::from_parts(parts, Body::from(bytes)) };
    parts.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(packed))
}

fn accepts_gzip(headers: &HeaderMap) -> bool {
    let all = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|v| v.to_str().ok());
    all.flat_map(|v| v.split(',')).any(|word| {
        let mut parts = word.split(';').map(str::trim);
        parts.next() == Some("gzip") && parts.next() != Some("q=0")
    })
}

fn is_text(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|v| v.to_str().ok()).unwrap_or("");
    let packed = headers.contains_key(header::CONTENT_ENCODING);
    !packed && ["text/", "application/json", "image/svg"].iter().any(|start| kind.starts_with(start))
}

fn gzip(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_those_who_ask_for_it_get_gzip() {
        let of = |value: &'static str| {
            HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(value))])
        };
        assert!(accepts_gzip(&of("br, gzip")) && accepts_gzip(&of("gzip;q=0.5")));
        assert!(
            !accepts_gzip(&of("br")) && !accepts_gzip(&of("gzip;q=0")) && !accepts_gzip(&HeaderMap::new())
        );
    }

    #[test]
    fn a_packed_text_unpacks_to_itself() {
        use std::io::Read;
        let text = "<svg>".repeat(1000);
        let packed = gzip(text.as_bytes()).unwrap();
        let mut back = String::new();
        flate2::read::GzDecoder::new(&packed[..]).read_to_string(&mut back).unwrap();
        assert!(back == text && packed.len() * 8 < text.len());
    }
}
