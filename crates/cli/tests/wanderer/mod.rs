//! A player who goes from server to server: whose server falls silent or breaks off comes again through another one
//! and asks for the same move until it is answered, as a browser does.

use crate::support::patient::new_id;
use crate::support::{Seen, Socket, hear_text, join, say, state_from};
use hexwright_core::{Fast, Random as _};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::watch;
use tokio::time::{sleep, timeout};

/// Who hears nothing for this long goes to another server.
const SILENCE: Duration = Duration::from_secs(2);
/// How long a player waits to be let in.
const LET_IN: Duration = Duration::from_secs(12);
/// A person takes a moment for a move.
const THINK: Duration = Duration::from_millis(80);

/// Where the servers are; `None` while one is down.
pub(crate) type Addresses = Arc<Mutex<[Option<SocketAddr>; super::SERVERS]>>;

/// Who plays both seats of a table.
pub(crate) struct Player {
    pub(crate) table: String,
    pub(crate) tokens: [String; 2],
    pub(crate) random: Fast,
    /// Line number and line of every acknowledged move.
    pub(crate) journal: Vec<(usize, String)>,
    /// When each was acknowledged.
    pub(crate) when: Vec<Instant>,
}

impl Player {
    /// Plays until told to stop; the last move is acknowledged too.
    pub(crate) async fn persist(mut self, addresses: Addresses, stop: watch::Receiver<bool>) -> Self {
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
                *pending = Some((seen[0].n, seat, action, new_id()));
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
    timeout(SILENCE, state_from(socket, n)).await.ok()?
}
