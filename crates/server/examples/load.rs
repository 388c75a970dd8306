//! How much a server carries: many games at once over real sockets, then many open sockets.
//!
//! `load BINARY [games] [seconds] [sockets] [database] [servers]`; see `cargo xtask load`. The database `postgres` is one
//! of its own; several servers need it, and are compared with one of them in the same run. A move counts when its
//! acknowledgement is here, and that is sent after the commit. Both seats of a game are played by this
//! program, on the same machine, so the figures are a lower bound.

#![allow(clippy::print_stdout)]
#![expect(clippy::disallowed_methods, reason = "what is measured here is time")]

#[path = "../tests/postgres/mod.rs"]
mod postgres;
#[path = "../tests/support/mod.rs"]
mod support;

use serde_json::json;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use support::{Process, Socket, join, say, state_from, table_of_two};

const WANTED_RATE: f64 = 5_000.0;
const WANTED_P99: Duration = Duration::from_millis(25);
const WANTED_KIB: f64 = 12.0;
/// Processor time of the server for each acknowledged move.
const WANTED_TIME: Duration = Duration::from_micros(80);
/// The part of one server's rate that several servers on the same machine reach at least.
const WANTED_PART: f64 = 0.8;

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |i: usize, usual: usize| arguments.get(i).and_then(|a| a.parse().ok()).unwrap_or(usual);
    let Some(binary) = arguments.get(1) else {
        println!("load BINARY [games] [seconds] [sockets] [database|postgres] [servers]");
        return ExitCode::from(2);
    };
    let (games, seconds, sockets, count) = (number(2, 60), number(3, 10), number(4, 2_000), number(6, 1));
    let folder = tempfile::tempdir().expect("a folder for the database");
    let file = format!("sqlite://{}?mode=rwc", folder.path().join("load.db").display());
    let own = arguments.get(5).filter(|name| *name == "postgres").map(|_| postgres::start());
    let database = own.as_ref().map_or(arguments.get(5).unwrap_or(&file), |own| &own.url);
    let time = Duration::from_secs(seconds as u64);
    let mut servers = vec![start(binary, database, 0)];

    let one = measure(&servers, games, time, 0).await;
    println!("one server: {one}");
    let mut held = one.rate >= WANTED_RATE && one.each <= WANTED_TIME && one.p99() <= WANTED_P99;
    if count > 1 {
        servers.extend((1..count).map(|i| start(binary, database, i)));
        let owned = measure(&servers, games, time, 0).await;
        println!("{count} servers, both seats at the owner of their table: {owned}");
        let passed = measure(&servers, games, time, 1).await;
        println!("{count} servers, one seat of each table passed on to its owner: {passed}");
        let part = owned.rate / one.rate;
        println!(
            "{:.0} % of the rate of one server, {:.0} % with seats passed on",
            100.0 * part,
            100.0 * passed.rate / one.rate
        );
        held &= part >= WANTED_PART;
    }
    let kib = idle_sockets(&servers, sockets).await;
    println!("{sockets} open sockets: {kib:.1} KiB each");
    held &= kib <= WANTED_KIB;
    println!(
        "{} (one server: at least {WANTED_RATE} moves/s, at most {WANTED_TIME:?} of processor time for each, p99 at most \
         {WANTED_P99:?}; at most {WANTED_KIB} KiB a socket; several servers: at least {:.0} % of the rate of one)",
        if held { "held" } else { "NOT held" },
        100.0 * WANTED_PART
    );
    if held { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn start(binary: &str, database: &str, number: usize) -> Process {
    let mut settings = support::unlimited();
    let name = number.to_string();
    settings.extend(["--log", "error", "--server", &name]);
    Process::start_with(binary, database, &settings)
}

fn processor_time(servers: &[Process]) -> Duration {
    servers.iter().map(|s| s.processor_time().expect("Linux tells the time of a process")).sum()
}

/// How moves went.
struct Felt {
    games: usize,
    /// Moves a second.
    rate: f64,
    /// Processor time of all servers for each move.
    each: Duration,
    /// How long each took, sorted.
    waits: Vec<Duration>,
}

impl Felt {
    fn at(&self, part: f64) -> Duration {
        let last = self.waits.len().saturating_sub(1);
        self.waits.get((last as f64 * part) as usize).copied().unwrap_or_default()
    }

    fn p99(&self) -> Duration {
        self.at(0.99)
    }
}

impl std::fmt::Display for Felt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { games, rate, each, waits } = self;
        write!(f, "{games} games, {} moves acknowledged, {rate:.0} moves/s; ", waits.len())?;
        write!(f, "{each:?} of processor time for each; acknowledged after: ")?;
        write!(f, "median {:?}, p99 {:?}, longest {:?}", self.at(0.5), self.p99(), self.at(1.0))
    }
}

/// Plays games at these servers, the second seat of each through the server so many places after the owner.
async fn measure(servers: &[Process], games: usize, time: Duration, through: usize) -> Felt {
    // making tables and opening sockets is no part of a move
    let tables = tables(servers, games, through).await;
    let before = processor_time(servers);
    let (rate, mut waits) = moves(tables, time).await;
    let each = (processor_time(servers) - before) / waits.len().max(1) as u32;
    waits.sort_unstable();
    Felt { games, rate, each, waits }
}

/// Makes tables at each server in turn and takes both seats of each, the second one through the server so many places
/// after the owner.
async fn tables(servers: &[Process], games: usize, through: usize) -> Vec<[Socket; 2]> {
    let mut tables = Vec::new();
    for i in 0..games {
        let [owner, other] = [i, i + through].map(|i| servers[i % servers.len()].address);
        let (id, [ann, bob]) = table_of_two(owner, 10).await.expect("a table is made");
        let ann = join(owner, &id, Some(&ann)).await.expect("a seat");
        tables.push([ann, join(other, &id, Some(&bob)).await.expect("a seat")]);
    }
    tables
}

/// Plays games side by side, each as fast as it is acknowledged; moves a second and every wait.
async fn moves(tables: Vec<[Socket; 2]>, time: Duration) -> (f64, Vec<Duration>) {
    let begun = Instant::now();
    let players = tables.into_iter().enumerate().map(|(number, mut sockets)| {
        tokio::spawn(async move {
            let mut waits = Vec::new();
            let (mut n, mut sent) = (0, None);
            for pick in (number..).step_by(7) {
                let mut states = Vec::with_capacity(2);
                for socket in &mut sockets {
                    states.push(state_from(socket, n).await.expect("the server stays"));
                }
                // acknowledged when both seats know of it
                waits.extend(sent.map(|at: Instant| at.elapsed()));
                let now = &states[0];
                if now.over.is_some() || begun.elapsed() >= time {
                    break;
                }
                let seat = now.to_act[0];
                let (action, id) = (states[seat].choose(seat, pick), support::patient::new_id());
                let act = json!({ "type": "act", "n": now.n, "action": action, "id": id });
                n = now.n + 1;
                sent = Some(Instant::now());
                say(&mut sockets[seat], &act).await.expect("the server stays");
            }
            waits
        })
    });
    let players: Vec<_> = players.collect();
    let mut waits = Vec::new();
    for player in players {
        waits.extend(player.await.expect("a player plays"));
    }
    (waits.len() as f64 / begun.elapsed().as_secs_f64(), waits)
}

/// Opens sockets that only listen, on ten tables for each server and at the owner of each; memory the servers need for
/// each, in KiB.
async fn idle_sockets(servers: &[Process], count: usize) -> f64 {
    let mut tables = Vec::new();
    for server in servers.iter().cycle().take(10 * servers.len()) {
        tables.push((server.address, table_of_two(server.address, 10).await.expect("a table is made").0));
    }
    let resident = || -> u64 {
        servers.iter().map(|s| s.resident().expect("Linux tells the memory of a process")).sum()
    };
    tokio::time::sleep(Duration::from_millis(500)).await;
    let before = resident();
    let mut open = Vec::new();
    for i in 0..count {
        let (address, table) = &tables[i % tables.len()];
        let mut socket = join(*address, table, None).await.expect("a socket");
        state_from(&mut socket, 0).await.expect("the first state");
        open.push(socket);
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    resident().saturating_sub(before) as f64 / open.len().max(1) as f64
}
