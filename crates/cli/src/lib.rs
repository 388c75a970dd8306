//! The one program, `hexwright VERB FILE…`, as a library.
//!
//! [`run`] reads the command line, runs the verb and ends as `status` says. Verbs live in `commands`, what a verb means for a
//! kind of file lives in `rooms`. Cargo begins a library as soon as the types of what it needs are known, and a program only when
//! all of it is compiled: so this is compiled beside the server instead of after it.

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

/// Does what the command line says; the exit code of the program.
#[must_use]
pub fn run() -> ExitCode {
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
