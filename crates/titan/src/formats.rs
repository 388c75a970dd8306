//! The two formats of Titan files, as every format of Hexwright is offered: scripts, and battlelands in any
//! of their texts.
//!
//! ```
//! use hexwright_core::text::{Format, Leniency};
//! use hexwright_titan::formats::ScriptFormat;
//!
//! let parsed = ScriptFormat::read("sand.rnd", b"AREA (inside) HAZARDS Sand,50. Lake,1\n", Leniency::Lenient);
//! assert!(parsed.is_sound() && parsed.value.is_some());
//! let parsed = ScriptFormat::read("sand.rnd", b"AREA (inside) HAZRDS Sand,50.\n", Leniency::Lenient);
//! assert!(parsed.diagnostics.iter().any(|finding| finding.id == "syntax"));
//! ```

use crate::battle::Variant;
use crate::check::{self, LandPlaces};
use crate::script::findings::LIST_TOO_LONG;
use crate::script::{self, compile, findings, lint};
use crate::text::{self, json, xml};
use crate::{Battleland, Mode, RollError, Script, decode};
use hexwright_core::text::{Confidence, Finding, Format, Leniency, NotFormatted, Parsed, WriteFormat, sort};
use hexwright_core::{Diagnostic, Source};

/// Scripts and battlelands share most findings, so each format names them all.
const FINDINGS: &[&[Finding]] = &[
    findings::FINDINGS,
    compile::FINDINGS,
    compile::VALUE_FINDINGS,
    lint::FINDINGS,
    text::FINDINGS,
    xml::FINDINGS,
    json::FINDINGS,
    check::FINDINGS,
];

/// Findings of battles: their own, and those of the table of their land.
pub(crate) const BATTLE_FINDINGS: &[&[Finding]] =
    &[crate::battle::FINDINGS, findings::FINDINGS, compile::FINDINGS, text::FINDINGS, check::FINDINGS];

/// Findings of the files of a variant.
pub(crate) const VARIANT_FINDINGS: &[&[Finding]] =
    &[crate::battle::variant::FINDINGS, findings::FINDINGS, xml::FINDINGS];

/// Battleland scripts.
#[derive(Clone, Copy, Debug)]
pub struct ScriptFormat;

/// Battlelands as XML, text table or JSON.
#[derive(Clone, Copy, Debug)]
pub struct BattlelandFormat;

impl Format for ScriptFormat {
    type Value = Script;

    const NAME: &'static str = "script";
    const ENDINGS: &'static [&'static str] = &["rnd"];
    const TITLE: &'static str = "a Titan battleland script";
    const FINDINGS: &'static [&'static [Finding]] = FINDINGS;
    const READS_LATIN_1: bool = true;

    fn sniff(bytes: &[u8]) -> Confidence {
        Confidence::likely_if(match first_word(bytes) {
            b"AREA" | b"LABEL" | b"PAIR" | b"TITLE" => true,
            // these three words start lines of scripts and of tables
            b"SUBTITLE" | b"TOWER" | b"STARTLIST" => !looks_like_table(bytes),
            _ => false,
        })
    }

    fn read(name: &str, bytes: &[u8], leniency: Leniency) -> Parsed<Script> {
        let mut parsed = read_script(name, bytes, Mode::Documented);
        try_roll(&mut parsed);
        leniency.judge(&mut parsed.diagnostics);
        parsed
    }

    fn advice(name: &str, bytes: &[u8]) -> Vec<Diagnostic> {
        let parsed = read_script(name, bytes, Mode::Documented);
        parsed.value.as_ref().map(Script::advice).unwrap_or_default()
    }

    /// Lays out a script, also an older one that only the original program understands.
    fn format(name: &str, bytes: &[u8]) -> Result<String, NotFormatted> {
        let parsed = read_script(name, bytes, Mode::Documented);
        if parsed.value.is_none() && read_script(name, bytes, Mode::Colossus).value.is_none() {
            return Err(parsed.into_report().into());
        }
        Ok(script::format(parsed.source.text()))
    }
}

impl Format for BattlelandFormat {
    type Value = Battleland;

    const NAME: &'static str = "battleland";
    const ENDINGS: &'static [&'static str] = &[];
    const TITLE: &'static str = "a Titan battleland";
    const FINDINGS: &'static [&'static [Finding]] = FINDINGS;
    const READS_LATIN_1: bool = true;

    fn sniff(bytes: &[u8]) -> Confidence {
        let is_object = bytes.trim_ascii_start().starts_with(b"{");
        Confidence::likely_if(
            contains(bytes, b"<battlemap")
                // all a map in JSON must have; a bare one names nothing else
                || is_object && contains(bytes, b"\"hexes\"")
                || looks_like_table(bytes)
                || matches!(first_word(bytes), b"SUBTITLE" | b"TOWER" | b"STARTLIST"),
        )
    }

    fn read(name: &str, bytes: &[u8], leniency: Leniency) -> Parsed<Battleland> {
        let mut parsed = read_battleland(name, bytes, None, Mode::Documented).without_places();
        leniency.judge(&mut parsed.diagnostics);
        parsed
    }

    fn advice(name: &str, bytes: &[u8]) -> Vec<Diagnostic> {
        let mut parsed = read_battleland(name, bytes, None, Mode::Documented);
        let told = parsed.diagnostics.clone();
        advise(&mut parsed);
        parsed.diagnostics.retain(|finding| !told.contains(finding));
        parsed.diagnostics
    }

    /// Writes a battleland anew in its own text. One with comments is left alone: they would be lost.
    fn format(name: &str, bytes: &[u8]) -> Result<String, NotFormatted> {
        let parsed = read_battleland(name, bytes, None, Mode::Documented);
        let source = parsed.source.clone();
        let land = parsed.into_value()?;
        let written = source.text();
        let format = text::Format::of(written);
        let comment = if format == text::Format::Xml { "<!--" } else { "#" };
        if format != text::Format::Json && written.contains(comment) {
            let why = format!("{name} has comments, which writing a battleland anew would lose");
            return Err(NotFormatted::Refused(why));
        }
        let letters = written.split_whitespace().nth(2).is_some_and(|word| word.len() == 1);
        let format = if format == text::Format::Text && letters { text::Format::TextLetter } else { format };
        text::write(&land, format, &stem(name))
            .or_else(|_| text::write(&land, text::Format::Text, ""))
            .map_err(|error| NotFormatted::Refused(error.to_string()))
    }
}

impl WriteFormat for BattlelandFormat {
    fn write(land: &Battleland) -> String {
        xml::write(land, "battleland")
    }
}

/// Reads a script as the documentation or the original program understands it.
#[must_use]
pub fn read_script(name: &str, bytes: &[u8], mode: Mode) -> Parsed<Script> {
    let source = Source::new(name, decode(bytes));
    let script::Reading { script, diagnostics } = script::read(source.text(), mode);
    Parsed { source, value: script, diagnostics, places: () }
}

/// Rolls a script once: a list that grows without bound shows only when it is evaluated.
pub fn try_roll(parsed: &mut Parsed<Script>) {
    if let Some(Err(RollError::Script(found))) = parsed.value.as_ref().map(|script| script.roll(0)) {
        parsed.diagnostics.extend(found.into_iter().filter(|finding| finding.id == LIST_TOO_LONG.id));
        sort(&mut parsed.diagnostics);
    }
}

/// Reads a battleland, in the text it shows or in the one that is named.
#[must_use]
pub fn read_battleland(
    name: &str,
    bytes: &[u8],
    format: Option<text::Format>,
    mode: Mode,
) -> Parsed<Battleland, LandPlaces> {
    let source = Source::new(name, decode(bytes));
    let format = format.unwrap_or_else(|| text::Format::of(source.text()));
    let text::Reading { land, diagnostics, places } = text::read_as(source.text(), format, mode);
    let value = (!diagnostics.iter().any(Diagnostic::is_error)).then_some(land);
    Parsed { source, value, diagnostics, places }
}

/// Adds what is odd about a battleland to its findings, but for what the reader said already.
pub fn advise(parsed: &mut Parsed<Battleland, LandPlaces>) {
    advise_for(parsed, None);
}

/// As [`advise`], with the creatures of a variant in mind.
pub fn advise_for(parsed: &mut Parsed<Battleland, LandPlaces>, variant: Option<&Variant>) {
    let Some(land) = &parsed.value else { return };
    let known = parsed.diagnostics.clone();
    let is_new = |d: &Diagnostic| !known.iter().any(|o| o.id == d.id && o.span.start == d.span.start);
    let found = variant.map_or_else(|| check::check(land), |variant| check::check_for(land, variant));
    let advice = found.into_iter().map(|found| parsed.places.diagnostic(&found));
    parsed.diagnostics.extend(advice.filter(is_new));
    sort(&mut parsed.diagnostics);
}

/// The name of a file without folder and endings: the title of a battleland that has none.
#[must_use]
pub fn stem(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let name = name.strip_suffix(".gz").unwrap_or(name);
    match name.rsplit_once('.').map_or(name, |(stem, _)| stem) {
        // standard input has no name
        stem if stem.is_empty() || stem.starts_with('<') => "battleland".to_owned(),
        stem => stem.to_owned(),
    }
}

/// The first word that is no comment.
fn first_word(bytes: &[u8]) -> &[u8] {
    let mut lines = bytes.split(|&b| b == b'\n').map(<[u8]>::trim_ascii);
    let line = lines.find(|line| !line.is_empty() && !line.starts_with(b"#")).unwrap_or_default();
    line.split(|b| !b.is_ascii_alphanumeric()).next().unwrap_or_default()
}

/// Whether a line is a hex of a text table: column, row, terrain, elevation.
fn looks_like_table(bytes: &[u8]) -> bool {
    bytes.split(|&b| b == b'\n').any(|line| {
        let mut words = line.trim_ascii().split(u8::is_ascii_whitespace).filter(|w| !w.is_empty());
        let digit = |word: Option<&[u8]>| matches!(word, Some([b'0'..=b'5']));
        let ground = |word: &[u8]| word.starts_with(b"\"") || word.iter().all(u8::is_ascii_alphabetic);
        digit(words.next()) && digit(words.next()) && words.next().is_some_and(ground) && digit(words.next())
    })
}

fn contains(bytes: &[u8], what: &[u8]) -> bool {
    bytes.windows(what.len()).any(|w| w == what)
}

/// What of a battleland a text cannot hold, as findings of the file it was read from.
#[must_use]
pub fn losses(land: &Battleland, target: text::Format) -> Vec<Diagnostic> {
    let start = hexwright_core::Span::at(0);
    text::losses(land, target).into_iter().map(|l| NOT_PORTABLE.at(start, l)).collect()
}

/// The finding of a part that the wanted text cannot hold.
pub const NOT_PORTABLE: Finding = Finding::warning(
    "not-portable",
    "the wanted text cannot hold a part of the battleland",
    "The part is dropped or changed, as the message says. `--strict` refuses instead.",
);
/// The finding of a battleland that the wanted text cannot hold at all.
pub const NOT_EXPRESSIBLE: Finding = Finding::error(
    "not-expressible",
    "the letters of 2002 have none for a terrain",
    "Write names instead: `--to text`.",
);

/// Findings of conversions.
pub const CONVERSION_FINDINGS: &[Finding] = &[NOT_PORTABLE, NOT_EXPRESSIBLE];
