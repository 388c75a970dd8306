//! A battleland as one JSON object: for other programs, and for the lines `generate` prints.
//!
//! The reader needs `hexes`, each with `hex` or with `x` and `y`; it ignores the canonical string, seeds
//! and byte counts. JSON keeps no places, so findings stand at the hex they name.
//!
//! ```
//! use hexwright_titan::Battleland;
//! use hexwright_titan::text::json;
//!
//! let land = Battleland::from_canonical("D4:Sand:1").unwrap();
//! assert!(json::write(&land).contains("\"D4\""));
//! ```

use super::Builder;
use super::xml::{BAD_ATTRIBUTE, MISSING_ATTRIBUTE};
use crate::check::STARTLIST_SHORT;
use crate::script::compile::EMPTY_LIST;
use crate::{Battleland, HexId};
use hexwright_core::Span;
use hexwright_core::text::Finding;
use serde::Serialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// One hex that is not bare.
#[derive(Clone, Debug, Serialize)]
pub struct JsonHex {
    hex: String,
    x: u8,
    y: u8,
    terrain: &'static str,
    elevation: u8,
    sides: BTreeMap<usize, char>,
}

/// The hexes of a map that are not bare, as JSON shows them.
#[must_use]
pub fn hexes(land: &Battleland) -> Vec<JsonHex> {
    let json = |(hex, cell): (HexId, &crate::Cell)| JsonHex {
        hex: hex.label(),
        x: hex.x(),
        y: hex.y(),
        terrain: cell.terrain().name(),
        elevation: cell.elevation(),
        sides: cell.sides().map(|(k, side)| (k, side.letter())).collect(),
    };
    land.cells().filter(|(_, c)| !c.is_bare()).map(json).collect()
}

/// The map as an object in one line.
#[must_use]
pub fn write(land: &Battleland) -> String {
    #[derive(Serialize)]
    struct Whole<'a> {
        title: Option<&'a str>,
        subtitle: Option<&'a str>,
        tower: bool,
        startlist: Option<Vec<String>>,
        hexes: Vec<JsonHex>,
        map: String,
    }
    let whole = Whole {
        title: land.title(),
        subtitle: land.subtitle(),
        tower: land.tower(),
        startlist: land.start_list().map(|_| land.start_hexes().iter().map(|h| h.label()).collect()),
        hexes: hexes(land),
        map: land.canonical(),
    };
    serde_json::to_string(&whole).unwrap_or_default() + "\n"
}

pub(crate) fn read(text: &str, builder: &mut Builder) {
    let start = Span::at(text.find('{').unwrap_or(0));
    let object = match serde_json::from_str::<Map<String, Value>>(text) {
        Ok(object) => object,
        Err(error) => {
            let line: usize =
                text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
            let mut place = (line + error.column().saturating_sub(1)).min(text.len());
            while !text.is_char_boundary(place) {
                place -= 1;
            }
            builder.error(JSON, Span::at(place), "expected one well-formed JSON object");
            return;
        }
    };
    let text_of = |key: &str| object.get(key).and_then(Value::as_str);
    builder.reading.land.set_title(text_of("title"));
    builder.reading.land.set_subtitle(text_of("subtitle"));
    match object.get("tower") {
        Some(Value::Bool(tower)) => builder.reading.land.set_tower(*tower),
        None | Some(Value::Null) => {
            builder.warn(MISSING_ATTRIBUTE, start, "expected tower, found none: taken as false");
        }
        Some(_) => {
            builder.error(BAD_ATTRIBUTE, start, "expected tower to be true or false");
        }
    }
    if let Some(Value::Array(labels)) = object.get("startlist") {
        let mut hexes = Vec::new();
        for label in labels {
            hexes.extend(builder.label(label.as_str().unwrap_or(""), place_of(text, label, start)));
        }
        if labels.is_empty() {
            builder.warn(EMPTY_LIST, start, "expected start hexes, found none");
        } else if labels.len() < 7 {
            let message = format!("expected 7 start hexes or more, found {}", labels.len());
            builder.warn(STARTLIST_SHORT, start, message);
        }
        builder.reading.land.set_start_list(Some(hexes));
    }
    match object.get("hexes") {
        Some(Value::Array(hexes)) => hexes.iter().for_each(|hex| read_hex(text, hex, start, builder)),
        _ => {
            builder.error(MISSING_ATTRIBUTE, start, "expected a list of hexes, found none");
        }
    }
}

/// Where a label stands in the text.
fn place_of(text: &str, label: &Value, otherwise: Span) -> Span {
    let quoted = label.to_string();
    text.find(&quoted).map_or(otherwise, |n| Span::new(n, n + quoted.len()))
}

fn read_hex(text: &str, value: &Value, start: Span, builder: &mut Builder) {
    let label = value.get("hex").and_then(Value::as_str);
    let at = value.get("hex").map_or(start, |label| place_of(text, label, start));
    let number = |key: &str| value.get(key).and_then(Value::as_i64);
    let place = match label.map(HexId::from_label) {
        Some(Some(hex)) => Some((i64::from(hex.x()), i64::from(hex.y()))),
        Some(None) => {
            builder.label(label.unwrap_or(""), at);
            return;
        }
        None => number("x").zip(number("y")),
    };
    let Some((x, y)) = place else {
        builder.error(MISSING_ATTRIBUTE, at, "expected hex, or x and y, found none");
        return;
    };
    let hex = builder.hex(x, y, at);
    let terrain = match value.get("terrain").and_then(Value::as_str) {
        Some(name) => builder.terrain(name, at),
        None => {
            builder.error(MISSING_ATTRIBUTE, at, "expected a terrain, found none");
            None
        }
    };
    let elevation = match value.get("elevation") {
        None => {
            builder.warn(MISSING_ATTRIBUTE, at, "expected an elevation, found none: taken as 0");
            Some(0)
        }
        Some(level) => match level.as_i64() {
            Some(level) => builder.elevation(level, at),
            None => {
                builder.error(BAD_ATTRIBUTE, at, "expected the elevation to be a number");
                None
            }
        },
    };
    let Some(hex) = hex else { return };
    if let (Some(terrain), Some(elevation)) = (terrain, elevation) {
        builder.reading.land.set_ground(hex, terrain, elevation);
    }
    for (side, letter) in value.get("sides").and_then(Value::as_object).into_iter().flatten() {
        match side.parse() {
            Ok(side) => builder.side(hex, (side, at), (letter.as_str().unwrap_or(""), at)),
            Err(_) => {
                builder.error(BAD_ATTRIBUTE, at, format!("expected the number of a side, found {side:?}"));
            }
        }
    }
}

const JSON: Finding =
    Finding::error("json", "the file is no well-formed JSON object", "The message says what was expected.");

/// What the checks of this file report.
pub(crate) const FINDINGS: &[Finding] = &[JSON];
