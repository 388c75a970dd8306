//! The corpora of the fuzz targets, each file as it is and changed at random.

use hexwright_core::{Fast, Random};
use hexwright_titan::fuzz::{fuzz_map, fuzz_script};
use std::path::Path;

const CHANGES: u64 = 300;

/// Runs the target on each file of a corpus and on changed copies of it.
fn run(corpus: &str, words: &[&str], target: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(corpus);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|f| f.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 5, "{corpus} has too few files");
    for (number, file) in files.iter().enumerate() {
        let bytes = std::fs::read(file).unwrap();
        target(&bytes);
        for change in 0..CHANGES {
            target(&changed(&bytes, words, &mut Fast::new(number as u64, change)));
        }
    }
}

/// One to four random edits: bytes flipped, cut, doubled, or a telling word put in.
fn changed(bytes: &[u8], words: &[&str], random: &mut Fast) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.index(4) {
        let at = random.index(bytes.len() + 1);
        let end = (at + random.index(12)).min(bytes.len());
        match random.index(5) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.index(8),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
            3 => bytes.truncate(at),
            _ => drop(bytes.splice(at..at, words[random.index(words.len())].bytes())),
        }
    }
    bytes
}

#[test]
fn scripts_never_break_a_promise() {
    let words = [
        "AREA ",
        "HAZARDS",
        " LABEL x=",
        "(x)",
        "SOMEOF(2,",
        "*",
        ",",
        "50.",
        "\n",
        "\r",
        "#",
        "\"",
        "PAIR ",
        "D4 ",
        "(0-5,2)",
        "(leftover)",
        "STARTLIST ",
        "99999999999",
        "é",
        ".",
        "SUBSTRACT(",
        ")",
        " HEXSIDES d,40.",
    ];
    run("titan_script", &words, fuzz_script);
}

#[test]
fn maps_never_break_a_promise() {
    let words = [
        "<border number=\"5\" type=\"c\"/>",
        "<battlehex x=\"3\" y=\"3\" terrain=\"Bog\" elevation=\"1\"/>",
        "&lt;",
        "&#0;",
        "<!--",
        "]]>",
        "<",
        ">",
        "\"",
        "0 2 p 1\n",
        "STARTLIST ",
        "D4 ",
        "{",
        "}",
        "\"hexes\":[",
        "é",
        "\n",
        "-1",
    ];
    run("titan_xml", &words, fuzz_map);
}
