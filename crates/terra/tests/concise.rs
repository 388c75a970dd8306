//! The gates of the concise grid: strict reading, printing back, replaying, converting.

#![allow(clippy::print_stderr)] // what was counted is part of the result

mod support;

use hexwright_terra::text::concise::{self, Grid};
use hexwright_terra::text::ledger::{Log, Replay};
use hexwright_trials::{conformance, nothing, others, trials};
use serde_json::Value;
use std::path::{Path, PathBuf};
use support::Whose;

/// The files of a folder of the league's games.
fn league(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(others("terra").join(folder)).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|e| e.unwrap().path()).collect();
    files.sort();
    files
}

fn grid(text: &str, path: &Path) -> Grid {
    let read = concise::read(text);
    assert!(read.findings.is_empty(), "{}: {:?}", path.display(), read.findings);
    read.grid
}

/// Cells of a text, for comparing token by token.
fn cells(text: &str) -> Vec<String> {
    let rows = text.lines().filter(|line| line.contains('|'));
    rows.flat_map(|line| line.split('|').map(|cell| cell.trim().to_owned())).collect()
}

fn ledger(path: &Path) -> Value {
    let name = path.file_stem().unwrap().to_str().unwrap();
    let path = path.parent().unwrap().parent().unwrap().join("ledgers").join(format!("{name}.json"));
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

/// Final points of a log, by faction in alphabetical order.
fn finals(log: &Log) -> Vec<(String, i64)> {
    let mut replay = Replay::new(log).unwrap();
    replay.play_to(usize::MAX).unwrap();
    let mut points: Vec<(String, i64)> = replay
        .position()
        .players
        .iter()
        .map(|p| (p.faction.log_name().to_owned(), p.points.into()))
        .collect();
    points.sort();
    points
}

fn displayed_logs_parse_strictly_and_print_back_token_for_token() {
    let files = league("concise");
    assert_eq!(files.len(), 50);
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let printed = grid(&text, &path).to_string();
        assert_eq!(cells(&printed), cells(&text), "{}", path.display());
    }
}

/// The displayed form is no faithful record: it is replayed as far as it goes, and then says where it stops.
fn displayed_logs_replay_to_the_end_or_stop_with_one_finding() {
    let files = league("concise");
    let (mut ended, mut rows) = (0, 0);
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let replayed = concise::to_log(&grid(&text, &path));
        match &replayed.findings[..] {
            [] => {
                let points = finals(&replayed.log);
                assert!(points.iter().all(|(_, points)| (20..=250).contains(points)), "{points:?}");
                ended += 1;
            }
            [stop] => {
                assert_eq!(stop.id, "C08", "{}: {stop:?}", path.display());
                assert!(stop.span.start > 0 && (stop.span.end as usize) <= text.len(), "{stop:?}");
                // what was played before is a log of its own
                Replay::new(&replayed.log).unwrap().play_to(usize::MAX).unwrap();
            }
            more => panic!("{}: {more:?}", path.display()),
        }
        rows += replayed.log.entries.len();
    }
    eprintln!("{ended} of 50 replay to their end, {rows} commands in all");
    assert!(ended > 0 && rows > 5_000, "{ended} ended, {rows} commands");
}

fn exact_logs_print_back_and_replay_to_the_final_points() {
    let files = league("concise-exact");
    assert_eq!(files.len(), 50);
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let grid = grid(&text, &path);
        assert_eq!(grid.to_string(), text, "{}", path.display());
        let replayed = concise::to_log(&grid);
        assert!(replayed.findings.is_empty(), "{}: {:?}", path.display(), replayed.findings);
        let expected: Vec<(String, i64)> = ledger(&path)["final"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(name, points)| (name.clone(), points.as_i64().unwrap()))
            .collect();
        assert_eq!(finals(&replayed.log), expected, "{}", path.display());
    }
}

fn ledgers_become_the_exact_grid() {
    let files = league("concise-exact");
    let mut differing: Vec<String> = Vec::new();
    for path in files {
        let log = Log::read(ledger(&path).to_string().as_bytes()).unwrap();
        let written = concise::write_exact(&log).unwrap().to_string();
        let expected = std::fs::read_to_string(&path).unwrap();
        for (ours, theirs) in written.lines().zip(expected.lines()).filter(|(a, b)| a != b).take(2) {
            differing.push(format!("{}\n  {ours}\n  {theirs}", path.display()));
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

fn made_games_survive_the_way_through_the_grid() {
    let games = Whose::Made.ledgers();
    assert_eq!(games.len(), 24);
    for (name, bytes) in games {
        let path = Path::new(&name);
        let log = Log::read(&bytes).unwrap();
        let text =
            concise::write_exact(&log).unwrap_or_else(|e| panic!("{}: {e}", path.display())).to_string();
        let replayed = concise::to_log(&grid(&text, path));
        assert!(replayed.findings.is_empty(), "{}: {:?}\n{text}", path.display(), replayed.findings);
        assert_eq!(finals(&replayed.log), finals(&log), "{}", path.display());
        let mut replay = Replay::new(&log).unwrap();
        replay.play_to(usize::MAX).unwrap();
        let mut again = Replay::new(&replayed.log).unwrap();
        again.play_to(usize::MAX).unwrap();
        // The lines of choosing factions may stand between the choices of colour; they say nothing.
        let rows =
            |r: &Replay| r.rows().iter().filter(|row| row.text != "setup").cloned().collect::<Vec<_>>();
        let after = |r: &Replay| rows(r).iter().map(|row| (row.faction, row.after)).collect::<Vec<_>>();
        assert_eq!(after(&again), after(&replay), "{}", path.display());
    }
}

/// Some programs leave out the heading of the setup, repeat columns, put a conversion into a cell of its own
/// and convert several goods at once: all of it is read, with a warning at most.
fn looser_grids_are_read() {
    let text = "Game: Base Game\nMiniExpansions: On\n\n\
        Halflings | Auren | Alchemists | Chaos Magicians\n\
        ----------------------------------------\n\
        S-F5 | S-F4 | S-E5.S-B5 |\n\
        Round 1\n\
        TurnOrder: Halflings, Auren, Halflings, Auren\n\
        Halflings | Auren | Halflings | Auren\n\
        ----------------------------------------\n\
         | | BURN5.ACT6.T-F3.T-G5.F3 | L\n\
         | | C1PW:1C | ->A2.BURN1.ACT5.T-F6-Gy.F6\n\
         | | C3PW:3C.PASS.C1PW:1C | BURN1.C2W1PW:3C.+SHIP\n";
    let read = concise::read(text);
    let codes: Vec<_> = read.findings.iter().map(|finding| finding.id).collect();
    assert_eq!(codes, ["C06"]);
    assert!(read.is_sound());
    assert_eq!(read.grid.blocks.len(), 2);
    assert!(read.grid.blocks[0].round.is_none());
    let printed = read.grid.to_string();
    assert!(printed.contains("BURN1.C2W:2C.C1PW:1C.+SHIP"), "{printed}");
    assert_eq!(concise::read(&printed).grid.to_string(), printed);
    // without tiles there is no game, and that is said
    assert!(!concise::to_log(&read.grid).findings.is_empty());
}

trials! {
    nothing() => made_games_survive_the_way_through_the_grid, looser_grids_are_read;
    conformance("terra/concise") => displayed_logs_parse_strictly_and_print_back_token_for_token, displayed_logs_replay_to_the_end_or_stop_with_one_finding;
    conformance("terra/concise-exact").and(conformance("terra/ledgers")) => exact_logs_print_back_and_replay_to_the_final_points, ledgers_become_the_exact_grid;
}
