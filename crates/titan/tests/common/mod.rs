//! Data for tests: our own from `tests/data`, that of the original program from beside the checkout.
#![allow(dead_code, unreachable_pub, reason = "each test file uses its part")]

use hexwright_trials::{Need, conformance, nothing, others};
use serde_json::Value;
use std::io::Read as _;
use std::path::PathBuf;

/// Whose scripts and maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Made for Hexwright.
    Own,
    /// Published with the original program, which stays outside the repository.
    Published,
}

impl Whose {
    pub const ALL: [Self; 2] = [Self::Own, Self::Published];

    pub fn need(self) -> Need {
        match self {
            Self::Own => nothing(),
            Self::Published => conformance("titan/scripts/head"),
        }
    }

    /// The list of scripts with what must come of them.
    pub fn scripts(self) -> Vec<Value> {
        let index = match self {
            Self::Own => data("scripts/index.json"),
            Self::Published => published("scripts/index.json"),
        };
        let Value::Array(list) = index["scripts"].clone() else { panic!("no list of scripts") };
        let ours = |entry: &Value| entry["file"].as_str().unwrap().starts_with("scripts/synthetic/");
        list.into_iter().filter(|entry| ours(entry) == (self == Self::Own)).collect()
    }

    /// A file, decoded as users' files are.
    pub fn text(self, file: &str) -> String {
        let path = match self {
            Self::Own => own(file),
            Self::Published => others("titan").join(file),
        };
        hexwright_titan::decode(&std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display())))
    }
}

fn own(file: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data")).join(file)
}

/// A JSON file of `tests/data`, packed or not.
pub fn data(file: &str) -> Value {
    let mut bytes = std::fs::read(own(file)).unwrap();
    if file.ends_with(".gz") {
        let packed = std::mem::take(&mut bytes);
        flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut bytes).unwrap();
    }
    serde_json::from_slice(&bytes).unwrap()
}

/// A JSON file of the original program's data.
pub fn published(file: &str) -> Value {
    serde_json::from_slice(&std::fs::read(others("titan").join(file)).unwrap()).unwrap()
}
