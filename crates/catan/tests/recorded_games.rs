//! Complete games of another engine, replayed action by action.

#![allow(clippy::print_stderr)] // what was counted is part of the result

use hexwright_catan::text::game_log::verify;
use hexwright_trials::{conformance, others, trials};
use std::io::Read as _;

fn log(number: u32) -> String {
    let bytes = std::fs::read(others(&format!("catan/games/{number:03}.jsonl.gz"))).unwrap();
    let mut text = String::new();
    flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
    text
}

fn games_without_foreign_rules_replay_and_the_others_are_refused() {
    let (mut replayed, mut refused, mut steps, mut compared) = (0, 0, 0, 0);
    for number in 1..=60 {
        let text = log(number);
        let needs_something = !text.lines().next().unwrap().contains("\"needs\":[]");
        match verify(&text) {
            Ok(verified) => {
                assert!(!needs_something, "game {number} needs a foreign rule");
                replayed += 1;
                steps += verified.steps.len();
                compared += verified.compared;
            }
            Err(error) => {
                assert!(needs_something, "game {number}: {error}");
                assert_eq!(error.line, 1);
                assert!(error.problem.contains("rules Hexwright does not have"), "{error}");
                refused += 1;
            }
        }
    }
    eprintln!("{replayed} games replayed, {refused} refused, {steps} steps, {compared} comparisons");
    assert_eq!((replayed, refused), (43, 17));
    assert!(compared > 5_000);
}

fn a_changed_log_is_noticed_where_it_was_changed() {
    let text = log(1);
    assert!(verify(&text).is_ok());
    let change = |from: &str, to: &str| {
        assert!(text.contains(from));
        let changed = text.replacen(from, to, 1);
        let line = text.lines().zip(changed.lines()).position(|(a, b)| a != b).unwrap() + 1;
        (verify(&changed).unwrap_err(), line)
    };
    let (error, line) =
        change("\"do\":\"setup-settlement\",\"corner\":43", "\"do\":\"setup-settlement\",\"corner\":38");
    assert_eq!(error.line, line);
    assert!(error.problem.contains("R-SETTLE-2"), "{error}");
    let (error, line) = change("\"hands\":[{\"wood\":1,", "\"hands\":[{\"wood\":2,");
    assert_eq!(error.line, line);
    let (error, line) = change("\"turns\":125", "\"turns\":124");
    assert_eq!((error.line, error.problem.starts_with("turns")), (line, true));
    let cut = text.lines().take(40).collect::<Vec<_>>().join("\n");
    assert!(verify(&cut).unwrap_err().problem.contains("final position is missing"));
    assert!(verify("").is_err() && verify("{}").is_err());
}

trials! {
    conformance("catan/games") =>
        games_without_foreign_rules_replay_and_the_others_are_refused,
        a_changed_log_is_noticed_where_it_was_changed;
}
