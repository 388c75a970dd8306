//! `fmt`: canonical layout, comments kept.

use crate::output::{self, FindingsFormat};
use crate::{Status, input::Input, rooms};
use anyhow::Result;
use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct FmtArgs {
    /// Files to rewrite in place; `-` reads standard input and prints
    #[arg(required = true)]
    files: Vec<String>,
    /// Write nothing; exit 1 if a file is not formatted
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(args: &FmtArgs) -> Result<Status> {
    let mut status = Status::Fine;
    for name in &args.files {
        let input = Input::read(name)?;
        match rooms::room_of(&input)?.format(&input)? {
            Err(report) => {
                output::findings(&[report], FindingsFormat::Concise)?;
                status = Status::Findings;
            }
            Ok(formatted) if args.check => {
                if formatted != input.bytes {
                    output::print(&format!("{}: not formatted\n", input.name))?;
                    status = Status::Findings;
                }
            }
            Ok(formatted) => match &input.path {
                Some(path) if formatted != input.bytes => output::write_file(path, &formatted)?,
                Some(_) => {}
                None => output::print_bytes(&formatted)?,
            },
        }
    }
    Ok(status)
}
