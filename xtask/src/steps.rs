//! The verbs that run other commands, each step named before it starts.

use crate::{browser, gates, install, python, tidy};
use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lives inside the workspace").to_owned()
}

/// Prints a line.
pub(crate) fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

/// Runs a program and fails with its name if it fails.
pub(crate) fn step(program: &str, arguments: &[&str]) -> Result<()> {
    step_with(program, arguments, &[])
}

fn step_with(program: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Result<()> {
    say(&format!("== {program} {}", arguments.join(" ")));
    let status = Command::new(program)
        .args(arguments)
        .envs(variables.iter().copied())
        .status()
        .with_context(|| format!("cannot start {program}"))?;
    if !status.success() {
        bail!("{program} {} failed", arguments.join(" "));
    }
    Ok(())
}

/// Whether a program can be started.
pub(crate) fn have(program: &str, version: &str) -> bool {
    Command::new(program).arg(version).output().is_ok_and(|o| o.status.success())
}

/// Where cargo builds; a shared folder may be set by the environment.
pub(crate) fn target_folder() -> Result<PathBuf> {
    let output = Command::new("cargo").args(["metadata", "--format-version", "1", "--no-deps"]).output()?;
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    Ok(metadata["target_directory"].as_str().context("cargo metadata names the target folder")?.into())
}

/// All checks and all tests.
pub(crate) fn test() -> Result<()> {
    install::run()?;
    check()?;
    let mut counts = Counts::default();
    // not --all-targets: benches are compiled by clippy above and would run as tests here
    let targets = count_tests(
        &["test", "--workspace", "--lib", "--bins", "--tests", "--examples", "--no-fail-fast"],
        &mut counts,
    );
    let examples = targets.and_then(|()| count_tests(&["test", "--workspace", "--doc"], &mut counts));
    let pages = examples.and_then(|()| browser::test(&mut counts));
    let wheel = pages.and_then(|()| python::test(&mut counts));
    say(&format!("{} passed, {} failed, {} skipped", counts.passed, counts.failed, counts.ignored));
    wheel
}

/// The wheel alone.
pub(crate) fn wheel() -> Result<()> {
    let mut counts = Counts::default();
    let result = python::test(&mut counts);
    say(&format!("{} passed, {} failed, {} skipped", counts.passed, counts.failed, counts.ignored));
    result
}

/// What the test runners counted.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) ignored: u64,
}

/// Runs cargo's tests, echoes what they print and adds up their closing lines.
fn count_tests(arguments: &[&str], counts: &mut Counts) -> Result<()> {
    say(&format!("== cargo {}", arguments.join(" ")));
    let mut child = Command::new("cargo").args(arguments).arg("--quiet").stdout(Stdio::piped()).spawn()?;
    let output = child.stdout.take().context("the output was piped")?;
    for line in BufReader::new(output).lines() {
        let line = line?;
        if let Some(closing) = line.strip_prefix("test result: ") {
            let number = |what: &str| -> u64 {
                let words: Vec<&str> = closing.split_whitespace().collect();
                let place = words.iter().position(|w| w.trim_end_matches(';') == what);
                place.and_then(|p| words.get(p.checked_sub(1)?)?.parse().ok()).unwrap_or(0)
            };
            counts.passed += number("passed");
            counts.failed += number("failed");
            counts.ignored += number("ignored");
        }
        say(&line);
    }
    if !child.wait()?.success() {
        bail!("cargo {} failed", arguments.join(" "));
    }
    Ok(())
}

/// Everything but the tests.
pub(crate) fn check() -> Result<()> {
    tidy::run()?;
    step("cargo", &["fmt", "--all", "--check"])?;
    step("cargo", &["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"])?;
    step_with("cargo", &["doc", "--workspace", "--no-deps", "--quiet"], &[("RUSTDOCFLAGS", "-D warnings")])?;
    if have("cargo", "deny") && have("cargo-deny", "--version") {
        step("cargo", &["deny", "--offline", "check", "bans", "licenses", "sources"])?;
    } else {
        say("== cargo deny: skipped, cargo-deny is not installed");
    }
    Ok(())
}

/// Fuzzes each target for `seconds` (default 30).
pub(crate) fn fuzz(arguments: &[String]) -> Result<()> {
    let seconds = arguments.first().map_or("30", String::as_str);
    let time = format!("-max_total_time={seconds}");
    for target in std::fs::read_dir("fuzz/fuzz_targets")? {
        let path = target?.path();
        let name = path.file_stem().and_then(|s| s.to_str()).context("a fuzz target has a plain name")?;
        step("cargo", &["+nightly", "fuzz", "run", name, "--", &time])?;
    }
    Ok(())
}

/// Runs benches: all of them, or only the gates, which count instructions.
pub(crate) fn bench(arguments: &[String]) -> Result<()> {
    if arguments.first().is_some_and(|a| a == "gates") {
        return gates::run();
    }
    step("cargo", &["bench", "--workspace"])
}

/// The bench client against the release binary: `load [games] [seconds] [sockets] [database]`.
pub(crate) fn load(arguments: &[String]) -> Result<()> {
    step("cargo", &["build", "--release", "--quiet", "--package", "hexwright"])?;
    let binary = target_folder()?.join("release/hexwright");
    let binary = binary.to_string_lossy();
    let mut all = vec!["run", "--quiet", "--package", "hexwright-server", "--example", "load", "--"];
    all.push(&binary);
    all.extend(arguments.iter().map(String::as_str));
    step("cargo", &all)
}

/// The checks that are too long for every change: tests marked `#[ignore]`, optimised.
pub(crate) fn soak() -> Result<()> {
    step("cargo", &["test", "--workspace", "--release", "--", "--ignored", "--nocapture"])
}
