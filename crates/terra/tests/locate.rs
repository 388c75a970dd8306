//! Every snapshot is found again in its log.

#![allow(clippy::print_stderr)] // a skipped test says why

use hexwright_terra::text::ledger::Log;
use hexwright_terra::text::locate::locate;
use hexwright_terra::text::snapshot::{self, Level};
use serde_json::Value;
use std::path::{Path, PathBuf};

fn data() -> Option<PathBuf> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/conformance/terra"));
    if !path.is_dir() {
        eprintln!("skipped: no conformance folder at {}", path.display());
        return None;
    }
    Some(path.to_owned())
}

/// Per game its snapshots: file name and number of commands, ascending.
fn index(folder: &Path) -> Vec<(String, Vec<(usize, String)>)> {
    let text = std::fs::read_to_string(folder.join("index.json")).unwrap();
    let entries: Value = serde_json::from_str(&text).unwrap();
    let mut games: Vec<(String, Vec<(usize, String)>)> = Vec::new();
    for entry in entries.as_array().unwrap() {
        let game = entry["game"].as_str().unwrap().to_owned();
        let item = (entry["commands"].as_u64().unwrap() as usize, entry["file"].as_str().unwrap().to_owned());
        match games.iter_mut().find(|(name, _)| *name == game) {
            Some((_, list)) => list.push(item),
            None => games.push((game, vec![item])),
        }
    }
    games.iter_mut().for_each(|(_, list)| list.sort());
    games
}

#[test]
fn every_snapshot_is_found_in_its_log() {
    let Some(data) = data() else { return };
    for (snapshots, ledgers) in [("snapshots", "ledgers"), ("snapshots-made", "ledgers-made")] {
        for (game, positions) in index(&data.join(snapshots)) {
            let log =
                Log::read(&std::fs::read(data.join(ledgers).join(format!("{game}.json"))).unwrap()).unwrap();
            for (commands, file) in positions {
                let text = std::fs::read_to_string(data.join(snapshots).join(&file)).unwrap();
                let wanted = snapshot::read(&text, Level::Rules).snapshot;
                let found = locate(&log, &wanted).unwrap();
                assert!(found.contains(&commands), "{file}: found at {found:?}");
            }
        }
    }
}
