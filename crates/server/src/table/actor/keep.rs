//! Everything is stored first, then told. If the store fails, the table keeps the write and asks again until its
//! fate is known; meanwhile it goes on answering, and people are told that nothing can be saved. If another server has
//! the table, its task ends: whoever was here comes again and is led there.

use super::Table;
use crate::planted::planted;
use crate::store::{FIRST_PAUSE, LONGEST_PAUSE, SaveError, Saved, Write};
use crate::table::command::Command;
use crate::table::history::Proposal;
use crate::table::{Change, Refusal, ToClient, new_id};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// A write that takes longer than this is trouble people are told of.
const SLOW: Duration = Duration::from_secs(1);
/// Changes that wait for the one being stored; more are refused.
const MOST_HELD: usize = 64;

impl Table {
    /// Stores, then makes it so, then tells everybody: in this order. The connection whose intent it is, if
    /// any, is told its id.
    pub(super) async fn commit(
        &mut self,
        proposal: Proposal,
        intent: &str,
        connection: Option<u64>,
    ) -> Result<(), SaveError> {
        // a person moves: the table is under way and stays in the list
        let expires = connection.and_then(|_| self.renewal(self.history.has_begun()));
        let write = Write::Moves {
            game: self.stored.id.clone(),
            first: self.history.stored(),
            lines: proposal.lines.clone(),
            intent: intent.to_owned(),
            finished: proposal.ends_the_game().then(crate::clock::now),
            expires,
        };
        let begun = Instant::now();
        if let (true, Some(connection)) = (planted!("tells-before-commit"), connection) {
            self.resend(connection, Some(intent));
        }
        let hasty = (planted!("bots-stop") && connection.is_none()).then(|| begun + FIRST_PAUSE);
        let answer = match self.save(write, hasty).await {
            Ok(_) => {
                self.metrics.commit_seconds.add(begun.elapsed().as_secs_f64());
                let (keep, lines) = proposal.change();
                self.history.accept(proposal);
                self.tell_followers(&Change::Lines { keep, lines, n: self.history.stored() });
                self.stored.expires = expires.unwrap_or(self.stored.expires);
                Ok(())
            }
            Err(SaveError::Taken) => {
                self.follow().await;
                Err(SaveError::Taken)
            }
            Err(error) => return Err(error),
        };
        if !planted!("lost-wakeup") || connection.is_none() {
            self.go_on();
        }
        let answered = connection.filter(|_| answer.is_ok()).map(|connection| (connection, intent));
        self.clients.broadcast(&self.history, &self.around(), answered);
        answer
    }

    /// Commits what the server does by itself.
    pub(super) async fn commit_own(&mut self, proposal: Proposal) {
        if let Err(SaveError::Refused | SaveError::Unavailable) = self.commit(proposal, &new_id(), None).await
        {
            if planted!("bots-stop") {
                return;
            }
            // not the end of the table: whoever is to move is woken again
            self.woken = None;
            self.later(Instant::now() + LONGEST_PAUSE, Command::Tick);
        }
    }

    /// Follows what the database has beyond our own account: a commit of a server that was killed can come
    /// true after we have read the log.
    async fn follow(&mut self) {
        loop {
            let (store, table) = (self.store.clone(), self.stored.id.clone());
            let read = self.meanwhile(async move { store.lines(&table).await }).await;
            let table = &self.stored.id;
            match read.map(|lines| self.history.reloaded(&lines)) {
                Ok(Ok(history)) => {
                    self.history = history;
                    self.clients.forget_logs();
                    self.tell_followers(&Change::Void);
                    return;
                }
                Ok(Err(reason)) => {
                    tracing::error!(table, %reason, "the stored log does not replay");
                    return;
                }
                Err(error) => tracing::warn!(table, "{error:#}"),
            }
            self.meanwhile(sleep(LONGEST_PAUSE)).await;
        }
    }

    /// Stores that the game is over.
    pub(super) async fn note_the_end(&mut self) {
        let (game, when) = (self.stored.id.clone(), crate::clock::now());
        let _ = self.save(Write::Finished { game, when, ended: "" }, None).await;
    }

    /// Waits until something can be stored again.
    pub(super) async fn wait_for_the_store(&mut self) {
        let _ = self.save(Write::Probe, None).await;
    }

    /// Asks for a write until its fate is known, but no longer than `patience`.
    pub(super) async fn save_within(&mut self, write: Write, patience: Duration) -> Result<Saved, SaveError> {
        self.save(write, Some(Instant::now() + patience)).await
    }

    /// Asks for a write until its fate is known, or until `deadline`.
    async fn save(&mut self, write: Write, deadline: Option<Instant>) -> Result<Saved, SaveError> {
        let write = Arc::new(write);
        let mut pause = FIRST_PAUSE;
        loop {
            let (store, write) = (self.store.clone(), write.clone());
            let attempt = async move {
                match deadline {
                    None => store.write(write).await,
                    Some(deadline) => tokio::time::timeout_at(deadline, store.write(write))
                        .await
                        .unwrap_or(Err(SaveError::Unavailable)),
                }
            };
            match self.meanwhile(attempt).await {
                Err(SaveError::Unavailable) => {
                    self.metrics.store_errors.add(1);
                    self.note_trouble();
                }
                known => {
                    self.lost |= known == Err(SaveError::Lost) && !planted!("keeps-lost-table");
                    self.note_relief();
                    return known;
                }
            }
            if deadline.is_some_and(|deadline| Instant::now() + pause >= deadline) {
                return Err(SaveError::Unavailable);
            }
            self.meanwhile(sleep(pause)).await;
            pause = (2 * pause).min(LONGEST_PAUSE);
        }
    }

    /// Waits for something and meanwhile answers whatever needs no storing.
    pub(super) async fn meanwhile<T>(&mut self, work: impl Future<Output = T>) -> T {
        tokio::pin!(work);
        let slow = sleep(SLOW);
        tokio::pin!(slow);
        loop {
            tokio::select! {
                biased;
                done = &mut work => return done,
                () = &mut slow, if self.trouble.is_none() => self.note_trouble(),
                Some(command) = self.commands.recv() => {
                    if let Some(change) = self.answer(command) {
                        self.hold(change);
                    }
                }
            }
        }
    }

    /// Keeps a change until the one under way is stored, or refuses it if that may take long.
    fn hold(&mut self, change: Command) {
        let can_wait = self.trouble.is_none() && self.held.len() < MOST_HELD;
        match change {
            Command::Act { connection, ref id, .. }
            | Command::Undo { connection, ref id, .. }
            | Command::Commit { connection, ref id, .. }
            | Command::Open { connection, ref id, .. }
            | Command::Chat { connection, ref id, .. }
                if !can_wait =>
            {
                self.refuse(connection, id, Refusal::not_now());
            }
            Command::Sit { reply, .. } if !can_wait => {
                let _ = reply.send(Err(Refusal::not_now()));
            }
            Command::Depart { reply, .. } | Command::Vote { reply, .. } | Command::ActFor { reply, .. }
                if !can_wait =>
            {
                let _ = reply.send(Err(Refusal::not_now()));
            }
            change => self.held.push_back(change),
        }
    }

    /// Nothing can be stored: everybody is told, and nobody waits for it.
    fn note_trouble(&mut self) {
        if self.trouble.is_some() {
            return;
        }
        tracing::warn!("cannot save at the moment");
        self.trouble = Some(Instant::now());
        self.clients.tell_all(&ToClient::Saving { works: false });
        for change in std::mem::take(&mut self.held) {
            self.hold(change);
        }
    }

    /// It works again: everybody is told, and the time it took is nobody's.
    fn note_relief(&mut self) {
        if planted!("relief-forgotten") {
            return;
        }
        if let Some(since) = self.trouble.take() {
            let time = since.elapsed();
            tracing::info!(?time, "can save again");
            self.clocks.extend(time);
            self.clients.tell_all(&ToClient::Saving { works: true });
        }
    }
}
