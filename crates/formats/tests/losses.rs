//! Every loss that a conversion names, and every reason why there is none, is declared, and every declared one is named
//! for some text: shown on the maps and corpora of the repository and on changed ones.

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
    ("maps/puzzles", None),
    ("maps/terra", None),
    ("maps/titan", None),
];

/// Maps of ours with one change each that a conversion has to speak of.
fn changed() -> Vec<(&'static str, Vec<u8>)> {
    let map = |name: &str| std::fs::read_to_string(Path::new(ROOT).join("maps").join(name)).unwrap();
    let change = |name: &str, old: &str, new: &str| {
        let text = map(name);
        assert!(text.contains(old), "{name} has no {old:?}");
        text.replacen(old, new, 1)
    };
    let fixed = "catan/base-fixed.catan";
    let texts = [
        change("catan/duel.catan", "12 12 12 12 12", "12 12 12 12 11"),
        change(fixed, "0 11 3 5 0", "0 11 7 5 0"),
        change(fixed, "# Recommended max", "# pioneers: num-ships 15\n# Recommended max"),
        // a port between two land hexes, and one on the sea hex of another
        change(fixed, "\n1 7 3 8", "\n14 20 3 8"),
        change(fixed, "\n1 7 3 8", "\n1 7 2 7"),
        one_row(1, 7),
        one_row(40, 2),
    ];
    texts.map(|text| ("catan", text.into_bytes())).into()
}

/// A map of one row of hexes of the same kind: 2 is the first resource, 7 the desert.
fn one_row(length: usize, kind: u8) -> String {
    let row = |number: &str| vec![number; length].join(" ");
    let number = if kind == 7 { "0" } else { "5" };
    format!(
        "2 2\n8\n12 4 3\n2 1\n1 1 0\n1 1 0\n19 19 19 19 19\n2 2 2 14 5\n{length} 1\n{}\n0 0 0 0 0 0\n{}\n\
         0 0 0 0 0 0 0 0 0 0 0 0\n\n0 0 0 0 0 0 0\n\n",
        row(&kind.to_string()),
        row(number),
    )
}

/// Format and text.
fn texts() -> Vec<(&'static str, Vec<u8>)> {
    let mut texts = changed();
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
    // a map that readers of `.catan` refuse is not converted: people are told `not-a-catan-map`
    heard.insert("L-refused");
    let silent: Vec<&str> = declared.iter().map(|f| f.id).filter(|id| !heard.contains(id)).collect();
    assert!(silent.is_empty(), "no text here makes a conversion say {silent:?}");
}
