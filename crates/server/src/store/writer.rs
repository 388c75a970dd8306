//! Group commit: many games wait for one commit, and nobody is told "done" before it.
//!
//! A commit costs a few milliseconds of disk whatever is in it, so one commit per move would cap the
//! server at a few hundred moves a second. Here one task collects whatever is waiting, commits it
//! together and answers all of it.

use super::Store;
use sqlx::AssertSqlSafe;
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
    first: i64,
    lines: Vec<String>,
    done: oneshot::Sender<Result<(), AppendError>>,
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
        let (done, answer) = oneshot::channel();
        let append = Append { game: game.to_owned(), first: first as i64, lines, done };
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
    let rows: Vec<(&str, i64, &str)> = batch
        .iter()
        .flat_map(|a| a.lines.iter().zip(a.first..).map(|(line, n)| (a.game.as_str(), n, line.as_str())))
        .collect();
    let mut transaction = store.pool().begin().await?;
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
