//! The command line as people know it from the tools they love.

mod desk;

use desk::Desk;
use std::process::{Command, Stdio};
use std::time::Duration;

const MAPS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps");

/// A desk with the files that the examples name.
fn desk() -> Desk {
    let desk = Desk::new();
    let files = [
        ("catan/base.catan", "base.catan"),
        ("catan/base.catan", "maps/base.catan"),
        ("pioneers/lantern_bay.game", "bay.game"),
        ("pioneers/lantern_bay.game", "maps/deep/bay.game"),
        ("terra/four-on-base-40.tms", "maps/game.tms"),
        ("terra/four-on-base.tmlog", "game.tmlog"),
        ("titan/oasis.rnd", "oasis.rnd"),
    ];
    std::fs::create_dir_all(desk.path().join("maps/deep")).unwrap();
    for (from, to) in files {
        desk.write(to, std::fs::read(format!("{MAPS}/{from}")).unwrap());
    }
    desk.write("maps/README.md", "no file of ours\n");
    desk
}

fn words(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// The examples of every verb, as its help prints them.
fn examples(desk: &Desk) -> Vec<(String, Vec<String>)> {
    let help = desk.run(&["--help"]).out;
    let list = help.split("Commands:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    let verbs = list.lines().filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
    let verbs = verbs.map(|line| line.split(' ').next().unwrap().to_owned()).filter(|verb| verb != "help");
    verbs
        .map(|verb| {
            let help = desk.run(&[&verb, "--help"]).out;
            let lines = help.split("Examples:\n").nth(1).unwrap_or_else(|| panic!("{verb} has no example"));
            let lines = lines.lines().map_while(|line| line.strip_prefix("  hexwright ")).map(str::to_owned);
            (verb, lines.collect())
        })
        .collect()
}

/// Verbs whose examples wait for somebody.
const CONVERSATIONS: [&str; 5] = ["play", "join", "serve", "lsp", "db"];

#[test]
fn every_example_of_every_help_runs() {
    let desk = desk();
    assert_eq!(desk.run(&words("simulate base.catan --games 1 --record game.record")).code, 0);
    let examples = examples(&desk);
    assert!(examples.len() >= 27, "{examples:?}");
    for (verb, lines) in &examples {
        assert!(!lines.is_empty(), "{verb}");
        for line in lines.iter().filter(|_| !CONVERSATIONS.contains(&verb.as_str())) {
            let said = desk.run_lossy(&words(line));
            assert_eq!(said.code, 0, "{line}: {said:?}");
        }
    }
    // those that wait understand their options
    let said = desk.run_with(&words("play base.catan --players human,greedy,greedy"), b"q\n");
    assert_eq!(said.code, 0, "{said:?}");
    let said = desk.run(&words("join 127.0.0.1:9 --bot greedy"));
    assert!(said.code == 2 && said.err.contains("cannot reach"), "{said:?}");
}

#[test]
fn every_verb_has_a_page_of_the_manual() {
    let desk = desk();
    assert_eq!(desk.run(&words("man --all pages")).code, 0);
    for (verb, _) in examples(&desk) {
        let page = desk.read(&format!("pages/hexwright-{verb}.1"));
        assert!(page.contains(".TH") && page.contains("Examples:"), "{verb}: {page}");
    }
    assert!(desk.read("pages/hexwright.1").contains("hexwright"));
    assert!(desk.read("pages/hexwright-db-backup.1").contains("backup"));
    assert!(desk.run(&words("man check")).out.contains("hexwright\\-check"));
    assert_eq!(desk.run(&words("man nonsense")).code, 2);
}

#[test]
fn check_says_what_it_looked_at() {
    let desk = desk();
    let said = desk.run(&words("check base.catan bay.game oasis.rnd"));
    assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (0, "", "3 files, no findings\n"));
    let said = desk.run(&words("check -q base.catan"));
    assert_eq!((said.out.as_str(), said.err.as_str()), ("", ""));
    let said = desk.run(&words("check --json base.catan"));
    assert_eq!((said.out.as_str(), said.err.as_str()), ("[]\n", ""));
    desk.write("wrong.rnd", "AREA (inside) HAZARDS Snad\nLABEL inside = D4\n");
    let said = desk.run(&words("check wrong.rnd"));
    assert!(said.code == 1 && said.err.ends_with("1 file, 1 error, 1 warning\n"), "{said:?}");
}

#[test]
fn check_takes_folders() {
    let desk = desk();
    let said = desk.run(&words("check maps"));
    assert_eq!((said.code, said.err.as_str()), (0, "3 files, no findings\n"), "{said:?}");
    // options that mean nothing for some of the files are for the others
    assert_eq!(desk.run(&words("check maps --strict --lint")).code, 0);
    desk.write("maps/deep/wrong.catan", "1 2\n");
    let said = desk.run(&words("check maps"));
    assert!(said.code == 1 && said.out.contains("maps/deep/wrong.catan:"), "{said:?}");
    std::fs::create_dir(desk.path().join("none")).unwrap();
    let said = desk.run(&words("check none"));
    assert!(said.code == 2 && said.err.contains("none has no file Hexwright knows"), "{said:?}");
}

#[test]
fn convert_takes_a_file_and_a_file() {
    let desk = desk();
    assert_eq!(desk.run(&words("convert bay.game bay.catan")).code, 0);
    assert_eq!(desk.run(&words("convert bay.catan back.game")).code, 0);
    assert_eq!(desk.read("back.game"), desk.read("bay.game"));
    assert_eq!(desk.run(&words("convert bay.game a.catan -o b.catan")).code, 2);
}

#[test]
fn files_of_people_are_not_overwritten() {
    let desk = desk();
    let before = desk.read("bay.game");
    for line in [
        "convert base.catan bay.game --lossy",
        "generate --preset base -o bay.game",
        "render base.catan --format svg -o bay.game",
        "new terra -o bay.game",
        "simulate base.catan --games 1 --record bay.game",
        "share base.catan -o maps/README.md",
        "stats oasis.rnd --runs 2 --format svg -o bay.game",
        "fairness base.catan --games 2 --bot random --html bay.game",
        "generate oasis.rnd --seed 1 --format xml -o bay.game",
    ] {
        let said = desk.run(&words(line));
        assert!(said.code == 2 && said.err.contains("exists; --force overwrites it"), "{line}: {said:?}");
    }
    assert_eq!(desk.read("bay.game"), before);
    // what Hexwright wrote may be written again, until somebody changes it
    for _ in 0..2 {
        assert_eq!(desk.run(&words("render base.catan -o board.svg")).code, 0);
    }
    desk.write("board.svg", desk.read("board.svg") + "\n");
    assert_eq!(desk.run(&words("render base.catan -o board.svg")).code, 2);
    assert_eq!(desk.run(&words("render base.catan -o board.svg --force")).code, 0);
    assert_eq!(desk.run(&words("--force convert bay.game base.catan")).code, 0);
}

#[test]
fn generate_says_what_it_wants() {
    let desk = desk();
    let said = desk.run(&["generate"]);
    assert!(said.code == 2 && said.err.contains("name a map or a script"), "{said:?}");
    assert!(said.err.contains("--preset lagoon"), "{said:?}");
    let said = desk.run_with(&words("generate - --seed 1"), desk.read("base.catan").as_bytes());
    assert_eq!(said.code, 0, "{said:?}");
}

#[test]
fn colours_are_where_they_are_wanted() {
    let desk = desk();
    desk.write("wrong.catan", "4 2\n");
    let line = words("check --format full wrong.catan");
    let plain = desk.run(&line).out;
    assert!(!plain.contains('\u{1b}'), "no colours in a pipe");
    let always = desk.run(&[&line[..], &["--color", "always"]].concat()).out;
    assert!(always.contains('\u{1b}'), "{always}");
    assert_eq!(desk.run(&[&line[..], &["--color", "never"]].concat()).out, plain);
    assert!(desk.run(&words("--color always check --help")).out.contains('\u{1b}'));
    assert_eq!(desk.run(&words("check --color sometimes wrong.catan")).code, 2);
}

#[test]
#[cfg(target_os = "linux")]
fn a_terminal_gets_no_binary_and_no_colours_it_does_not_want() {
    let desk = desk();
    desk.write("wrong.catan", "4 2\n");
    // `script` runs a command on a terminal of its own
    let on_terminal = |line: &str, env: &[(&str, &str)]| {
        let command = format!("{} {line}", env!("CARGO_BIN_EXE_hexwright"));
        let mut script = Command::new("script");
        // a group of its own: what `script` does to its group when it ends is no business of ours
        std::os::unix::process::CommandExt::process_group(&mut script, 0);
        script.args(["-qec", &command, "/dev/null"]).current_dir(desk.path()).stdin(Stdio::null());
        script.env_remove("NO_COLOR").env("TERM", "xterm").envs(env.iter().copied());
        script.output().ok().map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let Some(said) = on_terminal("render base.catan --format png", &[]) else { return };
    assert!(said.contains("this is no text to read on a terminal"), "{said}");
    let coloured = on_terminal("check --format full wrong.catan", &[]).unwrap();
    assert!(coloured.contains('\u{1b}'), "{coloured}");
    for env in [("NO_COLOR", "1"), ("TERM", "dumb")] {
        let plain = on_terminal("check --format full wrong.catan", &[env]).unwrap();
        assert!(!plain.contains('\u{1b}'), "{env:?}: {plain}");
    }
}

#[test]
fn a_text_of_the_wrong_kind_gets_one_sentence() {
    let desk = desk();
    let cases = [
        ("oasis.game", desk.read("oasis.rnd"), "a Titan battleland script"),
        ("base.game", desk.read("base.catan"), "a .catan map"),
        ("bay.rnd", desk.read("bay.game"), "a Pioneers map"),
        ("page.tms", "<!DOCTYPE html>\n<html></html>\n".to_owned(), "a page of HTML"),
        ("log.tmgrid", desk.read("game.tmlog"), "a Terra Mystica log"),
    ];
    for (name, text, what) in cases {
        desk.write(name, text);
        let said = desk.run(&["check", "-q", name]);
        assert_eq!((said.code, said.out.as_str()), (1, ""), "{name}: {said:?}");
        assert!(said.err.contains(&format!("but it is {what}")), "{name}: {said:?}");
        assert_eq!(said.err.lines().count(), 1, "{name}: {said:?}");
    }
}

#[test]
fn programs_that_are_not_there_are_named_at_once() {
    let desk = desk();
    for line in [
        "simulate base.catan --games 100000 --players cmd:no-such-program,random,random",
        "tournament base.catan --bots cmd:no-such-program,random --games 100000",
        "fairness base.catan --bot cmd:./no-such-program --games 100000",
        "play base.catan --players human,cmd:no-such-program",
    ] {
        let said = desk.run(&words(line));
        assert!(said.code == 2 && said.err.contains("no-such-program"), "{line}: {said:?}");
        assert!(said.err.contains("cannot be started"), "{line}: {said:?}");
    }
}

#[test]
fn a_map_nobody_can_win_is_not_played() {
    let desk = desk();
    desk.write("far.game", desk.read("bay.game").replace("victory-points 1", "victory-points 9"));
    assert!(desk.read("far.game").contains("victory-points 9"), "{}", desk.read("far.game"));
    for line in [
        "simulate far.game",
        "fairness far.game --bot random",
        "fairness far.game",
        "tournament far.game --bots random,random",
    ] {
        let said = desk.run(&words(line));
        assert!(said.code == 1 && said.err.contains("far.game cannot be won: "), "{line}: {said:?}");
        assert!(said.err.contains("-O victory-points=N"), "{line}: {said:?}");
    }
    assert_eq!(desk.run(&words("simulate far.game --games 1 -O victory-points=5")).code, 0);
}

#[test]
fn too_many_threads_are_refused() {
    let desk = desk();
    for verb in ["simulate base.catan", "fairness base.catan", "tournament base.catan --bots random,random"] {
        let said = desk.run(&words(&format!("{verb} --threads 1000000")));
        assert!(said.code == 2 && said.err.contains("from 1 to 256"), "{verb}: {said:?}");
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_keeps_what_was_done_and_says_so() {
    let desk = desk();
    desk.write("plains.txt", "2 2 Sand 0\n");
    for (line, words_of) in [
        ("simulate base.catan --games 100000000", "interrupted after "),
        ("fairness base.catan --bot random --games 100000000", "interrupted after "),
        ("fairness plains.txt --games 1000000", "battles; this is what they say"),
        (
            "tournament base.catan --bots random,random --games 100000000 -o games.csv",
            "goes on with the rest",
        ),
        ("generate base.catan --count 100000000 --require red-neighbours=0", "interrupted after "),
    ] {
        let child = Command::new(env!("CARGO_BIN_EXE_hexwright"))
            .args(words(line))
            .current_dir(desk.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_secs(2));
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(130), "{line}: {err}");
        assert!(err.contains(words_of), "{line}: {err}");
        assert!(!output.stdout.is_empty(), "{line} told nothing of what it had");
    }
    assert!(desk.read("games.csv").lines().count() > 10);
}

#[test]
#[cfg(unix)]
fn after_ctrl_c_no_game_is_begun() {
    let desk = desk();
    let child = Command::new(env!("CARGO_BIN_EXE_hexwright"))
        .args(words("simulate base.catan --players fierce --games 1000 --threads 1"))
        .current_dir(desk.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_secs(2));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(130), "{err}");
    let played: Option<u64> =
        err.split_once("interrupted after ").and_then(|(_, rest)| rest.split(' ').next()?.parse().ok());
    assert!(played.is_some_and(|games| games < 12), "{err}");
    assert!(!output.stdout.is_empty());
}
