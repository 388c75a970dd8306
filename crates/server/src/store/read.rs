//! What is read. Every read ends within [`READ_WITHIN`]: a database that does not answer is an error.

use super::{READ_WITHIN, Store, StoredGame, StoredSeat};
use crate::table::{ChatLine, MOST_CHAT_LINES, Wishes};
use anyhow::Result;
use sqlx::Row as _;
use sqlx::any::AnyRow;

/// The database does not answer, or answers with an error.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("the database cannot be read at the moment")]
pub struct Unreadable;

impl Store {
    /// The game with this id.
    pub async fn game(&self, id: &str) -> Result<Option<StoredGame>> {
        #[cfg(feature = "sim")]
        if let Some(memory) = &self.memory {
            return read(memory.game(id)).await;
        }
        if id.contains('\0') {
            return Ok(None); // PostgreSQL has no such texts
        }
        read(async {
            let sql =
                "SELECT id, kind, setup, title, secret, created, intent, finished, expires, ended, asked
                 FROM games WHERE id = $1";
            let Some(row) = sqlx::query(sql).bind(id).fetch_optional(&self.pool).await? else {
                return Ok(None);
            };
            let sql = "SELECT name, kind, token_hash, intent, bot FROM seats WHERE game = $1 ORDER BY seat";
            let seats = sqlx::query(sql).bind(id).fetch_all(&self.pool).await?;
            let sql = "SELECT wishes FROM wishes WHERE game = $1";
            let wishes = sqlx::query(sql).bind(id).fetch_optional(&self.pool).await?;
            let wishes = wishes.map(|row| row.try_get::<String, _>(0)).transpose()?;
            let wishes = wishes.map_or_else(|| Ok(Wishes::default()), |text| serde_json::from_str(&text))?;
            Ok(Some(game(&row, &seats, wishes)?))
        })
        .await
    }

    /// All lines of a game in order.
    pub async fn lines(&self, id: &str) -> Result<Vec<String>> {
        #[cfg(feature = "sim")]
        if let Some(memory) = &self.memory {
            return read(memory.lines(id)).await;
        }
        read(async {
            let sql = "SELECT line FROM events WHERE game = $1 ORDER BY n";
            let rows = sqlx::query(sql).bind(id).fetch_all(&self.pool).await?;
            rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
        })
        .await
    }

    /// The id of the intent that led to line `n` of a game.
    pub async fn intent(&self, id: &str, n: usize) -> Result<Option<String>> {
        #[cfg(feature = "sim")]
        if let Some(memory) = &self.memory {
            return read(memory.intent(id, n)).await;
        }
        read(async {
            let sql = "SELECT intent FROM events WHERE game = $1 AND n = $2";
            let row = sqlx::query(sql).bind(id).bind(n as i64).fetch_optional(&self.pool).await?;
            Ok(row.map(|row| row.try_get(0)).transpose()?)
        })
        .await
    }

    /// The last lines of a game's chat, oldest first.
    pub async fn chat(&self, id: &str) -> Result<Vec<ChatLine>> {
        #[cfg(feature = "sim")]
        if let Some(memory) = &self.memory {
            return read(memory.chat(id)).await;
        }
        let line = |row: &AnyRow| -> Result<ChatLine> {
            let (n, seat): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
            let (text, id) = (row.try_get(2)?, row.try_get(3)?);
            // a spectator is stored as -1: no seat
            Ok(ChatLine { n: n.try_into()?, seat: seat.try_into().ok(), text, id })
        };
        read(async {
            let sql = "SELECT n, seat, line, intent FROM chat WHERE game = $1 ORDER BY n DESC LIMIT $2";
            let query = sqlx::query(sql).bind(id).bind(MOST_CHAT_LINES as i64);
            query.fetch_all(&self.pool).await?.iter().rev().map(line).collect()
        })
        .await
    }

    /// Ids of the newest tables everybody may see: running and not expired at the time `now`, or played to
    /// the end.
    pub async fn listed(&self, finished: bool, now: i64, most: i64) -> Result<Vec<String>> {
        #[cfg(feature = "sim")]
        if let Some(memory) = &self.memory {
            return read(memory.listed(finished, now, most)).await;
        }
        let sql = if finished {
            "SELECT id FROM games WHERE finished > $1 AND private = 0 AND ended = ''
             ORDER BY finished DESC, id LIMIT $2"
        } else {
            "SELECT id FROM games WHERE finished = 0 AND private = 0
             AND CASE WHEN expires = 0 THEN created + 5184000 ELSE expires END > $1
             ORDER BY created DESC, id LIMIT $2"
        };
        self.ids(sql, if finished { 0 } else { now }, most).await
    }

    /// Ids of games under way that nobody came back to until their time was over, longest ago first. Games
    /// whose time was never noted are not among them.
    pub async fn abandoned(&self, now: i64, most: i64) -> Result<Vec<String>> {
        #[cfg(feature = "sim")]
        if let Some(memory) = &self.memory {
            return read(memory.abandoned(now, most)).await;
        }
        let sql = "SELECT id FROM games WHERE finished = 0 AND expires > 0 AND expires <= $1
             ORDER BY expires, id LIMIT $2";
        self.ids(sql, now, most).await
    }

    /// Ids of all games, oldest first.
    pub async fn all(&self) -> Result<Vec<String>> {
        let rows = sqlx::query("SELECT id FROM games ORDER BY created, id").fetch_all(&self.pool).await?;
        rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    /// What the database finds wrong with itself; SQLite looks at every page, PostgreSQL has no such question.
    pub async fn integrity(&self) -> Result<Vec<String>> {
        if self.pool.acquire().await?.backend_name() != "SQLite" {
            return Ok(Vec::new());
        }
        let rows = sqlx::query("PRAGMA integrity_check").fetch_all(&self.pool).await?;
        let found: Result<Vec<String>> = rows.iter().map(|row| Ok(row.try_get(0)?)).collect();
        Ok(found?.into_iter().filter(|line| line != "ok").collect())
    }

    async fn ids(&self, sql: &'static str, time: i64, most: i64) -> Result<Vec<String>> {
        read(async {
            let rows = sqlx::query(sql).bind(time).bind(most).fetch_all(&self.pool).await?;
            rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
        })
        .await
    }
}

/// Waits for a read. A failure of the database is marked as one, so that people can be told to try again.
pub(super) async fn read<T>(work: impl Future<Output = Result<T>>) -> Result<T> {
    match tokio::time::timeout(READ_WITHIN, work).await {
        Ok(Err(error)) if error.is::<sqlx::Error>() => Err(error.context(Unreadable)),
        Ok(result) => result,
        Err(_) => Err(anyhow::anyhow!("no answer within {READ_WITHIN:?}").context(Unreadable)),
    }
}

fn game(row: &AnyRow, seats: &[AnyRow], wishes: Wishes) -> Result<StoredGame> {
    let seat = |row: &AnyRow| -> Result<StoredSeat> {
        let (name, kind) = (row.try_get(0)?, row.try_get(1)?);
        let (token_hash, intent, bot) = (row.try_get(2)?, row.try_get(3)?, row.try_get(4)?);
        Ok(StoredSeat { name, kind, token_hash, intent, bot })
    };
    Ok(StoredGame {
        id: row.try_get(0)?,
        kind: row.try_get(1)?,
        setup: row.try_get(2)?,
        title: row.try_get(3)?,
        secret: row.try_get(4)?,
        created: row.try_get(5)?,
        seats: seats.iter().map(seat).collect::<Result<_>>()?,
        wishes,
        intent: row.try_get(6)?,
        finished: row.try_get(7)?,
        expires: row.try_get(8)?,
        ended: row.try_get(9)?,
        asked: row.try_get(10)?,
    })
}
