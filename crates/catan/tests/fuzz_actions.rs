//! The fuzz target's corpus and mutations of it, in ordinary tests.

use hexwright_catan::game::fuzz_one;
use hexwright_core::{Fast, Random};

#[test]
fn arbitrary_actions_change_nothing_or_keep_the_invariants() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/catan_actions");
    let mut corpus: Vec<Vec<u8>> =
        std::fs::read_dir(folder).unwrap().map(|e| std::fs::read(e.unwrap().path()).unwrap()).collect();
    corpus.sort();
    assert!(corpus.len() >= 6);
    corpus.iter().for_each(|bytes| fuzz_one(bytes));
    let mut random = Fast::new(1, 1);
    for round in 0..200 {
        let mut bytes = corpus[round % corpus.len()].clone();
        for _ in 0..1 + random.index(12) {
            let place = random.index(bytes.len());
            bytes[place] = random.next_u64() as u8;
        }
        if random.index(4) == 0 {
            bytes.truncate(random.index(bytes.len()));
        }
        bytes.extend((0..8 * random.index(8)).map(|_| random.next_u64() as u8));
        fuzz_one(&bytes);
    }
}
