//! Fuzzing on the stable compiler: `cargo xtask fuzz [seconds] [target]`.
//!
//! The targets are built without a sanitizer: the code has no `unsafe`, so an address sanitizer would
//! find nothing and cost most of the speed. Overflow checks and debug assertions stay on. Comparisons
//! are not traced either (they took half of the time); dictionaries bring the words instead.

use crate::steps::{have, say, step, target_folder};
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// An input that takes longer has failed: a hang.
const LONGEST_SECONDS: u32 = 5;
/// A run that takes more memory has failed.
const MOST_MEGABYTES: u32 = 1024;

/// A line of `fuzz/targets.txt`.
struct Target {
    name: String,
    kind: String,
    longest: String,
    dictionary: Option<String>,
    feature: Option<String>,
}

/// What one target did.
struct Outcome {
    name: String,
    kind: String,
    runs: u64,
    rate: u64,
    /// Coverage counters hit before and after.
    coverage: (u64, u64),
    /// What was broken, in a word, and the input that shows it.
    failures: Vec<String>,
}

/// Runs all targets, or one, each for the given seconds; 30 if not said.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let seconds: u64 = match arguments.first() {
        None => 30,
        Some(text) => {
            text.parse().with_context(|| format!("expected a number of seconds, found {text:?}"))?
        }
    };
    let all = targets()?;
    let chosen: Vec<&Target> = all.iter().filter(|t| arguments.get(1).is_none_or(|n| *n == t.name)).collect();
    if chosen.is_empty() {
        let names: Vec<&str> = all.iter().map(|t| t.name.as_str()).collect();
        bail!("expected one of the targets {}", names.join(", "));
    }
    if !have("cargo-fuzz", "--version") {
        step("cargo", &["install", "cargo-fuzz", "--locked"])?;
    }
    let folder = target_folder()?.join("fuzz");
    let mut outcomes = Vec::new();
    for target in chosen {
        build(target, &folder)?;
        let outcome = fuzz(target, seconds, &folder)?;
        say(&row(&outcome));
        outcomes.push(outcome);
    }
    table(&outcomes)
}

fn targets() -> Result<Vec<Target>> {
    let text = std::fs::read_to_string("fuzz/targets.txt")?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [name, kind, longest, dictionary, feature] = words[..] else {
                bail!("fuzz/targets.txt: expected five words, found {line:?}");
            };
            let word = |word: &str| (word != "-").then(|| word.to_owned());
            Ok(Target {
                name: name.to_owned(),
                kind: kind.to_owned(),
                longest: longest.to_owned(),
                dictionary: word(dictionary),
                feature: word(feature),
            })
        })
        .collect()
}

fn build(target: &Target, folder: &Path) -> Result<()> {
    say(&format!("== building {}", target.name));
    let mut command = Command::new("cargo");
    command.args(["fuzz", "build", "--sanitizer", "none", "--no-trace-compares", "--target-dir"]);
    command.arg(folder).args(target.feature.iter().flat_map(|f| ["--features", f])).arg(&target.name);
    // cargo-fuzz may pass flags that are not stable; the stable compiler takes them all the same
    let output = command.env("RUSTC_BOOTSTRAP", "1").output().context("cannot start cargo fuzz")?;
    if !output.status.success() {
        bail!("cargo fuzz build {} failed:\n{}", target.name, String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
}

/// Runs a built target. What it finds interesting goes to a folder beside the build: the committed
/// corpus only grows on purpose.
fn fuzz(target: &Target, seconds: u64, folder: &Path) -> Result<Outcome> {
    let name = &target.name;
    let binary = binary(name, folder)?;
    let found = folder.join("found").join(name);
    let broken = folder.join("broken").join(name);
    for folder in [&found, &broken] {
        std::fs::create_dir_all(folder)?;
    }
    let log = folder.join(format!("{name}.log"));
    let mut command = Command::new(binary);
    command
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-max_len={}", target.longest))
        .arg(format!("-timeout={LONGEST_SECONDS}"))
        .arg(format!("-rss_limit_mb={MOST_MEGABYTES}"))
        .arg(format!("-artifact_prefix={}/", broken.display()))
        .args(["-print_final_stats=1", "-reload=0", "-fork=0"])
        .args(target.dictionary.iter().map(|d| format!("-dict=fuzz/dictionaries/{d}.dict")))
        .args([&found, Path::new("fuzz/corpus").join(name).as_path()])
        .stdout(Stdio::null())
        .stderr(std::fs::File::create(&log)?);
    let status = command.status().with_context(|| format!("cannot start {name}"))?;
    let text = String::from_utf8_lossy(&std::fs::read(&log)?).into_owned();
    let mut outcome = outcome(target, &text);
    if !status.success() && outcome.failures.is_empty() {
        outcome.failures.push(format!("ended with {status}"));
    }
    for failure in &outcome.failures {
        say(&format!("{name}: {failure}\n   log: {}", log.display()));
    }
    Ok(outcome)
}

/// cargo-fuzz builds for a named platform, so its folder is one level deeper.
fn binary(name: &str, folder: &Path) -> Result<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder)?
        .filter_map(|entry| Some(entry.ok()?.path().join("release").join(name)))
        .filter(|path| path.is_file())
        .collect();
    found.sort();
    found.pop().with_context(|| format!("cargo fuzz left no program {name}"))
}

/// Reads what libFuzzer printed.
fn outcome(target: &Target, log: &str) -> Outcome {
    let number = |text: &str| text.split_whitespace().next().and_then(|n| n.parse().ok()).unwrap_or(0);
    let stat = |name: &str| log.lines().find_map(|l| l.strip_prefix(name)).map_or(0, &number);
    let mut coverage = log.lines().filter_map(|line| line.split_once(" cov: ")).map(|(_, rest)| number(rest));
    let first = log.lines().find(|line| line.contains("INITED")).and_then(|line| line.split_once(" cov: "));
    let before = first.map_or(0, |(_, rest)| number(rest));
    let after = coverage.by_ref().fold(before, u64::max);
    let mut failures: Vec<String> = Vec::new();
    for line in log.lines() {
        if let Some((_, what)) = line.split_once("ERROR: libFuzzer: ") {
            failures.push(what.to_owned());
        } else if line.contains("panicked at") {
            failures.push(line.trim().to_owned());
        } else if let Some((_, path)) = line.split_once("Test unit written to ")
            && let Some(last) = failures.last_mut()
        {
            last.push_str(&format!("\n   input: {path}"));
        }
    }
    Outcome {
        name: target.name.clone(),
        kind: target.kind.clone(),
        runs: stat("stat::number_of_executed_units:"),
        rate: stat("stat::average_exec_per_sec:"),
        coverage: (before, after),
        failures,
    }
}

fn row(outcome: &Outcome) -> String {
    let (before, after) = outcome.coverage;
    let new = after.saturating_sub(before);
    let verdict = if outcome.failures.is_empty() { "ok" } else { "BROKEN" };
    format!(
        "{:<16} {:<5} {:>12} {:>9} {:>9} {:>5} {:>8}  {verdict}",
        outcome.name,
        outcome.kind,
        outcome.runs,
        outcome.rate,
        after,
        new,
        outcome.failures.len()
    )
}

fn table(outcomes: &[Outcome]) -> Result<()> {
    say("\ntarget           kind    executions  a second  coverage   new failures");
    outcomes.iter().for_each(|outcome| say(&row(outcome)));
    say(&format!("{} executions in all", outcomes.iter().map(|o| o.runs).sum::<u64>()));
    let broken = outcomes.iter().filter(|o| !o.failures.is_empty()).count();
    if broken > 0 {
        bail!("{broken} targets found a broken law, a hang or too much memory");
    }
    Ok(())
}
