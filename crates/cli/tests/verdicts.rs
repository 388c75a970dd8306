//! Verdicts of several programs that meet in a folder.

mod desk;

use desk::Desk;

const BOARD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/catan/duel.catan");
const JUDGE: [&str; 9] = ["fairness", BOARD, "--games", "60", "--seed", "5", "--threads", "1", "--json"];

#[test]
fn two_programs_that_meet_in_a_folder_print_the_verdict_of_one() {
    let desk = Desk::new();
    let judge = |more: &[&str]| {
        let said = desk.run_with(&[&JUDGE[..], more].concat(), b"");
        assert_eq!(said.code, 0, "{}", said.err);
        said.out
    };
    let part = |name: &str| judge(&["--shard", name, "--exchange", "meeting"]);
    let (first, second) = std::thread::scope(|scope| {
        let first = scope.spawn(|| part("0/2"));
        let second = part("1/2");
        (first.join().unwrap(), second)
    });
    assert_eq!(first, second);
    assert_eq!(first, judge(&[]));
    assert!(desk.read("meeting/000000-1-of-2.json").contains("\"shard\":[1,2]"));
}

#[test]
fn every_file_is_judged_in_the_order_they_are_given() {
    let desk = Desk::new();
    let maps = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps");
    for (from, to) in [
        ("terra/four-on-base.tmlog", "game.tmlog"),
        ("titan/oasis.rnd", "oasis.rnd"),
        ("catan/duel.catan", "duel.catan"),
    ] {
        desk.write(to, std::fs::read(format!("{maps}/{from}")).unwrap());
    }
    let played = desk.run(&["simulate", "duel.catan", "--games", "1", "--record", "one.record"]);
    assert_eq!(played.code, 0, "{played:?}");
    let files = ["duel.catan", "game.tmlog", "one.record", "oasis.rnd"];
    for order in [files, ["oasis.rnd", "one.record", "game.tmlog", "duel.catan"]] {
        let said = desk.run(&[&["fairness", "--games", "1"][..], &order[..]].concat());
        assert_eq!(said.code, 0, "{said:?}");
        let places: Vec<Option<usize>> =
            order.iter().map(|file| said.out.lines().position(|line| line.starts_with(file))).collect();
        assert!(
            places.iter().all(Option::is_some) && places.is_sorted(),
            "{order:?} {places:?}: {}",
            said.out
        );
    }
    let json = desk.run(&[&["fairness", "--games", "1", "--json"][..], &files[..]].concat());
    let objects = serde_json::Deserializer::from_str(&json.out).into_iter::<serde_json::Value>();
    let objects: Vec<_> = objects.map(|object| object.unwrap()).collect();
    assert_eq!(objects.len(), 4, "{}", json.out);
    // the worst status counts, and a file with errors hinders no other
    desk.write("broken.record", "{}\n");
    let said = desk.run(&["fairness", "--games", "1", "broken.record", "game.tmlog"]);
    assert!(said.code == 1 && said.out.contains("game.tmlog: 1 games"), "{said:?}");
}

#[test]
fn a_report_says_what_there_is_and_no_more() {
    let desk = Desk::new();
    let judge = |more: &[&str]| {
        let said = desk.run(&[&["fairness", BOARD, "--seed", "5"][..], more].concat());
        assert_eq!(said.code, 0, "{said:?}");
        said.out
    };
    let none = judge(&["--games", "1"]);
    assert!(none.contains("eager on all seats: no game counts"), "{none}");
    assert!(!none.contains("0 games") && !none.contains("mean 0.0"), "{none}");
    assert!(!none.contains("openings, the same"), "nothing stands below that heading: {none}");
    let undecided = judge(&["--games", "60", "-O", "turn-limit=9"]);
    assert!(undecided.contains("without a winner: "), "{undecided}");
    assert!(!undecided.contains("(0.0–100.0)"), "{undecided}");
    let study = judge(&["--games", "3", "--bot", "greedy", "-O", "turn-limit=3"]);
    assert!(
        study.ends_with("without a winner: 3\nno game has a winner, so the seats cannot be compared\n"),
        "{study}"
    );
    assert!(!study.contains("(0.0–100.0)"), "{study}");
}

#[test]
fn parts_that_cannot_meet_are_refused() {
    let desk = Desk::new();
    let error = |more: &[&str]| {
        let said = desk.run(&[&JUDGE[..], more].concat());
        assert_eq!(said.code, 2, "{more:?}: {}", said.out);
        said.err
    };
    assert!(error(&["--shard", "0/2"]).contains("needs --exchange FOLDER"));
    assert!(error(&["--shard", "0/2", "--bot", "greedy"]).contains("needs --counts FILE"));
    assert!(error(&["--exchange", "meeting"]).contains("--shard"));
    desk.write("file", "");
    let refused = error(&["--shard", "0/2", "--exchange", "file"]);
    assert!(refused.contains("cannot make the folder file"), "{refused}");
    // the only part of one is the whole; its folder is no folder for another verdict
    let whole = desk.run(&[&JUDGE[..], &["--shard", "0/1", "--exchange", "meeting"]].concat());
    assert_eq!(whole.code, 0, "{}", whole.err);
    let other = error(&["--shard", "0/1", "--exchange", "meeting", "--margin", "6%"]);
    assert!(other.contains("belongs to another verdict"), "{other}");
}
