//! What is wrong with the address of a database, said before a driver tries it for seconds.

use anyhow::{Context, Result, bail};
use std::io::Read as _;
use std::path::Path;

/// How every file of SQLite begins.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

/// Refuses what no driver could open, with a sentence that says what to do.
pub(super) fn check(url: &str) -> Result<()> {
    if url.starts_with("postgres:") || url.starts_with("postgresql:") {
        return Ok(());
    }
    let Some(rest) = url.strip_prefix("sqlite:") else {
        let kind = url.split_once("://").map(|(kind, _)| kind);
        match kind {
            Some(kind) => {
                bail!("expected a database address that begins with sqlite: or postgres:, found {kind}:")
            }
            None => bail!("expected a database address such as sqlite://{url}?mode=rwc, found only a name"),
        }
    };
    let rest = rest.strip_prefix("//").unwrap_or(rest);
    let (name, options) = rest.split_once('?').unwrap_or((rest, ""));
    let in_memory = name.is_empty() || name == ":memory:" || options.contains("mode=memory");
    if in_memory {
        bail!(
            "a database in memory would be another one for each connection, and gone with the server; \
             expected a file, as in sqlite://hexwright.db?mode=rwc"
        );
    }
    // other spellings of a path are left to the driver
    if name.contains('%') {
        return Ok(());
    }
    let path = Path::new(name);
    if path.is_dir() {
        bail!("{name} is a folder; expected a SQLite file, as in sqlite://{name}/hexwright.db?mode=rwc");
    }
    if !path.exists() {
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty() && !p.is_dir());
        if let Some(folder) = folder {
            bail!("there is no folder {} to keep {name} in", folder.display());
        }
        if !options.contains("mode=rwc") {
            bail!("{name} does not exist; sqlite://{name}?mode=rwc makes it");
        }
        return Ok(());
    }
    let file = std::fs::File::open(path).with_context(|| format!("cannot open {name}"))?;
    let mut start = Vec::new();
    file.take(MAGIC.len() as u64).read_to_end(&mut start).with_context(|| format!("cannot read {name}"))?;
    // an empty file becomes a database
    if !start.is_empty() && start != MAGIC {
        bail!("{name} is not a SQLite database; name another file, it is left as it is");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_mistake_has_its_own_sentence() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        std::fs::write(path("note.txt"), "a letter to a friend").unwrap();
        std::fs::write(path("empty.db"), "").unwrap();
        std::fs::write(path("whole.db"), b"SQLite format 3\0and so on").unwrap();
        let says = |url: &str, words: &str| {
            let said = check(url).unwrap_err().to_string();
            assert!(said.contains(words), "{url}: {said}");
        };
        says(&format!("sqlite://{}", path("note.txt")), "is not a SQLite database");
        says(&format!("sqlite:{}?mode=rwc", path("note.txt")), "is not a SQLite database");
        says(&format!("sqlite://{}", folder.path().display()), "is a folder");
        says(&format!("sqlite://{}?mode=rwc", path("no/where.db")), "there is no folder");
        says(&format!("sqlite://{}", path("absent.db")), "?mode=rwc makes it");
        says("games.db", "such as sqlite://games.db?mode=rwc");
        says("mysql://here/games", "found mysql:");
        for memory in
            ["sqlite::memory:", "sqlite://:memory:", "sqlite:", "sqlite://games?mode=memory&cache=shared"]
        {
            says(memory, "in memory");
        }
        check("postgres://user:word@host/games").unwrap();
        check(&format!("sqlite://{}", path("empty.db"))).unwrap();
        check(&format!("sqlite://{}", path("whole.db"))).unwrap();
        check(&format!("sqlite://{}?mode=rwc", path("absent.db"))).unwrap();
    }
}
