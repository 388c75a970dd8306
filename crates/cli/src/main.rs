//! The one binary, `hexwright`: `hexwright VERB FILE…`.
//!
//! `main` is thin: it reads the command line, runs the verb and ends as [`status`] says. Verbs live in
//! [`commands`], what a verb means for a kind of file lives in [`rooms`].

mod commands;
mod games;
mod input;
mod lsp;
mod output;
mod overwrite;
mod rooms;
mod status;
mod waiting;

pub(crate) use status::Status;
use std::process::ExitCode;

fn main() -> ExitCode {
    let command_line = commands::CommandLine::read();
    match status::Interrupt::watch(command_line.stops_itself()) {
        Ok(interrupt) => {
            let result = command_line.run();
            waiting::end();
            status::exit_code(result, &interrupt)
        }
        Err(error) => {
            output::error(&format!("{error:#}"));
            ExitCode::from(2)
        }
    }
}
