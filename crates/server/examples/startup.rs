//! How soon a server answers after a start when its database holds many games under way.
//!
//! `startup BINARY [games] [database]`; see `cargo xtask startup`. The database is filled with copies of two
//! games: one of two people, and one of bots that go on playing after the start.

#![allow(clippy::print_stdout)]
#![expect(clippy::disallowed_methods, reason = "what is measured here is time")]

#[path = "../tests/support/mod.rs"]
mod support;

use hexwright_server::store::{Store, StoredGame, Write};
use serde_json::json;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use support::patient::Player;
use support::{Process, join, post, request, state_from, table_of_two};

const WANTED: Duration = Duration::from_secs(1);
/// Moves of people in the game that is copied.
const MOVES: usize = 60;
/// Writes that are asked for at once.
const TOGETHER: usize = 200;

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let Some(binary) = arguments.get(1) else {
        println!("startup BINARY [games] [database]");
        return ExitCode::from(2);
    };
    let games = arguments.get(2).and_then(|a| a.parse().ok()).unwrap_or(10_000);
    let folder = tempfile::tempdir().expect("a folder for the database");
    let file = format!("sqlite://{}?mode=rwc", folder.path().join("startup.db").display());
    let database = arguments.get(3).unwrap_or(&file);
    let (people, token) = fill(binary, database, games).await;

    let begun = Instant::now();
    let server = Process::start_with(binary, database, &["--log", "error"]);
    let (status, _) = request(server.address, "GET", "/", &[], b"").await.expect("an answer");
    let page = begun.elapsed();
    let (listed, _) = request(server.address, "GET", "/api/tables", &[], b"").await.expect("an answer");
    let list = begun.elapsed();
    let mut socket = join(server.address, &people, Some(&token)).await.expect("a seat");
    let state = state_from(&mut socket, 0).await.expect("the first state");
    let table = begun.elapsed();
    println!(
        "{games} stored games under way: first page ({status}) {page:?} after the start, list of tables ({listed}) \
         after {list:?}, a table after {} lines at {table:?}",
        state.n
    );
    let held = status == 200 && listed == 200 && state.n >= MOVES && page <= WANTED;
    println!("{} (first page within {WANTED:?})", if held { "held" } else { "NOT held" });
    if held { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Fills a database; gives a table of people with the secret of one of its seats.
async fn fill(binary: &str, database: &str, games: usize) -> (String, String) {
    let mut server = Process::start(binary, database);
    let bots = json!([{ "kind": "bot", "bot": "random" }, { "kind": "bot", "bot": "random" }]);
    let game = json!({ "kind": "catan", "map": "base.catan", "options": { "victory-points": "20" } });
    let (_, made) = post(server.address, "/api/tables", &json!({ "game": game, "seats": bots }))
        .await
        .expect("a table of bots");
    let bots = made["id"].as_str().expect("its id").to_owned();
    let (people, tokens) = table_of_two(server.address, 20).await.expect("a table");
    let token = tokens[0].clone();
    let mut player = Player::join(server.address, &people, tokens).await;
    for _ in 0..MOVES {
        player.act().await;
    }
    server.kill();

    let store = Store::open(database).await.expect("the database opens");
    let mut originals = Vec::new();
    for id in [&people, &bots] {
        let game = store.game(id).await.expect("it can be read").expect("the game is stored");
        let mut lines = store.lines(id).await.expect("its log can be read");
        lines.truncate(2 * MOVES); // the bots' game may be over
        originals.push((StoredGame { finished: 0, ..game }, lines));
    }
    for first in (2..games).step_by(TOGETHER) {
        let copies = (first..games.min(first + TOGETHER)).map(|i| copy(&store, &originals[i % 2], i));
        futures_util::future::join_all(copies).await;
    }
    (people, token)
}

async fn copy(store: &Store, (game, lines): &(StoredGame, Vec<String>), number: usize) {
    let (id, intent) = (format!("copy{number}"), format!("copy {number}"));
    let game = StoredGame { id: id.clone(), intent: intent.clone(), ..game.clone() };
    store.write(Arc::new(Write::Create(Arc::new(game)))).await.expect("a game is stored");
    let (first, lines) = (0, lines.clone());
    let write = Write::Moves { game: id, first, lines, intent, finished: None, expires: None };
    store.write(Arc::new(write)).await.expect("its log is stored");
}
