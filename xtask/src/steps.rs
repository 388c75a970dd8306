//! The verbs that run other commands, each step named before it starts.

use crate::timing::timed;
use crate::{browser, child, gates, install, page_types, tidy};
use anyhow::{Context, Result, bail};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lives inside the workspace").to_owned()
}

/// Prints a line.
pub(crate) fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

/// What verbs compile is compiled for one run: in one part for each crate, which takes a fifth less processor time than many
/// parts that are optimised together afterwards and runs as fast, and without notes for the next small change or for
/// debuggers, which would cost as much again and gigabytes.
const WHOLE: &[(&str, &str)] =
    &[("CARGO_INCREMENTAL", "0"), ("CARGO_PROFILE_DEV_CODEGEN_UNITS", "1"), ("CARGO_PROFILE_DEV_DEBUG", "0")];

/// A program about to be started.
pub(crate) fn program(name: &str) -> Command {
    let mut command = Command::new(name);
    command.envs(WHOLE.iter().copied().filter(|(variable, _)| std::env::var_os(variable).is_none()));
    command
}

/// Runs a program and fails with its name if it fails.
pub(crate) fn step(program: &str, arguments: &[&str]) -> Result<()> {
    step_with(program, arguments, &[])
}

/// The same with more variables in its environment.
pub(crate) fn step_with(program: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Result<()> {
    say(&format!("== {program} {}", arguments.join(" ")));
    let ended = child::run(self::program(program).args(arguments).envs(variables.iter().copied()), None)?;
    if !ended.success() {
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

/// Everything but the tests.
pub(crate) fn check() -> Result<()> {
    tidiness()?;
    timed("clippy", || {
        step("cargo", &["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"])
    })?;
    documentation()?;
    deny()
}

/// What needs no compiler.
pub(crate) fn tidiness() -> Result<()> {
    timed("tidiness, types and formatting", || {
        tidy::run()?;
        page_types::check()?;
        browser::types()?;
        step("cargo", &["fmt", "--all", "--check"])
    })
}

/// The documentation of every crate, without a broken link.
fn documentation() -> Result<()> {
    timed("documentation", || {
        let doc = ["doc", "--workspace", "--no-deps", "--quiet"];
        step_with("cargo", &doc, &[("RUSTDOCFLAGS", "-D warnings")])
    })
}

/// Licences and sources of dependencies.
pub(crate) fn deny() -> Result<()> {
    timed("cargo deny", || {
        let deny = install::deny()?;
        // it judges the dependencies of all platforms, and compiling for one has fetched only its own
        step("cargo", &["fetch", "--locked", "--quiet"])?;
        step(&deny.to_string_lossy(), &["--offline", "check", "bans", "licenses", "sources"])
    })
}

/// Runs benches: all of them, or only the gates, which count instructions.
pub(crate) fn bench(arguments: &[String]) -> Result<()> {
    if arguments.first().is_some_and(|a| a == "gates") {
        return gates::run();
    }
    step("cargo", &["bench", "--workspace"])
}

/// A client against the release binary: `load [games] [seconds] [sockets] [database] [servers]`, `startup [games] [database]`,
/// `attack [seconds] [attack …]`.
pub(crate) fn against_release(example: &str, arguments: &[String]) -> Result<()> {
    step("cargo", &["build", "--release", "--quiet", "--package", "hexwright-cli"])?;
    let binary = target_folder()?.join("release/hexwright");
    let binary = binary.to_string_lossy();
    let mut all = vec!["run", "--quiet", "--package", "hexwright-server", "--example", example, "--"];
    all.push(&binary);
    all.extend(arguments.iter().map(String::as_str));
    step("cargo", &all)
}

/// Games of Debian's Pioneers players at our tables.
pub(crate) fn pioneers(arguments: &[String]) -> Result<()> {
    let mut all = vec!["run", "--quiet", "--package", "hexwright-server", "--example", "pioneers", "--"];
    all.extend(arguments.iter().map(String::as_str));
    step("cargo", &all)
}

/// Kills the release binary `N` times (100 if not said) under load, on SQLite and on PostgreSQL.
pub(crate) fn kills(arguments: &[String]) -> Result<()> {
    let count = arguments.first().map_or("100", String::as_str);
    count.parse::<usize>().with_context(|| format!("expected a number of kills, found {count:?}"))?;
    long_tests("kill", &[("HEXWRIGHT_KILLS", count)])
}

/// The whole server in a simulator, optimised; planted bugs are compiled in only where they are asked for.
pub(crate) fn sim(arguments: &[String]) -> Result<()> {
    let mut all = vec!["run", "--release", "--quiet", "--package", "hexwright-sim"];
    if arguments.iter().any(|a| a.starts_with("--bug")) {
        all.extend(["--features", "bugs"]);
    }
    all.push("--");
    all.extend(arguments.iter().map(String::as_str));
    step("cargo", &all)
}

/// Kills and stops three servers on one PostgreSQL `N` times (300 if not said) under load, and promotes a replica.
pub(crate) fn servers(arguments: &[String]) -> Result<()> {
    let count = arguments.first().map_or("300", String::as_str);
    count.parse::<usize>().with_context(|| format!("expected a number of blows, found {count:?}"))?;
    long_tests("servers", &[("HEXWRIGHT_BLOWS", count)])
}

/// Full disks and a PostgreSQL that goes away, against the release binary.
pub(crate) fn faults() -> Result<()> {
    long_tests("outages", &[])
}

/// The long tests of one file of `crates/cli/tests`, one after the other, against the release binary.
fn long_tests(file: &str, variables: &[(&str, &str)]) -> Result<()> {
    step("cargo", &["build", "--release", "--quiet", "--package", "hexwright-cli"])?;
    let binary = target_folder()?.join("release/hexwright");
    let binary = binary.to_string_lossy();
    let mut all = vec![("HEXWRIGHT_BINARY", binary.as_ref())];
    all.extend(variables);
    let arguments = ["test", "--quiet", "--package", "hexwright-cli", "--test", file];
    step_with(
        "cargo",
        &[&arguments[..], &["--", "--ignored", "--nocapture", "--test-threads", "1"]].concat(),
        &all,
    )
}

/// The checks that are too long for every change: tests marked `#[ignore]`, optimised; all of them, or those of
/// one test file.
pub(crate) fn soak(rest: &[String]) -> Result<()> {
    let mut arguments = vec!["test", "--workspace", "--release"];
    if let Some(file) = rest.first() {
        arguments.extend(["--test", file.as_str()]);
    }
    arguments.extend(["--", "--ignored", "--nocapture"]);
    step("cargo", &arguments)
}
