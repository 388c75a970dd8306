//! The socket of a table: intents in, states out.

use super::problem::Problem;
use crate::app::App;
use crate::limits::Bucket;
use crate::table::{Command, FromClient, TableHandle, ToClient, chosen_id, encode};
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, Path, State};
use axum::response::Response;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};

/// Closes a socket whose token no seat knows: to come again with it is in vain. The range from 4000 on is
/// free for programs.
const NO_SEAT: u16 = 4001;

pub(super) async fn open(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let table = app.table(&id).await?.ok_or_else(|| Problem::not_found("there is no such table"))?;
    let place = app
        .addresses
        .enter(address.ip(), app.limits.sockets_per_address)
        .ok_or_else(|| Problem::busy("too many open connections from your address"))?;
    // a message above the limit is refused in words, one far above it ends the connection
    let most = 4 * app.limits.message_bytes;
    // the default buffers cost 134 KB a connection; a table's messages are small
    let upgrade =
        upgrade.max_message_size(most).max_frame_size(most).read_buffer_size(4 << 10).write_buffer_size(0);
    Ok(upgrade.on_upgrade(move |socket| async move {
        app.metrics.sockets.add(1);
        talk(&app, &table, socket).await;
        app.metrics.sockets.add(-1);
        drop(place);
    }))
}

async fn talk(app: &App, table: &TableHandle, mut socket: WebSocket) {
    let hello = tokio::time::timeout(app.limits.hello_within, receive(app, &mut socket)).await;
    let Ok(Some(Ok(FromClient::Hello { token }))) = hello else {
        return refuse(&mut socket, "expected a hello first").await;
    };
    let (sender, mut states) = mpsc::channel(app.limits.lag);
    let (reply, joined) = oneshot::channel();
    if !table.send(Command::Join { token, sender, reply }).await {
        return refuse(&mut socket, "the table is gone").await;
    }
    let Ok(Some(connection)) = joined.await else {
        let reason = "this token holds no seat at this table";
        refuse(&mut socket, reason).await;
        let close = CloseFrame { code: NO_SEAT, reason: reason.into() };
        let _ = socket.send(Message::Close(Some(close))).await;
        return;
    };
    let mut bucket = Bucket::new(app.limits.messages_per_second);
    loop {
        tokio::select! {
            message = receive(app, &mut socket) => match message {
                None => break,
                Some(Err(reason)) => refuse(&mut socket, &reason).await,
                Some(Ok(_)) if !bucket.pass() => {
                    app.metrics.limited.add(1);
                    refuse(&mut socket, "too many messages; slow down").await;
                }
                Some(Ok(message)) => {
                    app.metrics.intents.add(1);
                    match command(app, connection, message) {
                        Ok(command) => if !table.send(command).await { break },
                        Err(reason) => refuse(&mut socket, &reason).await,
                    }
                }
            },
            state = states.recv() => match state {
                None => break,
                Some(text) => if socket.send(Message::Text(text)).await.is_err() { break },
            },
        }
    }
    table.send(Command::Leave(connection)).await;
}

fn command(app: &App, connection: u64, message: FromClient) -> Result<Command, String> {
    Ok(match message {
        FromClient::Hello { .. } => return Err("hello was said already".to_owned()),
        FromClient::Act { n, action, id } => Command::Act { connection, n, action, id: chosen_id(id)? },
        FromClient::Undo { n, id } => Command::Undo { connection, n, id: chosen_id(id)? },
        FromClient::Sync => Command::Sync(connection),
        FromClient::Chat { text, id } => {
            let (length, most) = (text.chars().count(), app.limits.chat_characters);
            if length == 0 || length > most {
                return Err(format!("expected 1 to {most} characters, found {length}"));
            }
            if text.contains('\0') {
                return Err("expected a text, found a NUL character in it".to_owned());
            }
            Command::Chat { connection, text, id: chosen_id(id)? }
        }
    })
}

/// The next message; `None` when the socket is closed or broken.
async fn receive(app: &App, socket: &mut WebSocket) -> Option<Result<FromClient, String>> {
    loop {
        match socket.recv().await?.ok()? {
            Message::Text(text) if text.len() > app.limits.message_bytes => {
                app.metrics.limited.add(1);
                let most = app.limits.message_bytes;
                return Some(Err(format!("expected at most {most} bytes, found {}", text.len())));
            }
            Message::Text(text) => {
                return Some(
                    serde_json::from_str(&text).map_err(|e| format!("cannot read this message: {e}")),
                );
            }
            Message::Binary(_) => return Some(Err("expected text, found binary data".to_owned())),
            Message::Close(_) => return None,
            Message::Ping(_) | Message::Pong(_) => {}
        }
    }
}

async fn refuse(socket: &mut WebSocket, reason: &str) {
    let text = encode(&ToClient::Refused { reason: reason.to_owned(), id: None, later: false });
    let _ = socket.send(Message::Text(text)).await;
}
