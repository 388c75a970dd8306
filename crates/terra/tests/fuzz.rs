//! The committed corpora of the fuzzer and bounded mutations of them, under the ordinary test runner.

use hexwright_core::{Fast, Random};
use hexwright_terra::text::{concise, ledger, snapshot};
use std::path::Path;

/// Mutations of each file of a corpus.
const MUTATIONS: u64 = 400;

fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus")).join(name);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 4, "the corpus is committed");
    files.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

/// One small damage: a byte changed, a part cut, a part doubled, a digit raised, a line moved.
fn damage(bytes: &mut Vec<u8>, random: &mut Fast) {
    if bytes.is_empty() {
        return;
    }
    let place = random.index(bytes.len());
    let end = (place + 1 + random.index(40)).min(bytes.len());
    match random.index(6) {
        0 => bytes[place] = b" :,-/[]\"()@^|.#\tx0919"[random.index(21)],
        1 => drop(bytes.drain(place..end)),
        2 => {
            let part = bytes[place..end].to_vec();
            bytes.splice(place..place, part);
        }
        3 => bytes.truncate(place),
        4 => bytes[place] = random.index(256) as u8,
        _ => {
            let mut lines: Vec<Vec<u8>> = bytes.split(|&b| b == b'\n').map(<[u8]>::to_vec).collect();
            let (a, b) = (random.index(lines.len()), random.index(lines.len()));
            lines.swap(a, b);
            *bytes = lines.join(&b'\n');
        }
    }
}

fn run(name: &str, fuzz_one: fn(&[u8])) {
    for (i, file) in corpus(name).iter().enumerate() {
        fuzz_one(file);
        for n in 0..MUTATIONS {
            let mut random = Fast::new(i as u64, n);
            let mut bytes = file.clone();
            for _ in 0..=random.index(4) {
                damage(&mut bytes, &mut random);
            }
            fuzz_one(&bytes);
        }
    }
}

#[test]
fn snapshots_obey_the_laws() {
    run("terra_snapshot", snapshot::fuzz_one);
}

#[test]
fn grids_obey_the_laws() {
    run("terra_concise", concise::fuzz_one);
}

#[test]
fn logs_obey_the_laws() {
    run("terra_ledger", ledger::fuzz_one);
}
