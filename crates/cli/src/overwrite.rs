//! The one rule for files that exist: they are replaced if `--force` says so, or if they still are exactly what
//! Hexwright wrote there. Everything else is somebody's work and stays.
//!
//! What was written is remembered in `hexwright/written` of the person's folder for state: a line for each file,
//! with a fingerprint of its bytes. Without that folder every file counts as somebody's work.

use anyhow::{Result, bail};
use hexwright_core::random::fnv1a;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

static FORCED: AtomicBool = AtomicBool::new(false);

/// So many files are remembered at most.
const MOST_LINES: usize = 1_000;
/// Larger files are not looked at.
const MOST_BYTES: u64 = 256 << 20;

/// Takes up `--force`.
pub(crate) fn set_forced(forced: bool) {
    FORCED.store(forced, Ordering::Relaxed);
}

/// Whether `--force` was given.
pub(crate) fn is_forced() -> bool {
    FORCED.load(Ordering::Relaxed)
}

/// Refuses to replace a file that is somebody's work.
pub(crate) fn allow(path: &Path) -> Result<()> {
    let Ok(old) = std::fs::metadata(path) else { return Ok(()) };
    // devices and pipes keep nothing that could be lost
    if is_forced() || !old.is_file() || old.len() == 0 || is_ours(path) {
        return Ok(());
    }
    bail!("{} exists; --force overwrites it", path.display())
}

/// Remembers what was written.
pub(crate) fn remember(path: &Path, bytes: &[u8]) {
    let Some((file, path)) = memory().zip(path.canonicalize().ok()) else { return };
    // a person without a folder for state goes without
    let _ = std::fs::create_dir_all(file.parent().unwrap_or(Path::new(".")));
    let line = format!("{:016x} {}\n", fnv1a(bytes), path.display());
    let mut lines = lines(&file);
    if lines.last().is_some_and(|last| *last == line.trim_end()) {
        return;
    }
    if lines.len() < 2 * MOST_LINES {
        let open = std::fs::OpenOptions::new().append(true).create(true).open(&file);
        let _ = open.and_then(|mut file| file.write_all(line.as_bytes()));
        return;
    }
    lines.drain(..lines.len() - MOST_LINES);
    let _ = std::fs::write(&file, lines.join("\n") + "\n" + &line);
}

/// Whether a file still is what Hexwright wrote there last.
fn is_ours(path: &Path) -> bool {
    let (Some(memory), Ok(whole)) = (memory(), path.canonicalize()) else { return false };
    let name = whole.display().to_string();
    let lines = lines(&memory);
    let written = lines.iter().rev().filter_map(|line| line.split_once(' ')).find(|(_, file)| *file == name);
    let Some((print, _)) = written else { return false };
    let mut bytes = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(MOST_BYTES).read_to_end(&mut bytes));
    read.is_ok() && format!("{:016x}", fnv1a(&bytes)) == print
}

fn lines(memory: &Path) -> Vec<String> {
    let text = std::fs::read(memory).unwrap_or_default();
    String::from_utf8_lossy(&text).lines().map(str::to_owned).collect()
}

/// Where it is remembered.
fn memory() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/state"));
    Some(state.or_else(home)?.join("hexwright/written"))
}
