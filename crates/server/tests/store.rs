//! The store on both databases: what is acknowledged is there, once, in order.

mod postgres;

use hexwright_server::store::{Store, StoredGame, StoredSeat, Writer};
use hexwright_server::table::{ChatLine, MOST_CHAT_LINES, Wishes};

fn game(id: &str) -> StoredGame {
    let open = StoredSeat { name: String::new(), kind: "open".into(), token_hash: String::new() };
    StoredGame {
        id: id.into(),
        kind: "catan".into(),
        setup: "a setup\nof two lines".into(),
        title: "Título ☃".into(),
        secret: "5ec".into(),
        created: 7,
        seats: vec![
            open.clone(),
            StoredSeat { name: "b".into(), kind: "greedy".into(), token_hash: String::new() },
        ],
        wishes: Wishes { turn_seconds: Some(60), leavers: None },
    }
}

async fn exercise(store: Store) {
    store.create(&game("g1")).await.unwrap();
    assert_eq!(store.game("g1").await.unwrap(), Some(game("g1")));
    assert_eq!(store.game("nobody").await.unwrap(), None);
    assert!(store.create(&game("g1")).await.is_err(), "an id is given once");

    // a seat is given to one of many who ask
    assert!(store.take_seat("g1", 0, "Ann", "hash").await.unwrap());
    assert!(!store.take_seat("g1", 0, "Bob", "other").await.unwrap());
    assert!(!store.take_seat("g1", 1, "Bob", "other").await.unwrap(), "a bot's seat is not free");
    assert_eq!(store.game("g1").await.unwrap().unwrap().seats[0].name, "Ann");

    // many games append at once; each keeps its own order and loses nothing
    let writer = Writer::start(store.clone());
    let mut tasks = Vec::new();
    for g in 0..20 {
        let id = format!("many{g}");
        store.create(&game(&id)).await.unwrap();
        let writer = writer.clone();
        tasks.push(tokio::spawn(async move {
            for n in 0..30 {
                writer
                    .append(&id, 2 * n, vec![format!("line {}", 2 * n), format!("line {}", 2 * n + 1)])
                    .await
                    .unwrap();
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
    writer.append("g1", 0, vec!["first".into()]).await.unwrap();
    let (good, bad) = tokio::join!(
        writer.append("many0", 60, vec!["fine".into()]),
        writer.append("g1", 0, vec!["again".into()])
    );
    assert!(good.is_ok() && bad.is_err());
    assert_eq!(store.lines("g1").await.unwrap(), ["first"]);
    assert_eq!(store.lines("many0").await.unwrap().len(), 61);

    // of the chat the last lines are kept, in order, with who said them
    assert_eq!(store.chat("g1").await.unwrap(), []);
    let said: Vec<ChatLine> = (0..MOST_CHAT_LINES as u64 + 7)
        .map(|n| ChatLine { n, seat: (n % 2 == 0).then_some(1), text: format!("¿{n}?") })
        .collect();
    for line in &said {
        writer.say("g1", line.clone()).await.unwrap();
    }
    assert_eq!(store.chat("g1").await.unwrap(), said[7..]);
    assert!(writer.say("g1", said[50].clone()).await.is_err(), "a number is given once");
    assert_eq!(store.chat("many0").await.unwrap(), [], "each table has its own");

    // finished games leave the list of running ones
    assert_eq!(store.newest(false, 100).await.unwrap().len(), 21);
    store.finish("g1", 9).await.unwrap();
    assert_eq!(store.newest(true, 100).await.unwrap(), [("g1".to_owned(), "Título ☃".to_owned())]);
    assert_eq!(store.newest(false, 100).await.unwrap().len(), 20);
}

#[tokio::test(flavor = "multi_thread")]
async fn sqlite_keeps_its_promises() {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("sqlite://{}?mode=rwc", folder.path().join("games.db").display());
    exercise(Store::open(&url).await.unwrap()).await;
    // and after closing and opening again everything is still there
    let again = Store::open(&url).await.unwrap();
    assert_eq!(again.lines("many3").await.unwrap().len(), 60);
}

#[tokio::test(flavor = "multi_thread")]
async fn postgresql_keeps_its_promises() {
    let Some(server) = postgres::start() else { return };
    exercise(Store::open(&server.url).await.unwrap()).await;
}

#[tokio::test]
async fn a_database_that_cannot_be_opened_is_named_without_its_password() {
    let error = Store::open("postgres://me:secret@127.0.0.1:1/none").await.unwrap_err().to_string();
    assert!(error.contains("127.0.0.1:1") && !error.contains("secret"), "{error}");
}
