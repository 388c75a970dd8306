//! Runs test programs, several at a time, and counts what their closing lines say.
//!
//! A program that fails beside others runs once more when nothing else does: on a busy machine a deadline can be
//! missed, and a fault of ours fails twice. What needed the second run is named.

use crate::child::{Ended, run_into};
use crate::counts::Counts;
use crate::steps::say;
use crate::timing;
use anyhow::{Result, bail};
use std::collections::VecDeque;
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How long a program may run: far longer than the longest takes on a busy machine.
const LIMIT: Duration = Duration::from_secs(20 * 60);

/// A program of tests.
pub(crate) struct Job {
    pub(crate) name: String,
    pub(crate) command: Command,
    /// What its closing lines say; nothing if it has printed none.
    pub(crate) closing: fn(&str) -> Option<Counts>,
}

/// Runs programs in their order, so many at once, each with its output in a file of this folder. Fails if one has failed
/// beside others and alone, or left no count.
pub(crate) fn run(jobs: Vec<Job>, at_once: usize, folder: &Path, counts: &mut Counts) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    let beside_others = jobs.len() > 1;
    let queue = Mutex::new(VecDeque::from(jobs));
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    let good = Mutex::new(Counts::default());
    let failed = Mutex::new(Vec::new());
    timing::side_by_side(at_once, || {
        while let Some(mut job) = next() {
            match attempt(&mut job, folder) {
                Ok(count) => good.lock().unwrap_or_else(PoisonError::into_inner).add(count),
                Err(failure) => {
                    failed.lock().unwrap_or_else(PoisonError::into_inner).push((job, failure));
                }
            }
        }
    });
    counts.add(good.into_inner().unwrap_or_else(PoisonError::into_inner));
    let mut failures = Vec::new();
    for (mut job, failure) in failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        match if beside_others { attempt(&mut job, folder) } else { Err(failure) } {
            Ok(count) => {
                say(&format!("== failed beside others, passed alone: {}", job.name));
                counts.add(count);
            }
            Err((count, why)) => {
                counts.add(count);
                failures.push(format!("{}: {why}", job.name));
            }
        }
    }
    if failures.is_empty() { Ok(()) } else { bail!("tests failed:\n{}", failures.join("\n")) }
}

/// Runs a program once and prints what it said.
fn attempt(job: &mut Job, folder: &Path) -> Result<Counts, (Counts, String)> {
    let ran =
        run_into(&mut job.command, &folder.join(format!("{}.txt", job.name.replace(['/', ' '], "-"))), LIMIT);
    let (ended, text) = ran.map_err(|error| (Counts::one_failed(), format!("{error:#}")))?;
    timing::part(&job.name, ended.wall, ended.processor);
    let indented: String = text.trim().lines().map(|line| format!("\n    {line}")).collect();
    say(&format!("== {} ({:.1} s){indented}", job.name, ended.wall.as_secs_f64()));
    judge(&ended, (job.closing)(&text))
}

/// Whether a program was good: it ended by itself, well, and counted its tests.
fn judge(ended: &Ended, closing: Option<Counts>) -> Result<Counts, (Counts, String)> {
    match closing {
        Some(count) if ended.success() && count.failed == 0 => Ok(count),
        Some(count) if count.failed > 0 => {
            let why = format!("{} failed", count.failed);
            Err((count, why))
        }
        Some(count) => Err((count.and_one_failed(), ended.failure())),
        None => Err((Counts::one_failed(), format!("no closing line, {}", ended.failure()))),
    }
}

#[cfg(test)]
mod tests {
    use super::{Job, run};
    use crate::counts::Counts;
    use std::process::Command;

    /// Runs shell scripts as test programs.
    fn outcome(scripts: &[&str]) -> (Counts, Result<(), String>) {
        let place = std::thread::current().name().unwrap_or_default().replace("::", "-");
        let folder = std::env::temp_dir().join(format!("hexwright-runner-{}-{place}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let job = |(number, script): (usize, &&str)| {
            let mut command = Command::new("sh");
            command.args(["-c", script]).current_dir(&folder);
            Job { name: format!("job {number}"), command, closing: Counts::of_cargo }
        };
        let jobs = scripts.iter().enumerate().map(job).collect();
        let mut counts = Counts::default();
        let result = run(jobs, 2, &folder, &mut counts).map_err(|error| format!("{error:#}"));
        std::fs::remove_dir_all(folder).unwrap();
        (counts, result)
    }

    const GOOD: &str = "echo 'test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out'";

    fn numbers(counts: &Counts) -> [u64; 3] {
        [counts.passed, counts.failed, counts.skipped]
    }

    #[test]
    fn closing_lines_are_added_up() {
        let (counts, result) = outcome(&[GOOD, GOOD, GOOD]);
        assert_eq!((numbers(&counts), result), ([9, 0, 3], Ok(())));
    }

    #[test]
    fn a_failed_test_fails_the_run_and_the_others_still_count() {
        let bad =
            "echo 'test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out'; exit 101";
        let (counts, result) = outcome(&[bad, GOOD]);
        assert_eq!(numbers(&counts), [6, 2, 1]);
        assert_eq!(result.unwrap_err(), "tests failed:\njob 0: 2 failed");
    }

    #[test]
    fn a_failure_is_believed_even_if_the_program_ends_well() {
        let (counts, result) = outcome(&["echo 'test result: FAILED. 0 passed; 1 failed; 0 ignored'"]);
        assert_eq!(numbers(&counts), [0, 1, 0]);
        assert!(result.is_err());
    }

    #[test]
    fn a_program_without_a_closing_line_has_failed() {
        let (counts, result) = outcome(&["true", "kill -ABRT $$"]);
        assert_eq!(numbers(&counts), [0, 2, 0]);
        let why = result.unwrap_err();
        assert!(why.contains("job 0: no closing line, exit status: 0"), "{why}");
        assert!(why.contains("job 1: no closing line, signal: 6"), "{why}");
    }

    #[test]
    fn a_program_that_counts_well_and_ends_badly_has_failed() {
        let (counts, result) = outcome(&[&format!("{GOOD}; exit 3")]);
        assert_eq!(numbers(&counts), [3, 1, 1]);
        assert!(result.unwrap_err().contains("exit status: 3"));
    }

    #[test]
    fn a_program_that_cannot_be_started_has_failed() {
        let command = Command::new("/no/such/program");
        let job = Job { name: "none".to_owned(), command, closing: Counts::of_cargo };
        let mut counts = Counts::default();
        assert!(run(vec![job], 1, &std::env::temp_dir(), &mut counts).is_err());
        assert_eq!(numbers(&counts), [0, 1, 0]);
    }

    #[test]
    fn what_fails_beside_others_and_passes_alone_counts_once() {
        let second_time = format!("if [ -e tried ]; then {GOOD}; else touch tried; exit 1; fi");
        let (counts, result) = outcome(&[&second_time, GOOD]);
        assert_eq!((numbers(&counts), result), ([6, 0, 2], Ok(())));
        let (counts, result) = outcome(&[&second_time]);
        assert_eq!(numbers(&counts), [0, 1, 0]);
        assert!(result.is_err(), "nothing was beside it");
    }
}
