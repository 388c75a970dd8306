//! Killed at any instant, the server loses nothing it has acknowledged.
//!
//! Players keep a journal of what was acknowledged. The server is killed (SIGKILL) again and again while
//! they play, comes back, and at the end the log in the database must be exactly what was played: every
//! acknowledged move, once, in order, and nothing that nobody played.

#![allow(clippy::print_stderr)]
#![expect(clippy::disallowed_methods, reason = "what is measured here is time")]

#[path = "../../server/tests/postgres/mod.rs"]
mod postgres;
#[path = "../../server/tests/support/mod.rs"]
mod support;

use hexwright_core::{Fast, Random as _};
use hexwright_server::store::{Store, Write};
use hexwright_server::{games, table::History};
use hexwright_trials::{Trials, nothing};
use serde_json::json;
use std::net::SocketAddr;
use std::time::{Duration, Instant};
use support::{Process, Seen, Socket, binary, join, say, state_from, table_of_two};
use tokio::sync::watch;

/// What one client knows of its game.
struct Journal {
    table: String,
    /// Line number and line of every move of a seat.
    moves: Vec<(usize, String)>,
    acknowledged: usize,
    /// Moves whose acknowledgement was cut off, and that turned out to be stored.
    found: usize,
    /// Moves whose acknowledgement was cut off, and that were not stored.
    dropped: usize,
}

struct Player {
    journal: Journal,
    tokens: [String; 2],
    pending: Option<(usize, String)>,
    pick: usize,
}

impl Player {
    /// Plays until the connection breaks (`true`: come back) or the game is over.
    async fn play(&mut self, address: SocketAddr) -> bool {
        let mut sockets: Vec<Socket> = Vec::new();
        for token in &self.tokens {
            match join(address, &self.journal.table, Some(token)).await {
                Ok(socket) => sockets.push(socket),
                Err(_) => return true,
            }
        }
        let mut next = 0;
        loop {
            let mut states: Vec<Seen> = Vec::new();
            for socket in &mut sockets {
                match state_from(socket, next).await {
                    Some(state) => states.push(state),
                    None => return true,
                }
            }
            let n = states[0].n;
            self.settle(n, next > 0);
            if states[0].over.is_some() {
                return false;
            }
            let seat = states[0].to_act[0];
            self.pick += 7;
            let action = states[seat].choose(seat, self.pick);
            self.pending = Some((n, format!("{seat}: {action}")));
            next = n + 1;
            let id = support::patient::new_id();
            let act = json!({ "type": "act", "n": n, "action": action, "id": id });
            if say(&mut sockets[seat], &act).await.is_err() {
                return true;
            }
        }
    }

    /// What became of the pending move, now that the game stands at line `n`.
    fn settle(&mut self, n: usize, same_connection: bool) {
        let last = self.journal.moves.last().map_or(0, |(line, _)| line + 1);
        assert!(n >= last, "table {}: an acknowledged move is gone ({n} < {last})", self.journal.table);
        let Some((line, text)) = self.pending.take() else { return };
        match (n > line, same_connection) {
            (true, true) => self.journal.acknowledged += 1,
            (true, false) => self.journal.found += 1,
            (false, _) => {
                self.journal.dropped += 1;
                return;
            }
        }
        self.journal.moves.push((line, text));
    }

    /// Plays on through every restart until told to stop.
    async fn persist(mut self, mut address: watch::Receiver<Option<SocketAddr>>) -> Journal {
        loop {
            let Ok(here) = address.wait_for(|_| true).await.map(|a| *a) else { break };
            let Some(here) = here else { break };
            tokio::select! {
                again = self.play(here) => if !again { break },
                // the server moved: what was under way is settled after the next hello
                _ = address.changed() => {}
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        self.journal
    }
}

async fn soak(database: &str, games: usize, kills: usize) {
    let binary = &binary(env!("CARGO_BIN_EXE_hexwright"));
    let mut server = Process::start(binary, database);
    let (tell, address) = watch::channel(Some(server.address));
    let mut players = Vec::new();
    for i in 0..games {
        let (table, tokens) = table_of_two(server.address, 12).await.expect("a table is made");
        let journal = Journal { table, moves: Vec::new(), acknowledged: 0, found: 0, dropped: 0 };
        let player = Player { journal, tokens, pending: None, pick: i };
        players.push(tokio::spawn(player.persist(address.clone())));
    }
    let mut random = Fast::new(7, 0);
    let mut slowest = Duration::ZERO;
    for _ in 0..kills {
        tokio::time::sleep(Duration::from_millis(60 + random.below(340))).await;
        server.kill();
        let begun = Instant::now();
        server = Process::start(binary, database);
        slowest = slowest.max(begun.elapsed());
        tell.send_replace(Some(server.address));
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    // the last blow falls under load too
    server.kill();
    tell.send_replace(None);
    let (mut acknowledged, mut found, mut dropped) = (0, 0, 0);
    let store = Store::open(database).await.expect("the database opens");
    for player in players {
        let mut journal = player.await.expect("no player saw a lost move");
        let lines = store.lines(&journal.table).await.expect("the log can be read");
        let stored: Vec<(usize, String)> =
            lines.iter().cloned().enumerate().filter(|(_, l)| !l.starts_with("chance ")).collect();
        // a move under way at the last blow may have been stored without anybody hearing of it
        if stored.len() == journal.moves.len() + 1 {
            journal.moves.extend(stored.last().cloned());
        }
        assert_eq!(stored, journal.moves, "table {}: lost, doubled or reordered", journal.table);
        let game = store.game(&journal.table).await.unwrap().unwrap();
        let start = games::open(&game.kind, &game.setup).unwrap();
        History::load(start, &lines).expect("the log replays");
        (acknowledged, found, dropped) =
            (acknowledged + journal.acknowledged, found + journal.found, dropped + journal.dropped);
    }
    assert!(acknowledged > games * kills / 10, "only {acknowledged} moves: this was no load");
    eprintln!(
        "{games} games, {} kills: {acknowledged} moves acknowledged, all there once and in order; of those cut \
         off {found} were stored and {dropped} were not; slowest restart {slowest:?}",
        kills + 1
    );
}

fn sqlite(folder: &tempfile::TempDir) -> String {
    format!("sqlite://{}?mode=rwc", folder.path().join("games.db").display())
}

#[tokio::main(worker_threads = 1)]
async fn a_few_kills_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    soak(&sqlite(&folder), 8, 6).await;
}

#[tokio::main(worker_threads = 1)]
async fn a_few_kills_lose_nothing_in_postgresql() {
    let postgres = postgres::start();
    soak(&postgres.url, 8, 6).await;
}

/// How many kills `cargo xtask kills N` asks for.
fn kills_asked_for() -> usize {
    std::env::var("HEXWRIGHT_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(100)
}

#[tokio::main(worker_threads = 1)]
async fn many_kills_lose_nothing() {
    let folder = tempfile::tempdir().unwrap();
    soak(&sqlite(&folder), 50, kills_asked_for()).await;
}

#[tokio::main(worker_threads = 1)]
async fn many_kills_lose_nothing_in_postgresql() {
    let postgres = postgres::start();
    soak(&postgres.url, 50, kills_asked_for()).await;
}

/// A commit can come true after the next server has read the log: the table follows it and goes on.
#[tokio::main(worker_threads = 1)]
async fn a_move_that_was_stored_late_is_followed() {
    let folder = tempfile::tempdir().unwrap();
    let database = sqlite(&folder);
    let server = Process::start(env!("CARGO_BIN_EXE_hexwright"), &database);
    let (table, tokens) = table_of_two(server.address, 10).await.unwrap();
    let mut sockets = Vec::new();
    for token in &tokens {
        sockets.push(join(server.address, &table, Some(token)).await.unwrap());
    }
    let mut begun = Vec::new();
    for socket in &mut sockets {
        begun.push(state_from(socket, 0).await.unwrap());
    }
    let (n, seat) = (begun[0].n, begun[0].to_act[0]);
    let [late, other] = [0, 1].map(|i| begun[seat].action(i));
    let store = Store::open(&database).await.unwrap();
    let (game, lines) = (table.clone(), vec![format!("{seat}: {late}")]);
    let write = Write::Moves {
        game,
        first: n,
        lines,
        intent: "of a server before".into(),
        finished: None,
        expires: None,
    };
    store.write(std::sync::Arc::new(write)).await.unwrap();
    // the server knows nothing of it, and its own line of that number cannot be stored
    say(&mut sockets[seat], &json!({ "type": "act", "n": n, "action": other })).await.unwrap();
    let next = state_from(&mut sockets[seat], n + 1).await.unwrap();
    let refused = support::hear(&mut sockets[seat], "refused").await.unwrap();
    assert!(refused["reason"].as_str().unwrap().contains("the game has moved on"), "{refused}");
    let then = next.action(0);
    say(&mut sockets[seat], &json!({ "type": "act", "n": n + 1, "action": then })).await.unwrap();
    assert!(state_from(&mut sockets[1 - seat], n + 2).await.is_some());
    let lines = store.lines(&table).await.unwrap();
    assert_eq!(lines[n..], [format!("{seat}: {late}"), format!("{seat}: {then}")]);
}

#[cfg(unix)]
#[tokio::main(worker_threads = 1)]
async fn a_termination_signal_ends_it_in_good_order() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Process::start(env!("CARGO_BIN_EXE_hexwright"), &sqlite(&folder));
    let (table, [ann, _]) = table_of_two(server.address, 10).await.unwrap();
    let mut socket = join(server.address, &table, Some(&ann)).await.unwrap();
    assert!(state_from(&mut socket, 0).await.is_some());
    let pid = server.child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    let status = tokio::task::spawn_blocking(move || server.child.wait().unwrap());
    let status = tokio::time::timeout(Duration::from_secs(10), status).await.expect("it ends").unwrap();
    assert!(status.success(), "{status}");
}

fn main() -> std::process::ExitCode {
    let (always, postgresql) = (nothing(), postgres::need());
    let mut trials = Trials::default();
    trials.test(&always, "a_few_kills_lose_nothing", a_few_kills_lose_nothing);
    trials.test(
        &postgresql,
        "a_few_kills_lose_nothing_in_postgresql",
        a_few_kills_lose_nothing_in_postgresql,
    );
    trials.test(&always, "a_move_that_was_stored_late_is_followed", a_move_that_was_stored_late_is_followed);
    #[cfg(unix)]
    trials.test(
        &always,
        "a_termination_signal_ends_it_in_good_order",
        a_termination_signal_ends_it_in_good_order,
    );
    // minutes: `cargo xtask kills` and `cargo xtask soak` run them
    trials.long_test(&always, "many_kills_lose_nothing", many_kills_lose_nothing);
    trials.long_test(
        &postgresql,
        "many_kills_lose_nothing_in_postgresql",
        many_kills_lose_nothing_in_postgresql,
    );
    trials.run()
}
