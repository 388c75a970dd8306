//! Batched games on one thread, for measuring: `batch_steps [GAMES] [STEPS] [PRESET] [SEATS] [rows]`.
//!
//! Random picks from the masks. Rates: run it in release mode; the choice of picks is not counted.
//! Instructions: run it under `valgrind --tool=callgrind` and divide by the printed number of steps; the
//! choice then counts too.
#![allow(clippy::print_stdout)] // printing is what it is for

use hexwright_catan::game::{Buffers, Catan, Options, Part, Schedule, Slot};
use hexwright_catan::generate::preset;
use hexwright_core::{Fast, Random as _};
use std::time::Duration;

/// A legal pick, each equally likely.
fn choose(mask: &[u64], random: &mut Fast) -> u32 {
    let total: u32 = mask.iter().map(|word| word.count_ones()).sum();
    let mut n = random.below(total.into()) as u32;
    for (w, &word) in mask.iter().enumerate() {
        if n >= word.count_ones() {
            n -= word.count_ones();
            continue;
        }
        let mut word = word;
        for _ in 0..n {
            word &= word - 1;
        }
        return 64 * w as u32 + word.trailing_zeros();
    }
    Schedule::NO_PICK
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize, default: usize| arguments.get(i).and_then(|a| a.parse().ok()).unwrap_or(default);
    let (games, steps, seats) = (number(0, 1024), number(1, 1500), number(3, 4));
    let setup = preset(arguments.get(2).map_or("base", String::as_str)).expect("a preset");
    let game = Catan::new(&setup, &setup.draw(1), Options::default(), seats).expect("a game");
    let Catan::Base(engine) = game else { panic!("a base board") };
    let mut schedule = Schedule::new(&engine, games, 20_000);
    schedule.seed = 1;
    let words = schedule.picks().words();
    let mut slots: Vec<_> = (0..games as u64).map(|n| Slot::new(&engine, n)).collect();
    let (mut kept, mut masks) = (vec![0; games * words], vec![0; games * words]);
    let (mut places, mut dones, mut winners) = (vec![0; games], vec![0; games], vec![-1; games]);
    let observe = arguments.get(4).is_some_and(|word| word == "rows");
    let mut rows = vec![0; if observe { games * schedule.row() } else { 0 }];
    let (mut rewards, mut picks) = (vec![0.0; games * seats], vec![0; games]);
    let (mut random, mut spent, mut ended) = (Fast::new(1, 0), Vec::with_capacity(steps), 0);
    for step in 0..=steps {
        let shown = Buffers {
            masks: &mut masks,
            seats: &mut places,
            rewards: &mut rewards,
            dones: &mut dones,
            winners: &mut winners,
            rows: observe.then_some(&mut rows[..]),
            rows_kept: step > 0,
            finals: None,
        };
        let mut part = Part { first: 0, slots: &mut slots, kept: &mut kept, shown };
        if step == 0 {
            part.reset(&engine, &schedule);
        } else {
            #[expect(clippy::disallowed_methods, reason = "a measurement")]
            let begin = std::time::Instant::now();
            assert_eq!(part.step(&engine, &schedule, &picks), None, "masks list only legal picks");
            spent.push(begin.elapsed());
        }
        ended += dones.iter().filter(|&&done| done > 0).count();
        for (pick, mask) in picks.iter_mut().zip(masks.chunks(words)) {
            *pick = choose(mask, &mut random);
        }
    }
    let all = games * steps;
    spent.sort_unstable();
    // on a busy machine some steps are interrupted: the median is not disturbed by them
    let median = spent.get(steps / 2).map_or(0.0, Duration::as_secs_f64) * 1e9 / games as f64;
    println!("{all} steps, {ended} games ended, median {median:.1} ns/step");
}
