//! The browsers at a table and what is sent to them.

use super::{Around, History, ToClient, state::shown};
use crate::planted::planted;
use axum::extract::ws::Utf8Bytes;
use hexwright_core::{Seat, Viewer, json};
use tokio::sync::mpsc;

struct Client {
    connection: u64,
    seat: Option<Seat>,
    sender: mpsc::Sender<Utf8Bytes>,
    log_sent: usize,
}

/// Everybody who is connected.
#[derive(Default)]
pub(super) struct Clients {
    list: Vec<Client>,
    next: u64,
    /// Seats somebody holds who follows in another way, one bit each.
    elsewhere: u16,
}

/// A message as it goes over the socket.
pub(crate) fn encode(message: &ToClient<'_>) -> Utf8Bytes {
    // most messages are states of a few kilobytes
    let bytes = if matches!(message, ToClient::State(_)) { 4 << 10 } else { 128 };
    json::text_of(message, bytes).unwrap_or_default().into()
}

impl Clients {
    /// A new connection; its number.
    pub(super) fn add(&mut self, seat: Option<Seat>, sender: mpsc::Sender<Utf8Bytes>) -> u64 {
        self.next += 1;
        self.list.push(Client { connection: self.next, seat, sender, log_sent: 0 });
        self.next
    }

    /// Whether nobody is connected.
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty() && self.elsewhere == 0
    }

    /// Seats somebody holds who follows in another way, one bit each.
    pub(super) fn note_elsewhere(&mut self, seats: u16) {
        self.elsewhere = seats;
    }

    /// A connection is gone.
    pub(super) fn remove(&mut self, connection: u64) {
        self.list.retain(|c| c.connection != connection);
    }

    /// Connections whose seat is no longer held by anybody watch from now on.
    pub(super) fn stand_up(&mut self, is_held: impl Fn(usize) -> bool) {
        for client in &mut self.list {
            client.seat = client.seat.filter(|seat| is_held(seat.index()));
        }
    }

    /// The seat a connection holds.
    pub(super) fn seat_of(&self, connection: u64) -> Option<Seat> {
        self.list.iter().find(|c| c.connection == connection)?.seat
    }

    /// Whether somebody with the seat's secret is connected.
    pub(super) fn is_here(&self, seat: usize) -> bool {
        self.elsewhere >> seat & 1 == 1 || self.list.iter().any(|c| c.seat.is_some_and(|s| s.index() == seat))
    }

    /// Sends one message to one connection.
    pub(super) fn tell(&self, connection: u64, message: &ToClient<'_>) {
        if let Some(client) = self.list.iter().find(|c| c.connection == connection) {
            let _ = client.sender.try_send(encode(message));
        }
    }

    /// Sends one message to all; who cannot take it is too slow and dropped.
    pub(super) fn tell_all(&mut self, message: &ToClient<'_>) {
        let text = encode(message);
        self.list.retain(|c| c.sender.try_send(text.clone()).is_ok());
    }

    /// Everybody gets the whole log with the next state.
    pub(super) fn forget_logs(&mut self) {
        self.list.iter_mut().for_each(|c| c.log_sent = 0);
    }

    /// Sends one connection the state with the whole log, as the answer to the intent with id `answers`.
    pub(super) fn send_full(
        &mut self,
        connection: u64,
        history: &History,
        around: &Around,
        answers: Option<&str>,
    ) {
        if let Some(client) = self.list.iter_mut().find(|c| c.connection == connection) {
            let text = encode(&shown(history, around, viewer(client.seat), 0, answers));
            client.log_sent = history.moves();
            let _ = client.sender.try_send(text);
        }
    }

    /// Sends everybody the state. A reader whose queue is full is dropped, reconnects and gets the full
    /// state. Spectators who know the same lines share one text. The connection whose intent led here is
    /// told its id.
    pub(super) fn broadcast(&mut self, history: &History, around: &Around, answered: Option<(u64, &str)>) {
        let mut shared: Option<(usize, Utf8Bytes)> = None;
        self.list.retain_mut(|client| {
            let keep = if planted!("undo-log") { usize::MAX } else { history.moves() };
            let from = client.log_sent.min(keep);
            let known = shared.as_ref().filter(|(f, _)| client.seat.is_none() && *f == from);
            let text = known.map(|(_, text)| text.clone()).unwrap_or_else(|| {
                let answers = answered.filter(|(connection, _)| *connection == client.connection);
                let answers = answers.map(|(_, id)| id);
                encode(&shown(history, around, viewer(client.seat), from, answers))
            });
            if client.seat.is_none() {
                shared = Some((from, text.clone()));
            }
            client.log_sent = history.moves();
            client.sender.try_send(text).is_ok() || planted!("slow-reader")
        });
    }
}

fn viewer(seat: Option<Seat>) -> Viewer {
    if planted!("leaks-hand") {
        return Viewer::Seat(Seat(0));
    }
    seat.map_or(Viewer::Spectator, Viewer::Seat)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reader_is_dropped_when_it_lags_by_more_than_its_queue() {
        let mut clients = Clients::default();
        let (slow, mut its) = mpsc::channel(2);
        let (quick, mut others) = mpsc::channel(2);
        clients.add(None, slow);
        clients.add(Some(Seat(0)), quick);
        for line in ["one", "two", "three"] {
            clients.tell_all(&ToClient::Refused { reason: line.into(), id: None, later: false });
            others.try_recv().unwrap();
        }
        assert!(clients.is_here(0));
        assert_eq!(clients.list.len(), 1, "the slow one is gone");
        // what was queued is still delivered, then its channel is closed
        assert!(its.try_recv().is_ok() && its.try_recv().is_ok());
        assert_eq!(its.try_recv(), Err(mpsc::error::TryRecvError::Disconnected));
    }
}
