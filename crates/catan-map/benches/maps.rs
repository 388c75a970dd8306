//! How long maps take: reading and checking, drawing, scoring, searching; and that cost grows with
//! the number of hexes only.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hexwright_catan_map::generate::{BoardCounts, Cells, Constraint, Drawer, Generator, Tables, preset};
use hexwright_catan_map::text::dot_catan::{Leniency, read, write};
use hexwright_catan_map::{Grid, HexType, HexValue, Resource, Setup};
use hexwright_core::Key as _;
use std::hint::black_box;

/// A square board of fixed land with ports along its top.
fn square(side: u8) -> Setup {
    let mut setup = preset("base").expect("a preset");
    setup.grid = Grid::new(side, side);
    let cells = setup.grid.len();
    setup.types = (0..cells).map(|i| HexType::Land(Resource::ALL[(i * 7 + i / 5) % 5])).collect();
    setup.values =
        (0..cells).map(|i| HexValue::Roll([3, 4, 5, 6, 8, 9, 10, 11][(i * 5 + i / 7) % 8])).collect();
    setup.ports.clear();
    let exact = setup.fixed();
    (setup.type_pool, setup.value_pool, setup.port_pool) = (exact.types, exact.values, exact.ports);
    setup
}

fn reading(c: &mut Criterion) {
    let mut group = c.benchmark_group("read and check");
    let base = write(&preset("base").expect("a preset"));
    group.bench_function("base, 19 hexes", |b| {
        b.iter(|| read("map.catan", black_box(base.as_bytes()), Leniency::Strict));
    });
    for side in [5, 8, 16, 32, 64] {
        let text = write(&square(side));
        group.throughput(Throughput::Elements(u64::from(side) * u64::from(side)));
        group.bench_with_input(BenchmarkId::new("square", side), &text, |b, text| {
            b.iter(|| read("map.catan", black_box(text.as_bytes()), Leniency::Lenient));
        });
    }
    group.finish();
}

fn boards(c: &mut Criterion) {
    let setup = preset("base").expect("a preset");
    let drawer = Drawer::new(&setup);
    let mut seed = 0;
    c.bench_function("draw a base board", |b| {
        b.iter(|| {
            seed += 1;
            drawer.draw(black_box(seed))
        });
    });
    let board = setup.draw(1);
    let (tables, cells) = (Tables::of(&board), Cells::of(&board));
    c.bench_function("score a base board", |b| {
        b.iter(|| BoardCounts::of(&tables, black_box(&cells)).score());
    });
    let mut group = c.benchmark_group("score");
    for side in [8, 16, 32] {
        let board = square(side).draw(0);
        let (tables, cells) = (Tables::of(&board), Cells::of(&board));
        group.throughput(Throughput::Elements(u64::from(side) * u64::from(side)));
        group.bench_function(BenchmarkId::new("square", side), |b| {
            b.iter(|| BoardCounts::of(&tables, black_box(&cells)).score());
        });
    }
    group.finish();
}

fn constrained(c: &mut Criterion) {
    let setup = preset("base").expect("a preset");
    let wishes = [Constraint::RedNeighbours(0), Constraint::RichCorner(11), Constraint::MinCorner(3)];
    let generator = Generator::new(&setup, &wishes).expect("possible");
    let mut seed = 0;
    c.bench_function("base board, 6/8 apart, 3 to 11 pips a corner", |b| {
        b.iter(|| {
            seed += 1;
            generator.generate(black_box(seed))
        });
    });
}

criterion_group!(benches, reading, boards, constrained);
criterion_main!(benches);
