//! Every finding that is reported is declared, and every finding that is declared is reported: by the corpora
//! and the test data of the repository, by texts made from them by small changes, or by the examples below.

use hexwright_catan::text::{Advise as _, MapFormat, MapText};
use hexwright_core::text::render::Report;
use hexwright_core::{Fast, Random};
use hexwright_formats::{FORMATS, FormatEntry, Leniency, format_of};
use hexwright_titan::Mode;
use hexwright_titan::formats::{advise, read_battleland, read_script};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

mod examples;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Folders, and the format of all their files; without one, names and content decide.
const FOLDERS: &[(&str, Option<&str>)] = &[
    ("fuzz/corpus/dot_catan", Some("catan")),
    ("fuzz/corpus/conversions", Some("catan")),
    ("fuzz/corpus/pioneers", Some("game")),
    ("fuzz/corpus/records", Some("record")),
    ("fuzz/corpus/terra_concise", Some("concise")),
    ("fuzz/corpus/terra_ledger", Some("log")),
    ("fuzz/corpus/terra_snapshot", Some("snapshot")),
    ("fuzz/corpus/titan_script", Some("script")),
    ("fuzz/corpus/titan_xml", Some("battleland")),
    ("maps/variants/Woodland", Some("variant")),
    ("crates/catan-map/tests/data/valid", Some("catan")),
    ("crates/catan-map/tests/data/invalid", Some("catan")),
    ("crates/catan-map/tests/data/malformed", None),
    ("crates/terra/tests/data/cases", None),
    ("crates/titan/tests/data/scripts/synthetic", None),
];

fn format(name: &str) -> &'static FormatEntry {
    FORMATS.iter().find(|format| format.name == name).expect("the format is in the table")
}

/// The files of a folder with their formats.
fn files(folder: &str, name: Option<&str>) -> Vec<(&'static FormatEntry, Vec<u8>)> {
    let entries = std::fs::read_dir(Path::new(ROOT).join(folder)).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).filter(|p| p.is_file()).collect();
    paths.sort();
    let read = |path: &std::path::PathBuf| {
        let bytes = std::fs::read(path).unwrap();
        let entry = match name {
            Some(name) => Some(format(name)),
            None => format_of(path.to_str().unwrap(), &bytes),
        };
        entry.map(|entry| (entry, bytes))
    };
    paths.iter().filter_map(read).collect()
}

/// Ids by format.
type Seen = BTreeMap<&'static str, BTreeSet<&'static str>>;

fn note(seen: &mut Seen, format: &'static FormatEntry, report: &Report) {
    for found in &report.diagnostics {
        assert!(format.finding(found.id).is_some(), "{format:?} does not declare {}", found.id);
        seen.entry(format.name).or_default().insert(found.id);
    }
}

fn check(seen: &mut Seen, format: &'static FormatEntry, bytes: &[u8]) {
    for leniency in [Leniency::Lenient, Leniency::Strict] {
        note(seen, format, &format.check("test", bytes, leniency));
    }
    if let Some(report) = advice(format.name, bytes) {
        note(seen, format, &report);
    }
}

/// Advice on a text of a format that has some.
fn advice(format: &str, bytes: &[u8]) -> Option<Report> {
    match format {
        "catan" | "game" => {
            let mut reading = MapText::read(MapFormat::from_name(format)?, "test", bytes, Leniency::Lenient);
            let board = reading.value.as_ref()?.setup().draw(1);
            reading.advise(None);
            reading.advise(Some(&board));
            Some(reading.into_report())
        }
        "script" => {
            let mut parsed = read_script("test", bytes, Mode::Documented);
            parsed.diagnostics = parsed.value.as_ref()?.advice();
            Some(parsed.into_report())
        }
        "battleland" => {
            let mut parsed = read_battleland("test", bytes, None, Mode::Documented);
            advise(&mut parsed);
            Some(parsed.into_report())
        }
        _ => None,
    }
}

/// A text with one small change: a word replaced by another, a line dropped, doubled or swapped.
fn changed(text: &[u8], random: &mut Fast) -> Vec<u8> {
    const SPICE: [&[u8]; 10] = [b"0 ", b"1 ", b"7 ", b"12 ", b"99 ", b"300 ", b"x ", b"* ", b"\"", b"70000 "];
    let mut lines: Vec<Vec<u8>> = text.split(|&b| b == b'\n').map(<[u8]>::to_vec).collect();
    let (one, other) = (random.index(lines.len()), random.index(lines.len()));
    match random.index(6) {
        0 => drop(lines.remove(one)),
        1 => lines.insert(one, lines[other].clone()),
        2 => lines.swap(one, other),
        _ => {
            let is_gap = |b: &u8| matches!(b, b' ' | b',' | b':' | b'/' | b'(' | b')' | b'"' | b'\t');
            let mut words: Vec<Vec<u8>> = lines[one].split_inclusive(is_gap).map(<[u8]>::to_vec).collect();
            let others: Vec<Vec<u8>> = lines[other].split_inclusive(is_gap).map(<[u8]>::to_vec).collect();
            if !words.is_empty() && !others.is_empty() {
                let at = random.index(words.len());
                words[at] = match random.index(3) {
                    0 => others[random.index(others.len())].clone(),
                    _ => SPICE[random.index(SPICE.len())].to_vec(),
                };
                lines[one] = words.concat();
            }
        }
    }
    lines.join(&b'\n')
}

/// Formats that declare one list together: scripts, battlelands, battles and variants, and the advice on both texts of a map.
const TOGETHER: [&[&str]; 2] = [&["script", "battleland", "battle", "variant"], &["catan", "game"]];

#[test]
fn what_is_reported_is_declared_and_what_is_declared_is_reported() {
    let mut seen = Seen::new();
    let mut random = Fast::new(16, 1);
    for (folder, name) in FOLDERS {
        let texts = files(folder, *name);
        assert!(!texts.is_empty(), "{folder} has no file of a known format");
        for (format, text) in texts {
            check(&mut seen, format, &text);
            let rounds = if text.len() > 20_000 { 2 } else { 40 };
            for _ in 0..rounds {
                check(&mut seen, format, &changed(&text, &mut random));
            }
        }
    }
    for (name, text) in examples::texts() {
        check(&mut seen, format(name), &text);
    }
    for (name, report) in examples::reports() {
        note(&mut seen, format(name), &report);
    }
    let mut silent = BTreeSet::new();
    for format in FORMATS {
        let together = TOGETHER.iter().find(|two| two.contains(&format.name));
        let names = together.map_or_else(|| vec![format.name], |two| two.to_vec());
        let reported = |id: &str| names.iter().filter_map(|name| seen.get(name)).any(|ids| ids.contains(id));
        silent.extend(format.findings().filter(|f| !reported(f.id)).map(|f| f.id));
    }
    assert!(silent.is_empty(), "declared, but reported by no text: {silent:?}");
}
