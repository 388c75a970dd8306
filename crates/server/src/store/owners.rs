//! Who owns which table, when several servers share a database.
//!
//! A server lives while it has a row, which it renews; every run has an id of its own. A table belongs to the server
//! of its highest epoch, and is free if that server has no row. A row whose lease is over is removed by whoever finds
//! it, and that is all a takeover needs: the fence refuses whatever the removed server still wants to store, and
//! whoever takes one of its tables does so in the next epoch.

use super::fence::Fence;
use super::read::read;
use super::{SaveError, Store};
use crate::secret;
use anyhow::Result;
use sqlx::{AssertSqlSafe, Row as _};
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// What came of asking for a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It belongs to this server, in this epoch.
    Mine(i64),
    /// It belongs to another server.
    Elsewhere(Owner),
    /// There is no such table.
    Nowhere,
}

/// Another server that has a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("another server has this table: {server} at {address}")]
pub struct Owner {
    /// Its run.
    pub server: String,
    /// Where other servers reach it.
    pub address: String,
}

/// A server that shares the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Peer {
    /// Its run.
    pub server: String,
    /// Where other servers reach it.
    pub address: String,
    /// Milliseconds until its lease is over; negative afterwards.
    pub left: i64,
}

/// How often a free table is asked for before somebody else has surely taken it.
const ATTEMPTS: usize = 3;

impl Store {
    /// For how long a server owns its tables without a word; renew it several times in this time.
    #[must_use]
    pub fn lease(&self) -> Duration {
        self.dialect.lease
    }

    /// Whether the database is a file, which one server uses.
    #[must_use]
    pub fn has_one_server(&self) -> bool {
        self.dialect.one_server
    }

    /// Begins a run of the server called `name`, which others reach at `address`. An earlier run of that name is over;
    /// without a name it is waited for until its lease ends.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn enter(&self, name: &str, address: &str) -> Result<()> {
        let (id, asked): (Arc<str>, _) = (secret::random_hex(8).into(), Instant::now());
        read(async {
            #[cfg(feature = "sim")]
            if let Some(memory) = &self.memory {
                return memory.enter(&id, name, address, self.lease()).await;
            }
            if !name.is_empty() {
                sqlx::query("DELETE FROM servers WHERE name = $1").bind(name).execute(&self.pool).await?;
            }
            let now = self.dialect.now;
            let sql =
                format!("INSERT INTO servers (id, name, address, until) VALUES ($1, $2, $3, {now} + $4)");
            let query = sqlx::query(AssertSqlSafe(sql)).bind(&*id).bind(name).bind(address);
            query.bind(self.lease().as_millis() as i64).execute(&self.pool).await?;
            Ok(())
        })
        .await?;
        *self.me.lock().unwrap_or_else(PoisonError::into_inner) = id;
        self.note_renewal(asked);
        Ok(())
    }

    /// Whether the lease is over by the own clock: others may have the tables, also if nobody has said so yet.
    #[must_use]
    pub fn has_lapsed(&self) -> bool {
        let renewed = *self.renewed.lock().unwrap_or_else(PoisonError::into_inner);
        renewed.is_none_or(|renewed| renewed.elapsed() >= self.lease())
    }

    fn note_renewal(&self, asked: Instant) {
        *self.renewed.lock().unwrap_or_else(PoisonError::into_inner) = Some(asked);
    }

    /// This run of the server; empty before it has entered.
    #[must_use]
    pub fn me(&self) -> Arc<str> {
        self.me.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The server lives on. `false` if it does not: its row was removed, and its tables may belong to others. Then
    /// it has to enter again.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn renew(&self) -> Result<bool> {
        let now = self.dialect.now;
        let sql = format!("UPDATE servers SET until = {now} + $1 WHERE id = $2");
        let asked = Instant::now();
        let renewed = read(async {
            #[cfg(feature = "sim")]
            if let Some(memory) = &self.memory {
                return memory.renew(&self.me(), self.lease()).await;
            }
            let query = sqlx::query(AssertSqlSafe(sql)).bind(self.lease().as_millis() as i64);
            Ok(query.bind(&*self.me()).execute(&self.pool).await?.rows_affected() == 1)
        })
        .await?;
        if renewed {
            self.note_renewal(asked);
        }
        Ok(renewed)
    }

    /// Gives all tables away: whoever asks for one gets it. Nothing is stored in the name of this run any more.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn leave(&self) -> Result<()> {
        self.remove(&self.me(), "").await
    }

    /// Removes another server whose lease is over.
    ///
    /// # Errors
    /// If the database fails, or the server is stuck in the middle of a commit.
    pub async fn bury(&self, server: &str) -> Result<()> {
        self.remove(server, &format!("AND until < {}", self.dialect.now)).await
    }

    /// Waits for the transactions of that server that are under way, so that none of them comes true later.
    async fn remove(&self, server: &str, when: &str) -> Result<()> {
        let sql = format!("DELETE FROM servers WHERE id = $1 {when}");
        read(async {
            #[cfg(feature = "sim")]
            if let Some(memory) = &self.memory {
                return memory.remove(server, !when.is_empty()).await;
            }
            sqlx::query(AssertSqlSafe(sql)).bind(server).execute(&self.pool).await?;
            Ok(())
        })
        .await
    }

    /// All servers that share the database, this one included.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn peers(&self) -> Result<Vec<Peer>> {
        let sql = format!("SELECT id, address, until - {} FROM servers ORDER BY id", self.dialect.now);
        read(async {
            #[cfg(feature = "sim")]
            if let Some(memory) = &self.memory {
                return memory.peers().await;
            }
            let rows = sqlx::query(AssertSqlSafe(sql)).fetch_all(&self.pool).await?;
            let peer = |row: &sqlx::any::AnyRow| {
                Ok(Peer { server: row.try_get(0)?, address: row.try_get(1)?, left: row.try_get(2)? })
            };
            rows.iter().map(peer).collect()
        })
        .await
    }

    /// Asks for a table: takes it if it is free.
    ///
    /// # Errors
    /// If the database fails, or this server has not entered or does not live any more ([`SaveError::Lost`]).
    pub async fn claim(&self, game: &str) -> Result<Claim> {
        if game.contains('\0') {
            return Ok(Claim::Nowhere); // PostgreSQL has no such texts
        }
        for _ in 0..ATTEMPTS {
            let me = self.me();
            let Some((owner, epoch, left)) = self.owner(game).await? else { return Ok(Claim::Nowhere) };
            match left {
                Some(_) if owner.server == *me => return Ok(Claim::Mine(epoch)),
                Some(0..) => return Ok(Claim::Elsewhere(owner)),
                Some(_) => self.bury(&owner.server).await?,
                None => {}
            }
            read(async {
                #[cfg(feature = "sim")]
                if let Some(memory) = &self.memory {
                    return memory.take(&me, game).await;
                }
                let query = sqlx::query(TAKE).bind(&*me).bind(game);
                query.execute(&self.pool).await?;
                Ok(())
            })
            .await?;
        }
        // nobody lives who could have it: this server does not either
        Err(SaveError::Lost.into())
    }

    /// Takes free tables under way that have not expired at the time `now`, newest first, at most so many; gives their
    /// ids.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn adopt(&self, now: i64, most: i64) -> Result<Vec<String>> {
        read(async {
            #[cfg(feature = "sim")]
            if let Some(memory) = &self.memory {
                return memory.adopt(&self.me(), now, most).await;
            }
            let query = sqlx::query(TAKE_SOME).bind(&*self.me()).bind(now).bind(most);
            let rows = query.fetch_all(&self.pool).await?;
            rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
        })
        .await
    }

    /// The epoch of every line of a game, in order; 0 for lines older than epochs.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn epochs(&self, game: &str) -> Result<Vec<i64>> {
        read(async {
            let sql = "SELECT epoch FROM events WHERE game = $1 ORDER BY n";
            let rows = sqlx::query(sql).bind(game).fetch_all(&self.pool).await?;
            rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
        })
        .await
    }

    /// Every epoch of a table and the run of the server that owned it then.
    ///
    /// # Errors
    /// If the database fails.
    pub async fn owners(&self, game: &str) -> Result<BTreeMap<i64, String>> {
        read(async {
            let sql = "SELECT epoch, server FROM owners WHERE game = $1";
            let rows = sqlx::query(sql).bind(game).fetch_all(&self.pool).await?;
            rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
        })
        .await
    }

    /// This store for the task of a table which this server owns in an epoch: what is not its own any more is not
    /// stored ([`SaveError::Lost`]).
    #[must_use]
    pub fn owned(&self, epoch: i64) -> Self {
        Self { fence: Some(Fence { server: self.me(), epoch }), ..self.clone() }
    }

    /// The last owner of a table, its epoch, and how many milliseconds its lease still lasts if it has a row.
    async fn owner(&self, game: &str) -> Result<Option<(Owner, i64, Option<i64>)>> {
        let now = self.dialect.now;
        let sql = format!(
            "SELECT COALESCE(o.server, ''), COALESCE(s.address, ''), COALESCE(o.epoch, 0), s.until - {now}
             FROM games g LEFT JOIN owners o ON o.game = g.id LEFT JOIN servers s ON s.id = o.server
             WHERE g.id = $1 ORDER BY 3 DESC LIMIT 1"
        );
        read(async {
            #[cfg(feature = "sim")]
            if let Some(memory) = &self.memory {
                return memory.owner(game).await;
            }
            let row = sqlx::query(AssertSqlSafe(sql)).bind(game).fetch_optional(&self.pool).await?;
            let Some(row) = row else { return Ok(None) };
            let owner = Owner { server: row.try_get(0)?, address: row.try_get(1)? };
            Ok(Some((owner, row.try_get(2)?, row.try_get(3)?)))
        })
        .await
    }
}

/// Takes the table `$2` for the server `$1` in the next epoch, if its last owner has no row. If two servers try at
/// the same moment, one of them finds the epoch taken.
const TAKE: &str = "INSERT INTO owners (game, epoch, server)
    SELECT $2, COALESCE(MAX(epoch), 0) + 1, $1 FROM owners WHERE game = $2
    HAVING EXISTS (SELECT 1 FROM servers WHERE id = $1)
    AND NOT EXISTS (SELECT 1 FROM owners o JOIN servers s ON s.id = o.server WHERE o.game = $2
        AND NOT EXISTS (SELECT 1 FROM owners later WHERE later.game = o.game AND later.epoch > o.epoch))
    ON CONFLICT DO NOTHING";

/// The same for at most `$3` tables under way that have not expired at the time `$2`.
const TAKE_SOME: &str = "INSERT INTO owners (game, epoch, server)
    SELECT g.id, COALESCE((SELECT MAX(epoch) FROM owners o WHERE o.game = g.id), 0) + 1, $1 FROM games g
    WHERE g.finished = 0 AND CASE WHEN g.expires = 0 THEN g.created + 5184000 ELSE g.expires END > $2
    AND EXISTS (SELECT 1 FROM servers WHERE id = $1)
    AND NOT EXISTS (SELECT 1 FROM owners o JOIN servers s ON s.id = o.server WHERE o.game = g.id
        AND NOT EXISTS (SELECT 1 FROM owners later WHERE later.game = o.game AND later.epoch > o.epoch))
    ORDER BY g.created DESC, g.id LIMIT $3
    ON CONFLICT DO NOTHING RETURNING game";
