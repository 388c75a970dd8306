//! Maps cut off anywhere, and the limit on their size. The corpus itself is run by hexwright-laws.

use hexwright_catan_map::text::dot_catan::{Leniency, MOST_BYTES, read};

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/corpus/dot_catan");

fn corpus() -> Vec<Vec<u8>> {
    let mut files: Vec<_> = std::fs::read_dir(CORPUS).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 20, "the corpus is committed");
    files.iter().map(|file| std::fs::read(file).unwrap()).collect()
}

#[test]
fn a_map_cut_off_anywhere_is_a_diagnostic() {
    for bytes in corpus() {
        for end in 0..bytes.len().min(900) {
            let reading = read("map.catan", &bytes[..end], Leniency::Lenient);
            assert!(reading.value.is_some() || !reading.diagnostics.is_empty());
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
    assert!(read("map.catan", &bytes, Leniency::Strict).value.is_some());
    bytes.push(b'\n');
    let reading = read("map.catan", &bytes, Leniency::Lenient);
    assert_eq!(reading.diagnostics[0].id, "file-too-large");
    assert_eq!(reading.diagnostics[0].message, "file has 262145 bytes; the limit is 262144");
    assert_eq!(
        read("map.catan", &vec![b'1'; 10 << 20], Leniency::Lenient).diagnostics[0].id,
        "file-too-large"
    );
}
