//! `convert`: another format, every loss named.

use super::deny::Deny;
use crate::output::{self, Diagnostics};
use crate::rooms::{self, titan};
use crate::status::HasErrors;
use crate::{Status, input::Input};
use anyhow::{Result, bail};
use clap::Args;
use hexwright_core::random::seed_from_text;
use hexwright_core::text::sort;
use hexwright_formats::FORMATS;
use hexwright_formats::convert::{
    CONVERSIONS, Conversion, ConversionInput, Converted, conversion, conversions_from,
};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// File to convert; `-` is standard input
    pub(crate) file: OsString,
    /// Where to write; standard output if absent
    #[arg(value_name = "OUTPUT", conflicts_with = "output")]
    to_file: Option<PathBuf>,
    /// Format to write; taken from the ending of the output if absent
    #[arg(long, visible_alias = "format", value_name = "FORMAT")]
    to: Option<String>,
    /// Format to read, where name and content do not tell
    #[arg(long, value_name = "FORMAT")]
    from: Option<String>,
    /// The same as OUTPUT
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write even if something is changed or dropped
    #[arg(long, conflicts_with = "strict")]
    lossy: bool,
    /// Refuse if anything is lost
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    deny: Deny,
    /// Logs of Terra Mystica: the position after this many commands; the last one unless given
    #[arg(long, value_name = "N")]
    at: Option<usize>,
    /// Fill a battleland's edges: slopes, cliffs and dunes that follow from its ground
    #[arg(long)]
    autofill: bool,
    /// Read a Titan file as the original program does: colossus or colossus-2002
    #[arg(long, value_name = "MODE")]
    compat: Option<String>,
    /// How findings are told on standard error
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    diagnostics: Diagnostics,
    /// Seed for what must be drawn on the way
    #[arg(long, value_name = "SEED")]
    seed: Option<String>,
}

impl ConvertArgs {
    /// Where to write.
    fn path(&self) -> Option<&Path> {
        self.to_file.as_deref().or(self.output.as_deref())
    }

    /// The wanted format: `--to`, or the ending of the output.
    fn target(&self) -> Option<String> {
        let ending = || Some(self.path()?.extension()?.to_str()?.to_lowercase());
        self.to.clone().or_else(ending)
    }

    /// The format to read: `--from`, or the one of the file.
    fn source<'a>(&'a self, input: &Input) -> Result<&'a str> {
        let Some(from) = self.from.as_deref() else { return Ok(rooms::format_of(input)?.name) };
        let all = CONVERSIONS.iter().copied().flatten().flat_map(|row| row.from);
        let mut known: Vec<&str> = all.copied().collect();
        known.sort_unstable();
        known.dedup();
        if !known.contains(&from) {
            bail!("no file can be read as {from:?}; expected one of {}", known.join(", "));
        }
        Ok(from)
    }

    /// Refuses a choice that no conversion of the file, or not this one, leaves to people.
    fn refuse_idle(&self, from: &str, row: Option<&Conversion>) -> Result<()> {
        let given = [
            (self.at.is_some(), "at", "logs of Terra Mystica"),
            (self.autofill, "autofill", "battlelands"),
            (self.compat.is_some(), "compat", "battlelands"),
            (self.seed.is_some(), "seed", ".catan maps and battleland scripts"),
        ];
        for (_, name, whom) in given.iter().filter(|(given, ..)| *given) {
            let using: Vec<&str> =
                conversions_from(from).filter(|row| row.choices.contains(name)).map(|row| row.to).collect();
            if using.is_empty() {
                let what = FORMATS.iter().find(|format| format.name == from).map_or("this file", |f| f.title);
                bail!("--{name} means nothing for {what}; it is for {whom}");
            }
            if let Some(row) = row.filter(|row| !row.choices.contains(name)) {
                bail!("--{name} means nothing for --to {}; it is for --to {}", row.to, using.join(", "));
            }
        }
        Ok(())
    }
}

pub(crate) fn run(args: &ConvertArgs) -> Result<Status> {
    let input = Input::read(&args.file)?;
    let from = args.source(&input)?;
    args.refuse_idle(from, None)?;
    let row = conversion(from, args.target().as_deref())?;
    args.refuse_idle(from, Some(row))?;
    if args.from.is_none()
        && let Some(report) = args.deny.errors(&input, rooms::room_of(&input)?, args.compat.clone())?
    {
        output::tell(&report, args.diagnostics);
        return Err(HasErrors(format!("{} has errors; nothing was converted", input.name)).into());
    }
    let source = ConversionInput {
        seed: args.seed.as_deref().map(seed_from_text),
        at: args.at,
        autofill: args.autofill,
        mode: titan::mode(args.compat.as_deref())?,
        ..ConversionInput::new(&input.name, &input.bytes, from)
    };
    let done = row.run(&source);
    let refused = args.strict && !done.losses.is_empty() || row.asks && !args.lossy && done.is_lossy();
    let Converted { mut report, text, losses } = done;
    report.diagnostics.extend(losses.iter().map(|loss| match loss.diagnostic() {
        finding if row.asks && refused && !loss.is_kept() => {
            finding.help("--lossy writes the file all the same")
        }
        finding => finding,
    }));
    sort(&mut report.diagnostics);
    output::tell(&report, args.diagnostics);
    match text.filter(|_| !refused) {
        Some(text) => output::deliver(args.path(), text.as_bytes()).map(|()| Status::Fine),
        None => Ok(Status::Findings),
    }
}
