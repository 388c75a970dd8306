//! Gates on speed that hold on a busy machine: instructions are counted, not seconds.

use crate::steps::{have, say};
use anyhow::{Context, Result, bail};
use std::process::{Command, Stdio};

/// A program whose instructions are counted.
struct Gate {
    package: &'static str,
    example: &'static str,
    arguments: &'static [&'static str],
    /// What it counts and prints, as `1234 actions,`.
    unit: &'static str,
    /// Most instructions one of these may cost, start-up included.
    most: u64,
}

const GATES: [Gate; 4] = [
    // random play on the base board; enough games that the start-up (about a million) hardly shows. Some of it takes more
    // steps than it could, with fewer branches that cannot be foreseen, and less time
    Gate {
        package: "hexwright-catan",
        example: "random_games",
        arguments: &["400"],
        unit: "actions",
        most: 265,
    },
    // the longest way of our own scripts from text to map
    Gate {
        package: "hexwright-titan",
        example: "reparse",
        arguments: &["maps/titan/frost-terraces.rnd", "2000"],
        unit: "maps",
        most: 55_000,
    },
    // random games of Terra Mystica, and as many replays of one; start-up and the boards are below a hundredth
    Gate { package: "hexwright-terra", example: "pace", arguments: &["200"], unit: "actions", most: 26_000 },
    // a move at a table of two and what both are told of it, without network and database
    Gate { package: "hexwright-server", example: "told", arguments: &["4000"], unit: "moves", most: 155_000 },
];

/// Valgrind as cargo's runner: cargo knows where the program it built lies.
const RUNNER: &str =
    r#"target."cfg(unix)".runner = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]"#;

/// Counts the instructions of each program and fails if one costs too many.
pub(crate) fn run() -> Result<()> {
    if !have("valgrind", "--version") {
        say("== instructions: skipped, valgrind is not installed");
        return Ok(());
    }
    GATES.iter().try_for_each(Gate::run)
}

impl Gate {
    fn run(&self) -> Result<()> {
        let Self { package, example, arguments, unit, .. } = self;
        say(&format!("== instructions of {example} {} under valgrind", arguments.join(" ")));
        let output = Command::new("cargo")
            .args(["--config", RUNNER])
            .args(["run", "--quiet", "--release", "--package", package, "--example", example, "--"])
            .args(*arguments)
            .stdin(Stdio::null())
            .output()
            .context("cannot start cargo")?;
        let (printed, counted) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        if !output.status.success() {
            bail!("{example} failed under valgrind:\n{counted}");
        }
        let count = word_before(&printed, &format!("{unit},"))
            .with_context(|| format!("expected a number of {unit}, found none"))?;
        let instructions = word_after(&counted, "Collected :")
            .context("expected valgrind's count of instructions, found none")?;
        self.judge(instructions, count)
    }

    /// Says what one costs and fails above the limit.
    fn judge(&self, instructions: u64, count: u64) -> Result<()> {
        let Self { unit, most, .. } = self;
        if count == 0 {
            bail!("expected some {unit}, found none");
        }
        let each = instructions as f64 / count as f64;
        say(&format!("{instructions} instructions for {count} {unit}: {each:.1} each, at most {most}"));
        if instructions > most * count {
            bail!("expected at most {most} instructions for each of the {unit}, found {each:.1}");
        }
        Ok(())
    }
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
    fn a_gate_closes_above_its_limit() {
        for gate in &GATES {
            assert!(gate.judge(gate.most * 1000, 1000).is_ok());
            assert!(gate.judge(gate.most * 1000 + 1, 1000).is_err());
            assert!(gate.judge(0, 0).is_err());
        }
    }
}
