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

use hexwright_core::{Fast, Random as _};
use hexwright_server::store::Store;
use hexwright_trials::Trials;
use pauses::Blow;
use postgres::Postgres;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use support::{Process, Seen, Socket, binary, hear_text, join, say, table_of_two, unlimited};
use tokio::sync::{RwLock, watch};
use tokio::time::{sleep, timeout};

const SERVERS: usize = 3;
/// Who hears nothing for this long goes to another server.
const SILENCE: Duration = Duration::from_secs(2);
/// How long a player waits to be let in.
const LET_IN: Duration = Duration::from_secs(12);
/// A person takes a moment for a move.
const THINK: Duration = Duration::from_millis(80);

/// Where the servers are; `None` while one is down.
type Addresses = Arc<Mutex<[Option<SocketAddr>; SERVERS]>>;

/// Who plays both seats of a table.
struct Player {
    table: String,
    tokens: [String; 2],
    random: Fast,
    /// Line number and line of every acknowledged move.
    journal: Vec<(usize, String)>,
    /// When each was acknowledged.
    when: Vec<Instant>,
}

impl Player {
    /// Plays until told to stop; the last move is acknowledged too.
    async fn persist(mut self, addresses: Addresses, stop: watch::Receiver<bool>) -> Self {
        let mut pending: Option<(usize, usize, String, String)> = None;
        while !(*stop.borrow() && pending.is_none()) {
            let known: Vec<SocketAddr> = addresses.lock().unwrap().iter().flatten().copied().collect();
            if known.is_empty() {
                sleep(THINK).await;
                continue;
            }
            // each seat comes through a server of its own
            let mut here = || known[self.random.below(known.len() as u64) as usize];
            let (one, other) = (here(), here());
            if self.play(one, other, &mut pending, &stop).await {
                break;
            }
            sleep(THINK).await;
        }
        self
    }

    /// Plays until a connection breaks or falls silent; `true` if the game is over.
    async fn play(
        &mut self,
        one: SocketAddr,
        other: SocketAddr,
        pending: &mut Option<(usize, usize, String, String)>,
        stop: &watch::Receiver<bool>,
    ) -> bool {
        let (table, tokens) = (self.table.clone(), self.tokens.clone());
        let enter = async |address, seat: usize| {
            let mut socket = timeout(LET_IN, join(address, &table, Some(&tokens[seat]))).await.ok()?.ok()?;
            let seen = state(&mut socket, 0).await?;
            Some((socket, seen))
        };
        let (Some((one, seen_one)), Some((other, seen_other))) = (enter(one, 0).await, enter(other, 1).await)
        else {
            return false;
        };
        let (mut sockets, mut seen) = ([one, other], [seen_one, seen_other]);
        let last = self.journal.last().map_or(0, |(n, _)| n + 1);
        for seen in &seen {
            assert!(seen.n >= last, "table {table}: an acknowledged move is gone ({} < {last})", seen.n);
        }
        loop {
            if pending.is_none() {
                if seen[0].over.is_some() {
                    return true;
                }
                if *stop.borrow() {
                    return false;
                }
                // both seats see the same state before anybody moves
                for i in 0..2 {
                    while seen[i].n < seen[1 - i].n {
                        let Some(now) = state(&mut sockets[i], seen[1 - i].n).await else { return false };
                        seen[i] = now;
                    }
                }
                if seen[0].over.is_some() {
                    return true;
                }
                let seat = seen[0].to_act[0];
                let action = seen[seat].choose(seat, self.random.below(1 << 20) as usize);
                *pending = Some((seen[0].n, seat, action, support::patient::new_id()));
            }
            let Some((n, seat, action, id)) = pending.clone() else { return false };
            let act = json!({ "type": "act", "n": n, "action": action, "id": id });
            if say(&mut sockets[seat], &act).await.is_err() {
                return false;
            }
            loop {
                match answer(&mut sockets[seat], &id).await {
                    Answer::Stored(now) => {
                        seen[seat] = *now;
                        break;
                    }
                    Answer::Other => {}
                    Answer::Later | Answer::Silence => return false,
                }
            }
            self.journal.push((n, format!("{seat}: {action}")));
            self.when.push(Instant::now());
            *pending = None;
            sleep(THINK).await;
        }
    }
}

enum Answer {
    Stored(Box<Seen>),
    Later,
    Other,
    Silence,
}

/// What comes next over a socket that waits for the answer to an intent.
async fn answer(socket: &mut Socket, id: &str) -> Answer {
    let Ok(Some(text)) = timeout(SILENCE, hear_text(socket)).await else { return Answer::Silence };
    let message: Value = serde_json::from_str(&text).expect("a message is data");
    match message["type"].as_str() {
        Some("state") if message["answers"] == *id => {
            Answer::Stored(serde_json::from_value(message).expect("a state can be read"))
        }
        Some("refused") if message["id"] == *id => {
            assert_eq!(message["later"], true, "refused for good: {message}");
            Answer::Later
        }
        _ => Answer::Other,
    }
}

/// The next state at or beyond line `n`, unless the socket falls silent.
async fn state(socket: &mut Socket, n: usize) -> Option<Seen> {
    timeout(SILENCE, support::state_from(socket, n)).await.ok()?
}

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

async fn play(postgres: Arc<Postgres>, games: usize, blows: usize, on_database: usize) {
    let house = Arc::new(House {
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
    let (stop, stopped) = watch::channel(false);
    let mut players = Vec::new();
    for i in 0..games {
        let (table, tokens) = table_of_two(servers[i % SERVERS].address, 20).await.expect("a table is made");
        let random = Fast::new(5, i as u64);
        let player = Player { table, tokens, random, journal: Vec::new(), when: Vec::new() };
        players.push(tokio::spawn(player.persist(house.addresses.clone(), stopped.clone())));
    }
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
        assert!(!tormentors.iter().any(tokio::task::JoinHandle::is_finished), "a tormentor failed");
        sleep(Duration::from_millis(100)).await;
    }
    database.await.expect("the database comes back");
    quiet.send_replace(true);
    let mut servers = Vec::new();
    for tormentor in tormentors {
        servers.push(tormentor.await.expect("the servers are there"));
    }
    sleep(Duration::from_secs(1)).await;
    stop.send_replace(true);
    let mut done = Vec::new();
    for player in players {
        let player = timeout(Duration::from_secs(60), player).await.expect("every table goes on");
        done.push(player.expect("no player saw a lost move"));
    }
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

/// The primary dies under load and its replica, which has every commit, takes its place.
async fn promote(games: usize, time: Duration) {
    let primary = postgres::start();
    let replica = primary.replicate();
    let house = House {
        database: primary.url.clone(),
        addresses: Addresses::default(),
        database_is_up: RwLock::default(),
        blows: Mutex::default(),
        standing: Mutex::new(SERVERS),
    };
    let mut servers = Vec::new();
    for number in 0..SERVERS {
        servers.push(house.start(number).await);
    }
    let (stop, stopped) = watch::channel(false);
    let mut players = Vec::new();
    for i in 0..games {
        let (table, tokens) = table_of_two(servers[i % SERVERS].address, 20).await.expect("a table is made");
        let random = Fast::new(6, i as u64);
        let player = Player { table, tokens, random, journal: Vec::new(), when: Vec::new() };
        players.push(tokio::spawn(player.persist(house.addresses.clone(), stopped.clone())));
    }
    sleep(time).await;
    let from = Instant::now();
    let replica = tokio::task::spawn_blocking(move || {
        replica.replace(&primary);
        (replica, primary)
    });
    let _both = replica.await.expect("the replica is promoted");
    house.note(from, Blow::Database);
    sleep(time).await;
    stop.send_replace(true);
    let mut done = Vec::new();
    for player in players {
        let player = timeout(Duration::from_secs(60), player).await.expect("every table goes on");
        done.push(player.expect("no player saw a lost move"));
    }
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
    trials.long_test(&postgresql, "many_blows_lose_nothing", many_blows_lose_nothing);
    trials.long_test(
        &postgresql,
        "a_replica_promoted_under_load_has_everything",
        a_replica_promoted_under_load_has_everything,
    );
    trials.run()
}
