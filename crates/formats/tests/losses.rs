//! Every loss that a conversion names, and every reason why there is none, is declared: shown on the maps and corpora
//! of the repository.

use hexwright_formats::convert::{self, CONVERSIONS, Conversion, ConversionInput};
use hexwright_formats::{FORMATS, Finding, format_of};
use std::collections::BTreeSet;
use std::path::Path;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Folders, and the format of all their files; without one, names and content decide.
const FOLDERS: &[(&str, Option<&str>)] = &[
    ("fuzz/corpus/conversions", None),
    ("fuzz/corpus/dot_catan", Some("catan")),
    ("fuzz/corpus/pioneers", Some("game")),
    ("fuzz/corpus/titan_xml", Some("battleland")),
    ("maps/catan", None),
    ("maps/pioneers", None),
    ("maps/terra", None),
    ("maps/titan", None),
];

/// Format and text.
fn texts() -> Vec<(&'static str, Vec<u8>)> {
    let mut texts = Vec::new();
    for (folder, name) in FOLDERS {
        let entries = std::fs::read_dir(Path::new(ROOT).join(folder)).unwrap();
        let mut paths: Vec<_> =
            entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file()).collect();
        paths.sort();
        for path in paths {
            let bytes = std::fs::read(&path).unwrap();
            let format = match name {
                Some(name) => FORMATS.iter().find(|format| format.name == *name),
                None => format_of(path.to_str().unwrap(), &bytes),
            };
            texts.extend(format.map(|format| (format.name, bytes)));
        }
    }
    texts
}

/// What a conversion says that is no finding of the text it reads.
fn said(row: &Conversion, from: &'static str, bytes: &[u8]) -> Vec<&'static str> {
    let done = row.run(&ConversionInput::new("test", bytes, from));
    let own = FORMATS.iter().find(|format| format.name == from).unwrap();
    let reasons = done.report.diagnostics.iter().map(|found| found.id).filter(|id| own.finding(id).is_none());
    done.losses.iter().map(|loss| loss.id).chain(reasons).collect()
}

#[test]
fn what_conversions_say_is_declared() {
    let declared: Vec<&Finding> = convert::FINDINGS.iter().copied().flatten().collect();
    let mut heard = BTreeSet::new();
    for (from, bytes) in texts() {
        for row in CONVERSIONS.iter().copied().flatten().filter(|row| row.from.contains(&from)) {
            for id in said(row, from, &bytes) {
                assert!(declared.iter().any(|finding| finding.id == id), "{row:?} does not declare {id}");
                heard.insert(id);
            }
        }
    }
    assert!(heard.contains("L-gold") && heard.contains("L-draw"), "{heard:?}");
}
