//! The store on both databases: what is acknowledged is there, once, in order.

mod postgres;

use hexwright_server::store::{SaveError, Saved, Store, StoredGame, StoredSeat, Write};
use hexwright_server::table::{ChatLine, MOST_CHAT_LINES, Wishes};
use hexwright_trials::{nothing, trials};
use std::sync::Arc;

fn game(id: &str) -> StoredGame {
    let open = StoredSeat { kind: "open".into(), ..StoredSeat::default() };
    StoredGame {
        id: id.into(),
        kind: "catan".into(),
        setup: "a setup\nof two lines".into(),
        title: "Título ☃".into(),
        secret: "5ec".into(),
        created: 7,
        seats: vec![open.clone(), StoredSeat { name: "b".into(), kind: "greedy".into(), ..open }],
        wishes: Wishes { turn_seconds: Some(60), leavers: None, private: false, dice: None },
        intent: "made by this".into(),
        finished: 0,
        expires: 1_000,
        ended: String::new(),
        asked: String::new(),
    }
}

async fn write(store: &Store, write: Write) -> Result<Saved, SaveError> {
    store.write(Arc::new(write)).await
}

async fn create(store: &Store, game: StoredGame) -> Result<Saved, SaveError> {
    write(store, Write::Create(Arc::new(game))).await
}

async fn append(
    store: &Store,
    game: &str,
    first: usize,
    lines: &[String],
    intent: &str,
) -> Result<Saved, SaveError> {
    let (game, lines, intent) = (game.to_owned(), lines.to_vec(), intent.to_owned());
    write(store, Write::Moves { game, first, lines, intent, finished: None, expires: None }).await
}

async fn sit(store: &Store, seat: usize, name: &str, intent: &str) -> Result<Saved, SaveError> {
    let (game, name, intent) = ("g1".to_owned(), name.to_owned(), intent.to_owned());
    write(store, Write::Seat { game, seat, name, token_hash: "hash".into(), intent }).await
}

async fn exercise(store: Store) {
    assert_eq!(create(&store, game("g1")).await, Ok(Saved::Now));
    assert_eq!(store.game("g1").await.unwrap(), Some(game("g1")));
    assert_eq!(store.game("nobody").await.unwrap(), None);
    assert_eq!(store.game("no\0body").await.unwrap(), None);
    assert_eq!(create(&store, game("g1")).await, Ok(Saved::Before), "asked again");
    let other = StoredGame { intent: "made by something else".into(), ..game("g1") };
    assert_eq!(create(&store, other).await, Err(SaveError::Taken), "an id is given once");

    // a seat is given to one of many who ask
    assert_eq!(sit(&store, 0, "Ann", "ann's").await, Ok(Saved::Now));
    assert_eq!(sit(&store, 0, "Ann", "ann's").await, Ok(Saved::Before));
    assert_eq!(sit(&store, 0, "Bob", "bob's").await, Err(SaveError::Taken));
    assert_eq!(sit(&store, 1, "Bob", "bob's").await, Err(SaveError::Taken), "a bot's seat is not free");
    assert_eq!(sit(&store, 7, "Bob", "bob's").await, Err(SaveError::Refused), "there is no such seat");
    assert_eq!(store.game("g1").await.unwrap().unwrap().seats[0].name, "Ann");

    // a seat changes hands, unless it has changed meanwhile
    let with_bot = |before: &str, intent: &str| Write::Reseat {
        game: "g1".into(),
        seat: 0,
        before: before.into(),
        after: StoredSeat {
            name: "Ann".into(),
            kind: "person".into(),
            token_hash: "hash".into(),
            intent: intent.into(),
            bot: "greedy".into(),
        },
    };
    assert_eq!(write(&store, with_bot("ann's", "away")).await, Ok(Saved::Now));
    assert_eq!(write(&store, with_bot("ann's", "away")).await, Ok(Saved::Before));
    assert_eq!(write(&store, with_bot("ann's", "late")).await, Err(SaveError::Taken));
    assert_eq!(store.game("g1").await.unwrap().unwrap().seats[0].bot, "greedy");

    // many games append at once; each keeps its own order and loses nothing
    let mut tasks = Vec::new();
    for g in 0..20 {
        let id = format!("many{g}");
        create(&store, game(&id)).await.unwrap();
        let store = store.clone();
        tasks.push(tokio::spawn(async move {
            for n in 0..30 {
                let lines = [format!("line {}", 2 * n), format!("line {}", 2 * n + 1)];
                append(&store, &id, 2 * n, &lines, &format!("intent {n}")).await.unwrap();
            }
            id
        }));
    }
    for task in tasks {
        let id = task.await.unwrap();
        let expected: Vec<String> = (0..60).map(|n| format!("line {n}")).collect();
        assert_eq!(store.lines(&id).await.unwrap(), expected);
    }

    // a line number is written once: the second is refused, and its neighbours in the commit are not
    append(&store, "g1", 0, &["first".into()], "one").await.unwrap();
    let (fine, first, again) = (["fine".to_owned()], ["first".to_owned()], ["again".to_owned()]);
    let (good, taken, same) = tokio::join!(
        append(&store, "many0", 60, &fine, "intent 60"),
        append(&store, "g1", 0, &again, "two"),
        append(&store, "g1", 0, &first, "one"),
    );
    assert_eq!((good, taken, same), (Ok(Saved::Now), Err(SaveError::Taken), Ok(Saved::Before)));
    assert_eq!(append(&store, "nowhere", 0, &first, "one").await, Err(SaveError::Refused), "no such game");
    assert_eq!(store.intent("g1", 0).await.unwrap().as_deref(), Some("one"));
    assert_eq!(store.lines("g1").await.unwrap(), ["first"]);
    assert_eq!(store.lines("many0").await.unwrap().len(), 61);

    // of the chat the last lines are kept, in order, with who said them
    assert_eq!(store.chat("g1").await.unwrap(), []);
    let said: Vec<ChatLine> = (0..MOST_CHAT_LINES as u64 + 7)
        .map(|n| ChatLine { n, seat: (n % 2 == 0).then_some(1), text: format!("¿{n}?"), id: n.to_string() })
        .collect();
    for line in &said {
        write(&store, Write::Said { game: "g1".into(), line: line.clone() }).await.unwrap();
    }
    assert_eq!(store.chat("g1").await.unwrap(), said[7..]);
    let again = Write::Said { game: "g1".into(), line: said[50].clone() };
    assert_eq!(write(&store, again).await, Ok(Saved::Before));
    let other = ChatLine { id: "other".into(), ..said[50].clone() };
    let other = Write::Said { game: "g1".into(), line: other };
    assert_eq!(write(&store, other).await, Err(SaveError::Taken), "a number is given once");
    assert_eq!(store.chat("many0").await.unwrap(), [], "each table has its own");

    // finished games leave the list of running ones
    assert_eq!(store.listed(false, 999, 100).await.unwrap().len(), 21);
    assert_eq!(store.listed(false, 1_000, 100).await.unwrap().len(), 0, "expired");
    write(&store, Write::Finished { game: "g1".into(), when: 9, ended: "" }).await.unwrap();
    assert_eq!(store.listed(true, 999, 100).await.unwrap(), ["g1"]);
    assert_eq!(store.listed(false, 999, 100).await.unwrap().len(), 20);
    let (game, lines, intent) = ("many1".to_owned(), vec!["the last".to_owned()], "last".to_owned());
    let last = Write::Moves { game, first: 60, lines, intent, finished: Some(11), expires: None };
    write(&store, last).await.unwrap();
    assert_eq!(store.listed(true, 999, 100).await.unwrap().len(), 2, "the end is stored with the last line");
    // a game that ended without a winner is not listed, and games nobody comes back to are found
    assert_eq!(store.abandoned(999, 100).await.unwrap(), Vec::<String>::new());
    assert_eq!(store.abandoned(1_000, 100).await.unwrap().len(), 19);
    write(&store, Write::Finished { game: "many2".into(), when: 12, ended: "vote" }).await.unwrap();
    assert_eq!(store.game("many2").await.unwrap().unwrap().ended, "vote");
    assert_eq!(store.listed(true, 999, 100).await.unwrap().len(), 2);
    assert_eq!(store.abandoned(1_000, 100).await.unwrap().len(), 18);
    assert!(store.can_store().await);
}

#[tokio::main(worker_threads = 1)]
async fn sqlite_keeps_its_promises() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}?mode=rwc", folder.path().join("games.db").display());
    exercise(Store::open(&url).await.unwrap()).await;
    // and after closing and opening again everything is still there
    let again = Store::open(&url).await.unwrap();
    assert_eq!(again.lines("many3").await.unwrap().len(), 60);
}

#[tokio::main(worker_threads = 1)]
async fn postgresql_keeps_its_promises() {
    let server = postgres::start();
    exercise(Store::open(&server.url).await.unwrap()).await;
}

/// A database of three acknowledged lines, in a folder of its own.
async fn three_lines() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}?mode=rwc", folder.path().join("games.db").display());
    let store = Store::open(&url).await.unwrap();
    create(&store, game("g1")).await.unwrap();
    for n in 0..3 {
        append(&store, "g1", n, &[format!("line {n}")], &n.to_string()).await.unwrap();
    }
    (folder, store)
}

async fn fourth_line(store: &Store) -> Result<Saved, SaveError> {
    append(store, "g1", 3, &["line 3".to_owned()], "3").await
}

/// What a server finds that is started after this one was killed: the files that have names.
async fn found_by_the_next(folder: &std::path::Path) -> Vec<String> {
    let copy = tempfile::tempdir().unwrap();
    for file in std::fs::read_dir(folder).unwrap().map(|file| file.unwrap()) {
        std::fs::copy(file.path(), copy.path().join(file.file_name())).unwrap();
    }
    let url = format!("sqlite://{}?mode=rwc", copy.path().join("games.db").display());
    Store::open(&url).await.unwrap().lines("g1").await.unwrap()
}

#[tokio::main(worker_threads = 1)]
async fn nothing_is_acknowledged_that_is_written_to_a_file_without_name() {
    let (folder, store) = three_lines().await;
    let file = |name: &str| folder.path().join(name);
    std::fs::rename(file("games.db"), file("away.db")).unwrap();
    assert_eq!(fourth_line(&store).await, Err(SaveError::Unavailable), "moved away");
    assert!(!store.can_store().await);
    std::fs::write(file("games.db"), "").unwrap();
    assert_eq!(fourth_line(&store).await, Err(SaveError::Unavailable), "another file has the name");
    std::fs::rename(file("away.db"), file("games.db")).unwrap();
    assert_eq!(fourth_line(&store).await, Ok(Saved::Now), "it is back");
    assert_eq!(found_by_the_next(folder.path()).await.len(), 4);
    std::fs::remove_file(file("games.db")).unwrap();
    assert_eq!(append(&store, "g1", 4, &["line 4".to_owned()], "4").await, Err(SaveError::Unavailable));
    assert!(!file("games.db").exists(), "the writer makes no new database");

    let (folder, store) = three_lines().await;
    std::fs::remove_file(folder.path().join("games.db-wal")).unwrap();
    for _ in 0..2 {
        assert_eq!(fourth_line(&store).await, Err(SaveError::Unavailable), "the log has no name");
    }
    assert_eq!(found_by_the_next(folder.path()).await.len(), 3, "what was acknowledged is in the database");
}

#[tokio::main(flavor = "current_thread")]
async fn a_database_that_cannot_be_opened_is_named_without_its_password() {
    let error = Store::open("postgres://me:secret@127.0.0.1:1/none").await.unwrap_err().to_string();
    assert!(error.contains("127.0.0.1:1") && !error.contains("secret"), "{error}");
}

trials! {
    nothing() => sqlite_keeps_its_promises, nothing_is_acknowledged_that_is_written_to_a_file_without_name, a_database_that_cannot_be_opened_is_named_without_its_password;
    postgres::need() => postgresql_keeps_its_promises;
}
