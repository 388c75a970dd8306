//! The pages: their scripts checked by TypeScript, then used in a real browser.

use crate::counts::Counts;
use crate::runner::Job;
use crate::steps::{have, say, step};
use anyhow::Result;
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

const FOLDER: &str = "web/e2e";

/// Held while packages are fetched: the check of types and the downloads beside it want the same folder.
static FETCHING: Mutex<()> = Mutex::new(());

/// Fetches the packages of the browser tests; whether they are there afterwards.
pub(crate) fn install() -> bool {
    let _alone = FETCHING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(missing) = ["node", "npm"].into_iter().find(|program| !have(program, "--version")) {
        say(&format!("== the pages cannot be tested, {missing} is missing"));
        return false;
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

/// The files of tests, each with a server and a browser of its own; what cannot run is counted as skipped.
pub(crate) fn jobs(hexwright: &Path, counts: &mut Counts) -> Result<Vec<Job>> {
    let files = tests()?;
    if !install() || !have("chromium", "--version") {
        say(&format!(
            "== skipped: {} files of browser tests, Chromium or their packages cannot be had",
            files.len()
        ));
        counts.skipped += files.len() as u64;
        return Ok(Vec::new());
    }
    let job = |file: String| {
        let mut command = Command::new("node");
        command
            .args(["--test", "--test-reporter=tap", &file])
            .current_dir(FOLDER)
            .env("HEXWRIGHT", hexwright);
        Job { name: format!("pages {file}"), command, closing: Counts::of_node }
    };
    Ok(files.into_iter().map(job).collect())
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
