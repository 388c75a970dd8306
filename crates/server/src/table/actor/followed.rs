//! Those who tell a game in another program's words: what they hear, and what they ask for.

use super::Table;
use crate::names;
use crate::secret;
use crate::store::{SaveError, StoredSeat};
use crate::table::{Asked, Change, Following, Refusal, new_id, seat_intent};
use hexwright_core::step::Line;
use tokio::sync::{mpsc, oneshot};

impl Table {
    pub(super) fn begin_following(&mut self, reply: oneshot::Sender<Following>) {
        if !self.history.has_begun() {
            return; // there is no board to tell of
        }
        let (sender, changes) = mpsc::unbounded_channel();
        let following = Following {
            start: self.history.at(0),
            lines: self.history.lines().map(str::to_owned).collect(),
            n: self.history.stored(),
            seats: self.seat_infos(),
            own: self.seats_of_followers(),
            over: self.is_over(),
            changes,
        };
        if reply.send(following).is_ok() {
            self.followers.push(sender);
        }
    }

    /// Seats that clients of a follower hold, here or not, one bit each.
    pub(super) fn seats_of_followers(&self) -> u16 {
        let own = |(seat, stored): (usize, &StoredSeat)| {
            let token = secret::seat_token(&self.stored.secret, &seat_intent(seat), seat);
            u16::from(secret::matches(&token, &stored.token_hash)) << seat
        };
        self.stored.seats.iter().enumerate().map(own).sum()
    }

    pub(super) fn tell_followers(&mut self, change: &Change) {
        self.followers.retain(|follower| follower.send(change.clone()).is_ok());
    }

    /// Whether followers can be told that the last line is taken back.
    pub(super) fn can_tell_undo(&self) -> bool {
        let last = self.history.lines().last().and_then(|line| Line::read(line).ok());
        let word = last.map_or("", |line| line.text.split(' ').next().unwrap_or_default());
        self.followers.is_empty() || hexwright_catan::wire::UNDONE.contains(&word)
    }

    /// Carries out what a follower asks for the seats it holds.
    pub(super) async fn act_for_follower(&mut self, n: usize, what: Asked) -> Result<(), Refusal> {
        if self.has_ended() {
            return Err(Refusal::never("the game has ended"));
        }
        if n != self.history.stored() {
            return Err(Refusal { reason: "the game has moved on".to_owned(), later: true });
        }
        let proposal = match &what {
            Asked::Steps(steps) => self.history.propose_all(steps, &self.stored.secret),
            Asked::TakeBack(seat, step) => self.history.propose_take_back(*seat, *step),
        };
        let proposal = proposal.map_err(Refusal::never)?;
        if matches!(what, Asked::TakeBack(..)) {
            self.clients.forget_logs();
        }
        match self.commit(proposal, &new_id(), None).await {
            Ok(()) => Ok(()),
            Err(SaveError::Taken) => Err(Refusal::never("the game has moved on")),
            Err(_) => Err(Refusal::not_now()),
        }
    }

    /// Notes whose clients are there. A bot that stood in for one of them makes room.
    pub(super) async fn note_elsewhere(&mut self, seats: u16) {
        self.clients.note_elsewhere(seats);
        for seat in 0..self.stored.seats.len() {
            let now = self.stored.seats[seat].clone();
            if seats >> seat & 1 == 1 && !now.bot.is_empty() {
                let back = StoredSeat { bot: String::new(), intent: new_id(), ..now };
                if let Err(refusal) = self.reseat(seat, back).await {
                    tracing::warn!(reason = refusal.reason, "somebody who is back could not be seated");
                }
            }
        }
        self.note_absence();
        self.keep_listed();
        self.go_on();
    }

    pub(super) async fn say_for(&mut self, seat: Option<u8>, text: String, id: String) {
        if let Err(refusal) = self.store_said(seat, text, id).await {
            tracing::debug!(reason = refusal.reason, "a line of the chat was not kept");
        }
    }

    /// Gives a seat another name.
    pub(super) async fn rename(&mut self, seat: usize, name: &str) {
        let Some(now) = self.stored.seats.get(seat).cloned() else { return };
        let others = self.stored.seats.iter().enumerate().filter(|(i, _)| *i != seat);
        if let Ok(name) = names::told_apart(name, others.map(|(_, s)| s.name.as_str())) {
            let renamed = StoredSeat { name, intent: new_id(), ..now };
            if let Err(refusal) = self.reseat(seat, renamed).await {
                tracing::debug!(reason = refusal.reason, "a name was not kept");
            }
        }
    }
}
