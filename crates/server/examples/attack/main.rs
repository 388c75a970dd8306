//! Tries to wear a server out while people play at other tables, and prints what they felt of it.
//!
//! `attack BINARY [seconds] [attack …]`; see `cargo xtask attack`. Attackers come from addresses of their own
//! (127.0.0.2 and so on), people from 127.0.0.1, so limits per address can tell them apart. The server runs
//! with its usual limits.
//!
//! What is measured is the server, not this program. Attackers are a process of their own (`siege.rs`); people
//! play on one thread that does nothing else, has a higher priority where the system allows it, and watches its
//! own clock: how late it wakes up is printed beside what people felt. The first line is what people feel while nobody
//! attacks: on a busy machine the others are to be compared with it.

#![allow(clippy::print_stdout)]
#![expect(clippy::disallowed_methods, reason = "what is measured here is time")]

mod siege;
#[path = "../../tests/support/mod.rs"]
mod support;

use serde_json::json;
use siege::Siege;
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use support::{Process, join, request, say, state_from, table_of_two};

/// Tables people play at, each with a move every [`PAUSE`].
const PEOPLE: usize = 8;
const PAUSE: Duration = Duration::from_millis(100);
/// How often the people's thread looks at its own clock.
const TICK: Duration = Duration::from_millis(5);
const MOST_MIB: u64 = 500;

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(order) = arguments.strip_prefix(&[siege::FLAG.to_owned()]) {
        return siege::run(order).await;
    }
    let Some(binary) = arguments.first() else {
        println!("attack BINARY [seconds] [{}]", siege::ATTACKS.join("|"));
        return ExitCode::from(2);
    };
    let seconds = arguments.get(1).and_then(|a| a.parse().ok()).unwrap_or(20);
    let chosen: Vec<&str> = arguments.iter().skip(2).map(String::as_str).collect();
    let mut held = true;
    let is_chosen = |a: &&str| *a == siege::NOTHING || chosen.is_empty() || chosen.contains(a);
    for attack in siege::ATTACKS.into_iter().filter(is_chosen) {
        held &= run(binary, attack, Duration::from_secs(seconds)).await;
    }
    println!("{}", if held { "held" } else { "NOT held" });
    if held { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// One attack on a fresh server; whether people hardly felt it.
async fn run(binary: &str, attack: &'static str, time: Duration) -> bool {
    let folder = tempfile::tempdir().expect("a folder for the database");
    let database = format!("sqlite://{}?mode=rwc", folder.path().join("attack.db").display());
    let server = Process::start_with(binary, &database, &["--log", "error"]);
    let address = server.address;
    let over = Arc::new(AtomicBool::new(false));
    let people = People::start(address, over.clone());
    tokio::time::sleep(Duration::from_secs(1)).await;
    let siege = Siege::start(address, attack);
    let begun = Instant::now();
    let mut most = 0;
    while begun.elapsed() < time {
        tokio::time::sleep(Duration::from_millis(100)).await;
        most = most.max(server.resident().unwrap_or(0) / 1024);
    }
    let (status, _) = request(address, "GET", "/", &[], b"").await.unwrap_or_default();
    over.store(true, Ordering::Relaxed);
    let [done, refused, failed] = siege.end();
    let felt = people.join();
    let wanted = Duration::from_millis(if attack == "bots" { 50 } else { 100 });
    let p99 = at(&felt.waits, 0.99);
    let held = p99 <= wanted && most < MOST_MIB && status == 200 && felt.waits.len() > PEOPLE;
    println!(
        "{attack}: {done} requests answered, {refused} refused, {failed} cut off; people made {} moves: median {:?}, \
         p99 {p99:?}, longest {:?} (their own clock was late by {:?}, p99{}); memory at most {most} MiB; home page {status}; {} \
         (p99 at most {wanted:?}, below {MOST_MIB} MiB)",
        felt.waits.len(),
        at(&felt.waits, 0.5),
        at(&felt.waits, 1.0),
        at(&felt.late, 0.99),
        if felt.ahead { "" } else { ", at the usual priority" },
        if held { "held" } else { "NOT held" },
    );
    held
}

/// The value at this part of a sorted list.
fn at(sorted: &[Duration], part: f64) -> Duration {
    let last = sorted.len().saturating_sub(1);
    sorted.get((last as f64 * part) as usize).copied().unwrap_or_default()
}

/// What people felt, sorted.
struct Felt {
    /// How long each move took to come back to both seats.
    waits: Vec<Duration>,
    /// How late this program itself was, whenever it looked.
    late: Vec<Duration>,
    /// Whether it had a higher priority than the server and the attackers.
    ahead: bool,
}

/// People at their tables, on a thread of their own.
struct People(std::thread::JoinHandle<Felt>);

impl People {
    fn start(address: SocketAddr, over: Arc<AtomicBool>) -> Self {
        Self(std::thread::spawn(move || {
            let ahead = go_ahead();
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a thread for people").block_on(async {
                let clock = tokio::spawn(watch_the_clock(over.clone()));
                let players: Vec<_> =
                    (0..PEOPLE).map(|i| tokio::spawn(play(address, i, over.clone()))).collect();
                let mut waits: Vec<Duration> = Vec::new();
                for player in players {
                    waits.extend(player.await.expect("people play on"));
                }
                let mut late = clock.await.expect("the clock runs on");
                waits.sort_unstable();
                late.sort_unstable();
                Felt { waits, late, ahead }
            })
        }))
    }

    fn join(self) -> Felt {
        self.0.join().expect("people play on")
    }
}

/// Raises the priority of this thread: on a machine of their own people would wait for no processor. Whether the
/// system allows it.
fn go_ahead() -> bool {
    #[cfg(target_os = "linux")]
    return rustix::process::setpriority_process(None, -10).is_ok();
    #[cfg(not(target_os = "linux"))]
    false
}

/// How late this thread wakes up when it wants to, again and again.
async fn watch_the_clock(over: Arc<AtomicBool>) -> Vec<Duration> {
    let mut late = Vec::new();
    while !over.load(Ordering::Relaxed) {
        let wanted = Instant::now() + TICK;
        tokio::time::sleep_until(wanted.into()).await;
        late.push(wanted.elapsed());
    }
    late
}

/// Plays at a table until everything is over; how long each move took to come back to both seats.
async fn play(address: SocketAddr, number: usize, over: Arc<AtomicBool>) -> Vec<Duration> {
    let mut waits = Vec::new();
    while !over.load(Ordering::Relaxed) {
        let (id, tokens) = table_of_two(address, 10).await.expect("a person can make a table");
        let mut sockets = Vec::new();
        for token in &tokens {
            sockets.push(join(address, &id, Some(token)).await.expect("a seat"));
        }
        let (mut n, mut sent) = (0, None);
        for pick in (number..).step_by(7) {
            let mut states = Vec::new();
            for socket in &mut sockets {
                states.push(state_from(socket, n).await.expect("the server stays"));
            }
            waits.extend(sent.map(|at: Instant| at.elapsed()));
            let now = &states[0];
            if now.over.is_some() || over.load(Ordering::Relaxed) {
                break;
            }
            tokio::time::sleep(PAUSE).await;
            let seat = now.to_act[0];
            let act = json!({ "type": "act", "n": now.n, "action": states[seat].choose(seat, pick) });
            n = now.n + 1;
            sent = Some(Instant::now());
            say(&mut sockets[seat], &act).await.expect("the server stays");
        }
    }
    waits
}
