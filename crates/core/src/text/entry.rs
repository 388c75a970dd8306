//! Formats as rows of a table: what programs need that handle files of every kind, and which row reads a file.

use super::render::Report;
use super::{Confidence, Diagnostic, Finding, Format, Leniency, NotFormatted, Source, Span, decode_utf8};

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
    use crate::text::Parsed;

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
