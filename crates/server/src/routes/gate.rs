//! What every request passes before it reaches its route: it gets a number and a place in the log, its
//! sender is found out, and its head and body are held to their limits.

use super::problem::Problem;
use crate::app::App;
use crate::limits::Source;
use crate::serve::Peer;
use axum::body::{Body, to_bytes};
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tracing::Instrument as _;

/// Who sent a request, for limits per address.
#[derive(Clone, Copy, Debug)]
pub(super) struct Client(pub(super) Source);

impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let client = parts.extensions.get::<Self>().copied();
        client.ok_or_else(|| anyhow::anyhow!("a request came without its sender").into())
    }
}

/// Numbers a request, measures it and writes it to the log. Who asks too much is answered late.
pub(super) async fn observe(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    static NUMBER: AtomicU64 = AtomicU64::new(1);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let span = tracing::info_span!("request", request = number, method = %request.method(), path = request.uri().path());
    let begun = tokio::time::Instant::now();
    let mut answer = next.run(request).instrument(span.clone()).await;
    let (status, seconds) = (answer.status().as_u16(), begun.elapsed().as_secs_f64());
    app.metrics.answered(status, seconds);
    let milliseconds = (seconds * 1e4).round() / 10.0;
    span.in_scope(|| {
        if status >= 500 {
            tracing::warn!(status, milliseconds, "answered");
        } else {
            tracing::debug!(status, milliseconds, "answered");
        }
    });
    answer.headers_mut().insert(HeaderName::from_static("x-request-id"), HeaderValue::from(number));
    if answer.status() == StatusCode::TOO_MANY_REQUESTS {
        // a refusal costs less than what was asked for, but not nothing: who asks again at once waits here
        tokio::time::sleep(app.limits.refusal_pause).await;
    }
    answer
}

/// Finds out who sent a request and refuses senders who send too many.
pub(super) async fn find_sender(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let Some(&Peer(peer)) = request.extensions().get::<Peer>() else {
        return Problem::from(anyhow::anyhow!("a request came without its peer")).into_response();
    };
    let source = Source::of(app.proxies.client(peer.ip(), request.headers()));
    if let Err(seconds) = app.requests.pass(source) {
        app.metrics.limited.add(1);
        return Problem::busy("too many requests from your address; slow down")
            .retry_after(seconds)
            .into_response();
    }
    if request.uri().path().contains("%00") {
        return Problem::bad("an address cannot hold NUL bytes").into_response();
    }
    request.extensions_mut().insert(Client(source));
    next.run(request).await
}

/// Takes the whole body within its limits of time and length before the route sees it.
pub(super) async fn take_body(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    if request.method() == Method::GET || request.method() == Method::HEAD {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let most = app.limits.body_bytes;
    let bytes = match tokio::time::timeout(app.limits.body_within, to_bytes(body, most)).await {
        Err(_) => {
            let seconds = app.limits.body_within.as_secs();
            return Problem::too_slow(format!("the request did not arrive within {seconds} seconds"))
                .into_response();
        }
        Ok(Err(_)) => {
            return Problem::too_long(format!(
                "this is too long or broke off: the server takes at most {} KB at once",
                most >> 10
            ))
            .into_response();
        }
        Ok(Ok(bytes)) => bytes,
    };
    if holds_nul(&bytes) {
        return Problem::bad("a text cannot hold NUL characters; take them out").into_response();
    }
    next.run(Request::from_parts(parts, Body::from(bytes))).await
}

/// Whether JSON text holds a NUL, plain or as the escape `\u0000`. Databases and C libraries end texts there.
pub(super) fn holds_nul(json: &[u8]) -> bool {
    let mut escaped = false;
    json.iter().enumerate().any(|(at, &byte)| {
        let was_escaped = escaped;
        escaped = byte == b'\\' && !was_escaped;
        byte == 0 || (was_escaped && json[at..].starts_with(b"u0000"))
    })
}

#[cfg(test)]
mod tests {
    use super::holds_nul;

    #[test]
    fn nul_is_found_in_every_spelling() {
        assert!(holds_nul(b"{\"text\":\"a\0b\"}") && holds_nul(br#"{"text":"a\u0000"}"#));
        assert!(holds_nul(br#""\\\u0000""#));
        for fine in [br#"{"text":"a\\u0000"}"#.as_slice(), br#""\u0001""#, b"", br#""u0000""#] {
            assert!(!holds_nul(fine), "{fine:?}");
        }
    }
}
