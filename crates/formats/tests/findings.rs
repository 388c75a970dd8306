//! Every finding that is reported is declared, and every finding that is declared is reported: by the corpora,
//! by texts made from them by small changes, or by the examples below.

use hexwright_core::text::render::Report;
use hexwright_core::{Fast, Random};
use hexwright_formats::{FORMATS, FormatEntry, Leniency};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

mod examples;

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus");

/// The format of each corpus.
const CORPORA: &[(&str, &str)] = &[
    ("dot_catan", "catan"),
    ("conversions", "catan"),
    ("pioneers", "game"),
    ("records", "record"),
    ("terra_concise", "concise"),
    ("terra_ledger", "log"),
    ("terra_snapshot", "snapshot"),
    ("titan_script", "script"),
    ("titan_xml", "battleland"),
];

fn format(name: &str) -> &'static FormatEntry {
    FORMATS.iter().find(|format| format.name == name).expect("the format is in the table")
}

fn files(folder: &Path) -> Vec<Vec<u8>> {
    let mut paths: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().filter(|path| path.is_file()).map(|path| std::fs::read(path).unwrap()).collect()
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
}

/// A text with one small change: a word replaced by another, a line dropped, doubled or swapped.
fn changed(text: &[u8], random: &mut Fast) -> Vec<u8> {
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
            const SPICE: [&[u8]; 10] =
                [b"0 ", b"1 ", b"7 ", b"12 ", b"99 ", b"300 ", b"x ", b"* ", b"\"", b"70000 "];
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

#[test]
fn what_is_reported_is_declared_and_what_is_declared_is_reported() {
    let mut seen = Seen::new();
    let mut random = Fast::new(16, 1);
    for (folder, name) in CORPORA {
        let format = format(name);
        for text in files(&Path::new(CORPUS).join(folder)) {
            check(&mut seen, format, &text);
            let rounds = if text.len() > 20_000 { 5 } else { 120 };
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
    let mut silent = Vec::new();
    for format in FORMATS {
        let of_format = seen.remove(format.name).unwrap_or_default();
        for finding in format.findings().filter(|finding| !of_format.contains(finding.id)) {
            silent.push((format.name, finding.id));
        }
    }
    // scripts and battlelands declare one list together, and advice belongs to both texts of a map
    let shared = |a: &str, b: &str| -> bool {
        ["script", "battleland"].contains(&a) && ["script", "battleland"].contains(&b)
            || ["catan", "game"].contains(&a) && ["catan", "game"].contains(&b)
    };
    let silent: Vec<_> = silent
        .iter()
        .filter(|(name, id)| {
            let others: Vec<_> = FORMATS.iter().filter(|f| f.name != *name && shared(f.name, name)).collect();
            others.is_empty()
                || others.iter().all(|f| f.finding(id).is_none())
                || silent.iter().any(|(other, same)| other != name && same == id && shared(other, name))
        })
        .collect();
    assert!(silent.is_empty(), "declared, but reported by no text: {silent:?}");
}
