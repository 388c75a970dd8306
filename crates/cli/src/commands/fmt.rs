//! `fmt`: canonical layout, comments kept.

use crate::{Status, input::Input, output, rooms};
use anyhow::{Result, bail};
use clap::Args;
use hexwright_formats::NotFormatted;
use std::ffi::OsString;

#[derive(Debug, Args)]
pub(crate) struct FmtArgs {
    /// Files to rewrite in place; `-` reads standard input and prints
    #[arg(required = true)]
    files: Vec<OsString>,
    /// Write nothing; exit 1 if a file is not formatted
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(args: &FmtArgs) -> Result<Status> {
    let mut status = Status::Fine;
    for name in &args.files {
        let input = Input::read(name)?;
        rooms::room_of(&input)?;
        let formatted = match rooms::format_of(&input)?.format(&input.name, &input.bytes) {
            Ok(text) => Ok(text.into_bytes()),
            Err(NotFormatted::Findings(report)) => Err(report),
            Err(NotFormatted::Refused(why)) => bail!(why),
        };
        match formatted {
            Err(report) => status = output::refuse(&report)?,
            Ok(formatted) if args.check => {
                if formatted != input.bytes {
                    output::print(&format!("{}: not formatted\n", input.name))?;
                    status = Status::Findings;
                }
            }
            Ok(formatted) => match input.rewritable()? {
                Some(path) if formatted != input.bytes => output::replace_file(path, &formatted)?,
                Some(_) => {}
                None => output::print_bytes(&formatted)?,
            },
        }
    }
    Ok(status)
}
