//! `check`: every finding of every file.

use super::deny::Deny;
use crate::output::{self, FindingsFormat};
use crate::rooms::{self, Room};
use crate::{Status, input::Input};
use anyhow::{Result, bail};
use clap::Args;
use hexwright_core::Diagnostic;
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
    #[command(flatten)]
    pub(crate) deny: Deny,
    /// Draw open cells with this seed before giving advice or a score
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
    #[arg(long, value_name = "N", value_parser = super::at_least_one::<u64>)]
    pub(crate) sample: Option<u64>,
    /// Repair mechanical mistakes in the files
    #[arg(long)]
    pub(crate) fix: bool,
    /// Terra Mystica snapshots: stop after syntax, vocabulary, geometry or rules
    #[arg(long, value_name = "LEVEL")]
    pub(crate) level: Option<String>,
    /// Whether it was called as `lint`.
    #[arg(skip)]
    pub(crate) only_advice: bool,
}

pub(crate) fn run(args: &CheckArgs) -> Result<Status> {
    let (mut reports, mut trouble) = (Vec::new(), Vec::new());
    let mut fine = true;
    let opened: Vec<_> = args.files.iter().map(|name| open(name)).collect();
    args.deny.refuse_unknown(opened.iter().flatten().map(|(input, room)| (input, *room)))?;
    // what cannot be read hides nothing of the other files
    for file in opened {
        match file.and_then(|(input, room)| one(&input, room, args)) {
            Ok(report) => {
                fine &= !report.diagnostics.iter().any(Diagnostic::is_error);
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
    last.map_or(Ok(Status::fine_if(fine)), Err)
}

/// A file and the room that reads it.
type Opened = (Input, &'static dyn Room);

fn open(name: &str) -> Result<Opened> {
    let input = Input::read(name)?;
    let room = rooms::room_of(&input)?;
    Ok((input, room))
}

/// The findings of a file.
fn one(input: &Input, room: &dyn Room, args: &CheckArgs) -> Result<Report> {
    if args.only_advice && !room.options("check", input).contains(&"--lint") {
        let kind = room.describe(input);
        bail!("there is no advice on {kind}; `hexwright check` names what is wrong with it");
    }
    let given = [
        (args.strict, "--strict", "maps and battlelands"),
        (args.lint, "--lint", "maps and battlelands"),
        (args.score, "--score", "Catan maps"),
        (args.seed.is_some(), "--seed", "Catan maps"),
        (args.compat.is_some(), "--compat", "Titan files"),
        (args.sample.is_some(), "--sample", "battleland scripts"),
        (args.fix, "--fix", ".catan maps and battleland scripts"),
        (args.level.is_some(), "--level", "Terra Mystica snapshots"),
    ];
    rooms::refuse_idle(room, "check", input, &given)?;
    if args.seed.is_some() && !args.lint && !args.score {
        bail!("--seed draws the board that --lint and --score judge; give one of them");
    }
    let mut report = room.check(input, args)?;
    args.deny.apply(&mut report);
    Ok(report)
}
