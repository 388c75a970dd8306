//! The one connection all writes go through.
//!
//! It is thrown away after any failure. Transactions are begun and committed by plain statements, because the
//! library counts open transactions by itself: when SQLite rolls back on its own (the disk is full) that count
//! stays too high, the next transaction becomes a savepoint, and if that fails too, everything after it is
//! "committed" inside a transaction that never ends (`tests/tables/transactions.rs` shows it).

use super::faults::{Fault, Faults, Step};
use super::files::{Files, Lost};
use super::moves;
use sqlx::any::{AnyArguments, AnyConnectOptions};
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, ConnectOptions as _, Connection as _, Row as _};
use std::str::FromStr as _;
use std::time::Duration;

/// How a database is talked to where SQLite and PostgreSQL differ.
#[derive(Debug)]
pub(super) struct Dialect {
    /// The clock of the database, in milliseconds of Unix time.
    pub(super) now: &'static str,
    /// For how long a server owns its tables without a word.
    pub(super) lease: Duration,
    /// Whether only one server can use it.
    pub(super) one_server: bool,
    /// Finds the row of a server and keeps it until the end of the transaction.
    server_lives: &'static str,
    /// How many of these tables with their epochs (as JSON) are a server's.
    owned: &'static str,
    /// Settings of every connection.
    prepare: &'static [&'static str],
    /// Settings of the connection that writes moves.
    prepare_writer: &'static [&'static str],
    begin: &'static str,
    /// Inserts lines (`$1`: a JSON list of lists of five values) of games that are there.
    insert: &'static str,
    /// Lines as a transaction of its own.
    insert_owned: moves::InsertOwned,
    /// Commits and proves that no transaction is open afterwards.
    commit: &'static str,
}

static SQLITE: Dialect = Dialect {
    now: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
    // a file has one server; to write it again every second would wear the disk for nothing
    lease: Duration::from_secs(3_600),
    one_server: true,
    server_lives: "SELECT id FROM servers WHERE id = $1",
    owned: "SELECT COUNT(*) FROM json_each($2) AS held
         JOIN owners o ON o.game = held.key AND o.epoch = held.value WHERE o.server = $1
         AND NOT EXISTS (SELECT 1 FROM owners later WHERE later.game = o.game AND later.epoch > o.epoch)",
    // WAL lets readers work during a commit; FULL means that a commit is on disk when it returns
    prepare: &["PRAGMA journal_mode=WAL", "PRAGMA synchronous=FULL", "PRAGMA busy_timeout=1000"],
    // to check foreign keys SQLite copies every page it changes, so that it can take back the statement;
    // `insert` finds out by itself whether the games are there
    prepare_writer: &["PRAGMA foreign_keys=OFF"],
    begin: "BEGIN IMMEDIATE",
    // OR ROLLBACK: any failure ends the transaction, so SQLite need not be able to take back the statement
    insert: "INSERT OR ROLLBACK INTO events (game, n, line, intent, epoch)
         SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each($1)
         WHERE value ->> 0 IN (SELECT id FROM games)",
    insert_owned: moves::of_sqlite,
    // SQLite refuses to change this setting inside a transaction
    commit: "COMMIT; PRAGMA synchronous=FULL",
};

static POSTGRES: Dialect = Dialect {
    now: "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
    lease: Duration::from_secs(5),
    one_server: false,
    server_lives: "SELECT id FROM servers WHERE id = $1 FOR KEY SHARE",
    owned: "SELECT COUNT(*) FROM json_each_text(CAST($2 AS JSON)) AS held
         JOIN owners o ON o.game = held.key AND o.epoch = CAST(held.value AS BIGINT) WHERE o.server = $1
         AND NOT EXISTS (SELECT 1 FROM owners later WHERE later.game = o.game AND later.epoch > o.epoch)",
    // a database set to answer before the disk has it would break our promise
    prepare: &[
        "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
    ],
    // a server that is stopped in the middle of a transaction must not keep others from taking its tables
    prepare_writer: &["SET idle_in_transaction_session_timeout = 2000"],
    begin: "BEGIN",
    insert: "INSERT INTO events (game, n, line, intent, epoch)
         SELECT x ->> 0, CAST(x ->> 1 AS BIGINT), x ->> 2, x ->> 3, CAST(x ->> 4 AS BIGINT)
         FROM json_array_elements(CAST($1 AS JSON)) AS lines(x)",
    insert_owned: moves::of_postgres,
    // a transaction that has written has a number until it ends
    commit: "COMMIT; SELECT CASE WHEN txid_current_if_assigned() IS NULL THEN 1 ELSE 0 END",
};

/// Whether a database address is one of SQLite.
pub(super) fn is_sqlite(url: &str) -> bool {
    url.starts_with("sqlite:")
}

/// Opens a connection with all settings made.
pub(super) async fn connect(url: &str) -> Result<AnyConnection, sqlx::Error> {
    let options = AnyConnectOptions::from_str(url)?.disable_statement_logging();
    let mut connection = AnyConnection::connect_with(&options).await?;
    prepare(url, &mut connection).await?;
    Ok(connection)
}

/// Makes the settings of a new connection.
pub(super) async fn prepare(url: &str, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    for statement in dialect(url).prepare {
        sqlx::raw_sql(*statement).execute(&mut *connection).await?;
    }
    Ok(())
}

pub(super) fn dialect(url: &str) -> &'static Dialect {
    if is_sqlite(url) { &SQLITE } else { &POSTGRES }
}

/// A statement with its values.
pub(super) type Statement = Query<'static, Any, AnyArguments>;

/// An open connection for writing.
#[derive(Debug)]
pub(super) struct Link {
    /// What a simulation writes to instead.
    #[cfg(feature = "sim")]
    pub(super) memory: Option<super::memory::Connection>,
    /// Gone once a fault has taken it.
    connection: Option<AnyConnection>,
    dialect: &'static Dialect,
    faults: Option<Faults>,
    /// The files it writes; PostgreSQL minds its own.
    files: Option<Files>,
}

impl Link {
    /// Opens a connection to the database that has these files; never to another one of the same name.
    pub(super) async fn open(
        url: &str,
        mut files: Option<Files>,
        faults: Option<Faults>,
    ) -> Result<Self, sqlx::Error> {
        if let Some(files) = &mut files {
            files.forget_wal();
        }
        in_place(files.as_ref())?;
        let (mut connection, dialect) = (connect(url).await?, dialect(url));
        for statement in dialect.prepare_writer {
            sqlx::raw_sql(*statement).execute(&mut connection).await?;
        }
        in_place(files.as_ref())?;
        Ok(Self {
            #[cfg(feature = "sim")]
            memory: None,
            connection: Some(connection),
            dialect,
            faults,
            files,
        })
    }

    /// Opens a connection to a database in memory.
    #[cfg(feature = "sim")]
    pub(super) async fn over(memory: &super::memory::Memory) -> Result<Self, sqlx::Error> {
        let memory = Some(super::memory::Connection::open(memory).await?);
        let (connection, faults, files) = (None, None, None);
        Ok(Self { memory, connection, dialect: &SQLITE, faults, files })
    }

    pub(super) fn server_lives(&self) -> &'static str {
        self.dialect.server_lives
    }

    pub(super) fn owned(&self) -> &'static str {
        self.dialect.owned
    }

    pub(super) fn insert(&self) -> &'static str {
        self.dialect.insert
    }

    pub(super) fn insert_owned(&self) -> moves::InsertOwned {
        self.dialect.insert_owned
    }

    /// Whether a statement can be a transaction of its own: not before the first transaction, which finds the log of SQLite.
    pub(super) fn is_settled(&self) -> bool {
        self.connection.is_some() && self.files.as_ref().is_none_or(Files::knows_wal)
    }

    /// The connection, for statements of the transaction under way.
    pub(super) fn connection(&mut self) -> Result<&mut AnyConnection, sqlx::Error> {
        self.connection.as_mut().ok_or_else(|| broken("the connection is lost"))
    }

    /// Which of its files lost its name, if one did.
    pub(super) fn lost(&self) -> Option<Lost> {
        self.files.as_ref().and_then(Files::lost)
    }

    /// Brings everything that is committed into the database file, for whoever opens it next: the log it is in
    /// lost its name.
    pub(super) async fn rescue(&mut self) -> Result<(), sqlx::Error> {
        let row = sqlx::query("PRAGMA wal_checkpoint(FULL)").fetch_one(self.connection()?).await?;
        // the first number says whether somebody was in the way
        if row.try_get::<i64, _>(0)? == 0 { Ok(()) } else { Err(broken("a reader is in the way")) }
    }

    pub(super) async fn begin(&mut self) -> Result<(), sqlx::Error> {
        #[cfg(feature = "sim")]
        if let Some(memory) = &mut self.memory {
            return memory.begin().await;
        }
        in_place(self.files.as_ref())?;
        if self.fault(Step::Begin) == Some(Fault::Locked) {
            return Err(broken("database is locked"));
        }
        let begin = self.dialect.begin;
        sqlx::raw_sql(begin).execute(self.connection()?).await?;
        if let Some(files) = &mut self.files {
            files.note_wal();
        }
        match self.fault(Step::Statement) {
            None => Ok(()),
            Some(Fault::Lost) => {
                self.connection = None;
                Err(broken("the connection is lost"))
            }
            Some(Fault::Full) => {
                sqlx::raw_sql("ROLLBACK").execute(self.connection()?).await?;
                Err(broken("database or disk is full"))
            }
            Some(_) => Err(broken("disk I/O error")),
        }
    }

    /// Takes the transaction under way back.
    pub(super) async fn roll_back(&mut self) -> Result<(), sqlx::Error> {
        #[cfg(feature = "sim")]
        if let Some(memory) = &mut self.memory {
            memory.roll_back();
            return Ok(());
        }
        sqlx::raw_sql("ROLLBACK").execute(self.connection()?).await.map(|_| ())
    }

    /// Commits. After an error it is unknown whether the transaction is stored.
    pub(super) async fn commit(&mut self) -> Result<(), sqlx::Error> {
        #[cfg(feature = "sim")]
        if let Some(memory) = &mut self.memory {
            return memory.commit().await;
        }
        let commit = self.dialect.commit;
        match self.fault(Step::Commit) {
            None => {
                committed(commit, self.connection()?).await?;
                in_place(self.files.as_ref())
            }
            Some(Fault::AnswerLost) => {
                committed(commit, self.connection()?).await?;
                self.connection = None;
                Err(broken("the connection is lost"))
            }
            Some(Fault::Slow(time)) => {
                let mut connection =
                    self.connection.take().ok_or_else(|| broken("the connection is lost"))?;
                // goes on when nobody waits for it any more, as a database does
                let slow = tokio::spawn(async move {
                    tokio::time::sleep(time).await;
                    committed(commit, &mut connection).await.map(|()| connection)
                });
                self.connection = Some(slow.await.map_err(|e| broken(&e.to_string()))??);
                Ok(())
            }
            Some(_) => {
                sqlx::raw_sql("ROLLBACK").execute(self.connection()?).await?;
                Err(broken("the commit failed"))
            }
        }
    }

    /// Runs a statement that is a transaction of its own; how many rows it has stored. After an error it is unknown
    /// whether they are.
    pub(super) async fn at_once(&mut self, statement: Statement) -> Result<u64, sqlx::Error> {
        in_place(self.files.as_ref())?;
        let early = [Step::Begin, Step::Statement].into_iter().find_map(|step| self.fault(step));
        if let Some(fault) = early {
            if fault == Fault::Lost {
                self.connection = None;
            }
            return Err(broken("the statement failed"));
        }
        let stored = match self.fault(Step::Commit) {
            None => statement.execute(self.connection()?).await?,
            Some(Fault::AnswerLost) => {
                statement.execute(self.connection()?).await?;
                self.connection = None;
                return Err(broken("the connection is lost"));
            }
            Some(Fault::Slow(time)) => {
                let mut connection =
                    self.connection.take().ok_or_else(|| broken("the connection is lost"))?;
                // goes on when nobody waits for it any more, as a database does
                let slow = tokio::spawn(async move {
                    tokio::time::sleep(time).await;
                    statement.execute(&mut connection).await.map(|stored| (connection, stored))
                });
                let (connection, stored) = slow.await.map_err(|e| broken(&e.to_string()))??;
                self.connection = Some(connection);
                stored
            }
            Some(_) => return Err(broken("the commit failed")),
        };
        in_place(self.files.as_ref())?;
        Ok(stored.rows_affected())
    }

    fn fault(&self, step: Step) -> Option<Fault> {
        self.faults.as_ref()?.now(step)
    }
}

/// Whether what is written now will be found again.
fn in_place(files: Option<&Files>) -> Result<(), sqlx::Error> {
    let lost = files.and_then(|files| Some((files, files.lost()?)));
    lost.map_or(Ok(()), |(files, lost)| Err(broken(&files.sentence(lost))))
}

async fn committed(commit: &'static str, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    let rows = sqlx::raw_sql(AssertSqlSafe(commit)).fetch_all(connection).await?;
    match rows.first().map(|row| row.try_get::<i32, _>(0)).transpose()? {
        None | Some(1) => Ok(()),
        Some(_) => Err(broken("a transaction is still open after its commit")),
    }
}

fn broken(why: &str) -> sqlx::Error {
    sqlx::Error::Io(std::io::Error::other(why.to_owned()))
}
