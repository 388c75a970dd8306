//! Who sits at a table: persons, the bots that stand in for them, and who is away.

use super::Table;
use crate::secret;
use crate::store::StoredSeat;
use crate::table::{Change, SeatInfo, ToClient};
use axum::extract::ws::Utf8Bytes;
use hexwright_core::Seat;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

impl Table {
    /// A browser comes; whose seat it holds, its secret says.
    pub(super) fn join(
        &mut self,
        token: Option<String>,
        sender: mpsc::Sender<Utf8Bytes>,
        reply: oneshot::Sender<Option<u64>>,
    ) {
        let mut seat = None;
        if let Some(token) = token {
            seat = self.stored.seats.iter().position(|s| secret::matches(&token, &s.token_hash));
            if seat.is_none() {
                let _ = reply.send(None);
                return;
            }
        }
        let connection = self.clients.add(seat.map(|s| Seat(s as u8)), sender);
        let _ = reply.send(Some(connection));
        self.note_absence();
        if seat.is_some() {
            self.note_comer();
        }
        self.set_alarm();
        self.keep_listed();
        self.resend(connection, None);
        self.clients.tell(connection, &self.chat.so_far());
        self.clients.tell(connection, &self.polls());
        if let Some(table) = self.rematch.clone() {
            self.clients.tell(connection, &ToClient::Rematch { table });
        }
        if self.trouble.is_some() {
            self.clients.tell(connection, &ToClient::Saving { works: false });
        }
    }

    /// The bot that plays a seat now: its own, or the one that stands in for a leaver.
    pub(super) fn bot_name(&self, seat: Seat) -> Option<&str> {
        match self.stored.seats.get(seat.index())?.kind.as_str() {
            "open" => None,
            "person" => self.stand_in(seat.index()),
            bot => Some(bot),
        }
    }

    /// Whether somebody's time runs here: no bot's, and not that of a seat nobody has taken yet.
    pub(super) fn is_played_by_a_person(&self, seat: Seat) -> bool {
        let taken = self.stored.seats.get(seat.index()).is_some_and(|s| s.kind != "open");
        taken && self.bot_name(seat).is_none()
    }

    /// The bot that plays for a person: because the person or the others decided so, or because the person
    /// has been away too long and the table wishes for it.
    pub(super) fn stand_in(&self, seat: usize) -> Option<&str> {
        let chosen = self.stored.seats.get(seat).map(|s| s.bot.as_str()).filter(|bot| !bot.is_empty());
        chosen.or_else(|| self.stored.wishes.leavers.as_deref().filter(|_| self.is_gone(seat)))
    }

    /// Whether a person has been away so long that others may decide about the seat.
    pub(super) fn is_gone(&self, seat: usize) -> bool {
        self.away.get(&seat).is_some_and(|since| since.elapsed() >= self.pace.leaver_after)
    }

    /// Keeps since when each person is away, and tells everybody if somebody came or went.
    pub(super) fn note_absence(&mut self) {
        for (i, seat) in self.stored.seats.iter().enumerate() {
            if seat.kind != "person" || self.clients.is_here(i) {
                self.away.remove(&i);
            } else {
                self.away.entry(i).or_insert_with(Instant::now);
            }
        }
        self.tell_seats();
        self.sort_votes();
    }

    /// Tells everybody who sits where, if it is news.
    pub(super) fn tell_seats(&mut self) {
        let seats = self.seat_infos();
        if seats != self.told {
            self.told.clone_from(&seats);
            self.tell_followers(&Change::Seats(seats.clone()));
            self.clients.tell_all(&ToClient::Seats { seats });
        }
    }

    pub(super) fn seat_infos(&self) -> Vec<SeatInfo> {
        let of = |(i, s): (usize, &StoredSeat)| SeatInfo {
            name: s.name.clone(),
            kind: s.kind.clone(),
            here: self.clients.is_here(i),
            stand_in: self.stand_in(i).map(str::to_owned),
            gone: s.kind == "person" && !s.token_hash.is_empty() && self.is_gone(i),
            resigned: s.kind == "person" && s.token_hash.is_empty(),
        };
        self.stored.seats.iter().enumerate().map(of).collect()
    }
}
