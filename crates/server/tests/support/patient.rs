//! A client as a browser should be: it gives everything it asks for an id, and asks again with the same id until
//! it is answered.

use super::{Seen, Socket, hear_text, join, post, say};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;

/// No answer may take longer than this, whatever the store does.
const LONGEST_ANSWER: Duration = Duration::from_secs(5);
/// A move that the table keeps trying to store is answered when that works; no outage lasts longer here.
const LONGEST_OUTAGE: Duration = Duration::from_secs(150);
/// How long to wait before asking again.
const PAUSE: Duration = Duration::from_millis(50);

/// A new id.
pub(crate) fn new_id() -> String {
    hexwright_server::secret::random_hex(10)
}

/// Asks until the server says yes; every single answer comes in time.
pub(crate) async fn post_until_done(address: SocketAddr, path: &str, mut body: Value) -> Value {
    body["id"] = json!(new_id());
    loop {
        let answer = tokio::time::timeout(LONGEST_ANSWER, post(address, path, &body)).await;
        match answer.unwrap_or_else(|_| panic!("{path} hangs")) {
            Ok((200, answer)) => return answer,
            Ok((503, _)) | Err(_) => tokio::time::sleep(PAUSE).await,
            Ok((status, answer)) => panic!("{path}: {status} {answer}"),
        }
    }
}

/// Who plays both seats of a table and keeps a journal of what was acknowledged.
pub(crate) struct Player {
    address: SocketAddr,
    table: String,
    tokens: [String; 2],
    sockets: [Socket; 2],
    seen: [Seen; 2],
    pick: usize,
    /// The lines of seats that were acknowledged, in order.
    pub(crate) journal: Vec<String>,
    /// When each of them was.
    pub(crate) when: Vec<tokio::time::Instant>,
    /// How often the server said that it cannot save.
    pub(crate) put_off: usize,
}

impl Player {
    pub(crate) async fn join(address: SocketAddr, table: &str, tokens: [String; 2]) -> Self {
        let mut sockets = [
            join(address, table, Some(&tokens[0])).await.expect("a seat"),
            join(address, table, Some(&tokens[1])).await.expect("a seat"),
        ];
        let seen = [first_state(&mut sockets[0]).await, first_state(&mut sockets[1]).await];
        let table = table.to_owned();
        Self {
            address,
            table,
            tokens,
            sockets,
            seen,
            pick: 0,
            journal: Vec::new(),
            when: Vec::new(),
            put_off: 0,
        }
    }

    /// Whether the game has ended.
    pub(crate) fn is_over(&self) -> bool {
        self.seen[0].over.is_some()
    }

    /// Makes something legal.
    pub(crate) async fn act(&mut self) {
        let seat = self.seen[0].to_act[0];
        self.pick += 7;
        let action = self.seen[seat].choose(seat, self.pick);
        let line = format!("{seat}: {action}");
        let n = self.seen[seat].n;
        self.insist(seat, json!({ "type": "act", "n": n, "action": action }), Some(line)).await;
    }

    /// Takes the last action back.
    pub(crate) async fn undo(&mut self) {
        let seat =
            self.seen.iter().position(|seen| seen.can_undo).expect("the last action can be taken back");
        let n = self.seen[seat].n;
        self.insist(seat, json!({ "type": "undo", "n": n }), Some("undo".to_owned())).await;
    }

    /// Says something.
    pub(crate) async fn say(&mut self, text: &str) {
        self.insist(0, json!({ "type": "chat", "text": text }), None).await;
    }

    /// Sends an intent again and again, with the same id, until it is answered.
    async fn insist(&mut self, seat: usize, mut intent: Value, line: Option<String>) {
        let id = json!(new_id());
        intent["id"] = id.clone();
        let n = self.seen[seat].n;
        loop {
            let _ = say(&mut self.sockets[seat], &intent).await;
            if self.answered(seat, &id).await {
                break;
            }
            self.put_off += 1;
            tokio::time::sleep(PAUSE).await;
        }
        if let Some(line) = line {
            self.journal.push(line);
            self.when.push(tokio::time::Instant::now());
            while self.seen[1 - seat].n <= n {
                self.hear(1 - seat).await;
            }
        }
    }

    /// Whether an intent is done; `false` if it must be sent again.
    async fn answered(&mut self, seat: usize, id: &Value) -> bool {
        loop {
            let message = self.hear(seat).await;
            match message["type"].as_str() {
                None => return false, // the connection was lost
                Some("state") if message["answers"] == *id => return true,
                Some("chat") if message["id"] == *id => return true,
                Some("refused") if message["id"] == *id => {
                    assert_eq!(message["later"], json!(true), "refused for good: {message}");
                    return false;
                }
                Some("saving") if message["works"] == json!(true) => return false,
                Some(_) => {}
            }
        }
    }

    /// The next message of a seat; a lost connection is opened again.
    async fn hear(&mut self, seat: usize) -> Value {
        let text = tokio::time::timeout(LONGEST_OUTAGE, hear_text(&mut self.sockets[seat])).await;
        let Some(text) = text.expect("the server goes on") else {
            loop {
                if let Ok(socket) = join(self.address, &self.table, Some(&self.tokens[seat])).await {
                    self.sockets[seat] = socket;
                    return Value::Null;
                }
                tokio::time::sleep(PAUSE).await;
            }
        };
        let message: Value = serde_json::from_str(&text).expect("a message is data");
        if message["type"] == "state" {
            self.seen[seat] = serde_json::from_str(&text).expect("a state can be read");
        }
        message
    }
}

async fn first_state(socket: &mut Socket) -> Seen {
    super::state_from(socket, 0).await.expect("the first state")
}
