//! Recordings of the real Pioneers server and the maps they were played on.

use hexwright_catan::wire::Transcript;
use hexwright_trials::others;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Where Debian keeps the maps.
pub(crate) const INSTALLED: &str = "/usr/share/games/pioneers";

/// The recordings of one part, in order.
pub(crate) fn files(part: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(others("pioneers").join(part)).unwrap();
    let mut files: Vec<PathBuf> = entries.flatten().map(|e| e.path()).collect();
    files.sort();
    assert!(!files.is_empty());
    files
}

/// The text of a recording.
pub(crate) fn text(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap();
    let mut text = String::new();
    if path.extension().is_some_and(|e| e == "gz") {
        flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
    } else {
        text = String::from_utf8(bytes).unwrap();
    }
    text
}

/// The map a recording names, if it names one.
pub(crate) fn installed(transcript: &Transcript) -> Option<Vec<u8>> {
    let path = Path::new(INSTALLED).join(transcript.map_name()?);
    Some(std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())))
}
