//! Why the writer begins and commits by plain statements and throws its connection away after a failure.
//!
//! When a disk is full SQLite rolls the transaction back by itself, or only the statement. Triggers do the same
//! here, as often as wanted. The way moves were stored before then says "committed" of what nobody will ever find.

use hexwright_server::store::{SaveError, Saved, Store, StoredGame, Write};
use hexwright_server::table::Wishes;
use sqlx::any::AnyPoolOptions;
use sqlx::{AnyConnection, AnyPool, Connection as _};
use std::sync::Arc;

const FULL: &str = "
    CREATE TRIGGER full BEFORE INSERT ON events WHEN NEW.line = 'too much'
    BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END;
    CREATE TRIGGER still_full BEFORE INSERT ON events WHEN NEW.line = 'still too much'
    BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END";

async fn prepared(folder: &tempfile::TempDir) -> (Store, String) {
    let url = format!("sqlite://{}?mode=rwc", folder.path().join("games.db").display());
    let store = Store::open(&url).await.unwrap();
    let game = StoredGame {
        id: "g".into(),
        kind: "catan".into(),
        setup: String::new(),
        title: String::new(),
        secret: String::new(),
        created: 0,
        seats: Vec::new(),
        wishes: Wishes::default(),
        intent: String::new(),
        finished: 0,
        expires: 0,
        ended: String::new(),
        asked: String::new(),
    };
    store.write(Arc::new(Write::Create(Arc::new(game)))).await.unwrap();
    let mut connection = AnyConnection::connect(&url).await.unwrap();
    sqlx::raw_sql(FULL).execute(&mut connection).await.unwrap();
    (store, url)
}

#[tokio::test]
async fn after_a_full_disk_what_is_said_to_be_stored_is_stored() {
    let folder = tempfile::tempdir().unwrap();
    let (store, _) = prepared(&folder).await;
    let write = |first: usize, line: &str| {
        let (game, lines, intent) = ("g".to_owned(), vec![line.to_owned()], format!("intent {first}"));
        store.write(Arc::new(Write::Moves { game, first, lines, intent, finished: None, expires: None }))
    };
    assert_eq!(write(0, "one").await, Ok(Saved::Now));
    assert_eq!(write(1, "too much").await, Err(SaveError::Unavailable));
    assert_eq!(write(1, "still too much").await, Err(SaveError::Unavailable));
    assert_eq!(write(1, "two").await, Ok(Saved::Now));
    assert_eq!(write(2, "three").await, Ok(Saved::Now));
    assert_eq!(store.lines("g").await.unwrap(), ["one", "two", "three"]);
}

/// How moves were stored before: a transaction of the library on a connection that is used again.
async fn as_before(pool: &AnyPool, n: i64, line: &str) -> Result<(), sqlx::Error> {
    let mut transaction = pool.begin().await?;
    sqlx::query("INSERT INTO events (game, n, line) VALUES ('g', $1, $2)")
        .bind(n)
        .bind(line)
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await
}

#[tokio::test]
async fn the_old_way_loses_what_it_said_was_stored() {
    let folder = tempfile::tempdir().unwrap();
    let (store, url) = prepared(&folder).await;
    let pool = AnyPoolOptions::new().max_connections(1).connect(&url).await.unwrap();
    as_before(&pool, 0, "one").await.unwrap();
    assert!(as_before(&pool, 1, "too much").await.is_err());
    assert!(as_before(&pool, 1, "still too much").await.is_err());
    let said: Vec<bool> =
        [as_before(&pool, 1, "two").await.is_ok(), as_before(&pool, 2, "three").await.is_ok()].into();
    let stored = store.lines("g").await.unwrap().len() - 1;
    let promised = said.iter().filter(|ok| **ok).count();
    assert!(
        promised > stored,
        "the library keeps its word by now ({promised} promised, {stored} stored): plain statements may go"
    );
}
