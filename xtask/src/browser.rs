//! The pages: their scripts checked by TypeScript, then used in a real browser.

use crate::steps::{have, say, step, target_folder};
use crate::tests::Counts;
use anyhow::{Context, Result, bail};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

const FOLDER: &str = "web/e2e";

/// Held while packages are fetched: the check of types and the downloads beside it want the same folder.
static FETCHING: Mutex<()> = Mutex::new(());

/// Fetches the packages of the browser tests; whether they are there afterwards.
pub(crate) fn install() -> bool {
    let _alone = FETCHING.lock().unwrap_or_else(PoisonError::into_inner);
    for (program, probe) in [("node", "--version"), ("npm", "--version"), ("chromium", "--version")] {
        if !have(program, probe) {
            say(&format!("== the pages cannot be tested, {program} is missing"));
            return false;
        }
    }
    let quiet = ["ci", "--prefix", FOLDER, "--no-audit", "--no-fund", "--loglevel", "error"];
    let wanted = std::fs::read(format!("{FOLDER}/package-lock.json")).ok();
    let ready = format!("{FOLDER}/node_modules/.installed-lock.json");
    if wanted.is_some() && std::fs::read(&ready).ok() == wanted {
        return true;
    }
    let fetched = step("npm", &quiet).is_ok();
    if let (true, Some(wanted)) = (fetched, wanted) {
        let _ = std::fs::write(ready, wanted);
    }
    fetched
}

/// Runs the tests; what cannot run is counted as skipped. Files with a failed test run once more, alone: a browser on a
/// busy machine can miss a deadline, and a fault of ours fails twice. What needed the second run is named.
pub(crate) fn test(counts: &mut Counts) -> Result<()> {
    let files = tests()?;
    if !install() {
        say(&format!("== skipped: {} files of browser tests, their packages cannot be had", files.len()));
        counts.skipped += files.len() as u64;
        return Ok(());
    }
    let first = Run::of(&files, 2)?;
    let again = first.failed_files(&files);
    if first.success || again.is_empty() {
        return first.end(counts);
    }
    let second = Run::of(&again, 1)?;
    let mended: Vec<&str> =
        first.failed().filter(|name| !second.failed().any(|other| other == *name)).collect();
    for name in &mended {
        say(&format!("== failed beside others, passed alone: {name}"));
    }
    counts.passed += first.number("# pass ") + mended.len() as u64;
    counts.failed += second.number("# fail ");
    counts.skipped += first.number("# skipped ");
    second.result()
}

/// One run of node's tests.
struct Run {
    text: String,
    errors: String,
    success: bool,
}

impl Run {
    /// Runs test files, so many at a time.
    fn of(files: &[String], at_once: usize) -> Result<Self> {
        // cargo's tests have built the program
        let binary = target_folder()?.join("debug/hexwright");
        say(&format!("== node --test in {FOLDER}: {}", files.join(" ")));
        let output = Command::new("node")
            .args(["--test", &format!("--test-concurrency={at_once}"), "--test-reporter=tap"])
            .args(files)
            .current_dir(FOLDER)
            .env("HEXWRIGHT", binary)
            .output()
            .context("cannot start node")?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        say(&text);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        Ok(Self { text, errors, success: output.status.success() })
    }

    /// A number of the closing lines.
    fn number(&self, what: &str) -> u64 {
        self.text.lines().find_map(|line| line.strip_prefix(what)?.trim().parse().ok()).unwrap_or(0)
    }

    /// The names of the tests that failed.
    fn failed(&self) -> impl Iterator<Item = &str> {
        self.text
            .lines()
            .filter_map(|line| line.strip_prefix("not ok ")?.split_once(" - ").map(|(_, name)| name))
    }

    /// The files in which a test failed: each failure names its place.
    fn failed_files(&self, files: &[String]) -> Vec<String> {
        let mut inside = false;
        let mut places = Vec::new();
        for line in self.text.lines() {
            inside = line.starts_with("not ok ") || (inside && line.starts_with(' '));
            if inside && line.trim_start().starts_with("location: ") {
                places.push(line);
            }
        }
        let named = |file: &&String| places.iter().any(|place| place.contains(&format!("/{file}:")));
        files.iter().filter(named).cloned().collect()
    }

    /// Counts the run and says whether it was good.
    fn end(&self, counts: &mut Counts) -> Result<()> {
        counts.passed += self.number("# pass ");
        counts.failed += self.number("# fail ");
        counts.skipped += self.number("# skipped ");
        self.result()
    }

    fn result(&self) -> Result<()> {
        if self.success {
            return Ok(());
        }
        bail!("the pages do not work in the browser:\n{}", self.errors);
    }
}

/// The files of tests, in the order of their names.
fn tests() -> Result<Vec<String>> {
    let names =
        std::fs::read_dir(FOLDER)?.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".test.mjs")).collect();
    names.sort();
    Ok(names)
}

/// The scripts carry their types as comments, and those of what the server sends come from Rust; TypeScript
/// holds them to both.
pub(crate) fn types() -> Result<()> {
    if !install() {
        say("== skipped: the types of the scripts, TypeScript cannot be had");
        return Ok(());
    }
    let mut arguments = vec!["--allowJs", "--checkJs", "--noEmit", "--strict", "--target", "es2022"];
    arguments.extend([
        "--module",
        "es2022",
        "--moduleResolution",
        "bundler",
        "--lib",
        "es2022,dom,dom.iterable",
    ]);
    let scripts: Vec<String> = std::fs::read_dir("web/assets")?
        .flatten()
        .map(|entry| entry.path().to_string_lossy().into_owned())
        .filter(|path| path.ends_with(".js"))
        .collect();
    arguments.extend(scripts.iter().map(String::as_str));
    step(&format!("{FOLDER}/node_modules/.bin/tsc"), &arguments)
}
