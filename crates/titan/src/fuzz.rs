//! What the fuzz targets and their tests do with any bytes: nothing may panic, and what is promised
//! must hold.

use crate::text::{self, Format};
use crate::{Mode, RollError, decode, script};
use hexwright_core::Source;

const MODES: [Mode; 3] = [Mode::Documented, Mode::Colossus, Mode::Colossus2002];

/// Any bytes as a script: read, judged, formatted, rolled.
///
/// # Panics
/// If a promise is broken: formatting changes what a script means, or rolling fails without a reason.
pub fn fuzz_script(bytes: &[u8]) {
    let text = decode(bytes);
    let source = Source::new("fuzz", text.as_str());
    for mode in MODES {
        let reading = script::read(&text, mode);
        for finding in &reading.diagnostics {
            assert!(!finding.headline(&source).is_empty() && !finding.message.is_empty());
        }
        let Some(script) = reading.script else {
            assert!(reading.diagnostics.iter().any(hexwright_core::Diagnostic::is_error));
            continue;
        };
        let _ = script.lint();
        let rolled = script.roll(7);
        match &rolled {
            Err(RollError::Script(findings)) => assert!(!findings.is_empty()),
            Err(RollError::Exhausted(_) | RollError::Stopped) => {
                unreachable!("a seed has no end and nobody stops it")
            }
            Ok(rolled) => round_trip(&rolled.land),
        }
        let formatted = script::format(&text);
        let again = script::read(&formatted, mode).script.expect("a formatted script is a script");
        assert_eq!(again.roll(7).ok(), rolled.ok(), "formatting changed the map");
        assert_eq!(script::format(&formatted), formatted, "formatting is not stable");
    }
}

/// Any bytes as a map in each format: read, judged, written, read again.
///
/// # Panics
/// If what was written does not read back equal.
pub fn fuzz_map(bytes: &[u8]) {
    let text = decode(bytes);
    let source = Source::new("fuzz", text.as_str());
    for mode in MODES {
        for format in [Format::Xml, Format::Text, Format::Json] {
            let reading = text::read_as(&text, format, mode);
            for finding in &reading.diagnostics {
                assert!(!finding.headline(&source).is_empty());
            }
            for finding in crate::check(&reading.land) {
                assert!(!reading.places.diagnostic(&finding).message.is_empty());
            }
            round_trip(&reading.land);
        }
    }
}

/// A map written and read is the same map, but for what the format cannot hold.
fn round_trip(land: &crate::Battleland) {
    for format in [Format::Xml, Format::Text, Format::TextLetter, Format::Json] {
        let Ok(written) = text::write(land, format, "stem") else { continue };
        let reading = text::read_as(&written, format, Mode::Documented);
        let back = reading.usable().unwrap_or_else(|| panic!("{written}\n{:?}", reading.diagnostics));
        assert_eq!(back.canonical(), land.canonical(), "{written}");
        assert_eq!(back.tower(), land.tower());
        assert_eq!(back.start_hexes(), land.start_hexes());
    }
}
