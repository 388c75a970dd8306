//! What random games and replays cost in processor time: `pace [GAMES] [LOG…]`.
//!
//! Without a log it replays its first random game. Run it in release mode; on a busy machine processor time hardly changes.
//! `cargo xtask bench gates` counts its instructions.
#![allow(clippy::print_stdout, reason = "printing is what it is for")]

use hexwright_core::{Actor, Fast, Game, Random, Turn};
use hexwright_terra::text::ledger::{Log, Replay};
use hexwright_terra::{MapId, Setup, Terra};

/// Nanoseconds of processor time of this thread; 0 where the system does not tell.
fn processor_time() -> u64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    told.split_whitespace().next().and_then(|n| n.parse().ok()).unwrap_or(0)
}

/// Milliseconds of processor time for each of `count` calls.
fn milliseconds(count: u64, mut work: impl FnMut(u64)) -> f64 {
    let begin = processor_time();
    (0..count).for_each(&mut work);
    (processor_time() - begin) as f64 / count.max(1) as f64 / 1e6
}

fn random_game(game: &Terra, random: &mut Fast) -> u64 {
    let (mut position, mut moves) = (game.start(), Vec::new());
    for step in 0.. {
        let Turn::Seats(set) = game.turn(&position) else { return step };
        let seat = set.iter().nth(random.index(set.len())).expect("somebody is to move");
        moves.clear();
        game.legal(&position, seat, &mut moves);
        game.play_unchecked(&mut position, Actor::Seat(seat), &moves[random.index(moves.len())]);
    }
    0
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let games = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(2_000);
    let drawn = |n: u64| {
        let map = MapId::PRINTED[n as usize % MapId::PRINTED.len()];
        Terra::new(Setup::draw(map, 4, &mut Fast::new(1, n))).expect("drawn setups are games")
    };
    let tables: Vec<Terra> = (0..60).map(drawn).collect();
    let mut steps = 0;
    let each = milliseconds(games, |n| {
        steps += random_game(&tables[n as usize % tables.len()], &mut Fast::new(2, n));
    });
    println!("{games} random games of four, {steps} actions, {each:.3} ms of processor time a game");
    let files: Vec<String> = arguments.collect();
    let own = || vec![Log::of_random_game(&tables[0], &mut Fast::new(2, 0))];
    let logs: Vec<Log> = if files.is_empty() {
        own()
    } else {
        files.iter().map(|file| Log::read(&std::fs::read(file).expect("a file")).expect("a log")).collect()
    };
    let mut rows = 0;
    let each = milliseconds(games.max(logs.len() as u64), |n| {
        let mut replay = Replay::new(&logs[n as usize % logs.len()]).expect("a game");
        replay.play_to(usize::MAX).expect("legal commands");
        rows += replay.rows().len();
    });
    println!(
        "{} logs replayed again and again, {rows} rows, {each:.3} ms of processor time a game",
        logs.len()
    );
}
