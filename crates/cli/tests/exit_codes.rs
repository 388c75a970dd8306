//! The contract of docs/exit-codes.md, shown by every verb and every kind of file.

mod desk;

use desk::Desk;
use std::collections::{BTreeMap, BTreeSet};

const MAPS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps");
const PAGE: &str = include_str!("../../../docs/exit-codes.md");

/// Commands and how they end. A file called `warned` has warnings only, one called `broken` has errors.
const ROWS: &[(i32, &str)] = &[
    (0, "check base.catan bay.game oasis.rnd game.tms game.tmlog game.record"),
    (0, "check warned.catan"),
    (0, "check warned.game"),
    (0, "check warned.rnd"),
    (0, "check warned.tms"),
    (1, "check warned.catan --strict"),
    (1, "check warned.catan --deny warnings"),
    (1, "check warned.game --deny warnings"),
    (1, "check warned.rnd --deny warnings"),
    (1, "check warned.tms --deny warnings"),
    (1, "check warned.catan --deny-warnings"),
    (1, "check warned.catan --deny zero-victory-points"),
    (1, "check warned.game --deny G012"),
    (1, "check base.catan warned.rnd --deny elevation-range"),
    (1, "check warned.tms --deny S11"),
    (0, "check base.catan --deny warnings"),
    (1, "check broken.catan"),
    (1, "check broken.game"),
    (1, "check broken.rnd"),
    (1, "check broken.tms"),
    (1, "check broken.tmlog"),
    (1, "check broken.record"),
    (1, "check base.catan broken.catan"),
    (2, "check nowhere.catan"),
    (2, "check broken.catan nowhere.catan"),
    (2, "check base.catan --deny nonsense"),
    (2, "check base.catan --nonsense"),
    (2, "check"),
    (0, "lint base.catan"),
    (0, "lint warned.catan"),
    (1, "lint warned.catan --deny warnings"),
    (1, "lint broken.catan"),
    (2, "lint nowhere.catan"),
    (2, "lint --explain nonsense"),
    (0, "fmt --check base.catan"),
    (1, "fmt --check spaced.catan"),
    (1, "fmt broken.catan"),
    (2, "fmt nowhere.catan"),
    (0, "convert base-fixed.catan --to game --lossy"),
    (0, "convert warned.rnd --to xml --seed 1"),
    (0, "convert game.tmlog --to snapshot"),
    (1, "convert broken.game --to catan"),
    (1, "convert broken.catan --to game"),
    (1, "convert broken.tmlog --to snapshot"),
    (1, "convert base.catan --to game"),
    (1, "convert warned.game --to catan --lossy --deny warnings"),
    (2, "convert base.catan --to nonsense"),
    (2, "convert nowhere.catan --to game"),
    (0, "generate base.catan --seed 1"),
    (0, "generate warned.rnd --seed 1"),
    (1, "generate warned.rnd --seed 1 --deny warnings"),
    (1, "generate warned.rnd --seed 1 --deny-warnings"),
    (1, "generate warned.catan --seed 1 --deny zero-victory-points"),
    (1, "generate broken.catan --seed 1"),
    (1, "generate broken.game --seed 1"),
    (1, "generate broken.rnd --seed 1"),
    (1, "generate oasis.rnd --seed 1 --max-tries 1 --require count(Volcano)==27"),
    (2, "generate nowhere.catan"),
    (2, "generate --preset nonsense"),
    (2, "generate base.catan --deny nonsense"),
    (0, "render base.catan -o board.svg"),
    (1, "render broken.catan -o board.svg"),
    (1, "render broken.tms -o board.svg"),
    (2, "render base.catan -o board.docx"),
    (0, "stats oasis.rnd --runs 200 --seed 5 --against stats.json"),
    (1, "stats caldera.rnd --runs 200 --against stats.json"),
    (1, "stats broken.rnd"),
    (2, "stats base.catan"),
    (0, "score base.catan"),
    (1, "score broken.catan"),
    (2, "score oasis.rnd"),
    (0, "share base.catan"),
    (1, "share broken.catan"),
    (2, "share hxc1.nonsense"),
    (0, "transform base.catan --rotate 60"),
    (1, "transform broken.catan --rotate 60"),
    (2, "transform base.catan --rotate 50"),
    (0, "diff base.catan base.catan"),
    (1, "diff base.catan base-fixed.catan"),
    (1, "diff base.catan broken.catan"),
    (2, "diff base.catan nowhere.catan"),
    (0, "simulate base.catan --games 2"),
    (1, "simulate broken.catan --games 2"),
    (1, "simulate broken.game --games 2"),
    (1, "simulate broken.tms --games 2"),
    (2, "simulate base.catan --games 1 --players cmd:no-such-program,random,random"),
    (2, "simulate base.catan --players clever"),
    (0, "tournament base.catan --bots random,random --games 2"),
    (1, "tournament broken.catan --bots random,random --games 2"),
    (2, "tournament base.catan --bots clever,random"),
    (0, "fairness base.catan --bot random --games 8"),
    (1, "fairness broken.catan --bot random --games 8"),
    (2, "fairness base.catan --bot clever"),
    (0, "bot list"),
    (1, "bot check no-such-program.py --games 1"),
    (2, "bot nonsense"),
    (0, "replay game.record --verify"),
    (0, "replay game.tmlog --locate game.tms"),
    (1, "replay game.tmlog --locate lakes.tms"),
    (1, "replay broken.record --verify"),
    (1, "replay broken.record"),
    (1, "replay broken.tmlog"),
    (2, "replay game.record --at 1000000"),
    (2, "replay nowhere.record"),
    (0, "analyse game.record --at 0 --json"),
    (0, "puzzles game.record --margin 90"),
    (1, "puzzles broken.record"),
    (2, "puzzles base.catan"),
    (0, "analyse game.record --playouts 1"),
    (1, "analyse broken.record --playouts 1"),
    (2, "analyse base.catan"),
    (0, "legal game.record --at 3"),
    (1, "legal broken.record --at 30"),
    (2, "legal game.record --at 1000000"),
    (1, "play broken.catan"),
    (1, "play broken.tms"),
    (2, "play nowhere.catan"),
    (0, "new high-card --seats 3 -O cards=4"),
    (2, "new chess"),
    (2, "new high-card --seats 300"),
    (2, "join 127.0.0.1:1"),
    (2, "serve --address nonsense"),
    (0, "db --database sqlite://games.db?mode=rwc migrate"),
    (0, "db --database sqlite://games.db?mode=rwc check"),
    (2, "db --database sqlite://nowhere/games.db check"),
    (2, "tune nowhere.catan --output net.bin"),
    (1, "tune broken.catan --output net.bin"),
    (2, "merge nowhere.csv"),
    (2, "lsp"),
    (0, "completions bash"),
    (2, "completions nonsense"),
    (0, "man"),
    (0, "--help"),
    (0, "--version"),
    (2, "nonsense"),
];

fn desk() -> Desk {
    let desk = Desk::new();
    let file = |name: &str| std::fs::read_to_string(format!("{MAPS}/{name}")).unwrap();
    let base = file("catan/base.catan");
    let bay = file("pioneers/lantern_bay.game");
    let snapshot = file("terra/four-on-base-40.tms");
    let log = file("terra/four-on-base.tmlog");
    let lines = |text: &str, n: usize| text.lines().take(n).map(|l| format!("{l}\n")).collect::<String>();
    for (name, text) in [
        ("base.catan", base.clone()),
        ("base-fixed.catan", file("catan/base-fixed.catan")),
        ("spaced.catan", base.replacen("10", "  10", 1)),
        ("warned.catan", base.replacen("\n10\n", "\n0\n", 1)),
        ("broken.catan", lines(&base, 20)),
        ("bay.game", bay.clone()),
        ("warned.game", bay.replacen("num-players 4", "num-players 9", 1)),
        ("broken.game", "map\n".to_owned()),
        ("oasis.rnd", file("titan/oasis.rnd")),
        ("caldera.rnd", file("titan/caldera.rnd")),
        ("warned.rnd", "AREA D4 HAZARDS Sand,50\n".to_owned()),
        ("broken.rnd", "AREA D9 HAZARDS Sand,\n".to_owned()),
        ("game.tms", snapshot.clone()),
        ("lakes.tms", file("terra/three-on-lakes-40.tms")),
        ("warned.tms", snapshot.clone() + "Colour: blue\n"),
        ("broken.tms", lines(&snapshot, 3)),
        ("game.tmlog", log.clone()),
        ("broken.tmlog", lines(&log, 30) + "witches: fly A1\n"),
    ] {
        desk.write(name, text);
    }
    let made = ["simulate", "base.catan", "--games", "1", "--seed", "1", "--record", "game.record"];
    assert_eq!(desk.run(&made).code, 0);
    desk.write("broken.record", desk.read("game.record").replacen(": end-turn", ": dance", 1));
    let counted = desk.run(&["stats", "oasis.rnd", "--runs", "200", "--seed", "5", "--json"]);
    desk.write("stats.json", counted.out);
    desk
}

#[test]
fn every_command_ends_as_the_contract_says() {
    let desk = desk();
    let mut wrong = Vec::new();
    for (code, line) in ROWS {
        let said = desk.run_with(&line.split(' ').collect::<Vec<_>>(), b"");
        if said.code != *code {
            wrong.push(format!("{line}: expected {code}, found {said:?}"));
        }
        // whoever reads only the code still finds a word about it
        assert!(said.code == 0 || !(said.out.is_empty() && said.err.is_empty()), "{line} says nothing");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the page says of exit code 1, by verb.
fn verbs_of_the_page() -> BTreeMap<String, &'static str> {
    let (_, table) = PAGE.split_once("## What 1 means").unwrap();
    let (table, _) = table.split_once("\n## ").unwrap();
    let rows = table.lines().filter_map(|line| line.strip_prefix("| `")?.strip_suffix(" |"));
    let mut verbs = BTreeMap::new();
    for row in rows {
        let (names, meaning) = row.split_once(" | ").unwrap();
        for name in names.split(", ") {
            verbs.insert(name.trim_matches('`').to_owned(), meaning);
        }
    }
    verbs
}

#[test]
fn the_page_and_the_table_name_every_verb() {
    let help = Desk::new().run(&["--help"]).out;
    let (_, list) = help.split_once("Commands:\n").unwrap();
    let verbs: BTreeSet<&str> = list
        .lines()
        .take_while(|line| !line.trim().is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .filter(|verb| *verb != "help")
        .collect();
    assert!(verbs.len() >= 26, "{verbs:?}");
    let page = verbs_of_the_page();
    assert_eq!(page.keys().map(String::as_str).collect::<BTreeSet<_>>(), verbs, "docs/exit-codes.md");
    for (verb, meaning) in &page {
        let codes: BTreeSet<i32> =
            ROWS.iter().filter(|(_, line)| line.split(' ').next() == Some(verb)).map(|row| row.0).collect();
        assert!(!codes.is_empty(), "{verb} has no row");
        // a server that disagrees and a damaged database are made by tests of their own
        let elsewhere = ["join", "db"].contains(&verb.as_str());
        assert_eq!(codes.contains(&1) || elsewhere, *meaning != "never", "{verb}: {meaning}");
    }
    assert!(help.contains("130 interrupted with Ctrl+C"), "{help}");
}

/// Ctrl+C while a verb waits or works.
#[cfg(target_os = "linux")]
mod interrupted {
    use super::desk;
    use std::io::{BufRead, BufReader};
    use std::process::{Child, Command, Stdio};
    use std::time::Duration;

    const LINES: &[&str] = &[
        "check -",
        "lint -",
        "fmt -",
        "convert - --to game",
        "generate -",
        "render - -o board.svg",
        "stats -",
        "score -",
        "share -",
        "transform - --rotate 60",
        "diff - base.catan",
        "replay -",
        "analyse -",
        "legal - --at 0",
        "play base.catan --players human,random,random",
        "simulate base.catan --games 100000000",
        "tournament base.catan --bots random,greedy --games 100000000",
        "fairness base.catan --bot greedy --games 100000000",
        "tune base.catan --output net.bin",
        "serve --address 127.0.0.1:0 --database sqlite://games.db?mode=rwc",
    ];

    /// Whether a process has a handler for SIGINT: its bit in the mask of caught signals.
    fn listens(child: &Child) -> bool {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 2 != 0)
    }

    /// Waits for the end; a process that does not end in a minute is killed.
    fn code(child: &mut Child) -> Option<i32> {
        for _ in 0..6_000 {
            if let Some(status) = child.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        child.kill().unwrap();
        child.wait().unwrap().code()
    }

    #[test]
    fn ctrl_c_gives_130() {
        let desk = desk();
        for line in LINES {
            let serves = line.starts_with("serve");
            let mut child = Command::new(env!("CARGO_BIN_EXE_hexwright"))
                .current_dir(desk.path())
                .args(line.split(' '))
                .stdin(Stdio::piped())
                .stdout(if serves { Stdio::piped() } else { Stdio::null() })
                .stderr(Stdio::null())
                .spawn()
                .unwrap();
            while !listens(&child) {
                assert!(child.try_wait().unwrap().is_none(), "{line} has ended");
                std::thread::sleep(Duration::from_millis(5));
            }
            // the handler is there a moment before it knows what to do
            std::thread::sleep(Duration::from_millis(200));
            if let Some(output) = child.stdout.take() {
                // the address is told right before the server waits for signals
                BufReader::new(output).read_line(&mut String::new()).unwrap();
                std::thread::sleep(Duration::from_millis(300));
            }
            let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
            assert!(sent.success());
            assert_eq!(code(&mut child), Some(130), "{line}");
        }
    }
}
