//! Text with places in it: sources, spans, a scanner, diagnostics and the ways to print them, and the
//! contract that every text format fulfils ([`Format`]).
//!
//! Inside Hexwright a place is a span of bytes; line and column appear only when printed.
//!
//! ```
//! use hexwright_core::text::{Diagnostic, Source, lines};
//!
//! let source = Source::new("a.txt", "one\ntwo\n");
//! let second = lines(source.text()).nth(1).unwrap();
//! let finding = Diagnostic::error("not-three", second.span, "expected three, found two");
//! assert_eq!(finding.headline(&source), "a.txt:2:1: error[not-three]: expected three, found two");
//! ```

mod diagnostic;
mod entry;
mod finding;
pub mod format;
mod guess;
mod loss;
pub mod render;
mod scanner;
mod source;

pub use diagnostic::{Diagnostic, Edit, Fix, Severity, apply_edits, sort};
pub use entry::{FormatEntry, pick, plain, surest};
pub use finding::{Finding, Leniency};
pub use format::{Confidence, Format, NotFormatted, Parsed, WriteFormat};
pub use guess::{closest, edit_distance, edit_distance_within};
pub use loss::{Loss, LossKind};
pub use scanner::{Line, Scanner, Token, lines, tokens};
pub use source::{Position, Source, Span, decode_utf8};
