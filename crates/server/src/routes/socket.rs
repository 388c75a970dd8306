//! The socket of a table: intents in, states out.

use super::gate::{Client, holds_nul};
use super::problem::Problem;
use crate::app::App;
use crate::limits::Bucket;
use crate::metrics::Counted;
use crate::planted::planted;
use crate::secret;
use crate::table::{Command, FromClient, TableHandle, ToClient, chosen_id, encode};
use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout};

/// Closes a socket whose token no seat knows: to come again with it is in vain. The range from 4000 on is
/// free for programs.
const NO_SEAT: u16 = 4001;
/// Closes a socket because the server stops; the page comes back.
const GOING_AWAY: u16 = 1001;
/// What is said then if the server goes on, but another one has the table.
const MOVED: &str = "the table has moved; come back in a moment";
/// Closes a socket that sends far more than it may.
const FLOOD: u16 = 1008;
/// A client that takes longer than this to accept one message is gone.
const SEND_WITHIN: Duration = Duration::from_secs(10);

pub(super) async fn open(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Client(source): Client,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let table = app.table(&id).await?.ok_or_else(|| Problem::not_found("there is no such table"))?;
    let place = app
        .addresses
        .enter(source, app.limits.sockets_per_address)
        .ok_or_else(|| Problem::busy("too many open connections from your address"))?;
    // a message above the limit is refused in words, one far above it ends the connection
    let most = 4 * app.limits.message_bytes;
    // the default buffers cost 134 KB a connection; a table's messages are small
    let upgrade =
        upgrade.max_message_size(most).max_frame_size(most).read_buffer_size(1 << 10).write_buffer_size(0);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let counted = Counted::new(&app.metrics, |m| &m.sockets);
        talk(&app, &id, &table, socket).await;
        drop((place, counted));
    }))
}

/// The other end of a socket.
pub trait Peer: Send {
    /// The next message; `None` when the socket is closed or broken.
    fn hear(&mut self) -> impl Future<Output = Option<Message>> + Send;
    /// Sends a message; `false` if the socket is closed or broken.
    fn tell(&mut self, message: Message) -> impl Future<Output = bool> + Send;
}

impl Peer for WebSocket {
    async fn hear(&mut self) -> Option<Message> {
        self.recv().await?.ok()
    }

    async fn tell(&mut self, message: Message) -> bool {
        self.send(message).await.is_ok()
    }
}

/// Talks with one client from its hello to its end.
pub(crate) async fn talk(app: &App, id: &str, table: &TableHandle, mut socket: impl Peer) {
    let hello = timeout(app.limits.hello_within, async {
        loop {
            match receive(app, &mut socket).await {
                Some(Ok(Heard::Sign)) => {}
                other => break other,
            }
        }
    });
    let Ok(Some(Ok(Heard::Message(FromClient::Hello { token })))) = hello.await else {
        return refuse(&mut socket, "expected a hello first").await;
    };
    let (sender, mut states) = mpsc::channel(app.limits.lag);
    let (reply, joined) = oneshot::channel();
    if !table.send(Command::Join { token: token.clone(), sender, reply }).await {
        return close(&mut socket, GOING_AWAY, MOVED).await;
    }
    let Ok(connection) = joined.await else {
        return close(&mut socket, GOING_AWAY, MOVED).await;
    };
    let Some(connection) = connection else {
        // a server that lost the table does not know who sat down elsewhere since; nobody may forget a secret for that
        if planted!("forgets-secret") || !is_stored(app, id, token.as_deref()).await {
            return close_for_good(&mut socket).await;
        }
        return close(&mut socket, GOING_AWAY, MOVED).await;
    };
    let rate = f64::from(app.limits.messages_per_second);
    let (mut bucket, mut refused) = (Bucket::new(rate, 2.0 * rate), 0);
    let mut heard = Instant::now();
    let mut pings = tokio::time::interval(app.limits.ping_every);
    let mut stopping = pin!(app.stopping());
    loop {
        tokio::select! {
            // in order, so that the same things happen in the same order
            biased;
            () = &mut stopping => {
                close(&mut socket, GOING_AWAY, "the server stops; come back in a moment").await;
                break;
            }
            _ = pings.tick() => {
                // a peer that vanished without a word answers no ping
                if heard.elapsed() >= app.limits.silent_for
                    || !send(&mut socket, Message::Ping(Bytes::new())).await
                {
                    tracing::debug!(connection, "a silent socket is given up");
                    break;
                }
            }
            state = states.recv() => match state {
                None => {
                    if table.is_closed() {
                        close(&mut socket, GOING_AWAY, MOVED).await;
                    }
                    break;
                }
                Some(text) => if !send(&mut socket, Message::Text(text)).await { break },
            },
            message = receive(app, &mut socket) => {
                heard = Instant::now();
                let Some(message) = message else { break };
                if matches!(message, Ok(Heard::Sign)) {
                    continue;
                }
                if !bucket.pass() {
                    app.metrics.limited.add(1);
                    refused += 1;
                    if refused > app.limits.messages_refused {
                        close(&mut socket, FLOOD, "too many messages").await;
                        break;
                    }
                    refuse(&mut socket, "too many messages; slow down").await;
                    continue;
                }
                refused = 0;
                let asked = match message {
                    Ok(Heard::Message(message)) => {
                        app.metrics.intents.add(1);
                        command(app, connection, message)
                    }
                    Ok(Heard::Sign) => continue,
                    Err(reason) => Err(reason),
                };
                match asked {
                    Ok(command) => if !table.send(command).await { break },
                    Err(reason) => refuse(&mut socket, &reason).await,
                }
            },
        }
    }
    table.send(Command::Leave(connection)).await;
}

/// Whether the token may hold a seat of the table as it is stored: it does, or nobody can tell.
async fn is_stored(app: &App, id: &str, token: Option<&str>) -> bool {
    match app.store.game(id).await {
        Ok(Some(game)) => {
            game.seats.iter().any(|seat| token.is_some_and(|token| secret::matches(token, &seat.token_hash)))
        }
        Ok(None) => false,
        Err(_) => true,
    }
}

/// Ends a socket whose token no seat knows.
async fn close_for_good(socket: &mut impl Peer) {
    let reason = "this token holds no seat at this table";
    refuse(socket, reason).await;
    close(socket, NO_SEAT, reason).await;
}

/// Sends within a time; `false` if the socket is of no more use.
async fn send(socket: &mut impl Peer, message: Message) -> bool {
    timeout(SEND_WITHIN, socket.tell(message)).await == Ok(true)
}

async fn close(socket: &mut impl Peer, code: u16, reason: &'static str) {
    send(socket, Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
}

/// What came over a socket.
enum Heard {
    Message(FromClient),
    /// Nothing but a sign of life.
    Sign,
}

fn command(app: &App, connection: u64, message: FromClient) -> Result<Command, String> {
    Ok(match message {
        FromClient::Hello { .. } => return Err("hello was said already".to_owned()),
        FromClient::Act { n, action, id } => Command::Act { connection, n, action, id: chosen_id(id)? },
        FromClient::Undo { n, id } => Command::Undo { connection, n, id: chosen_id(id)? },
        FromClient::Commit { hash, id } => Command::Commit { connection, hash, id: chosen_id(id)? },
        FromClient::Open { bytes, id } => Command::Open { connection, bytes, id: chosen_id(id)? },
        FromClient::Sync => Command::Sync(connection),
        FromClient::Chat { text, id } => {
            let (length, most) = (text.chars().count(), app.limits.chat_characters);
            if length == 0 || length > most {
                return Err(format!("expected 1 to {most} characters, found {length}"));
            }
            Command::Chat { connection, text, id: chosen_id(id)? }
        }
    })
}

/// The next message; `None` when the socket is closed or broken.
async fn receive(app: &App, socket: &mut impl Peer) -> Option<Result<Heard, String>> {
    match socket.hear().await? {
        Message::Text(text) if text.len() > app.limits.message_bytes => {
            app.metrics.limited.add(1);
            let most = app.limits.message_bytes;
            Some(Err(format!("expected at most {most} bytes, found {}", text.len())))
        }
        Message::Text(text) if holds_nul(text.as_bytes()) => {
            Some(Err("a message cannot hold NUL characters".to_owned()))
        }
        Message::Text(text) => {
            let message = serde_json::from_str(&text).map(Heard::Message);
            Some(message.map_err(|e| format!("cannot read this message: {e}")))
        }
        Message::Binary(_) => Some(Err("expected text, found binary data".to_owned())),
        Message::Close(_) => None,
        Message::Ping(_) | Message::Pong(_) => Some(Ok(Heard::Sign)),
    }
}

async fn refuse(socket: &mut impl Peer, reason: &str) {
    let text = encode(&ToClient::Refused { reason: reason.to_owned(), id: None, later: false });
    send(socket, Message::Text(text)).await;
}
