//! The laws every input obeys: the entry of the fuzzer and of the ordinary tests.

use super::{Mode, format, read, write};

/// Reads, writes and formats any bytes.
///
/// # Panics
/// If a law is broken: a map that does not survive writing, a formatter that changes what is read
/// or is not idempotent, a strict judgement milder than the lenient one.
pub fn fuzz_one(bytes: &[u8]) {
    const NAME: &str = "fuzz.game";
    let document = read(NAME, bytes, Mode::Lenient);
    let strict = read(NAME, bytes, Mode::Strict);
    assert!(strict.map.is_none() || document.map.is_some(), "strict reads what lenient refuses");
    for d in &document.diagnostics {
        let _ = d.headline(&document.source);
    }
    let formatted = format(NAME, bytes);
    let Some(map) = document.map else {
        assert!(formatted.is_err(), "a file with errors was formatted");
        return;
    };
    let written = write(&map);
    let again = read(NAME, written.as_bytes(), Mode::Lenient);
    assert_eq!(again.map.as_ref(), Some(&map), "read(write(m)) == m\n{written}\n{:?}", again.diagnostics);
    assert_eq!(write(&map), written);
    let _ = map.shuffled(1).lay_out();
    if let Ok(text) = formatted {
        let reread = read(NAME, text.as_bytes(), Mode::Lenient);
        assert_eq!(reread.map.as_ref(), Some(&map), "read(fmt(t)) == read(t)\n{text}");
        assert_eq!(format(NAME, text.as_bytes()).ok().as_ref(), Some(&text), "fmt(fmt(t)) == fmt(t)");
    }
}
