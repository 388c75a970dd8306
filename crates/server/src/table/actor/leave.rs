//! People leave: they give up, let a bot play and come back; those who stay decide by vote how to go on.

use super::Table;
use super::intents::PATIENCE;
use crate::store::{SaveError, StoredSeat, Write};
use crate::table::motion::{Departure, Ended, Motion};
use crate::table::{Change, Refusal, ToClient};
use crate::{games, secret};

impl Table {
    /// A person leaves or comes back.
    pub(super) async fn depart(&mut self, token: &str, how: Departure, id: &str) -> Result<(), Refusal> {
        let intent = secret::hash(id);
        if self.stored.seats.iter().any(|s| s.intent == intent)
            || (self.has_ended() && how == Departure::Resign)
        {
            return Ok(()); // asked again
        }
        let seat = self.seat_of_token(token)?;
        self.still_runs()?;
        let others = |(i, s): (usize, &StoredSeat)| i != seat && plays(s);
        if how == Departure::Resign && !self.stored.seats.iter().enumerate().any(others) {
            return self.end_early(Ended::Left).await;
        }
        let now = self.stored.seats[seat].clone();
        let after = match how {
            Departure::Return => StoredSeat { bot: String::new(), intent, ..now },
            Departure::HandOver => StoredSeat { bot: self.substitute(), intent, ..now },
            Departure::Resign => {
                StoredSeat { bot: self.substitute(), token_hash: String::new(), intent, ..now }
            }
        };
        self.reseat(seat, after).await
    }

    /// A person votes; the motion is carried out when enough people want it.
    pub(super) async fn vote(&mut self, token: &str, motion: Motion, yes: bool) -> Result<(), Refusal> {
        let seat = self.seat_of_token(token)?;
        self.still_runs()?;
        if !self.voters().contains(&(seat as u8)) {
            return Err(Refusal::never("a bot plays for you; take your seat back to vote"));
        }
        if yes && !self.is_open_motion(motion) {
            return Err(Refusal::never("this seat is played by somebody who is here"));
        }
        self.votes.cast(motion, seat as u8, yes);
        self.count_votes().await
    }

    /// Forgets votes that do not count any more because somebody came or went.
    pub(super) fn sort_votes(&mut self) {
        if !self.votes.is_empty() {
            let (voters, open) = (self.voters(), self.open_motions());
            self.votes.retain(&voters, |motion| open.contains(&motion));
            self.tell_polls();
        }
    }

    /// Carries out what enough people want, and tells everybody how the votes stand.
    pub(super) async fn count_votes(&mut self) -> Result<(), Refusal> {
        self.sort_votes();
        let carried = self.votes.carried(self.voters().len());
        let done = match carried {
            None => Ok(()),
            Some(Motion::End) => self.end_early(Ended::Vote).await,
            Some(Motion::Bot { seat }) => {
                let now = self.stored.seats[usize::from(seat)].clone();
                let (bot, intent) = (self.substitute(), crate::table::new_id());
                self.reseat(seat.into(), StoredSeat { bot, intent, ..now }).await
            }
            Some(Motion::Open { seat }) => {
                let intent = crate::table::new_id();
                let free = StoredSeat { kind: "open".to_owned(), intent, ..StoredSeat::default() };
                self.withdraw_commitment(seat).await;
                self.reseat(seat.into(), free).await
            }
        };
        // what was decided is no open question any more
        self.sort_votes();
        done
    }

    /// Stores who plays a seat from now on, then makes it so and tells everybody.
    pub(super) async fn reseat(&mut self, seat: usize, after: StoredSeat) -> Result<(), Refusal> {
        let (game, before) = (self.stored.id.clone(), self.stored.seats[seat].intent.clone());
        match self.save_within(Write::Reseat { game, seat, before, after: after.clone() }, PATIENCE).await {
            Ok(_) => self.stored.seats[seat] = after,
            Err(SaveError::Taken) => self.reread_seats().await,
            Err(SaveError::Unavailable | SaveError::Lost) => return Err(Refusal::not_now()),
            Err(SaveError::Refused) => return Err(Refusal::never("this could not be stored")),
        }
        self.clients.stand_up(|i| self.stored.seats.get(i).is_some_and(|s| !s.token_hash.is_empty()));
        self.woken = None;
        self.note_absence();
        self.go_on();
        self.clients.broadcast(&self.history, &self.around(), None);
        self.gather().await;
        Ok(())
    }

    /// Ends the game without a winner.
    pub(super) async fn end_early(&mut self, ended: Ended) -> Result<(), Refusal> {
        let (game, when, ended) = (self.stored.id.clone(), crate::clock::now(), ended.name());
        match self.save_within(Write::Finished { game, when, ended }, PATIENCE).await {
            Ok(_) => {
                (self.stored.ended, self.stored.finished) = (ended.to_owned(), when);
                self.go_on();
                self.tell_followers(&Change::Void);
                self.clients.broadcast(&self.history, &self.around(), None);
                Ok(())
            }
            Err(SaveError::Unavailable | SaveError::Lost) => Err(Refusal::not_now()),
            Err(_) => Err(Refusal::never("this could not be stored")),
        }
    }

    /// Ends the game if nobody came until its time was over.
    pub(super) async fn expire(&mut self) {
        let over = self.is_over() || self.stored.expires == 0;
        if !over && self.stored.expires <= crate::clock::now() && self.clients.is_empty() {
            // if it cannot be stored, the next round tries again
            let _ = self.end_early(Ended::Abandoned).await;
        }
    }

    fn seat_of_token(&self, token: &str) -> Result<usize, Refusal> {
        let found = self.stored.seats.iter().position(|s| secret::matches(token, &s.token_hash));
        found.ok_or_else(|| Refusal::never("this token holds no seat at this table"))
    }

    fn still_runs(&self) -> Result<(), Refusal> {
        if self.is_over() { Err(Refusal::never("the game has ended")) } else { Ok(()) }
    }

    /// The bot that plays for people who are not here.
    fn substitute(&self) -> String {
        let default = || games::bots(&self.stored.kind).first().map_or("random", |bot| bot).to_owned();
        self.stored.wishes.leavers.clone().unwrap_or_else(default)
    }

    /// People who decide: they play themselves and are here, or were a moment ago.
    fn voters(&self) -> Vec<u8> {
        let seats = self.stored.seats.iter().enumerate();
        seats
            .filter(|&(i, s)| plays(s) && s.bot.is_empty() && !self.is_gone(i))
            .map(|(i, _)| i as u8)
            .collect()
    }

    fn is_open_motion(&self, motion: Motion) -> bool {
        let seat = |seat: u8| self.stored.seats.get(usize::from(seat)).filter(|s| s.kind == "person");
        match motion {
            Motion::End => !self.is_over(),
            Motion::Bot { seat: i } => seat(i).is_some_and(|s| s.bot.is_empty()) && self.is_gone(i.into()),
            Motion::Open { seat: i } => {
                seat(i).is_some_and(|s| s.token_hash.is_empty() || self.is_gone(i.into()))
            }
        }
    }

    fn open_motions(&self) -> Vec<Motion> {
        let of = |seat: u8| [Motion::Bot { seat }, Motion::Open { seat }];
        let all = (0..self.stored.seats.len() as u8).flat_map(of).chain([Motion::End]);
        all.filter(|&motion| self.is_open_motion(motion)).collect()
    }

    /// Tells everybody how the votes stand.
    fn tell_polls(&mut self) {
        let polls = self.polls();
        self.clients.tell_all(&polls);
    }

    /// How the votes stand.
    pub(super) fn polls(&self) -> ToClient<'static> {
        self.votes.polls(self.voters().len())
    }
}

/// Whether a person holds this seat.
fn plays(seat: &StoredSeat) -> bool {
    seat.kind == "person" && !seat.token_hash.is_empty()
}
