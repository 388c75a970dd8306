//! How a table stands in the list, and how long it stays there and in memory.

use super::Table;
use crate::secret;
use crate::store::Write;
use crate::table::command::TableInfo;
use crate::table::life::lasts;
use hexwright_core::Seat;
use std::time::Duration;

/// A table is kept in the list a little longer than noted; the note is renewed when this much of it is over.
const RENEW: i64 = 10;
/// How long the note that somebody came may wait for the disk; nobody waits for it.
const NOTE_WITHIN: Duration = Duration::from_secs(10);

impl Table {
    /// What the lobby shows.
    pub(super) fn info(&self) -> TableInfo {
        TableInfo {
            id: self.stored.id.clone(),
            title: self.stored.title.clone(),
            kind: self.stored.kind.clone(),
            seats: self.seat_infos(),
            moves: self.history.moves(),
            gathering: !self.history.has_begun(),
            drawn: self.stored.setup.is_empty(),
            over: self.is_over(),
            ended: Some(self.stored.ended.clone()).filter(|ended| !ended.is_empty()),
            created: self.stored.created,
            to_act: self.waited_for().iter().map(|s| s.0).collect(),
            commitment: secret::hash(&self.stored.secret),
            wishes: self.stored.wishes.clone(),
        }
    }

    /// Tells the rest of the server how the table stands: it may rest when nobody is here, no bot is to move
    /// and nothing waits for its time.
    pub(super) fn note_life(&self) {
        let over = self.is_over();
        let quiet = self.clients.is_empty()
            && self.held.is_empty()
            && self.trouble.is_none()
            // an alarm set while the game was under way means nothing when it is over
            && (over
                || self.alarm.is_none() && !self.waited_for().iter().any(|&s| self.bot_name(s).is_some()));
        self.life.note(over, quiet);
    }

    /// Until when the table stays in the list now that a person is here, if that is worth a note.
    pub(super) fn renewal(&self, started: bool) -> Option<i64> {
        let lasts = lasts(started, self.stored.wishes.turn_seconds.is_some());
        let expires = crate::clock::now() + lasts;
        (self.stored.expires < expires - lasts / RENEW).then_some(expires)
    }

    /// Notes that a person is here, so that the table stays in the list. Written rarely; nobody waits for it.
    pub(super) fn keep_listed(&mut self) {
        let mut people = self.stored.seats.iter().enumerate().filter(|(_, s)| s.kind == "person");
        if self.is_over() || !people.any(|(i, _)| self.clients.is_here(i)) {
            return;
        }
        let Some(expires) = self.renewal(self.is_started()) else { return };
        self.stored.expires = expires;
        let write = Write::Keep { game: self.stored.id.clone(), expires };
        let store = self.store.clone();
        crate::seams::spawn(async move {
            if let Err(error) = store.write_within(write, NOTE_WITHIN).await {
                tracing::warn!(%error, "a visit could not be noted");
            }
        });
    }

    /// Whether a person has moved.
    fn is_started(&self) -> bool {
        let person = |seat: Seat| self.stored.seats.get(seat.index()).is_some_and(|s| s.kind == "person");
        self.history.makers().any(person)
    }
}
