//! Backups: from either database into either, whole or not at all; and checks that find what is wrong.

mod app;
mod postgres;
mod support;

use hexwright_server::store::{Store, Write};
use hexwright_server::{Config, Limits, Server};
use hexwright_trials::{nothing, trials};
use serde_json::json;
use std::sync::Arc;
use support::{join, play_moves, say, state_from, table_of_two};

/// A database with two games under way.
async fn played(url: &str) -> String {
    let config =
        Config { address: "127.0.0.1:0".parse().unwrap(), database: url.to_owned(), ..Config::default() };
    let server = Server::start(Config { limits: Limits::default(), ..config }).await.unwrap();
    let address = server.address().unwrap();
    let task = tokio::spawn(server.run(std::future::pending()));
    let (table, tokens) = table_of_two(address, 10).await.unwrap();
    table_of_two(address, 10).await.unwrap();
    let mut sockets = Vec::new();
    for token in &tokens {
        sockets.push(join(address, &table, Some(token)).await.unwrap());
    }
    say(&mut sockets[0], &json!({ "type": "chat", "text": "Grüße ☃ \"quoted\"" })).await.unwrap();
    let n = play_moves(&mut sockets, 30).await;
    state_from(&mut sockets[0], n).await.unwrap();
    task.abort();
    table
}

async fn backup(url: &str) -> Vec<u8> {
    let mut text = Vec::new();
    assert_eq!(Store::backup(url, &mut text).await.unwrap(), 2);
    text
}

async fn round_trip(from: &str, into: &str) {
    let table = played(from).await;
    let text = backup(from).await;
    for broken in [&text[..text.len() / 2], &text[..text.len() - 40], b"", b"{}\n"] {
        let error = Store::restore(into, broken).await.unwrap_err();
        assert_eq!(Store::open(into).await.unwrap().all().await.unwrap().len(), 0, "{error:#}");
    }
    assert_eq!(Store::restore(into, &text[..]).await.unwrap(), 2);
    assert_eq!(backup(into).await, text, "a backup of what was restored is the same text");
    let (ours, theirs) = (Store::open(from).await.unwrap(), Store::open(into).await.unwrap());
    assert_eq!(ours.game(&table).await.unwrap(), theirs.game(&table).await.unwrap());
    let lines = theirs.lines(&table).await.unwrap();
    assert!(lines.len() >= 30 && lines == ours.lines(&table).await.unwrap());
    assert_eq!(ours.chat(&table).await.unwrap(), theirs.chat(&table).await.unwrap());
    let again = Store::restore(into, &text[..]).await.unwrap_err().to_string();
    assert!(again.contains("holds 2 games"), "{again}");
}

fn sqlite(folder: &tempfile::TempDir, name: &str) -> String {
    format!("sqlite://{}?mode=rwc", folder.path().join(name).display())
}

#[tokio::main(worker_threads = 1)]
async fn a_backup_goes_from_sqlite_to_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    round_trip(&sqlite(&folder, "a.db"), &sqlite(&folder, "b.db")).await;
}

#[tokio::main(worker_threads = 1)]
async fn a_backup_goes_from_sqlite_to_postgresql() {
    let postgres = postgres::start();
    let folder = tempfile::tempdir().unwrap();
    round_trip(&sqlite(&folder, "a.db"), &postgres.url).await;
}

#[tokio::main(worker_threads = 1)]
async fn a_check_names_the_game_that_does_not_replay() {
    let folder = tempfile::tempdir().unwrap();
    let url = sqlite(&folder, "a.db");
    let table = played(&url).await;
    let check = |url: String| tokio::task::spawn_blocking(move || hexwright_server::db::check(&url).unwrap());
    let fine = check(url.clone()).await.unwrap();
    assert_eq!((fine.games, fine.wrong.len()), (2, 0), "{:?}", fine.wrong);
    assert!(fine.lines >= 30);
    let store = Store::open(&url).await.unwrap();
    let first = store.lines(&table).await.unwrap().len();
    let nonsense = Write::Moves {
        game: table.clone(),
        first,
        lines: vec!["0: fly to the moon".to_owned()],
        intent: "x".to_owned(),
        finished: None,
        expires: None,
    };
    store.write(Arc::new(nonsense)).await.unwrap();
    let wrong = check(url).await.unwrap().wrong;
    assert!(wrong.len() == 1 && wrong[0].contains(&table) && wrong[0].contains("fly"), "{wrong:?}");
    let absent = hexwright_server::db::check("sqlite://nowhere.db?mode=rwc").unwrap_err().to_string();
    assert!(absent.contains("there is no database"), "{absent}");
}

trials! {
    nothing() => a_backup_goes_from_sqlite_to_sqlite, a_check_names_the_game_that_does_not_replay;
    postgres::need() => a_backup_goes_from_sqlite_to_postgresql;
}
