//! Positions out of logs and logs out of positions: what a snapshot says is enough to play on.

#![allow(clippy::print_stderr, reason = "what was counted is part of the result")]

mod support;

use hexwright_core::{Actor, Fast, Game, Random, Turn};
use hexwright_terra::text::ledger::{LedgerRow, Log, Replay};
use hexwright_terra::text::snapshot::{self, Level, Mode, Snapshot};
use hexwright_terra::{Position, Terra};
use hexwright_trials::Trials;
use serde_json::Value;
use std::collections::BTreeMap;
use std::process::ExitCode;
use support::{Case, Whose};

/// Every game with its snapshots, in order of the log.
fn games(whose: Whose) -> Vec<(Log, Value, Vec<Case>)> {
    let mut by_game: BTreeMap<String, Vec<Case>> = BTreeMap::new();
    for case in whose.positions() {
        by_game.entry(case.game.clone()).or_default().push(case);
    }
    let ledgers: BTreeMap<String, Vec<u8>> = whose.ledgers().into_iter().collect();
    by_game
        .into_iter()
        .map(|(game, mut cases)| {
            cases.sort_by_key(|c| c.commands);
            let bytes = &ledgers[&game];
            (Log::read(bytes).unwrap(), serde_json::from_slice(bytes).unwrap(), cases)
        })
        .collect()
}

fn text_of(game: &Terra, position: &Position) -> String {
    snapshot::write(&Snapshot::of(game, position), Mode::Full)
}

fn load(case: &Case) -> (Terra, Position) {
    snapshot::read(&case.text, Level::Rules)
        .snapshot
        .position()
        .unwrap_or_else(|e| panic!("{}: {e:?}", case.name))
}

/// Gate 3: the position after so many commands, written, is the file.
fn positions_of_logs_write_the_snapshots(whose: Whose) {
    let mut count = 0;
    for (log, _, cases) in games(whose) {
        let mut replay = Replay::new(&log).unwrap();
        for case in cases {
            replay.play_to(case.commands).unwrap();
            let text = text_of(replay.game(), replay.position());
            assert_eq!(text, case.text, "{}", case.name);
            count += 1;
        }
    }
    eprintln!("{count} snapshots written byte-equal out of replays");
}

/// Gate 5: from the text alone the rest of the log gives every remaining row.
fn play_continues_from_the_text_alone(whose: Whose) {
    let (mut files, mut rows) = (0, 0);
    for (log, value, cases) in games(whose) {
        let expect = value["expect"].as_array().unwrap();
        for case in cases.iter().filter(|c| !c.text.contains("Phase: End")) {
            let (game, position) = load(case);
            let mut replay = Replay::from_position(game, position, log.entries.clone(), case.commands);
            replay.play_to(usize::MAX).unwrap_or_else(|e| panic!("{}: {e}", case.name));
            let wanted = &expect[case.expect_rows..];
            assert_eq!(replay.rows().len(), wanted.len(), "{}", case.name);
            for (row, wanted) in replay.rows().iter().map(LedgerRow::columns).zip(wanted) {
                for column in [0, 2, 4, 6, 8, 10, 12] {
                    assert_eq!(row[column], wanted[column].as_str().unwrap(), "{}: {row:?}", case.name);
                }
                rows += 1;
            }
            files += 1;
        }
    }
    eprintln!("{files} positions continued, {rows} rows equal");
}

/// Gates 5 and 9: random play from every position ends, and its positions break no rule of the format.
fn random_play_from_every_position(whose: Whose) {
    for (number, (_, _, cases)) in games(whose).into_iter().enumerate() {
        for case in cases {
            let (game, mut position) = load(&case);
            let mut random = Fast::new(5, number as u64);
            for step in 0.. {
                let Turn::Seats(set) = game.turn(&position) else { break };
                assert!(step < 3_000, "{} does not end", case.name);
                let seats: Vec<_> = set.iter().collect();
                let seat = seats[random.index(seats.len())];
                let mut moves = Vec::new();
                game.legal(&position, seat, &mut moves);
                let action = moves[random.index(moves.len())];
                let text = game.action_text(&position, &action);
                game.play(&mut position, Actor::Seat(seat), &action)
                    .unwrap_or_else(|e| panic!("{}: {text}: {e}", case.name));
                if step < 10 {
                    let snapshot = Snapshot::of(&game, &position);
                    let errors: Vec<_> =
                        snapshot::check(&snapshot).into_iter().filter(|d| d.is_error()).collect();
                    assert!(errors.is_empty(), "{} after {text}: {errors:?}", case.name);
                }
            }
        }
    }
}

/// Gate 6: the place of a snapshot in its log.
fn snapshots_are_found_in_their_logs(whose: Whose) {
    for (log, _, cases) in games(whose) {
        let case = &cases[cases.len() / 2];
        let found = log.locate(&case.text).unwrap();
        assert!(found.contains(&case.commands), "{}: {found:?}", case.name);
    }
}

/// A law of the positions of somebody's games.
type Law = fn(Whose);

fn main() -> ExitCode {
    let laws: [(&str, Law); 4] = [
        ("positions_of_logs_write_the_snapshots", positions_of_logs_write_the_snapshots),
        ("play_continues_from_the_text_alone", play_continues_from_the_text_alone),
        ("random_play_from_every_position", random_play_from_every_position),
        ("snapshots_are_found_in_their_logs", snapshots_are_found_in_their_logs),
    ];
    let mut trials = Trials::default();
    for whose in Whose::ALL {
        for (name, law) in laws {
            trials.test(&whose.need(), format!("{name}: {whose:?}"), move || law(whose));
        }
    }
    trials.run()
}
