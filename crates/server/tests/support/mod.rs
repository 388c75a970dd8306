//! A plain client of a server for tests and benches: requests, sockets, and a player who knows no rule
//! but takes what the server offers.

#![allow(dead_code, clippy::print_stderr)] // each test uses its part

pub(crate) mod patient;

use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::tungstenite::Message;

pub(crate) type Socket =
    tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

/// A plain request with headers of its own; the status and the body.
pub(crate) async fn request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> std::io::Result<(u16, String)> {
    let answer = raw_request(address, method, path, headers, body).await?;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let status = answer.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
    Ok((status, answer.split_once("\r\n\r\n").map_or("", |(_, b)| b).to_owned()))
}

/// The same; every byte of the answer.
pub(crate) async fn raw_request(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> std::io::Result<Vec<u8>> {
    let headers: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\n{headers}content-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    let mut stream = tokio::net::TcpStream::connect(address).await?;
    stream.write_all(head.as_bytes()).await?;
    // a server that refuses the head may not read the body
    let _ = stream.write_all(body).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    Ok(answer)
}

/// Posts data; the status and the answer as data.
pub(crate) async fn post(address: SocketAddr, path: &str, body: &Value) -> std::io::Result<(u16, Value)> {
    let (status, text) = request(address, "POST", path, &[], body.to_string().as_bytes()).await?;
    Ok((status, serde_json::from_str(&text).unwrap_or(Value::String(text))))
}

/// Opens a table's socket and says hello.
pub(crate) async fn join(
    address: SocketAddr,
    table: &str,
    token: Option<&str>,
) -> Result<Socket, tokio_tungstenite::tungstenite::Error> {
    let url = format!("ws://{address}/api/tables/{table}/socket");
    let (mut socket, _) = tokio_tungstenite::connect_async(url).await?;
    say(&mut socket, &json!({ "type": "hello", "token": token })).await?;
    Ok(socket)
}

/// Sends a message.
pub(crate) async fn say(
    socket: &mut Socket,
    message: &Value,
) -> Result<(), tokio_tungstenite::tungstenite::Error> {
    socket.send(Message::Text(message.to_string().into())).await
}

/// The next text, or `None` if the socket is closed.
pub(crate) async fn hear_text(socket: &mut Socket) -> Option<String> {
    loop {
        if let Message::Text(text) = socket.next().await?.ok()? {
            return Some(text.as_str().to_owned());
        }
    }
}

/// The next message of a kind, or `None` if the socket is closed.
pub(crate) async fn hear(socket: &mut Socket, kind: &str) -> Option<Value> {
    loop {
        let value: Value = serde_json::from_str(&hear_text(socket).await?).ok()?;
        if value["type"] == kind {
            return Some(value);
        }
    }
}

/// What a player needs of a state.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Seen {
    pub(crate) n: usize,
    pub(crate) to_act: Vec<usize>,
    choices: Vec<Choice>,
    pub(crate) view: SeenView,
    pub(crate) over: Option<Value>,
    pub(crate) can_undo: bool,
}

#[derive(Clone, Debug, Deserialize)]
struct Choice {
    action: Option<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct SeenView {
    owed: u16,
    gold_due: u16,
    seats: Vec<SeenSeat>,
}

#[derive(Clone, Debug, Deserialize)]
struct SeenSeat {
    hand: Option<[u16; 5]>,
}

/// The next state at or beyond line `n`; `None` if the socket is closed.
pub(crate) async fn state_from(socket: &mut Socket, n: usize) -> Option<Seen> {
    loop {
        let text = hear_text(socket).await?;
        if !text.starts_with("{\"type\":\"state\"") {
            continue;
        }
        let seen: Seen = serde_json::from_str(&text).expect("a state can be read");
        if seen.n >= n {
            return Some(seen);
        }
    }
}

impl Seen {
    /// The n-th legal action.
    pub(crate) fn action(&self, n: usize) -> String {
        self.choices.iter().filter_map(|c| c.action.clone()).nth(n).expect("that many actions")
    }

    /// Something legal; `pick` makes the choice.
    pub(crate) fn choose(&self, seat: usize, pick: usize) -> String {
        // points first, so that games end; then whatever comes: every kind of action has its turn
        let building = |text: &&&String| text.starts_with("settlement") || text.starts_with("city ");
        let legal: Vec<&String> = self.choices.iter().filter_map(|c| c.action.as_ref()).collect();
        if let Some(built) = legal.iter().find(building) {
            return (*built).clone();
        }
        if !legal.is_empty() {
            return legal[pick % legal.len()].clone();
        }
        if self.view.gold_due > 0 {
            return format!("gold {}", cards([u16::MAX; 5], self.view.gold_due));
        }
        format!("discard {}", cards(self.view.seats[seat].hand.unwrap_or_default(), self.view.owed))
    }
}

/// So many cards, from the first kinds that are there.
fn cards(have: [u16; 5], mut wanted: u16) -> String {
    let names = ["brick", "wood", "wool", "wheat", "ore"];
    let chosen = names.iter().zip(have).filter_map(|(name, n)| {
        let n = n.min(wanted);
        wanted -= n;
        (n > 0).then(|| format!("{name}={n}"))
    });
    chosen.collect::<Vec<_>>().join(" ")
}

/// Plays so many moves at a table whose seats these sockets hold; the number of the state behind the last.
pub(crate) async fn play_moves(sockets: &mut [Socket], moves: usize) -> usize {
    let mut n = 0;
    for pick in 0..moves {
        let mut states = Vec::new();
        for socket in &mut *sockets {
            states.push(state_from(socket, n).await.unwrap());
        }
        let seat = states[0].to_act[0];
        n = states[0].n + 1;
        let act = json!({ "type": "act", "n": states[0].n, "action": states[seat].choose(seat, pick) });
        say(&mut sockets[seat], &act).await.unwrap();
    }
    n
}

/// A table whose two seats one client holds: its id and the two secrets.
pub(crate) async fn table_of_two(address: SocketAddr, points: u8) -> Option<(String, [String; 2])> {
    let body = json!({
        "game": { "kind": "catan", "map": "base.catan", "options": { "victory-points": points.to_string() } },
        "seats": [{ "kind": "me", "name": "Ann" }, { "kind": "open" }],
    });
    let (_, made) = post(address, "/api/tables", &body).await.ok()?;
    let id = made["id"].as_str()?.to_owned();
    let sit = json!({ "seat": 1, "name": "Bob" });
    let (_, seated) = post(address, &format!("/api/tables/{id}/sit"), &sit).await.ok()?;
    Some((id, [made["token"].as_str()?.to_owned(), seated["token"].as_str()?.to_owned()]))
}

/// The program to test: the one just built, or the one the environment names (`cargo xtask kills` and `faults`
/// name the release build).
pub(crate) fn binary(built: &str) -> String {
    std::env::var("HEXWRIGHT_BINARY").unwrap_or_else(|_| built.to_owned())
}

/// The program `serve` in a process of its own.
pub(crate) struct Process {
    pub(crate) child: std::process::Child,
    pub(crate) address: SocketAddr,
}

/// Settings without limits and pauses, for one client that plays many games.
pub(crate) fn unlimited() -> Vec<&'static str> {
    let settings = [
        ["--connections", "100000"],
        ["--sockets-per-address", "100000"],
        ["--messages-per-second", "1000000"],
        ["--requests-per-second", "1000000"],
        ["--tables-per-hour", "1000000"],
        ["--bot-pause", "0"],
    ];
    settings.as_flattened().to_vec()
}

impl Process {
    /// Starts it on a free port of loopback and waits until it says where it is.
    pub(crate) fn start(binary: &str, database: &str) -> Self {
        Self::start_with(binary, database, &unlimited())
    }

    /// Starts it with these settings and otherwise the usual ones.
    pub(crate) fn start_with(binary: &str, database: &str, settings: &[&str]) -> Self {
        Self::spawn(std::process::Command::new(binary), database, settings)
    }

    /// As [`Self::start`]; a file that grows beyond its limit is an error there, not the end of the process.
    pub(crate) fn start_ignoring_file_limits(binary: &str, database: &str) -> Self {
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\"", binary]);
        Self::spawn(shell, database, &unlimited())
    }

    fn spawn(mut command: std::process::Command, database: &str, settings: &[&str]) -> Self {
        use std::io::BufRead;
        let mut child = command
            .args(["serve", "--address", "127.0.0.1:0", "--database", database])
            // a run after this one has its tables at once, whatever its port
            .env("HEXWRIGHT_SERVER", "one")
            .args(settings)
            .stdout(std::process::Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        let output = child.stdout.take().expect("the output is piped");
        std::io::BufReader::new(output).read_line(&mut line).expect("the server says where it is");
        let place = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let address = place.and_then(|p| p.parse().ok()).unwrap_or_else(|| panic!("no address in {line:?}"));
        Self { child, address }
    }

    /// SIGKILL: no time for anything.
    pub(crate) fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Processor time spent so far, in the program and in the kernel for it, as Linux counts it.
    pub(crate) fn processor_time(&self) -> Option<std::time::Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        // the name of the program stands in parentheses and may hold spaces; the times are the 12th and 13th behind it
        let mut behind = stat.rsplit(") ").next()?.split(' ').skip(11);
        let ticks: u64 = behind.next()?.parse::<u64>().ok()? + behind.next()?.parse::<u64>().ok()?;
        Some(std::time::Duration::from_millis(ticks * 10)) // a hundred ticks a second
    }

    /// Memory held, in KiB, as Linux counts it.
    pub(crate) fn resident(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        status.lines().find_map(|l| l.strip_prefix("VmRSS:")?.trim().trim_end_matches(" kB").parse().ok())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}
