//! What an operator does with a database, for programs without a runtime of their own.

use crate::store::{NEWEST_VERSION, Store};
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::io::{BufReader, BufWriter, Write as _};
use std::path::Path;

fn wait<T>(work: impl Future<Output = Result<T>>) -> Result<T> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(work)
}

/// Refuses a SQLite file that is not there: to read it must not make it.
fn exists(url: &str) -> Result<()> {
    let Some(rest) = url.strip_prefix("sqlite:") else { return Ok(()) };
    let path = rest.strip_prefix("//").unwrap_or(rest);
    let path = path.split('?').next().unwrap_or(path);
    if !Path::new(path).exists() {
        bail!("there is no database {path}");
    }
    Ok(())
}

/// Writes a backup to a file that does not exist yet. Gives the number of games.
///
/// # Errors
/// If the database cannot be read or the file not be written; then there is no file.
pub fn backup(url: &str, file: &Path) -> Result<u64> {
    exists(url)?;
    if file.exists() {
        bail!("{} exists; a backup never overwrites another", file.display());
    }
    // the name appears when everything is on disk, so a backup that broke off has another
    let part = file.with_added_extension("part");
    let mut out =
        BufWriter::new(File::create(&part).with_context(|| format!("cannot write {}", part.display()))?);
    let games = wait(Store::backup(url, &mut out))?;
    out.flush()?;
    out.get_ref().sync_all()?;
    std::fs::rename(&part, file).with_context(|| format!("cannot write {}", file.display()))?;
    Ok(games)
}

/// Fills an empty database from a backup. Gives the number of games.
///
/// # Errors
/// If the database holds games, or the backup is not whole; then nothing is restored.
pub fn restore(url: &str, file: &Path) -> Result<u64> {
    let file = File::open(file).with_context(|| format!("cannot read {}", file.display()))?;
    wait(Store::restore(url, BufReader::new(file)))
}

/// Brings a database to the newest version. Gives the version before, if it had one, and now.
///
/// # Errors
/// If it cannot be opened, or was written by a newer program.
pub fn migrate(url: &str) -> Result<(Option<i64>, i64)> {
    Ok((wait(Store::migrate(url))?, NEWEST_VERSION))
}

/// What a check found.
#[derive(Debug, Default)]
pub struct Checked {
    /// Games looked at.
    pub games: usize,
    /// Lines played.
    pub lines: usize,
    /// What is wrong, a sentence each.
    pub wrong: Vec<String>,
}

/// Looks at the database itself and plays every stored game through.
///
/// # Errors
/// If it cannot be read at all.
pub fn check(url: &str) -> Result<Checked> {
    exists(url)?;
    wait(async {
        let store = Store::open(url).await?;
        let mut checked = Checked { wrong: store.integrity().await?, ..Checked::default() };
        for id in store.all().await? {
            checked.games += 1;
            match replay(&store, &id).await {
                Ok(lines) => checked.lines += lines,
                Err(error) => checked.wrong.push(format!("game {id}: {error:#}")),
            }
        }
        Ok(checked)
    })
}

async fn replay(store: &Store, id: &str) -> Result<usize> {
    let game = store.game(id).await?.context("it is gone")?;
    let lines = store.lines(id).await?;
    let history = crate::games::load(&game, &lines).map_err(anyhow::Error::msg)?;
    let over = history.game().outcome().is_some();
    if game.finished != 0 && game.ended.is_empty() && !over {
        bail!("it is noted as finished, but its log does not end it");
    }
    if !store.epochs(id).await?.is_sorted() {
        bail!("a server wrote to its log after another one had taken it");
    }
    Ok(lines.len())
}
