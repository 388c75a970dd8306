//! Broken snapshots made playable: what is wrong goes, what is right stays, what comes out can be played.

#![allow(clippy::print_stderr, reason = "what was counted is part of the result")]

use hexwright_core::{Actor, Fast, Game, Hex, Random, Span, Turn};
use hexwright_terra::text::snapshot::{self, At, Level};
use hexwright_terra::{Position, Terra};
use std::path::PathBuf;

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/cases");
const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/terra");

/// Name and text of the snapshots of a folder.
fn snapshots(folder: &str) -> Vec<(String, String)> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|e| e == "tms")).collect();
    files.sort();
    let named = |path: PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).unwrap())
    };
    files.into_iter().map(named).collect()
}

/// Plays on at random, with every position checked.
fn play_on(name: &str, (game, mut position): (Terra, Position), steps: usize, random: &mut Fast) {
    for _ in 0..steps {
        let (actor, actions) = match game.turn(&position) {
            Turn::Over => return,
            Turn::Chance => {
                let mut outcomes = Vec::new();
                game.outcomes(&position, &mut outcomes);
                (Actor::Chance, outcomes.into_iter().map(|o| o.action).collect())
            }
            Turn::Seats(seats) => {
                let seat = seats.iter().next().unwrap();
                let mut legal = Vec::new();
                game.legal(&position, seat, &mut legal);
                (Actor::Seat(seat), legal)
            }
        };
        assert!(!actions.is_empty(), "{name}: nobody can do anything");
        let action = &actions[random.below(actions.len() as u64) as usize];
        game.play(&mut position, actor, action).unwrap();
        game.check_invariants(&position).unwrap_or_else(|e| panic!("{name}: {e}"));
    }
}

#[test]
fn what_is_wrong_goes_and_the_rest_stays() {
    let text = std::fs::read_to_string(format!("{OWN}/four-on-base-75.tms")).unwrap();
    let whole = snapshot::read(&text, Level::Rules).snapshot;
    assert_eq!(whole.salvaged().unwrap(), (whole.clone(), Vec::new()), "a sound position is left alone");

    let mut broken = whole.clone();
    let place = |n: usize| Span::new(100_000 + 10 * n, 100_001 + 10 * n);
    let (home, building) = broken.players[1].buildings[0].value;
    broken.players[1].buildings.push(At::new((Hex::new(40, 2), building), place(0)));
    broken.players[1].bridges.push(At::new([home, home.neighbours()[0]], place(1)));
    broken.players[0].keys = At::new(whole.players[0].keys.value + 3, place(2));
    broken.favors.truncate(2);
    broken.bonuses.truncate(1);
    let (mended, told) = broken.salvaged().unwrap();
    let ids: Vec<&str> = told.iter().map(|finding| finding.id).collect();
    for id in ["R04", "R05", "R07"] {
        assert!(ids.contains(&id), "{id} is not among {ids:?}");
    }
    assert_eq!(ids.iter().filter(|id| id.starts_with('G')).count(), 2, "{ids:?}");
    assert_eq!(mended.players, whole.players);
    for entry in &whole.favors {
        assert!(mended.favors.contains(entry), "{entry:?}");
    }
    assert_eq!(mended.bonuses.len(), whole.bonuses.len());
    play_on("four-on-base-75", mended.position().unwrap(), 300, &mut Fast::new(1, 1));

    let mut lonely = whole;
    lonely.players.truncate(1);
    let errors = lonely.salvaged().unwrap_err();
    assert!(errors.iter().any(|e| e.id == "R19"), "nobody invents players: {errors:?}");
}

#[test]
fn broken_cases_become_playable_or_say_why_not() {
    let files = snapshots(CASES);
    let (mut mended, mut refused) = (0, Vec::new());
    for (name, text) in files {
        let read = snapshot::read(&text, Level::Vocabulary);
        if !read.is_sound() {
            continue;
        }
        match read.snapshot.salvaged() {
            Ok((sound, _)) => {
                let ready = sound.position().unwrap_or_else(|e| panic!("{name}: {e:?}"));
                play_on(&name, ready, 400, &mut Fast::new(7, 1));
                mended += 1;
            }
            Err(errors) => {
                assert_ne!(name, "documented_example.tms", "{errors:?}");
                refused.push(format!("{name} ({})", errors[0].id));
            }
        }
    }
    eprintln!("{mended} playable, refused: {}", refused.join(", "));
    assert!(mended >= 10, "{mended}");
}

/// Digits changed at random: whatever is called playable is.
#[test]
fn damaged_snapshots_never_become_wrong_games() {
    let mut random = Fast::new(20, 3);
    let (mut played, mut refused) = (0, 0);
    for (name, text) in snapshots(OWN) {
        let digits: Vec<usize> = (0..text.len()).filter(|&i| text.as_bytes()[i].is_ascii_digit()).collect();
        for _ in 0..60 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..=random.below(6) {
                let at = digits[random.below(digits.len() as u64) as usize];
                bytes[at] = b'0' + random.below(10) as u8;
            }
            let read = snapshot::read(&String::from_utf8(bytes).unwrap(), Level::Vocabulary);
            if !read.is_sound() {
                continue;
            }
            if let Ok((sound, _)) = read.snapshot.salvaged() {
                play_on(&name, sound.position().unwrap(), 60, &mut random);
                played += 1;
            } else {
                refused += 1;
            }
        }
    }
    eprintln!("{played} played, {refused} refused");
    assert!(played > 20 && refused > 0, "{played} played, {refused} refused");
}
