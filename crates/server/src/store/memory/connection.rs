//! A connection that writes: what `link.rs` does with SQL, in memory.

use super::rows::Rows;
use super::{Memory, broken};
use crate::sim::note;
use crate::store::faults::{Fault, Step};
use crate::store::write::{Found, Write};
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// How long a transaction waits for the lock of the whole database, as SQLite is told to.
const BUSY: Duration = Duration::from_secs(1);

/// An open connection.
#[derive(Debug)]
pub(in crate::store) struct Connection {
    memory: Memory,
    transaction: Transaction,
    /// Whether a transaction failed here and the connection is used nevertheless. The library then counts one
    /// transaction too many, so that what it takes for a commit is one inside a transaction that never ends.
    nested: bool,
    failed: bool,
}

/// What a transaction holds and has changed; dropped, it is rolled back.
#[derive(Debug)]
struct Transaction {
    memory: Memory,
    number: u64,
    changed: BTreeMap<String, Rows>,
}

impl Drop for Transaction {
    fn drop(&mut self) {
        let number = self.number;
        self.memory.inner().held.retain(|_, holder| *holder != number);
        self.memory.0.released.notify_waiters();
    }
}

impl Transaction {
    fn new(memory: &Memory) -> Self {
        let mut inner = memory.inner();
        inner.connections += 1;
        Self { memory: memory.clone(), number: inner.connections, changed: BTreeMap::new() }
    }

    /// Waits until it holds something.
    async fn hold(&self, what: &str) {
        loop {
            let released = self.memory.0.released.notified();
            {
                let mut inner = self.memory.inner();
                match inner.held.get(what) {
                    Some(holder) if *holder != self.number => {}
                    _ => {
                        inner.held.insert(what.to_owned(), self.number);
                        return;
                    }
                }
            }
            released.await;
        }
    }

    fn commit(&mut self) {
        let mut inner = self.memory.inner();
        for (game, rows) in std::mem::take(&mut self.changed) {
            inner.games.insert(game, rows);
        }
    }
}

impl Connection {
    pub(in crate::store) async fn open(memory: &Memory) -> Result<Self, sqlx::Error> {
        let fate = memory.fate(Step::Begin);
        sleep(fate.takes).await;
        if memory.inner().weather.down {
            return Err(broken("the database does not answer"));
        }
        let transaction = Transaction::new(memory);
        Ok(Self { memory: memory.clone(), transaction, nested: false, failed: false })
    }

    pub(in crate::store) async fn begin(&mut self) -> Result<(), sqlx::Error> {
        let fate = self.memory.fate(Step::Begin);
        sleep(fate.takes).await;
        self.check()?;
        if fate.fault.is_some() {
            return Err(self.fail("database is locked"));
        }
        self.nested |= self.failed;
        if self.nested {
            return Ok(());
        }
        self.transaction = Transaction::new(&self.memory);
        if self.memory.inner().one_at_a_time && timeout(BUSY, self.transaction.hold("")).await.is_err() {
            return Err(self.fail("database is locked"));
        }
        match self.memory.fate(Step::Statement).fault {
            None => Ok(()),
            Some(Fault::Lost) => Err(self.fail("the connection is lost")),
            Some(Fault::Full) => Err(self.fail("database or disk is full")),
            Some(_) => Err(self.fail("disk I/O error")),
        }
    }

    pub(in crate::store) async fn apply(&mut self, write: &Write) -> Result<(), sqlx::Error> {
        self.check()?;
        let game = write.game().unwrap_or_default();
        if !self.nested && !game.is_empty() {
            self.transaction.hold(game).await;
        }
        let committed = || self.memory.inner().games.get(game).cloned().unwrap_or_default();
        let rows = self.transaction.changed.entry(game.to_owned()).or_insert_with(committed);
        if rows.apply(write).is_err() {
            self.failed = true;
            return Err(sqlx::Error::RowNotFound);
        }
        Ok(())
    }

    /// Commits. The database goes on with it when nobody waits any more.
    pub(in crate::store) async fn commit(&mut self) -> Result<(), sqlx::Error> {
        self.check()?;
        let fate = self.memory.fate(Step::Commit);
        if self.nested {
            sleep(fate.takes).await;
            return Ok(());
        }
        let mut transaction = std::mem::replace(&mut self.transaction, Transaction::new(&self.memory));
        let time = if let Some(Fault::Slow(time)) = fate.fault { fate.takes + time } else { fate.takes };
        let what = move |done: &str, t: &Transaction| {
            let games: Vec<&str> = t.changed.keys().filter(|g| !g.is_empty()).map(String::as_str).collect();
            format!("database: commit of {} {done}", games.join(", "))
        };
        let slow = tokio::spawn(async move {
            sleep(time).await;
            if fate.fault == Some(Fault::CommitFails) {
                note(|| what("failed", &transaction));
                return Err("the commit failed");
            }
            note(|| what("done", &transaction));
            transaction.commit();
            if fate.fault == Some(Fault::AnswerLost) { Err("the connection is lost") } else { Ok(()) }
        });
        match slow.await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(why)) => Err(self.fail(why)),
            Err(_) => Err(self.fail("the database ended")),
        }
    }

    pub(in crate::store) async fn look_up(&mut self, write: &Write) -> Result<Found, sqlx::Error> {
        self.memory.reading().await?;
        self.check()?;
        let game = write.game().unwrap_or_default();
        let inner = self.memory.inner();
        let rows = self.transaction.changed.get(game).or_else(|| inner.games.get(game));
        Ok(rows.map_or(Found::Nothing, |rows| rows.look_up(write)))
    }

    fn check(&self) -> Result<(), sqlx::Error> {
        let inner = self.memory.inner();
        if inner.weather.down || self.transaction.number < inner.lost_below {
            return Err(broken("the connection is lost"));
        }
        Ok(())
    }

    fn fail(&mut self, why: &'static str) -> sqlx::Error {
        note(|| format!("database: {why}"));
        self.failed = true;
        if !self.nested {
            // whatever failed, nothing of it stays
            self.transaction = Transaction::new(&self.memory);
        }
        broken(why)
    }
}
