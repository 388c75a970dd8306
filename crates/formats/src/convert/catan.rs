//! Between the two texts of a Catan map.

use super::{Conversion, ConversionInput, Converted};
use hexwright_catan::text::convert::ConvertError;
use hexwright_catan::text::{MapFormat, MapReading, MapText};
use hexwright_core::text::Leniency;
use hexwright_core::{Diagnostic, Span};

/// A `.catan` file without pools is read only if it is named: its numbers could be those of a present-day one.
const OLD: &str = "catan-old";

pub(super) const CONVERSIONS: &[Conversion] = &[
    Conversion {
        from: &["catan", OLD, "game"],
        to: "catan",
        also: &[],
        usual: true,
        asks: true,
        choices: &[],
        run: |source| convert(source, MapFormat::Catan),
    },
    Conversion {
        from: &["catan", OLD],
        to: "game",
        also: &[],
        usual: false,
        asks: true,
        choices: &["seed"],
        run: |source| convert(source, MapFormat::Game),
    },
    Conversion {
        from: &["game"],
        to: "game",
        also: &[],
        usual: false,
        asks: true,
        choices: &[],
        run: |source| convert(source, MapFormat::Game),
    },
];

fn read(source: &ConversionInput<'_>) -> MapReading {
    let (name, bytes) = (source.name, source.bytes);
    match source.from {
        OLD => MapText::read_old(name, bytes),
        from => {
            let format = MapFormat::from_name(from).unwrap_or(MapFormat::Catan);
            MapText::read(format, name, bytes, Leniency::Lenient)
        }
    }
}

fn convert(source: &ConversionInput<'_>, to: MapFormat) -> Converted {
    let mut reading = read(source);
    let Some(map) = reading.value.take().filter(|_| reading.is_sound()) else {
        return Converted::refused(reading.into_report());
    };
    match map.converted(to, source.seed) {
        Ok((converted, losses)) => {
            let places = &reading.places;
            let losses = losses.into_iter().map(|loss| loss.locate(|origin| places.origin(origin))).collect();
            Converted { text: Some(converted.write()), losses, report: reading.into_report() }
        }
        Err(error) => {
            reading.diagnostics.push(impossible(&error));
            Converted::refused(reading.into_report())
        }
    }
}

fn impossible(error: &ConvertError) -> Diagnostic {
    let help = match error {
        ConvertError::Refused(_) => "mend the map so that a game can start on it",
        _ => "a .catan file can say it: write one instead",
    };
    error.finding().at(Span::at(0), error.to_string()).help(help)
}
