//! The contract of a text format: how a text is recognised, read, written, laid out, and which findings it
//! can have.
//!
//! A game's crate fulfils [`Format`] beside each of its readers. Programs that handle files of every kind
//! loop over a table of [`FormatEntry`](super::FormatEntry) and know no format by name.
//!
//! ```
//! use hexwright_core::text::{Confidence, Finding, Format, FormatEntry, Leniency, NotFormatted, Parsed, Span};
//!
//! /// Declared once, beside the reader that reports it.
//! const NO_NUMBER: Finding = Finding::error("no-number", "the text is no number", "Write digits only.");
//!
//! /// A text that holds one number.
//! struct OneNumber;
//!
//! impl Format for OneNumber {
//!     type Value = u32;
//!     const NAME: &'static str = "number";
//!     const ENDINGS: &'static [&'static str] = &["num"];
//!     const TITLE: &'static str = "a number";
//!     const FINDINGS: &'static [&'static [Finding]] = &[&[NO_NUMBER]];
//!
//!     fn sniff(bytes: &[u8]) -> Confidence {
//!         if bytes.trim_ascii().iter().all(u8::is_ascii_digit) { Confidence::Likely } else { Confidence::No }
//!     }
//!
//!     fn read(name: &str, bytes: &[u8], _leniency: Leniency) -> Parsed<u32> {
//!         let text = String::from_utf8_lossy(bytes);
//!         match text.trim().parse() {
//!             Ok(number) => Parsed::new(name, text, Some(number), Vec::new()),
//!             Err(_) => {
//!                 let finding = NO_NUMBER.at(Span::at(0), "expected a number");
//!                 Parsed::new(name, text, None, vec![finding])
//!             }
//!         }
//!     }
//!
//!     fn format(name: &str, bytes: &[u8]) -> Result<String, NotFormatted> {
//!         Ok(Self::read(name, bytes, Leniency::Lenient).into_value().map(|number| format!("{number}\n"))?)
//!     }
//! }
//!
//! const NUMBERS: FormatEntry = FormatEntry::of::<OneNumber>();
//! assert_eq!(NUMBERS.check("a.num", b"12", Leniency::Lenient).diagnostics, []);
//! assert_eq!(NUMBERS.format("a.num", b" 12 ").unwrap(), "12\n");
//! assert_eq!(NUMBERS.finding("no-number").unwrap().explanation, "Write digits only.");
//! ```

use super::render::Report;
use super::{Diagnostic, Finding, Leniency, Source, sort};

/// How sure a format is, from the content alone, that a text is its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// The text is of another format.
    No,
    /// Single words look familiar. Enough only where the choice is between few formats.
    Possible,
    /// The text has the shape of the format.
    Likely,
    /// The text names the format.
    Certain,
}

impl Confidence {
    /// [`Confidence::Likely`] if the content `matches`, else [`Confidence::No`].
    #[must_use]
    pub const fn likely_if(matches: bool) -> Self {
        if matches { Self::Likely } else { Self::No }
    }
}

/// A text as read: the text itself, what it says, every finding.
///
/// `places` says where the parts of the value stand in the text, for formats whose linters and converters
/// point at them.
#[derive(Clone, Debug)]
pub struct Parsed<T, P = ()> {
    /// The text under the name shown to people.
    pub source: Source,
    /// What the text says. `None` if it cannot be used.
    pub value: Option<T>,
    /// Every finding, sorted by place.
    pub diagnostics: Vec<Diagnostic>,
    /// Where the parts of the value stand.
    pub places: P,
}

impl<T> Parsed<T> {
    /// A text as read, by a format that keeps no places. Sorts the findings.
    #[must_use]
    pub fn new(
        name: &str,
        text: impl Into<String>,
        value: Option<T>,
        mut diagnostics: Vec<Diagnostic>,
    ) -> Self {
        sort(&mut diagnostics);
        Self { source: Source::new(name, text), value, diagnostics, places: () }
    }
}

impl<T, P> Parsed<T, P> {
    /// Whether no finding is an error.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        !self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// The findings with their text.
    #[must_use]
    pub fn into_report(self) -> Report {
        Report { source: self.source, diagnostics: self.diagnostics }
    }

    /// The value, or the findings that forbid using it.
    ///
    /// # Errors
    /// All findings, if one is an error or there is no value.
    pub fn into_value(mut self) -> Result<T, Report> {
        match self.value.take() {
            Some(value) if self.is_sound() => Ok(value),
            _ => Err(self.into_report()),
        }
    }

    /// The same without places.
    #[must_use]
    pub fn without_places(self) -> Parsed<T> {
        Parsed { source: self.source, value: self.value, diagnostics: self.diagnostics, places: () }
    }
}

/// A text format. See the [module](self) for an example.
pub trait Format {
    /// What a text of this format says.
    type Value;

    /// The name that options such as `--to` use.
    const NAME: &'static str;
    /// Endings of file names that belong to this format alone. An ending that several formats share, such
    /// as `json`, is left out: the content decides.
    const ENDINGS: &'static [&'static str];
    /// The format in a sentence, as in "a Pioneers map".
    const TITLE: &'static str;
    /// Every finding the format can report: the lists of the files that report them.
    const FINDINGS: &'static [&'static [Finding]];
    /// Whether what is not UTF-8 is read as Latin-1, so that no byte is lost when the text is rewritten.
    const READS_LATIN_1: bool = false;

    /// How sure the format is that a text is its own. `bytes` have no byte-order mark, and every line ends
    /// with a line feed ([`plain`](super::plain) makes them so).
    fn sniff(bytes: &[u8]) -> Confidence;

    /// Reads a text. Never fails and never panics. `name` is the file's name, as findings print it.
    fn read(name: &str, bytes: &[u8], leniency: Leniency) -> Parsed<Self::Value>;

    /// Advice on a text without errors: nothing is wrong, but something could be better. None unless a format
    /// has some.
    fn advice(name: &str, bytes: &[u8]) -> Vec<Diagnostic> {
        let _ = (name, bytes);
        Vec::new()
    }

    /// The text in canonical layout, comments kept.
    ///
    /// # Errors
    /// Why the text is left as it is.
    fn format(name: &str, bytes: &[u8]) -> Result<String, NotFormatted>;
}

/// A format whose values can be written. Recordings, for example, are only read.
pub trait WriteFormat: Format {
    /// The canonical text. It reads back to the same value with no finding.
    fn write(value: &Self::Value) -> String;
}

/// Why a text is not laid out.
#[derive(Clone, Debug)]
pub enum NotFormatted {
    /// It has errors.
    Findings(Report),
    /// It is fine, but must stay as it is: the reason in a sentence.
    Refused(String),
}

impl From<Report> for NotFormatted {
    fn from(report: Report) -> Self {
        Self::Findings(report)
    }
}
