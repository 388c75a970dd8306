//! Rates of replay, random play and legal moves: `cargo bench -p hexwright-terra`.

#![allow(missing_docs, reason = "criterion's macros make public items")]

use criterion::{Criterion, criterion_group, criterion_main};
use hexwright_core::{Actor, Fast, Game, Random, Turn};
use hexwright_terra::text::ledger::{Log, Replay, verify_ledger};
use hexwright_terra::{Faction, MapId, Setup, Terra};
use std::hint::black_box;

/// Plays a random game; the number of steps.
fn random_game(game: &Terra, random: &mut Fast) -> usize {
    let mut position = game.start();
    let mut moves = Vec::new();
    let mut steps = 0;
    while let Turn::Seats(set) = game.turn(&position) {
        let seat = set.iter().nth(random.index(set.len())).expect("somebody is to move");
        moves.clear();
        game.legal(&position, seat, &mut moves);
        let action = moves[random.index(moves.len())];
        game.play_unchecked(&mut position, Actor::Seat(seat), &action);
        steps += 1;
    }
    steps
}

/// A log of our own: a random game of four players, written down.
fn log() -> Log {
    let setup = Setup::new(&[Faction::Witches, Faction::Nomads, Faction::Darklings, Faction::Engineers]);
    let game = Terra::new(setup).expect("four colours");
    Log::of_random_game(&game, &mut Fast::new(1, 1))
}

fn benches(c: &mut Criterion) {
    let game = Terra::new(Setup::draw(MapId::Base, 4, &mut Fast::new(1, 7))).expect("drawn setups are games");
    let mut number = 0;
    c.bench_function("random game", |b| {
        b.iter(|| {
            number += 1;
            random_game(black_box(&game), &mut Fast::new(2, number))
        });
    });
    let log = log();
    c.bench_function("replay of a random four-player game", |b| {
        b.iter(|| {
            let mut replay = Replay::new(black_box(&log)).expect("a game");
            replay.play_to(usize::MAX).expect("legal");
            replay.rows().len()
        });
    });
    let league = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/conformance/terra/ledgers/4pLeague_S60_D1L1_G1.json"
    );
    if let Ok(bytes) = std::fs::read(league) {
        let log = Log::read(&bytes).expect("a log");
        c.bench_function("replay of a league game", |b| {
            b.iter(|| {
                let mut replay = Replay::new(black_box(&log)).expect("a game");
                replay.play_to(usize::MAX).expect("legal");
                replay.rows().len()
            });
        });
        c.bench_function("read and verify a league game", |b| b.iter(|| verify_ledger(black_box(&bytes))));
    }
}

criterion_group!(terra, benches);
criterion_main!(terra);
