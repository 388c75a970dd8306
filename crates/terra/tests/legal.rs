//! Gate 9: every command of every log is among the listed moves of its position.

#![allow(clippy::print_stderr, reason = "what was counted is part of the result")]

mod support;

use hexwright_core::Seat;
use hexwright_terra::game::{Command, Conversion, Conversions};
use hexwright_terra::text::ledger::{Log, Replay};
use hexwright_terra::{Position, Terra};
use hexwright_trials::Trials;
use std::process::ExitCode;
use support::Whose;

/// What a command is after canonicalisation, as far as the generator lists it.
fn canonical(command: Command) -> Vec<Command> {
    match command {
        Command::Town(tile, n) => vec![Command::Town(tile, 1); n.into()],
        Command::Wait | Command::Drop | Command::DeclineAll | Command::Convert(_, 0) => Vec::new(),
        other => vec![other],
    }
}

/// A run of conversions sorted into the fixed order, or nothing if that order cannot be executed.
fn sorted_run(
    game: &Terra,
    position: &Position,
    seat: Seat,
    run: &[(Conversion, u8)],
) -> Option<Vec<Command>> {
    let mut sum = Conversions::NONE;
    run.iter().for_each(|&(kind, n)| sum.0[kind.index()] += n);
    let (mut at, mut last) = (position.clone(), None);
    let commands: Vec<_> = sum.iter().map(|(kind, n)| Command::Convert(kind, n)).collect();
    for command in &commands {
        if !game.micro_moves(&at, seat, last).contains(command) {
            return None;
        }
        game.play_command(&mut at, seat, command).ok()?;
        let Command::Convert(kind, _) = command else { return None };
        last = Some(*kind);
    }
    Some(commands)
}

fn every_logged_command_is_listed(whose: Whose) {
    let (mut listed, mut dominated, mut files) = (0, 0, 0);
    for (name, bytes) in whose.ledgers() {
        files += 1;
        let log = Log::read(&bytes).unwrap();
        let mut replay = Replay::new(&log).unwrap();
        while replay.played() < replay.len() {
            if let Some((seat, command)) = replay.upcoming().unwrap() {
                let at = replay.position();
                if let Command::Convert(..) = command {
                    let run = replay.conversions_ahead();
                    match sorted_run(replay.game(), at, seat, &run) {
                        Some(commands) => listed += commands.len(),
                        None => {
                            // power into a priest into something else: dominated, never offered
                            let kinds: Vec<_> = run.iter().map(|r| r.0).collect();
                            assert!(kinds.contains(&Conversion::PowerToPriest), "{name} {run:?}");
                            dominated += 1;
                        }
                    }
                    for _ in 0..run.len() {
                        replay.step().unwrap();
                    }
                    continue;
                }
                let moves = replay.game().micro_moves(at, seat, None);
                for part in canonical(command) {
                    let number = replay.played() + 1;
                    assert!(moves.contains(&part), "{name} command {number}: {part:?} is not listed");
                    listed += 1;
                }
            }
            replay.step().unwrap();
        }
    }
    eprintln!("{files} logs: {listed} commands listed, {dominated} dominated runs of conversions");
}

fn main() -> ExitCode {
    let mut trials = Trials::default();
    for whose in Whose::ALL {
        let name = format!("every_logged_command_is_listed: {whose:?}");
        trials.test(&whose.need(), name, move || every_logged_command_is_listed(whose));
    }
    trials.run()
}
