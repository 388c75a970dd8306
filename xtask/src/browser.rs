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

/// Runs the tests; what cannot run is counted as skipped.
pub(crate) fn test(counts: &mut Counts) -> Result<()> {
    if !install() {
        let files = tests()?;
        say(&format!("== skipped: {} files of browser tests, their packages cannot be had", files.len()));
        counts.skipped += files.len() as u64;
        return Ok(());
    }
    // cargo's tests have built the program
    let binary = target_folder()?.join("debug/hexwright");
    say("== node --test web/e2e");
    let output = Command::new("node")
        .args(["--test", "--test-concurrency=2", "--test-reporter=tap"])
        .args(tests()?)
        .current_dir(FOLDER)
        .env("HEXWRIGHT", binary)
        .output()
        .context("cannot start node")?;
    let text = String::from_utf8_lossy(&output.stdout);
    say(&text);
    let number = |what: &str| text.lines().find_map(|l| l.strip_prefix(what)?.trim().parse::<u64>().ok());
    counts.passed += number("# pass ").unwrap_or(0);
    counts.failed += number("# fail ").unwrap_or(0);
    if !output.status.success() {
        bail!("the pages do not work in the browser:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(())
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
