//! Random games with everything checked: `check_games [GAMES] [FIRST] [PRESET] [SEATS]`.
//!
//! At every step the invariants hold, the action comes from the list and passes the checked door; at
//! the end the record replays to the same fingerprint. The first failure stops with its seed.
#![allow(clippy::print_stdout)] // printing is what it is for

use hexwright_catan::game::{BaseEngine, Luck, Options};
use hexwright_catan::generate::preset;
use hexwright_core::{Actor, Game as _, Seat, Turn};

fn check(engine: &BaseEngine, number: u64) -> Result<u64, String> {
    let mut luck = Luck::new(1, number);
    let mut position = engine.start();
    let mut steps = Vec::new();
    loop {
        engine.check_invariants(&position)?;
        let (actor, action) = match engine.turn(&position) {
            Turn::Over => break,
            Turn::Chance => {
                let outcome = engine.draw(&position, &mut luck.dice).ok_or("no outcome")?;
                (Actor::Chance, outcome)
            }
            Turn::Seats(seats) => {
                let (seat, action) = engine.choose(&position, &mut luck.choice);
                let seat = Seat(seat as u8);
                let count = engine.count_legal(&position, seat);
                let listed = (0..count).any(|n| engine.nth_legal(&position, seat, n) == Some(action));
                if !seats.contains(seat) || !listed {
                    return Err(format!("seat {seat} chose {action:?}, which is not listed"));
                }
                (Actor::Seat(seat), action)
            }
        };
        engine.play(&mut position, actor, &action).map_err(|e| format!("{actor:?} {action:?}: {e}"))?;
        steps.push((actor, action));
    }
    let mut again = engine.start();
    for (actor, action) in &steps {
        let text = engine.action_text(&again, action);
        let action = engine.parse_action(&again, *actor, &text).map_err(|e| format!("{text}: {e}"))?;
        engine.play(&mut again, *actor, &action).map_err(|e| format!("{text}: {e}"))?;
    }
    if engine.fingerprint(&again) != engine.fingerprint(&position) {
        return Err("the record replays to another position".to_owned());
    }
    Ok(steps.len() as u64)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, default: u64| arguments.get(i).and_then(|a| a.parse().ok()).unwrap_or(default);
    let (games, first) = (number(0, 1_000), number(1, 0));
    let setup = preset(arguments.get(2).map_or("base", String::as_str)).expect("a preset");
    let seats = number(3, 4) as usize;
    let mut steps = 0;
    for block in first / 100..(first + games).div_ceil(100) {
        let options = Options { turn_limit: Some(5_000), ..Options::default() };
        let engine = BaseEngine::new(&setup, &setup.draw(block), options, seats).expect("a game");
        for n in (block * 100).max(first)..(block * 100 + 100).min(first + games) {
            match check(&engine, n) {
                Ok(played) => steps += played,
                Err(problem) => {
                    println!("game {n}: {problem}");
                    std::process::exit(1);
                }
            }
        }
        if block % 50 == 49 {
            println!("{} games", block * 100 + 100 - first);
        }
    }
    println!("{games} games, {steps} steps checked, 0 failures");
}
