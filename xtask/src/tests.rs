//! `test`: every check and every test, each compiled once.
//!
//! What is downloaded or installed (browser, packages of npm and PyPI, cargo-deny) is fetched beside the
//! compilation. All of cargo's tests are built by one command; the pages and the wheel's tests use the
//! program it leaves behind.

use crate::steps::{check, say};
use crate::timing::{self, timed};
use crate::{browser, install, python};
use anyhow::{Context, Result, bail};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::Stdio;

/// What the test runners counted.
#[derive(Default)]
pub(crate) struct Counts {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: u64,
    /// What skipped tests need, each with how many tests need it.
    pub(crate) missing: BTreeMap<String, u64>,
}

impl Counts {
    /// The line that closes a run.
    fn report(&self) {
        for (need, tests) in &self.missing {
            say(&format!("skipped: {tests} tests need {need}"));
        }
        say(&format!("{} passed, {} failed, {} skipped", self.passed, self.failed, self.skipped));
    }
}

/// All checks and all tests.
pub(crate) fn all() -> Result<()> {
    let start = timing::now();
    let mut counts = Counts::default();
    let result = std::thread::scope(|scope| {
        let downloads = scope.spawn(|| timed("downloads and installs (beside the rest)", install::all));
        check()?;
        timed("build tests", || cargo(&["test", "--no-run", "--quiet"]))?;
        match downloads.join() {
            Ok(result) => result?,
            Err(_) => bail!("the thread that installs what tests need has panicked"),
        }
        every_test(&mut counts)
    });
    timing::report(start.elapsed());
    counts.report();
    result
}

/// The packages whose tests cargo runs. The Python package has none of cargo's; maturin builds it.
const PACKAGES: &[&str] = &["--workspace", "--exclude", "hexwright-python"];

fn cargo(arguments: &[&str]) -> Result<()> {
    crate::steps::step("cargo", &[arguments, PACKAGES].concat())
}

/// Runs every kind of test, the later ones also when earlier ones have failed, and fails if one has.
fn every_test(counts: &mut Counts) -> Result<()> {
    // not --all-targets: that would run benches as tests
    let targets = ["test", "--lib", "--bins", "--tests", "--examples", "--no-fail-fast"];
    let results = [
        timed("cargo's tests", || count_tests(&targets, counts)),
        timed("examples in the documentation", || count_tests(&["test", "--doc"], counts)),
        timed("pages in a browser", || browser::test(counts)),
        timed("Python wheel", || python::test(python::Part::Ordinary, counts)),
    ];
    let failures: Vec<String> =
        results.into_iter().filter_map(|r| r.err().map(|error| format!("{error:#}"))).collect();
    if failures.is_empty() { Ok(()) } else { bail!("{}", failures.join("\n")) }
}

/// A part of the wheel's tests alone.
pub(crate) fn wheel(part: python::Part) -> Result<()> {
    let mut counts = Counts::default();
    let result = crate::steps::step("cargo", &["build", "--quiet", "--package", "hexwright-cli"])
        .and_then(|()| python::test(part, &mut counts));
    counts.report();
    result
}

/// Runs cargo's tests, echoes what they print and adds up their closing lines.
fn count_tests(arguments: &[&str], counts: &mut Counts) -> Result<()> {
    let arguments = [arguments, PACKAGES, &["--quiet"]].concat();
    say(&format!("== cargo {}", arguments.join(" ")));
    let mut child = crate::steps::program("cargo").args(&arguments).stdout(Stdio::piped()).spawn()?;
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
            counts.skipped += number("ignored");
        } else if let Some((_, need)) = line.strip_prefix("skipped: ").and_then(|l| l.split_once(" needs ")) {
            *counts.missing.entry(need.to_owned()).or_default() += 1;
        }
        say(&line);
    }
    if !child.wait()?.success() {
        bail!("cargo {} failed", arguments.join(" "));
    }
    Ok(())
}
