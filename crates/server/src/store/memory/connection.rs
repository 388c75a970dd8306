//! A connection that writes: what `link.rs` does with SQL, in memory.

use super::rows::Rows;
use super::{Memory, broken};
use crate::sim::note;
use crate::store::faults::{Fault, Step};
use crate::store::fence::Fence;
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
pub(super) struct Transaction {
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
    pub(super) fn new(memory: &Memory) -> Self {
        let mut inner = memory.inner();
        inner.connections += 1;
        Self { memory: memory.clone(), number: inner.connections, changed: BTreeMap::new() }
    }

    /// Waits until it holds something.
    pub(super) async fn hold(&self, what: &str) {
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
        for (game, mut rows) in std::mem::take(&mut self.changed) {
            if let Some(before) = inner.games.get(&game) {
                if before.owners.len() > rows.owners.len() {
                    rows.owners.clone_from(&before.owners);
                }
                let epoch = rows.owners.len() as i64;
                let new = rows.events.iter().filter(|(n, _)| !before.events.contains_key(n));
                inner.strangers += new.filter(|(_, event)| event.epoch.0 != epoch).count();
            }
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

    /// Whether these servers live and own these games in these epochs. Nobody can remove them until the end of the
    /// transaction.
    pub(in crate::store) async fn holds(
        &mut self,
        servers: &BTreeMap<&str, BTreeMap<&str, i64>>,
    ) -> Result<bool, sqlx::Error> {
        self.check()?;
        for (server, held) in servers {
            if !self.nested {
                self.transaction.hold(&row_of(server)).await;
            }
            let inner = self.memory.inner();
            let owns = |(game, epoch): (&&str, &i64)| {
                let owners = inner.games.get(*game).map_or(&[][..], |rows| &rows.owners);
                owners.len() as i64 == *epoch && owners.last().is_some_and(|owner| owner == server)
            };
            if !inner.servers.contains_key(*server) || !held.iter().all(owns) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Ends the transaction without a trace.
    pub(in crate::store) fn roll_back(&mut self) {
        self.transaction = Transaction::new(&self.memory);
    }

    pub(in crate::store) async fn apply(
        &mut self,
        write: &Write,
        fence: Option<&Fence>,
    ) -> Result<(), sqlx::Error> {
        self.check()?;
        let game = name_of(write);
        if !self.nested && !game.is_empty() {
            self.transaction.hold(game).await;
        }
        let committed = || self.memory.inner().games.get(game).cloned().unwrap_or_default();
        let rows = self.transaction.changed.entry(game.to_owned()).or_insert_with(committed);
        if rows.apply(write, fence).is_err() {
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
        let game = name_of(write);
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

/// The game a write belongs to; empty if it belongs to none.
fn name_of(write: &Write) -> &str {
    if let Write::Create(game) = write { &game.id } else { write.game().unwrap_or_default() }
}

/// What holds the row of a server.
pub(super) fn row_of(server: &str) -> String {
    format!("server {server}")
}
