//! Any bytes as a snapshot of Terra Mystica.

use crate::findings::inside;
use hexwright_core::Source;
use hexwright_terra::map::Board;
use hexwright_terra::text::snapshot::{Level, Mode, format, read, write};

/// Reads bytes as a snapshot, checks, writes and formats it, and makes the position.
///
/// # Panics
/// If a law is broken: findings lie inside the text; a written text reads without an error of syntax
/// or vocabulary and writes the same; formatting is stable; a sound text has a position.
pub fn terra_snapshot(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let first = read(&text, Level::Rules);
    inside(&first.findings, &text);
    let source = Source::new("fuzz.tms", &*text);
    first.findings.iter().take(3).for_each(|f| assert!(!f.headline(&source).is_empty()));
    let _ = first.snapshot.position_lossy();
    if first.findings.iter().any(|f| f.is_error() && Level::of(f.id) <= Level::Vocabulary) {
        assert!(format(&text).is_err(), "a text with errors was formatted");
        return;
    }
    let written = write(&first.snapshot, Mode::Full);
    let again = read(&written, Level::Vocabulary);
    assert!(again.is_sound(), "read(write(s)) has findings: {:?}\n{written}", again.findings);
    assert_eq!(write(&again.snapshot, Mode::Full), written, "write(read(write(s))) == write(s)");
    let formatted = format(&text).expect("a text without errors is formatted");
    assert_eq!(format(&formatted).as_ref(), Ok(&formatted), "fmt(fmt(t)) == fmt(t)");
    if first.is_sound() && Board::shared(first.snapshot.map.value).is_some() {
        assert!(first.snapshot.position().is_ok(), "a sound text gives a position");
    }
}
