//! Any bytes as a `.catan` map.

use crate::findings::{any_error, inside};
use hexwright_catan::text::dot_catan::{Leniency, decode, encode, format, read, read_old, write};
use hexwright_catan::{Setup, lint};
use hexwright_core::text::apply_edits;

const NAME: &str = "fuzz.catan";

/// Reads bytes as a `.catan` map, writes, formats, draws and shares it.
///
/// # Panics
/// If a law is broken: a map is given exactly if there is no error; findings lie inside the text and
/// have help; what is written reads back without a finding; formatting is stable and keeps the map;
/// a drawn board stays; share codes round trip; strict reading gives the same map or none.
pub fn dot_catan(bytes: &[u8]) {
    let lenient = read(NAME, bytes, Leniency::Lenient);
    let strict = read(NAME, bytes, Leniency::Strict);
    for (reading, leniency) in [(&lenient, Leniency::Lenient), (&strict, Leniency::Strict)] {
        let text = reading.places.text();
        assert_eq!(reading.value.is_none(), any_error(&reading.diagnostics), "a map exactly without error");
        inside(&reading.diagnostics, text);
        for finding in &reading.diagnostics {
            assert!(finding.help.is_some(), "{} has help", finding.id);
        }
        // repairs of the first few findings are tried: each costs a reading
        for fix in reading.diagnostics.iter().filter_map(|f| f.fix.as_ref()).take(2) {
            let _ = read(NAME, apply_edits(text, &fix.edits).as_bytes(), leniency);
        }
    }
    let formatted = format(NAME, bytes);
    let Some(setup) = &lenient.value else {
        assert!(strict.value.is_none() && formatted.is_err(), "what lenient readers refuse, others do too");
        let _ = read_old(NAME, bytes).value.map(|setup| setup.draw(1));
        return;
    };
    assert!(strict.value.is_none() || strict.value == lenient.value, "both read the same map");
    round_trip(setup);
    let formatted = formatted.expect("a map without errors can be formatted");
    assert_eq!(format(NAME, formatted.as_bytes()).as_ref().ok(), Some(&formatted), "formatting is stable");
    assert_eq!(
        read(NAME, formatted.as_bytes(), Leniency::Lenient).value.as_ref(),
        Some(setup),
        "and changes nothing"
    );
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
    let again = read(NAME, text.as_bytes(), Leniency::Lenient);
    assert_eq!(again.value.as_ref(), Some(setup), "read(write(m)) == m: {:?}\n{text}", again.diagnostics);
}
