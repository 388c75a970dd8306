//! Reads a script anew for each of N maps, for measuring: `reparse SCRIPT [N]`.
//!
//! Rates: run it in release mode; where the system tells how long the thread ran, they are per second of
//! that time, so that a busy machine does not blur them. Instructions: run it under `valgrind --tool=callgrind` and divide by the
//! printed number of maps.
#![allow(clippy::print_stdout)] // printing is what it is for

use hexwright_titan::{Mode, Script};
use std::hint::black_box;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("expected a script, found nothing")?;
    let maps: u64 = arguments.next().map_or(Ok(1_000), |n| n.parse())?;
    let text = hexwright_titan::decode(&std::fs::read(path)?);
    let begin = seconds();
    let mut bytes = 0;
    for seed in 0..maps {
        let script = Script::parse(black_box(&text), Mode::Documented)
            .map_err(|findings| findings[0].message.clone())?;
        bytes += script.roll(seed)?.bytes_used;
    }
    let seconds = seconds() - begin;
    println!("{maps} maps, {bytes} random bytes, {seconds:.3} s\n{:.0} maps/s", maps as f64 / seconds);
    Ok(())
}

/// The time this thread ran so far or, where that is not told, the time of day.
fn seconds() -> f64 {
    let ran = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let ran = ran.and_then(|text| text.split(' ').next()?.parse::<f64>().ok()).map(|ns| ns / 1e9);
    let since = || std::time::SystemTime::UNIX_EPOCH.elapsed().map_or(0.0, |t| t.as_secs_f64());
    ran.unwrap_or_else(since)
}
