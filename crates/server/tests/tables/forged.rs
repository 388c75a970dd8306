//! Records that somebody changed: every other digit in every place of the lines about the dice is found.

use crate::dice::bytes;
use hexwright_catan::game::Catan;
use hexwright_core::Random as _;
use hexwright_play::Record;
use hexwright_play::dice::{Dice, Pledge, prove, sha256, verify};
use serde_json::json;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A game of two bots on these dice, as a server would write it down.
fn game_with(dice: &Dice) -> (Catan, Record) {
    let new = json!({ "kind": "catan", "map": "duel", "seed": "1", "options": { "victory-points": "3" } });
    let (_, setup, mut game) =
        hexwright_server::games::create(&serde_json::from_value(new).unwrap(), 2).unwrap();
    let mut entries = Vec::new();
    let mut draws = 0;
    while game.outcome().is_none() {
        let line = match game.turn() {
            hexwright_core::Turn::Chance => {
                draws += 1;
                let choose =
                    |_: &str, weights: &[u64]| dice.draw(draws - 1).weighted(weights.iter().copied());
                game.draw(&choose).unwrap()
            }
            hexwright_core::Turn::Seats(seats) => {
                let seat = seats.iter().next().unwrap();
                let action = game.decide("greedy", seat, draws as u64, &[]).unwrap();
                game.act(seat, &action).unwrap().line
            }
            hexwright_core::Turn::Over => break,
        };
        entries.push(hexwright_core::step::Line::read(&line).unwrap().into());
    }
    let names = vec!["Ann".to_owned(), "a bot".to_owned()];
    let mut record = Record { game: "catan".into(), names, setup, dice: Vec::new(), entries };
    let rules = record.game::<Catan>().unwrap();
    record.dice = prove(&rules, &record, dice.clone(), None).unwrap().lines();
    (rules, record)
}

fn dice(n: u8, seats: &[(u8, u8, bool)]) -> Dice {
    let pledge = |&(seat, n, opens): &(u8, u8, bool)| Pledge {
        seat,
        commitment: sha256(&bytes(n).0),
        opened: opens.then(|| bytes(n).1),
    };
    let secret = sha256(&[n]);
    Dice { secret, pledges: seats.iter().map(pledge).collect() }
}

/// What can stand in place of a byte: every other digit for a digit, so that the line still reads well; something that
/// does not belong there for all else.
fn others(byte: u8) -> impl Iterator<Item = u8> {
    let instead: &[u8] = match byte {
        b'0'..=b'9' | b'a'..=b'f' => b"0123456789abcdef",
        b' ' => b"\t_",
        _ => b"0zA ",
    };
    instead.iter().copied().filter(move |&other| other != byte)
}

/// Changes every byte of every line about the dice, one at a time and in every way, and has the verifier look. Gives how
/// many changes were tried; all of them are found.
fn find_every_change(record: &Record, rules: &Catan) -> usize {
    let (mut tried, mut forged) = (0, record.clone());
    for n in 0..record.dice.len() {
        let line = &record.dice[n];
        for (place, &byte) in line.as_bytes().iter().enumerate() {
            for other in others(byte) {
                let mut bytes = line.clone().into_bytes();
                bytes[place] = other;
                forged.dice[n] = String::from_utf8(bytes).unwrap();
                assert!(verify(rules, &forged).is_err(), "{line:?} can be {:?}", forged.dice[n]);
                tried += 1;
            }
        }
        forged.dice[n].clone_from(line);
    }
    assert_eq!(forged, *record);
    tried
}

/// Changes every byte of the text of a record that is about dice or outcomes, one at a time and in one way, as somebody with
/// an editor would. Gives how many changes were tried; all of them are found.
fn find_every_edit(record: &Record, rules: &Catan) -> usize {
    let text = record.to_string();
    let (mut tried, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        let touches = line.starts_with("dice: ") || line.starts_with("chance ");
        let inside = at..at + line.trim_end().len();
        at += line.len();
        for place in inside.filter(|_| touches) {
            let mut forged = text.clone().into_bytes();
            forged[place] = others(forged[place]).nth(place % 2).unwrap();
            let forged = String::from_utf8(forged).unwrap();
            let missed = Record::parse("forged", &forged).is_ok_and(|forged| verify(rules, &forged).is_ok());
            assert!(!missed, "byte {place} of {line:?} can be changed");
            tried += 1;
        }
    }
    tried
}

/// The record of a game whose dice follow from a number: nobody, one or two people added to them, and not all opened.
fn some_record(n: u32) -> (Catan, Record) {
    let all = [(0, n as u8, true), (1, (n / 7) as u8, !n.is_multiple_of(5))];
    let mut dice = dice(n as u8, &all[..n as usize % 3]);
    dice.secret = sha256(&n.to_le_bytes());
    game_with(&dice)
}

#[test]
fn every_single_byte_that_is_changed_is_found() {
    for n in [0, 5] {
        let (rules, record) = some_record(n);
        assert!(verify(&rules, &record).is_ok());
        // every byte in at least two ways; how many there are depends on how long the game took
        let bytes: usize = record.dice.iter().map(String::len).sum();
        let changes = find_every_change(&record, &rules);
        assert!(changes >= 2 * bytes && changes > 2_000, "{changes} changes of {bytes} bytes");
        assert!(find_every_edit(&record, &rules) > 500);
    }
}

#[test]
#[ignore = "minutes: cargo xtask soak tables"]
fn every_single_byte_of_a_thousand_records_that_is_changed_is_found() {
    let (next, changes, edits) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let n @ 0..1_000 = next.fetch_add(1, Ordering::Relaxed) {
                    let (rules, record) = some_record(n as u32);
                    assert!(verify(&rules, &record).is_ok());
                    changes.fetch_add(find_every_change(&record, &rules), Ordering::Relaxed);
                    edits.fetch_add(find_every_edit(&record, &rules), Ordering::Relaxed);
                }
            });
        }
    });
    let (changes, edits) = (changes.into_inner(), edits.into_inner());
    println!(
        "1000 records: {changes} changes of one byte of the dice and {edits} edits of one byte of the text, all found"
    );
    assert!(changes > 1_000_000 && edits > 500_000, "{changes} {edits}");
}
