//! The files battlelands are kept in: Colossus XML, the two text tables of 2002 and 2003, and JSON.
//!
//! All readers start from an empty map, report all they find and return the map that is left.
//!
//! ```
//! use hexwright_titan::text::{Format, read, write};
//! use hexwright_titan::{Battleland, Mode};
//!
//! let land = Battleland::from_canonical("D4:Sand:1:0d").unwrap();
//! let xml = write(&land, Format::Xml, "dune").unwrap();
//! assert_eq!(read(&xml, Mode::Documented).usable().map(Battleland::canonical), Some(land.canonical()));
//! ```

pub mod json;
pub mod table;
pub mod xml;

use crate::check::BORDER_OFF_MAP;
use crate::check::LandPlaces;
use crate::script::compile::NO_SUCH_HEX;
use crate::script::findings::TOO_LARGE;
use crate::{Battleland, HexId, Hexside, Mode, Terrain};
use hexwright_core::text::Finding;
use hexwright_core::text::closest;
use hexwright_core::{Diagnostic, Key, Severity, Span, text::sort};

/// A format of map files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Colossus XML, since 2003.
    Xml,
    /// A hex a line, terrains as names.
    Text,
    /// A hex a line, terrains as letters.
    TextLetter,
    /// One object.
    Json,
    /// The canonical string; written only.
    Canonical,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Xml, Self::Text, Self::TextLetter, Self::Json, Self::Canonical];

    /// The name options use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Xml => "xml",
            Self::Text => "text",
            Self::TextLetter => "text-letter",
            Self::Json => "json",
            Self::Canonical => "canonical",
        }
    }

    /// The ending of its files.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Xml => "xml",
            Self::Json => "json",
            Self::Text | Self::TextLetter | Self::Canonical => "txt",
        }
    }

    /// The format of an option or a file ending; a table is a text.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let name = match name {
            "table" | "txt" => "text",
            "table-letter" => "text-letter",
            other => other,
        };
        Self::ALL.into_iter().find(|f| f.name() == name)
    }

    /// The format of a text, by its first character that is no blank.
    #[must_use]
    pub fn of(text: &str) -> Self {
        match text.trim_start().chars().next() {
            Some('<') => Self::Xml,
            Some('{') => Self::Json,
            _ => Self::Text,
        }
    }
}

/// A map as read.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The map, as far as it could be understood.
    pub land: Battleland,
    /// Errors and warnings, sorted by place.
    pub diagnostics: Vec<Diagnostic>,
    /// Where its parts stand.
    pub places: LandPlaces,
}

impl Reading {
    /// The map, if there is no error.
    #[must_use]
    pub fn usable(&self) -> Option<&Battleland> {
        (!self.diagnostics.iter().any(Diagnostic::is_error)).then_some(&self.land)
    }
}

/// Reads a map in the format it shows.
#[must_use]
pub fn read(text: &str, mode: Mode) -> Reading {
    read_as(text, Format::of(text), mode)
}

/// Reads a map in a given format.
#[must_use]
pub fn read_as(text: &str, format: Format, mode: Mode) -> Reading {
    let mut builder = Builder { mode, ..Builder::default() };
    if text.len() > crate::lex::MOST_BYTES {
        let message = format!("expected a map of at most 1 MiB, found {} bytes", text.len());
        builder.error(TOO_LARGE, Span::at(0), message);
    } else {
        match format {
            Format::Xml => xml::read(text, &mut builder),
            Format::Json => json::read(text, &mut builder),
            Format::Text | Format::TextLetter | Format::Canonical => table::read(text, &mut builder),
        }
    }
    sort(&mut builder.reading.diagnostics);
    builder.reading
}

/// A map that cannot be written in the wanted format, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the letter format has no letter for {} on {hex}", .terrain.name())]
pub struct NotExpressible {
    /// The first hex in the way.
    pub hex: HexId,
    /// What lies on it.
    pub terrain: Terrain,
}

/// Writes a map. `stem` stands in for a missing title where the format needs one.
///
/// # Errors
/// If the letter format lacks a terrain of the map.
pub fn write(land: &Battleland, format: Format, stem: &str) -> Result<String, NotExpressible> {
    Ok(match format {
        Format::Xml => xml::write(land, stem),
        Format::Text => table::write(land),
        Format::TextLetter => table::write_letters(land)?,
        Format::Json => json::write(land),
        Format::Canonical => land.canonical() + "\n",
    })
}

/// What of a map a format cannot hold, in words.
#[must_use]
pub fn losses(land: &Battleland, format: Format) -> Vec<String> {
    let mut lost = Vec::new();
    match format {
        Format::Xml | Format::Json => {}
        Format::Text | Format::TextLetter => {
            if let Some(title) = land.title() {
                lost.push(format!("the title {title:?} is dropped: text tables have none"));
            }
            if land.subtitle().is_some_and(|s| s.contains('"')) {
                lost.push("quotes in the subtitle become apostrophes".to_owned());
            }
        }
        Format::Canonical => {
            if land.title().is_some()
                || land.subtitle().is_some()
                || land.tower()
                || land.start_list().is_some()
            {
                lost.push(
                    "titles, tower flag and start list are dropped: the canonical string has none".to_owned(),
                );
            }
        }
    }
    if land.start_list().is_some_and(<[_]>::is_empty) && format != Format::Json {
        lost.push("the start list is empty and is dropped".to_owned());
    }
    lost
}

/// What the readers share: a growing map and the checks every format makes.
#[derive(Debug, Default)]
pub(crate) struct Builder {
    pub(crate) mode: Mode,
    pub(crate) reading: Reading,
    seen: [bool; crate::board::HEXES],
}

impl Builder {
    pub(crate) fn error(
        &mut self,
        finding: Finding,
        span: Span,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.push(finding.rated(Severity::Error, span, message))
    }

    pub(crate) fn warn(
        &mut self,
        finding: Finding,
        span: Span,
        message: impl Into<String>,
    ) -> &mut Diagnostic {
        self.push(finding.rated(Severity::Warning, span, message))
    }

    fn push(&mut self, diagnostic: Diagnostic) -> &mut Diagnostic {
        self.reading.diagnostics.push(diagnostic);
        self.reading.diagnostics.last_mut().expect("just pushed")
    }

    /// The hex at these coordinates, if it exists and was not given before.
    pub(crate) fn hex(&mut self, x: i64, y: i64, span: Span) -> Option<HexId> {
        let Some(hex) = HexId::at(x, y) else {
            let help = "rows of the columns 0 to 5: 2-4, 1-4, 1-5, 0-5, 1-5, 1-4";
            self.error(NO_SUCH_HEX, span, format!("expected a hex of the board, found {x} {y}")).help =
                Some(help.to_owned());
            return None;
        };
        if std::mem::replace(&mut self.seen[hex.index()], true) {
            self.error(DUPLICATE_HEX, span, format!("expected each hex once, found {hex} again"));
            return None;
        }
        self.reading.places.hexes[hex.index()] = span;
        Some(hex)
    }

    pub(crate) fn terrain(&mut self, name: &str, span: Span) -> Option<Terrain> {
        let known = Terrain::from_name(name);
        if known.is_none() && name == "Brush" && !self.mode.is_compat() {
            self.warn(TERRAIN_ALIAS, span, "`Brush` is the old name of Brambles");
            return Some(Terrain::Brambles);
        }
        if known.is_none() {
            let few = self.reading.diagnostics.len() < 100;
            let help = closest(name, Terrain::ALL.iter().map(|t| t.name()).filter(|_| few));
            self.error(UNKNOWN_TERRAIN, span, format!("expected a terrain, found `{name}`")).help =
                help.map(|t| format!("did you mean `{t}`?"));
        }
        known
    }

    pub(crate) fn elevation(&mut self, elevation: i64, span: Span) -> Option<u8> {
        let known = u8::try_from(elevation).ok().filter(|&e| e <= crate::battleland::MOST_ELEVATION);
        if known.is_none() {
            self.error(
                ELEVATION_RANGE,
                span,
                format!("expected an elevation from 0 to 3, found {elevation}"),
            );
        }
        known
    }

    /// Puts a hexside on a hex; `at` is where the side's number stands, `letter_at` its letter.
    pub(crate) fn side(&mut self, hex: HexId, side: (i64, Span), letter: (&str, Span)) {
        let ((side, at), (letter, letter_at)) = (side, letter);
        let number = usize::try_from(side).ok().filter(|&k| k < 6);
        if number.is_none() {
            self.error(SIDE_RANGE, at, format!("expected a side from 0 to 5, found {side}"));
        }
        let mut letters = letter.chars();
        let hexside = letters.next().filter(|_| letters.next().is_none()).and_then(Hexside::from_letter);
        if hexside.is_none() {
            let help = "the letters are d dune, c cliff, s slope, w wall, r river";
            self.error(UNKNOWN_HEXSIDE, letter_at, format!("expected a hexside letter, found `{letter}`"))
                .help = Some(help.to_owned());
        }
        let (Some(number), Some(hexside)) = (number, hexside) else { return };
        if self.reading.land.cell(hex).side(number).is_some() {
            self.error(DUPLICATE_SIDE, at, format!("expected each side once, found {number} again"));
            return;
        }
        if hex.neighbour(number).is_none() {
            let message = format!("side {number} of {hex} faces no hex");
            self.warn(BORDER_OFF_MAP, at, message);
        }
        self.reading.places.sides[hex.index()][number] = at;
        self.reading.land.set_side(hex, number, Some(hexside));
    }

    pub(crate) fn label(&mut self, label: &str, span: Span) -> Option<HexId> {
        let hex = HexId::from_label(label);
        if hex.is_none() {
            self.error(NO_SUCH_HEX, span, format!("expected a hex of the board, found `{label}`"));
        }
        hex
    }
}

const DUPLICATE_HEX: Finding =
    Finding::error("duplicate-hex", "a hex stands twice", "Each hex is given once.");
pub(crate) const UNKNOWN_TERRAIN: Finding =
    Finding::error("unknown-terrain", "a terrain is unknown", "The message names the nearest one.");
pub(crate) const TERRAIN_ALIAS: Finding =
    Finding::warning("terrain-alias", "a terrain has its old name", "Brush is now called Brambles.");
pub(crate) const ELEVATION_RANGE: Finding =
    Finding::error("elevation-range", "an elevation is not from 0 to 3", "Hexes are 0 to 3 high.");
const SIDE_RANGE: Finding = Finding::error(
    "side-range",
    "a side is not from 0 to 5",
    "Sides are counted clockwise from 0 at the top.",
);
pub(crate) const UNKNOWN_HEXSIDE: Finding = Finding::error(
    "unknown-hexside",
    "a hexside letter is unknown",
    "The letters are d dune, c cliff, s slope, w wall, r river.",
);
const DUPLICATE_SIDE: Finding =
    Finding::error("duplicate-side", "a side of a hex stands twice", "Each side is given once.");
pub(crate) const MIXED_DIALECT: Finding = Finding::warning(
    "mixed-dialect",
    "terrains are written as names and as letters",
    "One file has one of both.",
);

/// What every reader of battlelands reports.
pub(crate) const FINDINGS: &[Finding] = &[
    DUPLICATE_HEX,
    UNKNOWN_TERRAIN,
    TERRAIN_ALIAS,
    ELEVATION_RANGE,
    SIDE_RANGE,
    UNKNOWN_HEXSIDE,
    DUPLICATE_SIDE,
    MIXED_DIALECT,
];
