//! Who sits at a table: persons, the bots that stand in for them, and who is away.

use super::Table;
use crate::store::StoredSeat;
use crate::table::{SeatInfo, ToClient};
use hexwright_core::Seat;
use tokio::time::Instant;

impl Table {
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

    /// The bot that plays for a person who has been away too long.
    pub(super) fn stand_in(&self, seat: usize) -> Option<&str> {
        let since = self.away.get(&seat)?;
        let bot = self.stored.wishes.leavers.as_deref()?;
        (since.elapsed() >= self.pace.leaver_after).then_some(bot)
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
    }

    /// Tells everybody who sits where, if it is news.
    pub(super) fn tell_seats(&mut self) {
        let seats = self.seat_infos();
        if seats != self.told {
            self.told.clone_from(&seats);
            self.clients.tell_all(&ToClient::Seats { seats });
        }
    }

    pub(super) fn seat_infos(&self) -> Vec<SeatInfo> {
        let of = |(i, s): (usize, &StoredSeat)| SeatInfo {
            name: s.name.clone(),
            kind: s.kind.clone(),
            here: self.clients.is_here(i),
            stand_in: self.stand_in(i).map(str::to_owned),
        };
        self.stored.seats.iter().enumerate().map(of).collect()
    }
}
