//! Moves alone, which is what most commits hold: one statement is the whole transaction.
//!
//! Each statement is a way to the database and back: to the thread of SQLite, or over the network to PostgreSQL. One
//! statement that looks whether the tables are still the server's, stores the lines and commits needs one way instead of five.
//! It stores all lines or none.

use super::fence::{Fenced, claims};
use super::link::{Link, Statement};
use super::write::{Row, Write, json};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Makes the statement that stores lines in the name of a server if all these tables with their epochs are its own, and
/// none otherwise; `None` if there are too many for one statement.
pub(super) type InsertOwned =
    fn(&str, &BTreeMap<&str, i64>, &[Row<'_>]) -> Result<Option<Statement>, sqlx::Error>;

/// The number of lines in statements for SQLite: doubles from one to the next.
const SIZES: usize = 9;

/// The values stand in the statement one by one: SQLite would take several times as long to read them from JSON. There is a
/// statement for one line, for two, four and so on; a place without a game is empty.
pub(super) fn of_sqlite(
    server: &str,
    held: &BTreeMap<&str, i64>,
    rows: &[Row<'_>],
) -> Result<Option<Statement>, sqlx::Error> {
    static STATEMENTS: [OnceLock<String>; SIZES] = [const { OnceLock::new() }; SIZES];
    let size = rows.len().next_power_of_two();
    let Some(statement) = STATEMENTS.get(size.trailing_zeros() as usize) else { return Ok(None) };
    let statement = statement.get_or_init(|| {
        // OR ROLLBACK: any failure ends the transaction, so SQLite need not be able to take back the statement
        format!(
            "WITH own(yes) AS (SELECT EXISTS (SELECT 1 FROM servers WHERE id = ?) AND ? = (
                 SELECT COUNT(*) FROM json_each(?) AS held
                 JOIN owners o ON o.game = held.key AND o.epoch = held.value WHERE o.server = ?
                 AND NOT EXISTS (SELECT 1 FROM owners later WHERE later.game = o.game AND later.epoch > o.epoch)))
             INSERT OR ROLLBACK INTO events (game, n, line, intent, epoch)
             SELECT * FROM (VALUES {}) WHERE column1 IS NOT NULL AND (SELECT yes FROM own)",
            ["(?, ?, ?, ?, ?)"].repeat(size).join(", ")
        )
    });
    let mut statement = sqlx::query(statement.as_str())
        .bind(server.to_owned())
        .bind(held.len() as i64)
        .bind(json(held)?)
        .bind(server.to_owned());
    for &(game, n, line, intent, epoch) in rows {
        let [game, line, intent] = [game, line, intent].map(str::to_owned);
        statement = statement.bind(game).bind(n as i64).bind(line).bind(intent).bind(epoch);
    }
    Ok(Some(statement))
}

/// The row of the server is kept until the transaction ends. A table has a later epoch only after the row of its server is
/// gone: whoever holds the row sees all epochs there are.
pub(super) fn of_postgres(
    server: &str,
    held: &BTreeMap<&str, i64>,
    rows: &[Row<'_>],
) -> Result<Option<Statement>, sqlx::Error> {
    let statement = "WITH me AS (SELECT id FROM servers WHERE id = $3 FOR KEY SHARE),
         held AS (SELECT COUNT(*) AS tables FROM json_each_text(CAST($2 AS JSON)) AS held
             JOIN owners o ON o.game = held.key AND o.epoch = CAST(held.value AS BIGINT)
             JOIN me ON me.id = o.server
             WHERE NOT EXISTS (SELECT 1 FROM owners later WHERE later.game = o.game AND later.epoch > o.epoch))
         INSERT INTO events (game, n, line, intent, epoch)
         SELECT x ->> 0, CAST(x ->> 1 AS BIGINT), x ->> 2, x ->> 3, CAST(x ->> 4 AS BIGINT)
         FROM json_array_elements(CAST($4 AS JSON)) AS lines(x) WHERE (SELECT tables FROM held) = $1";
    let statement = sqlx::query(statement).bind(held.len() as i64).bind(json(held)?);
    Ok(Some(statement.bind(server.to_owned()).bind(json(rows)?)))
}

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
        let statement = link.insert_owned()(server, held, &rows)?;
        Ok(statement.map(|statement| Self { statement, lines: rows.len() as u64 }))
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
