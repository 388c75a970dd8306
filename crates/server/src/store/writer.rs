//! The writer: one task with one connection through which everything is stored.
//!
//! A commit costs a few milliseconds of disk whatever is in it, so one commit per move would cap the
//! server at a few hundred moves a second. The task collects whatever is waiting, commits it together
//! and only then answers.
//!
//! It never says "stored" of what is not: the connection is thrown away after any failure, and if a commit
//! fails, a fresh connection looks up what became of each write.

use super::faults::Faults;
use super::fence::{self, Fence, Fenced};
use super::files::{Files, Lost};
use super::link::Link;
use super::moves::{Moves, Stored};
use super::write::{Found, Write, apply};
use crate::planted::planted;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

/// At most this many writes share a commit: bounds the transaction and the wait.
const MOST_PER_COMMIT: usize = 256;

/// After so many writes in one commit others are likely to follow at once.
const CROWD: usize = 4;
/// Then the next commit waits this long for them: what a commit costs is the same for one write and for many.
const GATHER: Duration = Duration::from_millis(2);

/// A write that is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saved {
    /// By this request.
    Now,
    /// It was there already: the same intent was asked for before.
    Before,
}

/// Why a write is not known to be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SaveError {
    /// The database fails. Ask for the same write again later: if it was stored after all, it is not
    /// stored twice.
    #[error("cannot save at the moment")]
    Unavailable,
    /// Another write has the place this one is for; this one is not stored.
    #[error("another write came first")]
    Taken,
    /// Another server has the table, or may have it: this one must not go on with it. It is not stored.
    #[error("another server has this table")]
    Lost,
    /// The database does not take it, now or later; it is not stored.
    #[error("the database does not take this")]
    Refused,
}

/// How the writer works; tests make it fail and wait less.
#[derive(Clone, Debug)]
pub struct WriterOptions {
    /// How long one attempt to commit may take.
    pub attempt: Duration,
    /// Faults on demand.
    pub faults: Option<Faults>,
}

impl Default for WriterOptions {
    fn default() -> Self {
        Self { attempt: Duration::from_secs(2), faults: None }
    }
}

/// The answer while it is not known whether a write was stored: the caller asks again for the same write.
const IN_DOUBT: Result<Saved, SaveError> = Err(SaveError::Unavailable);

struct Order {
    write: Arc<Write>,
    fence: Option<Fence>,
    done: oneshot::Sender<Result<Saved, SaveError>>,
}

/// The way to the task that commits.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    queue: mpsc::Sender<Order>,
}

impl Writer {
    /// Starts the task.
    pub(super) fn start(url: String, files: Option<Files>, options: WriterOptions) -> Self {
        Self::run(Desk {
            #[cfg(feature = "sim")]
            memory: None,
            url,
            files,
            options,
            link: None,
            rescued: false,
        })
    }

    /// Starts the task over a database in memory.
    #[cfg(feature = "sim")]
    pub(super) fn start_over(memory: super::memory::Memory) -> Self {
        let (url, options) = (String::new(), WriterOptions::default());
        Self::run(Desk { memory: Some(memory), url, files: None, options, link: None, rescued: false })
    }

    fn run(mut desk: Desk) -> Self {
        let (queue, mut waiting) = mpsc::channel::<Order>(4 * MOST_PER_COMMIT);
        crate::seams::spawn(async move {
            let mut batch = Vec::with_capacity(MOST_PER_COMMIT);
            let mut crowd = 0;
            while waiting.recv_many(&mut batch, MOST_PER_COMMIT).await > 0 {
                if crowd >= CROWD && batch.len() < crowd {
                    tokio::time::sleep(GATHER).await;
                    while batch.len() < MOST_PER_COMMIT
                        && let Ok(order) = waiting.try_recv()
                    {
                        batch.push(order);
                    }
                }
                crowd = batch.len();
                desk.store(&mut batch).await;
            }
        });
        Self { queue }
    }

    /// Asks for a write and returns when its fate is known.
    pub(super) async fn write(&self, write: Arc<Write>, fence: Option<Fence>) -> Result<Saved, SaveError> {
        let (done, answer) = oneshot::channel();
        // the task ends only with the server
        self.queue.send(Order { write, fence, done }).await.map_err(|_| SaveError::Unavailable)?;
        answer.await.unwrap_or(Err(SaveError::Unavailable))
    }
}

/// How a transaction failed.
#[derive(Debug)]
enum Failure {
    /// One of its writes cannot be stored as things are; nothing is stored.
    Write(sqlx::Error),
    /// One of its writes belongs to a table that this server does not own any more; nothing is stored.
    Lost,
    /// The database failed before the commit, or nobody would find what is stored: it does not count.
    Store(String),
    /// The database failed at the commit; it may or may not be stored.
    Unknown(String),
}

struct Desk {
    /// What a simulation writes to instead.
    #[cfg(feature = "sim")]
    memory: Option<super::memory::Memory>,
    url: String,
    /// The files of the database, if it has some.
    files: Option<Files>,
    options: WriterOptions,
    link: Option<Link>,
    /// Whether a log without name was brought into the database.
    rescued: bool,
}

impl Desk {
    /// One commit for all. If one of the writes cannot be stored, each is tried alone, so that it hurts
    /// only itself.
    async fn store(&mut self, batch: &mut Vec<Order>) {
        let writes: Vec<Fenced<'_>> = batch.iter().map(Order::fenced).collect();
        match self.transact(&writes).await {
            Ok(()) => batch.drain(..).for_each(|order| order.answer(Ok(Saved::Now))),
            Err(failure @ (Failure::Write(_) | Failure::Lost)) if batch.len() > 1 => {
                tracing::debug!(?failure, "a write of several could not be stored; each is tried alone");
                for order in batch.drain(..) {
                    let answer = match self.transact(&[order.fenced()]).await {
                        Ok(()) => Ok(Saved::Now),
                        Err(failure) => self.settle(&order.write, &failure).await,
                    };
                    order.answer(answer);
                }
            }
            Err(failure) => {
                if let Failure::Store(error) | Failure::Unknown(error) = &failure {
                    tracing::warn!(error, writes = batch.len(), "cannot store");
                }
                let mut readable = true;
                for order in batch.drain(..) {
                    let answer = if readable { self.settle(&order.write, &failure).await } else { IN_DOUBT };
                    // who cannot look up one write need not try the others
                    readable = answer != IN_DOUBT || self.link.is_some();
                    order.answer(answer);
                }
            }
        }
    }

    /// What became of a write whose transaction failed.
    async fn settle(&mut self, write: &Write, failure: &Failure) -> Result<Saved, SaveError> {
        if matches!(failure, Failure::Store(_)) {
            return IN_DOUBT;
        }
        match failure {
            Failure::Unknown(_) if planted!("unknown-is-failure") => return Err(SaveError::Refused),
            Failure::Unknown(_) if planted!("unknown-is-success") => return Ok(Saved::Now),
            _ => {}
        }
        let found = match self.look_up(write).await {
            Ok(found) => found,
            Err(error) => {
                tracing::warn!(error, "cannot look up what became of a write");
                return IN_DOUBT;
            }
        };
        match (failure, found) {
            (Failure::Unknown(_), Found::Same) => Ok(Saved::Now),
            (_, Found::Same) => Ok(Saved::Before),
            (Failure::Lost, _) => Err(SaveError::Lost),
            (_, Found::Other) if planted!("any-row-is-mine") => Ok(Saved::Before),
            (_, Found::Other) => Err(SaveError::Taken),
            (Failure::Write(error), Found::Nothing) => {
                tracing::error!(%error, "the database does not take a write");
                Err(SaveError::Refused)
            }
            // not there, and if the commit comes true later, asking again finds it
            (_, Found::Nothing) => IN_DOUBT,
        }
    }

    async fn look_up(&mut self, write: &Write) -> Result<Found, String> {
        let time = self.options.attempt;
        let work = async {
            let link = self.open().await?;
            write.look_up(link).await
        };
        let found = timeout(time, work).await.unwrap_or_else(|_| Err(sqlx::Error::PoolTimedOut));
        found.map_err(|error| {
            self.link = None;
            error.to_string()
        })
    }

    /// Whether the files of the connection lost their names. Then the connection is kept: no other one could read
    /// what it has written, and whoever opens the files by their names writes something else.
    async fn is_lost(&mut self) -> bool {
        let Some(link) = &mut self.link else { return false };
        let Some(lost) = link.lost() else { return false };
        if lost == Lost::Wal && !self.rescued {
            match timeout(self.options.attempt, link.rescue()).await {
                Ok(Ok(())) => self.rescued = true,
                failed => tracing::error!(?failed, "what was stored is in a file without name"),
            }
        }
        true
    }

    /// One transaction. Whatever fails, its connection is thrown away, unless its files lost their names.
    async fn transact(&mut self, writes: &[Fenced<'_>]) -> Result<(), Failure> {
        let (time, mut committing) = (self.options.attempt, false);
        let work = async {
            let link = self.open().await?;
            if let Some(moves) = Moves::of(link, writes)? {
                committing = true;
                return match moves.store(link).await? {
                    Stored::All => Ok(true),
                    Stored::None => Ok(false),
                    Stored::Some => Err(sqlx::Error::Protocol("a part of a transaction was stored".into())),
                };
            }
            link.begin().await?;
            if !fence::holds(link, writes).await? {
                return link.roll_back().await.map(|()| false);
            }
            apply(link, writes).await?;
            committing = true;
            link.commit().await.map(|()| true)
        };
        let error = match timeout(time, work).await {
            Ok(Ok(true)) => return Ok(()),
            Ok(Ok(false)) => return Err(Failure::Lost),
            Ok(Err(error)) => error,
            Err(_) => sqlx::Error::Io(std::io::Error::other(format!("no answer within {time:?}"))),
        };
        if self.is_lost().await {
            return Err(Failure::Store(error.to_string()));
        }
        if !planted!("keeps-connection") {
            self.link = None;
        }
        Err(match error {
            // whoever refuses a write stores nothing of its transaction
            error if is_about_the_write(&error) => Failure::Write(error),
            _ if committing => Failure::Unknown(error.to_string()),
            error => Failure::Store(error.to_string()),
        })
    }

    async fn open(&mut self) -> Result<&mut Link, sqlx::Error> {
        #[cfg(feature = "sim")]
        if let (None, Some(memory)) = (&self.link, &self.memory) {
            self.link = Some(Link::over(memory).await?);
        }
        if self.link.is_none() {
            self.link = Some(Link::open(&self.url, self.files.clone(), self.options.faults.clone()).await?);
        }
        self.link.as_mut().ok_or(sqlx::Error::PoolClosed)
    }
}

impl Order {
    fn fenced(&self) -> Fenced<'_> {
        (&self.write, self.fence.as_ref())
    }

    fn answer(self, answer: Result<Saved, SaveError>) {
        let _ = self.done.send(answer);
    }
}

/// Whether the database would refuse this write again: its place is taken, or a value has no form there.
fn is_about_the_write(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::RowNotFound | sqlx::Error::Encode(_) => true,
        sqlx::Error::Database(error) => {
            let code = error.code().unwrap_or_default();
            // PostgreSQL: class 22 is about values, class 23 about constraints; SQLite: 18 is "too big"
            let refused = (code.len() == 5 && code.starts_with("22")) || code == "18";
            refused || !matches!(error.kind(), sqlx::error::ErrorKind::Other)
        }
        _ => false,
    }
}
