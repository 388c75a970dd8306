//! Where games live: an append-only log of lines per game. The log *is* the game; positions are
//! caches rebuilt by replay.
//!
//! One SQL text serves SQLite (a file, the default) and PostgreSQL (`--database postgres://…`):
//! columns are TEXT and BIGINT only, placeholders are `$1`.

mod address;
mod writer;

pub use writer::{AppendError, Writer};

use crate::table::{ChatLine, MOST_CHAT_LINES, Wishes};
use anyhow::{Context, Result};
use sqlx::any::{AnyPoolOptions, AnyRow};
use sqlx::{AnyPool, Row};
use std::time::Duration;

/// A game as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Short public name, part of links.
    pub id: String,
    /// What the setup means, as in `catan`.
    pub kind: String,
    /// All the start follows from.
    pub setup: String,
    /// Title shown in the lobby.
    pub title: String,
    /// Secret the dice follow from; shown when the game is over.
    pub secret: String,
    /// Unix time of creation in seconds.
    pub created: i64,
    /// Who may sit where.
    pub seats: Vec<StoredSeat>,
    /// What the table wishes beyond the rules.
    pub wishes: Wishes,
}

/// A seat as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSeat {
    /// Name of the person or bot; empty while free.
    pub name: String,
    /// `person`, `open` or the name of a bot.
    pub kind: String,
    /// Hash of the seat's secret; empty if nobody holds it.
    pub token_hash: String,
}

/// The database.
#[derive(Clone, Debug)]
pub struct Store {
    pool: AnyPool,
}

const SCHEMA: &[&str] = &[
    "CREATE TABLE IF NOT EXISTS games (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL, setup TEXT NOT NULL, title TEXT NOT NULL,
        secret TEXT NOT NULL, created BIGINT NOT NULL, finished BIGINT NOT NULL DEFAULT 0)",
    "CREATE TABLE IF NOT EXISTS seats (
        game TEXT NOT NULL REFERENCES games(id), seat BIGINT NOT NULL, name TEXT NOT NULL,
        kind TEXT NOT NULL, token_hash TEXT NOT NULL, PRIMARY KEY (game, seat))",
    "CREATE TABLE IF NOT EXISTS events (
        game TEXT NOT NULL REFERENCES games(id), n BIGINT NOT NULL, line TEXT NOT NULL, PRIMARY KEY (game, n))",
    "CREATE TABLE IF NOT EXISTS chat (
        game TEXT NOT NULL REFERENCES games(id), n BIGINT NOT NULL, seat BIGINT NOT NULL, line TEXT NOT NULL,
        PRIMARY KEY (game, n))",
    "CREATE TABLE IF NOT EXISTS wishes (game TEXT PRIMARY KEY REFERENCES games(id), wishes TEXT NOT NULL)",
];

impl Store {
    /// Opens (and if need be creates) the database at a URL, `sqlite:…` or `postgres:…`.
    pub async fn open(url: &str) -> Result<Self> {
        address::check(url).with_context(|| format!("cannot open the database {}", without_password(url)))?;
        sqlx::any::install_default_drivers();
        let sqlite = url.starts_with("sqlite:");
        let pool = AnyPoolOptions::new()
            .max_connections(if sqlite { 4 } else { 8 })
            .acquire_timeout(Duration::from_secs(5))
            .after_connect(move |connection, _| {
                Box::pin(async move {
                    if sqlite {
                        // WAL lets readers work during a commit; FULL means a commit is on disk when it returns
                        for pragma in
                            ["PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA busy_timeout=5000"]
                        {
                            sqlx::query(pragma).execute(&mut *connection).await?;
                        }
                    }
                    Ok(())
                })
            })
            .connect(url)
            .await
            .with_context(|| format!("cannot open the database {}", without_password(url)))?;
        let store = Self { pool };
        for statement in SCHEMA {
            sqlx::query(*statement).execute(&store.pool).await.context("cannot prepare the tables")?;
        }
        Ok(store)
    }

    /// The connections, for the writer.
    pub(crate) fn pool(&self) -> &AnyPool {
        &self.pool
    }

    /// Stores a new game with its seats.
    pub async fn create(&self, game: &StoredGame) -> Result<()> {
        let mut transaction = self.pool.begin().await?;
        sqlx::query(
            "INSERT INTO games (id, kind, setup, title, secret, created) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(&game.id)
        .bind(&game.kind)
        .bind(&game.setup)
        .bind(&game.title)
        .bind(&game.secret)
        .bind(game.created)
        .execute(&mut *transaction)
        .await?;
        for (seat, stored) in game.seats.iter().enumerate() {
            sqlx::query("INSERT INTO seats (game, seat, name, kind, token_hash) VALUES ($1, $2, $3, $4, $5)")
                .bind(&game.id)
                .bind(seat as i64)
                .bind(&stored.name)
                .bind(&stored.kind)
                .bind(&stored.token_hash)
                .execute(&mut *transaction)
                .await?;
        }
        if game.wishes != Wishes::default() {
            sqlx::query("INSERT INTO wishes (game, wishes) VALUES ($1, $2)")
                .bind(&game.id)
                .bind(serde_json::to_string(&game.wishes)?)
                .execute(&mut *transaction)
                .await?;
        }
        Ok(transaction.commit().await?)
    }

    /// The game with this id.
    pub async fn game(&self, id: &str) -> Result<Option<StoredGame>> {
        let row = sqlx::query("SELECT id, kind, setup, title, secret, created FROM games WHERE id = $1")
            .bind(id)
            .fetch_optional(&self.pool)
            .await?;
        let Some(row) = row else { return Ok(None) };
        let seats = sqlx::query("SELECT name, kind, token_hash FROM seats WHERE game = $1 ORDER BY seat")
            .bind(id)
            .fetch_all(&self.pool)
            .await?;
        let wishes = sqlx::query("SELECT wishes FROM wishes WHERE game = $1")
            .bind(id)
            .fetch_optional(&self.pool)
            .await?;
        let wishes = wishes.map(|row| row.try_get::<String, _>(0)).transpose()?;
        let wishes = wishes.map_or_else(|| Ok(Wishes::default()), |text| serde_json::from_str(&text))?;
        Ok(Some(read_game(&row, &seats, wishes)?))
    }

    /// All lines of a game in order.
    pub async fn lines(&self, id: &str) -> Result<Vec<String>> {
        let rows = sqlx::query("SELECT line FROM events WHERE game = $1 ORDER BY n")
            .bind(id)
            .fetch_all(&self.pool)
            .await?;
        rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    /// The last lines of a game's chat, oldest first.
    pub async fn chat(&self, id: &str) -> Result<Vec<ChatLine>> {
        let rows = sqlx::query("SELECT n, seat, line FROM chat WHERE game = $1 ORDER BY n DESC LIMIT $2")
            .bind(id)
            .bind(MOST_CHAT_LINES as i64)
            .fetch_all(&self.pool)
            .await?;
        let line = |row: &AnyRow| -> Result<ChatLine> {
            let (n, seat): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
            // a spectator is stored as -1: no seat
            Ok(ChatLine { n: n.try_into()?, seat: seat.try_into().ok(), text: row.try_get(2)? })
        };
        rows.iter().rev().map(line).collect()
    }

    /// Gives a free seat to whoever holds the secret with this hash; `false` if it was taken meanwhile.
    pub async fn take_seat(&self, id: &str, seat: usize, name: &str, token_hash: &str) -> Result<bool> {
        let done = sqlx::query(
            "UPDATE seats SET name = $1, kind = 'person', token_hash = $2
             WHERE game = $3 AND seat = $4 AND kind = 'open'",
        )
        .bind(name)
        .bind(token_hash)
        .bind(id)
        .bind(seat as i64)
        .execute(&self.pool)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    /// Marks a game as finished.
    pub async fn finish(&self, id: &str, when: i64) -> Result<()> {
        sqlx::query("UPDATE games SET finished = $1 WHERE id = $2")
            .bind(when)
            .bind(id)
            .execute(&self.pool)
            .await?;
        Ok(())
    }

    /// Ids and titles of the newest games: unfinished or finished.
    pub async fn newest(&self, finished: bool, most: i64) -> Result<Vec<(String, String)>> {
        let sql = if finished {
            "SELECT id, title FROM games WHERE finished > 0 ORDER BY finished DESC, id LIMIT $1"
        } else {
            "SELECT id, title FROM games WHERE finished = 0 ORDER BY created DESC, id LIMIT $1"
        };
        let rows = sqlx::query(sql).bind(most).fetch_all(&self.pool).await?;
        rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
    }

    /// Whether the database answers.
    pub async fn is_alive(&self) -> bool {
        sqlx::query("SELECT 1").execute(&self.pool).await.is_ok()
    }
}

fn read_game(row: &AnyRow, seats: &[AnyRow], wishes: Wishes) -> Result<StoredGame> {
    let seats = seats
        .iter()
        .map(|row| {
            Ok(StoredSeat { name: row.try_get(0)?, kind: row.try_get(1)?, token_hash: row.try_get(2)? })
        })
        .collect::<Result<_>>()?;
    Ok(StoredGame {
        id: row.try_get(0)?,
        kind: row.try_get(1)?,
        setup: row.try_get(2)?,
        title: row.try_get(3)?,
        secret: row.try_get(4)?,
        created: row.try_get(5)?,
        seats,
        wishes,
    })
}

/// A database URL fit for an error message.
fn without_password(url: &str) -> String {
    match (url.find("://"), url.rfind('@')) {
        (Some(scheme), Some(at)) if at > scheme => format!("{}://…{}", &url[..scheme], &url[at..]),
        _ => url.to_owned(),
    }
}
