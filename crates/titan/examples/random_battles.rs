//! Measures how many battles of random players one core plays in a second.

#![allow(clippy::print_stdout, clippy::disallowed_methods)] // a program that measures time

use hexwright_core::Fast;
use hexwright_titan::Battleland;
use hexwright_titan::battle::playout::{Anything, Buffers, random_setup};
use hexwright_titan::battle::{Battle, Legion, Setup, read_kinds};
use std::time::Instant;

fn measure(name: &str, battles: &[Battle], rounds: usize) {
    let (mut random, mut buffers) = (Fast::new(1, 1), Buffers::default());
    let (mut steps, mut played) = (0_u64, 0_u64);
    let begin = Instant::now();
    for battle in battles.iter().cycle().take(rounds) {
        battle.play_out([&mut Anything, &mut Anything], &mut random, &mut buffers, |_, _| steps += 1);
        played += 1;
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!(
        "{name}: {:.0} battles/s, {:.1} steps a battle",
        played as f64 / seconds,
        steps as f64 / played as f64
    );
}

fn main() {
    let legion = |list: &str| Legion::new(read_kinds(list).unwrap_or_default());
    let seven = || legion("Titan Angel Lion Lion Ogre Troll Gargoyle");
    let plains = Setup::new(Battleland::default(), seven(), seven());
    let lands = |count| {
        let mut random = Fast::new(7, 7);
        (0..count).filter_map(|_| Battle::new(random_setup(&mut random)).ok()).collect::<Vec<_>>()
    };
    measure("full legions on plains", &Battle::new(plains).into_iter().collect::<Vec<_>>(), 40_000);
    measure("random legions on random lands", &lands(200), 40_000);
    let begin = Instant::now();
    let made = lands(500).len();
    println!("preparing a land: {:.0} µs", begin.elapsed().as_secs_f64() * 1e6 / made as f64);
}
