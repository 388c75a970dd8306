//! Whether the files of a SQLite database still have their names.
//!
//! A file that is deleted, moved or replaced while it is open can be written without any error, and what was
//! written is gone with the process. So the writer looks before each transaction, and after each commit before
//! anybody is told.

use sqlx::{AnyConnection, Row as _};
use std::path::{Path, PathBuf};

/// A file whatever it is called: its device and its number there.
type Identity = (u64, u64);

/// The files a database is written to, as they were when it was opened.
#[derive(Clone, Debug)]
pub(super) struct Files {
    database: PathBuf,
    identity: Option<Identity>,
    /// The log of what is not in the database file yet; it exists from the first transaction on.
    wal: PathBuf,
    wal_identity: Option<Identity>,
}

/// A file lost its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lost {
    Database,
    Wal,
}

impl Files {
    /// The files of an open SQLite database.
    pub(super) async fn of(connection: &mut AnyConnection) -> Result<Self, sqlx::Error> {
        let sql = "SELECT file FROM pragma_database_list WHERE name = 'main'";
        let name: String = sqlx::query(sql).fetch_one(connection).await?.try_get(0)?;
        let (database, wal) = (PathBuf::from(&name), PathBuf::from(name + "-wal"));
        Ok(Self { identity: identity(&database), database, wal, wal_identity: None })
    }

    /// Remembers the log; call it inside a transaction, when it is open.
    pub(super) fn note_wal(&mut self) {
        self.wal_identity = self.wal_identity.or_else(|| identity(&self.wal));
    }

    /// Whether the log is remembered.
    pub(super) fn knows_wal(&self) -> bool {
        self.wal_identity.is_some()
    }

    /// A new connection may write a new log: SQLite deletes the old one with the last connection.
    pub(super) fn forget_wal(&mut self) {
        self.wal_identity = None;
    }

    /// What lost its name since then.
    pub(super) fn lost(&self) -> Option<Lost> {
        if identity(&self.database) != self.identity {
            return Some(Lost::Database);
        }
        let wal_is_there = self.wal_identity.is_none() || identity(&self.wal) == self.wal_identity;
        (!wal_is_there).then_some(Lost::Wal)
    }

    /// What happened and what to do about it.
    pub(super) fn sentence(&self, lost: Lost) -> String {
        match lost {
            Lost::Database => format!(
                "{} was moved, replaced or removed while the server runs; nothing is stored until it has its \
                 name again or the server is restarted",
                self.database.display()
            ),
            Lost::Wal => format!(
                "{} was removed while the server runs; nothing more is stored until the server is restarted",
                self.wal.display()
            ),
        }
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    std::fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
}

/// Systems that forbid to rename or remove an open file need no number.
#[cfg(not(unix))]
fn identity(path: &Path) -> Option<Identity> {
    std::fs::metadata(path).ok().map(|_| (0, 0))
}
