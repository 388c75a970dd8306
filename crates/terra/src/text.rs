//! Positions and games as text.
//!
//! ```
//! use hexwright_terra::text::snapshot::{self, Level};
//!
//! let read = snapshot::read("Round: 1\n", Level::Vocabulary);
//! assert!(!read.findings.is_empty(), "a snapshot names its players");
//! ```

pub mod command;
pub mod concise;
pub mod ledger;
pub mod snapshot;

use hexwright_core::Diagnostic;
use hexwright_core::Span;
use hexwright_core::text::{Finding, decode_utf8};
use std::borrow::Cow;

const NOT_UTF8: Finding = Finding::warning(
    "not-utf8",
    "some bytes are not UTF-8",
    "They are read as U+FFFD. Save the file as UTF-8; until then it is never rewritten in place.",
);

/// What decoding the bytes of a snapshot or a grid reports.
const FINDINGS: &[Finding] = &[NOT_UTF8];
/// How much of a text is looked at to recognise it.
const LOOKED_AT: usize = 1 << 16;

/// Bytes as text, with a warning if some are not UTF-8.
fn decode(bytes: &[u8]) -> (Cow<'_, str>, Option<Diagnostic>) {
    let (text, bad) = decode_utf8(bytes);
    let finding = bad.map(|at| {
        let at = Span::new(at, at + '\u{fffd}'.len_utf8());
        let message = "bytes that are not UTF-8 are read as U+FFFD";
        NOT_UTF8.at(at, message).help("save the file as UTF-8")
    });
    (text, finding)
}

/// Whether one of the first lines begins with this word.
fn has_line(bytes: &[u8], word: &str) -> bool {
    let start = &bytes[..bytes.len().min(LOOKED_AT)];
    start.split(|&b| b == b'\n').any(|line| line.trim_ascii_start().starts_with(word.as_bytes()))
}
