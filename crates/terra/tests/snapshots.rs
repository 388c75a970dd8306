//! The snapshot gates over the shared conformance data: reading, findings, byte-equal writing.

#![allow(clippy::print_stderr)] // a skipped test says why

use hexwright_core::Source;
use hexwright_terra::text::snapshot::{self, Level, Mode, Snapshot};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The conformance folder beside the checkout, if it is there.
fn data() -> Option<PathBuf> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/conformance/terra"));
    if !path.is_dir() {
        eprintln!("skipped: no conformance folder at {}", path.display());
        return None;
    }
    Some(path.to_owned())
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

fn snapshots(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|e| e == "tms"))
        .collect();
    files.sort();
    files
}

/// The text without extension lines: what plain mode must write.
fn without_extensions(text: &str) -> String {
    text.lines().filter(|line| !line.trim_start().starts_with("X-")).map(|line| format!("{line}\n")).collect()
}

#[test]
fn every_snapshot_is_sound_and_writes_back_byte_equal() {
    let Some(data) = data() else { return };
    for (folder, count) in [("snapshots", 627), ("snapshots-made", 397)] {
        let files = snapshots(&data.join(folder));
        assert_eq!(files.len(), count);
        for path in files {
            let original = text(&path);
            let read = snapshot::read(&original, Level::Rules);
            let source = Source::new(path.to_string_lossy(), &original);
            let errors: Vec<String> =
                read.findings.iter().filter(|f| f.is_error()).map(|f| f.headline(&source)).collect();
            assert!(errors.is_empty(), "{errors:#?}");
            assert_eq!(snapshot::write(&read.snapshot, Mode::Full), original, "{}", path.display());
            let (game, position) = read.snapshot.position().expect("sound");
            let written = Snapshot::of(&game, &position);
            assert_eq!(snapshot::write(&written, Mode::Full), original, "{}", path.display());
            let plain = snapshot::write(&read.snapshot, Mode::Plain);
            assert_eq!(plain, without_extensions(&original), "{}", path.display());
            let again = snapshot::read(&plain, Level::Rules);
            let source = Source::new(path.to_string_lossy(), &plain);
            let errors: Vec<String> =
                again.findings.iter().filter(|f| f.is_error()).map(|f| f.headline(&source)).collect();
            assert!(errors.is_empty(), "plain: {errors:#?}");
        }
    }
}

#[test]
fn every_case_gives_its_findings() {
    let Some(data) = data() else { return };
    let cases: Value = serde_json::from_str(&text(&data.join("cases/cases.json"))).unwrap();
    let cases = cases.as_array().unwrap();
    assert_eq!(cases.len(), 46);
    for case in cases {
        let name = case["file"].as_str().unwrap();
        let input = text(&data.join("cases").join(name));
        let read = snapshot::read(&input, Level::Rules);
        let source = Source::new(name, &input);
        if let Some(other) = case["equals"].as_str() {
            assert!(read.is_sound(), "{name}: {:#?}", read.findings);
            assert_eq!(snapshot::write(&read.snapshot, Mode::Full), text(&data.join(other)), "{name}");
        }
        if let Some(other) = case["equals_plain"].as_str() {
            assert!(read.is_sound(), "{name}: {:#?}", read.findings);
            let expected = without_extensions(&text(&data.join(other)));
            assert_eq!(snapshot::write(&read.snapshot, Mode::Plain), expected, "{name}");
        }
        check_findings(name, case, &read.findings, &source);
    }
}

fn check_findings(name: &str, case: &Value, findings: &[hexwright_core::Diagnostic], source: &Source) {
    type Found = (String, String, String, u64, u64);
    let found: Vec<Found> = findings
        .iter()
        .map(|f| {
            let at = source.position(f.span.start as usize);
            let level = Level::of(f.id).name().to_owned();
            (level, f.id.to_owned(), f.severity.name().to_owned(), at.line.into(), at.column.into())
        })
        .collect();
    let word = |v: &Value| v.as_str().unwrap().to_owned();
    let expected: Vec<Found> = case["expect"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|e| {
            let number = |key: &str| e[key].as_u64().unwrap();
            (word(&e["level"]), word(&e["code"]), word(&e["severity"]), number("line"), number("col"))
        })
        .collect();
    for finding in &expected {
        assert!(found.contains(finding), "{name}: {finding:?} is missing in {found:#?}");
    }
    let exact: Vec<&str> =
        case["exact_levels"].as_array().into_iter().flatten().map(|l| l.as_str().unwrap()).collect();
    for finding in &found {
        let at_level = expected.iter().any(|e| e.0 == finding.0);
        let forbidden = (at_level && finding.2 == "error") || exact.contains(&finding.0.as_str());
        assert!(!forbidden || expected.contains(finding), "{name}: {finding:?} is not expected");
    }
    for code in case["rule_codes_present"].as_array().into_iter().flatten() {
        assert!(found.iter().any(|f| f.1 == code.as_str().unwrap()), "{name}: {code} is missing");
    }
}
