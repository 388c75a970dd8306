//! A database as text: one line of JSON a game, the same for SQLite and PostgreSQL. So a backup of one can be
//! restored into the other.
//!
//! The first line names the version, the last one the number of games: a backup that broke off is recognised.

use super::{NEWEST_VERSION, Store, connect};
use anyhow::{Context, Result, bail, ensure};
use serde_json::{Map, Value, json};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Column as _, Connection as _, Executor as _, Row as _};
use std::io::{BufRead, Write};

/// The tables of a game, the columns that name it and order its rows, and the version they came with.
const TABLES: [(&str, &str, &str, i64); 6] = [
    ("games", "id", "id", 1),
    ("seats", "game", "seat", 1),
    ("events", "game", "n", 1),
    ("chat", "game", "n", 1),
    ("wishes", "game", "game", 1),
    ("owners", "game", "epoch", 5),
];

impl Store {
    /// Writes all games of the database at a URL, as they are at one moment, also while a server uses it. Gives
    /// their number.
    ///
    /// # Errors
    /// If the database cannot be read or the text not be written.
    pub async fn backup(url: &str, into: &mut impl Write) -> Result<u64> {
        let mut connection = connect(url).await?;
        let version = super::migrate::version(&mut connection).await?.unwrap_or(1);
        let begin = if super::link::is_sqlite(url) {
            "BEGIN" // everything read from here on is of one moment
        } else {
            "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
        };
        connection.execute(begin).await?;
        writeln!(into, "{}", json!({ "hexwright": "backup", "version": version }))?;
        let ids = sqlx::query("SELECT id FROM games ORDER BY created, id").fetch_all(&mut connection).await?;
        let games = ids.len() as u64;
        for id in ids {
            let game: String = id.try_get(0)?;
            let mut line = Map::new();
            for (table, key, order, _) in TABLES.into_iter().filter(|table| table.3 <= version) {
                let sql = format!("SELECT * FROM {table} WHERE {key} = $1 ORDER BY {order}");
                let rows = sqlx::query(AssertSqlSafe(sql)).bind(&game).fetch_all(&mut connection).await?;
                let rows: Result<Vec<Value>> = rows.iter().map(value).collect();
                line.insert(table.to_owned(), rows?.into());
            }
            writeln!(into, "{}", Value::Object(line))?;
        }
        writeln!(into, "{}", json!({ "end": "backup", "games": games }))?;
        into.flush()?;
        connection.execute("COMMIT").await?;
        Ok(games)
    }

    /// Fills the empty database at a URL from a backup: all of it or nothing. Gives the number of games.
    ///
    /// # Errors
    /// If the database holds games, or the backup is not whole.
    pub async fn restore(url: &str, from: impl BufRead) -> Result<u64> {
        Self::migrate(url).await?;
        let mut connection = connect(url).await?;
        let mut transaction = connection.begin().await?;
        let held: i64 =
            sqlx::query("SELECT COUNT(*) FROM games").fetch_one(&mut *transaction).await?.try_get(0)?;
        ensure!(held == 0, "the database holds {held} games; a backup is restored into an empty one only");
        let mut lines = from.lines();
        let first = lines.next().transpose()?.unwrap_or_default();
        let head: Value = serde_json::from_str(&first).unwrap_or_default();
        ensure!(
            head["hexwright"] == "backup",
            "line 1: expected the head of a backup, found {}",
            shown(&first)
        );
        let version = head["version"].as_i64().unwrap_or(i64::MAX);
        ensure!(
            version <= NEWEST_VERSION,
            "the backup is of version {version}; this program knows up to {NEWEST_VERSION}"
        );
        let mut games = 0;
        for (number, line) in (2..).zip(lines) {
            let line = line.with_context(|| format!("line {number} cannot be read"))?;
            let row: Value = serde_json::from_str(&line)
                .with_context(|| format!("line {number}: expected JSON, found {}", shown(&line)))?;
            if row["end"] == "backup" {
                ensure!(row["games"] == games, "expected {} games, found {games}", row["games"]);
                transaction.commit().await?;
                return Ok(games);
            }
            put(&mut transaction, version, &row)
                .await
                .with_context(|| format!("line {number} cannot be restored"))?;
            games += 1;
        }
        bail!("the backup breaks off after {games} games; nothing was restored")
    }
}

/// Puts the rows of one game into its tables.
async fn put(connection: &mut AnyConnection, version: i64, game: &Value) -> Result<()> {
    for (table, ..) in TABLES.into_iter().filter(|table| table.3 <= version) {
        for row in game[table].as_array().with_context(|| format!("expected a list of {table}"))? {
            let row = row.as_object().with_context(|| format!("expected rows of {table}"))?;
            let plain = |name: &&String| name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
            let names: Vec<&str> = row.keys().filter(plain).map(String::as_str).collect();
            ensure!(
                names.len() == row.len() && !names.is_empty(),
                "expected plain names of columns in {table}"
            );
            let places: Vec<String> = (1..=names.len()).map(|i| format!("${i}")).collect();
            let sql = format!("INSERT INTO {table} ({}) VALUES ({})", names.join(", "), places.join(", "));
            // names of columns are letters only; every value is bound
            let mut query = sqlx::query(AssertSqlSafe(sql));
            for value in row.values() {
                query = match value {
                    Value::String(text) => query.bind(text.as_str()),
                    Value::Number(number) => query.bind(number.as_i64().context("expected a whole number")?),
                    _ => bail!("expected texts and whole numbers in {table}"),
                };
            }
            query.execute(&mut *connection).await?;
        }
    }
    Ok(())
}

/// A row as JSON: columns are texts and whole numbers only.
fn value(row: &AnyRow) -> Result<Value> {
    let column = |i: usize| -> Result<Value> {
        match row.try_get::<i64, _>(i) {
            Ok(number) => Ok(number.into()),
            Err(_) => Ok(row.try_get::<String, _>(i)?.into()),
        }
    };
    let columns = row.columns().iter().enumerate();
    let fields: Result<Map<String, Value>> =
        columns.map(|(i, c)| Ok((c.name().to_owned(), column(i)?))).collect();
    Ok(Value::Object(fields?))
}

/// The beginning of a line, for a message.
fn shown(line: &str) -> String {
    format!("{:?}", line.chars().take(40).collect::<String>())
}
