//! The published maps: every file reads to its content, writes back equal, and is judged as listed.

#![allow(clippy::print_stderr)] // what was counted is part of the result

mod common;

use common::{Whose, data, published};
use hexwright_core::{Diagnostic, Source};
use hexwright_titan::text::{self, Format};
use hexwright_titan::{Battleland, Entry, Mode, Terrain, check};
use hexwright_trials::{conformance, nothing, trials};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn content(land: &Battleland) -> Value {
    json!({
        "title": land.title(),
        "subtitle": land.subtitle(),
        "tower": land.tower(),
        "startlist": land.start_list().map(|l| l.iter().map(|h| h.label()).collect::<Vec<_>>()),
        "map": land.canonical(),
    })
}

fn every_map_reads_writes_and_is_judged_as_listed() {
    let index = published("maps/index.json");
    let (mut totals, mut maps) = (BTreeMap::<String, usize>::new(), 0);
    for entry in index["maps"].as_array().unwrap() {
        let file = entry["file"].as_str().unwrap();
        let reading = text::read(&Whose::Published.text(file), Mode::Documented);
        let land = reading.usable().unwrap_or_else(|| panic!("{file}: {:?}", reading.diagnostics));
        let found = content(land);
        for (key, value) in found.as_object().unwrap() {
            assert_eq!(value, &entry[key], "{file}: {key}");
        }
        let entries = Entry::new(land);
        assert_eq!(json!(entries.counts()), entry["entry"], "{file}");
        assert_eq!(json!(entries.least(land)), entry["entry_min"], "{file}");
        let mut lint = BTreeMap::<&str, usize>::new();
        for finding in check(land) {
            *lint.entry(finding.rule.id).or_default() += 1;
        }
        if file.starts_with("maps/xml/") {
            lint.iter().for_each(|(id, n)| *totals.entry((*id).to_owned()).or_default() += n);
        }
        assert_eq!(json!(lint.remove("entry-rule").is_none()), entry["entry_ok"], "{file}");
        assert_eq!(json!(lint), entry["lint"], "{file}");
        round_trips(land, file);
        maps += 1;
    }
    eprintln!("{maps} maps; findings of the published XML maps: {totals:?}");
    assert_eq!(maps, 359);
}

/// Writing and reading again keeps the map in each format, but for what the format cannot hold.
fn round_trips(land: &Battleland, file: &str) {
    for format in [Format::Xml, Format::Text, Format::TextLetter, Format::Json] {
        let written = match text::write(land, format, "stem") {
            Ok(written) => written,
            Err(error) => {
                assert!(matches!(error.terrain, Terrain::Spring | Terrain::TarPit), "{file}: {error}");
                continue;
            }
        };
        let reading = text::read(&written, Mode::Documented);
        let mut expected = land.clone();
        match format {
            Format::Xml if land.title().is_none() => expected.set_title(Some("stem")),
            Format::Text | Format::TextLetter => expected.set_title(None),
            _ => {}
        }
        assert_eq!(reading.usable(), Some(&expected), "{file} as {}\n{written}", format.name());
        assert_eq!(text::write(&expected, format, "stem").unwrap(), written);
    }
}

fn paired_maps_convert_into_each_other() {
    let pairs = published("maps/pairs.json");
    let read =
        |file: &Value| text::read(&Whose::Published.text(file.as_str().unwrap()), Mode::Documented).land;
    for pair in pairs["pairs"].as_array().unwrap() {
        let (table, xml) = (read(&pair["text"]), read(&pair["xml"]));
        let mut untitled = xml.clone();
        untitled.set_title(None);
        assert_eq!(table, untitled, "{pair}");
        let as_table = text::write(&xml, Format::Text, "").unwrap();
        assert_eq!(as_table, text::write(&table, Format::Text, "").unwrap(), "{pair}");
        let title = xml.title().unwrap_or("");
        let (from_table, from_xml) = (text::xml::write(&table, title), text::xml::write(&xml, title));
        assert_eq!(from_table, from_xml, "{pair}");
    }
}

fn diagnostic(finding: &Diagnostic, source: &Source) -> Value {
    let place = source.position(finding.span.start as usize);
    json!({"code": finding.id, "line": place.line, "col": place.column})
}

fn every_map_case_behaves_as_listed() {
    let cases = data("map_cases.json");
    let list = cases.as_object().unwrap().values().find_map(Value::as_array).unwrap();
    let mut failures = Vec::new();
    for case in list {
        let input = case["input"].as_str().unwrap();
        let source = Source::new("map", input);
        for mode in ["default", "colossus"] {
            let expected = case["expected"].get(mode).unwrap_or(&case["expected"]["default"]);
            let format = Format::from_name(case["format"].as_str().unwrap()).unwrap();
            let reading = text::read_as(input, format, Mode::from_name(mode).unwrap());
            let mut found = match reading.usable() {
                Some(land) => {
                    let mut found = content(land);
                    found["status"] = json!("ok");
                    found["warnings"] = reading.diagnostics.iter().map(|d| diagnostic(d, &source)).collect();
                    found
                }
                None => {
                    let first = reading.diagnostics.iter().find(|d| d.is_error()).unwrap();
                    json!({"status": "error", "error": diagnostic(first, &source)})
                }
            };
            if expected["error"].is_object() && expected["error"]["line"].is_null() {
                found["error"]["line"] = Value::Null;
                found["error"]["col"] = Value::Null;
            }
            if &found != expected {
                failures.push(format!(
                    "{} {mode}: {input:?}\n  expected {expected}\n  found    {found}",
                    case["id"]
                ));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

trials! {
    nothing() => every_map_case_behaves_as_listed;
    conformance("titan/maps") =>
        every_map_reads_writes_and_is_judged_as_listed,
        paired_maps_convert_into_each_other;
}
