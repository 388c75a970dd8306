//! Any bytes as a `.game` map.

use crate::findings::inside;
use hexwright_catan::text::pioneers::{Leniency, PioneersMap, format, read, write};

const NAME: &str = "fuzz.game";

/// Reads bytes as a `.game` map, writes, formats, shuffles and lays it out.
///
/// # Panics
/// If a law is broken: findings lie inside the text; strict reading gives the same map or none; what
/// is written reads back; formatting is stable and keeps the map.
pub fn pioneers(bytes: &[u8]) {
    let document = read(NAME, bytes, Leniency::Lenient);
    let strict = read(NAME, bytes, Leniency::Strict);
    inside(&document.diagnostics, document.source.text());
    inside(&strict.diagnostics, strict.source.text());
    let formatted = format(NAME, bytes);
    let Some(map) = document.value else {
        assert!(strict.value.is_none(), "strict reads what lenient refuses");
        assert!(formatted.is_err(), "a file with errors was formatted");
        return;
    };
    assert!(strict.value.is_none() || strict.value.as_ref() == Some(&map), "both modes read the same map");
    round_trip(&map);
    let _ = map.shuffled(1).lay_out();
    // what is formatted already was read and formatted above
    if let Ok(text) = formatted.map_err(drop)
        && text.as_bytes() != bytes
    {
        let reread = read(NAME, text.as_bytes(), Leniency::Lenient);
        assert_eq!(reread.value.as_ref(), Some(&map), "formatting keeps the map\n{text}");
        assert_eq!(format(NAME, text.as_bytes()).ok().as_ref(), Some(&text), "formatting is stable");
    }
}

/// Asserts that a written map reads back to the same value.
pub(crate) fn round_trip(map: &PioneersMap) {
    let text = write(map);
    let again = read(NAME, text.as_bytes(), Leniency::Lenient);
    assert_eq!(again.value.as_ref(), Some(map), "read(write(m)) == m: {:?}\n{text}", again.diagnostics);
}
