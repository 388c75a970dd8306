//! Random games on one thread, for measuring: `random_games [GAMES] [SEED] [PRESET or .game] [SEATS]`.
//! Only play is timed, not the reading and drawing of the boards.
//!
//! Rates: run it in release mode. Instructions: run it under `valgrind --tool=callgrind` and divide
//! by the printed number of actions; the start-up is below a thousandth of 500 games.
#![allow(clippy::print_stdout)] // printing is what it is for

use hexwright_catan::game::{Catan, Ruleset};
use hexwright_catan::generate::preset;
use hexwright_catan::text::pioneers::{Leniency, read};

/// A game on a new board of a preset, or of a Pioneers map by the published rules.
fn game(name: &str, seed: u64, seats: usize) -> Catan {
    let setup = if name.ends_with(".game") {
        let text = std::fs::read(name).expect("a file");
        read(name, &text, Leniency::Lenient).value.expect("a map").setup()
    } else {
        preset(name).expect("a preset")
    };
    Catan::on_map(&setup, seed, Ruleset::Standard, seats).expect("a game")
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, default: u64| arguments.get(i).and_then(|a| a.parse().ok()).unwrap_or(default);
    let (games, seed) = (number(0, 10_000), number(1, 1));
    let name = arguments.get(2).map_or("base", String::as_str);
    let seats = number(3, 4) as usize;
    let (mut actions, mut turns, mut wins) = (0, 0u64, vec![0u64; seats]);
    let mut seconds = 0.0;
    // a new board for every 100 games, so that the means are those of the map and not of one board
    for block in 0..games.div_ceil(100) {
        let game = game(name, seed + block, seats);
        #[expect(clippy::disallowed_methods, reason = "a measurement")]
        let begin = std::time::Instant::now();
        for n in block * 100..games.min(block * 100 + 100) {
            let played = game.random_game(seed, n, 100_000);
            actions += played.actions;
            turns += u64::from(played.turns);
            if let Some(winner) = played.winner {
                wins[winner.index()] += 1;
            }
        }
        seconds += begin.elapsed().as_secs_f64();
    }
    let per_game = |n: u64| n as f64 / games as f64;
    println!("{games} games, {actions} actions, {seconds:.3} s");
    println!(
        "{:.0} games/s, {:.2} M actions/s, {:.1} ns/action",
        games as f64 / seconds,
        actions as f64 / seconds / 1e6,
        seconds * 1e9 / actions as f64
    );
    println!("{:.1} actions and {:.1} turns a game, wins {wins:?}", per_game(actions), per_game(turns));
}
