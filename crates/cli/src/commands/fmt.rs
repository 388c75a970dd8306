//! `fmt`: canonical layout, comments kept.

use crate::{Status, input::Input, output, rooms};
use anyhow::{Result, bail};
use clap::Args;
use hexwright_core::text::{decode_utf8, render::Report};
use hexwright_core::{Diagnostic, Source};
use hexwright_formats::NotFormatted;

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
        let room = rooms::room_of(&input)?;
        let formatted = match rooms::format_of(&input)?.format(&input.name, &input.bytes) {
            Ok(text) => Ok(text.into_bytes()),
            Err(NotFormatted::Findings(report)) => Err(report),
            Err(NotFormatted::Refused(why)) => bail!(why),
        };
        let unreadable = not_text(&input).filter(|_| !room.reads_latin_1());
        match formatted.and_then(|bytes| unreadable.map_or(Ok(bytes), Err)) {
            Err(report) => status = output::refuse(&report)?,
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

/// Bytes that are no text would come back as U+FFFD: what they were would be gone for good.
fn not_text(input: &Input) -> Option<Report> {
    let place = input.bad_bytes()?;
    let message = "bytes that are not UTF-8 would be lost: the file is left as it is";
    let finding = Diagnostic::error("not-utf8", place, message).help("save the file as UTF-8");
    let source = Source::new(&*input.name, decode_utf8(&input.bytes).0);
    Some(Report { source, diagnostics: vec![finding] })
}
