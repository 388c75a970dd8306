//! Hostile files against every verb that reads one: no panic, no hang, an exit code of the table, a sentence that
//! helps, and nothing written.

#[allow(dead_code, reason = "other tests of this desk need the rest")]
mod desk;

use desk::Desk;
use std::collections::BTreeMap;
use std::io::Write as _;

const MAPS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps");

/// Good files, from which the hostile ones are made.
const GOOD: [(&str, &str); 6] = [
    ("catan", "catan/base.catan"),
    ("game", "pioneers/lantern_bay.game"),
    ("rnd", "titan/oasis.rnd"),
    ("tms", "terra/four-on-base-40.tms"),
    ("tmlog", "terra/four-on-base.tmlog"),
    ("tmgrid", "terra/four-on-base.tmgrid"),
];

/// Endings whose files every format could be asked to read.
const ENDINGS: [&str; 9] = ["catan", "game", "rnd", "tms", "tmlog", "tmgrid", "xml", "record", "jsonl"];

/// Verbs with the options they need; `IN` is the file.
const VERBS: &[&str] = &[
    "check IN",
    "check --strict --lint --fix IN",
    "lint IN",
    "fmt --check IN",
    "fmt IN",
    "convert IN out.catan",
    "convert IN out.game",
    "convert IN --to xml -o out.xml",
    "convert IN --to snapshot -o out.tms",
    "convert IN --to concise -o out.tmgrid",
    "generate IN --seed 1 -o out.catan",
    "render IN -o out.svg",
    "render IN",
    "stats IN --runs 2 -o out.json",
    "score IN",
    "diff IN IN",
    "share IN -o out.txt",
    "transform IN --rotate 60 -o out.catan",
    "simulate IN --games 1 --record out.record",
    "tournament IN --bots random,random --games 2 -o out.csv",
    "fairness IN --games 2 --bot random --counts out.json",
    "merge IN -o out.csv",
    "play IN --players random,random",
    "replay IN --verify",
    "analyse IN --playouts 1 --bot random",
    "legal IN",
];

/// Name and content of every hostile file.
fn hostile() -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let strange: [(&str, Vec<u8>); 18] = [
        ("empty", Vec::new()),
        ("nul", vec![0; 300]),
        ("blank", b" \n\t\n\r\n".to_vec()),
        ("comment", b"# nothing but a comment".to_vec()),
        ("letters", b"lorem ipsum dolor sit amet\n".repeat(40)),
        ("bytes", (0..=255).cycle().take(2_000).collect()),
        ("not-utf8", b"title \xff\xfe\xc3\x28\n".to_vec()),
        ("mark", b"\xef\xbb\xbf1 2\n".to_vec()),
        ("utf16", "title Rock\nmap\n".encode_utf16().flat_map(u16::to_le_bytes).collect()),
        ("numbers", b"1 2\n".repeat(500)),
        ("huge-numbers", b"99999999999999999999 -1 3.5 1e999\n".repeat(20)),
        ("one-line", vec![b'7'; 200_000]),
        ("many-lines", b"\n".repeat(100_000)),
        ("html", b"<!DOCTYPE html>\n<html><body>map</body></html>\n".to_vec()),
        ("json", b"{\"hexes\": [1, {\"x\": []}], \"rows\": \"SCORE\", \"schema\": 3}\n".to_vec()),
        ("deep", [b"[".repeat(50_000), b"]".repeat(50_000)].concat()),
        ("parentheses", [b"AREA ".to_vec(), b"SOMEOF(1,".repeat(5_000)].concat()),
        ("entities", b"<!DOCTYPE x [<!ENTITY a \"aaaa\">]><battlemap>&a;</battlemap>".to_vec()),
    ];
    for (what, bytes) in &strange {
        for ending in ENDINGS {
            files.insert(format!("{what}.{ending}"), bytes.clone());
        }
    }
    for (ending, path) in GOOD {
        let good = std::fs::read(format!("{MAPS}/{path}")).unwrap();
        let lines: Vec<&[u8]> = good.split_inclusive(|&b| b == b'\n').collect();
        files.insert(format!("half.{ending}"), good[..good.len() / 2].to_vec());
        files.insert(format!("twice.{ending}"), good.repeat(2));
        files.insert(
            format!("upside-down.{ending}"),
            lines.iter().rev().copied().collect::<Vec<_>>().concat(),
        );
        files.insert(format!("torn.{ending}"), lines.iter().step_by(2).copied().collect::<Vec<_>>().concat());
        let swapped: Vec<u8> = good.iter().map(|&b| if b == b'1' { b'9' } else { b }).collect();
        files.insert(format!("swapped.{ending}"), swapped);
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(&good).unwrap();
        let packed = packed.finish().unwrap();
        files.insert(format!("cut.{ending}.gz"), packed[..packed.len() / 2].to_vec());
        // a good file under the name of another format
        for other in ENDINGS.iter().filter(|other| **other != ending) {
            files.insert(format!("a-{ending}.{other}"), good.clone());
        }
    }
    files
}

/// What the folder holds, so that a change shows.
fn contents(desk: &Desk) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(desk.path()).unwrap();
    entries
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap()))
        .collect()
}

/// Runs verbs on files; `take` picks the pairs to run.
fn matrix(take: impl Fn(usize, usize) -> bool) {
    let files = hostile();
    assert!(files.len() >= 150, "{} hostile files", files.len());
    let desk = Desk::new();
    let mut runs = 0;
    for (number, (name, bytes)) in files.iter().enumerate() {
        for (_, line) in VERBS.iter().enumerate().filter(|(verb, _)| take(number, *verb)) {
            desk.write(name, bytes);
            let words: Vec<&str> =
                line.split(' ').map(|word| if word == "IN" { name } else { word }).collect();
            let said = desk.run_lossy(&words);
            let line = words.join(" ");
            runs += 1;
            assert!((0..=2).contains(&said.code), "{line}: {said:?}");
            let all = format!("{}{}", said.out, said.err);
            assert!(!all.contains("panicked") && !all.contains("RUST_BACKTRACE"), "{line}: {said:?}");
            if said.code == 2 {
                assert!(said.err.contains("error: ") && said.err.trim_end().len() > 20, "{line}: {said:?}");
            }
            if said.code == 1 {
                assert!(all.trim().len() > 10, "{line}: nothing was said");
            }
            // a file that was refused stays as it was, and nothing stands beside it
            if said.code == 2 || said.code == 1 && !line.contains("--fix") {
                let now = contents(&desk);
                assert_eq!(now.len(), 1, "{line} wrote {:?}", now.keys().collect::<Vec<_>>());
                assert!(now[name] == *bytes, "{line} changed the file");
            }
            for left in contents(&desk).into_keys() {
                std::fs::remove_file(desk.path().join(left)).unwrap();
            }
        }
    }
    assert!(runs >= files.len(), "{} files, {} verbs, only {runs} runs", files.len(), VERBS.len());
}

/// Every file with some verbs and every verb with some files.
#[test]
fn hostile_files_are_refused_in_good_order() {
    matrix(|file, verb| (file * 7 + verb * 3).is_multiple_of(26));
}

#[test]
#[ignore = "takes minutes: every file with every verb"]
fn every_hostile_file_is_refused_by_every_verb() {
    matrix(|_, _| true);
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_without_end_needs_no_memory() {
    let desk = Desk::new();
    desk.write("base.catan", std::fs::read(format!("{MAPS}/catan/base.catan")).unwrap());
    for line in [
        "check /dev/zero",
        "fmt /dev/zero",
        "convert /dev/zero --from game --to catan",
        "generate /dev/zero",
        "merge /dev/zero",
        "stats base.catan --against /dev/zero",
        "tune --rounds 0 --from /dev/zero",
    ] {
        // half a gigabyte of address space for a program of a hundred megabytes
        let script = format!("ulimit -v 1500000; exec \"$0\" {line}");
        let output = std::process::Command::new("sh")
            .args(["-c", &script, env!("CARGO_BIN_EXE_hexwright")])
            .current_dir(desk.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{line}: {said}");
        assert!(!said.contains("memory"), "{line}: {said}");
    }
}

#[test]
#[cfg(unix)]
fn names_that_are_no_text_are_names() {
    use std::os::unix::ffi::OsStrExt as _;
    let desk = Desk::new();
    let name = std::ffi::OsStr::from_bytes(b"b\xffse.catan");
    std::fs::write(desk.path().join(name), std::fs::read(format!("{MAPS}/catan/base.catan")).unwrap())
        .unwrap();
    for verb in ["check", "lint", "fmt", "score", "render", "share"] {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_hexwright"))
            .arg(verb)
            .arg(name)
            .current_dir(desk.path())
            .output()
            .unwrap();
        assert!(output.status.success(), "{verb}: {output:?}");
    }
}
