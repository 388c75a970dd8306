//! What can be checked of ARCHITECTURE.md is checked: who may look at whom, how long files are,
//! whether links lead somewhere, whether a word names a machine, what public items keep to.

use crate::steps::say;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Which rooms a room may look at.
const LOOKS_AT: &[(&str, &[&str])] = &[
    ("hexwright-core", &[]),
    ("hexwright-catan-map", &["hexwright-core"]),
    ("hexwright-catan", &["hexwright-core", "hexwright-catan-map"]),
    ("hexwright-titan", &["hexwright-core"]),
    ("hexwright-terra", &["hexwright-core"]),
    ("hexwright-play", &["hexwright-core"]),
    (
        "hexwright-league",
        &[
            "hexwright-core",
            "hexwright-catan",
            "hexwright-titan",
            "hexwright-terra",
            "hexwright-play",
            "hexwright-render",
        ],
    ),
    (
        "hexwright-python",
        &[
            "hexwright-core",
            "hexwright-catan",
            "hexwright-titan",
            "hexwright-terra",
            "hexwright-play",
            "hexwright-league",
            "hexwright-formats",
            "hexwright-render",
        ],
    ),
    (
        "hexwright-laws",
        &[
            "hexwright-core",
            "hexwright-catan",
            "hexwright-titan",
            "hexwright-terra",
            "hexwright-play",
            "hexwright-league",
            "hexwright-server",
        ],
    ),
    ("hexwright-sim", &["hexwright-core", "hexwright-league", "hexwright-play", "hexwright-server"]),
    ("hexwright-render", &["hexwright-core", "hexwright-catan", "hexwright-titan", "hexwright-terra"]),
    (
        "hexwright-formats",
        &[
            "hexwright-core",
            "hexwright-catan",
            "hexwright-titan",
            "hexwright-terra",
            "hexwright-play",
            "hexwright-league",
        ],
    ),
];

/// Libraries only one room may know.
const ONLY: &[(&str, &[&str])] = &[
    ("tiny-skia", &["hexwright-render"]),
    ("tokio", &["hexwright-server", "hexwright-sim"]),
    ("axum", &["hexwright-server", "hexwright-sim"]),
    ("sqlx", &["hexwright-server"]),
    ("clap", &["hexwright-cli"]),
    ("pyo3", &["hexwright-python"]),
];

/// A file has one idea; a longer one must be a table and say so in `xtask/long-files.txt`.
const MOST_LINES: usize = 450;

/// Signs that a lock file or a script carries the address of a package registry.
const REGISTRY_SIGNS: &[&str] = &["\"resolved\":", "index-url"];

/// Runs every check and names every breach at once.
pub(crate) fn run() -> Result<()> {
    say("== tidy");
    let mut breaches = Vec::new();
    dependencies(&mut breaches)?;
    let files = tracked_files()?;
    lengths(&files, &mut breaches)?;
    links(&files, &mut breaches)?;
    crate::book::contents(&files, &mut breaches)?;
    words(&files, &mut breaches)?;
    crate::english::check(&files, &mut breaches)?;
    crate::findings::check(&files, &mut breaches)?;
    crate::public_items::check(&files, &mut breaches)?;
    if breaches.is_empty() {
        return Ok(());
    }
    breaches.iter().for_each(|b| say(b));
    bail!("{} breaches of the house rules", breaches.len())
}

fn dependencies(breaches: &mut Vec<String>) -> Result<()> {
    let output = Command::new("cargo").args(["metadata", "--format-version", "1", "--no-deps"]).output()?;
    let metadata: Value = serde_json::from_slice(&output.stdout).context("cargo metadata printed no JSON")?;
    let allowed: BTreeMap<&str, &[&str]> = LOOKS_AT.iter().copied().collect();
    for package in metadata["packages"].as_array().context("cargo metadata lists packages")? {
        let name = package["name"].as_str().unwrap_or_default();
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            if !dependency["kind"].is_null() {
                continue; // a test may look anywhere
            }
            let other = dependency["name"].as_str().unwrap_or_default();
            if let Some(rooms) = allowed.get(name)
                && other.starts_with("hexwright")
                && !rooms.contains(&other)
            {
                breaches.push(format!("{name} may not look at {other}"));
            }
            if let Some((_, rooms)) = ONLY.iter().find(|(library, _)| *library == other)
                && !rooms.contains(&name)
            {
                breaches.push(format!("{name} may not know {other}: only {} does", rooms.join(", ")));
            }
        }
    }
    Ok(())
}

fn tracked_files() -> Result<Vec<PathBuf>> {
    let output = Command::new("git").args(["ls-files", "-z"]).output()?;
    let names = String::from_utf8_lossy(&output.stdout);
    Ok(names.split('\0').filter(|n| !n.is_empty()).map(PathBuf::from).filter(|p| p.exists()).collect())
}

fn lengths(files: &[PathBuf], breaches: &mut Vec<String>) -> Result<()> {
    let excused = std::fs::read_to_string("xtask/long-files.txt").unwrap_or_default();
    let excused: Vec<&str> = excused.lines().filter_map(|l| l.split_whitespace().next()).collect();
    for path in files.iter().filter(|p| p.extension().is_some_and(|e| e == "rs" || e == "js")) {
        let lines = std::fs::read_to_string(path)?.lines().count();
        let name = path.to_string_lossy();
        if lines > MOST_LINES && !excused.contains(&name.as_ref()) {
            breaches.push(format!(
                "{name} has {lines} lines; at most {MOST_LINES}, or a reason in xtask/long-files.txt"
            ));
        }
        if lines <= MOST_LINES && excused.contains(&name.as_ref()) {
            breaches.push(format!("{name} has only {lines} lines: take it out of xtask/long-files.txt"));
        }
    }
    Ok(())
}

fn links(files: &[PathBuf], breaches: &mut Vec<String>) -> Result<()> {
    for path in files.iter().filter(|p| p.extension().is_some_and(|e| e == "md")) {
        let text = std::fs::read_to_string(path)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        for target in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = target.split(['#', ' ']).next().unwrap_or_default();
            let outside = file.is_empty() || file.contains("://") || file.starts_with("mailto:");
            if !outside && !folder.join(file).exists() {
                breaches.push(format!("{}: the link to {target} leads nowhere", path.display()));
            }
        }
    }
    Ok(())
}

fn words(files: &[PathBuf], breaches: &mut Vec<String>) -> Result<()> {
    // what this machine is called is only known here: where the checkout lies and who runs it
    let here = std::env::current_dir()?;
    let home = std::env::var("HOME").unwrap_or_default();
    let folders =
        [here.to_string_lossy().into_owned(), home].into_iter().filter(|f| f.len() > 2).map(|f| f + "/");
    let signs = REGISTRY_SIGNS.iter().map(|s| (*s).to_owned());
    let words: Vec<String> = folders.chain(signs).collect();
    for path in files.iter().filter(|p| *p != Path::new("xtask/src/tidy.rs")) {
        let Ok(text) = std::fs::read_to_string(path) else { continue };
        for word in words.iter().filter(|w| text.contains(w.as_str())) {
            breaches.push(format!("{}: {word:?} names a machine, not the project", path.display()));
        }
    }
    Ok(())
}
