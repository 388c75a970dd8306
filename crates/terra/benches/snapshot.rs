//! Rates of the snapshot text: `cargo bench -p hexwright-terra --bench snapshot`.

#![allow(missing_docs, reason = "criterion's macros make public items")]

use criterion::{Criterion, criterion_group, criterion_main};
use hexwright_terra::text::snapshot::{Level, Mode, Snapshot, read, write};
use std::hint::black_box;

/// A position of our own late in a game of four.
const TEXT: &str = include_str!("../../../maps/terra/four-on-base-75.tms");

fn benches(c: &mut Criterion) {
    c.bench_function("snapshot read and check", |b| {
        b.iter(|| read(black_box(TEXT), Level::Rules).findings.len());
    });
    let snapshot = read(TEXT, Level::Rules).snapshot;
    c.bench_function("snapshot write", |b| {
        b.iter(|| write(black_box(&snapshot), Mode::Full).len());
    });
    c.bench_function("snapshot to position and back", |b| {
        b.iter(|| {
            let (game, position) = black_box(&snapshot).position_lossy();
            Snapshot::of(&game, &position).players.len()
        });
    });
}

criterion_group!(all, benches);
criterion_main!(all);
