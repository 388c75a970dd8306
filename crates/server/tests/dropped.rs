//! A server that is dropped lets go of its database: no connection stays open, whatever its tables were doing.

mod postgres;
mod support;

use hexwright_server::{Config, Limits, Server};
use hexwright_trials::trials;
use serde_json::json;
use sqlx::{AnyConnection, Connection as _, Row as _};
use std::time::Duration;
use support::{join, post, state_from, table_of_two};

/// Upper bound against hanging; connections are gone within milliseconds.
const GENEROUS: Duration = Duration::from_secs(30);

/// Connections of clients, the one that asks left out.
async fn connections(url: &str) -> i64 {
    let mut connection = AnyConnection::connect(url).await.expect("PostgreSQL takes connections");
    let sql = "SELECT COUNT(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";
    let row = sqlx::query(sql).fetch_one(&mut connection).await.expect("PostgreSQL counts connections");
    row.try_get(0).expect("a number")
}

#[tokio::main(worker_threads = 1)]
async fn a_dropped_server_leaves_no_connection_to_its_database() {
    let database = postgres::start();
    let local = "127.0.0.1:0".parse().unwrap();
    let limits = Limits { bot_pause: Duration::ZERO, ..Limits::default() };
    let config = Config {
        address: local,
        admin: Some(local),
        database: database.url.clone(),
        limits,
        ..Config::default()
    };
    let server = Server::start(config).await.unwrap();
    let address = server.address().unwrap();
    let task = tokio::spawn(server.run(std::future::pending()));
    // bots play, and a person who sits at another table never leaves
    let bots = json!([{ "kind": "bot", "bot": "random" }, { "kind": "bot", "bot": "random" }]);
    let game = json!({ "kind": "catan", "map": "base.catan" });
    let (status, _) = post(address, "/api/tables", &json!({ "game": game, "seats": bots })).await.unwrap();
    assert_eq!(status, 200);
    let (id, [ann, _]) = table_of_two(address, 10).await.unwrap();
    let mut socket = join(address, &id, Some(&ann)).await.unwrap();
    assert!(state_from(&mut socket, 0).await.is_some());
    assert!(connections(&database.url).await > 0);

    task.abort();
    let gone = async {
        while connections(&database.url).await > 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(GENEROUS, gone).await.expect("the connections of a dropped server stay open");
    drop(socket);
}

trials! {
    postgres::need() => a_dropped_server_leaves_no_connection_to_its_database;
}
