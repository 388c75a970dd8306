//! `analyse`: who was likely to win when, and which decisions cost what.

use crate::{Status, input::Input, rooms};
use anyhow::Result;
use clap::Args;
use std::ffi::OsString;

#[derive(Clone, Debug, Args)]
pub(crate) struct AnalyseArgs {
    /// Record to look at; `-` is standard input
    pub(crate) file: OsString,
    /// Show the value of every action after this entry
    #[arg(long, value_name = "ENTRY")]
    pub(crate) at: Option<usize>,
    /// Play games out from the start of each turn instead of asking the judge for the chances
    #[arg(long, value_name = "N", value_parser = super::at_least_one::<u64>)]
    pub(crate) playouts: Option<u64>,
    /// The bot that plays them out
    #[arg(long, default_value = "greedy", value_name = "BOT")]
    pub(crate) bot: String,
    /// Seed of all chance in them
    #[arg(long, default_value = "1", value_name = "SEED")]
    pub(crate) seed: String,
    /// Threads; all cores unless given
    #[arg(long, value_name = "N", value_parser = super::threads)]
    pub(crate) threads: Option<usize>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &AnalyseArgs) -> Result<Status> {
    let input = Input::read(&args.file)?;
    rooms::room_of(&input)?.analyse(&input, args)
}
