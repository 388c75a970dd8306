//! Recordings of the real Pioneers server played to our host: our lines are its lines, one by one.

#![allow(clippy::print_stderr)] // what was counted is part of the result

mod recordings;

use hexwright_catan::wire::{Rehearsal, Transcript, rehearse};
use hexwright_trials::{conformance, file, trials};
use recordings::{INSTALLED, files, installed, text};

/// Where our lines differ from the real server's, what we say there, and why. A recording is followed up to that place.
const DIFFERENCES: &[(&str, &str, &str)] = &[
    (
        "discard-disconnected",
        "must-discard 4` here",
        "a seat that is away is waited for, or its stand-in discards",
    ),
    ("negative-quote-hole", "ERR quote not enough resources", "numbers of cards are unsigned"),
    ("piece-limit-hole", "ERR bad-pos", "free roads count against the supply"),
    ("reconnect-wall-hole", "`you-are-robber` here", "who comes back keeps the room its walls give"),
    ("road-building-hole", "ERR too-many", "a card gives two pieces, not two of each kind"),
    ("settlement-on-sea-hole", "ERR bad-pos", "a settlement needs land"),
    (
        "skip-disconnected",
        "`player 1 turn 1` here",
        "a seat that is away is waited for, or its stand-in plays",
    ),
];

/// Plays all recordings of a part; those that part otherwise than is listed.
fn rehearse_all(part: &str) {
    let (mut sum, mut unlisted, mut count) = (Rehearsal::default(), Vec::new(), 0);
    for path in files(part) {
        let name = path.file_name().unwrap().to_str().unwrap().split('.').next().unwrap();
        let transcript = Transcript::read(&text(&path)).unwrap();
        let rehearsal = rehearse(&transcript, installed(&transcript).as_deref()).unwrap();
        count += 1;
        sum.commands += rehearsal.commands;
        sum.equal += rehearsal.equal;
        sum.left += rehearsal.left;
        let listed = DIFFERENCES.iter().find(|difference| difference.0 == name);
        match (&rehearsal.parted, listed) {
            (None, None) => {}
            (Some((seq, what)), Some((_, said, reason))) if what.contains(said) => {
                eprintln!("{name}:{seq}: {what}\n    because {reason}");
            }
            (parted, _) => unlisted.push(format!("{name}: {parted:?}")),
        }
    }
    let Rehearsal { commands, equal, left, .. } = sum;
    eprintln!(
        "{count} recordings: {commands} client lines, {equal} lines equal; {left} client lines after differences"
    );
    assert!(unlisted.is_empty(), "differences that are not listed:\n{}", unlisted.join("\n"));
}

fn every_recorded_game_is_hosted_alike() {
    rehearse_all("games");
}

fn every_scenario_is_hosted_alike() {
    rehearse_all("scenarios");
}

trials! {
    conformance("pioneers/games").and(file(INSTALLED, "Debian package pioneers-console-data")) =>
        every_recorded_game_is_hosted_alike;
    conformance("pioneers/scenarios").and(file(INSTALLED, "Debian package pioneers-console-data")) =>
        every_scenario_is_hosted_alike;
}
