//! Any bytes, every door, and the laws that must hold behind each.

use super::{Mode, decode, encode, format, read, read_old, write};
use hexwright_core::text::apply_edits;

/// Reads bytes in every way and checks what must then be true. For the fuzzer and its corpus.
///
/// # Panics
/// If a law is broken.
pub fn fuzz_one(bytes: &[u8]) {
    for mode in [Mode::Lenient, Mode::Strict] {
        let reading = read(bytes, mode);
        let errors = reading.diagnostics.iter().any(hexwright_core::Diagnostic::is_error);
        assert_eq!(reading.setup.is_none(), errors, "a map is given exactly if there is no error");
        for finding in &reading.diagnostics {
            let text = reading.document.text();
            let range = finding.span.range();
            assert!(range.start <= range.end && range.end <= text.len(), "{finding:?}");
            assert!(finding.help.is_some(), "{} has help", finding.id);
            if let Some(fix) = &finding.fix {
                // a repair of a readable text is readable again
                let _ = read(apply_edits(text, &fix.edits).as_bytes(), mode);
            }
        }
        let Some(setup) = reading.setup else { continue };
        let text = write(&setup);
        let again = read(text.as_bytes(), Mode::Lenient);
        assert_eq!(again.setup.as_ref(), Some(&setup), "what is written reads back");
        let drawn = setup.draw(7);
        let fixed = setup.with_board(&drawn, Some(7));
        assert_eq!(fixed.draw(8), drawn, "a drawn board stays");
        if let Ok(code) = encode(&setup) {
            let mut decoded = decode(&code).expect("a code reads back");
            // notes and a layout that changes nothing stay behind
            decoded.notes.clone_from(&setup.notes);
            decoded.layout.clone_from(&setup.layout);
            decoded.rules.seven_produces = setup.rules.seven_produces;
            assert_eq!(decoded, setup, "{code}");
        }
        let _ = crate::lint::lint(&setup, Some(&drawn));
        assert!(drawn.balance().score <= 100);
    }
    if let Ok(formatted) = format(bytes) {
        assert_eq!(format(formatted.as_bytes()).expect("formatted text has no errors"), formatted);
        let (before, after) =
            (read(bytes, Mode::Lenient).setup, read(formatted.as_bytes(), Mode::Lenient).setup);
        assert_eq!(before, after, "formatting changes nothing");
    }
    if let Some(setup) = read_old(bytes).setup {
        let _ = setup.draw(1);
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = decode(text);
    }
}
