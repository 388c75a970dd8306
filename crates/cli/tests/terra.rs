//! Terra Mystica as people use it: the real binary on the example games.

use std::path::PathBuf;
use std::process::{Command, Output};

const MAPS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/terra");

fn run(words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexwright"));
    command.env("XDG_STATE_HOME", env!("CARGO_TARGET_TMPDIR")).args(words).current_dir(MAPS).output().unwrap()
}

/// What a command prints; it must end well.
fn prints(words: &[&str]) -> String {
    let output = run(words);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {errors}{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stdout).unwrap()
}

fn example(name: &str) -> String {
    std::fs::read_to_string(format!("{MAPS}/{name}")).unwrap()
}

fn scratch(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name)
}

#[test]
fn every_example_is_sound_and_formatted() {
    let mut seen = 0;
    for entry in std::fs::read_dir(MAPS).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        prints(&["check", &name]);
        prints(&["fmt", "--check", &name]);
        seen += 1;
    }
    assert!(seen >= 10, "{seen} examples");
}

#[test]
fn log_grid_and_snapshot_turn_into_each_other() {
    for game in ["four-on-base", "three-on-lakes"] {
        let (log, grid) = (format!("{game}.tmlog"), format!("{game}.tmgrid"));
        assert_eq!(prints(&["convert", &log, "--to", "concise"]), example(&grid));
        let end = example(&format!("{game}-100.tms"));
        assert_eq!(prints(&["convert", &log, "--to", "snapshot"]), end);
        assert_eq!(prints(&["convert", &grid, "--to", "snapshot"]), end);
        let ledger = scratch(&format!("{game}.ledger"));
        let _ = std::fs::remove_file(&ledger);
        prints(&["convert", &log, "--to", "ledger", "-o", ledger.to_str().unwrap()]);
        // the ledger is read again and gives the same log
        let again = prints(&["convert", ledger.to_str().unwrap(), "--to", "ledger"]);
        assert_eq!(again, std::fs::read_to_string(&ledger).unwrap());
    }
}

#[test]
fn a_position_is_found_in_its_log_and_opened_there() {
    let found = prints(&["replay", "four-on-base.tmlog", "--locate", "four-on-base-75.tms", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&found).unwrap();
    let at = value["commands"][0].as_u64().unwrap().to_string();
    let text = prints(&["replay", "four-on-base.tmlog", "--at", &at, "--format", "snapshot"]);
    assert_eq!(text, example("four-on-base-75.tms"));
    let nowhere = run(&["replay", "three-on-lakes.tmlog", "--locate", "four-on-base-75.tms"]);
    assert_eq!(nowhere.status.code(), Some(1));
}

#[test]
fn a_position_lists_its_moves_and_plays_on() {
    let legal = prints(&["legal", "four-on-base-40.tms"]);
    assert!(legal.lines().count() >= 3 && legal.contains(": "), "{legal}");
    let result = prints(&[
        "simulate",
        "four-on-base-40.tms",
        "--players",
        "random,greedy,random,random",
        "--games",
        "4",
    ]);
    assert!(result.contains("greedy"), "{result}");
    assert!(prints(&["legal", "four-on-base-100.tms"]).contains("over"));
}

#[test]
fn broken_positions_are_named_and_not_played() {
    let path = scratch("broken.tms");
    let text = example("four-on-base-40.tms").replacen("VP: ", "VP: -", 1).replacen("Round: ", "Rounds: ", 1);
    std::fs::write(&path, text).unwrap();
    let name = path.to_str().unwrap();
    let findings = run(&["check", name]);
    assert_eq!(findings.status.code(), Some(1));
    let printed = String::from_utf8(findings.stdout).unwrap();
    assert!(printed.contains("1:1: error[S10]") && printed.contains("error[R25]"), "{printed}");
    assert_eq!(run(&["check", "--level", "syntax", name]).status.code(), Some(1));
    assert_eq!(run(&["check", "--level", "nonsense", name]).status.code(), Some(2));
    assert_eq!(run(&["legal", name]).status.code(), Some(1));
    assert_eq!(run(&["play", name]).status.code(), Some(1));
}

#[test]
fn a_broken_position_is_played_without_what_is_wrong_if_asked() {
    let path = scratch("forced.tms");
    let text = example("four-on-base-75.tms");
    std::fs::write(&path, text.replacen("Map: 8,1:TE", "Map: 40,1:D, 8,1:TE", 1)).unwrap();
    let name = path.to_str().unwrap();
    let refused = run(&["legal", name]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("--force plays on"));
    let forced = run(&["legal", name, "--force"]);
    assert_eq!(forced.status.code(), Some(0));
    let said = String::from_utf8(forced.stderr).unwrap();
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.starts_with("mended: ") && said.contains("18:10 40,1 is not on the map"), "{said}");
    assert_eq!(String::from_utf8(forced.stdout).unwrap(), prints(&["legal", "four-on-base-75.tms"]));
    assert_eq!(run(&["simulate", name, "--games", "2", "--force"]).status.code(), Some(0));
    // what cannot be left out is refused as ever
    std::fs::write(&path, text.replacen("VP: ", "VP: -", 1)).unwrap();
    let refused = run(&["legal", name, "--force"]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8(refused.stderr).unwrap().contains("--force "), "it says that it cannot help");
}

#[test]
fn pictures_show_map_and_mats() {
    let svg = prints(&["render", "four-on-base-75.tms", "--format", "svg"]);
    for part in ["data-hex=\"E7\"", "Witches", "Mermaids", "Power actions", "Cults"] {
        assert!(svg.contains(part), "{part}");
    }
    let text = prints(&["render", "three-on-lakes-75.tms"]);
    assert!(text.contains("Yetis") && text.contains("~ ~ ~"), "{text}");
}

#[test]
fn strict_conversion_refuses_what_would_be_lost() {
    for file in ["four-on-base-40.tms", "four-on-base.tmlog", "four-on-base.tmgrid"] {
        let path = scratch("strictly-plain.tms");
        let _ = std::fs::remove_file(&path);
        let words = ["convert", file, "--to", "plain", "-o", path.to_str().unwrap()];
        let refused = run(&[&words[..], &["--strict"]].concat());
        assert_eq!(refused.status.code(), Some(1), "{file}");
        assert!(String::from_utf8_lossy(&refused.stderr).contains("warning[loss]"), "{file}");
        assert!(!path.exists(), "{file} was written");
        assert!(run(&words).status.success() && path.exists(), "{file}");
    }
    prints(&["convert", "four-on-base-40.tms", "--to", "full", "--strict"]);
}

#[test]
fn a_log_is_opened_where_it_is_asked_for_or_not_at_all() {
    for file in ["four-on-base.tmlog", "four-on-base.tmgrid"] {
        let shown = prints(&["render", file, "--at", "3"]);
        assert_eq!(shown, prints(&["replay", file, "--at", "3"]));
        assert_ne!(shown, prints(&["render", file]));
        let picture = prints(&["render", file, "--at", "3", "--format", "svg"]);
        assert_ne!(picture, prints(&["render", file, "--format", "svg"]));
        for verb in ["render", "legal", "replay"] {
            let beyond = run(&[verb, file, "--at", "99999"]);
            let error = String::from_utf8_lossy(&beyond.stderr).into_owned();
            assert_eq!(beyond.status.code(), Some(2), "{verb} {file}");
            assert!(error.contains("commands, not 99999"), "{error}");
        }
    }
    let one = run(&["render", "four-on-base-40.tms", "--at", "3"]);
    assert_eq!(one.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&one.stderr).contains("is one position"));
}

#[test]
fn turns_are_not_told_where_nobody_counts_them() {
    let words = ["simulate", "four-on-base-40.tms", "--games", "2"];
    let told = prints(&words);
    assert!(told.contains(" actions\n") && !told.contains(" turns"), "{told}");
    let told: serde_json::Value = serde_json::from_str(&prints(&[&words[..], &["--json"]].concat())).unwrap();
    assert!(told["turns_mean"].is_null() && told["games"] == 2, "{told}");
}

#[test]
fn a_record_becomes_a_log_a_ledger_and_a_grid_and_comes_back() {
    let log = scratch("sold.tmlog");
    let record = scratch("sold.record");
    for file in [&log, &record] {
        let _ = std::fs::remove_file(file);
    }
    let (log, record) = (log.to_str().unwrap(), record.to_str().unwrap());
    // factions that are sold, start points of their own, options that change rules
    let options = "variable-turn-order,mini-expansion-1";
    let named = format!("options={options}");
    prints(&[
        "new",
        "terra",
        "--seats",
        "3",
        "--factions",
        "auction",
        "-O",
        &named,
        "-O",
        "points=30,30,25",
        "-o",
        log,
    ]);
    prints(&["simulate", log, "--players", "random", "--games", "1", "--record", record]);
    let written = prints(&["convert", record, "--to", "log"]);
    assert!(written.contains("bid ") && written.contains("by seat 2"), "{written}");
    for option in options.split(',') {
        assert!(written.contains(&format!("option {option}\n")), "{option} is lost");
    }
    let end = |name: &str| prints(&["convert", name, "--to", "snapshot"]);
    let last = end(record);
    for to in ["log", "ledger", "concise", "record"] {
        let path = scratch(&format!("again-{to}"));
        let _ = std::fs::remove_file(&path);
        let name = path.to_str().unwrap();
        let from = if to == "record" { scratch("again-log") } else { PathBuf::from(record) };
        prints(&["convert", from.to_str().unwrap(), "--to", to, "-o", name]);
        assert_eq!(end(name), last, "{to}");
    }
    // a record that begins in the middle of a game has no log
    let middle = scratch("middle.record");
    let _ = std::fs::remove_file(&middle);
    let middle = middle.to_str().unwrap();
    prints(&["simulate", "four-on-base-40.tms", "--players", "random", "--games", "1", "--record", middle]);
    let refused = run(&["convert", middle, "--to", "ledger"]);
    assert!(!refused.status.success());
    assert!(String::from_utf8_lossy(&refused.stderr).contains("begins in the middle"));
}

#[test]
fn factions_and_maps_are_judged_by_play() {
    let words = ["fairness", "three-on-lakes.tmlog", "--bot", "random", "--games", "12", "--threads", "1"];
    let told = prints(&words);
    assert!(
        told.contains("12 games, random on 3 seats") && told.contains("points") && told.contains("share"),
        "{told}"
    );
    let drawn = prints(&[&words[..], &["--redraw", "--seats", "2", "--json"]].concat());
    let drawn: serde_json::Value = serde_json::from_str(&drawn).unwrap();
    let games: u64 = drawn["factions"].as_array().unwrap().iter().map(|f| f["games"].as_u64().unwrap()).sum();
    assert_eq!(games, 24, "two factions a game");
    assert!(
        drawn["pairs"].as_array().unwrap().iter().all(|pair| pair["games"].as_u64() >= Some(1)),
        "{drawn}"
    );
}

#[test]
fn bots_are_measured_on_games_drawn_anew() {
    let words = [
        "bot",
        "measure",
        "terra",
        "--seats",
        "greedy,random",
        "--seats",
        "random",
        "--games",
        "3",
        "-O",
        "map=random",
    ];
    let refused = run(&words);
    assert!(!refused.status.success(), "one seat is no game");
    let told = prints(&[&words[..5], &words[7..]].concat());
    assert_eq!(told.lines().count(), 3, "{told}");
    assert!(told.contains("| greedy,random | 3 | ") && told.contains(" ± "), "{told}");
    let tournament =
        prints(&["tournament", "three-on-lakes.tmlog", "--bots", "greedy,random,random", "--games", "3"]);
    assert!(tournament.contains("points"), "{tournament}");
}
