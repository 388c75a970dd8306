//! The map tools as people use them: the real binary in a folder of its own.

mod desk;

use desk::Desk;

const BASE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/catan/base.catan");

fn base() -> String {
    std::fs::read_to_string(BASE).unwrap()
}

#[test]
fn check_names_place_message_and_help() {
    let desk = Desk::new();
    desk.write("fine.catan", base());
    let said = desk.run(&["check", "--strict", "fine.catan"]);
    assert_eq!((said.code, said.out.as_str()), (0, ""));
    desk.write("bad.catan", base().replacen("2 4", "4 2", 1));
    let said = desk.run(&["check", "bad.catan", "fine.catan"]);
    assert_eq!(said.code, 1);
    assert_eq!(
        said.out,
        "bad.catan:4:3: error[min-above-max]: expected max_players of at least 4, found 2\n  help: swap the two numbers\n"
    );
    let said = desk.run(&["check", "--format", "json", "bad.catan"]);
    let list: serde_json::Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(
        list[0],
        serde_json::json!({
            "file": "bad.catan", "id": "min-above-max", "severity": "error", "line": 4, "column": 3,
            "end_line": 4, "end_column": 4, "message": "expected max_players of at least 4, found 2",
            "help": "swap the two numbers"
        })
    );
    assert_eq!(desk.run(&["check", "absent.catan"]).code, 2);
}

#[test]
fn check_repairs_mechanical_mistakes() {
    let desk = Desk::new();
    let broken = base()
        .replacen("2 4", "4, 2   # players", 1)
        .replacen("0 4 1 1 1 1 1", "0 4 1 1 1 1", 1)
        .replace('\n', "\r\n");
    desk.write("map.catan", format!("\u{feff}{broken}1 2 3\r\n"));
    assert_eq!(desk.run(&["check", "map.catan"]).code, 1);
    let said = desk.run(&["check", "--strict", "--fix", "map.catan"]);
    assert_eq!((said.code, said.out.as_str()), (0, ""), "{said:?}");
    assert_eq!(
        desk.read("map.catan"),
        base().replacen("# Recommended max player count\n", "# Recommended max player count\n# players\n", 1)
    );
}

#[test]
fn fmt_keeps_comments_and_writes_whole_files_or_none() {
    let desk = Desk::new();
    let loose = base().replacen("10\n", "  10 # short game?\n\n", 1);
    desk.write("map.catan", &loose);
    assert_eq!(desk.run(&["fmt", "--check", "map.catan"]).code, 1);
    assert_eq!(desk.read("map.catan"), loose, "--check writes nothing");
    assert_eq!(desk.run(&["fmt", "map.catan"]).code, 0);
    assert_eq!(desk.read("map.catan"), base().replacen("10\n", "# short game?\n10\n", 1));
    desk.write("bad.catan", "1 2 3\n");
    assert_eq!(desk.run(&["fmt", "bad.catan"]).code, 1);
    assert_eq!(desk.read("bad.catan"), "1 2 3\n", "a file with errors stays as it is");
    let said = desk.run_with(&["fmt", "-"], loose.as_bytes());
    assert_eq!((said.code, said.out), (0, base().replacen("10\n", "# short game?\n10\n", 1)));
}

#[test]
fn bad_input_of_any_kind_is_a_finding() {
    let desk = Desk::new();
    let ten_megabytes = vec![b'7'; 10 << 20];
    let cases: [(&str, Vec<u8>, &str); 8] = [
        ("empty", Vec::new(), "1:1: error[empty-file]"),
        ("binary", (0..=255).collect(), "1:1: error[not-text]"),
        ("utf16", b"\xff\xfe2\x00".to_vec(), "1:1: error[not-text]"),
        ("large", ten_megabytes, "1:1: error[file-too-large]"),
        ("latin", b"2 \xe4\n".to_vec(), "1:3: warning[not-utf8]"),
        ("huge-number", b"99999999999999999999999999 4\n".to_vec(), "1:1: error[out-of-range]"),
        ("json", b"{}".to_vec(), "1:1: error[is-json]"),
        ("cut", base().as_bytes()[..150].to_vec(), "error[missing-section]"),
    ];
    for (name, bytes, expected) in cases {
        let file = format!("{name}.catan");
        desk.write(&file, bytes);
        let said = desk.run(&["check", &file]);
        assert_eq!(said.code, 1, "{name}");
        assert!(said.out.contains(expected), "{name}: {}", said.out);
        for verb in
            [["generate", "-o", "out.catan"], ["transform", "-o", "out.catan"], ["share", "-o", "out.catan"]]
        {
            let said = desk.run(&[&verb[..], &[file.as_str()]].concat());
            assert_eq!(said.code, 1, "{name} {verb:?}: {said:?}");
            assert!(!desk.path().join("out.catan").exists(), "{name}: nothing is half-written");
        }
    }
}

#[test]
fn generate_is_the_same_for_the_same_seed_and_says_why_it_fails() {
    let desk = Desk::new();
    let wish = ["--require", "red-neighbours=0", "--require", "rich-corner=11"];
    let one = |file: &str| {
        desk.run(&[&["generate", "--preset", "base", "--seed", "sunday", "-o", file][..], &wish[..]].concat())
    };
    assert_eq!((one("a.catan").code, one("b.catan").code), (0, 0));
    assert_eq!(desk.read("a.catan"), desk.read("b.catan"));
    assert_eq!(desk.run(&["check", "--strict", "a.catan"]).code, 0);
    let said = desk.run(&["lint", "a.catan", "--deny", "red-neighbours"]);
    assert!(!said.out.contains("red-neighbours") && !said.out.contains("rich-corner"), "{}", said.out);
    let said = desk.run(&["generate", "--preset", "base", "--require", "min-islands=2"]);
    assert_eq!(said.code, 1);
    assert_eq!(
        said.err,
        "base.catan: min-islands=2 cannot be met: the map has 1, and a draw never moves land\n"
    );
    let said = desk.run(&["generate", "--preset", "base", "--require", "rich-corner=5"]);
    assert_eq!(said.code, 1);
    assert!(said.err.contains("rich-corner=5 stayed violated by"), "{}", said.err);
    assert_eq!(desk.run(&["generate", "--preset", "atlantis"]).code, 2);
    assert_eq!(desk.run(&["generate", "--preset", "base", "--require", "nonsense=1"]).code, 2);
    let said = desk.run(&["generate", "--preset", "base", "--open"]);
    assert_eq!(said.out, base());
}

#[test]
fn many_boards_come_in_order_whatever_the_threads() {
    let desk = Desk::new();
    let said = desk.run(&["generate", "--preset", "duel", "--seed", "1", "--count", "3", "-o", "boards"]);
    assert_eq!(said.code, 0, "{said:?}");
    let single = desk.run(&["generate", "--preset", "duel", "--seed", "2"]);
    assert_eq!(desk.read("boards/duel-2.catan"), single.out);
    let said = desk.run(&["generate", "--preset", "base", "--count", "50", "--format", "json"]);
    let seeds: Vec<String> = said
        .out
        .lines()
        .map(|l| serde_json::from_str::<serde_json::Value>(l).unwrap()["seed"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(seeds, (1..=50).map(|n| n.to_string()).collect::<Vec<_>>());
    assert!(
        desk.run(&["generate", "--preset", "base", "--count", "50"]).out.starts_with("50 boards, balance ")
    );
}

#[test]
fn what_is_kept_stays_and_the_rest_is_drawn_anew() {
    let desk = Desk::new();
    desk.write("map.catan", format!("# seed: 9\n{}", base()));
    let last = desk.run(&["generate", "map.catan"]).out;
    let kept = desk.run(&["generate", "map.catan", "--keep", "types,ports", "--seed", "10"]).out;
    let section = |text: &str, title: &str| {
        let start = text.find(&format!("# {title}\n")).unwrap();
        text[start + 2..].split('#').next().unwrap().to_owned()
    };
    for title in ["Hex type map", "Port type map"] {
        assert_eq!(section(&last, title), section(&kept, title));
    }
    assert_ne!(section(&last, "Hex value map"), section(&kept, "Hex value map"));
}

#[test]
fn score_share_transform_and_diff_fit_together() {
    let desk = Desk::new();
    desk.run(&["generate", "--preset", "base", "--seed", "4", "-o", "a.catan"]);
    let code = desk.run(&["share", "a.catan"]).out;
    assert!(code.starts_with("hxc1."));
    assert!(code.trim().len() <= 70, "with its 64-bit seed: {}", code.len());
    desk.write(
        "plain.catan",
        desk.read("a.catan")
            .lines()
            .filter(|l| !l.starts_with("# seed"))
            .map(|l| format!("{l}\n"))
            .collect::<String>(),
    );
    assert!(desk.run(&["share", "plain.catan"]).out.trim().len() <= 60, "a 19-hex board fits 60 characters");
    assert_eq!(desk.run(&["share", code.trim(), "-o", "b.catan"]).code, 0);
    assert_eq!(desk.run(&["diff", "a.catan", "b.catan"]).out, "the same map\n");
    let said = desk.run(&["share", "hxc1.AAAAAA"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("checksum"), "{}", said.err);
    assert_eq!(
        desk.run(&["transform", "a.catan", "--rotate", "120", "--margin", "1", "-o", "c.catan"]).code,
        0
    );
    let said = desk.run(&["diff", "a.catan", "c.catan"]);
    assert_eq!((said.code, said.out.as_str()), (0, "the same map, turned by 120 degrees clockwise\n"));
    let score = |file: &str| {
        let out = desk.run(&["score", "--json", file]).out;
        serde_json::from_str::<serde_json::Value>(&out).unwrap()[0]["terms"].clone()
    };
    assert_eq!(score("a.catan"), score("c.catan"));
    let said = desk.run(&["diff", "a.catan", BASE]);
    assert_eq!(said.code, 1);
    assert!(said.out.contains("hex 0,1: "), "{}", said.out);
    let said = desk.run(&["transform", "a.catan", "--top", "-1"]);
    assert!(said.err.contains("land cut off at 0,1 0,2 0,3"), "{}", said.err);
}

#[test]
fn the_older_layout_is_recognised_and_converted() {
    let desk = Desk::new();
    desk.write("old.catan", "3 3\n0 1 1\n1 1 1\n0 1 1\n7\n1 1 1 2 1 1\n4 5 6 8 9 10\n2\n1 0 1\n0 2 18 21\n");
    let said = desk.run(&["check", "old.catan"]);
    assert!(
        said.out.contains("error[is-old-format]") && said.out.contains("--from catan-old"),
        "{}",
        said.out
    );
    let said = desk.run(&["convert", "--from", "catan-old", "old.catan", "-o", "new.catan"]);
    assert_eq!(said.code, 0, "{said:?}");
    assert_eq!(desk.run(&["check", "--strict", "new.catan"]).out, "");
    assert!(desk.read("new.catan").contains("# Port vertices map\n1 4 "), "{}", desk.read("new.catan"));
}

#[test]
fn lint_explains_itself() {
    let desk = Desk::new();
    let said = desk.run(&["lint", "--explain", "rich-corner"]);
    assert!(said.out.starts_with("rich-corner (hint): "), "{}", said.out);
    assert_eq!(desk.run(&["lint", "--explain", "nonsense"]).code, 2);
    assert_eq!(desk.run(&["lint", "--list"]).out.lines().count(), 20);
    desk.write("map.catan", base().replacen("\n10\n", "\n99\n", 1));
    let said = desk.run(&["lint", "map.catan", "--deny", "unwinnable"]);
    assert_eq!(said.code, 1);
    assert!(said.out.starts_with("map.catan:6:1: error[unwinnable]: 99 points win"), "{}", said.out);
}

#[test]
fn what_is_no_text_is_never_written_over() {
    let desk = Desk::new();
    let terra = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/terra");
    let example = |name: &str| std::fs::read_to_string(format!("{terra}/{name}")).unwrap();
    let files = [
        ("latin.catan", base()),
        ("latin.tms", example("four-on-base-40.tms")),
        ("latin.tmlog", example("four-on-base.tmlog")),
    ];
    for (name, text) in files {
        // a comment in another encoding, and something to format
        let bytes = [b"# caf\xe9\n\n".as_slice(), text.as_bytes(), b"   \n"].concat();
        desk.write(name, &bytes);
        let said = desk.run(&["check", name]);
        assert!(said.out.contains(&format!("{name}:1:6: ")) && said.out.contains("UTF-8"), "{said:?}");
        for words in [&["fmt", name][..], &["fmt", "--check", name]] {
            let said = desk.run(words);
            assert_eq!(said.code, 1, "{said:?}");
            assert!(said.out.contains(&format!("{name}:1:6: error[")), "{said:?}");
        }
        assert_eq!(std::fs::read(desk.path().join(name)).unwrap(), bytes, "{name} was changed");
    }
    let broken =
        [b"# caf\xe9\n".as_slice(), base().replacen("\n10\n", "\n10 # ten\n", 1).as_bytes()].concat();
    desk.write("broken.catan", &broken);
    let said = desk.run(&["check", "--fix", "broken.catan"]);
    assert!(said.code == 2 && said.err.contains("save it as UTF-8"), "{said:?}");
    assert_eq!(std::fs::read(desk.path().join("broken.catan")).unwrap(), broken);
}

#[test]
fn a_mark_or_line_ends_of_other_systems_hide_no_kind() {
    let desk = Desk::new();
    let maps = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps");
    let examples =
        ["catan/base.catan", "terra/four-on-base-40.tms", "terra/four-on-base.tmlog", "titan/oasis.rnd"];
    for name in examples {
        let text = std::fs::read_to_string(format!("{maps}/{name}")).unwrap();
        let file = name.rsplit('/').next().unwrap();
        let dressed = [
            format!("\u{feff}{text}"),
            text.replace('\n', "\r"),
            text.replace('\n', "\r\n"),
            format!("\u{feff}{}", text.replace('\n', "\r")),
        ];
        for text in dressed {
            desk.write(file, &text);
            let named = desk.run(&["check", file]);
            let piped = desk.run_with(&["check", "-"], text.as_bytes());
            assert_eq!(piped.err, named.err, "{name}");
            assert!(!piped.out.contains("error["), "{name}: {}", piped.out);
            assert_eq!((piped.code, piped.out), (named.code, named.out.replace(file, "<stdin>")), "{name}");
        }
    }
}

#[cfg(unix)]
#[test]
fn writing_respects_links_permissions_and_devices() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let desk = Desk::new();
    let mode =
        |name: &str| std::fs::symlink_metadata(desk.path().join(name)).unwrap().permissions().mode() & 0o777;
    desk.write("real.catan", std::fs::read_to_string(BASE).unwrap().replace('\n', "  \n"));
    std::fs::set_permissions(desk.path().join("real.catan"), PermissionsExt::from_mode(0o600)).unwrap();
    symlink("real.catan", desk.path().join("link.catan")).unwrap();
    let before = desk.read("real.catan");
    assert_eq!(desk.run(&["fmt", "link.catan"]).code, 0);
    assert_ne!(desk.read("real.catan"), before);
    assert!(std::fs::symlink_metadata(desk.path().join("link.catan")).unwrap().is_symlink());
    assert_eq!(mode("real.catan"), 0o600);
    // whatever was not to be written stays as it was
    desk.write("locked.svg", "mine");
    std::fs::set_permissions(desk.path().join("locked.svg"), PermissionsExt::from_mode(0o444)).unwrap();
    let refused = desk.run(&["render", BASE, "--format", "svg", "-o", "locked.svg", "--force"]);
    assert_eq!((refused.code, desk.read("locked.svg").as_str()), (2, "mine"));
    assert!(refused.err.contains("locked.svg: it is read-only"), "{refused:?}");
    // a device is written to, not replaced; through a link, so that nothing can go wrong with the real one
    symlink("/dev/full", desk.path().join("full")).unwrap();
    let full = desk.run(&["render", BASE, "--format", "svg", "-o", "full"]);
    assert_eq!(full.code, 2);
    assert!(full.err.contains("cannot write full"), "{full:?}");
    assert!(std::fs::symlink_metadata(desk.path().join("full")).unwrap().is_symlink());
}

#[test]
fn a_file_that_cannot_be_read_hides_nothing_of_the_others() {
    let desk = Desk::new();
    desk.write("bad.catan", "nonsense");
    let said = desk.run(&["check", "absent.catan", "bad.catan", "gone.game"]);
    assert_eq!(said.code, 2);
    assert!(said.out.starts_with("bad.catan:1:9: error"), "{said:?}");
    assert!(said.err.contains("absent.catan") && said.err.contains("gone.game"), "{said:?}");
}

#[test]
fn a_turned_map_takes_the_places_of_its_notes_along() {
    let desk = Desk::new();
    let river = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/pioneers/mill_river.game");
    let refused = desk.run(&["transform", river, "--rotate", "60"]);
    assert_eq!((refused.code, refused.out.as_str()), (2, ""));
    assert!(refused.err.contains("`convert` makes one"), "{refused:?}");
    assert_eq!(desk.run(&["convert", river, "-o", "river.catan"]).code, 0);
    let turned = desk.run(&["transform", "river.catan", "--top", "2", "--left", "1", "-o", "moved.catan"]);
    assert_eq!((turned.code, turned.err.as_str()), (0, ""));
    let (old, new) = (desk.read("river.catan"), desk.read("moved.catan"));
    let lines = |text: &str, word: &str| -> Vec<String> {
        text.lines().filter(|l| l.starts_with(&format!("# pioneers: {word} "))).map(str::to_owned).collect()
    };
    for word in ["void", "nosetup"] {
        assert!(lines(&old, word) != lines(&new, word), "{word}");
        assert_eq!(lines(&old, word).len(), lines(&new, word).len(), "{word}");
    }
    assert_eq!(lines(&old, "chits"), lines(&new, "chits"));
    assert!(new.contains("# pioneers: num-bridges"), "{new}");
    let checked = desk.run(&["check", "moved.catan"]);
    assert_eq!((checked.code, checked.out.as_str()), (0, ""), "{new}");
    let back = desk.run(&["transform", "moved.catan", "--top", "-2", "--left", "-1", "-o", "back.catan"]);
    assert_eq!((back.code, desk.read("back.catan")), (0, old));
}

const POSTED: &str = "title Post\nnum-players 3\nvictory-points 10\nnum-roads 15\nnum-settlements 5\nnum-cities 4\n\
                      resource-count 3\nnum-ships 4\n# a word\nchits 6,8,5\nmap\ns,t0,p1\ng2,s,s\n.\n";

#[test]
fn advice_and_losses_of_a_pioneers_map_stand_where_it_says_so() {
    let desk = Desk::new();
    desk.write("post.game", POSTED);
    let said = desk.run(&["lint", "post.game"]);
    let has = |text: &str, finding: &str| assert!(text.contains(finding), "{finding}\n{text}");
    has(&said.out, "post.game:7:1: hint[small-bank]: the bank has 3 brick");
    has(&said.out, "post.game:11:1: hint[no-desert]");
    has(&said.out, "post.game:12:3: warning[red-neighbours]");
    let said = desk.run(&["convert", "post.game", "-o", "post.catan"]);
    assert_eq!(said.code, 0, "{said:?}");
    has(&said.err, "post.game:8:1: warning[L-ships]");
    has(&said.err, "post.game:9:1: warning[L-text]");
    has(&said.err, "post.game:10:1: warning[L-sequence]");
    has(&said.err, "post.game:13:1: warning[L-gold]: carried: `gold 0 1 5` is kept as a note");
    has(&desk.read("post.catan"), "# pioneers: gold 0 1 5");
    // and those of a .catan map at its numbers
    desk.write("open.catan", base());
    let said = desk.run(&["convert", "open.catan", "--to", "game"]);
    let (line, text) = base().lines().enumerate().map(|(n, l)| (n + 1, l.to_owned())).nth(28).unwrap();
    let column = text.find('1').unwrap() + 1;
    has(&said.err, &format!("open.catan:{line}:{column}: warning[L-values]"));
    has(&said.err, "warning[L-draw]: changed: open cells are shuffled as Pioneers does");
}

#[test]
fn a_note_nobody_understands_is_named_with_its_place_and_what_was_meant() {
    let desk = Desk::new();
    let with = |notes: &str| format!("{notes}{}", base());
    desk.write(
        "typo.catan",
        with("# pioneers: num-shps 4\n# pioneers: num-walls\n# pioneers: sevens-rule 9\n"),
    );
    let said = desk.run(&["check", "typo.catan"]);
    for line in [
        "typo.catan:1:13: warning[unknown-note]: expected a line of a Pioneers map, found `num-shps`",
        "typo.catan:3:13: warning[malformed-note]: expected 0, 1 or 2 behind `sevens-rule`, found `9`",
        "did you mean `num-ships`",
    ] {
        assert!(said.out.contains(line), "{line}\n{}", said.out);
    }
    assert_eq!(desk.run(&["check", "--strict", "typo.catan"]).code, 1);
    desk.write(
        "place.catan",
        with(
            "# pioneers: pirate 3 3\n# pioneers: void 99 0\n# pioneers: use-pirate\n# pioneers: use-pirate\n",
        ),
    );
    let said = desk.run(&["check", "place.catan"]);
    for line in [
        "place.catan:1:13: warning[misplaced-note]: expected water at column 3, row 3",
        "place.catan:2:13: warning[misplaced-note]: expected a hex of the",
        "place.catan:4:13: warning[repeated-note]: `use-pirate` is said twice",
    ] {
        assert!(said.out.contains(line), "{line}\n{}", said.out);
    }
}

#[test]
fn numbers_beyond_pioneers_are_a_loss_and_notes_survive_the_round_trip() {
    let desk = Desk::new();
    assert_eq!(desk.run(&["generate", "--preset", "base", "--seed", "7", "-o", "board.catan"]).code, 0);
    let text = desk.read("board.catan").replace("19 19 19 19 19", "2000 2000 2000 2000 2000");
    desk.write("rich.catan", &text);
    for strictness in [&[][..], &["--strict"]] {
        let words = [&["convert", "rich.catan", "-o", "rich.game"], strictness].concat();
        let said = desk.run(&words);
        assert_eq!(said.code, 1, "{said:?}");
        let loss = "warning[L-range]: changed: `resource-count 2000` is cut to 0-999";
        assert!(said.err.contains(loss), "{said:?}");
        assert!(!desk.path().join("rich.game").exists());
    }
    assert_eq!(desk.run(&["convert", "rich.catan", "-o", "rich.game", "--lossy"]).code, 0);
    let said = desk.run(&["check", "--strict", "rich.game"]);
    assert!(!said.out.contains("G012"), "{said:?}");
    // the seed and the licence are notes again, not comments of the Pioneers map
    assert_eq!(desk.run(&["convert", "board.catan", "-o", "board.game"]).code, 0);
    assert_eq!(desk.run(&["convert", "board.game", "-o", "back.catan"]).code, 0);
    let notes = |name: &str| -> Vec<String> {
        let keys = ["# title:", "# licence:", "# seed:"];
        desk.read(name).lines().filter(|l| keys.iter().any(|k| l.starts_with(k))).map(str::to_owned).collect()
    };
    assert_eq!(notes("back.catan"), notes("board.catan"));
    assert!(notes("back.catan").contains(&"# seed: 7".to_owned()));
}
