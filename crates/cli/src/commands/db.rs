//! `db`: backup, restore, check and migrate the games of a server.

use crate::{Status, output};
use anyhow::Result;
use clap::{Args, Subcommand};
use hexwright_server::db;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct DbArgs {
    #[command(subcommand)]
    verb: DbVerb,
    /// The database: a SQLite file or a PostgreSQL address
    #[arg(
        long,
        global = true,
        value_name = "URL",
        env = "HEXWRIGHT_DATABASE",
        hide_env_values = true,
        default_value = "sqlite://hexwright.db?mode=rwc"
    )]
    database: String,
}

#[derive(Debug, Subcommand)]
enum DbVerb {
    /// Write all games to a file, as they are at this moment; a server may be running
    Backup {
        /// A file that does not exist yet
        file: PathBuf,
    },
    /// Fill an empty database from a backup, of either kind of database
    Restore {
        /// The backup
        file: PathBuf,
    },
    /// Look at the database itself and play every stored game through
    Check,
    /// Bring the database to the newest version; `serve` does so by itself
    Migrate,
}

pub(crate) fn run(args: &DbArgs) -> Result<Status> {
    let url = &args.database;
    match &args.verb {
        DbVerb::Backup { file } => {
            let games = db::backup(url, file)?;
            output::print(&format!("{games} games written to {}\n", file.display()))?;
        }
        DbVerb::Restore { file } => {
            let games = db::restore(url, file)?;
            output::print(&format!("{games} games restored\n"))?;
        }
        DbVerb::Check => {
            let checked = db::check(url)?;
            for line in &checked.wrong {
                output::print(&format!("{line}\n"))?;
            }
            let (games, lines, wrong) = (checked.games, checked.lines, checked.wrong.len());
            output::print(&format!("{games} games, {lines} lines played through, {wrong} problems\n"))?;
            return Ok(if wrong == 0 { Status::Fine } else { Status::Findings });
        }
        DbVerb::Migrate => {
            let (before, now) = db::migrate(url)?;
            output::print(&match before {
                Some(before) if before == now => format!("the database has version {now} already\n"),
                Some(before) => format!("brought from version {before} to {now}\n"),
                None => format!("brought to version {now}\n"),
            })?;
        }
    }
    Ok(Status::Fine)
}
