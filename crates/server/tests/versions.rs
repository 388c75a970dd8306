//! Databases written by earlier versions open, are brought up to date, and their games are played on.

mod postgres;
mod support;

use hexwright_catan::game::Catan;
use hexwright_play::dice::{DiceError, verify};
use hexwright_play::record::{Record, replay};
use hexwright_server::store::{NEWEST_VERSION, Store};
use hexwright_server::{Config, Limits, Server};
use hexwright_trials::{nothing, trials};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::time::Duration;
use support::patient::Player;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

fn tables(name: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(fixture(name)).unwrap()).unwrap()
}

/// Tables of that time kept no proof: their records replay, and whoever wants to verify the dice is told why that cannot be.
fn says_nothing_of_its_dice(record: &str) {
    let record = Record::parse("record", record).unwrap();
    let game = record.game::<Catan>().unwrap();
    assert!(replay(&game, &record).is_ok());
    let error = verify(&game, &record).unwrap_err();
    assert_eq!(error, DiceError::Nothing);
    assert!(error.to_string().contains("written before tables kept them"), "{error}");
}

/// Opens the database, looks at every table and plays on where a game is under way.
async fn play_on(database: &str, tables: &Value, version: Option<i64>) {
    assert_eq!(Store::version(database).await.unwrap(), version, "nothing is changed by asking");
    assert_eq!(Store::migrate(database).await.unwrap(), version, "the version it had");
    assert_eq!(Store::version(database).await.unwrap(), Some(NEWEST_VERSION));
    assert_eq!(Store::migrate(database).await.unwrap(), Some(NEWEST_VERSION), "once is enough");
    // two starts, so that what the first wrote is read by the second
    let mut played = Vec::new();
    for round in 0..2 {
        let limits = Limits { messages_per_second: 10_000, bot_pause: Duration::ZERO, ..Limits::default() };
        let address = "127.0.0.1:0".parse().unwrap();
        let (database, server) = (database.to_owned(), Some("one".to_owned()));
        let config = Config { address, database, server, limits, ..Config::default() };
        let server = Server::start(config).await.unwrap();
        let address = server.address().unwrap();
        let task = tokio::spawn(async move { server.run(std::future::pending()).await.unwrap() });
        for name in ["base", "sea"] {
            let table = &tables[name];
            let tokens = [0, 1].map(|i| table["tokens"][i].as_str().unwrap().to_owned());
            let id = table["id"].as_str().unwrap();
            let mut player = Player::join(address, id, tokens).await;
            for _ in 0..10 {
                player.act().await;
            }
            player.say("we play on").await;
            played.push((name, id.to_owned(), player.journal));
        }
        let finished = tables["finished"]["id"].as_str().unwrap();
        let path = format!("/api/tables/{finished}/record");
        let (status, record) = support::request(address, "GET", &path, &[], b"").await.unwrap();
        assert_eq!(status, 200, "round {round}: {record}");
        says_nothing_of_its_dice(&record);
        let waiting = tables["waiting"]["id"].as_str().unwrap();
        let path = format!("/api/tables/{waiting}");
        let (_, info) = support::request(address, "GET", &path, &[], b"").await.unwrap();
        assert!(
            info.contains("\"Cid\"") && info.contains("\"open\"") && info.contains("\"random\""),
            "{info}"
        );
        task.abort();
        let _ = task.await;
    }
    let store = Store::open(database).await.unwrap();
    for name in ["base", "sea"] {
        let (id, old) = (tables[name]["id"].as_str().unwrap(), tables[name]["n"].as_u64().unwrap() as usize);
        let lines = store.lines(id).await.unwrap();
        let new: Vec<&String> = lines[old..].iter().filter(|line| !line.starts_with("chance ")).collect();
        let journal: Vec<&String> = played.iter().filter(|p| p.0 == name).flat_map(|p| &p.2).collect();
        assert_eq!(new, journal, "{name}");
        let said = tables[name]["said"].as_u64().unwrap() as usize;
        assert_eq!(store.chat(id).await.unwrap().len(), said + 2, "{name}");
    }
    let sea = store.game(tables["sea"]["id"].as_str().unwrap()).await.unwrap().unwrap();
    assert_eq!((sea.wishes.turn_seconds, sea.wishes.leavers.as_deref()), (Some(86_400), Some("greedy")));
    let finished = store.game(tables["finished"]["id"].as_str().unwrap()).await.unwrap().unwrap();
    assert!(finished.finished > 0);
}

#[tokio::main(worker_threads = 1)]
async fn a_sqlite_file_without_a_version_is_played_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.db");
    std::fs::copy(fixture("v1-sqlite.db"), &file).unwrap();
    play_on(&format!("sqlite://{}", file.display()), &tables("v1-sqlite.json"), None).await;
}

#[tokio::main(worker_threads = 1)]
async fn a_sqlite_file_of_version_3_is_played_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.db");
    std::fs::copy(fixture("v3-sqlite.db"), &file).unwrap();
    play_on(&format!("sqlite://{}", file.display()), &tables("v3-sqlite.json"), Some(3)).await;
}

#[tokio::main(worker_threads = 1)]
async fn a_postgresql_database_without_a_version_is_played_on() {
    let server = postgres::start();
    let url = server.schema("v1");
    server.load(&url, &fixture("v1-postgres.sql"));
    play_on(&url, &tables("v1-postgres.json"), None).await;
}

#[tokio::main(flavor = "current_thread")]
async fn a_database_of_a_newer_version_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}?mode=rwc", folder.path().join("games.db").display());
    Store::migrate(&url).await.unwrap();
    sqlx::any::install_default_drivers();
    let mut connection = <sqlx::AnyConnection as sqlx::Connection>::connect(&url).await.unwrap();
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
                 VALUES (999, 'from the future', TRUE, x'00', 0)";
    sqlx::raw_sql(newer).execute(&mut connection).await.unwrap();
    let error = format!("{:#}", Store::open(&url).await.unwrap_err());
    assert!(error.contains("newer Hexwright") && error.contains("999"), "{error}");
}

trials! {
    nothing() => a_sqlite_file_without_a_version_is_played_on, a_sqlite_file_of_version_3_is_played_on, a_database_of_a_newer_version_is_left_alone;
    postgres::need() => a_postgresql_database_without_a_version_is_played_on;
}
