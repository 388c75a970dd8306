//! What people ask for: moves, taking back, chat, a seat. An intent that is asked for again, with the same id, is
//! answered and not carried out twice.

use super::Table;
use crate::planted::planted;
use crate::store::{SaveError, StoredSeat, Write};
use crate::table::chat::Chat;
use crate::table::history::Proposal;
use crate::table::{Change, NotPlayed, Refusal, ToClient};
use crate::{names, secret};
use hexwright_core::Seat;
use std::time::Duration;

/// How long somebody who sits down or says something waits for the disk before being told to try later.
pub(super) const PATIENCE: Duration = Duration::from_secs(3);

const MOVED_ON: &str = "the game has moved on; here is how it stands";

impl Table {
    pub(super) async fn act(&mut self, connection: u64, n: usize, action: &str, id: &str) {
        let begun = tokio::time::Instant::now();
        let Some(seat) = self.may_act(connection, n, id).await else { return };
        let proposal = self.history.propose(seat, action, &self.stored.secret);
        self.carry_out(connection, id, proposal).await;
        self.metrics.move_seconds.add(begun.elapsed().as_secs_f64());
    }

    pub(super) async fn undo(&mut self, connection: u64, n: usize, id: &str) {
        let Some(seat) = self.may_act(connection, n, id).await else { return };
        let mut proposal = self.history.propose_undo(seat);
        if proposal.is_ok() && !self.can_tell_undo() {
            proposal = Err("people with another program are at this table, and it cannot be told".into());
        }
        if proposal.is_ok() && !planted!("undo-log") {
            self.clients.forget_logs();
        }
        self.carry_out(connection, id, proposal).await;
    }

    /// Stores what somebody asked for, or says why not.
    pub(super) async fn carry_out(
        &mut self,
        connection: u64,
        id: &str,
        proposal: Result<Proposal, NotPlayed>,
    ) {
        let refusal = match proposal {
            Err(reason) => Refusal::never(reason),
            Ok(proposal) => match self.commit(proposal, id, Some(connection)).await {
                Ok(()) => return,
                Err(SaveError::Taken) => Refusal::never(MOVED_ON),
                Err(SaveError::Unavailable | SaveError::Lost) => Refusal::not_now(),
                Err(SaveError::Refused) => Refusal::never("this could not be stored and was not done"),
            },
        };
        self.refuse(connection, id, refusal);
    }

    /// The seat of a connection, if it answers the state as it is. Otherwise it is told why not; if this
    /// very intent was stored before, it is told that.
    async fn may_act(&mut self, connection: u64, n: usize, id: &str) -> Option<Seat> {
        let Some(seat) = self.clients.seat_of(connection) else {
            self.refuse(connection, id, Refusal::never("spectators cannot act"));
            return None;
        };
        if self.has_ended() {
            self.refuse(connection, id, Refusal::never("the game has ended"));
            return None;
        }
        if !self.history.has_begun() {
            self.refuse(
                connection,
                id,
                Refusal::never("the game has not begun: the table waits for its people"),
            );
            return None;
        }
        if !self.stored.seats[seat.index()].bot.is_empty() {
            self.refuse(connection, id, Refusal::never("a bot plays for you; take your seat back first"));
            return None;
        }
        if n == self.history.stored() || planted!("plays-twice") {
            return Some(seat);
        }
        let (store, table) = (self.store.clone(), self.stored.id.clone());
        match self.meanwhile(async move { store.intent(&table, n).await }).await {
            Ok(found) if found.as_deref() == Some(id) => self.resend(connection, Some(id)),
            Ok(_) => {
                // nothing changes, the client gets the truth
                self.refuse(connection, id, Refusal::never(MOVED_ON));
                self.resend(connection, None);
            }
            Err(error) => {
                tracing::warn!(table = self.stored.id, "{error:#}");
                self.refuse(connection, id, Refusal::not_now());
            }
        }
        None
    }

    /// Stores a line of the chat, then tells everybody.
    pub(super) async fn say(&mut self, connection: u64, text: String, id: String) {
        if let Some(line) = self.chat.find(&id).filter(|_| !planted!("says-twice")) {
            return self.clients.tell(connection, &ToClient::Chat(line.clone()));
        }
        let seat = self.clients.seat_of(connection).map(|s| s.0);
        if let Err(refusal) = self.store_said(seat, text, id.clone()).await {
            self.refuse(connection, &id, refusal);
        }
    }

    /// Stores a line of the chat, then tells everybody.
    pub(super) async fn store_said(
        &mut self,
        seat: Option<u8>,
        text: String,
        id: String,
    ) -> Result<(), Refusal> {
        let game = self.stored.id.clone();
        let line = self.chat.next(seat, text.clone(), id.clone());
        let mut saved =
            self.save_within(Write::Said { game: game.clone(), line: line.clone() }, PATIENCE).await;
        let mut said = line;
        if saved == Err(SaveError::Taken) {
            // a line whose answer was lost came true after all, and its number is taken
            let store = self.store.clone();
            if let Ok(lines) = self.meanwhile(async move { store.chat(&game).await }).await {
                self.chat = Chat::new(lines);
                said = self.chat.next(seat, text, id.clone());
                let write = Write::Said { game: self.stored.id.clone(), line: said.clone() };
                saved = self.save_within(write, PATIENCE).await;
            }
        }
        match saved {
            Ok(_) => {
                self.chat.push(said.clone());
                self.tell_followers(&Change::Chat(said.clone()));
                self.clients.tell_all(&ToClient::Chat(said));
                Ok(())
            }
            Err(SaveError::Unavailable | SaveError::Taken | SaveError::Lost) => Err(Refusal::not_now()),
            Err(SaveError::Refused) => Err(Refusal::never("the server cannot keep this text")),
        }
    }

    /// Gives a free seat to whoever asks; its secret, or why not.
    pub(super) async fn sit(&mut self, seat: usize, name: &str, id: &str) -> Result<String, Refusal> {
        let stored = self.stored.seats.get(seat).ok_or_else(|| Refusal::never("there is no such seat"))?;
        let token = secret::seat_token(&self.stored.secret, id, seat);
        let token_hash = secret::hash(&token);
        if stored.token_hash == token_hash {
            return Ok(token); // asked again
        }
        if self.is_over() {
            return Err(Refusal::never("the game has ended"));
        }
        let taken = || Err(Refusal::never("this seat is taken"));
        if stored.kind != "open" {
            return taken();
        }
        let name = names::told_apart(name, self.stored.seats.iter().map(|s| s.name.as_str()))
            .map_err(|bad| Refusal::never(bad.to_string()))?;
        let (game, intent) = (self.stored.id.clone(), secret::hash(id));
        let sitting = StoredSeat {
            name: name.clone(),
            kind: "person".to_owned(),
            token_hash,
            intent: intent.clone(),
            bot: String::new(),
        };
        let token_hash = sitting.token_hash.clone();
        match self.save_within(Write::Seat { game, seat, name, token_hash, intent }, PATIENCE).await {
            Ok(_) => self.stored.seats[seat] = sitting,
            Err(SaveError::Taken) => {
                self.reread_seats().await;
                return taken();
            }
            Err(_) if planted!("sits-unsaved") => return Ok(token),
            Err(SaveError::Unavailable | SaveError::Lost) => return Err(Refusal::not_now()),
            Err(SaveError::Refused) => return Err(Refusal::never("the server cannot keep this name")),
        }
        self.note_absence();
        self.go_on();
        if self.stored.wishes.turn_seconds.is_some() {
            // now there is somebody whose time may run: everybody sees it
            self.clients.broadcast(&self.history, &self.around(), None);
        }
        self.gather().await;
        Ok(token)
    }

    /// Somebody sits where we thought a seat was free: the answer to an earlier attempt was lost.
    pub(super) async fn reread_seats(&mut self) {
        let (store, table) = (self.store.clone(), self.stored.id.clone());
        if let Ok(Some(game)) = self.meanwhile(async move { store.game(&table).await }).await {
            self.stored.seats = game.seats;
            self.note_absence();
            self.go_on();
        }
    }
}
