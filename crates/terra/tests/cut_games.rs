//! Recorded games cut anywhere and played on at random: every position goes through a snapshot and has the same legal
//! moves afterwards. And recorded games as steps of records: the same game again.
#![allow(clippy::print_stderr, reason = "what was counted is part of the result")]

mod support;

use hexwright_core::{Actor, Fast, Game, Random as _, Seat, Turn};
use hexwright_terra::text::ledger::{Log, Replay};
use hexwright_terra::text::snapshot::{self, Level, Mode, Snapshot};
use hexwright_terra::{Position, Terra};
use hexwright_trials::{Trials, nothing};
use std::process::ExitCode;
use support::{Whose, packed};

/// Everything that can be done, by faction: seats are numbered by turn order in a position that was read.
fn moves(game: &Terra, position: &Position) -> Vec<String> {
    let (mut all, mut legal) = (Vec::new(), Vec::new());
    let Turn::Seats(set) = game.turn(position) else { return all };
    for seat in set.iter() {
        legal.clear();
        game.legal(position, seat, &mut legal);
        let name = position.player(seat).faction.log_name();
        all.extend(legal.iter().map(|action| format!("{name}: {}", game.action_text(position, action))));
    }
    all.sort_unstable();
    all
}

/// What no text carries: that offers were passed over, and that the last turn may still be added to.
fn told(position: &Position) -> Position {
    let mut told = position.clone();
    told.offers.iter_mut().for_each(|offer| offer.late = false);
    told.after = None;
    told
}

fn through_a_snapshot(name: &str, game: &Terra, position: &Position) {
    let text = snapshot::write(&Snapshot::of(game, position), Mode::Full);
    let read = snapshot::read(&text, Level::Rules);
    let errors: Vec<_> = read.findings.iter().filter(|finding| finding.is_error()).collect();
    assert!(errors.is_empty(), "{name}: {errors:?}\n{text}");
    let (other, back) = read.snapshot.position().unwrap_or_else(|e| panic!("{name}: {e:?}\n{text}"));
    assert_eq!(snapshot::write(&Snapshot::of(&other, &back), Mode::Full), text, "{name}");
    assert_eq!(moves(&other, &back), moves(game, &told(position)), "{name}\n{text}");
    other.check_invariants(&back).unwrap_or_else(|e| panic!("{name}: {e}\n{text}"));
}

/// Cuts each game at some places and plays on.
fn cut_and_play_on(games: &[(String, Vec<u8>)], cuts: usize) {
    let mut positions = 0;
    for (number, (name, bytes)) in games.iter().enumerate() {
        let random = &mut Fast::new(18, number as u64);
        let log = Log::read(bytes).unwrap();
        for _ in 0..cuts {
            let mut replay = Replay::new(&log).unwrap();
            replay.play_to(random.index(replay.len() + 1)).unwrap();
            let (game, mut at) = (replay.game().clone(), replay.position().clone());
            let mut legal = Vec::new();
            while let Turn::Seats(set) = game.turn(&at) {
                if random.index(12) == 0 {
                    through_a_snapshot(name, &game, &at);
                    positions += 1;
                }
                let seats: Vec<Seat> = set.iter().collect();
                assert!(!seats.is_empty(), "{name}: nobody decides");
                let seat = seats[random.index(seats.len())];
                legal.clear();
                game.legal(&at, seat, &mut legal);
                assert!(!legal.is_empty(), "{name}: {seat} has nothing to do");
                let action = legal[random.index(legal.len())];
                game.play(&mut at, Actor::Seat(seat), &action).unwrap_or_else(|e| panic!("{name}: {e}"));
                game.check_invariants(&at).unwrap_or_else(|e| panic!("{name}: {e}"));
            }
            through_a_snapshot(name, &game, &at);
        }
    }
    eprintln!("{} games cut {cuts} times, {positions} positions read back", games.len());
    assert!(positions > games.len());
}

/// Games as steps, and the log of those steps again. `only_logs` of them have commands that no record keeps.
fn as_steps(games: &[(String, Vec<u8>)], only_logs: usize) {
    let mut refused = Vec::new();
    for (name, bytes) in games {
        let log = Log::read(bytes).unwrap();
        let (game, steps) = match log.steps() {
            Ok(found) => found,
            Err(error) => {
                refused.push(format!("{name}: {error}"));
                continue;
            }
        };
        let again = Log::read(Log::of_steps(&game, &steps).write().as_bytes()).unwrap();
        let end = |log: &Log| {
            let mut replay = Replay::new(log).unwrap();
            replay.play_to(usize::MAX).unwrap_or_else(|e| panic!("{name}: {e}"));
            replay.position().clone()
        };
        assert_eq!(told(&end(&again)), told(&end(&log)), "{name}");
        assert_eq!((again.map, again.options), (log.map, log.options), "{name}");
    }
    assert_eq!(refused.len(), only_logs, "{refused:#?}");
}

fn main() -> ExitCode {
    let mut trials = Trials::default();
    trials.test(&Whose::League.need(), "league_games_are_played_on_from_anywhere", || {
        cut_and_play_on(&Whose::League.ledgers(), 2);
    });
    trials.test(&nothing(), "random_games_are_played_on_from_anywhere", || {
        cut_and_play_on(&packed("ledgers-random.jsonl.gz"), 1);
    });
    trials.test(&Whose::League.need(), "league_games_become_steps_and_logs_again", || {
        as_steps(&Whose::League.ledgers(), 0);
    });
    trials.test(&nothing(), "made_and_random_games_become_steps_and_logs_again", || {
        as_steps(&Whose::Made.ledgers(), 0);
        as_steps(&packed("ledgers-random.jsonl.gz"), 0);
    });
    trials.run()
}
