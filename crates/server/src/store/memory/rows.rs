//! The rows of one game, and what each write does to them: the same as its SQL in `write.rs`.

use crate::store::StoredGame;
use crate::store::fence::Fence;
use crate::store::write::{Found, Write};
use crate::table::{ChatLine, MOST_CHAT_LINES};
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio::time::Instant;

/// A stored line.
#[derive(Debug)]
pub(super) struct Event {
    pub(super) line: String,
    /// The id of the intent it follows from; empty if it is not the first that follows from it.
    pub(super) intent: String,
    /// In whose name and in which epoch it was stored.
    pub(super) epoch: (i64, Arc<str>),
    pub(super) at: Instant,
}

/// All that is stored of one game.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows {
    pub(super) game: Option<StoredGame>,
    pub(super) events: BTreeMap<usize, Arc<Event>>,
    pub(super) chat: BTreeMap<u64, ChatLine>,
    /// When a line was stored last.
    pub(super) changed: Option<Instant>,
    /// When somebody sat down last.
    pub(super) seated: Option<Instant>,
    /// Its owner in each epoch, from the first on.
    pub(super) owners: Vec<String>,
}

/// What is stored of a game, for whoever checks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Durable {
    /// The game with its seats.
    pub game: StoredGame,
    /// Its lines by number, each with the id of its intent.
    pub lines: Vec<(usize, String, String)>,
    /// What was said.
    pub chat: Vec<ChatLine>,
    /// When a line was stored last.
    pub changed: Instant,
    /// When somebody sat down last; the making of the table counts.
    pub seated: Instant,
    /// For each line in which epoch and in whose name it was stored.
    pub epochs: Vec<(i64, Arc<str>)>,
    /// When each line was stored.
    pub times: Vec<Instant>,
}

/// A write whose place is taken.
#[derive(Debug)]
pub(super) struct Conflict;

impl Rows {
    pub(super) fn durable(&self) -> Option<Durable> {
        let lines = self.events.iter().map(|(&n, e)| (n, e.line.clone(), e.intent.clone())).collect();
        let epochs = self.events.values().map(|e| e.epoch.clone()).collect();
        let chat = self.chat.values().cloned().collect();
        Some(Durable {
            game: self.game.clone()?,
            lines,
            chat,
            changed: self.changed.unwrap_or_else(Instant::now),
            seated: self.seated.unwrap_or_else(Instant::now),
            epochs,
            times: self.events.values().map(|e| e.at).collect(),
        })
    }

    pub(super) fn length(&self) -> usize {
        self.events.len()
    }

    pub(super) fn apply(&mut self, write: &Write, fence: Option<&Fence>) -> Result<(), Conflict> {
        if let Write::Create(game) = write {
            let free = self.game.is_none();
            self.game.get_or_insert_with(|| StoredGame::clone(game));
            self.owners.extend(fence.map(|fence| fence.server.to_string()));
            self.seated = Some(Instant::now());
            return if free { Ok(()) } else { Err(Conflict) };
        }
        let Some(game) = &mut self.game else {
            return if matches!(write, Write::Probe) { Ok(()) } else { Err(Conflict) };
        };
        match write {
            Write::Moves { first, lines, intent, finished, expires, .. } => {
                let epoch = fence.map_or_else(|| (0, Arc::from("")), |f| (f.epoch, f.server.clone()));
                for (i, line) in lines.iter().enumerate() {
                    let intent = if i == 0 { intent.clone() } else { String::new() };
                    let event =
                        Event { line: line.clone(), intent, epoch: epoch.clone(), at: Instant::now() };
                    if self.events.insert(first + i, Arc::new(event)).is_some() {
                        return Err(Conflict);
                    }
                }
                if let Some(when) = finished.filter(|_| game.finished == 0) {
                    (game.finished, game.ended) = (when, String::new());
                }
                game.expires = game.expires.max(expires.unwrap_or(0));
                self.changed = Some(Instant::now());
            }
            Write::Said { line, .. } => {
                if self.chat.insert(line.n, line.clone()).is_some() {
                    return Err(Conflict);
                }
                self.chat.retain(|&n, _| n + MOST_CHAT_LINES as u64 > line.n);
            }
            Write::Seat { seat, name, token_hash, intent, .. } => {
                let seat = game.seats.get_mut(*seat).filter(|s| s.kind == "open").ok_or(Conflict)?;
                seat.kind = "person".to_owned();
                (seat.name, seat.token_hash) = (name.clone(), token_hash.clone());
                seat.intent.clone_from(intent);
                self.seated = Some(Instant::now());
            }
            Write::Reseat { seat, before, after, .. } => {
                let seat = game.seats.get_mut(*seat).filter(|s| s.intent == *before).ok_or(Conflict)?;
                *seat = after.clone();
            }
            Write::Finished { when, ended, .. } if game.finished == 0 => {
                (game.finished, game.ended) = (*when, (*ended).to_owned());
            }
            Write::Keep { expires, .. } => game.expires = game.expires.max(*expires),
            Write::Finished { .. } | Write::Create(_) | Write::Probe => {}
        }
        Ok(())
    }

    pub(super) fn look_up(&self, write: &Write) -> Found {
        let seat = |seat: &usize| self.game.as_ref().and_then(|game| game.seats.get(*seat));
        let (found, intent) = match write {
            Write::Create(game) => (self.game.as_ref().map(|g| &g.intent), &game.intent),
            Write::Moves { first, intent, .. } => (self.events.get(first).map(|e| &e.intent), intent),
            Write::Said { line, .. } => (self.chat.get(&line.n).map(|l| &l.id), &line.id),
            Write::Seat { seat: at, intent, .. } => {
                (seat(at).filter(|s| s.kind != "open").map(|s| &s.intent), intent)
            }
            Write::Reseat { seat: at, before, after, .. } => {
                (seat(at).map(|s| &s.intent).filter(|intent| *intent != before), &after.intent)
            }
            Write::Finished { .. } | Write::Keep { .. } | Write::Probe => return Found::Nothing,
        };
        match found {
            None => Found::Nothing,
            Some(found) if found == intent => Found::Same,
            Some(_) => Found::Other,
        }
    }
}
