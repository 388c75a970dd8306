//! Maps per second, one thread: from a parsed script, re-parsing each time, with XML text, and with
//! `--require entry`. Our own scripts, and the published ones where the conformance data is present.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use hexwright_titan::{Constraint, Mode, Roller, Script, Seeded, Tally, text};
use std::hint::black_box;

fn scripts() -> Vec<(String, String)> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let mut files = Vec::new();
    for folder in [format!("{root}/maps/titan"), format!("{root}/../shared/conformance/titan/scripts/head")] {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for path in entries.filter_map(|e| Some(e.ok()?.path())) {
            if path.extension().is_some_and(|e| e == "rnd") {
                let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                files.push((name, hexwright_titan::decode(&std::fs::read(&path).unwrap_or_default())));
            }
        }
    }
    files.sort();
    files
}

fn rates(c: &mut Criterion) {
    let scripts = scripts();
    let mut group = c.benchmark_group("maps");
    group.throughput(Throughput::Elements(1));
    for (name, text) in &scripts {
        let script = Script::parse(text, Mode::Documented).expect("a sound script");
        let mut seed = 0u64;
        group.bench_function(BenchmarkId::new("parsed", name), |b| {
            let mut roller = Roller::new(&script);
            b.iter(|| {
                seed += 1;
                black_box(roller.roll(&mut Seeded::new(seed)).expect("a map"))
            });
        });
        group.bench_function(BenchmarkId::new("reparsed", name), |b| {
            b.iter(|| {
                seed += 1;
                black_box(
                    Script::parse(black_box(text), Mode::Documented)
                        .expect("a script")
                        .roll(seed)
                        .expect("a map"),
                )
            });
        });
        group.bench_function(BenchmarkId::new("xml", name), |b| {
            let mut roller = Roller::new(&script);
            b.iter(|| {
                seed += 1;
                let rolled = roller.roll(&mut Seeded::new(seed)).expect("a map");
                black_box(text::xml::write(&rolled.land, ""))
            });
        });
        if matches!(name.as_str(), "Desert" | "oasis") {
            let require = [Constraint::parse("entry").expect("a constraint")];
            group.bench_function(BenchmarkId::new("require-entry", name), |b| {
                let mut roller = Roller::new(&script);
                b.iter(|| {
                    seed += 1;
                    black_box(roller.search(seed, &require, 1_000, &mut Tally::new(1)).expect("a search"))
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, rates);
criterion_main!(benches);
