//! Battleland scripts and maps as people use them: the real binary in a folder of its own.

use std::path::Path;
use std::process::Command;

const OASIS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/titan/oasis.rnd");

/// Runs the binary in a folder: exit code, standard output, standard error.
fn run(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexwright"));
    let output = command.current_dir(folder).env("XDG_STATE_HOME", folder).args(arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().expect("no crash"), text(output.stdout), text(output.stderr))
}

#[test]
fn every_mistake_has_a_place_and_a_help() {
    let desk = tempfile::tempdir().unwrap();
    let script = "AREA D4 HAZARDS sand Bog,50\nLABLE x=D4\nPAIR (Sand,*)(Plains,*) HEXSIDES dune\n";
    std::fs::write(desk.path().join("bad.rnd"), script).unwrap();
    let (code, out, _) = run(desk.path(), &["check", "bad.rnd"]);
    assert_eq!(code, 1);
    for line in [
        "bad.rnd:1:17: error[unknown-terrain]",
        "bad.rnd:1:26: warning[elevation-range]",
        "bad.rnd:2:1: error[syntax]",
        "bad.rnd:3:34: error[unknown-hexside]",
        "did you mean `LABEL`?",
    ] {
        assert!(out.contains(line), "{line} is not in {out}");
    }
    let (code, out, err) = run(desk.path(), &["generate", "bad.rnd", "--seed", "1"]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.contains("nothing was generated"), "{err}");
}

#[test]
fn a_seed_is_a_map_and_an_attempt_names_its_seed() {
    let desk = tempfile::tempdir().unwrap();
    let lines = |more: &[&str]| {
        let arguments = [&["generate", OASIS, "--format", "json"], more].concat();
        let (code, out, err) = run(desk.path(), &arguments);
        assert_eq!(code, 0, "{err}");
        out.lines().map(|l| serde_json::from_str::<serde_json::Value>(l).unwrap()).collect::<Vec<_>>()
    };
    let one = &lines(&["--seed", "7"])[0];
    assert_eq!(one["bytes_used"], 348);
    assert!(one["map"].as_str().unwrap().starts_with("A3:Sand:0:2d3d B4:Sand:0:1c2d"));
    let batch = ["--seed", "5", "--count", "20", "--require", "entry"];
    let found = lines(&batch);
    assert_eq!(found, lines(&[&batch[..], &["--jobs", "2"]].concat()));
    for map in &found {
        let again = &lines(&["--seed", map["attempt_seed"].as_str().unwrap()])[0];
        assert_eq!(again["map"], map["map"]);
    }
}

#[test]
fn batches_appear_whole_and_nothing_is_overwritten() {
    let desk = tempfile::tempdir().unwrap();
    let batch = ["generate", OASIS, "--seed", "3", "--count", "3", "-o", "out", "--format", "xml"];
    assert_eq!(run(desk.path(), &batch).0, 0);
    let mut names: Vec<String> = std::fs::read_dir(desk.path().join("out"))
        .unwrap()
        .map(|f| f.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["oasis-3.xml", "oasis-4.xml", "oasis-5.xml"]);
    assert_eq!(run(desk.path(), &batch).0, 0, "these files still are what was written");
    std::fs::write(desk.path().join("out/oasis-4.xml"), "mine").unwrap();
    let (code, _, err) = run(desk.path(), &batch);
    assert!(code == 2 && err.contains("--force"), "{err}");
    assert_eq!(run(desk.path(), &[&batch[..], &["--force"]].concat()).0, 0);
    let (code, table, err) = run(desk.path(), &["convert", "out/oasis-3.xml", "--to", "text"]);
    assert!(code == 0 && err.contains("not-portable"), "{err}");
    assert!(table.contains("SUBTITLE \"Water is worth a battle\""), "{table}");
}

#[test]
fn what_cannot_be_met_is_named_and_nothing_is_written() {
    let desk = tempfile::tempdir().unwrap();
    let arguments = ["generate", OASIS, "--seed", "1", "--require", "count(Lake) > 0", "--max-tries", "50"];
    let (code, _, err) = run(desk.path(), &[&arguments[..], &["-o", "x.xml", "--report", "r.json"]].concat());
    assert_eq!(code, 1);
    assert!(err.contains("count(Lake) > 0: rejected 50"), "{err}");
    assert!(!desk.path().join("x.xml").exists());
    let report = std::fs::read_to_string(desk.path().join("r.json")).unwrap();
    assert!(report.contains("\"tries\": 50"), "{report}");
    let (code, out, _) = run(
        desk.path(),
        &["generate", OASIS, "--seed", "3", "--require", "symmetry", "--improve", "--format", "json"],
    );
    assert!(code == 0 && out.contains("\"changes\":"), "{out}");
}

#[test]
fn statistics_agree_with_themselves() {
    let desk = tempfile::tempdir().unwrap();
    assert_eq!(run(desk.path(), &["stats", OASIS, "--runs", "2000", "-o", "s.json"]).0, 0);
    let same = ["stats", OASIS, "--runs", "2000", "--seed", "50000", "--against", "s.json"];
    let (code, out, _) = run(desk.path(), &same);
    assert!(code == 0 && out.contains("0 beyond"), "{out}");
    assert_eq!(run(desk.path(), &["stats", OASIS, "--runs", "500", "-o", "heat.svg"]).0, 0);
    assert_eq!(run(desk.path(), &["render", OASIS, "--count", "4", "-o", "sheet.svg"]).0, 0);
}

#[test]
fn findings_come_as_lines_of_json_beside_the_output() {
    let desk = tempfile::tempdir().unwrap();
    std::fs::write(desk.path().join("bare.rnd"), "AREA D4 HAZARDS Sand,50\n").unwrap();
    let options = ["generate", "bare.rnd", "--seed", "1", "--format", "canonical", "--diagnostics", "json"];
    let (code, out, err) = run(desk.path(), &options);
    assert_eq!((code, out.as_str()), (0, "D4:Sand:0\n"));
    let finding: serde_json::Value = serde_json::from_str(err.lines().next().unwrap()).unwrap();
    assert_eq!(finding["code"], "elevation-range");
    assert_eq!(
        (&finding["line"], &finding["col"], &finding["file"]),
        (&1.into(), &22.into(), &"bare.rnd".into())
    );
    assert_eq!(finding["severity"], "warning");
    assert!(finding["help"].as_str().unwrap().contains("`50.`"));
}

#[test]
fn convert_grants_the_leniencies_of_the_original() {
    let desk = tempfile::tempdir().unwrap();
    // the original forgets a start list that is too short
    std::fs::write(desk.path().join("short.txt"), "3 2 Sand 1\nSTARTLIST D4 D3\n").unwrap();
    let convert =
        |more: &[&str]| run(desk.path(), &[&["convert", "short.txt", "--to", "json"], more].concat());
    let (code, out, err) = convert(&[]);
    assert!(code == 0 && out.contains("\"D3\"") && err.contains("startlist-short"), "{out}{err}");
    let (code, out, err) = convert(&["--compat", "colossus", "--diagnostics", "json"]);
    assert!(
        code == 0 && !out.contains("\"D3\"") && err.contains("\"code\":\"startlist-short\""),
        "{out}{err}"
    );
    let base = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/catan/base.catan");
    let (code, _, err) = run(desk.path(), &["convert", base, "--to", "game", "--compat", "colossus"]);
    assert!(code == 2 && err.contains("--compat means nothing"), "{err}");
}

#[test]
fn a_map_of_bare_plains_survives_every_format() {
    let desk = tempfile::tempdir().unwrap();
    let plains = "<battlemap terrain=\"Plains\" tower=\"False\">\n</battlemap>\n";
    std::fs::write(desk.path().join("Plains.xml"), plains).unwrap();
    let convert = |words: &[&str]| run(desk.path(), &[&["convert"], words].concat());
    let (_, xml, _) = convert(&["Plains.xml", "--to", "xml"]);
    assert!(xml.contains("<battlemap") && !xml.contains("<battlehex"), "{xml}");
    assert_eq!(convert(&["Plains.xml", "--to", "json", "-o", "Plains.json"]).0, 0);
    assert_eq!(convert(&["Plains.json", "--to", "xml"]), (0, xml.clone(), String::new()));
    assert_eq!(convert(&["Plains.json", "--from", "json", "--to", "xml"]).1, xml);
    // a table lists the hexes that are not bare, here none: only --from can tell what an empty file is
    assert_eq!(convert(&["Plains.xml", "-o", "Plains.txt"]).0, 0);
    assert_eq!(std::fs::read(desk.path().join("Plains.txt")).unwrap(), b"");
    let (code, out, err) = convert(&["Plains.txt", "--to", "xml"]);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("`hexwright convert --from text` reads it"), "{err}");
    assert_eq!(convert(&["Plains.txt", "--from", "text", "--to", "xml"]), (0, xml, String::new()));
    let (code, _, err) = convert(&["Plains.txt", "--from", "json", "--to", "xml"]);
    assert!(code == 1 && err.contains("error[json]"), "{err}");
}

#[test]
fn what_a_program_reads_is_json_and_nothing_else() {
    let desk = tempfile::tempdir().unwrap();
    let script = "AREA A1 HAZARDS Tree\nPAIR (Plains,*)(Tree,*) HEXSIDES s\n";
    std::fs::write(desk.path().join("s.rnd"), script).unwrap();
    let check = |more: &[&str]| run(desk.path(), &[&["check", "s.rnd", "--sample", "3"], more].concat());
    let shares = "side-not-higher: 100.0 % of 3 maps\n";
    assert!(check(&[]).1.contains(shares));
    for more in [&["--json"][..], &["--format", "json"], &["--format", "sarif"]] {
        let (_, out, err) = check(more);
        serde_json::from_str::<serde_json::Value>(&out).unwrap_or_else(|e| panic!("{e}: {out}"));
        assert!(err.contains(shares), "{err}");
    }
    let words = ["generate", OASIS, "--seed", "3", "--format", "text", "--diagnostics", "json"];
    let (code, _, err) = run(desk.path(), &words);
    assert_eq!(code, 0, "{err}");
    let told = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["code"].clone();
    assert!(err.lines().map(told).any(|code| code == "not-portable"), "{err}");
}
