//! The attackers, in a process of their own, so that people are not measured on a program that is busy attacking.

use super::support::{post, request};
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Read as _};
use std::net::SocketAddr;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// What can be tried.
pub(crate) const ATTACKS: [&str; 6] = [NOTHING, "tables", "pictures", "statistics", "half-sent", "bots"];
/// No attack: what people feel of the machine itself.
pub(crate) const NOTHING: &str = "nothing";
/// With this word first the program attacks: `--siege ADDRESS ATTACK`.
pub(crate) const FLAG: &str = "--siege";

/// The process of the attackers.
pub(crate) struct Siege(Child);

impl Siege {
    /// Begins an attack; returns when it is under way.
    pub(crate) fn start(address: SocketAddr, attack: &str) -> Self {
        let program = std::env::current_exe().expect("this program has a name");
        let mut child = Command::new(program)
            .args([FLAG, &address.to_string(), attack])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the attackers start");
        // it says that it is ready, byte by byte: what follows is read at the end
        let mut ready = [0; 1];
        let said = child.stdout.as_mut().expect("the output is piped").read_exact(&mut ready);
        said.expect("the attackers begin");
        Self(child)
    }

    /// Ends the attack: requests that were answered, refused and cut off.
    pub(crate) fn end(mut self) -> [usize; 3] {
        drop(self.0.stdin.take()); // nobody holds it open: that is the sign to stop
        let mut line = String::new();
        let output = self.0.stdout.take().expect("the output is piped");
        BufReader::new(output).read_line(&mut line).expect("the attackers say what they did");
        let _ = self.0.wait();
        let mut numbers = line.split_whitespace().map(|n| n.parse().unwrap_or(0));
        [0; 3].map(|_| numbers.next().unwrap_or(0))
    }
}

/// The program as attackers: attacks until nobody holds its standard input open.
pub(crate) async fn run(order: &[String]) -> ExitCode {
    let [address, attack] = order else { return ExitCode::from(2) };
    let address = address.parse().expect("an address");
    let counts: Arc<[AtomicUsize; 3]> = Arc::default();
    let attackers = begin(attack, address, counts.clone()).await;
    print!("+");
    std::io::Write::flush(&mut std::io::stdout()).expect("somebody listens");
    let wait = tokio::task::spawn_blocking(|| std::io::stdin().read_to_end(&mut Vec::new()));
    let _ = wait.await;
    attackers.iter().for_each(tokio::task::JoinHandle::abort);
    let [done, refused, failed] = [0, 1, 2].map(|i| counts[i].load(Ordering::Relaxed));
    println!("{done} {refused} {failed}");
    ExitCode::SUCCESS
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
        NOTHING => Vec::new(),
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
