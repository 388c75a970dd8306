//! `cargo xtask lands`: whom the lands of Colossus favour. They are not ours, so they are read from the battles recorded on
//! them, beside the checkout, and only numbers are printed.

use crate::steps::{say, step, target_folder};
use crate::timing::now;
use anyhow::{Context, Result, bail, ensure};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Battles on the lands of Default.
const RECORDING: &str = "../shared/conformance/titan/battles/default.jsonl.gz";
/// Lands of Default.
const LANDS: usize = 11;
/// The longest a verdict may take.
const LIMIT: Duration = Duration::from_mins(1);

/// Judges every land and says how long each took; without the recording nothing is judged, and that is said.
pub(crate) fn judge(arguments: &[String]) -> Result<()> {
    if !Path::new(RECORDING).exists() {
        say(&format!("skipped: the verdicts of the lands of Default need {RECORDING}"));
        return Ok(());
    }
    step("cargo", &["build", "--release", "--quiet", "--package", "hexwright-cli"])?;
    let binary = target_folder()?.join("release/hexwright");
    let mut begin = now();
    let mut child = Command::new(binary)
        .args(["fairness", RECORDING])
        .args(arguments)
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot start hexwright")?;
    let out = child.stdout.take().context("its output is read")?;
    let (mut lands, mut longest) = (0, Duration::ZERO);
    for line in BufReader::new(out).lines() {
        let took = begin.elapsed();
        say(&format!("{}  {:.1} s", line?, took.as_secs_f64()));
        (lands, longest, begin) = (lands + 1, longest.max(took), now());
    }
    ensure!(child.wait()?.success(), "hexwright fairness failed");
    if lands != LANDS {
        bail!("expected verdicts of {LANDS} lands, found {lands}");
    }
    ensure!(longest <= LIMIT, "a verdict took {:.1} s, which is too long", longest.as_secs_f64());
    say(&format!("{lands} lands, the longest verdict took {:.1} s", longest.as_secs_f64()));
    Ok(())
}
