//! `test`: every check and every test, each compiled once.
//!
//! What is downloaded or installed (browser, packages of npm and PyPI, cargo-deny) is fetched beside the
//! compilation. One command of cargo builds all test programs, the program the pages are tested with and the library of
//! the wheel. Then all tests run, several programs at a time: many wait for servers, clocks or a browser.

use crate::built::Built;
use crate::counts::Counts;
use crate::runner::{self, Job};
use crate::steps::{deny, program, target_folder, tidiness};
use crate::timing::{self, timed};
use crate::{browser, compiler, install, python};
use anyhow::{Context as _, Result, bail};

/// With other words cargo would choose other features of libraries and compile them anew.
const EVERYTHING: &[&str] = &["--workspace", "--all-targets"];

/// What takes longest of all that is tested, from the longest on, in a run on two cores. They start first, so that no core is
/// idle while the last one runs; those that mostly wait for a clock stand beside those that compute.
const LONGEST: &[&str] = &[
    "Python wheel",
    "pages access.test.mjs",
    "league league",
    "pages table.test.mjs",
    "pages lobby.test.mjs",
    "pages phone.test.mjs",
    "server tables",
    "pages turn.test.mjs",
    "pages learn.test.mjs",
    "cli docs",
    "pages terra.test.mjs",
    "pages terra-auction.test.mjs",
    "pages back.test.mjs",
    "pages lasting.test.mjs",
    "pages pioneers.test.mjs",
    "cli servers",
    "pages editor.test.mjs",
    "catan pioneers_clients",
    "pages rooms.test.mjs",
    "pages battle.test.mjs",
    "pages workshop.test.mjs",
    "pages analysis.test.mjs",
    "examples in the documentation",
    "pages dice.test.mjs",
    "cli outages",
];

/// All checks and all tests.
pub(crate) fn all() -> Result<()> {
    let start = timing::Start::now();
    let mut counts = Counts::default();
    let result = std::thread::scope(|scope| {
        let downloads = scope.spawn(|| timed("downloads and installs (beside the rest)", install::all));
        tidiness()?;
        let built = timed("build everything, with lints and documentation", || Built::by_cargo(EVERYTHING))?;
        match downloads.join() {
            Ok(result) => result?,
            Err(_) => bail!("the thread that installs what tests need has panicked"),
        }
        deny()?;
        timed("every test", || every_test(&built, &mut counts))
    });
    timing::report(&start);
    counts.report();
    result
}

/// Runs every kind of test, those that take longest first.
fn every_test(built: &Built, counts: &mut Counts) -> Result<()> {
    let mut examples = program("cargo");
    examples.args(["test", "--doc", "--workspace", "--quiet"]).envs(compiler::variables()?);
    let mut jobs = Vec::new();
    jobs.extend(python::job(python::Part::Ordinary, built, counts)?);
    jobs.extend(browser::jobs(built.hexwright()?, counts)?);
    let name = "examples in the documentation".to_owned();
    jobs.push(Job { name, command: examples, closing: Counts::of_cargo });
    jobs.extend(built.jobs());
    jobs.sort_by_key(|job| LONGEST.iter().position(|name| job.name == *name).unwrap_or(LONGEST.len()));
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
