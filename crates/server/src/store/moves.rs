//! Moves alone, which is what most commits hold: one statement is the whole transaction.
//!
//! Each statement is a way to the database and back: to the thread of SQLite, or over the network to PostgreSQL. One
//! statement that looks whether the tables are still the server's, stores the lines and commits needs one way instead of five.
//! It stores all lines or none.

use super::fence::{Fenced, claims};
use super::link::{Link, Statement};
use super::write::{Row, Write, json};

/// Lines that one statement can store.
pub(super) struct Moves {
    statement: Statement,
    lines: u64,
}

/// What became of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stored {
    All,
    /// A table is not the server's any more.
    None,
    /// No statement can do that.
    Some,
}

impl Moves {
    /// These writes as one statement: if they change nothing but logs and one server asks for all of them.
    pub(super) fn of(link: &Link, writes: &[Fenced<'_>]) -> Result<Option<Self>, sqlx::Error> {
        let plain = |write: &Write| matches!(write, Write::Moves { finished: None, expires: None, .. });
        if !link.is_settled() || !writes.iter().all(|(write, fence)| plain(write) && fence.is_some()) {
            return Ok(None);
        }
        let claims = claims(writes).unwrap_or_default();
        let Some((server, held)) = claims.first_key_value().filter(|_| claims.len() == 1) else {
            return Ok(None);
        };
        let mut rows: Vec<Row<'_>> = Vec::new();
        for (write, fence) in writes {
            write.add_lines(*fence, &mut rows);
        }
        let statement = sqlx::query(link.insert_owned())
            .bind(held.len() as i64)
            .bind(json(held)?)
            .bind((*server).to_owned())
            .bind(json(&rows)?);
        Ok(Some(Self { statement, lines: rows.len() as u64 }))
    }

    /// Stores them. After an error it is unknown whether they are stored.
    pub(super) async fn store(self, link: &mut Link) -> Result<Stored, sqlx::Error> {
        let stored = link.at_once(self.statement).await?;
        Ok(match stored {
            stored if stored == self.lines => Stored::All,
            0 => Stored::None,
            _ => Stored::Some,
        })
    }
}
