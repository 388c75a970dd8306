//! Games recorded by another engine, verified by the real binary.

use hexwright_trials::{conformance, others, trials};
use std::process::Command;

fn every_recorded_game_verifies_or_is_refused_with_the_rule_it_needs() {
    let files = std::fs::read_dir(others("catan/games")).unwrap();
    let (mut verified, mut refused) = (0, 0);
    for path in files.flatten().map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "gz")) {
        let output = Command::new(env!("CARGO_BIN_EXE_hexwright"))
            .arg("replay")
            .arg(&path)
            .arg("--verify")
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        match output.status.code() {
            Some(0) => {
                assert!(text.contains("verifies: "), "{text}");
                verified += 1;
            }
            Some(1) => {
                assert!(text.contains("rules Hexwright does not have"), "{}: {text}", path.display());
                refused += 1;
            }
            other => panic!("{}: exit {other:?}: {text}", path.display()),
        }
    }
    assert_eq!((verified, refused), (43, 17));
}

trials! {
    conformance("catan/games") => every_recorded_game_verifies_or_is_refused_with_the_rule_it_needs;
}
