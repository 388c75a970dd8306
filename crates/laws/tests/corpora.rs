//! Every law on every input that is kept under `fuzz/corpus`, as it is and changed at random.

use hexwright_core::{Fast, Random};
use hexwright_laws::LAWS;
use std::collections::BTreeMap;
use std::path::Path;

const FUZZ: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz");
/// Changed copies that are tried for each target, spread over its corpus.
const CHANGES: usize = 2_000;

/// A line of `fuzz/targets.txt`.
struct Target {
    longest: usize,
    dictionary: String,
}

fn targets() -> BTreeMap<String, Target> {
    let text = std::fs::read_to_string(Path::new(FUZZ).join("targets.txt")).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [name, _kind, longest, dictionary, _feature] = words[..] else { panic!("{line:?}") };
            let target = Target { longest: longest.parse().unwrap(), dictionary: dictionary.to_owned() };
            (name.to_owned(), target)
        })
        .collect()
}

/// The words of a dictionary; every line is `"word"` with `\"`, `\\` and `\xHH`.
fn dictionary(name: &str) -> Vec<Vec<u8>> {
    if name == "-" {
        return Vec::new();
    }
    let text = std::fs::read_to_string(Path::new(FUZZ).join(format!("dictionaries/{name}.dict"))).unwrap();
    let quoted = text.lines().filter(|line| !line.starts_with('#'));
    quoted
        .map(|line| {
            let inner = line.strip_prefix('"').and_then(|l| l.strip_suffix('"'));
            let mut rest = inner.unwrap_or_else(|| panic!("{name}.dict: {line}")).as_bytes();
            let mut word = Vec::new();
            while let Some((&byte, after)) = rest.split_first() {
                rest = after;
                match (byte, rest) {
                    (b'\\', [b'x', high, low, after @ ..]) => {
                        let digits = [*high, *low];
                        let digits = std::str::from_utf8(&digits).unwrap();
                        word.push(u8::from_str_radix(digits, 16).unwrap());
                        rest = after;
                    }
                    (b'\\', [escaped @ (b'"' | b'\\'), after @ ..]) => {
                        word.push(*escaped);
                        rest = after;
                    }
                    (b'\\', _) => panic!("{name}.dict: {line} has an escape libFuzzer does not know"),
                    _ => word.push(byte),
                }
            }
            assert!(!word.is_empty(), "{name}.dict has an empty word");
            word
        })
        .collect()
}

fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(FUZZ).join("corpus").join(name);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 4, "the corpus of {name} is committed");
    files.iter().map(|file| std::fs::read(file).unwrap()).collect()
}

/// One to four random edits: a bit flipped, a part cut, doubled or moved, a word put in.
fn changed(bytes: &[u8], words: &[Vec<u8>], random: &mut Fast) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.index(4) {
        let at = random.index(bytes.len() + 1);
        let end = (at + random.index(40)).min(bytes.len());
        match random.index(7) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.index(8),
            1 if at < bytes.len() => bytes[at] = random.index(256) as u8,
            2 => drop(bytes.drain(at..end)),
            3 => {
                let part = bytes[at..end].to_vec();
                let to = random.index(bytes.len() + 1);
                bytes.splice(to..to, part);
            }
            4 => bytes.truncate(at),
            _ if !words.is_empty() => drop(bytes.splice(at..at, words[random.index(words.len())].clone())),
            _ => bytes.extend((0..8).map(|_| random.index(256) as u8)),
        }
    }
    bytes
}

#[test]
fn the_list_of_targets_names_every_law() {
    let listed: Vec<String> = targets().into_keys().collect();
    let laws: Vec<String> = LAWS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(listed, laws);
    for name in laws {
        let source = std::fs::read_to_string(Path::new(FUZZ).join(format!("fuzz_targets/{name}.rs")));
        assert!(source.unwrap().contains(&format!("hexwright_laws::{name}(bytes)")), "{name} calls its law");
    }
}

#[test]
fn every_kept_input_and_changed_copies_of_it_obey_the_laws() {
    let targets = targets();
    // the laws share nothing but their games: two threads halve the wait
    std::thread::scope(|scope| {
        for half in LAWS.chunks(LAWS.len().div_ceil(2)) {
            let targets = &targets;
            scope.spawn(move || {
                for (name, law) in half {
                    let target = &targets[*name];
                    let (inputs, words) = (corpus(name), dictionary(&target.dictionary));
                    inputs.iter().for_each(|input| law(input));
                    for n in 0..CHANGES {
                        let mut random = Fast::new(7, n as u64);
                        let mut input = changed(&inputs[n % inputs.len()], &words, &mut random);
                        input.truncate(target.longest.max(4 << 10));
                        law(&input);
                    }
                }
            });
        }
    });
}
