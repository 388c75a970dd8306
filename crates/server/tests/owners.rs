//! Several servers on one database: a table has one owner, and only the owner's writes are stored.

mod postgres;

use hexwright_server::store::{Claim, SaveError, Saved, Store, StoredGame, Write};
use hexwright_server::table::Wishes;
use hexwright_trials::{nothing, trials};
use sqlx::Connection as _;
use std::sync::Arc;

fn game(id: &str) -> Write {
    Write::Create(Arc::new(StoredGame {
        id: id.into(),
        kind: "catan".into(),
        setup: String::new(),
        title: String::new(),
        secret: String::new(),
        created: 7,
        seats: Vec::new(),
        wishes: Wishes::default(),
        intent: id.into(),
        finished: 0,
        expires: 1_000,
        ended: String::new(),
        asked: String::new(),
    }))
}

/// Asks for line `n` of a game.
async fn append(store: &Store, id: &str, n: usize) -> Result<Saved, SaveError> {
    append_by(store, id, n, &format!("intent {n}")).await
}

/// Asks for line `n` of a game by an intent.
async fn append_by(store: &Store, id: &str, n: usize, intent: &str) -> Result<Saved, SaveError> {
    let (game, lines, intent) = (id.to_owned(), vec![format!("line {n}")], intent.to_owned());
    let write = Write::Moves { game, first: n, lines, intent, finished: None, expires: None };
    store.write(Arc::new(write)).await
}

async fn run(url: &str, sql: &'static str) {
    let mut connection = sqlx::AnyConnection::connect(url).await.unwrap();
    sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
}

async fn a_table_has_one_owner(url: &str) {
    let stores = [Store::open(url).await.unwrap(), Store::open(url).await.unwrap()];
    let [ann, bob] = &stores;
    assert!(ann.claim("g1").await.is_ok_and(|claim| claim == Claim::Nowhere), "there is no such table");
    ann.enter("", "ann:1").await.unwrap();
    bob.enter("", "bob:1").await.unwrap();
    assert_eq!(ann.peers().await.unwrap().len(), 2);
    assert_eq!(bob.claim("no\0where").await.unwrap(), Claim::Nowhere);

    // who makes a table owns it
    ann.owned(1).write(Arc::new(game("g1"))).await.unwrap();
    assert_eq!(ann.claim("g1").await.unwrap(), Claim::Mine(1));
    let Claim::Elsewhere(owner) = bob.claim("g1").await.unwrap() else { panic!("it is Ann's") };
    assert_eq!((owner.server.as_str(), owner.address.as_str()), (&*ann.me(), "ann:1"));
    let by_ann = ann.owned(1);
    assert_eq!(append(&by_ann, "g1", 0).await, Ok(Saved::Now));
    assert_eq!(append(&by_ann, "g1", 0).await, Ok(Saved::Before), "asked again");
    assert_eq!(append(&bob.owned(1), "g1", 1).await, Err(SaveError::Lost), "it is not Bob's");
    assert_eq!(append(&ann.owned(2), "g1", 1).await, Err(SaveError::Lost), "of an epoch that is not hers");

    // a table without an owner goes to one of many who ask
    bob.write(Arc::new(game("free"))).await.unwrap();
    let asked: Vec<_> = (0..12)
        .map(|i| (stores[i % 2].clone(), i))
        .map(|(s, _)| async move { s.claim("free").await })
        .collect();
    let claims = futures_util::future::join_all(asked).await;
    let mine: Vec<usize> =
        (0..12).filter(|&i| matches!(claims[i], Ok(Claim::Mine(1)))).map(|i| i % 2).collect();
    assert_eq!((mine.len(), mine.iter().all(|&i| i == mine[0])), (6, true), "{claims:?}");

    // Ann is silent for too long: Bob takes her table in the next epoch, and nothing of hers is stored any more
    run(url, "UPDATE servers SET until = 1 WHERE address = 'ann:1'").await;
    assert_eq!(append(&by_ann, "g1", 1).await, Ok(Saved::Now), "nobody has taken it yet");
    assert_eq!(bob.claim("g1").await.unwrap(), Claim::Mine(2));
    let by_bob = bob.owned(2);
    // by different intents: the same one would be found, if his comes first
    let (hers, his) = tokio::join!(append_by(&by_ann, "g1", 2, "hers"), append(&by_bob, "g1", 2));
    assert_eq!((hers, his), (Err(SaveError::Lost), Ok(Saved::Now)));
    assert_eq!(append(&by_ann, "g1", 1).await, Ok(Saved::Before), "what is stored is stored");
    let said = Write::Finished { game: "g1".into(), when: 9, ended: "" };
    assert_eq!(by_ann.write(Arc::new(said)).await, Err(SaveError::Lost), "no write of hers, whatever it is");
    assert_eq!(by_ann.write(Arc::new(Write::Probe)).await, Err(SaveError::Lost));
    assert!(!ann.renew().await.unwrap(), "her run is over");
    assert!(
        ann.claim("free").await.is_err_and(|e| e.downcast_ref() == Some(&SaveError::Lost)) || mine[0] == 1
    );
    ann.enter("", "ann:2").await.unwrap();
    assert!(ann.renew().await.unwrap());
    assert_eq!(append(&by_ann, "g1", 3).await, Err(SaveError::Lost), "what was lost stays lost");

    // Bob stops: his tables are free at once, and Ann takes all that are under way
    ann.write(Arc::new(game("idle"))).await.unwrap();
    bob.leave().await.unwrap();
    assert_eq!(append(&by_bob, "g1", 3).await, Err(SaveError::Lost));
    assert_eq!(ann.adopt(999, 1).await.unwrap().len(), 1);
    assert_eq!(ann.adopt(999, 100).await.unwrap().len(), 2);
    assert_eq!(ann.adopt(999, 100).await.unwrap().len(), 0);
    assert_eq!(ann.claim("g1").await.unwrap(), Claim::Mine(3));
    assert_eq!(append(&ann.owned(3), "g1", 3).await, Ok(Saved::Now));

    // a new run of a server with a name takes its tables without waiting
    let [old, new] = [Store::open(url).await.unwrap(), Store::open(url).await.unwrap()];
    old.enter("carl", "carl:1").await.unwrap();
    old.owned(1).write(Arc::new(game("his"))).await.unwrap();
    new.enter("carl", "carl:1").await.unwrap();
    assert_eq!(new.claim("his").await.unwrap(), Claim::Mine(2));
    assert_eq!(append(&old.owned(1), "his", 0).await, Err(SaveError::Lost));
    assert_eq!(append(&new.owned(2), "his", 0).await, Ok(Saved::Now));

    // in a commit of many tables one that is lost, or one that is stored already, hurts only itself
    let many: Vec<String> = (0..10).map(|i| format!("many {i}")).collect();
    for id in &many {
        new.owned(1).write(Arc::new(game(id))).await.unwrap();
    }
    let [mine, his, lost] = [1, 2, 7].map(|epoch| new.owned(epoch));
    for n in 0..2 {
        let stored = futures_util::future::join_all(many.iter().map(|id| append(&mine, id, n)));
        let (stored, lost, again) = tokio::join!(stored, append(&lost, "his", 1), append(&his, "his", 0));
        assert!(stored.iter().all(|saved| *saved == Ok(Saved::Now)), "{stored:?}");
        assert_eq!((lost, again), (Err(SaveError::Lost), Ok(Saved::Before)));
    }
    for id in &many {
        assert_eq!(new.lines(id).await.unwrap(), ["line 0", "line 1"]);
        assert_eq!(new.epochs(id).await.unwrap(), [1, 1]);
    }
    let lines = ["line 0", "line 1", "line 2", "line 3"];
    assert_eq!(ann.lines("g1").await.unwrap(), lines);
}

#[tokio::main(worker_threads = 1)]
async fn a_table_has_one_owner_in_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    a_table_has_one_owner(&format!("sqlite://{}?mode=rwc", folder.path().join("games.db").display())).await;
}

#[tokio::main(worker_threads = 1)]
async fn a_table_has_one_owner_in_postgresql() {
    let server = postgres::start();
    a_table_has_one_owner(&server.url).await;
}

trials! {
    nothing() => a_table_has_one_owner_in_sqlite;
    postgres::need() => a_table_has_one_owner_in_postgresql;
}
