//! The committed corpus of the fuzzer and bounded mutations of it, under the ordinary test runner.

use hexwright_catan::text::pioneers::fuzz_one;
use hexwright_core::{Fast, Random};

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/pioneers");
const MUTATIONS: u64 = 250;

#[test]
fn the_corpus_and_its_mutations_obey_the_laws() {
    let mut files: Vec<_> = std::fs::read_dir(CORPUS).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 8, "the corpus is committed");
    for (place, file) in files.iter().enumerate() {
        let bytes = std::fs::read(file).unwrap();
        fuzz_one(&bytes);
        let mut chance = Fast::new(place as u64, 1);
        for _ in 0..MUTATIONS {
            fuzz_one(&mutated(&bytes, &mut chance));
        }
    }
}

/// A copy with a few bytes changed, taken out, doubled or replaced by what a map means something by.
fn mutated(bytes: &[u8], chance: &mut Fast) -> Vec<u8> {
    const LOADED: &[u8] = b"\n\r\0 ,.-+#stpfhmdgR?0179\xff";
    let mut copy = bytes.to_vec();
    for _ in 0..=chance.below(6) {
        let at = chance.index(copy.len().max(1));
        match chance.below(4) {
            0 if at < copy.len() => copy[at] = LOADED[chance.index(LOADED.len())],
            1 if at < copy.len() => {
                copy.remove(at);
            }
            2 => copy.insert(at.min(copy.len()), LOADED[chance.index(LOADED.len())]),
            _ => {
                let end = (at + chance.index(40)).min(copy.len());
                let piece = copy[at.min(end)..end].to_vec();
                let to = chance.index(copy.len() + 1);
                copy.splice(to..to, piece);
            }
        }
    }
    copy
}
