//! The program `hexwright`.

use std::process::ExitCode;

fn main() -> ExitCode {
    hexwright_cli::run()
}
