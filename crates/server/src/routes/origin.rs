//! Other sites may link to us, never act for a person who is here.

use super::problem::Problem;
use axum::extract::Request;
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

/// Refuses requests that change something, and sockets, if they come from another origin's page.
pub(super) async fn same_origin_only(request: Request, next: Next) -> Response {
    let changes = request.method() != Method::GET && request.method() != Method::HEAD;
    let socket = request.headers().contains_key(header::UPGRADE);
    if (changes || socket) && !same_origin(request.headers()) {
        return Problem::forbidden("this request comes from a page of another site").into_response();
    }
    next.run(request).await
}

/// Bytes of all headers together.
const HEAD: usize = 8 << 10;

/// Refuses requests with more than 8 KB of headers.
pub(super) async fn modest_head(request: Request, next: Next) -> Response {
    let size: usize = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
    if size > HEAD {
        return Problem::too_large(format!("expected at most {HEAD} bytes of headers, found {size}"))
            .into_response();
    }
    next.run(request).await
}

/// A browser always sends `Origin` with such requests; a program without one is no page.
fn same_origin(headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else { return true };
    let host = headers.get(header::HOST).and_then(|h| h.to_str().ok());
    let origin = origin.to_str().ok().and_then(|o| o.split_once("://")).map(|(_, rest)| rest);
    matches!((origin, host), (Some(origin), Some(host)) if origin.eq_ignore_ascii_case(host))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_own_origin_passes() {
        let headers = |origin: Option<&str>| {
            let mut map = HeaderMap::new();
            map.insert(header::HOST, "localhost:4000".parse().unwrap());
            if let Some(origin) = origin {
                map.insert(header::ORIGIN, origin.parse().unwrap());
            }
            map
        };
        assert!(same_origin(&headers(None)));
        assert!(same_origin(&headers(Some("http://localhost:4000"))));
        for hostile in
            ["http://evil.example", "null", "http://localhost:4001", "http://localhost:4000.evil.example"]
        {
            assert!(!same_origin(&headers(Some(hostile))), "{hostile}");
        }
    }
}
