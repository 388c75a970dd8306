//! Group commit: many games wait for one commit, and nobody is told "done" before it.
//!
//! A commit costs a few milliseconds of disk whatever is in it, so one commit per move would cap the
//! server at a few hundred moves a second. Here one task collects whatever is waiting, commits it
//! together and answers all of it.

use super::Store;
use crate::table::{ChatLine, MOST_CHAT_LINES};
use sqlx::{Any, AssertSqlSafe, Transaction};
use tokio::sync::{mpsc, oneshot};

/// At most this many requests share a commit: bounds the transaction and the wait.
const MOST_PER_COMMIT: usize = 256;
/// Rows of one INSERT; three placeholders each, well below every database's limit.
const ROWS_PER_INSERT: usize = 100;

/// Why lines could not be stored. The game stays as it was.
#[derive(Clone, Debug, thiserror::Error)]
pub enum AppendError {
    /// The database said no.
    #[error("the move could not be stored and was not made: {0}")]
    Refused(String),
    /// The server is going down.
    #[error("the server is shutting down; the move was not made")]
    Closed,
}

struct Append {
    game: String,
    rows: Rows,
    done: oneshot::Sender<Result<(), AppendError>>,
}

/// What is appended.
enum Rows {
    /// Lines of a game, from a number on.
    Moves(i64, Vec<String>),
    /// A line of its chat.
    Said(ChatLine),
}

/// The handle through which games append their lines.
#[derive(Clone, Debug)]
pub struct Writer {
    queue: mpsc::Sender<Append>,
}

impl Writer {
    /// Starts the task that commits.
    #[must_use]
    pub fn start(store: Store) -> Self {
        let (queue, mut waiting) = mpsc::channel::<Append>(4 * MOST_PER_COMMIT);
        tokio::spawn(async move {
            let mut batch = Vec::with_capacity(MOST_PER_COMMIT);
            while waiting.recv_many(&mut batch, MOST_PER_COMMIT).await > 0 {
                commit(&store, std::mem::take(&mut batch)).await;
            }
        });
        Self { queue }
    }

    /// Appends lines `first…` of a game and returns when they are on disk.
    ///
    /// # Errors
    /// If they are not: nothing of them was stored then.
    pub async fn append(&self, game: &str, first: usize, lines: Vec<String>) -> Result<(), AppendError> {
        self.store(game, Rows::Moves(first as i64, lines)).await
    }

    /// Appends a line to a game's chat and returns when it is on disk. Lines too old to be shown go.
    ///
    /// # Errors
    /// If it is not stored.
    pub async fn say(&self, game: &str, line: ChatLine) -> Result<(), AppendError> {
        self.store(game, Rows::Said(line)).await
    }

    async fn store(&self, game: &str, rows: Rows) -> Result<(), AppendError> {
        let (done, answer) = oneshot::channel();
        let append = Append { game: game.to_owned(), rows, done };
        self.queue.send(append).await.map_err(|_| AppendError::Closed)?;
        answer.await.map_err(|_| AppendError::Closed)?
    }
}

/// One commit for all; if it fails, each request alone, so that one bad request hurts only itself.
async fn commit(store: &Store, batch: Vec<Append>) {
    if insert(store, &batch).await.is_ok() {
        for append in batch {
            let _ = append.done.send(Ok(()));
        }
        return;
    }
    for append in batch {
        let result = insert(store, std::slice::from_ref(&append)).await;
        let _ = append.done.send(result.map_err(|e| AppendError::Refused(e.to_string())));
    }
}

async fn insert(store: &Store, batch: &[Append]) -> Result<(), sqlx::Error> {
    let mut rows: Vec<(&str, i64, &str)> = Vec::new();
    let mut transaction = store.pool().begin().await?;
    for append in batch {
        match &append.rows {
            Rows::Moves(first, lines) => {
                rows.extend(lines.iter().zip(*first..).map(|(l, n)| (append.game.as_str(), n, l.as_str())));
            }
            Rows::Said(line) => say(&mut transaction, &append.game, line).await?,
        }
    }
    for chunk in rows.chunks(ROWS_PER_INSERT) {
        let mut sql = "INSERT INTO events (game, n, line) VALUES ".to_owned();
        for i in 0..chunk.len() {
            let comma = if i == 0 { "" } else { ", " };
            sql += &format!("{comma}(${}, ${}, ${})", 3 * i + 1, 3 * i + 2, 3 * i + 3);
        }
        // only placeholders were put together above; every value is bound
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for (game, n, line) in chunk {
            query = query.bind(*game).bind(*n).bind(*line);
        }
        query.execute(&mut *transaction).await?;
    }
    transaction.commit().await
}

async fn say(transaction: &mut Transaction<'_, Any>, game: &str, line: &ChatLine) -> Result<(), sqlx::Error> {
    let n = line.n as i64;
    sqlx::query("INSERT INTO chat (game, n, seat, line) VALUES ($1, $2, $3, $4)")
        .bind(game)
        .bind(n)
        .bind(line.seat.map_or(-1, i64::from))
        .bind(&line.text)
        .execute(&mut **transaction)
        .await?;
    sqlx::query("DELETE FROM chat WHERE game = $1 AND n <= $2")
        .bind(game)
        .bind(n - MOST_CHAT_LINES as i64)
        .execute(&mut **transaction)
        .await?;
    Ok(())
}
