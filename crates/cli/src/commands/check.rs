//! `check`: every finding of every file.

use crate::output::{self, FindingsFormat};
use crate::{Status, input::Input, rooms};
use anyhow::Result;
use clap::Args;

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
    /// Repair mechanical mistakes in the files
    #[arg(long)]
    pub(crate) fix: bool,
}

pub(crate) fn run(args: &CheckArgs) -> Result<Status> {
    let mut reports = Vec::new();
    for name in &args.files {
        let input = Input::read(name)?;
        let mut report = rooms::room_of(&input)?.check(&input, args)?;
        for diagnostic in &mut report.diagnostics {
            if args.deny.iter().any(|id| id == diagnostic.id) {
                diagnostic.severity = hexwright_core::Severity::Error;
            }
        }
        reports.push(report);
    }
    let format = if args.json { FindingsFormat::Json } else { args.format };
    output::findings(&reports, format)?;
    let clean = reports.iter().all(|r| r.diagnostics.is_empty());
    Ok(if clean { Status::Fine } else { Status::Findings })
}
