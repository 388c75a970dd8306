//! Moves and chat: stored first, then told. What was stored without an answer is followed.

use super::Table;
use crate::table::ToClient;
use crate::table::chat::Chat;
use crate::table::history::Proposal;
use std::sync::atomic::Ordering;

impl Table {
    /// Stores, then makes it so, then tells everybody: in this order.
    pub(super) async fn commit(&mut self, proposal: Proposal) -> Result<(), String> {
        let (first, lines) = (self.history.stored(), proposal.lines.clone());
        let answer = match self.writer.append(&self.stored.id, first, lines).await {
            Ok(()) => {
                self.history.accept(proposal);
                Ok(())
            }
            Err(error) => match self.catch_up().await {
                None => return Err(error.to_string()),
                Some(found) if found == proposal.lines => Ok(()),
                Some(_) => Err("the game has moved on; here is how it stands".to_owned()),
            },
        };
        if self.is_over() {
            self.over.store(true, Ordering::Relaxed);
            let _ = self.store.finish(&self.stored.id, crate::clock::now()).await;
        }
        self.go_on();
        self.clients.broadcast(&self.history, &self.around());
        answer
    }

    /// Follows what the database has beyond our own account, and gives it: a commit whose answer was lost,
    /// or one of a server that was killed, can come true after we have looked.
    async fn catch_up(&mut self) -> Option<Vec<String>> {
        let lines = self.store.lines(&self.stored.id).await.ok()?;
        let found = lines.get(self.history.stored()..).filter(|found| !found.is_empty())?.to_vec();
        self.history = self.history.reloaded(&lines).ok()?;
        self.clients.forget_logs();
        Some(found)
    }

    /// Stores a line of the chat, then tells everybody.
    pub(super) async fn say(&mut self, connection: u64, text: String) {
        let line = self.chat.next(self.clients.seat_of(connection).map(|s| s.0), text);
        let table = self.stored.id.clone();
        if let Err(error) = self.writer.say(&table, line.clone()).await {
            // as with moves: what was stored without an answer is there, and its number is taken
            self.chat = self.store.chat(&table).await.map_or_else(|_| self.chat.clone(), Chat::new);
            if self.chat.last() != Some(&line) {
                tracing::error!(table, %error, "a line of the chat could not be stored");
                return self.refuse(connection, "the server could not keep what you said; say it again");
            }
        } else {
            self.chat.push(line.clone());
        }
        self.clients.tell_all(&ToClient::Chat(line));
    }
}
