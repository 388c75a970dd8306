//! `test`: every check and every test, each compiled once.
//!
//! What is downloaded or installed (browser, packages of npm and PyPI, cargo-deny) is fetched beside the
//! compilation. One command of cargo builds all test programs, the program the pages are tested with and the library of
//! the wheel. Then all tests run, several programs at a time: many wait for servers, clocks or a browser.

use crate::built::{Built, LINTED};
use crate::counts::Counts;
use crate::runner::{self, Job};
use crate::steps::{deny, documentation, program, target_folder, tidiness};
use crate::timing::{self, timed};
use crate::{browser, install, python};
use anyhow::{Context as _, Result, bail};

/// With other words cargo would choose other features of libraries and compile them anew.
const EVERYTHING: &[&str] = &["--workspace", "--all-targets"];

/// All checks and all tests.
pub(crate) fn all() -> Result<()> {
    let start = timing::now();
    let mut counts = Counts::default();
    let result = std::thread::scope(|scope| {
        let downloads = scope.spawn(|| timed("downloads and installs (beside the rest)", install::all));
        tidiness()?;
        let built = timed("build everything, with clippy's lints", || Built::by_cargo(EVERYTHING))?;
        documentation()?;
        match downloads.join() {
            Ok(result) => result?,
            Err(_) => bail!("the thread that installs what tests need has panicked"),
        }
        deny()?;
        timed("every test", || every_test(&built, &mut counts))
    });
    timing::report(start.elapsed());
    counts.report();
    result
}

/// Runs every kind of test, those that take longest first: so no core is idle while the last one runs.
fn every_test(built: &Built, counts: &mut Counts) -> Result<()> {
    let mut examples = program("cargo");
    examples.args(["test", "--doc", "--workspace", "--quiet"]).envs(LINTED.iter().copied());
    let mut jobs = Vec::new();
    jobs.extend(python::job(python::Part::Ordinary, built, counts)?);
    jobs.extend(browser::jobs(built.hexwright()?, counts)?);
    let name = "examples in the documentation".to_owned();
    jobs.push(Job { name, command: examples, closing: Counts::of_cargo });
    // cargo compiles command line and server last, and their tests start programs and wait for them
    jobs.extend(built.jobs().into_iter().rev());
    run(jobs, counts)
}

/// Runs programs, one more at a time than there are cores.
fn run(jobs: Vec<Job>, counts: &mut Counts) -> Result<()> {
    let cores = std::thread::available_parallelism().context("how many cores there are")?.get();
    runner::run(jobs, cores + 1, &target_folder()?.join("test-output"), counts)
}

/// A part of the wheel's tests alone.
pub(crate) fn wheel(part: python::Part) -> Result<()> {
    let mut counts = Counts::default();
    let packages = ["--package", "hexwright-cli", "--package", "hexwright-python"];
    let result = Built::by_cargo(&packages).and_then(|built| {
        let job = python::job(part, &built, &mut counts)?;
        run(job.into_iter().collect(), &mut counts)
    });
    counts.report();
    result
}
