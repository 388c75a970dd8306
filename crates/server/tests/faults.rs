//! Every fault at every write of a scripted game, on both databases: nothing that was acknowledged is lost,
//! doubled or reordered, and the table goes on by itself when the store works again.

mod postgres;
mod support;

use hexwright_server::store::{Fault, Faults, Store, WriterOptions};
use hexwright_server::{Config, Limits, Server};
use hexwright_trials::{nothing, trials};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use support::patient::{Player, post_until_done};

/// One attempt to commit may take this long here; a fault that is slower leaves the writer in doubt.
const ATTEMPT: Duration = Duration::from_millis(400);
/// Longer than an attempt, and longer than the first retries.
const LATE: Duration = Duration::from_millis(900);

const FAULTS: &[Fault] = &[
    Fault::Locked,
    Fault::Refused,
    Fault::Full,
    Fault::Lost,
    Fault::CommitFails,
    Fault::AnswerLost,
    Fault::Slow(LATE),
];

/// A server over a database that fails as planned.
struct Faulty {
    address: SocketAddr,
    task: tokio::task::JoinHandle<()>,
}

impl Faulty {
    async fn start(database: &str, faults: Option<Faults>) -> Self {
        let store = Store::open_with(database, WriterOptions { attempt: ATTEMPT, faults }).await.unwrap();
        let limits = Limits { messages_per_second: 10_000, bot_pause: Duration::ZERO, ..Limits::default() };
        let address = "127.0.0.1:0".parse().unwrap();
        // with a name, the server that starts anew has the tables at once
        let (database, server) = (database.to_owned(), Some("one".to_owned()));
        let config = Config { address, database, server, limits, ..Config::default() };
        let server = Server::start_over(store, config).await.unwrap();
        let address = server.address().unwrap();
        let task = tokio::spawn(async move { server.run(std::future::pending()).await.unwrap() });
        Self { address, task }
    }
}

impl Drop for Faulty {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// The script: a table is made, Bob sits down, both place their first pieces, one settlement is taken back
/// and placed again, something is said. Gives the table and the lines that were acknowledged.
async fn script(address: SocketAddr) -> (String, Vec<String>) {
    let table = json!({
        "game": { "kind": "catan", "map": "base.catan", "seed": "5" },
        "seats": [{ "kind": "me", "name": "Ann" }, { "kind": "open" }],
    });
    let made = post_until_done(address, "/api/tables", table).await;
    let id = made["id"].as_str().unwrap().to_owned();
    let sit = json!({ "seat": 1, "name": "Bob" });
    let seated = post_until_done(address, &format!("/api/tables/{id}/sit"), sit).await;
    let tokens = [&made["token"], &seated["token"]].map(|t| t.as_str().unwrap().to_owned());
    let mut player = Player::join(address, &id, tokens).await;
    player.act().await;
    player.undo().await;
    player.say("well").await;
    for _ in 0..8 {
        player.act().await;
    }
    player.say("played").await;
    (id, player.journal)
}

/// What the database has in the end is what was acknowledged.
async fn check(database: &str, id: &str, journal: &[String], what: &str) {
    let store = Store::open(database).await.unwrap();
    let lines = store.lines(id).await.unwrap();
    let seats: Vec<String> = lines.into_iter().filter(|line| !line.starts_with("chance ")).collect();
    assert_eq!(seats, journal, "{what}: lost, doubled or reordered");
    let said: Vec<String> = store.chat(id).await.unwrap().into_iter().map(|line| line.text).collect();
    assert_eq!(said, ["well", "played"], "{what}: the chat");
}

/// The script over a store whose transactions from number `first` on fail one after the other.
async fn one(database: String, first: usize, plan: Vec<Fault>) -> usize {
    let faults = Faults::at(first, &plan);
    let server = Faulty::start(&database, Some(faults.clone())).await;
    let what = format!("{plan:?} from write {first} on");
    let played = tokio::time::timeout(Duration::from_secs(60), script(server.address)).await;
    let (id, journal) = played.unwrap_or_else(|_| panic!("{what}: the table does not go on"));
    assert_eq!(journal.len(), 10, "{what}");
    check(&database, &id, &journal, &what).await;
    // a server that starts anew knows the same game
    drop(server);
    let again = Faulty::start(&database, None).await;
    let (status, info) =
        support::request(again.address, "GET", &format!("/api/tables/{id}"), &[], b"").await.unwrap();
    let info: Value = serde_json::from_str(&info).unwrap();
    assert!(status == 200 && info["seats"][1]["name"] == "Bob", "{what}: {info}");
    faults.struck()
}

/// How many transactions the script takes when nothing fails.
const WRITES: usize = 14;

async fn every_fault_at_every_write(database: impl Fn(&str) -> String) {
    let quiet = Faults::default();
    let name = database("quiet");
    let server = Faulty::start(&name, Some(quiet.clone())).await;
    let (id, journal) = script(server.address).await;
    check(&name, &id, &journal, "no fault").await;
    assert_eq!(quiet.begun(), WRITES, "the script changed: every one of its writes must be struck");
    for &fault in FAULTS {
        // a few at a time: a database has a limit of connections
        for some in (0..WRITES).collect::<Vec<_>>().chunks(4) {
            let runs = some.iter().map(|&first| {
                // one failure, or one after a full disk and a refused write: an error can hide in what one before left
                let plan =
                    if first % 2 == 0 { vec![fault] } else { vec![Fault::Full, Fault::Refused, fault] };
                one(database(&format!("{}{first}", name_of(fault))), first, plan)
            });
            for (first, struck) in some.iter().zip(futures_util::future::join_all(runs).await) {
                assert!(struck > 0, "{fault:?} never struck write {first}");
            }
        }
    }
}

fn name_of(fault: Fault) -> String {
    format!("{fault:?}").chars().filter(char::is_ascii_alphabetic).collect::<String>().to_lowercase()
}

#[tokio::main(worker_threads = 1)]
async fn every_fault_at_every_write_in_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_owned();
    let database =
        move |name: &str| format!("sqlite://{}?mode=rwc", path.join(format!("{name}.db")).display());
    every_fault_at_every_write(database).await;
}

#[tokio::main(worker_threads = 1)]
async fn every_fault_at_every_write_in_postgresql() {
    let server = postgres::start();
    // each run has tables of its own in a schema of its own
    every_fault_at_every_write(|name| server.schema(name)).await;
}

trials! {
    nothing() => every_fault_at_every_write_in_sqlite;
    postgres::need() => every_fault_at_every_write_in_postgresql;
}
