//! The one binary, `hexwright`: `hexwright VERB FILE…`.
//!
//! `main` is thin: it reads the command line and turns the result into an exit code: 0 fine,
//! 1 diagnostics found, 2 cannot run. Verbs live in [`commands`], what a verb means for a kind of
//! file lives in [`rooms`].

mod commands;
mod games;
mod input;
mod output;
mod rooms;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let command_line = commands::CommandLine::parse();
    match command_line.run() {
        Ok(Status::Fine) => ExitCode::SUCCESS,
        Ok(Status::Findings) => ExitCode::from(1),
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            output::error(&format!("{error:#}"));
            ExitCode::from(2)
        }
    }
}

/// What a command that could run has to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Exit code 0.
    Fine,
    /// Exit code 1: there are diagnostics.
    Findings,
}
