//! Between the texts of battlelands, and from scripts.

use super::{Conversion, ConversionInput, Converted, Loss, LossKind};
use hexwright_core::Span;
use hexwright_core::text::render::Report;
use hexwright_core::text::{Format as _, Parsed};
use hexwright_titan::formats::{
    NOT_EXPRESSIBLE, NOT_PORTABLE, ScriptFormat, read_battleland, read_script, stem,
};
use hexwright_titan::text::{self, Format};
use hexwright_titan::{Battleland, RollError};

const MAPS: &[&str] = &["battleland", "xml", "text", "txt", "table", "text-letter", "table-letter", "json"];
const SCRIPTS: &[&str] = &["script"];

macro_rules! row {
    ($from:expr, $choices:expr, $format:ident, $also:expr) => {
        Conversion {
            from: $from,
            to: Format::$format.name(),
            also: $also,
            usual: false,
            asks: false,
            choices: $choices,
            run: |source| convert(source, Format::$format),
        }
    };
}

macro_rules! rows {
    ($($from:expr => $choices:expr),*) => {
        &[$(
            row!($from, $choices, Xml, &[]),
            row!($from, $choices, Text, &["txt", "table"]),
            row!($from, $choices, TextLetter, &["table-letter"]),
            row!($from, $choices, Json, &[]),
            row!($from, $choices, Canonical, &[]),
        )*]
    };
}

pub(super) const CONVERSIONS: &[Conversion] =
    rows!(MAPS => &["autofill", "compat"], SCRIPTS => &["autofill", "compat", "seed"]);

/// The battleland of a file: read, or rolled from a script with the seed.
fn load(source: &ConversionInput<'_>) -> Result<(Battleland, Report), Report> {
    if source.from == ScriptFormat::NAME {
        let mut parsed: Parsed<_> = read_script(source.name, source.bytes, source.mode);
        let Some(script) = parsed.value.take() else { return Err(parsed.into_report()) };
        return match script.roll(source.seed.unwrap_or(0)) {
            Ok(rolled) => Ok((rolled.land, parsed.into_report())),
            Err(RollError::Script(diagnostics)) => Err(Report { source: parsed.source, diagnostics }),
            Err(error) => {
                parsed.diagnostics.push(NOT_EXPRESSIBLE.at(Span::at(0), error.to_string()));
                Err(parsed.into_report())
            }
        };
    }
    let format = Format::from_name(source.from);
    let mut parsed = read_battleland(source.name, source.bytes, format, source.mode);
    match parsed.value.take() {
        Some(land) => Ok((land, parsed.into_report())),
        None => Err(parsed.into_report()),
    }
}

fn convert(source: &ConversionInput<'_>, to: Format) -> Converted {
    let (mut land, mut report) = match load(source) {
        Ok(loaded) => loaded,
        Err(report) => return Converted::refused(report),
    };
    if source.autofill {
        land.autofill();
    }
    match text::write(&land, to, &stem(source.name)) {
        Ok(text) => {
            let loss = |what| Loss { id: NOT_PORTABLE.id, kind: LossKind::Dropped, what, origin: None };
            let losses = text::losses(&land, to).into_iter().map(loss).collect();
            Converted { report, text: Some(text), losses }
        }
        Err(error) => {
            let finding = NOT_EXPRESSIBLE.at(Span::at(0), error.to_string());
            report.diagnostics.push(finding.help("write names instead: --to text"));
            Converted::refused(report)
        }
    }
}
