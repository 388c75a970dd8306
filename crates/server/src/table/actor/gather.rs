//! Before the game begins: people commit to their part of the dice, then open it, then the board is drawn. Every step
//! is stored before anybody is told, so a table that is killed on the way goes on where it was.

use super::Table;
use crate::games;
use crate::planted::planted;
use crate::table::command::Command;
use crate::table::dice::{DiceLine, DicePhase};
use crate::table::{Refusal, new_id};
use std::ops::ControlFlow;
use tokio::time::Instant;

/// How much longer the table waits for people who are not here.
const LATECOMERS: u32 = 6;

impl Table {
    /// Goes on as far as it can without waiting for anybody.
    pub(super) async fn gather(&mut self) {
        while !self.history.has_begun() && !self.has_ended() {
            if self.gather_once().await.is_break() {
                return;
            }
        }
        (self.dice_due, self.dice_wait) = (None, None);
    }

    async fn gather_once(&mut self) -> ControlFlow<()> {
        let (phase, before) = (self.history.dice().phase(), self.history.stored());
        let all_sit = self.stored.seats.iter().all(|seat| seat.kind != "open");
        if phase == DicePhase::Commit && !all_sit {
            (self.dice_due, self.dice_wait) = (None, None);
            return ControlFlow::Break(());
        }
        if let Some(due) = self.dice_deadline(phase)
            && due > Instant::now()
            && !(planted!("begins-early") && phase == DicePhase::Open)
        {
            self.dice_due = Some(due);
            self.set_alarm();
            return ControlFlow::Break(());
        }
        let line = match phase {
            DicePhase::Commit => Some(DiceLine::Close),
            DicePhase::Open => self.draw_board().await.map(DiceLine::Begin),
            DicePhase::Begun => None,
        };
        let proposal = line.map(|line| self.history.propose_dice(&line, &self.stored.secret));
        match proposal {
            Some(Ok(proposal)) => self.commit_own(proposal).await,
            Some(Err(reason)) => tracing::error!(%reason, "the game cannot begin"),
            None => {}
        }
        if self.history.stored() == before { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Until when people have time for what everybody does now; `None` if all have done it. Who is not here (at a
    /// rematch, say) has longer to come; who comes late has as long as the others, but not for ever.
    fn dice_deadline(&mut self, phase: DicePhase) -> Option<Instant> {
        let missing = self.missing_from_dice();
        let absent = missing.iter().any(|&seat| !self.clients.is_here(seat));
        if self.dice_wait.is_none_or(|(of, ..)| of != phase) {
            self.dice_wait = Some((phase, Instant::now(), Instant::now()));
        }
        let (_, began, latest) = self.dice_wait.filter(|_| !missing.is_empty())?;
        let last = began + LATECOMERS * self.pace.dice_within;
        Some(if absent { last } else { last.min(latest + self.pace.dice_within) })
    }

    /// Somebody with a seat came: the time to commit is counted from now on.
    pub(super) fn note_comer(&mut self) {
        if let Some((_, _, latest)) = &mut self.dice_wait {
            *latest = Instant::now();
            self.later(Instant::now(), Command::Tick);
        }
    }

    /// The people who have not done yet what everybody does now.
    fn missing_from_dice(&self) -> Vec<usize> {
        let dice = self.history.dice();
        let theirs = self.seats_of_followers();
        let seats = self.stored.seats.iter().enumerate();
        let people = seats.filter(|(i, seat)| !seat.token_hash.is_empty() && theirs >> i & 1 == 0);
        let missing = people.filter(|(i, _)| match (dice.phase(), dice.commitment(*i as u8)) {
            (DicePhase::Commit, committed) => committed.is_none(),
            (DicePhase::Open, committed) => committed.is_some() && !dice.has_opened(*i as u8),
            (DicePhase::Begun, _) => false,
        });
        missing.map(|(i, _)| i).collect()
    }

    /// The setup of the board that the dice draw; `Some(None)` if the table has a board already.
    async fn draw_board(&mut self) -> Option<Option<String>> {
        if !self.stored.setup.is_empty() {
            return Some(None);
        }
        let mut seed = self.history.dice().dice(&self.stored.secret)?.board_seed();
        if planted!("own-board") {
            seed ^= 1;
        }
        let (asked, seats) = (self.stored.asked.clone(), self.stored.seats.len());
        // generating a board takes milliseconds: not on a thread that serves moves
        let drawing = crate::seams::aside(move || games::draw(&asked, seats, seed));
        match self.meanwhile(drawing).await {
            Ok(Ok((_, setup, _))) => Some(Some(setup)),
            Ok(Err(reason)) => {
                tracing::error!(%reason, "the board cannot be drawn");
                None
            }
            Err(error) => {
                tracing::error!(%error, "the board was not drawn");
                None
            }
        }
    }

    /// A person commits or opens: the line that says so of a seat.
    pub(super) async fn add_to_dice(
        &mut self,
        connection: u64,
        line_of: impl FnOnce(u8) -> DiceLine,
        id: &str,
    ) {
        let Some(seat) = self.clients.seat_of(connection) else {
            return self.refuse(connection, id, Refusal::never("spectators add nothing to the dice"));
        };
        let line = line_of(seat.0);
        if self.history.dice().has(&line) {
            return self.resend(connection, Some(id)); // asked again
        }
        let proposal = if self.has_ended() {
            Err("the game has ended".into())
        } else {
            self.history.propose_dice(&line, &self.stored.secret)
        };
        self.carry_out(connection, id, proposal).await;
        self.gather().await;
    }

    /// A seat becomes free: whoever sits there next commits anew. Once people open it is too late for that.
    pub(super) async fn withdraw_commitment(&mut self, seat: u8) {
        let dice = self.history.dice();
        if dice.phase() == DicePhase::Commit
            && dice.commitment(seat).is_some()
            && let Ok(proposal) = self.history.propose_dice(&DiceLine::Withdraw(seat), &self.stored.secret)
        {
            let _ = self.commit(proposal, &new_id(), None).await;
        }
    }
}
