//! Games and positions for tests: our own from `tests/data`, those of the league from beside the checkout.
#![allow(dead_code)] // each test crate uses its part

use hexwright_trials::{Need, conformance, nothing, others};
use serde_json::Value;
use std::io::Read as _;
use std::path::PathBuf;

/// A file or folder of `tests/data`.
pub(crate) fn data(path: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data")).join(path)
}

/// Whose games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whose {
    /// Random play made for Hexwright; rows computed by the reference program.
    Made,
    /// Games of people, which stay outside the repository.
    League,
}

/// A position of a game.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) game: String,
    pub(crate) text: String,
    pub(crate) commands: usize,
    pub(crate) expect_rows: usize,
}

impl Whose {
    pub(crate) const ALL: [Self; 2] = [Self::Made, Self::League];

    pub(crate) fn need(self) -> Need {
        match self {
            Self::Made => nothing(),
            Self::League => conformance("terra/ledgers").and(conformance("terra/snapshots")),
        }
    }

    /// The ledgers, each with its text.
    pub(crate) fn ledgers(self) -> Vec<(String, Vec<u8>)> {
        match self {
            Self::Made => packed("ledgers-made.jsonl.gz"),
            Self::League => {
                let files = std::fs::read_dir(others("terra/ledgers")).unwrap();
                let mut paths: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
                paths.sort();
                let name = |path: &PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
                paths.iter().map(|path| (name(path), std::fs::read(path).unwrap())).collect()
            }
        }
    }

    /// Positions of these games.
    pub(crate) fn positions(self) -> Vec<Case> {
        let entries: Vec<Value> = match self {
            Self::Made => lines("snapshots-made.jsonl.gz"),
            Self::League => {
                let folder = others("terra/snapshots");
                let index = std::fs::read(folder.join("index.json")).unwrap();
                let mut entries: Vec<Value> = serde_json::from_slice(&index).unwrap();
                for entry in &mut entries {
                    let path = folder.join(entry["file"].as_str().unwrap());
                    entry["text"] = std::fs::read_to_string(path).unwrap().into();
                }
                entries
            }
        };
        let case = |entry: &Value| {
            let word = |key: &str| entry[key].as_str().unwrap().to_owned();
            let number = |key: &str| entry[key].as_u64().unwrap() as usize;
            Case {
                name: word("file"),
                game: word("game"),
                text: word("text"),
                commands: number("commands"),
                expect_rows: number("expect_rows"),
            }
        };
        entries.iter().map(case).collect()
    }
}

/// The games of a packed file: a JSON object a line, each with its id.
pub(crate) fn packed(name: &str) -> Vec<(String, Vec<u8>)> {
    lines(name).iter().map(|g| (g["id"].as_str().unwrap().to_owned(), g.to_string().into_bytes())).collect()
}

fn lines(name: &str) -> Vec<Value> {
    let bytes = std::fs::read(data(name)).unwrap();
    let mut text = String::new();
    flate2::read::GzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
