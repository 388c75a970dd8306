//! `convert`: another format, every loss named.

use super::deny::Deny;
use crate::output::{self, Diagnostics, FindingsFormat};
use crate::status::HasErrors;
use crate::{Status, input::Input, rooms};
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct ConvertArgs {
    /// File to convert; `-` is standard input
    pub(crate) file: String,
    /// Format to write; taken from the ending of --output if absent
    #[arg(long, visible_alias = "format", value_name = "FORMAT")]
    pub(crate) to: Option<String>,
    /// Format to read, where name and content do not tell
    #[arg(long, value_name = "FORMAT")]
    pub(crate) from: Option<String>,
    /// Where to write; standard output if absent
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Write even if something is changed or dropped
    #[arg(long, conflicts_with = "strict")]
    pub(crate) lossy: bool,
    /// Refuse if anything is lost
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) deny: Deny,
    /// Logs of Terra Mystica: the position after this many commands; the last one unless given
    #[arg(long, value_name = "N")]
    pub(crate) at: Option<usize>,
    /// Fill a battleland's edges: slopes, cliffs and dunes that follow from its ground
    #[arg(long)]
    pub(crate) autofill: bool,
    /// Read a Titan file as the original program does: colossus or colossus-2002
    #[arg(long, value_name = "MODE")]
    pub(crate) compat: Option<String>,
    /// How findings are told on standard error
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) diagnostics: Diagnostics,
    /// Seed for what must be drawn on the way
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<String>,
}

impl ConvertArgs {
    /// The wanted format: `--to`, or the ending of `--output`.
    pub(crate) fn target(&self) -> Option<String> {
        let ending = || Some(self.output.as_ref()?.extension()?.to_str()?.to_lowercase());
        self.to.clone().or_else(ending)
    }
}

pub(crate) fn run(args: &ConvertArgs) -> Result<Status> {
    let input = Input::read(&args.file)?;
    let room = rooms::room_for(&input, args.from.as_deref())?;
    let given = [
        (args.from.is_some(), "--from", "maps and battlelands"),
        (args.at.is_some(), "--at", "logs of Terra Mystica"),
        (args.autofill, "--autofill", "battlelands"),
        (args.compat.is_some(), "--compat", "battlelands"),
        (args.seed.is_some(), "--seed", ".catan maps and battleland scripts"),
    ];
    rooms::refuse_idle(room, "convert", &input, &given)?;
    if let Some(report) = args.deny.errors(&input, room, args.compat.clone())? {
        output::tell(&report, args.diagnostics);
        return Err(HasErrors(format!("{} has errors; nothing was converted", input.name)).into());
    }
    let (converted, report) = room.convert(&input, args)?;
    output::tell(&report, args.diagnostics);
    match converted {
        Some(bytes) => {
            output::deliver(args.output.as_deref(), &bytes)?;
            Ok(Status::Fine)
        }
        None => {
            output::findings(&[], FindingsFormat::Concise)?;
            Ok(Status::Findings)
        }
    }
}
