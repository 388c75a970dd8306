//! The contract of a text format: how a text is recognised, read, written, laid out, and which findings it
//! can have.
//!
//! A game's crate fulfils [`Format`] beside each of its readers. Programs that handle files of every kind
//! loop over a table of [`FormatEntry`] and know no format by name.
//!
//! ```
//! use hexwright_core::text::{Confidence, Diagnostic, Finding, Format, FormatEntry, Leniency, NotFormatted, Parsed, Severity, Span};
//!
//! /// A text that holds one number.
//! struct OneNumber;
//!
//! impl Format for OneNumber {
//!     type Value = u32;
//!     const NAME: &'static str = "number";
//!     const ENDINGS: &'static [&'static str] = &["num"];
//!     const TITLE: &'static str = "a number";
//!     const FINDINGS: &'static [&'static [Finding]] =
//!         &[&[Finding { id: "no-number", severity: Severity::Error, title: "the text is no number", explanation: "Write digits only." }]];
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
//!                 let finding = Diagnostic::error("no-number", Span::at(0), "expected a number");
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
use super::{Diagnostic, Severity, Source, Span, decode_utf8, sort};

/// How much a reader forgives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Leniency {
    /// For opening, playing and converting: harmless slips are warnings.
    #[default]
    Lenient,
    /// For publishing: most warnings become errors.
    Strict,
}

impl Leniency {
    /// Severity of a slip that lenient readers forgive with a warning and strict readers refuse.
    #[must_use]
    pub const fn forgiven(self) -> Severity {
        match self {
            Self::Lenient => Severity::Warning,
            Self::Strict => Severity::Error,
        }
    }

    /// Turns warnings into errors if the reader is strict: for formats whose every warning is a slip.
    pub fn judge(self, diagnostics: &mut [Diagnostic]) {
        for finding in diagnostics.iter_mut().filter(|finding| finding.severity == Severity::Warning) {
            finding.severity = self.forgiven();
        }
    }

    /// [`Leniency::Strict`] if `strict` is set.
    #[must_use]
    pub const fn strict_if(strict: bool) -> Self {
        if strict { Self::Strict } else { Self::Lenient }
    }
}

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

/// A kind of finding, declared beside the check that reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Finding {
    /// Stable name; [`Diagnostic::id`] of what is reported.
    pub id: &'static str,
    /// Usual severity for a lenient reader.
    pub severity: Severity,
    /// What is wrong, in one line.
    pub title: &'static str,
    /// Why it matters and how to mend it.
    pub explanation: &'static str,
}

impl Finding {
    /// A finding that is an error for every reader.
    #[must_use]
    pub const fn error(id: &'static str, title: &'static str, explanation: &'static str) -> Self {
        Self { id, severity: Severity::Error, title, explanation }
    }

    /// A finding that is a warning for lenient readers.
    #[must_use]
    pub const fn warning(id: &'static str, title: &'static str, explanation: &'static str) -> Self {
        Self { id, severity: Severity::Warning, title, explanation }
    }

    /// Advice.
    #[must_use]
    pub const fn hint(id: &'static str, title: &'static str, explanation: &'static str) -> Self {
        Self { id, severity: Severity::Hint, title, explanation }
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
    /// with a line feed ([`plain`] makes them so).
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

/// A [`Format`] as a row of a table: what programs need that handle files of every kind.
#[derive(Clone, Copy)]
pub struct FormatEntry {
    /// [`Format::NAME`].
    pub name: &'static str,
    /// [`Format::ENDINGS`].
    pub endings: &'static [&'static str],
    /// [`Format::TITLE`].
    pub title: &'static str,
    /// [`Format::READS_LATIN_1`].
    pub reads_latin_1: bool,
    findings: &'static [&'static [Finding]],
    sniff: fn(&[u8]) -> Confidence,
    check: fn(&str, &[u8], Leniency) -> Report,
    advice: fn(&str, &[u8]) -> Vec<Diagnostic>,
    format: fn(&str, &[u8]) -> Result<String, NotFormatted>,
}

impl std::fmt::Debug for FormatEntry {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("FormatEntry").field(&self.name).finish()
    }
}

impl FormatEntry {
    /// The row of a format.
    #[must_use]
    pub const fn of<F: Format>() -> Self {
        Self {
            name: F::NAME,
            endings: F::ENDINGS,
            title: F::TITLE,
            reads_latin_1: F::READS_LATIN_1,
            findings: F::FINDINGS,
            sniff: F::sniff,
            check: |name, bytes, leniency| F::read(name, bytes, leniency).into_report(),
            advice: F::advice,
            format: F::format,
        }
    }

    /// Every finding it can report.
    pub fn findings(&self) -> impl Iterator<Item = &'static Finding> + use<> {
        self.findings.iter().copied().flatten()
    }

    /// The finding with this id.
    #[must_use]
    pub fn finding(&self, id: &str) -> Option<&'static Finding> {
        self.findings().find(|finding| finding.id == id)
    }

    /// [`Format::sniff`] for bytes as they stand in the file.
    #[must_use]
    pub fn sniff(&self, bytes: &[u8]) -> Confidence {
        (self.sniff)(&plain(bytes))
    }

    /// Whether a file name ends as files of this format alone do; `.gz` behind it does not count.
    #[must_use]
    pub fn owns_name(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        let name = name.strip_suffix(".gz").unwrap_or(&name);
        name.rsplit_once('.').is_some_and(|(_, ending)| self.endings.contains(&ending))
    }

    /// All findings of a text.
    #[must_use]
    pub fn check(&self, name: &str, bytes: &[u8], leniency: Leniency) -> Report {
        let report = (self.check)(name, bytes, leniency);
        debug_assert!(
            report.diagnostics.iter().all(|found| self.finding(found.id).is_some()),
            "a finding of {} is not declared: {:?}",
            self.name,
            report.diagnostics
        );
        report
    }

    /// [`Format::advice`].
    #[must_use]
    pub fn advice(&self, name: &str, bytes: &[u8]) -> Vec<Diagnostic> {
        (self.advice)(name, bytes)
    }

    /// [`Format::format`], unless bytes would be lost.
    ///
    /// # Errors
    /// Why the text is left as it is.
    pub fn format(&self, name: &str, bytes: &[u8]) -> Result<String, NotFormatted> {
        let formatted = (self.format)(name, bytes)?;
        match self.lost_bytes(bytes) {
            None => Ok(formatted),
            Some(place) => {
                let message = "bytes that are not UTF-8 would be lost: the file is left as it is";
                let finding = Diagnostic::error("not-utf8", place, message).help("save the file as UTF-8");
                let source = Source::new(name, decode_utf8(bytes).0);
                Err(Report { source, diagnostics: vec![finding] }.into())
            }
        }
    }

    /// The first bytes that a rewritten text would lose to U+FFFD, at their place in that text.
    #[must_use]
    pub fn lost_bytes(&self, bytes: &[u8]) -> Option<Span> {
        let at = decode_utf8(bytes).1.filter(|_| !self.reads_latin_1)?;
        Some(Span::new(at, at + '\u{fffd}'.len_utf8()))
    }
}

/// The content by which a format is recognised: without a byte-order mark, every line end a line feed.
#[must_use]
pub fn plain(bytes: &[u8]) -> std::borrow::Cow<'_, [u8]> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if !bytes.contains(&b'\r') {
        return bytes.into();
    }
    let mut plain = Vec::with_capacity(bytes.len());
    for (at, &byte) in bytes.iter().enumerate() {
        match byte {
            b'\r' if bytes.get(at + 1) == Some(&b'\n') => {}
            b'\r' => plain.push(b'\n'),
            other => plain.push(other),
        }
    }
    plain.into()
}

/// The entry that reads a file: the first whose own ending the name has, else the one that is surest from
/// the content. `None` if none is at least [`Confidence::Likely`].
#[must_use]
pub fn pick<'a>(entries: &'a [FormatEntry], name: &str, bytes: &[u8]) -> Option<&'a FormatEntry> {
    let named = entries.iter().find(|entry| entry.owns_name(name));
    named.or_else(|| surest(entries, bytes, Confidence::Likely))
}

/// The entry that is surest from the content, if it is at least this sure. On a tie the first one wins.
#[must_use]
pub fn surest<'a>(entries: &'a [FormatEntry], bytes: &[u8], least: Confidence) -> Option<&'a FormatEntry> {
    let plain = plain(bytes);
    let sure = entries.iter().map(|entry| ((entry.sniff)(&plain), entry));
    let best = sure.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.filter(|(confidence, _)| *confidence >= least).map(|(_, entry)| entry)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Loud;
    struct Quiet;

    macro_rules! toy {
        ($kind:ident, $name:literal, $sure:expr) => {
            impl Format for $kind {
                type Value = String;
                const NAME: &'static str = $name;
                const ENDINGS: &'static [&'static str] = &[$name];
                const TITLE: &'static str = $name;
                const FINDINGS: &'static [&'static [Finding]] = &[];

                fn sniff(bytes: &[u8]) -> Confidence {
                    if bytes.starts_with(b"x\n") { $sure } else { Confidence::No }
                }

                fn read(name: &str, bytes: &[u8], _: Leniency) -> Parsed<String> {
                    let text = String::from_utf8_lossy(bytes).into_owned();
                    Parsed::new(name, text.clone(), Some(text), Vec::new())
                }

                fn format(_: &str, _: &[u8]) -> Result<String, NotFormatted> {
                    Err(NotFormatted::Refused("a toy has no layout".to_owned()))
                }
            }
        };
    }
    toy!(Loud, "loud", Confidence::Certain);
    toy!(Quiet, "quiet", Confidence::Possible);

    const TABLE: &[FormatEntry] = &[FormatEntry::of::<Quiet>(), FormatEntry::of::<Loud>()];

    #[test]
    fn a_name_decides_first_then_the_surest_content() {
        let picked = |name, bytes: &[u8]| pick(TABLE, name, bytes).map(|entry| entry.name);
        assert_eq!(picked("a.QUIET.gz", b"x\n"), Some("quiet"));
        assert_eq!(picked("a.txt", b"\xef\xbb\xbfx\r\n"), Some("loud"), "marks and line ends do not count");
        assert_eq!(picked("a.txt", b"y"), None);
        assert_eq!(picked("quiet", b"y"), None, "a name without a dot has no ending");
        let only_quiet = &TABLE[..1];
        assert!(pick(only_quiet, "a.txt", b"x\n").is_none(), "a mere possibility names no file");
        assert!(surest(only_quiet, b"x\n", Confidence::Possible).is_some());
    }
}
