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
