//! A request or socket for a table of another server is passed on to that server, so that browsers keep one address.
//!
//! It is passed on once: the internal address of a server answers for the server's own tables only, and says so with
//! status 421 if a table has changed hands meanwhile. Then, or if the owner cannot be reached, the table is looked for
//! again until somebody has it.

use super::gate::Client;
use super::problem::Problem;
use crate::app::App;
use crate::limits::Source;
use crate::metrics::Counted;
use crate::store::Owner;
use anyhow::{Context as _, Result};
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper::upgrade::OnUpgrade;
use hyper_util::rt::TokioIo;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};

/// Who sent a request that was passed on.
const SENDER: HeaderName = HeaderName::from_static("x-hexwright-for");
/// How long an owner is tried to be reached.
const REACH_WITHIN: Duration = Duration::from_secs(1);
/// How long a table that changes hands is looked for: longer than the lease of a server that has died.
const FIND_WITHIN: Duration = Duration::from_secs(9);
/// The pause between two looks.
const LOOK_AGAIN: Duration = Duration::from_millis(150);
/// Bytes that wait between browser and owner, each way.
const TUNNEL: usize = 1 << 10;

/// The table a path is about.
fn table_of<'a>(base: &str, path: &'a str) -> Option<&'a str> {
    let mut parts = path.strip_prefix(base)?.strip_prefix('/')?.split('/');
    match (parts.next()?, parts.next()?) {
        ("t" | "replay", id) => Some(id),
        ("api", "tables") => parts.next(),
        _ => None,
    }
    .filter(|id| !id.is_empty())
}

/// Passes a request on if its table belongs to another server.
pub(super) async fn pass_on(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let Some(id) = table_of(&app.base_path, request.uri().path()).map(str::to_owned) else {
        return next.run(request).await;
    };
    let Some(mut owner) = elsewhere(&app, &id).await else { return next.run(request).await };
    let Some(&Client(source)) = request.extensions().get::<Client>() else {
        return Problem::from(anyhow::anyhow!("a request came without its sender")).into_response();
    };
    let (mut parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, app.limits.body_bytes).await else {
        return Problem::not_now().into_response();
    };
    let until = Instant::now() + FIND_WITHIN;
    loop {
        match ask(&app, &owner, source, &parts, body.clone()).await {
            Ok(answer) if answer.status() == StatusCode::SWITCHING_PROTOCOLS => {
                return connect(app, &owner, source, &mut parts, answer);
            }
            Ok(answer) if answer.status() != StatusCode::MISDIRECTED_REQUEST => {
                return answer.map(Body::new).into_response();
            }
            Ok(_) => {}
            Err(Unanswered::NotSent(error)) => {
                tracing::debug!(
                    table = id,
                    address = owner.address,
                    "the owner cannot be reached: {error:#}"
                );
            }
            // it may have been carried out: only who asked can know whether it may be asked again
            Err(Unanswered::Sent) if parts.method != Method::GET => break,
            Err(Unanswered::Sent) => {}
        }
        if Instant::now() >= until {
            break;
        }
        sleep(LOOK_AGAIN).await;
        match elsewhere(&app, &id).await {
            Some(found) => owner = found,
            None => return next.run(Request::from_parts(parts, Body::from(body))).await,
        }
    }
    Problem::not_now().into_response()
}

/// The other server that has a table, if one has.
async fn elsewhere(app: &App, id: &str) -> Option<Owner> {
    app.table(id).await.err()?.downcast().ok()
}

/// On the internal address: only for tables of this server.
pub(super) async fn only_here(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let sender = request.headers_mut().remove(SENDER);
    let sender =
        sender.as_ref().and_then(|sender| sender.to_str().ok()).and_then(|s| s.parse::<IpAddr>().ok());
    let Some(sender) = sender else {
        return Problem::bad("this address is for other servers of the same house").into_response();
    };
    request.extensions_mut().insert(Client(Source::of(sender)));
    let id = table_of(&app.base_path, request.uri().path()).map(str::to_owned);
    if let Some(id) = id
        && elsewhere(&app, &id).await.is_some()
    {
        return StatusCode::MISDIRECTED_REQUEST.into_response();
    }
    next.run(request).await
}

/// Why there is no answer.
enum Unanswered {
    /// The owner was not asked.
    NotSent(anyhow::Error),
    /// The owner was asked and did not answer.
    Sent,
}

/// Asks the owner of a table, and gives up when that server is dead.
async fn ask(
    app: &App,
    owner: &Owner,
    source: Source,
    parts: &Parts,
    body: Bytes,
) -> Result<Response<Incoming>, Unanswered> {
    let mut request = Request::new(Body::from(body));
    request.method_mut().clone_from(&parts.method);
    request.uri_mut().clone_from(&parts.uri);
    request.headers_mut().clone_from(&parts.headers);
    let mut sender = send(app, owner, source, &mut request).await.map_err(Unanswered::NotSent)?;
    tokio::select! {
        answer = sender.send_request(request) => answer.map_err(|_| Unanswered::Sent),
        () = app.death_of(&owner.server) => Err(Unanswered::Sent),
    }
}

/// A connection to an owner, and what makes a request one that was passed on.
async fn send(
    app: &App,
    owner: &Owner,
    source: Source,
    request: &mut Request,
) -> Result<http1::SendRequest<Body>> {
    let value = HeaderValue::from_str(&source.address().to_string())?;
    request.headers_mut().insert(SENDER, value);
    let stream = timeout(REACH_WITHIN, TcpStream::connect(&owner.address)).await??;
    stream.set_nodelay(true)?;
    let (sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
    let stopping = app.stopping();
    tokio::spawn(async move {
        tokio::select! {
            _ = connection.with_upgrades() => {}
            () = stopping => {}
        }
    });
    Ok(sender)
}

/// What another server says of its own tables among these; as JSON.
pub(super) async fn tables_of(app: &App, owner: &Owner, ids: &[&str]) -> Result<Bytes> {
    let mut request = Request::new(Body::empty());
    *request.uri_mut() = format!("/internal/tables?ids={}", ids.join(",")).parse()?;
    let work = async {
        let mut sender = send(app, owner, Source::of(IpAddr::from([127, 0, 0, 1])), &mut request).await?;
        let answer = sender.send_request(request).await?;
        to_bytes(Body::new(answer.into_body()), 1 << 20).await.context("the answer broke off")
    };
    timeout(REACH_WITHIN, work).await?
}

/// Answers as the owner did, and then carries bytes both ways until one of the two is gone.
fn connect(
    app: Arc<App>,
    owner: &Owner,
    source: Source,
    parts: &mut Parts,
    answer: Response<Incoming>,
) -> Response {
    let Some(place) = app.addresses.enter(source, app.limits.sockets_per_address) else {
        return Problem::busy("too many open connections from your address").into_response();
    };
    let Some(browser) = parts.extensions.remove::<OnUpgrade>() else {
        return Problem::bad("expected a connection that can become a socket").into_response();
    };
    let mut reply = Response::new(Body::empty());
    *reply.status_mut() = answer.status();
    reply.headers_mut().clone_from(answer.headers());
    let server = owner.server.clone();
    tokio::spawn(async move {
        let counted = Counted::new(&app.metrics, |m| &m.sockets_passed_on);
        let both = tokio::try_join!(browser, hyper::upgrade::on(answer));
        if let Ok((browser, owner)) = both {
            let (mut browser, mut owner) = (TokioIo::new(browser), TokioIo::new(owner));
            tokio::select! {
                _ = tokio::io::copy_bidirectional_with_sizes(&mut browser, &mut owner, TUNNEL, TUNNEL) => {}
                // a server that was stopped keeps its connections open and says nothing
                () = app.death_of(&server) => {}
                () = app.stopping() => {}
            }
        }
        drop((place, counted));
    });
    reply
}

#[cfg(test)]
mod tests {
    use super::table_of;

    #[test]
    fn paths_of_tables_are_recognised_below_the_base_path() {
        for base in ["", "/hex"] {
            let of = |path: &str| table_of(base, &format!("{base}{path}")).map(str::to_owned);
            for path in ["/t/abc", "/replay/abc", "/api/tables/abc", "/api/tables/abc/replay/3"] {
                assert_eq!(of(path).as_deref(), Some("abc"), "{base}{path}");
            }
            for path in ["/", "/t", "/t/", "/api/tables", "/api/tables/", "/maps", "/api/maps/abc"] {
                assert_eq!(of(path), None, "{base}{path}");
            }
        }
        assert_eq!(table_of("/hex", "/t/abc"), None);
    }
}
