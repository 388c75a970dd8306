//! What can be stored, and how each write is recognised when its answer was lost.

use super::fence::{Fence, Fenced};
use super::link::Link;
use super::{StoredGame, StoredSeat};
use crate::table::{ChatLine, MOST_CHAT_LINES, Wishes};
use sqlx::{AnyConnection, Row as _};
use std::sync::Arc;

/// Something to be stored. The same write can be asked for again: it is stored once.
#[derive(Clone, Debug)]
pub enum Write {
    /// A new game with its seats.
    Create(Arc<StoredGame>),
    /// Lines of a game.
    Moves {
        /// The game.
        game: String,
        /// Number of the first line.
        first: usize,
        /// The lines.
        lines: Vec<String>,
        /// The id of the intent they follow from.
        intent: String,
        /// When the game ended, if these lines end it.
        finished: Option<i64>,
        /// Until when the table stays in the list, if that changes.
        expires: Option<i64>,
    },
    /// A line of a game's chat. Lines too old to be shown are deleted.
    Said {
        /// The game.
        game: String,
        /// The line.
        line: ChatLine,
    },
    /// Somebody takes a free seat.
    Seat {
        /// The game.
        game: String,
        /// Which seat.
        seat: usize,
        /// The name to show.
        name: String,
        /// Hash of the seat's secret.
        token_hash: String,
        /// Hash of the id of the intent.
        intent: String,
    },
    /// Who plays a seat changes: a person leaves or is back, or the seat becomes free.
    Reseat {
        /// The game.
        game: String,
        /// Which seat.
        seat: usize,
        /// The intent that changed the seat last, as a guard: if the seat has changed meanwhile, nothing is
        /// stored.
        before: String,
        /// The seat from now on.
        after: StoredSeat,
    },
    /// A game is over, and its last lines are stored already.
    Finished {
        /// The game.
        game: String,
        /// When it ended.
        when: i64,
        /// Why it ended without a winner; empty if it was played to the end.
        ended: &'static str,
    },
    /// Somebody came to a table: it stays in the list until this time.
    Keep {
        /// The game.
        game: String,
        /// Unix time in seconds.
        expires: i64,
    },
    /// Nothing of meaning: it is stored to find out whether the database stores.
    Probe,
}

/// What the database has in the place a write is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Nothing,
    /// This very write.
    Same,
    Other,
}

impl Write {
    /// The table it belongs to: only its owner may ask for it.
    pub(super) fn game(&self) -> Option<&str> {
        match self {
            Self::Moves { game, .. }
            | Self::Said { game, .. }
            | Self::Seat { game, .. }
            | Self::Reseat { game, .. }
            | Self::Finished { game, .. }
            | Self::Keep { game, .. } => Some(game),
            Self::Create(_) | Self::Probe => None,
        }
    }

    /// Adds the lines of moves to those to be inserted; whether these are moves.
    pub(super) fn add_lines<'a>(&'a self, fence: Option<&Fence>, rows: &mut Vec<Row<'a>>) -> bool {
        let Self::Moves { game, first, lines, intent, .. } = self else { return false };
        let epoch = fence.map_or(0, |fence| fence.epoch);
        let mark = |i| if i == 0 { intent.as_str() } else { "" };
        let row = |(i, line): (usize, &'a String)| (game.as_str(), first + i, line.as_str(), mark(i), epoch);
        rows.extend(lines.iter().enumerate().map(row));
        true
    }

    /// Looks for it in the database.
    pub(super) async fn look_up(&self, link: &mut Link) -> Result<Found, sqlx::Error> {
        #[cfg(feature = "sim")]
        if let Some(memory) = &mut link.memory {
            return memory.look_up(self).await;
        }
        let connection = link.connection()?;
        let (query, intent) = match self {
            Self::Create(game) => {
                (sqlx::query("SELECT intent FROM games WHERE id = $1").bind(&game.id), &game.intent)
            }
            Self::Moves { game, first, intent, .. } => {
                let sql = "SELECT intent FROM events WHERE game = $1 AND n = $2";
                (sqlx::query(sql).bind(game).bind(*first as i64), intent)
            }
            Self::Said { game, line } => {
                let sql = "SELECT intent FROM chat WHERE game = $1 AND n = $2";
                (sqlx::query(sql).bind(game).bind(line.n as i64), &line.id)
            }
            Self::Seat { game, seat, intent, .. } => {
                let sql = "SELECT intent FROM seats WHERE game = $1 AND seat = $2 AND kind <> 'open'";
                (sqlx::query(sql).bind(game).bind(*seat as i64), intent)
            }
            Self::Reseat { game, seat, before, after } => {
                let sql = "SELECT intent FROM seats WHERE game = $1 AND seat = $2 AND intent <> $3";
                (sqlx::query(sql).bind(game).bind(*seat as i64).bind(before), &after.intent)
            }
            // to do these twice is the same as to do them once
            Self::Finished { .. } | Self::Keep { .. } | Self::Probe => return Ok(Found::Nothing),
        };
        let row = query.fetch_optional(connection).await?;
        let found: Option<String> = row.map(|row| row.try_get(0)).transpose()?;
        Ok(match found {
            None => Found::Nothing,
            Some(found) if found == *intent => Found::Same,
            Some(_) => Found::Other,
        })
    }
}

/// Puts writes into the transaction under way.
pub(super) async fn apply(link: &mut Link, writes: &[Fenced<'_>]) -> Result<(), sqlx::Error> {
    #[cfg(feature = "sim")]
    if let Some(memory) = &mut link.memory {
        for (write, fence) in writes {
            memory.apply(write, *fence).await?;
        }
        return Ok(());
    }
    let mut rows: Vec<Row<'_>> = Vec::new();
    for &(write, fence) in writes {
        if !write.add_lines(fence, &mut rows) {
            single(link, write, fence).await?;
        }
    }
    insert_lines(link, &rows).await?;
    for (write, _) in writes {
        if let Write::Moves { game, finished: Some(when), .. } = write {
            finish(link.connection()?, game, *when, "").await?;
        }
        if let Write::Moves { game, expires: Some(expires), .. } = write {
            keep(link.connection()?, game, *expires).await?;
        }
    }
    Ok(())
}

/// A line: its game, number, text, intent and epoch.
pub(super) type Row<'a> = (&'a str, usize, &'a str, &'a str, i64);

async fn insert_lines(link: &mut Link, rows: &[Row<'_>]) -> Result<(), sqlx::Error> {
    if rows.is_empty() {
        return Ok(());
    }
    let query = sqlx::query(link.insert()).bind(json(rows)?);
    let inserted = query.execute(link.connection()?).await?.rows_affected();
    // fewer if a line is of a game that is not there
    if inserted == rows.len() as u64 { Ok(()) } else { Err(sqlx::Error::RowNotFound) }
}

/// A value as JSON, in which a statement takes many rows at once.
pub(super) fn json(value: &(impl serde::Serialize + ?Sized)) -> Result<String, sqlx::Error> {
    serde_json::to_string(value).map_err(|e| sqlx::Error::Encode(Box::new(e)))
}

async fn single(link: &mut Link, write: &Write, fence: Option<&Fence>) -> Result<(), sqlx::Error> {
    let connection = link.connection()?;
    match write {
        Write::Create(game) => {
            create(connection, game).await?;
            if let Some(Fence { server, epoch }) = fence {
                let sql = "INSERT INTO owners (game, epoch, server) VALUES ($1, $2, $3)";
                let query = sqlx::query(sql).bind(&game.id).bind(*epoch).bind(&**server);
                query.execute(connection).await?;
            }
            Ok(())
        }
        Write::Said { game, line } => say(connection, game, line).await,
        Write::Seat { game, seat, name, token_hash, intent } => {
            let done = sqlx::query(
                "UPDATE seats SET name = $1, kind = 'person', token_hash = $2, intent = $3
                 WHERE game = $4 AND seat = $5 AND kind = 'open'",
            )
            .bind(name)
            .bind(token_hash)
            .bind(intent)
            .bind(game)
            .bind(*seat as i64)
            .execute(connection)
            .await?;
            if done.rows_affected() == 1 { Ok(()) } else { Err(sqlx::Error::RowNotFound) }
        }
        Write::Reseat { game, seat, before, after } => {
            let done = sqlx::query(
                "UPDATE seats SET name = $1, kind = $2, token_hash = $3, intent = $4, bot = $5
                 WHERE game = $6 AND seat = $7 AND intent = $8",
            )
            .bind(&after.name)
            .bind(&after.kind)
            .bind(&after.token_hash)
            .bind(&after.intent)
            .bind(&after.bot)
            .bind(game)
            .bind(*seat as i64)
            .bind(before)
            .execute(connection)
            .await?;
            if done.rows_affected() == 1 { Ok(()) } else { Err(sqlx::Error::RowNotFound) }
        }
        Write::Finished { game, when, ended } => finish(connection, game, *when, ended).await,
        Write::Keep { game, expires } => keep(connection, game, *expires).await,
        Write::Probe => sqlx::query("UPDATE probe SET written = written + 1 WHERE id = 1")
            .execute(connection)
            .await
            .map(|_| ()),
        Write::Moves { .. } => Ok(()), // inserted together with those of other games
    }
}

async fn create(connection: &mut AnyConnection, game: &StoredGame) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO games (id, kind, setup, title, secret, created, intent, expires, private, asked)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    )
    .bind(&game.id)
    .bind(&game.kind)
    .bind(&game.setup)
    .bind(&game.title)
    .bind(&game.secret)
    .bind(game.created)
    .bind(&game.intent)
    .bind(game.expires)
    .bind(i64::from(game.wishes.private))
    .bind(&game.asked)
    .execute(&mut *connection)
    .await?;
    for (number, seat) in game.seats.iter().enumerate() {
        sqlx::query(
            "INSERT INTO seats (game, seat, name, kind, token_hash, intent) VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .bind(&game.id)
        .bind(number as i64)
        .bind(&seat.name)
        .bind(&seat.kind)
        .bind(&seat.token_hash)
        .bind(&seat.intent)
        .execute(&mut *connection)
        .await?;
    }
    if game.wishes != Wishes::default() {
        sqlx::query("INSERT INTO wishes (game, wishes) VALUES ($1, $2)")
            .bind(&game.id)
            .bind(json(&game.wishes)?)
            .execute(connection)
            .await?;
    }
    Ok(())
}

async fn say(connection: &mut AnyConnection, game: &str, line: &ChatLine) -> Result<(), sqlx::Error> {
    sqlx::query("INSERT INTO chat (game, n, seat, line, intent) VALUES ($1, $2, $3, $4, $5)")
        .bind(game)
        .bind(line.n as i64)
        .bind(line.seat.map_or(-1, i64::from))
        .bind(&line.text)
        .bind(&line.id)
        .execute(&mut *connection)
        .await?;
    sqlx::query("DELETE FROM chat WHERE game = $1 AND n <= $2")
        .bind(game)
        .bind(line.n as i64 - MOST_CHAT_LINES as i64)
        .execute(connection)
        .await?;
    Ok(())
}

async fn keep(connection: &mut AnyConnection, game: &str, expires: i64) -> Result<(), sqlx::Error> {
    let sql = "UPDATE games SET expires = $1 WHERE id = $2 AND expires < $1";
    sqlx::query(sql).bind(expires).bind(game).execute(connection).await.map(|_| ())
}

async fn finish(
    connection: &mut AnyConnection,
    game: &str,
    when: i64,
    ended: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE games SET finished = $1, ended = $2 WHERE id = $3 AND finished = 0")
        .bind(when)
        .bind(ended)
        .bind(game)
        .execute(connection)
        .await?;
    Ok(())
}
