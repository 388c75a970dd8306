//! Tries to wear a server out while people play at other tables, and prints what they felt of it.
//!
//! `attack BINARY [seconds] [attack …]`; see `cargo xtask attack`. Attackers come from addresses of their own
//! (127.0.0.2 and so on), people from 127.0.0.1, so limits per address can tell them apart. The server runs
//! with its usual limits.

#![allow(clippy::print_stdout)]
#![expect(clippy::disallowed_methods, reason = "what is measured here is time")]

#[path = "../tests/support/mod.rs"]
mod support;

use serde_json::{Value, json};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use support::{Process, join, post, request, say, state_from, table_of_two};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// Tables people play at, each with a move every [`PAUSE`].
const PEOPLE: usize = 8;
const PAUSE: Duration = Duration::from_millis(100);
const MOST_MIB: u64 = 500;
const ATTACKS: [&str; 5] = ["tables", "pictures", "statistics", "half-sent", "bots"];

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(binary) = arguments.first() else {
        println!("attack BINARY [seconds] [{}]", ATTACKS.join("|"));
        return ExitCode::from(2);
    };
    let seconds = arguments.get(1).and_then(|a| a.parse().ok()).unwrap_or(20);
    let chosen: Vec<&str> = arguments.iter().skip(2).map(String::as_str).collect();
    let mut held = true;
    for attack in ATTACKS.into_iter().filter(|a| chosen.is_empty() || chosen.contains(a)) {
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
    let people: Vec<_> = (0..PEOPLE).map(|i| tokio::spawn(play(address, i, over.clone()))).collect();
    tokio::time::sleep(Duration::from_secs(1)).await;
    let counts: Arc<[AtomicUsize; 3]> = Arc::default();
    let attackers = begin(attack, address, counts.clone()).await;
    let begun = Instant::now();
    let mut most = 0;
    while begun.elapsed() < time {
        tokio::time::sleep(Duration::from_millis(100)).await;
        most = most.max(server.resident().unwrap_or(0) / 1024);
    }
    attackers.iter().for_each(tokio::task::JoinHandle::abort);
    let (status, _) = request(address, "GET", "/", &[], b"").await.unwrap_or_default();
    over.store(true, Ordering::Relaxed);
    let mut waits: Vec<Duration> = Vec::new();
    for person in people {
        waits.extend(person.await.expect("people play on"));
    }
    waits.sort_unstable();
    let at = |part: f64| waits.get(((waits.len() - 1) as f64 * part) as usize).copied().unwrap_or_default();
    let wanted = Duration::from_millis(if attack == "bots" { 50 } else { 100 });
    let held = at(0.99) <= wanted && most < MOST_MIB && status == 200 && waits.len() > PEOPLE;
    let [done, refused, failed] = [0, 1, 2].map(|i| counts[i].load(Ordering::Relaxed));
    println!(
        "{attack}: {done} requests answered, {refused} refused, {failed} cut off; people made {} moves: median {:?}, \
         p99 {:?}, longest {:?}; memory at most {most} MiB; home page {status}; {} (p99 at most {wanted:?}, below {MOST_MIB} MiB)",
        waits.len(),
        at(0.5),
        at(0.99),
        at(1.0),
        if held { "held" } else { "NOT held" },
    );
    held
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

type Attackers = Vec<tokio::task::JoinHandle<()>>;

async fn begin(attack: &str, address: SocketAddr, counts: Arc<[AtomicUsize; 3]>) -> Attackers {
    let table = |bots: usize| {
        let seats: Vec<Value> = if bots == 0 {
            vec![json!({ "kind": "open" }), json!({ "kind": "open" })]
        } else {
            (0..bots).map(|_| json!({ "kind": "bot", "bot": "search" })).collect()
        };
        json!({ "game": { "kind": "catan", "map": "base.catan" }, "seats": seats })
    };
    let again = |path: &'static str, body: Value, addresses: u8, each: usize| {
        let body = Arc::new(body.to_string());
        let one = |i: usize| {
            let (body, counts) = (body.clone(), counts.clone());
            let from = 2 + (i / each) as u8;
            tokio::spawn(async move {
                loop {
                    count(&counts, send_from(from, address, path, &body).await);
                }
            })
        };
        (0..usize::from(addresses) * each).map(one).collect::<Attackers>()
    };
    match attack {
        "tables" => again("/api/tables", table(0), 1, 8),
        "pictures" => again("/api/png", json!({ "text": largest_map(address).await }), 4, 10),
        "statistics" => {
            again("/api/lab/stats", json!({ "text": slow_script(), "seed": 1, "runs": 20_000 }), 4, 10)
        }
        "half-sent" => (0..1_500).map(|i| tokio::spawn(half_sent(i, address, counts.clone()))).collect(),
        _ => {
            for i in 0..50 {
                count(&counts, send_from(2 + i / 25, address, "/api/tables", &table(4).to_string()).await);
            }
            Vec::new()
        }
    }
}

fn count(counts: &[AtomicUsize; 3], status: Option<u16>) {
    let kind = match status {
        Some(200) => 0,
        Some(_) => 1,
        None => 2,
    };
    counts[kind].fetch_add(1, Ordering::Relaxed);
}

async fn connect_from(from: u8, address: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::from(([127, 0, 0, from], 0)))?;
    socket.connect(address).await
}

/// Posts data from another address; the status, if there was an answer.
async fn send_from(from: u8, address: SocketAddr, path: &str, body: &str) -> Option<u16> {
    let mut stream = connect_from(from, address).await.ok()?;
    let head = format!(
        "POST {path} HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.ok()?;
    let _ = stream.write_all(body.as_bytes()).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    String::from_utf8_lossy(&answer).split(' ').nth(1)?.parse().ok()
}

/// Sends half a head or half a body again and again, and waits until the server has had enough.
async fn half_sent(i: usize, address: SocketAddr, counts: Arc<[AtomicUsize; 3]>) {
    let head = "POST /api/check HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
    let body = format!("{head}content-length: 200000\r\n\r\n{{\"name\":\"{}", "x".repeat(100_000));
    let half = if i.is_multiple_of(2) { head } else { body.as_str() };
    loop {
        let Ok(mut stream) = connect_from(2 + (i % 8) as u8, address).await else {
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        let _ = stream.write_all(half.as_bytes()).await;
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        let status = String::from_utf8_lossy(&answer).split(' ').nth(1).and_then(|s| s.parse().ok());
        count(&counts, status);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// The largest map there is, grown by strokes of the editor.
async fn largest_map(address: SocketAddr) -> String {
    let (_, text) = request(address, "GET", "/api/maps/base.catan", &[], b"").await.expect("a shipped map");
    let map: Value = serde_json::from_str(&text).expect("data");
    let mut text = map["text"].as_str().expect("a text").to_owned();
    for (side, least) in [("right", 1), ("bottom", 1)] {
        // as many columns and rows as fit: 64, found by asking for fewer and fewer
        for wider in (least..64).rev() {
            let edit = json!({ "text": text, "edit": { "resize": { side: wider } } });
            let (status, edited) = post(address, "/api/edit", &edit).await.expect("an answer");
            if status == 200 {
                edited["text"].as_str().expect("a text").clone_into(&mut text);
                break;
            }
        }
    }
    let hexes: Vec<u16> = (0..4_000).collect();
    let edit = json!({ "text": text, "edit": { "terrain": { "hexes": hexes, "terrain": "hill" } } });
    let (_, edited) = post(address, "/api/edit", &edit).await.expect("an answer");
    edited["text"].as_str().unwrap_or(&text).to_owned()
}

/// About 42 KB of statements that are slow to roll.
fn slow_script() -> String {
    let mut script = String::new();
    for i in 0..400 {
        script +=
            &format!("AREA (inside) HAZARDS Sand,{}. Sand,1 Tree,2. Tree,1 Bog,3. Bog,1\n", 20 + i % 60);
        script += "PAIR (Sand,*)(Plains,*) HEXSIDES d,60.\n";
    }
    script
}
