//! Programs as players on the command line, and the check that they keep the protocol.

use crate::commands::bot::CheckBotArgs;
use crate::{Status, output};
use anyhow::{Result, bail};
use hexwright_core::Seat;
use hexwright_league::Playable;
use hexwright_play::Players;
use hexwright_play::bot::external::{Hello, Patience, Program};
use hexwright_play::bot::{Bot, RandomBot};
use hexwright_play::run::{Limits, play_game};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Programs by command: their running copies are used for game after game.
static PROGRAMS: Mutex<BTreeMap<String, Arc<Program>>> = Mutex::new(BTreeMap::new());

/// Refuses a command whose program is not there, before any game is played with it.
pub(crate) fn refuse_missing(command: &str) -> Result<()> {
    let Some(program) = command.split_whitespace().next() else {
        bail!("cmd: names no program; expected a command, as in \"cmd:python3 bot.py\"");
    };
    let is_there = |path: &Path| path.is_file();
    let found = if program.contains('/') {
        is_there(Path::new(program))
    } else {
        std::env::var_os("PATH")
            .is_some_and(|path| std::env::split_paths(&path).any(|dir| is_there(&dir.join(program))))
    };
    if !found {
        bail!("cmd:{command} cannot be started: there is no program {program:?}");
    }
    Ok(())
}

/// A program on a seat.
pub(crate) fn program<G: Playable>(game: &G, command: &str, seat: Seat, seed: u64) -> Box<dyn Bot<G>>
where
    G::View: Serialize,
{
    let mut programs = PROGRAMS.lock().unwrap_or_else(PoisonError::into_inner);
    let start = || Program::new(command, Patience::default());
    let program = programs.entry(command.to_owned()).or_insert_with(start).clone();
    drop(programs);
    Box::new(program.seat(Hello::new(game, seat, seed)))
}

/// Tells the person which programs lost moves. A bot at fault is no good answer, whatever was counted.
pub(crate) fn report_faults() -> Status {
    let mut status = Status::Fine;
    let programs = PROGRAMS.lock().unwrap_or_else(PoisonError::into_inner);
    for (command, program) in programs.iter() {
        let faults = program.faults();
        if let Some(first) = faults.first() {
            output::note(&format!("{command}: {} lost moves or starts; the first: {first}", faults.len()));
            status = Status::Findings;
        }
    }
    status
}

/// Lets a program play on each seat in turn and reports every fault.
pub(crate) fn check_bot<G: Playable>(game: &G, how: &CheckBotArgs) -> Result<Status>
where
    G::View: Serialize,
{
    let patience = Patience { decision: Duration::from_millis(how.patience.max(1)), ..Patience::default() };
    let program = Program::new(&how.command, patience);
    let (mut decisions, mut wins, mut name) = (0, 0, String::new());
    for number in 0..how.games {
        let seat = Seat((number % game.seats() as u64) as u8);
        let mut players = Players::new(game, |s| -> Box<dyn Bot<G>> {
            if s == seat {
                Box::new(program.seat(Hello::new(game, s, how.seed ^ number)))
            } else {
                Box::new(RandomBot)
            }
        });
        let played = play_game(game, &mut players, how.seed, number, &Limits::default());
        name = players.names()[seat.index()].clone();
        decisions += played.steps.iter().filter(|s| s.actor == hexwright_core::Actor::Seat(seat)).count();
        wins += usize::from(played.outcome.is_some_and(|o| o.winners.contains(seat)));
    }
    let faults = program.faults();
    output::print(&if how.json {
        let fields = serde_json::json!({
            "name": name, "games": how.games, "decisions": decisions, "wins": wins, "faults": faults,
        });
        format!("{fields}\n")
    } else {
        let mut text = format!("{name}: {} games, {decisions} decisions, {wins} wins\n", how.games);
        faults.iter().take(20).for_each(|f| text += &format!("fault: {f}\n"));
        if faults.len() > 20 {
            text += &format!("and {} more\n", faults.len() - 20);
        }
        text + if faults.is_empty() { "keeps the protocol\n" } else { "does not keep the protocol\n" }
    })?;
    Ok(if faults.is_empty() { Status::Fine } else { Status::Findings })
}
