//! The door for fuzzing: any bytes through the reader and back.

use super::{Level, Mode, format, read, write};
use hexwright_core::Source;

/// Reads, checks, writes and formats any bytes, and builds the position.
///
/// # Panics
/// If a law is broken: a written text that reads with an error of syntax or vocabulary or writes
/// differently, a formatter that is not idempotent, a sound text without a position.
pub fn fuzz_one(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let read_it = read(&text, Level::Rules);
    let source = Source::new("fuzz.tms", &*text);
    for finding in &read_it.findings {
        let _ = finding.headline(&source);
        assert!(text.get(finding.span.range()).is_some(), "a finding points into the text: {finding:?}");
    }
    let _ = read_it.snapshot.position_lossy();
    let clean = !read_it.findings.iter().any(|f| f.is_error() && Level::of(f.id) <= Level::Vocabulary);
    if !clean {
        assert!(format(&text).is_err(), "a text with errors was formatted");
        return;
    }
    let written = write(&read_it.snapshot, Mode::Full);
    let again = read(&written, Level::Vocabulary);
    assert!(again.is_sound(), "read(write(s)) has findings: {:?}\n{written}", again.findings);
    assert_eq!(write(&again.snapshot, Mode::Full), written, "write(read(write(s))) == write(s)");
    let formatted = format(&text).expect("a text without errors is formatted");
    assert_eq!(format(&formatted).as_ref(), Ok(&formatted), "fmt(fmt(t)) == fmt(t)");
    if read_it.is_sound() && crate::map::Board::shared(read_it.snapshot.map.value).is_some() {
        assert!(read_it.snapshot.position().is_ok(), "a sound text gives a position");
    }
}
