//! What a person gets to read who asks for something that cannot be: one sentence, exit code 2, and nothing
//! written.

mod desk;

use desk::Desk;

const MAPS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps");

/// A desk with a file of each kind.
fn desk() -> Desk {
    let desk = Desk::new();
    let files = [
        ("catan/base.catan", "base.catan"),
        ("pioneers/lantern_bay.game", "bay.game"),
        ("terra/four-on-base-40.tms", "game.tms"),
        ("terra/four-on-base.tmlog", "game.tmlog"),
        ("titan/oasis.rnd", "oasis.rnd"),
    ];
    for (from, to) in files {
        desk.write(to, std::fs::read(format!("{MAPS}/{from}")).unwrap());
    }
    desk
}

/// Asserts the refusal of a command, given as one line.
fn refuses(desk: &Desk, line: &str, words: &str) {
    let arguments: Vec<&str> = line.split(' ').collect();
    let said = desk.run(&arguments);
    assert_eq!((said.code, said.out.as_str()), (2, ""), "{line}: {said:?}");
    assert!(said.err.contains(words), "{line}: {said:?}");
}

#[test]
fn a_finding_nobody_knows_cannot_be_denied() {
    let desk = desk();
    refuses(
        &desk,
        "check base.catan --lint --deny red-neighbors",
        "no finding of a .catan map is called \"red-neighbors\"; the nearest are red-neighbours, ",
    );
    refuses(&desk, "check bay.game --deny min-above-max", "no finding of a Pioneers map");
    refuses(&desk, "check game.tms --deny G999", "the nearest are ");
    refuses(&desk, "lint oasis.rnd --deny never-place", "the nearest are never-placed, ");
    // known to one of the files is enough
    assert_eq!(desk.run(&["check", "base.catan", "bay.game", "--deny", "G012"]).code, 0);
    // a wrong name hinders --fix too: nothing is half done
    desk.write("crlf.catan", std::fs::read_to_string(format!("{MAPS}/catan/base.catan")).unwrap() + "\r\n");
    let before = desk.read("crlf.catan");
    refuses(&desk, "check --fix crlf.catan --deny nosuch", "is called \"nosuch\"");
    assert_eq!(desk.read("crlf.catan"), before);
}

#[test]
fn options_that_mean_nothing_are_not_passed_over() {
    let desk = desk();
    let nothing = |line: &str, kind: &str, whom: &str| {
        let option = line.split(' ').find(|word| word.starts_with('-')).unwrap();
        let option = if option == "-O" { "--option" } else { option };
        refuses(&desk, line, &format!("{option} means nothing for {kind}; it is for {whom}"));
    };
    nothing("check base.catan --sample 5", "a .catan map", "battleland scripts");
    nothing("check base.catan --level rules", "a .catan map", "Terra Mystica snapshots");
    nothing("check base.catan --compat colossus", "a .catan map", "Titan files");
    nothing("check oasis.rnd --score", "a Titan battleland script", "Catan maps");
    nothing("check game.tms --strict", "a Terra Mystica snapshot", "maps and battlelands");
    nothing("check game.tmlog --level rules", "a Terra Mystica log", "Terra Mystica snapshots");
    nothing("render base.catan --at 3", "a .catan map", "records and logs");
    nothing("render base.catan --as 1", "a .catan map", "records");
    nothing("render base.catan --count 4", "a .catan map", "battleland scripts");
    nothing("render game.tms --seed 4", "a Terra Mystica snapshot", "maps and scripts");
    nothing("convert base.catan --autofill", "a .catan map", "battlelands");
    nothing("convert bay.game --at 4", "a Pioneers map", "logs of Terra Mystica");
    refuses(
        &desk,
        "convert game.tms --from nonsense",
        "no file can be read as \"nonsense\"; expected one of ",
    );
    nothing("generate base.catan --max-tries 4", "a .catan map", "battleland scripts");
    nothing("generate game.tms --keep types", "a Terra Mystica snapshot", "Catan maps");
    nothing("generate oasis.rnd --fair", "a Titan battleland script", "Catan maps");
    nothing("simulate game.tms -O bank-rule=partial", "a Terra Mystica snapshot", "Catan maps");
    nothing("play game.tms --ruleset pioneers", "a Terra Mystica snapshot", "Catan maps");
    refuses(&desk, "check base.catan --seed 4", "--seed draws the board that --lint and --score judge");
    refuses(&desk, "convert base.catan --seed 4", "--seed means nothing for --to catan; it is for --to game");
    refuses(&desk, "render base.catan --dark", "--dark means nothing for plain text; it is for a picture");
    refuses(&desk, "render base.catan -o b.svg --width 90", "--width means nothing for svg; it is for a PNG");
    refuses(&desk, "render oasis.rnd --count 4", "--count means nothing for plain text");
    let played = "simulate base.catan --games 1 --record one.record";
    assert_eq!(desk.run(&played.split(' ').collect::<Vec<_>>()).code, 0);
    nothing("replay one.record --locate game.tms", "a record of a game", "logs of Terra Mystica");
    nothing("render one.record --open", "a record of a game", "Catan maps");
    nothing("check one.record --strict", "a record of a game", "maps and battlelands");
    // while what means something goes on doing it
    for line in [
        "check base.catan --lint --seed 4",
        "render one.record --at 3 --as 1",
        "generate bay.game --require red-neighbours=2 --seed 5",
        "render oasis.rnd --count 4 -o sheet.svg",
    ] {
        let said = desk.run(&line.split(' ').collect::<Vec<_>>());
        assert!(said.code < 2, "{line}: {said:?}");
    }
}

#[test]
fn the_ending_of_a_name_is_kept_to() {
    let desk = desk();
    let run = |line: &str| desk.run(&line.split(' ').collect::<Vec<_>>());
    assert_eq!(run("generate base.catan --seed 7 -o board.game").code, 0);
    assert!(desk.read("board.game").starts_with("title The standard island\n"));
    assert_eq!(run("check --strict board.game").code, 0);
    assert_eq!(run("generate base.catan --seed 7 -o board.json").code, 0);
    assert!(desk.read("board.json").starts_with("{\"code\":\"hxc1."));
    assert_eq!(run("generate base.catan --seed 7 -o board.txt").code, 0);
    assert!(desk.read("board.txt").starts_with("# title: The standard island\n"));
    refuses(&desk, "generate base.catan -o board.png", "`hexwright render` draws pictures");
    refuses(&desk, "generate base.catan --open -o open.game", "`hexwright convert` turns one into the other");
    refuses(
        &desk,
        "transform base.catan --rotate 60 -o turned.game",
        "a turned map cannot be written as .game",
    );
    refuses(
        &desk,
        "share base.catan -o code.catan",
        "a share code is a line of text; expected a name such as code.txt, found code.catan",
    );
    let code = run("share base.catan").out;
    refuses(
        &desk,
        &format!("share {} -o map.game", code.trim()),
        "the map of a code cannot be written as .game",
    );
    let leftovers = ["board.png", "open.game", "turned.game", "code.catan", "map.game"];
    assert!(leftovers.iter().all(|name| !desk.path().join(name).exists()));
}

#[test]
fn a_count_of_nothing_is_refused_alike_everywhere() {
    let desk = desk();
    for line in [
        "simulate base.catan --games 0",
        "fairness base.catan --games 0",
        "tournament base.catan --bots random,random --games 0",
        "bot check true --games 0",
        "tune --games 0",
        "analyse one.record --playouts 0",
        "stats oasis.rnd --runs 0",
        "check oasis.rnd --sample 0",
        "generate base.catan --count 0",
        "generate oasis.rnd --max-tries 0",
        "generate oasis.rnd --jobs 0",
        "render oasis.rnd --count 0 -o sheet.svg",
        "render base.catan -o b.png --width 0",
        "serve --sockets-per-address 0",
    ] {
        refuses(&desk, line, "expected at least 1");
    }
    refuses(&desk, "simulate base.catan --threads 0", "expected a whole number from 1 to 256");
    refuses(&desk, "simulate base.catan --games many", "expected a whole number of at least 1");
}

#[test]
fn numbers_that_mean_nothing_are_refused() {
    let desk = desk();
    for rate in ["nan", "inf", "1e30", "-1", "0", "fast"] {
        let line = format!("tune --rounds 0 --proof 0 --rate={rate}");
        refuses(&desk, &line, "expected a number above 0 and at most 1");
    }
    for margin in ["nan", "inf", "-5", "101"] {
        let line = format!("puzzles one.record --margin={margin}");
        refuses(&desk, &line, "expected points of win chance from 0 to 100");
    }
}

#[test]
fn fairness_passes_over_no_option() {
    let desk = desk();
    refuses(
        &desk,
        "fairness base.catan --games 2 --time 5",
        "--time is for a study of one bot: add --bot NAME",
    );
    for option in
        ["--time 5", "--margin 5%", "--thorough", "--strong 4", "--counts c.json", "-O longest-road=4"]
    {
        let name = option.split(' ').next().unwrap().replace("-O", "--option");
        let words = format!("{name} means nothing for Terra Mystica; its verdicts take --games, --bot, ");
        refuses(&desk, &format!("fairness game.tmlog --games 1 {option}"), &words);
        // nothing is judged before all files and options were looked at
        if !option.starts_with("--time") && !option.starts_with("--counts") {
            refuses(&desk, &format!("fairness base.catan game.tmlog --games 1 {option}"), &words);
        }
    }
    refuses(&desk, "fairness oasis.rnd --time 5", "--time means nothing for battlelands");
    let played = desk.run(&["simulate", "base.catan", "--games", "1", "--record", "one.record"]);
    assert_eq!(played.code, 0, "{played:?}");
    refuses(
        &desk,
        "fairness one.record --thorough",
        "--thorough means nothing for a record of a game; it is for maps",
    );
    for option in ["--bot random", "--html a.html", "--counts a.json", "--plot a.svg"] {
        let name = option.split(' ').next().unwrap();
        refuses(
            &desk,
            &format!("fairness one.record base.catan --games 2 {option}"),
            &format!("{name} is for one file, found 2"),
        );
    }
}

#[test]
fn the_tuner_passes_over_nothing() {
    let desk = desk();
    let tuned = desk.run(&["tune", "--rounds", "1", "--games", "1", "--proof", "0", "-o", "one.txt"]);
    assert_eq!((tuned.code, tuned.out.as_str()), (0, ""), "{tuned:?}");
    assert!(tuned.err.contains("no match was played: --proof is 0"), "{tuned:?}");
    let text = desk.read("one.txt");
    desk.write("two.txt", text.clone() + &text);
    let line = text.lines().count() + 1;
    for option in ["--from", "--join", "--against"] {
        refuses(
            &desk,
            &format!("tune --rounds 0 --proof 0 {option} two.txt"),
            &format!("two.txt: line {line}: expected the end of the network, found \"to_go.0 "),
        );
    }
    for option in [
        "--join one.txt",
        "--against one.txt",
        "--depth 3",
        "--rate 0.01",
        "--proof 4",
        "--bot keen",
        "--blank",
    ] {
        let name = option.split(' ').next().unwrap();
        refuses(
            &desk,
            &format!("tune terra --rounds 0 {option}"),
            &format!("{name} means nothing for Terra Mystica"),
        );
    }
    assert_eq!(desk.run(&["tune", "terra", "--rounds", "0"]).code, 0);
}

#[test]
fn a_record_that_could_not_be_written_is_named_before_the_game() {
    let desk = desk();
    std::fs::create_dir(desk.path().join("folder")).unwrap();
    for (path, words) in
        [("absent/one.record", "cannot write into absent"), ("folder", "folder: it is a folder")]
    {
        for verb in ["play base.catan --record", "simulate base.catan --games 1 --record"] {
            refuses(&desk, &format!("{verb} {path}"), words);
        }
        refuses(&desk, &format!("fairness base.catan --games 4 --counts {path}"), words);
    }
    // trying leaves nothing behind; a game that is left is recorded all the same
    refuses(&desk, "play base.catan --players nobody,random --record one.record", "no bot is called");
    assert!(!desk.path().join("one.record").exists());
    let left =
        desk.run_with(&["play", "base.catan", "--players", "human,random", "--record", "one.record"], b"q\n");
    assert_eq!(left.code, 0, "{left:?}");
    assert!(desk.path().join("one.record").exists());
}

#[test]
fn sentences_name_what_was_meant() {
    let desk = desk();
    let a_map = "expected a Catan map (.catan or .game); game.tms is a Terra Mystica snapshot";
    refuses(&desk, "tournament base.catan game.tms --bots random,random", a_map);
    refuses(&desk, "simulate base.catan -O bankrule=partial", "option bankrule: expected bank-rule, found");
    refuses(&desk, "simulate bay.game -O foo=1", "expected one of ruleset, victory-points, bank-rule, ");
    for line in
        ["tune --rounds 0 --bot clever", "tune --rounds 0 --rivals clever", "join nowhere:1 --bot clever"]
    {
        refuses(&desk, line, "is called \"clever\"; known are: random, calm, keen");
    }
    refuses(&desk, "simulate base.catan --players clever", ", mcts, vary:BOT, trade:BOT, cmd:COMMAND");
    refuses(
        &desk,
        "simulate base.catan --players search:depth=0",
        "time=MILLISECONDS, each a whole number from 1, found \"depth=0\"",
    );
    assert_eq!(
        desk.run(&["simulate", "base.catan", "--players", "trade:vary:greedy", "--games", "1"]).code,
        0
    );
    refuses(&desk, "lint game.tms", "there is no advice on a Terra Mystica snapshot; `hexwright check`");
    refuses(&desk, "convert game.tms", "name the format to write: --to snapshot or plain");
    refuses(
        &desk,
        "convert base.catan --format json",
        "cannot write \"json\" from a .catan map; expected catan or game",
    );
    let code = desk.run(&["share", "base.catan"]).out.trim().to_owned();
    refuses(&desk, &format!("share {}", &code[..code.len() - 3]), "copy the whole code again");
    let wrong = code.replacen("CAg", "CBg", 1);
    assert_ne!(wrong, code);
    refuses(&desk, &format!("share {wrong}"), "share code is damaged: a character is wrong");
    refuses(&desk, &format!("share {code}!"), "not a letter, digit, `-` or `_`");
    let tournament = "tournament base.catan --bots random,random --games 4 -o games.csv";
    assert_eq!(desk.run(&tournament.split(' ').collect::<Vec<_>>()).code, 0);
    refuses(&desk, "merge games.csv -o all.xls", "expected a name that ends in .csv, .jsonl or .parquet");
}

#[test]
fn a_file_that_is_no_database_is_said_so_at_once() {
    let desk = desk();
    let before = desk.read("base.catan");
    let line = "serve --address 127.0.0.1:0 --database sqlite://base.catan";
    refuses(&desk, line, "base.catan is not a SQLite database");
    refuses(&desk, "serve --address 127.0.0.1:0 --database games.db", "such as sqlite://games.db?mode=rwc");
    assert_eq!(desk.read("base.catan"), before);
}
