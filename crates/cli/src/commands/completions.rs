//! `completions` and `man`: made from the command line's own description.

use crate::{Status, output};
use anyhow::Result;
use clap::{Args, CommandFactory};

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: clap_complete::Shell,
}

pub(crate) fn run(args: &CompletionsArgs) -> Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut super::CommandLine::command(), "hexwright", &mut script);
    output::print_bytes(&script)?;
    Ok(Status::Fine)
}

pub(crate) fn man() -> Result<Status> {
    let mut page = Vec::new();
    clap_mangen::Man::new(super::CommandLine::command()).render(&mut page)?;
    output::print_bytes(&page)?;
    Ok(Status::Fine)
}
