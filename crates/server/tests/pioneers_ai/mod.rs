//! Debian's Pioneers players at our tables: games with `pioneersai` on an installed map, beside our bots. A
//! listener in between reads what our server says to them.

#![allow(dead_code)] // each test uses its part

use hexwright_server::app::NewSeat;
use hexwright_server::games::{self, NewGame};
use hexwright_server::table::{Command as ToTable, Wishes, new_id};
use hexwright_server::{App, Config, Limits, Pioneers, Server};
use std::collections::BTreeMap;
use std::net::SocketAddr;
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

/// A server that speaks the protocol, with bots that do not pause.
pub(crate) async fn serve(database: String, map: Option<String>) -> anyhow::Result<Server> {
    let free = SocketAddr::from(([127, 0, 0, 1], 0));
    let limits = Limits {
        bot_pause: Duration::ZERO,
        messages_per_second: 100_000,
        tables_per_hour: 100_000,
        ..Limits::default()
    };
    let pioneers = Some(Pioneers { address: free, map });
    Server::start(Config { address: free, database, pioneers, limits, ..Config::default() }).await
}

/// What our server said to one client.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heard {
    /// Lines in all.
    pub(crate) lines: usize,
    /// `ERR` answers, each with the client line before it.
    pub(crate) errors: Vec<String>,
    /// Whether it heard who won.
    pub(crate) won: bool,
    /// The last lines, for whoever looks for a mistake.
    pub(crate) last: Vec<String>,
}

/// How a game went.
#[derive(Clone, Debug, Default)]
pub(crate) struct Game {
    /// Whether it came to its end.
    pub(crate) over: bool,
    /// What the clients heard.
    pub(crate) heard: Vec<Heard>,
    /// Clients that went away, or were sent away, before the end.
    pub(crate) lost: usize,
    /// How long it took.
    pub(crate) time: Duration,
}

/// A way to the server that listens.
async fn between(server: SocketAddr) -> std::io::Result<(u16, Arc<Mutex<Heard>>)> {
    let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
    let port = listener.local_addr()?.port();
    let heard: Arc<Mutex<Heard>> = Arc::default();
    let notes = heard.clone();
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
                        notes.errors.push(format!("`{asked}` -> `{line}`"));
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
            () = up => {}
            () = down => {}
        }
    });
    Ok((port, heard))
}

/// A program that ends with the test.
struct Player(Child);

impl Drop for Player {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn player(port: u16, name: &str, kind: &str) -> std::io::Result<Player> {
    let player = Command::new(AI)
        .args(["-s", "127.0.0.1", "-p", &port.to_string(), "-n", name, "-a", kind, "-t", "0", "-c"])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    Ok(Player(player))
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
    Pioneers::welcome(&mut new);
    let begun = games::create(&new, clients + bots.len())?;
    let mut seats = vec![NewSeat::Open; clients];
    seats.extend(bots.iter().map(|bot| NewSeat::Bot { bot: (*bot).to_owned() }));
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

/// A game of clients, one of each kind, and bots; given up after `limit`.
pub(crate) async fn play(
    app: &App,
    server: SocketAddr,
    map: &str,
    kinds: &[&str],
    bots: &[&str],
    limit: Duration,
) -> Result<Game, String> {
    let table = table(app, map, kinds.len(), bots).await?;
    let begun = Instant::now();
    let (mut players, mut ears) = (Vec::new(), Vec::new());
    for (i, kind) in kinds.iter().enumerate() {
        let (port, heard) = between(server).await.map_err(|e| e.to_string())?;
        players.push(player(port, &format!("{kind}{i}@{table}"), kind).map_err(|e| e.to_string())?);
        ears.push(heard);
    }
    let mut game = Game::default();
    while begun.elapsed() < limit && !game.over {
        tokio::time::sleep(Duration::from_millis(30)).await;
        game.over = is_over(app, &table).await;
        let gone = players.iter_mut().filter_map(|p| p.0.try_wait().ok().flatten()).count();
        if gone > 0 && !game.over && !is_over(app, &table).await {
            game.lost = gone;
            break;
        }
    }
    game.over |= is_over(app, &table).await;
    // what was said last is still on its way
    tokio::time::sleep(Duration::from_millis(100)).await;
    game.time = begun.elapsed();
    game.heard = ears.iter().map(|heard| heard.lock().unwrap().clone()).collect();
    Ok(game)
}
