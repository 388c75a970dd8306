//! Every conversion between formats, in one table.
//!
//! A [`Conversion`] reads a text of one format and writes it in another, and names everything the other cannot say
//! as a [`Loss`]. Command line, server and Python package look conversions up here.
//!
//! ```
//! use hexwright_formats::convert::{ConversionInput, conversion};
//!
//! let rock = b"title Rock\nnum-roads 15\nnum-settlements 5\nnum-cities 4\nchits 6,8\nmap\ns,t0,s\nd1,p2,s\n.\n";
//! let done = conversion("game", Some("catan")).unwrap().run(&ConversionInput::new("rock.game", rock, "game"));
//! assert!(done.text.unwrap().starts_with("# title: Rock\n"));
//! // the map says no number of players, which a .catan file needs
//! assert_eq!(done.losses[0].id, "L-range");
//! let refused = conversion("game", Some("xml")).unwrap_err();
//! assert_eq!(refused.to_string(), "cannot write \"xml\" from a Pioneers map; expected catan or game");
//! ```

mod catan;
mod terra;
mod titan;

pub use hexwright_core::text::{Loss, LossKind};

use crate::FORMATS;
use hexwright_core::text::Finding;
use hexwright_core::text::render::Report;
use hexwright_titan::Mode;

/// A text to convert, and the choices some conversions leave to people.
#[derive(Clone, Copy, Debug)]
pub struct ConversionInput<'a> {
    /// The file's name, as findings print it.
    pub name: &'a str,
    /// Its content.
    pub bytes: &'a [u8],
    /// The format to read it in, as [`Conversion::from`] names it.
    pub from: &'a str,
    /// Draws what the other format cannot leave open.
    pub seed: Option<u64>,
    /// The position after this many commands of a log.
    pub at: Option<usize>,
    /// Whether slopes, cliffs and dunes that follow from the ground of a battleland are added.
    pub autofill: bool,
    /// How Titan files are understood.
    pub mode: Mode,
}

impl<'a> ConversionInput<'a> {
    /// A text without choices.
    #[must_use]
    pub const fn new(name: &'a str, bytes: &'a [u8], from: &'a str) -> Self {
        Self { name, bytes, from, seed: None, at: None, autofill: false, mode: Mode::Documented }
    }
}

/// What came of a conversion.
#[derive(Clone, Debug)]
pub struct Converted {
    /// The text that was read and what is wrong with it. If it has an error, nothing was written.
    pub report: Report,
    /// The new text.
    pub text: Option<String>,
    /// What the new text cannot say.
    pub losses: Vec<Loss>,
}

impl Converted {
    /// Nothing could be written: the findings say why.
    #[must_use]
    const fn refused(report: Report) -> Self {
        Self { report, text: None, losses: Vec::new() }
    }

    /// Whether something is changed or dropped.
    #[must_use]
    pub fn is_lossy(&self) -> bool {
        self.losses.iter().any(|loss| !loss.is_kept())
    }
}

/// One row of the table.
#[derive(Clone, Copy)]
pub struct Conversion {
    /// Names of the formats it reads: those of [`FORMATS`], and names of spellings that no content tells apart.
    pub from: &'static [&'static str],
    /// The format it writes.
    pub to: &'static str,
    /// Other names of that format, and endings of its files.
    pub also: &'static [&'static str],
    /// Whether it is meant where no format is named.
    pub usual: bool,
    /// Whether what is lost changes how a game goes, so that people must agree to it.
    pub asks: bool,
    /// The choices it leaves to people: `seed`, `at`, `autofill`, `compat`.
    pub choices: &'static [&'static str],
    run: fn(&ConversionInput<'_>) -> Converted,
}

impl std::fmt::Debug for Conversion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?} → {}", self.from, self.to)
    }
}

impl Conversion {
    /// Whether it writes a format of this name.
    #[must_use]
    pub fn writes(&self, name: &str) -> bool {
        self.to == name || self.also.contains(&name)
    }

    /// Converts a text.
    #[must_use]
    pub fn run(&self, source: &ConversionInput<'_>) -> Converted {
        (self.run)(source)
    }
}

/// Every loss a conversion can name, and every reason why there is none.
pub const FINDINGS: &[&[Finding]] = &[
    hexwright_catan::text::convert::FINDINGS,
    hexwright_titan::formats::CONVERSION_FINDINGS,
    terra::FINDINGS,
];

/// All conversions.
pub const CONVERSIONS: &[&[Conversion]] = &[catan::CONVERSIONS, titan::CONVERSIONS, terra::CONVERSIONS];

/// The conversions that read a format.
pub fn conversions_from(from: &str) -> impl Iterator<Item = &'static Conversion> {
    CONVERSIONS.iter().copied().flatten().filter(move |row| row.from.contains(&from))
}

/// The conversion from one format to another, or to the usual one.
///
/// # Errors
/// If there is none; the sentence names those there are.
pub fn conversion(from: &str, to: Option<&str>) -> Result<&'static Conversion, NoConversion> {
    let wanted = |row: &&Conversion| to.map_or(row.usual, |to| row.writes(to));
    conversions_from(from).find(wanted).ok_or_else(|| NoConversion {
        from: FORMATS.iter().find(|format| format.name == from).map_or("this file", |format| format.title),
        to: to.map(str::to_owned),
        known: conversions_from(from).map(|row| row.to).collect(),
    })
}

/// There is no such conversion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoConversion {
    from: &'static str,
    to: Option<String>,
    known: Vec<&'static str>,
}

impl std::fmt::Display for NoConversion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let known = match self.known.split_last() {
            None => return write!(f, "{} cannot be converted", self.from),
            Some((last, [])) => (*last).to_owned(),
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
        };
        match &self.to {
            Some(to) => write!(f, "cannot write {to:?} from {}; expected {known}", self.from),
            None => write!(f, "name the format to write: --to {known}"),
        }
    }
}

impl std::error::Error for NoConversion {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_conversion_stands_twice() {
        let rows: Vec<&Conversion> = CONVERSIONS.iter().copied().flatten().collect();
        for (i, one) in rows.iter().enumerate() {
            for other in &rows[..i] {
                let both = |name: &&&str| other.from.contains(name);
                let same = one.writes(other.to) || other.also.iter().any(|name| one.writes(name));
                assert!(!(same && one.from.iter().any(|name| both(&name))), "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn every_conversion_reads_a_format_of_the_table_and_never_panics() {
        for row in CONVERSIONS.iter().copied().flatten() {
            assert!(FORMATS.iter().any(|format| row.from.contains(&format.name)), "{row:?}");
            for from in row.from {
                for bytes in [&b""[..], b"\xff\xfe\x00", b"1 2\n", b"{}", b"title x\nmap\n.\n"] {
                    let done = row.run(&ConversionInput::new("test", bytes, from));
                    let has_errors = done.report.diagnostics.iter().any(hexwright_core::Diagnostic::is_error);
                    assert_eq!(done.text.is_none(), has_errors, "{row:?} {bytes:?}");
                }
            }
        }
    }
}
