//! `commands`: the page of every verb, `docs/commands.md`, from what the program says of itself. The test of the docs
//! runs each `--help` on it, so a page that is old fails there.

use crate::steps::{say, step, target_folder};
use anyhow::{Context, Result, bail};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

const PAGE: &str = "docs/commands.md";

const BEGIN: &str = "\
# Every verb

What `hexwright --help` and `hexwright VERB --help` print. The page is written by `cargo xtask commands`, and a test compares it with the program.
The same texts are manual pages: `hexwright man VERB`, or `hexwright man --all FOLDER`. What the exit codes mean is in [exit codes](exit-codes.md).
";

/// Writes the page.
pub(crate) fn write() -> Result<()> {
    step("cargo", &["build", "--quiet", "--package", "hexwright-cli"])?;
    let program = target_folder()?.join("debug/hexwright");
    let overview = help(&program, &[])?;
    let mut page = format!("{BEGIN}\n```console\n$ hexwright --help\n{overview}```\n");
    for verb in verbs(&overview).filter(|verb| *verb != "help") {
        let text = help(&program, &[verb])?;
        write!(page, "\n## {verb}\n\n```console\n$ hexwright {verb} --help\n{text}```\n")?;
    }
    std::fs::write(PAGE, page)?;
    say(&format!("{PAGE} is written"));
    Ok(())
}

/// What the program says of itself or of a verb, without blanks at the ends of lines.
fn help(program: &Path, verb: &[&str]) -> Result<String> {
    let output = Command::new(program).args(verb).arg("--help").output().context("the program was built")?;
    if !output.status.success() {
        bail!("{} {} --help failed", program.display(), verb.join(" "));
    }
    let text = String::from_utf8(output.stdout)?;
    Ok(text.lines().fold(String::new(), |page, line| page + line.trim_end() + "\n"))
}

/// The verbs an overview lists: lines with an indent of two below `Commands:`.
fn verbs(overview: &str) -> impl Iterator<Item = &str> {
    let list = overview.lines().skip_while(|line| *line != "Commands:").skip(1);
    let entries = list.take_while(|line| !line.is_empty()).filter_map(|line| line.strip_prefix("  "));
    entries.filter(|entry| !entry.starts_with(' ')).filter_map(|entry| entry.split_whitespace().next())
}
