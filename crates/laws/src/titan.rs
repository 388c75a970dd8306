//! Any bytes as a battleland script, and as a battleland in each format.

use crate::findings::{any_error, inside};
use hexwright_titan::text::{self, Format};
use hexwright_titan::{Battleland, Mode, RollError, decode, script};

const MODES: [Mode; 3] = [Mode::Documented, Mode::Colossus, Mode::Colossus2002];

/// Reads bytes as a script, judges, formats and rolls it.
///
/// # Panics
/// If a law is broken: findings lie inside the text; a script is given exactly if there is no error;
/// formatting is stable and the formatted script rolls the same map; rolling fails only with a reason;
/// a rolled map survives every format.
pub fn titan_script(bytes: &[u8]) {
    let text = decode(bytes);
    let formatted = script::format(&text);
    let mut is_script = false;
    for mode in MODES {
        let reading = script::read(&text, mode);
        inside(&reading.diagnostics, &text);
        let Some(script) = reading.script else {
            assert!(any_error(&reading.diagnostics), "a script exactly without error");
            continue;
        };
        is_script = true;
        let _ = script.lint();
        let rolled = script.roll(7);
        match &rolled {
            Err(RollError::Script(findings)) => assert!(!findings.is_empty()),
            Err(RollError::Exhausted(_) | RollError::Stopped) => {
                unreachable!("a seed has no end and nobody stops it")
            }
            // the modes differ in what they roll, not in how a map is written
            Ok(rolled) if mode == Mode::Documented => round_trip(&rolled.land),
            Ok(_) => {}
        }
        let again = script::read(&formatted, mode).script.expect("a formatted script is a script");
        assert_eq!(again.roll(7).ok(), rolled.ok(), "formatting changed the map");
    }
    if is_script {
        assert_eq!(script::format(&formatted), formatted, "formatting is not stable");
    }
}

/// Reads bytes as a map in each format and mode, writes what was read, and reads it again.
///
/// # Panics
/// If a law is broken: findings lie inside the text; what was written reads back equal.
pub fn titan_xml(bytes: &[u8]) {
    let text = decode(bytes);
    let mut written = Vec::new();
    for mode in MODES {
        let reading = text::read(&text, mode);
        inside(&reading.diagnostics, &text);
        for finding in hexwright_titan::check(&reading.land) {
            assert!(!reading.places.diagnostic(&finding).message.is_empty());
        }
        if !written.contains(&reading.land) {
            round_trip(&reading.land);
            written.push(reading.land);
        }
    }
    for format in [Format::Xml, Format::Text, Format::Json] {
        inside(&text::read_as(&text, format, Mode::Documented).diagnostics, &text);
    }
}

/// A map written and read is the same map, but for what the format cannot hold.
fn round_trip(land: &Battleland) {
    for format in [Format::Xml, Format::Text, Format::TextLetter, Format::Json] {
        let Ok(written) = text::write(land, format, "stem") else { continue };
        let reading = text::read_as(&written, format, Mode::Documented);
        let back = reading.usable().unwrap_or_else(|| panic!("{written}\n{:?}", reading.diagnostics));
        assert_eq!(back.canonical(), land.canonical(), "{written}");
        assert_eq!(back.tower(), land.tower());
        assert_eq!(back.start_hexes(), land.start_hexes());
    }
}
