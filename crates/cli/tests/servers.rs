//! Three servers on one PostgreSQL lose nothing they have acknowledged, whoever of them is killed or stopped.
//!
//! Players keep a journal of what was acknowledged and go to another server when theirs falls silent. Servers are
//! killed (SIGKILL) or stopped and woken again (SIGSTOP, SIGCONT) at random, and so is the database. At the end the log
//! must be exactly the journal, and no line may be of an earlier epoch than the one before it: a server that was
//! stopped and woke up has written nothing.

#![allow(clippy::print_stderr)]
#![expect(clippy::disallowed_methods, reason = "what is measured here is time")]

mod pauses;
#[path = "../../server/tests/postgres/mod.rs"]
mod postgres;
#[path = "../../server/tests/support/mod.rs"]
mod support;
mod wanderer;

use hexwright_core::{Fast, Random as _};
use hexwright_server::store::Store;
use hexwright_trials::Trials;
use pauses::Blow;
use postgres::Postgres;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use support::{Process, binary, table_of_two, unlimited};
use tokio::sync::{RwLock, watch};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use wanderer::{Addresses, Player};

const SERVERS: usize = 3;

struct House {
    database: String,
    addresses: Addresses,
    /// Held while the database is away: no server could start then.
    database_is_up: RwLock<()>,
    blows: Mutex<Vec<(Instant, Instant, Blow)>>,
    /// Servers that are neither killed nor stopped.
    standing: Mutex<usize>,
}

impl House {
    /// Starts all servers.
    async fn open(postgres: &Postgres) -> (Arc<Self>, Vec<Process>) {
        let house = Arc::new(Self {
            database: postgres.url.clone(),
            addresses: Addresses::default(),
            database_is_up: RwLock::default(),
            blows: Mutex::default(),
            standing: Mutex::new(SERVERS),
        });
        let mut servers = Vec::new();
        for number in 0..SERVERS {
            servers.push(house.start(number).await);
        }
        (house, servers)
    }

    async fn start(&self, number: usize) -> Process {
        let _up = self.database_is_up.read().await;
        let (binary, database) = (binary(env!("CARGO_BIN_EXE_hexwright")), self.database.clone());
        let name = format!("server {number}");
        let server = tokio::task::spawn_blocking(move || {
            let mut settings = unlimited();
            settings.extend(["--log", "error", "--server", &name]);
            Process::start_with(&binary, &database, &settings)
        });
        let server = server.await.expect("the server starts");
        self.addresses.lock().unwrap()[number] = Some(server.address);
        server
    }

    fn note(&self, from: Instant, blow: Blow) {
        self.blows.lock().unwrap().push((from, Instant::now(), blow));
    }

    /// Strikes one server again and again, never all of them at once.
    async fn torment(&self, number: usize, mut server: Process, stop: watch::Receiver<bool>) -> Process {
        let mut random = Fast::new(77, number as u64);
        while !*stop.borrow() {
            sleep(Duration::from_millis(400 + random.below(2_600))).await;
            {
                let mut standing = self.standing.lock().unwrap();
                if *standing < 2 {
                    continue;
                }
                *standing -= 1;
            }
            let from = Instant::now();
            let down = Duration::from_millis(200 + random.below(6_600));
            if random.below(2) == 0 {
                server.kill();
                self.addresses.lock().unwrap()[number] = None;
                sleep(down).await;
                server = self.start(number).await;
                self.note(from, Blow::Kill);
            } else {
                signal("-STOP", server.child.id());
                sleep(down).await;
                signal("-CONT", server.child.id());
                self.note(from, Blow::Stop);
            }
            *self.standing.lock().unwrap() += 1;
        }
        server
    }

    /// Stops or freezes the database now and then.
    async fn torment_database(&self, postgres: Arc<Postgres>, times: usize, every: Duration) {
        let mut random = Fast::new(78, 0);
        for time in 0..times {
            sleep(every).await;
            let _down = self.database_is_up.write().await;
            let from = Instant::now();
            let postgres = postgres.clone();
            let pause = Duration::from_millis(200 + random.below(1_500));
            let work = tokio::task::spawn_blocking(move || {
                if time % 2 == 0 {
                    assert!(postgres.stop(), "the database stops");
                    std::thread::sleep(pause);
                    assert!(postgres.start_again(), "the database starts");
                } else {
                    postgres.freeze(true);
                    std::thread::sleep(pause);
                    postgres.freeze(false);
                }
            });
            work.await.expect("the database comes back");
            self.note(from, Blow::Database);
        }
    }
}

fn signal(which: &str, process: u32) {
    let sent = Command::new("kill").args([which, &process.to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()), "{which} is sent");
}

/// Makes so many tables, at each server in turn, and lets somebody play at each until told to stop.
async fn seat_players(
    house: &House,
    servers: &[Process],
    games: usize,
    seed: u64,
) -> (watch::Sender<bool>, Vec<JoinHandle<Player>>) {
    let (stop, stopped) = watch::channel(false);
    let mut players = Vec::new();
    for i in 0..games {
        let (table, tokens) = table_of_two(servers[i % SERVERS].address, 20).await.expect("a table is made");
        let random = Fast::new(seed, i as u64);
        let player = Player { table, tokens, random, journal: Vec::new(), when: Vec::new() };
        players.push(tokio::spawn(player.persist(house.addresses.clone(), stopped.clone())));
    }
    (stop, players)
}

/// Lets everybody finish the last move.
async fn finish(stop: watch::Sender<bool>, players: Vec<JoinHandle<Player>>) -> Vec<Player> {
    stop.send_replace(true);
    let mut done = Vec::new();
    for player in players {
        let player = timeout(Duration::from_secs(60), player).await.expect("every table goes on");
        done.push(player.expect("no player saw a lost move"));
    }
    done
}

async fn play(postgres: Arc<Postgres>, games: usize, blows: usize, on_database: usize) {
    let (house, servers) = House::open(&postgres).await;
    let (stop, players) = seat_players(&house, &servers, games, 5).await;
    let (quiet, calm) = watch::channel(false);
    let mut tormentors = Vec::new();
    for (number, server) in servers.into_iter().enumerate() {
        let (house, calm) = (house.clone(), calm.clone());
        tormentors.push(tokio::spawn(async move { house.torment(number, server, calm).await }));
    }
    let database = {
        let (house, postgres) = (house.clone(), postgres.clone());
        // spread over the time that the blows to servers take
        let every = Duration::from_millis(2_400 * blows as u64 / (on_database as u64 + 1))
            .min(Duration::from_secs(30));
        tokio::spawn(async move { house.torment_database(postgres, on_database, every).await })
    };
    loop {
        let done = house.blows.lock().unwrap().iter().filter(|b| b.2 != Blow::Database).count();
        if done >= blows && database.is_finished() {
            break;
        }
        assert!(!tormentors.iter().any(JoinHandle::is_finished), "a tormentor failed");
        sleep(Duration::from_millis(100)).await;
    }
    database.await.expect("the database comes back");
    quiet.send_replace(true);
    let mut servers = Vec::new();
    for tormentor in tormentors {
        servers.push(tormentor.await.expect("the servers are there"));
    }
    sleep(Duration::from_secs(1)).await;
    let done = finish(stop, players).await;
    let blows = house.blows.lock().unwrap().clone();
    check(&house.database, &done).await;
    pauses::report(done.iter().map(|player| player.when.as_slice()), &blows);
    drop(postgres); // it ran until here
}

/// The log is the journal, and epochs never go back.
async fn check(database: &str, players: &[Player]) {
    let store = Store::open(database).await.expect("the database opens");
    let (mut moves, mut epochs) = (0, 0);
    for player in players {
        let lines = store.lines(&player.table).await.expect("the log can be read");
        let stored: Vec<(usize, String)> =
            lines.into_iter().enumerate().filter(|(_, l)| !l.starts_with("chance ")).collect();
        assert_eq!(stored, player.journal, "table {}: lost, doubled or reordered", player.table);
        let written = store.epochs(&player.table).await.expect("the epochs can be read");
        assert!(
            written.is_sorted() && written.first().is_none_or(|&e| e > 0),
            "{}: {written:?}",
            player.table
        );
        let owners = store.owners(&player.table).await.expect("the owners can be read");
        assert!(written.iter().all(|epoch| owners.contains_key(epoch)), "every epoch has one owner");
        (moves, epochs) = (moves + player.journal.len(), epochs + owners.len());
    }
    eprintln!(
        "{} games: {moves} moves acknowledged, all there once and in order; {epochs} epochs of one owner each, and \
         no line of an epoch that was over",
        players.len()
    );
    assert!(moves > 10 * players.len(), "only {moves} moves: this was no load");
}

#[tokio::main(worker_threads = 1)]
async fn a_few_blows_lose_nothing() {
    play(Arc::new(postgres::start()), 6, 6, 1).await;
}

/// How many blows `cargo xtask servers N` asks for.
fn asked_for() -> usize {
    std::env::var("HEXWRIGHT_BLOWS").ok().and_then(|n| n.parse().ok()).unwrap_or(300)
}

#[tokio::main(worker_threads = 1)]
async fn many_blows_lose_nothing() {
    let blows = asked_for();
    play(Arc::new(postgres::start()), 50, blows, blows / 15).await;
}

/// One server after the other dies or falls silent, each while the others stand: how long its tables are without an
/// answer.
#[tokio::main(worker_threads = 1)]
async fn a_death_costs_a_table_its_lease() {
    let postgres = postgres::start();
    let (house, mut servers) = House::open(&postgres).await;
    let (stop, players) = seat_players(&house, &servers, 50, 7).await;
    for time in 0..12 {
        sleep(Duration::from_secs(3)).await;
        let (number, from) = (time % SERVERS, Instant::now());
        if time % 2 == 0 {
            servers[number].kill();
            house.addresses.lock().unwrap()[number] = None;
            sleep(Duration::from_secs(9)).await;
            house.note(from, Blow::Kill);
            servers[number] = house.start(number).await;
        } else {
            signal("-STOP", servers[number].child.id());
            sleep(Duration::from_secs(9)).await;
            house.note(from, Blow::Stop);
            signal("-CONT", servers[number].child.id());
        }
    }
    let done = finish(stop, players).await;
    let blows = house.blows.lock().unwrap().clone();
    check(&house.database, &done).await;
    pauses::report(done.iter().map(|player| player.when.as_slice()), &blows);
}

/// The primary dies under load and its replica, which has every commit, takes its place.
async fn promote(games: usize, time: Duration) {
    let primary = postgres::start();
    let replica = primary.replicate();
    let (house, servers) = House::open(&primary).await;
    let (stop, players) = seat_players(&house, &servers, games, 6).await;
    sleep(time).await;
    let from = Instant::now();
    let replica = tokio::task::spawn_blocking(move || {
        replica.replace(&primary);
        (replica, primary)
    });
    let _both = replica.await.expect("the replica is promoted");
    house.note(from, Blow::Database);
    sleep(time).await;
    let done = finish(stop, players).await;
    let blows = house.blows.lock().unwrap().clone();
    let after = done.iter().filter(|p| p.when.last().is_some_and(|when| *when > blows[0].1)).count();
    assert_eq!(after, games, "every table goes on with the replica");
    check(&house.database, &done).await;
    pauses::report(done.iter().map(|player| player.when.as_slice()), &blows);
}

#[tokio::main(worker_threads = 1)]
async fn a_promoted_replica_has_everything() {
    promote(6, Duration::from_secs(3)).await;
}

#[tokio::main(worker_threads = 1)]
async fn a_replica_promoted_under_load_has_everything() {
    promote(50, Duration::from_secs(15)).await;
}

fn main() -> std::process::ExitCode {
    let postgresql = postgres::need();
    let mut trials = Trials::default();
    trials.test(&postgresql, "a_few_blows_lose_nothing", a_few_blows_lose_nothing);
    trials.test(&postgresql, "a_promoted_replica_has_everything", a_promoted_replica_has_everything);
    // minutes: `cargo xtask servers` and `cargo xtask soak` run them
    trials.long_test(&postgresql, "a_death_costs_a_table_its_lease", a_death_costs_a_table_its_lease);
    trials.long_test(&postgresql, "many_blows_lose_nothing", many_blows_lose_nothing);
    trials.long_test(
        &postgresql,
        "a_replica_promoted_under_load_has_everything",
        a_replica_promoted_under_load_has_everything,
    );
    trials.run()
}
