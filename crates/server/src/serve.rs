//! Accepting connections: how many, for how long, and how they end when the server stops.

mod patience;

use crate::app::App;
use crate::limits::{Addresses, Source};
use crate::metrics::Counted;
use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use patience::Patient;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tower_service::Service as _;

/// The other end of a request's connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr);

/// Bytes of a request's head that are kept while it arrives; the router refuses more than 8 KB in words.
const HEAD_BUFFER: usize = 16 << 10;
/// When the server stops, what was asked a moment ago is still stored; then others may have the tables.
const LAST_WRITES: Duration = Duration::from_millis(150);
/// How long a request that is under way may go on when the server stops.
const LAST_ANSWERS: Duration = Duration::from_secs(2);
/// How long connections and sockets are waited for when the server stops.
const FAREWELL: Duration = Duration::from_secs(3);
/// Nothing can be accepted, for want of files for example: try again after this.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// What a client above the limit of connections is told.
const TOO_MANY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\n\
    retry-after: 5\r\ncontent-length: 63\r\nconnection: close\r\n\r\n\
    {\"error\":\"too many connections are open; try again in a while\"}";

/// The next connection; `None` once `stop` is ready.
pub(crate) async fn next_connection(
    listener: &TcpListener,
    stop: &mut (impl Future<Output = ()> + Unpin),
) -> Option<(TcpStream, SocketAddr)> {
    loop {
        tokio::select! {
            () = &mut *stop => return None,
            accepted = listener.accept() => match accepted {
                Ok(accepted) => return Some(accepted),
                Err(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                }
            },
        }
    }
}

/// Serves until `stop` is ready. Then requests under way are answered, sockets are told goodbye, and whoever
/// takes longer than a few seconds is cut off.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    app: Arc<App>,
    stop: impl Future<Output = ()> + Send,
) {
    let (alive, mut all_gone) = mpsc::channel::<Infallible>(1);
    let addresses = Addresses::default();
    let mut stop = pin!(stop);
    while let Some((stream, peer)) = next_connection(&listener, &mut stop).await {
        let counted = Counted::new(&app.metrics, |m| &m.connections);
        let most = if app.proxies.trust(peer.ip()) { usize::MAX } else { app.limits.connections_per_address };
        let place = addresses.enter(Source::of(peer.ip()), most);
        let too_many = app.metrics.connections.get() > app.limits.connections as i64;
        let Some(place) = place.filter(|_| !too_many) else {
            app.metrics.limited.add(1);
            let _ = stream.try_write(TOO_MANY);
            continue;
        };
        let connection = talk(stream, peer, router.clone(), app.clone(), app.stopping());
        let alive = alive.clone();
        tokio::spawn(async move {
            connection.await;
            drop((place, counted, alive));
        });
    }
    drop(listener);
    app.stop();
    drop(alive);
    let hand_over = async {
        tokio::time::sleep(LAST_WRITES).await;
        app.hand_over().await;
    };
    let farewell = async {
        all_gone.recv().await;
        while app.metrics.sockets.get() > 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let (farewell, ()) = tokio::join!(tokio::time::timeout(FAREWELL, farewell), hand_over);
    if farewell.is_err() {
        tracing::warn!("some clients did not let go in time and were cut off");
    }
}

/// Serves other servers on the same database until the server stops.
pub(crate) async fn serve_internal(listener: TcpListener, router: Router, app: Arc<App>) {
    let mut stop = pin!(app.stopping());
    while let Some((stream, peer)) = next_connection(&listener, &mut stop).await {
        tokio::spawn(talk(stream, peer, router.clone(), app.clone(), app.stopping()));
    }
}

/// One connection, from its first request to its last; sockets go on in tasks of their own.
async fn talk(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    app: Arc<App>,
    stopping: impl Future<Output = ()> + Send,
) {
    // states are small and follow each other: none may wait for the last one's receipt
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        router.clone().call(request.map(Body::new))
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(app.limits.head_within)
        .max_buf_size(HEAD_BUFFER)
        .serve_connection(TokioIo::new(Patient::new(stream, app.limits.unread_for)), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        ended = connection.as_mut() => {
            if let Err(error) = ended {
                tracing::debug!(%peer, %error, "a connection broke");
            }
        }
        () = stopping => {
            connection.as_mut().graceful_shutdown();
            let _ = tokio::time::timeout(LAST_ANSWERS, connection).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::TOO_MANY;

    #[test]
    fn the_refusal_of_a_connection_is_a_whole_answer() {
        let text = std::str::from_utf8(TOO_MANY).unwrap();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("content-length: {}\r\n", body.len())), "{}", body.len());
        assert!(serde_json::from_str::<serde_json::Value>(body).unwrap()["error"].is_string());
    }
}
