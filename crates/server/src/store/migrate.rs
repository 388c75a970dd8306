//! The versions of the database. Each is a file of SQL that leads from the version before it to its own;
//! the number of the last one is kept in the database itself (sqlx's table `_sqlx_migrations`).

use anyhow::{Result, bail};
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, Row as _, SqlSafeStr as _};

/// Every version: its number, its name and the way there.
const VERSIONS: &[(i64, &str, &str)] = &[
    (1, "tables", include_str!("../../migrations/0001_tables.sql")),
    (2, "intents", include_str!("../../migrations/0002_intents.sql")),
    (3, "expiry", include_str!("../../migrations/0003_expiry.sql")),
    (4, "seating", include_str!("../../migrations/0004_seating.sql")),
    (5, "owners", include_str!("../../migrations/0005_owners.sql")),
];

/// The version this program reads and writes.
pub const NEWEST_VERSION: i64 = VERSIONS[VERSIONS.len() - 1].0;

/// Brings a database to [`NEWEST_VERSION`]. One without a version is version 1, or empty.
pub(super) async fn run(connection: &mut AnyConnection) -> Result<()> {
    match migrator().run(connection).await {
        Ok(()) => Ok(()),
        Err(MigrateError::VersionMissing(found)) => bail!(
            "it was written by a newer Hexwright: its version is {found}, this program knows up to {NEWEST_VERSION}"
        ),
        Err(MigrateError::VersionMismatch(version)) => {
            bail!("its version {version} was made by another program: the steps that led there differ")
        }
        Err(error) => Err(error.into()),
    }
}

fn migrator() -> Migrator {
    let versions = VERSIONS.iter().map(|&(version, name, sql)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(versions.collect())
}

/// The version of a database; `None` if it has none, which means 1 or an empty database.
pub(super) async fn version(connection: &mut AnyConnection) -> Result<Option<i64>> {
    let table = if connection.backend_name() == "SQLite" {
        "SELECT COUNT(*) FROM sqlite_master WHERE name = '_sqlx_migrations'"
    } else {
        "SELECT COUNT(*) FROM pg_tables WHERE tablename = '_sqlx_migrations' AND schemaname = current_schema()"
    };
    let tables: i64 = sqlx::query(table).fetch_one(&mut *connection).await?.try_get(0)?;
    if tables == 0 {
        return Ok(None);
    }
    let newest = sqlx::query("SELECT MAX(version) FROM _sqlx_migrations").fetch_one(connection).await?;
    Ok(newest.try_get(0)?)
}
