//! Tests that need something which may be absent: data of others, an installed program.
//!
//! The built-in test harness knows at compile time which tests are ignored, so a test that finds its
//! data missing can only pass. Here the decision is made when the tests run: a test whose need is not
//! met is reported as ignored, and a line says what it needs. `cargo xtask test` counts these lines.
//!
//! A file of such tests has `harness = false` in `Cargo.toml` and lists its tests:
//!
//! ```no_run
//! use hexwright_trials::{conformance, nothing, trials};
//!
//! fn a_number_reads_back() {}
//! fn every_recorded_game_replays() {}
//!
//! trials! {
//!     nothing() => a_number_reads_back;
//!     conformance("catan/games") => every_recorded_game_replays;
//! }
//! # #[cfg(any())]
//! fn main() {}
//! ```

mod need;

use libtest_mimic::{Arguments, Trial};
pub use need::{Need, conformance, file, nothing, others, program};
use std::process::ExitCode;

/// The tests of one file.
#[derive(Default)]
pub struct Trials {
    trials: Vec<Trial>,
    /// Tests that cannot run, each with what it needs.
    skipped: Vec<(String, String)>,
}

impl std::fmt::Debug for Trials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Trials").field("tests", &self.trials.len()).field("skipped", &self.skipped).finish()
    }
}

impl Trials {
    /// Adds a test. It fails if it panics; it is skipped if its need is not met.
    pub fn test(&mut self, need: &Need, name: impl Into<String>, test: impl FnOnce() + Send + 'static) {
        self.add(need, name.into(), false, test);
    }

    /// Adds a test that takes long: like `#[ignore]` it runs only with `--ignored`.
    pub fn long_test(&mut self, need: &Need, name: impl Into<String>, test: impl FnOnce() + Send + 'static) {
        self.add(need, name.into(), true, test);
    }

    fn add(&mut self, need: &Need, name: String, long: bool, test: impl FnOnce() + Send + 'static) {
        if let Some(missing) = need.missing() {
            self.skipped.push((name, missing.to_owned()));
        } else {
            let run = move || {
                test();
                Ok(())
            };
            self.trials.push(Trial::test(name, run).with_ignored_flag(long));
        }
    }

    /// Runs the tests that the command line asks for.
    #[must_use]
    #[expect(clippy::print_stdout, reason = "a test program reports on standard output")]
    pub fn run(mut self) -> ExitCode {
        let arguments = Arguments::from_args();
        let run_anyway = arguments.ignored || arguments.include_ignored;
        for (name, missing) in self.skipped {
            if !arguments.list {
                println!("skipped: {name} needs {missing}");
            }
            // with `--ignored` the harness would run them
            if !run_anyway {
                self.trials.push(Trial::test(name, || Ok(())).with_ignored_flag(true));
            }
        }
        libtest_mimic::run(&arguments, self.trials).exit_code()
    }
}

/// The `main` of a file of tests: needs, and the functions that have them.
#[macro_export]
macro_rules! trials {
    ($($need:expr => $($test:ident),+;)+) => {
        fn main() -> ::std::process::ExitCode {
            let mut trials = $crate::Trials::default();
            $(
                let need = $need;
                $( trials.test(&need, stringify!($test), $test); )+
            )+
            trials.run()
        }
    };
}

#[cfg(test)]
mod tests {
    use super::{Trials, file, nothing};

    #[test]
    fn a_test_whose_need_is_not_met_is_skipped_and_says_what_it_needs() {
        let mut trials = Trials::default();
        trials.test(&nothing(), "plain", || {});
        trials.test(&file("/no/such/folder", "package nobody-has"), "lonely", || panic!("it has run"));
        trials.long_test(&nothing(), "long", || {});
        assert_eq!(trials.trials.len(), 2);
        assert_eq!(
            trials.skipped,
            [("lonely".to_owned(), "/no/such/folder (package nobody-has)".to_owned())]
        );
    }
}
