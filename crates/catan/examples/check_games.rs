//! Random games with everything checked: `check_games [GAMES] [FIRST] [PRESET] [SEATS] [THREADS]`.
//!
//! What is checked at each step, and what only now and then, the head of `game/soak.rs` says.
//! The first failure stops with its game's number.
#![allow(clippy::print_stdout)] // printing is what it is for

use hexwright_catan::game::{BaseEngine, Options, RandomStreams, vocabulary};
use hexwright_catan::generate::preset;
use std::sync::atomic::{AtomicU64, Ordering};

/// Boards are drawn anew for every so many games.
const BLOCK: u64 = 100;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, default: u64| arguments.get(i).and_then(|a| a.parse().ok()).unwrap_or(default);
    let (games, first, seats, threads) = (number(0, 1_000), number(1, 0), number(3, 4), number(4, 2));
    let setup = preset(arguments.get(2).map_or("base", String::as_str)).expect("a preset");
    let (next, finished) = (AtomicU64::new(first / BLOCK), AtomicU64::new(0));
    let work = || {
        let mut sum = [0; 3];
        loop {
            let block = next.fetch_add(1, Ordering::Relaxed);
            if block * BLOCK >= first + games {
                return sum;
            }
            let options = Options { turn_limit: Some(5_000), ..Options::default() };
            let board = setup.draw(block);
            let engine = BaseEngine::new(&setup, &board, options, seats as usize).expect("a game");
            let words = vocabulary(&board);
            for n in (block * BLOCK).max(first)..((block + 1) * BLOCK).min(first + games) {
                match engine.checked_game(&words, &mut RandomStreams::new(1, n), u64::MAX, &mut |_| false) {
                    Ok(game) => {
                        let counts = [game.record.len() as u64, game.truths, game.tried];
                        sum = std::array::from_fn(|i| sum[i] + counts[i]);
                    }
                    Err(problem) => {
                        println!("game {n}: {problem}");
                        std::process::exit(1);
                    }
                }
                let done = finished.fetch_add(1, Ordering::Relaxed) + 1;
                if done.is_multiple_of(5_000) {
                    println!("{done} games");
                }
            }
        }
    };
    let parts: Vec<[u64; 3]> = std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        running.into_iter().map(|thread| thread.join().expect("no panic")).collect()
    });
    let [steps, truths, tried] = std::array::from_fn(|i| parts.iter().map(|part| part[i]).sum::<u64>());
    println!(
        "{games} games, {steps} steps checked, {truths} with all slow truths, {tried} actions tried, 0 failures"
    );
}
