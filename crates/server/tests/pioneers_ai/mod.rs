//! Debian's Pioneers players at our tables: games with `pioneersai` on an installed map, beside our bots. A
//! listener in between reads what our server says to them.

#![allow(dead_code)] // each test uses its part

use hexwright_server::app::NewSeat;
use hexwright_server::games::{self, NewGame};
use hexwright_server::table::{Command as ToTable, Wishes, new_id};
use hexwright_server::{App, Config, Limits, Pioneers, Server};
use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::time::Instant;

/// The player of Debian's package.
pub(crate) const AI: &str = "/usr/games/pioneersai";
/// Where Debian keeps the maps.
pub(crate) const MAPS: &str = "/usr/share/games/pioneers";

/// Limits under which bots do not pause and clients may hurry.
pub(crate) fn limits() -> Limits {
    Limits {
        bot_pause: Duration::ZERO,
        messages_per_second: 100_000,
        tables_per_hour: 100_000,
        ..Limits::default()
    }
}

/// A server that speaks the protocol, with bots that do not pause.
pub(crate) async fn serve(database: String, map: Option<String>) -> anyhow::Result<Server> {
    serve_within(database, map, limits()).await
}

/// The same within other limits.
pub(crate) async fn serve_within(
    database: String,
    map: Option<String>,
    limits: Limits,
) -> anyhow::Result<Server> {
    let free = SocketAddr::from(([127, 0, 0, 1], 0));
    let pioneers = Some(Pioneers { address: free, map });
    Server::start(Config { address: free, database, pioneers, limits, ..Config::default() }).await
}

/// What our server said to one client.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heard {
    /// Lines in all.
    pub(crate) lines: usize,
    /// `ERR` answers, each with the client line before it, and how often.
    pub(crate) errors: BTreeMap<String, usize>,
    /// Whether it heard who won.
    pub(crate) won: bool,
    /// Whether our server was the first to close the connection.
    pub(crate) hung_up: bool,
    /// The last lines, for whoever looks for a mistake.
    pub(crate) last: Vec<String>,
}

/// How a game went.
#[derive(Clone, Debug, Default)]
pub(crate) struct Game {
    /// Whether it came to its end.
    pub(crate) over: bool,
    /// What the clients heard, one entry a connection.
    pub(crate) heard: Vec<Heard>,
    /// Clients that ended before the game: which, and how the program ended in the words of the system.
    pub(crate) lost: Vec<String>,
    /// Connections that our server closed before the end.
    pub(crate) closed: usize,
    /// How long it took.
    pub(crate) time: Duration,
}

/// A way to the server that listens.
async fn between(server: SocketAddr) -> io::Result<(u16, Arc<Mutex<Heard>>)> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    let port = listener.local_addr()?.port();
    let heard: Arc<Mutex<Heard>> = Arc::default();
    let (notes, ended) = (heard.clone(), heard.clone());
    tokio::spawn(async move {
        let (Ok((client, _)), Ok(server)) = (listener.accept().await, TcpStream::connect(server).await)
        else {
            return;
        };
        let _ = (client.set_nodelay(true), server.set_nodelay(true));
        let ((from_client, mut to_client), (from_server, mut to_server)) =
            (client.into_split(), server.into_split());
        let command: Arc<Mutex<String>> = Arc::default();
        let asked = command.clone();
        let up = async move {
            let mut lines = BufReader::new(from_client).lines();
            while let Ok(Some(line)) = lines.next_line().await {
                asked.lock().unwrap().clone_from(&line);
                if to_server.write_all(format!("{line}\n").as_bytes()).await.is_err() {
                    return;
                }
            }
        };
        let down = async move {
            let mut lines = BufReader::new(from_server).lines();
            while let Ok(Some(line)) = lines.next_line().await {
                {
                    let mut notes = notes.lock().unwrap();
                    notes.lines += 1;
                    notes.won |= line.contains(" won with ");
                    if line.starts_with("ERR ") {
                        let asked = command.lock().unwrap().clone();
                        *notes.errors.entry(format!("`{asked}` -> `{line}`")).or_default() += 1;
                    }
                    if notes.last.len() == 40 {
                        notes.last.remove(0);
                    }
                    notes.last.push(line.clone());
                }
                if to_client.write_all(format!("{line}\n").as_bytes()).await.is_err() {
                    return;
                }
            }
        };
        // whoever leaves first ends both ways
        tokio::select! {
            biased;
            () = up => {}
            () = down => ended.lock().unwrap().hung_up = true,
        }
    });
    Ok((port, heard))
}

/// A program that ends with the test.
struct Player {
    child: Child,
    name: String,
    kind: &'static str,
    /// What it says of itself.
    stderr: PathBuf,
    heard: Arc<Mutex<Heard>>,
}

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Player {
    /// Starts a player with a listener before the server. Its name has the table's id behind it.
    async fn start(server: SocketAddr, name: String, kind: &'static str, folder: &Path) -> io::Result<Self> {
        let (port, heard) = between(server).await?;
        let stderr = folder.join(format!("{port}.txt"));
        let child = Command::new(AI)
            .args(["-s", "127.0.0.1", "-p", &port.to_string(), "-n", &name, "-a", kind, "-t", "0", "-c"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(std::fs::File::create(&stderr)?)
            .spawn()?;
        Ok(Self { child, name, kind, stderr, heard })
    }

    /// How the program ended, if it has: its exit status as the system tells it, and its own last words.
    fn ended(&mut self) -> Option<String> {
        let status = self.child.try_wait().ok().flatten()?;
        let words = std::fs::read(&self.stderr).unwrap_or_default();
        let words = String::from_utf8_lossy(&words);
        let last = words.lines().rfind(|line| !line.trim().is_empty()).unwrap_or("");
        Some(format!("{} ({}): {status}; {last:?}", self.name, self.kind))
    }
}

/// A table on a map under the rules of Pioneers: seats for clients, then bots.
pub(crate) async fn table(app: &App, map: &str, clients: usize, bots: &[&str]) -> Result<String, String> {
    let options = BTreeMap::from([("ruleset".to_owned(), "pioneers".to_owned())]);
    let mut new = NewGame {
        kind: "catan".to_owned(),
        map: None,
        text: Some(map.to_owned()),
        options,
        seed: Some(map.len().to_string()),
    };
    let mut seats = vec![NewSeat::Open; clients];
    seats.extend(bots.iter().map(|bot| NewSeat::Bot { bot: (*bot).to_owned() }));
    Pioneers::welcome(&mut new, &seats);
    let begun = games::create(&new, seats.len())?;
    let made = app.create(begun, &new, &seats, Wishes::default(), &new_id()).await;
    let made = made.map_err(|e| format!("{e:#}"))?;
    Ok(made.ok_or("no room for a table")?.id)
}

/// Whether the game of a table is over.
async fn is_over(app: &App, table: &str) -> bool {
    let Ok(Some(handle)) = app.table(table).await else { return false };
    let (reply, info) = oneshot::channel();
    handle.send(ToTable::Info(reply)).await;
    info.await.is_ok_and(|info| info.over)
}

/// A game of clients, one of each kind, and bots; given up after `limit`. A client whose program ends on the way is
/// started again under its name as `greedy`, which comes back to its seat.
pub(crate) async fn play(
    app: &App,
    server: SocketAddr,
    map: &str,
    kinds: &[&'static str],
    bots: &[&str],
    limit: Duration,
) -> Result<Game, String> {
    let table = table(app, map, kinds.len(), bots).await?;
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let start = |name, kind| Player::start(server, name, kind, folder.path());
    let begun = Instant::now();
    let mut players = Vec::new();
    for (i, kind) in kinds.iter().enumerate() {
        players.push(start(format!("{kind}{i}@{table}"), kind).await.map_err(|e| e.to_string())?);
    }
    let mut game = Game::default();
    while begun.elapsed() < limit && !game.over {
        tokio::time::sleep(Duration::from_millis(30)).await;
        game.over = is_over(app, &table).await;
        for player in &mut players {
            let Some(how) = player.ended().filter(|_| !game.over) else { continue };
            game.over = is_over(app, &table).await;
            if !game.over {
                game.lost.push(how);
                let again = start(player.name.clone(), "greedy").await.map_err(|e| e.to_string())?;
                let before = std::mem::replace(player, again);
                game.note(&before.heard);
            }
        }
        if game.lost.len() > 3 * kinds.len() {
            break;
        }
    }
    // what was said last is still on its way
    tokio::time::sleep(Duration::from_millis(100)).await;
    game.time = begun.elapsed();
    players.iter().for_each(|player| game.note(&player.heard));
    Ok(game)
}

/// Whether the real server gives this answer too: its bank is empty as well, and `pioneersai` asks again and again.
pub(crate) fn is_of_real_server(error: &str) -> bool {
    error.starts_with("`maritime-trade ") && error.contains("-> `ERR no-cards ")
}

impl Game {
    /// Counts a connection that has ended, or ends now.
    fn note(&mut self, heard: &Mutex<Heard>) {
        let heard = heard.lock().unwrap().clone();
        self.closed += usize::from(heard.hung_up && !heard.won);
        self.heard.push(heard);
    }
}
