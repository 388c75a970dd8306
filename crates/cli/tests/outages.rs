//! Faults of real disks and real databases under load: a disk that fills up, a PostgreSQL that goes away.
//!
//! Players keep journals of what was acknowledged. Nothing of it may be lost, doubled or reordered; people are
//! told while nothing can be saved; no request hangs; and everybody, bots too, goes on when it works again.
//! The tests here are short; `cargo xtask faults` runs the long ones and holds them to their times.

#![allow(clippy::print_stderr)]

#[path = "../../server/tests/postgres/mod.rs"]
mod postgres;
#[path = "../../server/tests/support/mod.rs"]
mod support;

use hexwright_server::store::Store;
use hexwright_trials::{Trials, nothing};
use serde_json::{Value, json};
use std::io::Write as _;
use std::net::SocketAddr;
use std::process::Command;
use std::time::Duration;
use support::patient::{Player, new_id};
use support::{Process, binary, post, request, table_of_two};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout};

const BUILT: &str = env!("CARGO_BIN_EXE_hexwright");
/// No request may take longer.
const LONGEST: Duration = Duration::from_secs(5);
/// Upper bound against hanging where a test is not held to its time: the machine may be busy.
const GENEROUS: Duration = Duration::from_secs(30);

/// Tables under load: players with journals, bots among themselves, and requests of passers-by.
struct Load {
    stop: watch::Sender<bool>,
    players: Vec<tokio::task::JoinHandle<(String, Player)>>,
    bots: Vec<String>,
    requests: tokio::task::JoinHandle<(usize, Duration)>,
}

impl Load {
    async fn start(address: SocketAddr, tables: usize) -> Self {
        let (stop, stopped) = watch::channel(false);
        let mut players = Vec::new();
        for _ in 0..tables {
            let (id, tokens) = table_of_two(address, 15).await.expect("a table is made");
            let mut player = Player::join(address, &id, tokens).await;
            let mut stopped = stopped.clone();
            players.push(tokio::spawn(async move {
                while !player.is_over() {
                    tokio::select! {
                        () = player.act() => sleep(Duration::from_millis(5)).await,
                        _ = stopped.changed() => break,
                    }
                }
                (id, player)
            }));
        }
        let mut bots = Vec::new();
        for _ in 0..tables / 2 {
            let seats = json!([{ "kind": "bot", "bot": "random" }, { "kind": "bot", "bot": "random" }, { "kind": "bot", "bot": "random" }]);
            let game = json!({ "kind": "catan", "map": "base.catan", "options": { "victory-points": "20" } });
            let (_, made) =
                post(address, "/api/tables", &json!({ "game": game, "seats": seats })).await.unwrap();
            bots.push(made["id"].as_str().expect("a table of bots").to_owned());
        }
        let requests = tokio::spawn(passers_by(address, stopped));
        Self { stop, players, bots, requests }
    }

    /// The number of moves at each table of bots.
    async fn bots_moves(&self, address: SocketAddr) -> Vec<u64> {
        let mut moves = Vec::new();
        for id in &self.bots {
            let (_, info) = request(address, "GET", &format!("/api/tables/{id}"), &[], b"").await.unwrap();
            moves.push(serde_json::from_str::<Value>(&info).unwrap()["moves"].as_u64().unwrap_or(0));
        }
        moves
    }

    /// Waits until every table of bots has moved beyond `before`, or is over.
    async fn bots_move(&self, address: SocketAddr, before: &[u64]) {
        loop {
            let now = self.bots_moves(address).await;
            if now.iter().zip(before).all(|(now, before)| now > before) {
                return;
            }
            sleep(Duration::from_millis(50)).await;
        }
    }

    /// Ends it, kills the server, and compares what was acknowledged with what is stored. Gives the number of
    /// acknowledged moves, the longest time a player waited for the first of them after `back`, and the
    /// longest request.
    async fn end(self, mut server: Process, database: &str, back: Instant) -> (usize, Duration, Duration) {
        // the blow falls under load
        server.kill();
        self.stop.send_replace(true);
        let (requests, longest) = self.requests.await.expect("no request hangs");
        assert!(requests > 0);
        let store = Store::open(database).await.expect("the database opens");
        let (mut acknowledged, mut slowest) = (0, Duration::ZERO);
        for player in self.players {
            let (id, player) = player.await.expect("a player plays");
            let lines = store.lines(&id).await.expect("the log can be read");
            let mut stored: Vec<String> = lines.into_iter().filter(|l| !l.starts_with("chance ")).collect();
            // a move under way at the last blow may have been stored without anybody hearing of it
            if stored.len() == player.journal.len() + 1 {
                stored.pop();
            }
            assert_eq!(stored, player.journal, "table {id}: lost, doubled or reordered");
            acknowledged += player.journal.len();
            let first = player.when.iter().find(|when| **when >= back);
            assert!(first.is_some() || player.is_over(), "table {id} did not go on");
            slowest = slowest.max(first.map_or(Duration::ZERO, |first| *first - back));
        }
        (acknowledged, slowest, longest)
    }
}

/// Requests of all kinds until told to stop; how many, and the longest.
async fn passers_by(address: SocketAddr, mut stopped: watch::Receiver<bool>) -> (usize, Duration) {
    let table = json!({ "game": { "kind": "catan", "map": "base.catan" }, "seats": [{ "kind": "open" }, { "kind": "open" }] });
    let (mut count, mut longest) = (0, Duration::ZERO);
    while !*stopped.borrow() {
        for path in ["/", "/api/tables", "/healthz", "/readyz"] {
            let begun = Instant::now();
            let answer = timeout(2 * LONGEST, request(address, "GET", path, &[], b"")).await;
            if answer.unwrap_or_else(|_| panic!("{path} hangs")).is_ok_and(|(status, _)| status > 0) {
                (count, longest) = (count + 1, longest.max(begun.elapsed()));
            }
        }
        let mut body = table.clone();
        body["id"] = json!(new_id());
        let begun = Instant::now();
        let made =
            timeout(2 * LONGEST, post(address, "/api/tables", &body)).await.expect("making a table hangs");
        if made.is_ok_and(|(status, _)| status > 0) {
            longest = longest.max(begun.elapsed());
        }
        let _ = timeout(Duration::from_millis(200), stopped.changed()).await;
    }
    (count, longest)
}

async fn ready(address: SocketAddr) -> u16 {
    request(address, "GET", "/readyz", &[], b"").await.map_or(0, |(status, _)| status)
}

async fn until_ready_is(address: SocketAddr, wanted: u16) {
    let work = async {
        while ready(address).await != wanted {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(4 * GENEROUS, work).await.unwrap_or_else(|_| panic!("/readyz never becomes {wanted}"));
}

/// A small disk: a file system of its own where that is allowed, else a limit for the size of files.
struct Disk {
    folder: tempfile::TempDir,
    mounted: bool,
}

/// Enough for all tables until the disk is filled up.
const DISK_BYTES: u64 = 32 << 20;
/// Where a file system of its own is not allowed: files cannot grow beyond this. SQLite's log of changes grows
/// to 4 MB before it is used anew, so this is soon reached.
const LARGEST_FILE: u64 = 1_500_000;

impl Disk {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let size = format!("size={DISK_BYTES}");
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &size, "tmpfs"])
            .arg(folder.path())
            .output()
            .is_ok_and(|o| o.status.success());
        Self { folder, mounted }
    }

    fn database(&self) -> String {
        format!("sqlite://{}?mode=rwc", self.folder.path().join("games.db").display())
    }

    /// Takes all the room there is.
    fn fill(&self, server: &Process) {
        if self.mounted {
            let mut filler = std::fs::File::create(self.folder.path().join("filler")).unwrap();
            let block = [0_u8; 4096];
            while filler.write_all(&block).is_ok() {}
        } else {
            prlimit(server, &LARGEST_FILE.to_string());
        }
    }

    /// Gives the room back.
    fn free(&self, server: &Process) {
        if self.mounted {
            std::fs::remove_file(self.folder.path().join("filler")).unwrap();
        } else {
            prlimit(server, "unlimited");
        }
    }
}

fn prlimit(server: &Process, bytes: &str) {
    let pid = server.child.id().to_string();
    let done = Command::new("prlimit").args(["--pid", &pid, &format!("--fsize={bytes}:unlimited")]).status();
    assert!(done.is_ok_and(|s| s.success()), "prlimit sets the largest size of a file");
}

impl Drop for Disk {
    fn drop(&mut self) {
        if self.mounted {
            // lazily: a connection that was just dropped may still hold the database open
            let _ = Command::new("umount").arg("-l").arg(self.folder.path()).status();
        }
    }
}

/// Fills the disk under load, waits, frees it, and kills the server. How long the slowest table needed to go on.
async fn disk_full(tables: usize, full_for: Duration) -> (usize, Duration) {
    let disk = Disk::new();
    let database = disk.database();
    let server = Process::start_ignoring_file_limits(&binary(BUILT), &database);
    let address = server.address;
    let load = Load::start(address, tables).await;
    disk.fill(&server);
    until_ready_is(address, 503).await;
    sleep(full_for).await;
    let stuck = load.bots_moves(address).await;
    disk.free(&server);
    let back = Instant::now();
    timeout(GENEROUS, load.bots_move(address, &stuck)).await.expect("the bots go on");
    until_ready_is(address, 200).await;
    sleep(Duration::from_millis(700)).await;
    let (acknowledged, slowest, longest) = load.end(server, &database, back).await;
    assert!(longest < LONGEST, "a request took {longest:?}");
    eprintln!(
        "disk full ({}): {acknowledged} moves acknowledged, all there once and in order; slowest table went on \
         {slowest:?} after space was free; longest request {longest:?}",
        if disk.mounted { "file system" } else { "file-size limit" }
    );
    (acknowledged, slowest)
}

/// Takes PostgreSQL away under load and brings it back. How long the slowest table of players and of bots
/// needed to go on.
async fn postgres_away(tables: usize, away: Duration, frozen: bool) -> Duration {
    let database = postgres::start();
    let server = Process::start(&binary(BUILT), &database.url);
    let address = server.address;
    let load = Load::start(address, tables).await;
    sleep(Duration::from_millis(500)).await;
    if frozen {
        database.freeze(true);
    } else {
        assert!(database.stop());
    }
    until_ready_is(address, 503).await;
    sleep(away).await;
    if frozen {
        database.freeze(false);
    } else {
        assert!(database.start_again());
    }
    let back = Instant::now();
    let stuck = {
        let moves = timeout(GENEROUS, load.bots_moves(address)).await.expect("tables answer");
        timeout(GENEROUS, load.bots_move(address, &moves)).await.expect("the bots go on");
        back.elapsed()
    };
    until_ready_is(address, 200).await;
    sleep(Duration::from_millis(1500)).await;
    let (acknowledged, slowest, longest) = load.end(server, &database.url, back).await;
    assert!(longest < LONGEST, "a request took {longest:?}");
    eprintln!(
        "PostgreSQL {} for {away:?}: {acknowledged} moves acknowledged, all there once and in order; after its \
         return the slowest table of players went on within {slowest:?}, of bots within {stuck:?}; longest \
         request {longest:?}",
        if frozen { "frozen" } else { "stopped" }
    );
    slowest.max(stuck)
}

#[tokio::main(worker_threads = 1)]
async fn a_disk_that_fills_up_loses_nothing() {
    let (acknowledged, _) = disk_full(4, Duration::from_secs(1)).await;
    assert!(acknowledged > 20, "only {acknowledged} moves: this was no load");
}

#[tokio::main(worker_threads = 1)]
async fn a_postgresql_that_goes_away_for_a_moment_loses_nothing() {
    postgres_away(4, Duration::from_secs(2), false).await;
}

#[tokio::main(worker_threads = 1)]
async fn ten_full_disks() {
    for run in 1..=10 {
        let (_, slowest) = disk_full(10, Duration::from_secs(5)).await;
        assert!(slowest <= Duration::from_secs(2), "run {run}: {slowest:?}");
    }
}

#[tokio::main(worker_threads = 1)]
async fn postgresql_away_for_a_minute() {
    for frozen in [false, true] {
        let slowest = postgres_away(20, Duration::from_secs(60), frozen).await;
        assert!(slowest <= Duration::from_secs(5), "{slowest:?}");
    }
}

fn main() -> std::process::ExitCode {
    let (always, postgresql) = (nothing(), postgres::need());
    let mut trials = Trials::default();
    trials.test(&always, "a_disk_that_fills_up_loses_nothing", a_disk_that_fills_up_loses_nothing);
    trials.test(
        &postgresql,
        "a_postgresql_that_goes_away_for_a_moment_loses_nothing",
        a_postgresql_that_goes_away_for_a_moment_loses_nothing,
    );
    // minutes: `cargo xtask faults` and `cargo xtask soak` run them
    trials.long_test(&always, "ten_full_disks", ten_full_disks);
    trials.long_test(&postgresql, "postgresql_away_for_a_minute", postgresql_away_for_a_minute);
    trials.run()
}
