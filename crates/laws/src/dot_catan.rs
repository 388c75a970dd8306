//! Any bytes as a `.catan` map.

use crate::findings::{any_error, inside};
use hexwright_catan::text::dot_catan::{Mode, decode, encode, format, read, read_old, write};
use hexwright_catan::{Setup, lint};
use hexwright_core::text::apply_edits;

/// Reads bytes as a `.catan` map, writes, formats, draws and shares it.
///
/// # Panics
/// If a law is broken: a map is given exactly if there is no error; findings lie inside the text and
/// have help; what is written reads back without a finding; formatting is stable and keeps the map;
/// a drawn board stays; share codes round trip; strict reading gives the same map or none.
pub fn dot_catan(bytes: &[u8]) {
    let lenient = read(bytes, Mode::Lenient);
    let strict = read(bytes, Mode::Strict);
    for (reading, mode) in [(&lenient, Mode::Lenient), (&strict, Mode::Strict)] {
        let text = reading.document.text();
        assert_eq!(reading.setup.is_none(), any_error(&reading.diagnostics), "a map exactly without error");
        inside(&reading.diagnostics, text);
        for finding in &reading.diagnostics {
            assert!(finding.help.is_some(), "{} has help", finding.id);
        }
        // repairs of the first few findings are tried: each costs a reading
        for fix in reading.diagnostics.iter().filter_map(|f| f.fix.as_ref()).take(2) {
            let _ = read(apply_edits(text, &fix.edits).as_bytes(), mode);
        }
    }
    let formatted = format(bytes);
    let Some(setup) = &lenient.setup else {
        assert!(strict.setup.is_none() && formatted.is_err(), "what lenient readers refuse, others do too");
        let _ = read_old(bytes).setup.map(|setup| setup.draw(1));
        return;
    };
    assert!(strict.setup.is_none() || strict.setup == lenient.setup, "both modes read the same map");
    round_trip(setup);
    let formatted = formatted.expect("a map without errors can be formatted");
    assert_eq!(format(formatted.as_bytes()).as_ref().ok(), Some(&formatted), "formatting is stable");
    assert_eq!(read(formatted.as_bytes(), Mode::Lenient).setup.as_ref(), Some(setup), "and changes nothing");
    let drawn = setup.draw(7);
    assert_eq!(setup.with_board(&drawn, Some(7)).draw(8), drawn, "a drawn board stays");
    if let Ok(code) = encode(setup) {
        let mut decoded = decode(&code).expect("a code reads back");
        // notes and a layout that changes nothing stay behind
        decoded.notes.clone_from(&setup.notes);
        decoded.layout.clone_from(&setup.layout);
        decoded.rules.seven_produces = setup.rules.seven_produces;
        assert_eq!(decoded, *setup, "{code}");
    }
    let _ = lint::lint(setup, Some(&drawn));
    assert!(drawn.balance().score <= 100);
}

/// Asserts that a written map reads back to the same value without an error.
pub(crate) fn round_trip(setup: &Setup) {
    let text = write(setup);
    let again = read(text.as_bytes(), Mode::Lenient);
    assert_eq!(again.setup.as_ref(), Some(setup), "read(write(m)) == m: {:?}\n{text}", again.diagnostics);
}
