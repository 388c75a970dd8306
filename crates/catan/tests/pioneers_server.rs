//! Recordings of the real Pioneers server held against our rules, line by line.

#![allow(clippy::print_stderr)] // what was counted is part of the result

mod recordings;

use hexwright_catan::wire::{Transcript, Verdict, verify, verify_as};
use hexwright_trials::{conformance, file, trials};
use recordings::{INSTALLED, files, installed, text};
use std::path::PathBuf;

/// Verifies all files; gives the sum and how many were checked.
fn verify_all(files: &[PathBuf]) -> (Verdict, usize) {
    let (mut sum, mut count) = (Verdict::default(), 0);
    for path in files {
        let name = path.file_name().unwrap().to_str().unwrap();
        let transcript = Transcript::read(&text(path)).unwrap();
        let map = installed(&transcript);
        let verdict = verify(&transcript, map.as_deref()).unwrap();
        for (seq, what) in &verdict.disagreements {
            eprintln!("{name}:{seq}: {what}");
            sum.disagreements.push((*seq, format!("{name}: {what}")));
        }
        if let Some(what) = &verdict.refused_hole {
            eprintln!("{name}: refused as it must be: {what}");
        }
        sum.rows += verdict.rows;
        sum.predicted += verdict.predicted;
        sum.comparisons += verdict.comparisons;
        sum.facts += verdict.facts;
        sum.holes += verdict.holes;
        count += 1;
    }
    (sum, count)
}

fn every_recorded_game_verifies() {
    let files = files("games");
    let (sum, count) = verify_all(&files);
    eprintln!(
        "{count} games: {} rows, {} commands predicted, {} comparisons, {} facts, {} pieces beyond the rules",
        sum.rows, sum.predicted, sum.comparisons, sum.facts, sum.holes
    );
    assert!(sum.disagreements.is_empty(), "{} games part from our rules", sum.disagreements.len());
}

fn every_scenario_verifies() {
    let files = files("scenarios");
    let (sum, count) = verify_all(&files);
    eprintln!(
        "{count} scenarios: {} rows, {} commands predicted, {} comparisons, {} facts",
        sum.rows, sum.predicted, sum.comparisons, sum.facts
    );
    assert!(sum.disagreements.is_empty(), "{} scenarios part from our rules", sum.disagreements.len());
}

/// What `join` relies on: a seat that sees its own cards only follows the game to its end.
fn every_recorded_game_can_be_followed_from_every_seat() {
    let files = files("games");
    let (mut seats, mut rows, mut comparisons, mut parted) = (0, 0, 0, Vec::new());
    for path in &files {
        let name = path.file_name().unwrap().to_str().unwrap();
        let transcript = Transcript::read(&text(path)).unwrap();
        let map = installed(&transcript);
        for seat in 0..transcript.players() {
            let verdict = verify_as(&transcript, map.as_deref(), seat).unwrap();
            (seats, rows, comparisons) = (seats + 1, rows + verdict.rows, comparisons + verdict.comparisons);
            parted.extend(verdict.disagreements.iter().map(|(seq, what)| format!("{name}:{seq}: {what}")));
        }
    }
    eprintln!("{seats} seats: {rows} rows heard, {comparisons} comparisons");
    assert!(parted.is_empty(), "{} seats part from our rules:\n{}", parted.len(), parted.join("\n"));
}

trials! {
    conformance("pioneers/games").and(file(INSTALLED, "Debian package pioneers-console-data")) =>
        every_recorded_game_verifies,
        every_recorded_game_can_be_followed_from_every_seat;
    conformance("pioneers/scenarios").and(file(INSTALLED, "Debian package pioneers-console-data")) =>
        every_scenario_verifies;
}
