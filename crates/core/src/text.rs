//! Text with places in it: sources, spans, a scanner, diagnostics and the ways to print them, and the
//! contract that every text format fulfils ([`Format`]).
//!
//! Inside Hexwright a place is a span of bytes; line and column appear only when printed.

mod diagnostic;
pub mod format;
mod guess;
pub mod render;
mod scanner;
mod source;

pub use diagnostic::{Diagnostic, Edit, Fix, Severity, apply_edits, sort};
pub use format::{
    Confidence, Finding, Format, FormatEntry, Leniency, NotFormatted, Parsed, WriteFormat, pick, plain,
    surest,
};
pub use guess::{closest, edit_distance};
pub use scanner::{Line, Scanner, Token, lines, tokens};
pub use source::{Position, Source, Span, decode_utf8};
