//! `check`: every finding of every file.

use crate::output::{self, FindingsFormat};
use crate::{Status, input::Input, rooms};
use anyhow::{Result, bail};
use clap::Args;
use hexwright_core::text::render::Report;

#[derive(Clone, Debug, Default, Args)]
pub(crate) struct CheckArgs {
    /// Files to check; `-` is standard input
    #[arg(required = true)]
    pub(crate) files: Vec<String>,
    /// Judge as for publication: most warnings become errors
    #[arg(long)]
    pub(crate) strict: bool,
    /// Also give advice on the map itself
    #[arg(long)]
    pub(crate) lint: bool,
    /// Also tell how balanced the map is
    #[arg(long)]
    pub(crate) score: bool,
    /// Turn this finding into an error (may be repeated)
    #[arg(long, value_name = "ID")]
    pub(crate) deny: Vec<String>,
    /// Draw open cells with this seed before giving advice
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<String>,
    /// How findings are printed
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: FindingsFormat,
    /// Same as --format json
    #[arg(long)]
    pub(crate) json: bool,
    /// Judge a Titan file as the original program does: colossus or colossus-2002
    #[arg(long, value_name = "MODE")]
    pub(crate) compat: Option<String>,
    /// Also roll a Titan script with seeds 0 to N-1 and print the share of maps with each finding
    #[arg(long, value_name = "N")]
    pub(crate) sample: Option<u64>,
    /// Repair mechanical mistakes in the files
    #[arg(long)]
    pub(crate) fix: bool,
    /// Terra Mystica snapshots: stop after syntax, vocabulary, geometry or rules
    #[arg(long, value_name = "LEVEL")]
    pub(crate) level: Option<String>,
}

pub(crate) fn run(args: &CheckArgs) -> Result<Status> {
    let (mut reports, mut trouble) = (Vec::new(), Vec::new());
    let mut clean = true;
    // what cannot be read hides nothing of the other files
    for name in &args.files {
        match one(name, args) {
            Ok((report, fine)) => {
                clean &= fine;
                reports.push(report);
            }
            Err(error) => trouble.push(error),
        }
    }
    let format = if args.json { FindingsFormat::Json } else { args.format };
    if trouble.is_empty() || !reports.is_empty() {
        output::findings(&reports, format)?;
    }
    let last = trouble.pop();
    trouble.iter().for_each(|error| output::error(&format!("{error:#}")));
    last.map_or(Ok(if clean { Status::Fine } else { Status::Findings }), Err)
}

/// The findings of a file, and whether it is fine.
fn one(name: &str, args: &CheckArgs) -> Result<(Report, bool)> {
    let input = Input::read(name)?;
    let room = rooms::room_of(&input)?;
    if args.level.is_some() && !room.has_levels() {
        bail!("--level means nothing for {}", room.describe(&input));
    }
    let mut report = room.check(&input, args)?;
    for diagnostic in &mut report.diagnostics {
        if args.deny.iter().any(|id| id == diagnostic.id) {
            diagnostic.severity = hexwright_core::Severity::Error;
        }
    }
    let bearable = |d: &hexwright_core::Diagnostic| room.has_levels() && !d.is_error();
    let fine = report.diagnostics.iter().all(bearable);
    Ok((report, fine))
}
