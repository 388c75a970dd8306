//! Several servers on one PostgreSQL: browsers keep the address they have, whoever owns the table.

mod postgres;
mod support;

use futures_util::StreamExt as _;
use hexwright_server::{Config, Limits, Server};
use hexwright_trials::trials;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use support::{Socket, hear, join, play_moves, post, request, say, state_from, table_of_two};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;

/// Only against hanging.
const PATIENCE: Duration = Duration::from_secs(60);

struct One {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

async fn start(database: &str, name: &str) -> One {
    let limits = Limits { messages_per_second: 10_000, bot_pause: Duration::ZERO, ..Limits::default() };
    let (database, server) = (database.to_owned(), Some(name.to_owned()));
    let address = "127.0.0.1:0".parse().unwrap();
    let server =
        Server::start(Config { address, database, server, limits, ..Config::default() }).await.unwrap();
    let address = server.address().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let stopped = async move { drop(stopped.await) };
    let task = tokio::spawn(async move { server.run(stopped).await.unwrap() });
    One { address, stop, task }
}

async fn get(address: SocketAddr, path: &str) -> (u16, Value) {
    let (status, text) = request(address, "GET", path, &[], b"").await.unwrap();
    (status, serde_json::from_str(&text).unwrap_or_default())
}

/// Waits until a socket is told to come again, or cut.
async fn farewell(socket: &mut Socket) -> Option<u16> {
    let end = async {
        loop {
            match socket.next().await {
                Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code.into()),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    };
    tokio::time::timeout(PATIENCE, end).await.expect("the socket ends")
}

#[tokio::main(worker_threads = 2)]
async fn every_server_leads_to_every_table() {
    let postgres = postgres::start();
    let [a, b, c] =
        [start(&postgres.url, "a").await, start(&postgres.url, "b").await, start(&postgres.url, "c").await];
    // made at one, taken at another, watched at the third
    let body = json!({ "game": { "kind": "catan", "map": "base.catan" },
        "seats": [{ "kind": "me", "name": "Ann" }, { "kind": "open" }] });
    let (_, made) = post(a.address, "/api/tables", &body).await.unwrap();
    let id = made["id"].as_str().unwrap().to_owned();
    let sit = json!({ "seat": 1, "name": "Bob" });
    let (status, seated) = post(b.address, &format!("/api/tables/{id}/sit"), &sit).await.unwrap();
    assert_eq!(status, 200, "{seated}");
    let (status, again) = post(c.address, &format!("/api/tables/{id}/sit"), &sit).await.unwrap();
    assert!(status == 409 && again["error"] == "this seat is taken", "{again}");
    let tokens = [&made, &seated].map(|answer| answer["token"].as_str().unwrap().to_owned());
    let mut sockets = vec![
        join(c.address, &id, Some(&tokens[0])).await.unwrap(),
        join(b.address, &id, Some(&tokens[1])).await.unwrap(),
    ];
    let mut watcher = join(a.address, &id, None).await.unwrap();
    let n = play_moves(&mut sockets, 40).await;
    assert!(state_from(&mut watcher, n).await.is_some());
    say(&mut sockets[0], &json!({ "type": "chat", "text": "from afar" })).await.unwrap();
    assert_eq!(hear(&mut watcher, "chat").await.unwrap()["text"], "from afar");

    // the list, the page, the picture and what a seat may ask are the same everywhere
    for server in [&a, &b, &c] {
        let (_, lobby) = get(server.address, "/api/tables").await;
        let seats = &lobby["running"][0]["seats"];
        assert!(lobby["running"][0]["id"] == *id && seats[0]["here"] == true, "{lobby}");
        assert_eq!(get(server.address, &format!("/api/tables/{id}")).await.1["seats"][1]["name"], "Bob");
        for path in [format!("/t/{id}"), format!("/api/tables/{id}/board")] {
            let (status, text) =
                request(server.address, "GET", &path, &[("accept-encoding", "identity")], b"").await.unwrap();
            assert!(status == 200 && text.contains('<'), "{path}: {status} {text}");
        }
        assert_eq!(get(server.address, &format!("/api/tables/{id}/record")).await.0, 403, "the game runs");
        assert_eq!(get(server.address, "/api/tables/nobody").await.0, 404);
        let wrong = json!({ "token": "no secret", "how": "resign" });
        assert_eq!(post(server.address, &format!("/api/tables/{id}/leave"), &wrong).await.unwrap().0, 409);
        let hostile = [("origin", "http://evil.example")];
        let path = format!("/api/tables/{id}/sit");
        assert_eq!(request(server.address, "POST", &path, &hostile, b"{}").await.unwrap().0, 403);
    }
    let mut stranger = join(b.address, &id, Some("no secret")).await.unwrap();
    assert_eq!(farewell(&mut stranger).await, Some(4001));

    // the owner stops: everybody is told to come again, and finds the game where it was
    let _ = a.stop.send(());
    for socket in &mut sockets {
        assert_eq!(farewell(socket).await, Some(1001));
    }
    let mut sockets = vec![
        join(b.address, &id, Some(&tokens[0])).await.unwrap(),
        join(c.address, &id, Some(&tokens[1])).await.unwrap(),
    ];
    let seen = state_from(&mut sockets[0], 0).await.unwrap();
    assert!(seen.n >= n);
    say(&mut sockets[0], &json!({ "type": "sync" })).await.unwrap();
    let m = play_moves(&mut sockets, 10).await;
    assert!(m > n && state_from(&mut sockets[1], m).await.is_some());
    tokio::time::timeout(PATIENCE, a.task).await.expect("it stops").unwrap();

    // a server that was taken for dead loses its tables and begins anew
    let (other, tokens) = table_of_two(b.address, 10).await.unwrap();
    let mut ann = join(b.address, &other, Some(&tokens[0])).await.unwrap();
    state_from(&mut ann, 0).await.unwrap();
    postgres.run("DELETE FROM servers");
    assert_eq!(farewell(&mut ann).await, Some(1001));
    let mut sockets = Vec::new();
    for (server, token) in [&b, &c].into_iter().zip(&tokens) {
        sockets.push(join(server.address, &other, Some(token)).await.unwrap());
    }
    play_moves(&mut sockets, 10).await;
}

trials! {
    postgres::need() => every_server_leads_to_every_table;
}
