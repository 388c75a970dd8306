//! Reads a script anew for each of N maps: what instruction counts and profiles are taken of.
//! `cargo run --release --example reparse -- SCRIPT N`

use hexwright_titan::{Mode, Script};
use std::{hint::black_box, time::Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("expected a script")?;
    let count: u64 = arguments.next().map_or(Ok(1_000), |n| n.parse())?;
    let text = hexwright_titan::decode(&std::fs::read(path)?);
    let (start, mut bytes) = (Instant::now(), 0);
    for seed in 0..count {
        let script =
            Script::parse(black_box(&text), Mode::Documented).map_err(|_| "expected a sound script")?;
        bytes += script.roll(seed)?.bytes_used;
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{count} maps, {bytes} random bytes, {seconds:.3} s, {:.0} maps/s", count as f64 / seconds);
    Ok(())
}
