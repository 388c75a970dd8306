//! Every text format Hexwright reads, in one table.
//!
//! Each game's crate fulfils [`Format`] beside its readers. This crate puts them in a row, so that the command
//! line, the server and the Python package ask one place which format a text has.
//!
//! ```
//! use hexwright_formats::{FORMATS, Leniency, format_of};
//!
//! let text = b"title Rock\nchits 6,8\nmap\ns,t0,s\nd1,p2,s\n.\n";
//! let format = format_of("unnamed", text).unwrap();
//! assert_eq!(format.title, "a Pioneers map");
//! let report = format.check("rock.game", text, Leniency::Lenient);
//! assert_eq!(report.diagnostics[0].id, "G052");
//! assert!(FORMATS.iter().all(|format| format.findings().count() > 0));
//! ```

pub mod convert;
mod keywords;
pub mod records;

pub use hexwright_catan::text::MAP_FORMATS;
pub use keywords::{Keyword, keywords};

pub use hexwright_core::text::{
    Confidence, Finding, Format, FormatEntry, Leniency, NotFormatted, Parsed, WriteFormat,
};

use hexwright_catan::text::dot_catan::{DotCatan, is_share_code};
use hexwright_catan::text::{game_log::GameLogFormat, pioneers::DotGame};
use hexwright_catan::wire::TranscriptFormat;
use hexwright_core::text::{edit_distance, pick, surest};
use hexwright_terra::text::{concise::GridFormat, ledger::LogFormat, snapshot::SnapshotFormat};
use hexwright_titan::battle::{BattleFormat, VariantFormat, recorded::RecordedFormat};
use hexwright_titan::formats::{BattlelandFormat, ScriptFormat};
use records::RecordFormat;

/// All formats. Where two are equally sure of a text, the first one reads it.
pub const FORMATS: &[FormatEntry] = &[
    FormatEntry::of::<DotCatan>(),
    FormatEntry::of::<GameLogFormat>(),
    FormatEntry::of::<DotGame>(),
    FormatEntry::of::<RecordFormat>(),
    FormatEntry::of::<GridFormat>(),
    FormatEntry::of::<SnapshotFormat>(),
    FormatEntry::of::<LogFormat>(),
    FormatEntry::of::<BattleFormat>(),
    FormatEntry::of::<RecordedFormat>(),
    FormatEntry::of::<ScriptFormat>(),
    FormatEntry::of::<BattlelandFormat>(),
    FormatEntry::of::<VariantFormat>(),
    FormatEntry::of::<TranscriptFormat>(),
];

/// The texts of Terra Mystica.
pub const TERRA_FORMATS: &[FormatEntry] =
    &[FormatEntry::of::<GridFormat>(), FormatEntry::of::<SnapshotFormat>(), FormatEntry::of::<LogFormat>()];

/// The format of a file: by its name if the ending belongs to one format alone, else by its content.
#[must_use]
pub fn format_of(name: &str, bytes: &[u8]) -> Option<&'static FormatEntry> {
    pick(FORMATS, name, bytes)
}

/// The format of a text that is meant to be of Terra Mystica. An empty text is a snapshot, a text that shows
/// no format a log.
#[must_use]
pub fn terra_format(bytes: &[u8]) -> &'static FormatEntry {
    let default = if bytes.trim_ascii().is_empty() { &TERRA_FORMATS[1] } else { &TERRA_FORMATS[2] };
    surest(TERRA_FORMATS, bytes, Confidence::Possible).unwrap_or(default)
}

/// Content that is surely no text of ours: how it begins, and what it is.
const FOREIGN: &[(&[u8], &str)] = &[
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"\x7fELF", "a program"),
    (b"SQLite format 3\0", "a SQLite database"),
    (b"<!DOCTYPE html", "a page of HTML"),
    (b"<!doctype html", "a page of HTML"),
    (b"<html", "a page of HTML"),
    (b"<svg", "an SVG picture"),
];

/// What a text is that a name promises to be of another format; `None` if it may well be of that format.
///
/// ```
/// use hexwright_formats::{FORMATS, mistaken};
/// let game = FORMATS.iter().find(|format| format.name == "game").unwrap();
/// assert_eq!(mistaken(game, b"TITLE \"Oasis\"\nAREA (inside) HAZARDS Sand\n"), Some("a Titan battleland script"));
/// assert_eq!(mistaken(game, b"title Rock\n"), None);
/// ```
#[must_use]
pub fn mistaken(format: &FormatEntry, bytes: &[u8]) -> Option<&'static str> {
    if format.sniff(bytes) > Confidence::No {
        return None;
    }
    let start = bytes.trim_ascii_start();
    if is_share_code(start) {
        return Some("a share code; `hexwright share` turns it into a map");
    }
    let foreign = FOREIGN.iter().find(|(magic, _)| start.starts_with(magic)).map(|(_, what)| *what);
    foreign.or_else(|| surest(FORMATS, bytes, Confidence::Likely).map(|other| other.title))
}

/// Every finding, with what can have it: those of each format, then those of conversions. Formats that share
/// findings each name them.
pub fn findings() -> impl Iterator<Item = (&'static str, &'static Finding)> {
    let of_formats =
        FORMATS.iter().flat_map(|format| format.findings().map(|finding| (format.title, finding)));
    of_formats.chain(convert::FINDINGS.iter().copied().flatten().map(|finding| ("a conversion", finding)))
}

/// The findings of a name, each told once.
///
/// ```
/// let found = hexwright_formats::findings_named("L-gold");
/// assert_eq!(found[0].0, "a conversion");
/// assert_eq!(found[0].1.title, "a gold hex is kept in a note");
/// ```
#[must_use]
pub fn findings_named(id: &str) -> Vec<(&'static str, &'static Finding)> {
    let mut found: Vec<(&str, &Finding)> = Vec::new();
    for (whose, finding) in findings().filter(|(_, finding)| finding.id == id) {
        if !found.iter().any(|(_, known)| *known == finding) {
            found.push((whose, finding));
        }
    }
    found
}

/// The known ids nearest to a wrong one, best first.
#[must_use]
pub fn nearest<'a>(wrong: &str, known: &[&'a str]) -> Vec<&'a str> {
    let wrong: String = wrong.to_lowercase().chars().take(64).collect();
    let mut near: Vec<_> = known.iter().map(|&id| (edit_distance(&wrong, &id.to_lowercase()), id)).collect();
    near.sort_unstable();
    near.dedup();
    near.into_iter().take(3).map(|(_, id)| id).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexwright_catan::text::MapFormat;

    #[test]
    fn the_nearest_findings_come_first() {
        let known: Vec<&str> = MAP_FORMATS.iter().flat_map(FormatEntry::findings).map(|f| f.id).collect();
        assert_eq!(nearest("red-neighbors", &known)[0], "red-neighbours");
        assert_eq!(nearest("g12", &known)[0], "G012");
    }

    #[test]
    fn names_and_endings_are_unique() {
        for (i, one) in FORMATS.iter().enumerate() {
            for other in &FORMATS[..i] {
                assert_ne!(one.name, other.name);
                assert!(
                    !one.endings.iter().any(|ending| other.endings.contains(ending)),
                    "{one:?} {other:?}"
                );
            }
        }
    }

    #[test]
    fn an_unfinished_text_still_shows_its_format() {
        assert_eq!(MapFormat::of(b"title Rock\n").name(), "game");
        assert_eq!(MapFormat::of(b"").name(), "catan");
        assert_eq!(MapFormat::of(b"2 4\n10\n").name(), "catan");
        assert_eq!(terra_format(b" \n").name, "snapshot");
        assert_eq!(terra_format(b"witches: build E7\n").name, "log");
        assert!(format_of("<stdin>", b"title Rock\n").is_none(), "one word names no file");
    }

    #[test]
    fn no_format_declares_a_finding_twice() {
        for format in FORMATS {
            let mut ids: Vec<&str> = format.findings().map(|finding| finding.id).collect();
            ids.sort_unstable();
            assert!(ids.windows(2).all(|two| two[0] != two[1]), "{format:?}: {ids:?}");
        }
    }

    #[test]
    fn titles_are_lower_case_and_explanations_are_sentences() {
        for finding in FORMATS.iter().flat_map(FormatEntry::findings) {
            assert!(!finding.title.ends_with('.') && !finding.title.is_empty(), "{finding:?}");
            assert!(finding.explanation.ends_with(['.', '!', '?', '`']), "{finding:?}");
        }
    }
}
