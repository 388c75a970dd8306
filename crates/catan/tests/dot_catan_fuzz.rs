//! The committed corpus of the fuzzer, bounded mutations of it, and files cut off anywhere.

use hexwright_catan::text::dot_catan::{MOST_BYTES, Mode, fuzz_one, read};
use hexwright_core::{Fast, Random};

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/dot_catan");
const MUTATIONS: u64 = 200;

fn corpus() -> Vec<Vec<u8>> {
    let mut files: Vec<_> = std::fs::read_dir(CORPUS).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 20, "the corpus is committed");
    files.iter().map(|file| std::fs::read(file).unwrap()).collect()
}

#[test]
fn the_corpus_and_its_mutations_obey_the_laws() {
    for (place, bytes) in corpus().iter().enumerate() {
        fuzz_one(bytes);
        let mut chance = Fast::new(place as u64, 1);
        for _ in 0..MUTATIONS {
            fuzz_one(&mutated(bytes, &mut chance));
        }
    }
}

#[test]
fn a_map_cut_off_anywhere_is_a_diagnostic() {
    for bytes in corpus() {
        for end in 0..bytes.len().min(900) {
            let reading = read(&bytes[..end], Mode::Lenient);
            assert!(reading.setup.is_some() || !reading.diagnostics.is_empty());
        }
    }
}

#[test]
fn a_file_at_the_limit_is_read_and_one_byte_more_is_not() {
    let mut bytes = std::fs::read(format!("{CORPUS}/base.catan")).unwrap();
    while bytes.len() < MOST_BYTES {
        let length = (MOST_BYTES - bytes.len()).min(1000);
        let mut comment = vec![b'#'; length - 1];
        comment.push(b'\n');
        bytes.extend(comment);
    }
    assert!(read(&bytes, Mode::Strict).setup.is_some());
    bytes.push(b'\n');
    let reading = read(&bytes, Mode::Lenient);
    assert_eq!(reading.diagnostics[0].id, "file-too-large");
    assert_eq!(reading.diagnostics[0].message, "file has 262145 bytes; the limit is 262144");
    assert_eq!(read(&vec![b'1'; 10 << 20], Mode::Lenient).diagnostics[0].id, "file-too-large");
}

/// A copy with a few bytes changed, taken out, doubled or replaced by what a map means something by.
fn mutated(bytes: &[u8], chance: &mut Fast) -> Vec<u8> {
    const LOADED: &[u8] = b"\n\r\0 \t-+#,.:0123456789x\xc2\xa0\xff";
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
