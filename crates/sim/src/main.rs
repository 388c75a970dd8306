//! `cargo xtask sim`: runs seeds, replays one with its account, or looks for planted bugs.
#![expect(clippy::print_stdout, reason = "a program for the terminal")]

use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};

const HELP: &str = "\
cargo xtask sim --seeds N [--from K] [--threads T]   run N seeds, from K on (0), on T threads (2)
cargo xtask sim --seed K [--trace] [--bug NAME]      run one seed, with an account of what happened
cargo xtask sim --bugs [--seeds N]                   look for every planted bug in at most N seeds (400)";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| {
        let place = arguments.iter().position(|a| a == name)?;
        arguments.get(place + 1)
    };
    let number = |name: &str, otherwise: u64| value(name).map_or(Some(otherwise), |text| text.parse().ok());
    let has = |name: &str| arguments.iter().any(|a| a == name);
    let (Some(from), Some(threads)) = (number("--from", 0), number("--threads", 2)) else { return help() };
    #[cfg(feature = "bugs")]
    {
        if has("--bugs") {
            let Some(seeds) = number("--seeds", 400) else { return help() };
            return hexwright_sim::bugs::hunt(seeds, threads);
        }
        if let Some(name) = value("--bug")
            && !hexwright_sim::bugs::plant(name)
        {
            println!("there is no bug {name:?}");
            return ExitCode::FAILURE;
        }
    }
    match (value("--seed"), value("--seeds")) {
        (Some(seed), _) => seed.parse().map_or_else(|_| help(), |seed| one(seed, has("--trace"))),
        (None, Some(seeds)) => seeds.parse().map_or_else(|_| help(), |seeds| many(from, seeds, threads)),
        (None, None) => help(),
    }
}

fn help() -> ExitCode {
    println!("{HELP}");
    ExitCode::FAILURE
}

fn one(seed: u64, trace: bool) -> ExitCode {
    let report = hexwright_sim::run(seed, trace);
    report.account.iter().for_each(|line| println!("{line}"));
    println!(
        "seed {seed}: {} tables, {} lines, {} intents acknowledged, fingerprint {:016x}",
        report.tables, report.lines, report.acknowledged, report.fingerprint
    );
    report.broken.iter().for_each(|what| println!("broken: {what}"));
    if report.broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

#[expect(clippy::disallowed_methods, reason = "says how long the seeds took")]
fn many(from: u64, seeds: u64, threads: u64) -> ExitCode {
    let (next, failed) = (AtomicU64::new(from), AtomicU64::new(0));
    let (acknowledged, lines) = (AtomicU64::new(0), AtomicU64::new(0));
    let begun = std::time::Instant::now();
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= from + seeds {
                        return;
                    }
                    let report = hexwright_sim::run(seed, false);
                    acknowledged.fetch_add(report.acknowledged as u64, Ordering::Relaxed);
                    lines.fetch_add(report.lines as u64, Ordering::Relaxed);
                    if let Some(what) = report.broken.first() {
                        failed.fetch_add(1, Ordering::Relaxed);
                        println!("seed {seed}: {what}");
                    }
                }
            });
        }
    });
    let (time, failed) = (begun.elapsed().as_secs_f64(), failed.load(Ordering::Relaxed));
    println!(
        "{seeds} seeds, {failed} broken; {} intents acknowledged, {} lines stored; {:.0} seeds a minute",
        acknowledged.load(Ordering::Relaxed),
        lines.load(Ordering::Relaxed),
        60.0 * seeds as f64 / time
    );
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
