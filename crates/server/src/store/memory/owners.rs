//! Who owns which table: what `owners.rs` does with SQL, in memory.

use super::Memory;
use super::connection::{Transaction, row_of};
use crate::sim::{milliseconds, note};
use crate::store::owners::{Owner, Peer};
use anyhow::Result;
use std::time::Duration;

/// A server that shares the database.
#[derive(Clone, Debug)]
pub(super) struct Server {
    name: String,
    address: String,
    /// When its lease is over.
    until: i64,
}

impl Memory {
    pub(in crate::store) async fn enter(
        &self,
        id: &str,
        name: &str,
        address: &str,
        lease: Duration,
    ) -> Result<()> {
        self.reading().await?;
        let earlier: Vec<String> = {
            let inner = self.inner();
            let same = inner.servers.iter().filter(|(_, s)| !name.is_empty() && s.name == name);
            same.map(|(id, _)| id.clone()).collect()
        };
        for id in earlier {
            self.remove(&id, false).await?;
        }
        let (name, address) = (name.to_owned(), address.to_owned());
        let until = milliseconds() + lease.as_millis() as i64;
        note(|| format!("database: {id} enters"));
        self.inner().servers.insert(id.to_owned(), Server { name, address, until });
        Ok(())
    }

    pub(in crate::store) async fn renew(&self, id: &str, lease: Duration) -> Result<bool> {
        self.reading().await?;
        let until = milliseconds() + lease.as_millis() as i64;
        Ok(self.inner().servers.get_mut(id).map(|server| server.until = until).is_some())
    }

    pub(in crate::store) async fn remove(&self, id: &str, only_expired: bool) -> Result<()> {
        self.reading().await?;
        // waits for the transactions of that server that are under way
        let transaction = Transaction::new(self);
        let what = if self.inner().one_at_a_time { String::new() } else { row_of(id) };
        transaction.hold(&what).await;
        let mut inner = self.inner();
        let over = inner.servers.get(id).is_some_and(|server| server.until < milliseconds());
        if over || !only_expired {
            note(|| format!("database: {id} is removed"));
            inner.servers.remove(id);
        }
        drop(inner);
        Ok(())
    }

    pub(in crate::store) async fn peers(&self) -> Result<Vec<Peer>> {
        self.reading().await?;
        let now = milliseconds();
        let peer = |(id, s): (&String, &Server)| Peer {
            server: id.clone(),
            address: s.address.clone(),
            left: s.until - now,
        };
        Ok(self.inner().servers.iter().map(peer).collect())
    }

    pub(in crate::store) async fn owner(&self, game: &str) -> Result<Option<(Owner, i64, Option<i64>)>> {
        self.reading().await?;
        let inner = self.inner();
        let Some(rows) = inner.games.get(game).filter(|rows| rows.game.is_some()) else { return Ok(None) };
        let server = rows.owners.last().cloned().unwrap_or_default();
        let row = inner.servers.get(&server);
        let address = row.map(|row| row.address.clone()).unwrap_or_default();
        let left = row.map(|row| row.until - milliseconds());
        Ok(Some((Owner { server, address }, rows.owners.len() as i64, left)))
    }

    /// Takes a table for a server in the next epoch, if its last owner has no row.
    pub(in crate::store) async fn take(&self, me: &str, game: &str) -> Result<()> {
        self.reading().await?;
        self.take_now(me, game);
        Ok(())
    }

    pub(in crate::store) async fn adopt(&self, me: &str, now: i64, most: i64) -> Result<Vec<String>> {
        let games = self.under_way(now, i64::MAX).await?;
        Ok(games.into_iter().filter(|game| self.take_now(me, game)).take(most as usize).collect())
    }

    fn take_now(&self, me: &str, game: &str) -> bool {
        let mut inner = self.inner();
        let inner = &mut *inner;
        let Some(rows) = inner.games.get_mut(game).filter(|_| inner.servers.contains_key(me)) else {
            return false;
        };
        if rows.owners.last().is_some_and(|owner| inner.servers.contains_key(owner)) {
            return false;
        }
        rows.owners.push(me.to_owned());
        note(|| format!("database: {me} takes {game} in epoch {}", rows.owners.len()));
        true
    }
}
