//! `replay` and `legal`: a record shown turn by turn, checked, or opened at an entry.

use crate::{Status, input::Input, rooms};
use anyhow::{Result, bail};
use clap::Args;
use std::ffi::OsString;

#[derive(Clone, Debug, Args)]
pub(crate) struct ReplayArgs {
    /// Records to replay; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<OsString>,
    /// Only say whether every entry is legal and every check holds
    #[arg(long)]
    pub(crate) verify: bool,
    /// Check that every outcome of chance follows from the secret and the bytes of the record
    #[arg(long, conflicts_with = "verify")]
    pub(crate) verify_dice: bool,
    /// Show the position after this entry (0 is the start)
    #[arg(long, value_name = "N", conflicts_with_all = ["verify", "verify_dice"])]
    pub(crate) at: Option<usize>,
    /// Whose eyes to show the position with: a seat number; what everybody sees unless given
    #[arg(long = "as", value_name = "SEAT", requires = "at")]
    pub(crate) viewer: Option<u8>,
    /// Terra Mystica: say after how many commands the log stands at this snapshot
    #[arg(long, value_name = "FILE", conflicts_with_all = ["verify", "verify_dice", "at"])]
    pub(crate) locate: Option<OsString>,
    /// How to print: text or json, and snapshot for positions of Terra Mystica
    #[arg(long, default_value = "text", value_parser = ["text", "json", "snapshot"], value_name = "FORMAT")]
    pub(crate) format: String,
    /// The same as --format json
    #[arg(long)]
    pub(crate) json: bool,
}

impl ReplayArgs {
    /// Whether JSON is wanted.
    pub(crate) fn as_json(&self) -> bool {
        self.json || self.format == "json"
    }
}

pub(crate) fn run(args: &ReplayArgs) -> Result<Status> {
    let inputs: Vec<Input> = args.files.iter().map(Input::read).collect::<Result<_>>()?;
    if inputs.len() > 1 && !args.verify && !args.verify_dice {
        bail!(
            "only one record can be shown, found {}; with --verify all of them are compared with the rules",
            inputs.len()
        );
    }
    if inputs.len() > 1 && inputs.iter().all(rooms::battles::are_recorded) {
        return rooms::battles::compare(&inputs, args);
    }
    let mut status = Status::Fine;
    for input in &inputs {
        if one(input, args)? == Status::Findings {
            status = Status::Findings;
        }
    }
    Ok(status)
}

fn one(input: &Input, args: &ReplayArgs) -> Result<Status> {
    let room = rooms::room_of(input)?;
    let given = [
        (args.at.is_some(), "--at", "records and logs of Terra Mystica"),
        (args.viewer.is_some(), "--as", "records"),
        (args.verify_dice, "--verify-dice", "records of tables"),
        (args.locate.is_some(), "--locate", "logs of Terra Mystica"),
        (args.format == "snapshot", "--format snapshot", "logs of Terra Mystica"),
    ];
    rooms::refuse_idle(room, "replay", input, &given)?;
    if args.format == "snapshot" && (args.verify || args.locate.is_some() || args.json) {
        bail!("--format snapshot shows a position; --verify, --locate and --json print something else");
    }
    room.replay(input, args)
}

#[derive(Clone, Debug, Args)]
pub(crate) struct LegalArgs {
    /// Record or position whose legal actions to list; `-` is standard input
    pub(crate) file: OsString,
    /// After this entry (0 is the start); at the end unless given
    #[arg(long, value_name = "N")]
    pub(crate) at: Option<usize>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn legal(args: &LegalArgs) -> Result<Status> {
    let input = Input::read(&args.file)?;
    let room = rooms::room_of(&input)?;
    room.legal(&input, args)
}
