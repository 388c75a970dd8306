//! Gates on speed that hold on a busy machine: instructions are counted, not seconds.

use crate::steps::{have, say};
use anyhow::{Context, Result, bail};
use std::process::{Command, Stdio};

/// Most instructions an action of Catan may cost in random play on the base board, start-up included.
const MOST: u64 = 300;

/// Games to count: enough that the start-up (about a million instructions) hardly shows.
const GAMES: &str = "400";

/// Valgrind as cargo's runner: cargo knows where the program it built lies.
const RUNNER: &str =
    r#"target."cfg(unix)".runner = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]"#;

/// Counts the instructions of random games and fails if an action costs too many.
pub(crate) fn run() -> Result<()> {
    if !have("valgrind", "--version") {
        say("== instructions of random games: skipped, valgrind is not installed");
        return Ok(());
    }
    say(&format!("== instructions of {GAMES} random games under valgrind"));
    let program =
        ["run", "--quiet", "--release", "--package", "hexwright-catan", "--example", "random_games"];
    let output = Command::new("cargo")
        .args(["--config", RUNNER])
        .args(program)
        .args(["--", GAMES])
        .stdin(Stdio::null())
        .output()
        .context("cannot start cargo")?;
    let (printed, counted) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if !output.status.success() {
        bail!("the random games failed under valgrind:\n{counted}");
    }
    let actions = word_before(&printed, "actions,").context("expected a number of actions, found none")?;
    let instructions = word_after(&counted, "Collected :")
        .context("expected valgrind's count of instructions, found none")?;
    judge(instructions, actions)
}

/// Says what an action costs and fails above [`MOST`].
fn judge(instructions: u64, actions: u64) -> Result<()> {
    if actions == 0 {
        bail!("expected random games of some actions, found none");
    }
    let each = instructions as f64 / actions as f64;
    say(&format!("{instructions} instructions for {actions} actions: {each:.1} an action, at most {MOST}"));
    if instructions > MOST * actions {
        bail!("an action of random Catan costs {each:.1} instructions, expected at most {MOST}");
    }
    Ok(())
}

/// The number that stands before a word.
fn word_before(text: &str, mark: &str) -> Option<u64> {
    text.split_once(mark)?.0.split_whitespace().next_back()?.parse().ok()
}

/// The number that stands after a mark.
fn word_after(text: &str, mark: &str) -> Option<u64> {
    text.split_once(mark)?.1.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_found_beside_their_marks() {
        assert_eq!(word_before("400 games, 412070 actions, 0.7 s\n1 M actions/s", "actions,"), Some(412_070));
        assert_eq!(
            word_after("==7== Events    : Ir\n==7== Collected : 1234\n==7==", "Collected :"),
            Some(1234)
        );
        assert_eq!(
            (word_before("no such word", "actions,"), word_after("Collected : many", "Collected :")),
            (None, None)
        );
    }

    #[test]
    fn the_gate_closes_above_the_limit() {
        assert!(judge(MOST * 1000, 1000).is_ok());
        assert!(judge(MOST * 1000 + 1, 1000).is_err());
        assert!(judge(0, 0).is_err());
    }
}
