//! Games as people use them: the real binary, files in a folder of their own.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// A folder of its own for one test, with the base map in it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        let maps = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/catan");
        for map in ["base.catan", "duel.catan"] {
            std::fs::copy(format!("{maps}/{map}"), path.join(map)).unwrap();
        }
        Self(path)
    }

    fn run(&self, words: &[&str]) -> Output {
        self.typed(words, "")
    }

    fn typed(&self, words: &[&str], input: &str) -> Output {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hexwright"))
            .args(words)
            .current_dir(&self.0)
            .env("XDG_STATE_HOME", &self.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        // a program that has already gone does not read on
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        child.wait_with_output().unwrap()
    }

    /// What a command prints; it must end well.
    fn prints(&self, words: &[&str]) -> String {
        let output = self.run(words);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{words:?}: {errors}{}", String::from_utf8_lossy(&output.stdout));
        String::from_utf8(output.stdout).unwrap()
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap()
    }
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

#[test]
fn simulate_prints_the_agreed_fields_and_any_number_of_threads_gives_the_same_games() {
    let folder = Folder::new("simulate");
    let play = |threads: &str| {
        let words = "simulate base.catan --players random --games 60 --seed 7 --json --threads"
            .split(' ')
            .chain([threads]);
        json(&folder.prints(&words.collect::<Vec<_>>()))
    };
    let (one, two) = (play("1"), play("2"));
    let mut names: Vec<&String> = one.as_object().unwrap().keys().collect();
    names.sort();
    assert_eq!(
        names,
        [
            "actions",
            "actions_per_second",
            "games",
            "games_per_second",
            "points_mean",
            "seconds",
            "turns_mean",
            "wins"
        ]
    );
    for field in ["games", "actions", "turns_mean", "wins"] {
        assert_eq!(one[field], two[field], "{field}");
    }
    let wins: u64 = one["wins"].as_array().unwrap().iter().map(|w| w.as_u64().unwrap()).sum();
    assert_eq!(wins, 60);
}

#[test]
fn a_recorded_game_replays_and_a_changed_one_is_caught() {
    let folder = Folder::new("record");
    let words =
        ["simulate", "duel.catan", "--players", "greedy,random", "--games", "1", "--record", "g.record"];
    folder.prints(&words);
    let first = folder.read("g.record");
    folder.prints(&words);
    assert_eq!(first, folder.read("g.record"), "equal games give equal bytes");
    assert!(folder.prints(&["replay", "g.record", "--verify"]).starts_with("verified: "));
    assert_eq!(folder.prints(&["check", "g.record"]), "");
    let shown = folder.prints(&["replay", "g.record"]);
    assert!(shown.starts_with("setup, points 0 0\n") && shown.contains("turn 1, points"), "{shown}");
    assert!(folder.prints(&["replay", "g.record", "--at", "0"]).contains("bank: brick"));
    assert!(folder.prints(&["legal", "g.record", "--at", "0"]).starts_with("0: setup-settlement "));
    assert!(folder.prints(&["legal", "g.record"]).contains("the game is over"));
    assert!(folder.prints(&["render", "g.record", "--at", "8", "--format", "svg"]).contains("<svg"));
    // whoever looks with a seat's eyes sees no other hand, and nothing from which it could be told
    let seen = json(&folder.prints(&["replay", "g.record", "--at", "30", "--as", "1", "--json"]));
    let hand = |seat: usize| seen["view"]["seats"][seat]["hand"].is_array();
    assert!(hand(1) && !hand(0), "{seen}");
    assert!(seen["scores"].is_null() && seen["fingerprint"].is_null());
    let lines = folder.prints(&["replay", "g.record", "--format", "json"]);
    let last = json(lines.lines().last().unwrap());
    assert_eq!(last["entry"].as_u64().unwrap() as usize, lines.lines().count());

    let roll = first.lines().position(|l| l == "0: roll").unwrap();
    let entry = roll - first.lines().position(str::is_empty).unwrap();
    let changed: Vec<&str> =
        first.lines().enumerate().map(|(i, l)| if i == roll { "0: end-turn" } else { l }).collect();
    std::fs::write(folder.0.join("bad.record"), changed.join("\n") + "\n").unwrap();
    let output = folder.run(&["replay", "bad.record", "--verify"]);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8(output.stdout).unwrap();
    let expected =
        format!("bad.record:{}:1: error[illegal-entry]: entry {entry}, \"0: end-turn\": ", roll + 1);
    assert!(told.starts_with(&expected), "{told}");
    for words in [
        &["legal", "bad.record"][..],
        &["render", "bad.record"],
        &["analyse", "bad.record"],
        &["replay", "bad.record", "--at", "40"],
    ] {
        let output = folder.run(words);
        assert_eq!(output.status.code(), Some(1), "{words:?}");
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(told.starts_with(&expected), "{words:?}: {told}");
    }
    for words in [&["replay", "bad.record", "--verify", "--json"][..], &["legal", "bad.record", "--json"]] {
        let output = folder.run(words);
        assert_eq!(output.status.code(), Some(1), "{words:?}");
        let told = json(&String::from_utf8(output.stdout).unwrap());
        assert_eq!(told["findings"][0]["id"], "illegal-entry", "{told}");
        assert_eq!(told["findings"][0]["line"], roll + 1, "{told}");
        assert_eq!(told.get("verified").is_some(), words[0] == "replay", "{told}");
    }
    let listed = String::from_utf8(folder.run(&["replay", "bad.record", "--json"]).stdout).unwrap();
    assert!(
        json(listed.lines().last().unwrap())["findings"].is_array()
            && listed.lines().all(|l| json(l).is_object())
    );
    assert_eq!(folder.run(&["replay", "g.record", "--at", "99999"]).status.code(), Some(2));
    assert_eq!(folder.run(&["replay", "duel.catan"]).status.code(), Some(2));
}

#[test]
fn a_person_can_play_and_leave() {
    let folder = Folder::new("terminal");
    let words = ["play", "duel.catan", "--players", "human,random", "--record", "left.record"];
    let output = folder.typed(&words, "s 19\nr\nr 19-13\nfly\n");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("setup-settlement 1…3 6…9") && text.contains("left after"), "{text}");
    assert!(text.contains("which one? setup-road 13-19 14-19 19-25") && text.contains("a19"), "{text}");
    assert!(folder.prints(&["replay", "left.record", "--verify"]).contains("not over"));
}

#[test]
fn a_tournament_can_be_killed_split_and_merged_without_a_byte_changing() {
    let folder = Folder::new("tournament");
    let play = |more: &[&str]| {
        let words = [
            "tournament",
            "base.catan",
            "duel.catan",
            "--bots",
            "greedy,random",
            "--games",
            "24",
            "--seed",
            "3",
        ];
        folder.prints(&[&words[..], more].concat())
    };
    let table = play(&["--output", "whole.csv", "--threads", "1"]);
    assert!(table.lines().nth(1).unwrap().starts_with("greedy"), "{table}");
    let whole = folder.read("whole.csv");
    for (i, name) in ["0/3", "1/3", "2/3"].into_iter().enumerate() {
        play(&["--shard", name, "--output", &format!("part{i}.csv"), "--threads", "2"]);
    }
    let merged = folder.prints(&["merge", "part2.csv", "part0.csv", "part1.csv", "--output", "merged.csv"]);
    assert_eq!(folder.read("merged.csv"), whole);
    assert_eq!(merged, table);
    // what a killed run leaves: some games and half a line
    let half: String = whole.lines().take(9).map(|l| format!("{l}\n")).collect::<String>() + "7,3,";
    std::fs::write(folder.0.join("whole.csv"), half).unwrap();
    assert_eq!(play(&["--output", "whole.csv"]), table);
    assert_eq!(folder.read("whole.csv"), whole);
    let other = ["tournament", "base.catan", "--bots", "random,random", "--output", "whole.csv"];
    assert_eq!(folder.run(&other).status.code(), Some(2));
}

#[test]
fn a_tournament_goes_on_after_a_real_kill() {
    let folder = Folder::new("killed");
    let words = |file: &'static str| {
        [
            "tournament",
            "base.catan",
            "--bots",
            "greedy,greedy,random,random",
            "--games",
            "120",
            "--output",
            file,
        ]
    };
    let mut child = Command::new(env!("CARGO_BIN_EXE_hexwright"))
        .args(words("killed.csv"))
        .args(["--threads", "1"])
        .current_dir(&folder.0)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let rows = || std::fs::read_to_string(folder.0.join("killed.csv")).map_or(0, |text| text.lines().count());
    // some games are on the disk, most are not
    while rows() < 6 && child.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let left = rows();
    assert!(left >= 6);
    let table = folder.prints(&words("killed.csv"));
    assert_eq!(folder.prints(&words("whole.csv")), table);
    assert_eq!(folder.read("killed.csv"), folder.read("whole.csv"));
}

/// Tens of thousands of games: minutes in a release build.
#[test]
#[ignore = "run in a release build: cargo test --release -p hexwright --test games -- --ignored fair_board"]
fn a_fair_board_is_found_again_and_is_fair_in_other_games() {
    let folder = Folder::new("fair");
    let find = |more: &[&str]| {
        folder.prints(&[&["generate", "base.catan", "--seed", "1", "--fair", "20%"][..], more].concat())
    };
    let board = find(&[]);
    assert_eq!(board, find(&["--jobs", "2"]), "the same board on any number of threads");
    std::fs::write(folder.0.join("fair.catan"), &board).unwrap();
    let words = ["fairness", "fair.catan", "--games", "6000", "--seed", "77", "--margin", "20%", "--json"];
    assert_ne!(json(&folder.prints(&words))["verdict"], "uneven");
}

#[test]
fn one_fair_board_is_found_at_a_time() {
    let folder = Folder::new("one-fair");
    let told = folder.run(&["generate", "base.catan", "--fair", "--count", "2"]);
    assert_eq!(told.status.code(), Some(2));
}

#[test]
fn a_time_budget_is_part_of_the_name() {
    let folder = Folder::new("time");
    let words = [
        "simulate",
        "duel.catan",
        "--players",
        "mcts,greedy",
        "--games",
        "1",
        "--time",
        "1",
        "--record",
        "t",
    ];
    folder.prints(&words);
    assert!(
        folder
            .prints(&["simulate", "duel.catan", "--players", "mcts:sims=9,greedy", "--games", "1"])
            .contains("mcts:sims=9")
    );
    let refused = folder.run(&["simulate", "duel.catan", "--players", "greedy:time=5,greedy"]);
    assert!(String::from_utf8_lossy(&refused.stderr).contains("greedy does not search"));
}

#[test]
fn fairness_is_the_same_in_one_piece_and_in_seven() {
    let folder = Folder::new("fairness");
    let play = |more: &[&str]| {
        let words = ["fairness", "duel.catan", "--games", "42", "--seed", "5", "--bot", "greedy", "--json"];
        folder.prints(&[&words[..], more].concat())
    };
    let whole =
        play(&["--threads", "1", "--html", "page.html", "--counts", "whole.json", "--plot", "wins.svg"]);
    assert_eq!(whole, play(&["--threads", "2"]));
    let mut words: Vec<String> = vec!["merge".into(), "--json".into()];
    for i in 0..7 {
        play(&["--shard", &format!("{i}/7"), "--counts", &format!("part{i}.json")]);
        words.push(format!("part{i}.json"));
    }
    assert_eq!(folder.prints(&words.iter().map(String::as_str).collect::<Vec<_>>()), whole);
    let twice = folder.run(&["merge", "part0.json", "part1.json", "part0.json"]);
    assert_eq!(twice.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&twice.stderr).contains("part0.json: game 0 of part 0/7 is counted already")
    );
    words.extend(["-o", "merged.json"].map(str::to_owned));
    folder.prints(&words.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(folder.read("merged.json"), folder.read("whole.json"));
    let twice = folder.run(&["merge", "whole.json", "whole.json"]);
    assert!(String::from_utf8_lossy(&twice.stderr).contains("game 0 of part 0/1 is counted already"));
    let plot = folder.read("wins.svg");
    assert!(plot.starts_with("<svg") && plot.contains("duel.catan: 42 games of greedy"), "{plot}");
    let refused = folder.run(&["fairness", "duel.catan", "--games", "42", "--plot", "wins.gif"]);
    assert_eq!(refused.status.code(), Some(2));
    let page = folder.read("page.html");
    assert!(page.contains("<svg") && page.contains("Fairness of duel.catan") && !page.contains("<script"));
    assert_eq!(json(&whole)["games"], 42);
}

/// What is proven of a Pioneers map is proven with its ships, and its own options.
#[test]
fn pioneers_maps_are_judged_and_played_for_as_they_stand() {
    let folder = Folder::new("seas");
    let map = |name: &str| format!("{}/../../maps/pioneers/{name}.game", env!("CARGO_MANIFEST_DIR"));
    let (shores, river) = (map("twin_shores"), map("mill_river"));
    let told = folder
        .prints(&["fairness", &shores, "--games", "24", "--bot", "random", "--json", "--html", "sea.html"]);
    let told = json(&told);
    assert_eq!(told["games"], 24);
    let setup = |options: &[&str]| {
        let words = [&["fairness", &shores, "--games", "4", "--bot", "random", "--json"], options].concat();
        json(&folder.prints(&words))["question"]["setup"].clone()
    };
    assert_eq!(setup(&[]), told["question"]["setup"]);
    assert_ne!(setup(&["--ruleset", "pioneers"]), setup(&[]));
    assert!(folder.read("sea.html").contains("Opening corners"));
    let table = folder.prints(&[
        "tournament",
        &river,
        &shores,
        "--bots",
        "greedy,random,random,random",
        "--games",
        "16",
        "--json",
    ]);
    let rows = json(&table)["bots"].as_array().unwrap().clone();
    let wins: u64 = rows.iter().map(|row| row["wins"].as_u64().unwrap()).sum();
    assert_eq!(wins, 16, "{table}");
}

#[test]
fn wrong_words_get_a_plain_sentence() {
    let folder = Folder::new("words");
    let error = |words: &[&str]| {
        let output = folder.run(words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    let told = error(&["simulate", "base.catan", "--players", "clever,random"]);
    assert!(told.contains("no bot is called \"clever\"; known are: random, calm, keen, fierce"), "{told}");
    let nine = ["random"; 9].join(",");
    let told = error(&["simulate", "base.catan", "--players", &nine]);
    assert!(told.contains("expected 2 to 8 players, found 9"), "{told}");
    assert!(error(&["simulate", "base.catan", "-O", "bank-rule=generous"]).contains("bank-rule"));
    assert!(
        error(&["tournament", "base.catan", "--bots", "random,random", "--shard", "3/2"]).contains("I/N")
    );
    assert!(error(&["fairness", "base.catan", "--margin", "0"]).contains("0.1%"));
}

/// Records of random games on our seafaring maps, written before rules of the map were typed fields: their maps are
/// `.catan` texts with the older `# pioneers:` notes.
#[test]
fn seafaring_records_of_version_0_1_still_replay() {
    let folder = Folder::new("old-records");
    for (map, told) in [
        ("gold_atoll", "688 entries, 157 turns, won by seat 0 (random), points 11 4 2"),
        ("lantern_bay", "1,069 entries, 254 turns, won by seat 1 (random), points 3 10 3 4"),
        ("mill_river", "1,574 entries, 433 turns, won by seat 0 (random), points 11 7"),
        ("twin_shores", "2,866 entries, 586 turns, won by seat 1 (random), points 3 12 9 8"),
    ] {
        let record = format!("{}/tests/data/records/{map}.record.gz", env!("CARGO_MANIFEST_DIR"));
        let said = folder.prints(&["replay", &record, "--verify"]);
        assert_eq!(said.trim_end(), format!("verified: {told}"), "{map}");
    }
}

/// Every card there is, twice: those that are not in the hand are refused.
const CARDS: &str = "1\n2\n3\n4\n5\n6\n1\n2\n3\n4\n5\n6\n";

#[test]
fn every_game_of_the_table_is_played_from_a_record_without_moves() {
    let folder = Folder::new("new");
    for (game, seats, option) in [
        ("high-card", "2", "cards=2"),
        ("terra", "2", "board=base"),
        ("catan", "3", "map=base"),
        ("battle", "2", "entrance=Left"),
    ] {
        let record = format!("{game}.record");
        folder.prints(&["new", game, "--seats", seats, "-O", option, "--seed", "7", "-o", &record]);
        folder.prints(&["check", &record]);
        let told = folder.prints(&["simulate", &record, "--games", "2", "--record", "played.record"]);
        assert!(told.starts_with("2 games"), "{told}");
        assert!(folder.prints(&["replay", "played.record", "--verify"]).starts_with("verified: "), "{game}");
        let fair = folder.prints(&["fairness", &record, "--bot", "random", "--games", "4"]);
        assert!(fair.contains("4 games, random on"), "{fair}");
        let bots = vec!["random"; seats.parse().unwrap()].join(",");
        folder.prints(&["tournament", &record, "--bots", &bots, "--games", "6"]);
        assert!(!folder.prints(&["render", "played.record"]).is_empty(), "{game}");
    }
    // a game that draws no board is shown in words; every other one has a picture
    for (game, drawn) in [("high-card", false), ("terra", true), ("catan", true), ("battle", true)] {
        let picture = folder.run(&["render", &format!("{game}.record"), "--format", "svg"]);
        assert_eq!(picture.stdout.starts_with(b"<svg"), drawn, "{game}");
    }
    let output = folder.typed(&["play", "high-card.record", "--record", "mine.record"], CARDS);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("lays a card") && text.contains("won by"), "{text}");
    let analysed = folder.prints(&["analyse", "mine.record", "--bot", "random", "--playouts", "4"]);
    assert!(analysed.contains("chances to win"), "{analysed}");
    let looked =
        json(&folder.prints(&["analyse", "mine.record", "--bot", "random", "--playouts", "4", "--json"]));
    for decision in looked["decisions"].as_array().unwrap() {
        let loss = decision["loss"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&loss), "a decision costs a part of the win, not {loss}");
    }
    // a game that was left goes on where its record ends
    folder.typed(&["play", "high-card.record", "--record", "left.record"], "");
    let on = folder.typed(&["play", "left.record", "--record", "end.record"], CARDS);
    assert!(String::from_utf8(on.stdout).unwrap().contains("won by"));
    assert!(folder.prints(&["replay", "end.record", "--verify"]).contains("won by"));
}
