//! Helps that suggest something are right: every repair is applied and the text checked again, and so is every
//! word that a help tells to write.

use hexwright_core::text::{Edit, apply_edits};
use hexwright_core::{Diagnostic, Fast, Random};
use hexwright_formats::{FORMATS, FormatEntry, Leniency, format_of};
use std::collections::BTreeMap;
use std::path::Path;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

const FOLDERS: &[(&str, Option<&str>)] = &[
    ("fuzz/corpus/dot_catan", Some("catan")),
    ("fuzz/corpus/pioneers", Some("game")),
    ("fuzz/corpus/terra_snapshot", Some("snapshot")),
    ("fuzz/corpus/titan_script", Some("script")),
    ("crates/catan-map/tests/data/valid", Some("catan")),
    ("crates/catan-map/tests/data/invalid", Some("catan")),
    ("crates/catan-map/tests/data/malformed", None),
    ("crates/titan/tests/data/scripts/synthetic", None),
    ("maps/catan", None),
    ("maps/pioneers", None),
    ("maps/titan", None),
];

/// The texts of the repository and small changes of them.
fn texts() -> Vec<(&'static FormatEntry, String)> {
    let (mut texts, mut random) = (Vec::new(), Fast::new(20, 4));
    for (folder, name) in FOLDERS {
        let mut paths: Vec<_> = std::fs::read_dir(Path::new(ROOT).join(folder))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        paths.sort();
        for path in paths.iter().filter(|path| path.is_file()) {
            let bytes = std::fs::read(path).unwrap();
            let format = match name {
                Some(name) => FORMATS.iter().find(|format| format.name == *name),
                None => format_of(path.to_str().unwrap(), &bytes),
            };
            let (Some(format), Ok(text)) = (format, String::from_utf8(bytes)) else { continue };
            for _ in 0..12 {
                texts.push((format, misspelt(&text, &mut random)));
            }
            texts.push((format, text));
        }
    }
    texts
}

/// A text with one letter of one word doubled, dropped or exchanged.
fn misspelt(text: &str, random: &mut Fast) -> String {
    let letters: Vec<(usize, char)> =
        text.char_indices().filter(|(_, c)| c.is_ascii_alphanumeric()).collect();
    if letters.is_empty() {
        return text.to_owned();
    }
    let (at, letter) = letters[random.index(letters.len())];
    let new = match random.index(3) {
        0 => String::new(),
        1 => format!("{letter}{letter}"),
        _ => letters[random.index(letters.len())].1.to_string(),
    };
    format!("{}{new}{}", &text[..at], &text[at + letter.len_utf8()..])
}

/// How often each finding stands in a report.
fn counts(format: &FormatEntry, text: &str, leniency: Leniency) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for found in format.check("test", text.as_bytes(), leniency).diagnostics {
        *counts.entry(found.id).or_default() += 1;
    }
    counts
}

#[test]
fn a_repair_takes_its_finding_away() {
    let mut tried = BTreeMap::new();
    for (format, text) in texts() {
        for leniency in [Leniency::Lenient, Leniency::Strict] {
            let report = format.check("test", text.as_bytes(), leniency);
            if report.source.text() != text {
                continue;
            }
            let before = counts(format, &text, leniency);
            for found in report.diagnostics.iter().filter(|found| found.fix.is_some()) {
                let fix = found.fix.as_ref().unwrap();
                let mended = apply_edits(&text, &fix.edits);
                assert_ne!(mended, text, "{} changes nothing in {text:?}", found.id);
                let after = counts(format, &mended, leniency);
                let (old, new) = (before[found.id], after.get(found.id).copied().unwrap_or(0));
                assert!(new < old, "{}: {:?} leaves it in\n{mended}", found.id, fix.title);
                *tried.entry(found.id).or_insert(0) += 1;
            }
        }
    }
    assert!(tried.len() >= 8, "{tried:?}");
}

/// What a help tells to write in the place of the finding: "write `x`", "did you mean `x`".
fn suggestion(found: &Diagnostic) -> Option<&str> {
    let help = found.help.as_deref()?;
    let rest = ["write `", "did you mean `"].iter().find_map(|start| help.strip_prefix(start))?;
    let (word, tail) = rest.split_once('`')?;
    matches!(tail, "" | "?").then_some(word)
}

#[test]
fn a_word_that_is_suggested_is_right() {
    let mut tried = BTreeMap::new();
    for (format, text) in texts() {
        let report = format.check("test", text.as_bytes(), Leniency::Lenient);
        if report.source.text() != text {
            continue;
        }
        let before = counts(format, &text, Leniency::Lenient);
        for found in &report.diagnostics {
            let Some(word) = suggestion(found) else { continue };
            let edit = Edit { span: found.span, text: word.to_owned() };
            let mended = apply_edits(&text, [&edit]);
            let after = counts(format, &mended, Leniency::Lenient);
            let (old, new) = (before[found.id], after.get(found.id).copied().unwrap_or(0));
            assert!(new < old, "{}: {:?} leaves it\n{text}\n{mended}", found.id, found.help);
            *tried.entry(found.id).or_insert(0) += 1;
        }
    }
    assert!(tried.len() >= 3, "{tried:?}");
}
