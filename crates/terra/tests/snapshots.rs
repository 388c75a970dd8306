//! The snapshot gates: reading, findings, byte-equal writing.

mod support;

use hexwright_core::Source;
use hexwright_terra::text::snapshot::{self, Level, Mode, Snapshot};
use hexwright_trials::{Trials, conformance, nothing, others};
use serde_json::Value;
use std::process::ExitCode;
use support::{Case, Whose, data};

/// The text without extension lines: what plain mode must write.
fn without_extensions(text: &str) -> String {
    text.lines().filter(|line| !line.trim_start().starts_with("X-")).map(|line| format!("{line}\n")).collect()
}

fn every_snapshot_is_sound_and_writes_back_byte_equal(whose: Whose) {
    let cases = whose.positions();
    assert_eq!(cases.len(), if whose == Whose::Made { 397 } else { 627 });
    for Case { name, text: original, .. } in cases {
        let read = snapshot::read(&original, Level::Rules);
        let source = Source::new(name.as_str(), &original);
        let errors: Vec<String> =
            read.findings.iter().filter(|f| f.is_error()).map(|f| f.headline(&source)).collect();
        assert!(errors.is_empty(), "{errors:#?}");
        assert_eq!(snapshot::write(&read.snapshot, Mode::Full), original, "{name}");
        let (game, position) = read.snapshot.position().expect("sound");
        let written = Snapshot::of(&game, &position);
        assert_eq!(snapshot::write(&written, Mode::Full), original, "{name}");
        let plain = snapshot::write(&read.snapshot, Mode::Plain);
        assert_eq!(plain, without_extensions(&original), "{name}");
        let again = snapshot::read(&plain, Level::Rules);
        let source = Source::new(name.as_str(), &plain);
        let errors: Vec<String> =
            again.findings.iter().filter(|f| f.is_error()).map(|f| f.headline(&source)).collect();
        assert!(errors.is_empty(), "plain: {errors:#?}");
    }
}

/// The cases, each with its input.
fn cases() -> Vec<(Value, String)> {
    let list = std::fs::read_to_string(data("cases/cases.json")).unwrap();
    let list: Vec<Value> = serde_json::from_str(&list).unwrap();
    assert_eq!(list.len(), 46);
    let input = |case: Value| {
        let path = data("cases").join(case["file"].as_str().unwrap());
        let text = std::fs::read_to_string(path).unwrap();
        (case, text)
    };
    list.into_iter().map(input).collect()
}

fn every_case_gives_its_findings() {
    for (case, input) in cases() {
        let name = case["file"].as_str().unwrap();
        let read = snapshot::read(&input, Level::Rules);
        check_findings(name, &case, &read.findings, &Source::new(name, &input));
    }
}

/// Other spellings of one position: what each is written as, by the snapshot it equals.
fn spellings() -> Vec<(String, String, String)> {
    let mut all = Vec::new();
    for (case, input) in cases() {
        let name = case["file"].as_str().unwrap();
        for (key, mode) in [("equals", Mode::Full), ("equals_plain", Mode::Plain)] {
            let Some(other) = case[key].as_str() else { continue };
            let read = snapshot::read(&input, Level::Rules);
            assert!(read.is_sound(), "{name}: {:#?}", read.findings);
            let written = snapshot::write(&read.snapshot, mode);
            all.push((format!("{name} {key}"), other.to_owned(), written));
        }
    }
    assert_eq!(all.len(), 7);
    all
}

fn spellings_of_one_position_are_written_alike() {
    let all = spellings();
    for (name, other, written) in &all {
        for (name_2, _, written_2) in all.iter().filter(|(_, same, _)| same == other) {
            let [one, two] = [written, written_2].map(|text| without_extensions(text));
            assert_eq!(one, two, "{name} and {name_2}");
        }
    }
}

fn spellings_are_written_as_the_snapshot_they_equal() {
    for (name, other, written) in spellings() {
        let snapshot = std::fs::read_to_string(others("terra").join(other)).unwrap();
        let plain = name.ends_with("equals_plain");
        assert_eq!(written, if plain { without_extensions(&snapshot) } else { snapshot }, "{name}");
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

fn main() -> ExitCode {
    let mut trials = Trials::default();
    for whose in Whose::ALL {
        let name = format!("every_snapshot_is_sound_and_writes_back_byte_equal: {whose:?}");
        trials.test(&whose.need(), name, move || every_snapshot_is_sound_and_writes_back_byte_equal(whose));
    }
    let none = nothing();
    trials.test(&none, "every_case_gives_its_findings", every_case_gives_its_findings);
    trials.test(
        &none,
        "spellings_of_one_position_are_written_alike",
        spellings_of_one_position_are_written_alike,
    );
    trials.test(
        &conformance("terra/snapshots"),
        "spellings_are_written_as_the_snapshot_they_equal",
        spellings_are_written_as_the_snapshot_they_equal,
    );
    trials.run()
}
