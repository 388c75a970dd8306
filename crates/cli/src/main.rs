//! The one binary, `hexwright`: `hexwright VERB FILE…`.
//!
//! `main` is thin: it reads the command line, runs the verb and ends as [`status`] says. Verbs live in
//! [`commands`], what a verb means for a kind of file lives in [`rooms`].

mod commands;
mod games;
mod input;
mod output;
mod rooms;
mod status;

use clap::Parser;
pub(crate) use status::Status;
use std::process::ExitCode;

fn main() -> ExitCode {
    let command_line = commands::CommandLine::parse();
    match status::Interrupt::watch(command_line.stops_itself()) {
        Ok(interrupt) => status::exit_code(command_line.run(), &interrupt),
        Err(error) => {
            output::error(&format!("{error:#}"));
            ExitCode::from(2)
        }
    }
}
