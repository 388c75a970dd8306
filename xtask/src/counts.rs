//! What test runners counted, read from the lines that close their output.

use crate::steps::say;
use std::collections::BTreeMap;

/// What was counted.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: u64,
    /// What skipped tests need, each with how many tests need it.
    pub(crate) missing: BTreeMap<String, u64>,
}

impl Counts {
    /// A program that left no count.
    pub(crate) fn one_failed() -> Self {
        Self::default().and_one_failed()
    }

    /// One failure more.
    pub(crate) fn and_one_failed(mut self) -> Self {
        self.failed += 1;
        self
    }

    /// Adds what another program counted.
    pub(crate) fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
        for (need, tests) in other.missing {
            *self.missing.entry(need).or_default() += tests;
        }
    }

    /// The lines that close a run.
    pub(crate) fn report(&self) {
        for (need, tests) in &self.missing {
            say(&format!("skipped: {tests} tests need {need}"));
        }
        say(&format!("{} passed, {} failed, {} skipped", self.passed, self.failed, self.skipped));
    }

    /// What programs built by cargo say, one or several of them.
    pub(crate) fn of_cargo(text: &str) -> Option<Self> {
        let mut counts = Self::default();
        let mut closed = false;
        for line in text.lines() {
            if let Some(closing) = line.strip_prefix("test result: ") {
                closed = true;
                counts.passed += number_before(closing, "passed");
                counts.failed += number_before(closing, "failed");
                counts.skipped += number_before(closing, "ignored");
            } else if let Some((_, need)) =
                line.strip_prefix("skipped: ").and_then(|l| l.split_once(" needs "))
            {
                *counts.missing.entry(need.to_owned()).or_default() += 1;
            }
        }
        closed.then_some(counts)
    }

    /// What node's tests say, in the Test Anything Protocol.
    pub(crate) fn of_node(text: &str) -> Option<Self> {
        let number = |what| text.lines().find_map(|line| line.strip_prefix(what)?.trim().parse().ok());
        Some(Self {
            passed: number("# pass ")?,
            failed: number("# fail ")? + number("# cancelled ")?,
            skipped: number("# skipped ")?,
            ..Self::default()
        })
    }

    /// What pytest says in its last line.
    pub(crate) fn of_pytest(text: &str) -> Option<Self> {
        let last = text.lines().rev().find(|line| line.contains(" in "))?;
        let counts = Self {
            passed: number_before(last, "passed"),
            failed: number_before(last, "failed") + number_before(last, "error"),
            skipped: number_before(last, "skipped"),
            ..Self::default()
        };
        (counts != Self::default()).then_some(counts)
    }
}

/// The number before a word, as in `7 passed`.
fn number_before(line: &str, word: &str) -> u64 {
    let words: Vec<&str> = line.split_whitespace().collect();
    let place = words.iter().position(|w| w.trim_matches([',', '=', ';']).starts_with(word));
    place.and_then(|p| words.get(p.checked_sub(1)?)?.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::Counts;

    fn numbers(counts: Option<Counts>) -> Option<[u64; 3]> {
        counts.map(|c| [c.passed, c.failed, c.skipped])
    }

    #[test]
    fn closing_lines_and_needs_of_cargos_tests_are_understood() {
        let text = "\nrunning 5 tests\nskipped: a_game needs `pioneers --help`\nskipped: b needs `pioneers --help`\n...ii\n\
                    test result: ok. 3 passed; 0 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.02s\n\
                    test result: FAILED. 1 passed; 4 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.02s\n";
        let counts = Counts::of_cargo(text).unwrap();
        assert_eq!(counts.missing.get("`pioneers --help`"), Some(&2));
        assert_eq!(numbers(Some(counts)), Some([4, 4, 2]));
        assert_eq!(Counts::of_cargo("running 5 tests\n..."), None);
    }

    #[test]
    fn closing_lines_of_nodes_tests_are_understood() {
        let text = "TAP version 13\nok 1 - a\n1..1\n# tests 8\n# suites 0\n# pass 5\n# fail 1\n# cancelled 1\n# skipped 1\n# todo 0\n";
        assert_eq!(numbers(Counts::of_node(text)), Some([5, 2, 1]));
        assert_eq!(Counts::of_node("TAP version 13\nok 1 - a\n"), None);
    }

    #[test]
    fn the_closing_line_of_pytest_is_understood() {
        let line = "== 1 failed, 22 passed, 3 skipped, 2 warnings in 31.20s ==";
        assert_eq!(numbers(Counts::of_pytest(line)), Some([22, 1, 3]));
        assert_eq!(numbers(Counts::of_pytest("1 error in 0.3s")), Some([0, 1, 0]));
        assert_eq!(Counts::of_pytest("no tests ran in 0.01s"), None);
        assert_eq!(Counts::of_pytest(""), None);
    }
}
