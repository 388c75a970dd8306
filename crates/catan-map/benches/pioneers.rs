//! How long reading and checking a large `.game` map takes.

use criterion::{Criterion, criterion_group, criterion_main};
use hexwright_catan_map::text::pioneers::{Leniency, read};
use std::hint::black_box;

/// A 25×25 map: every cell has something to say.
fn large() -> String {
    let mut text =
        String::from("title Large\nnum-players 4\nvictory-points 10\nnum-roads 15\nnum-settlements 5\n");
    text.push_str("num-cities 4\nresource-count 19\nchits 5,2,6,3,8,10,9,12,11,4\nmap\n");
    let mut sequence = 0;
    for y in 0..25 {
        let row: Vec<String> = (0..25)
            .map(|x| {
                if (x * 7 + y * 3) % 5 == 0 {
                    return format!("s?{}", (x + y) % 6);
                }
                sequence += 1;
                format!("{}{}", ["t", "p", "f", "h", "m", "g"][(x + y) % 6], sequence - 1)
            })
            .collect();
        text.push_str(&row.join(","));
        text.push('\n');
    }
    text + ".\n"
}

fn bench(c: &mut Criterion) {
    let text = large();
    assert!(read("large.game", text.as_bytes(), Leniency::Strict).value.is_some());
    c.bench_function("pioneers: read and check 25x25", |b| {
        b.iter(|| read("large.game", black_box(text.as_bytes()), Leniency::Strict));
    });
}

criterion_group!(benches, bench);
criterion_main!(benches);
