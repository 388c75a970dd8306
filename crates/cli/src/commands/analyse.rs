//! `analyse`: who was likely to win when, and which decisions cost what.

use crate::{Status, input::Input, rooms};
use anyhow::Result;
use clap::Args;

#[derive(Clone, Debug, Args)]
pub(crate) struct AnalyseArgs {
    /// Record to look at; `-` is standard input
    pub(crate) file: String,
    /// Games played out from the start of each turn
    #[arg(long, default_value_t = 100, value_name = "N", value_parser = super::at_least_one::<u64>)]
    pub(crate) playouts: u64,
    /// The bot that plays them out
    #[arg(long, default_value = "greedy", value_name = "BOT")]
    pub(crate) bot: String,
    /// Seed of all chance in them
    #[arg(long, default_value = "1", value_name = "SEED")]
    pub(crate) seed: String,
    /// Threads; all cores unless given
    #[arg(long, value_name = "N", value_parser = super::at_least_one::<usize>)]
    pub(crate) threads: Option<usize>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &AnalyseArgs) -> Result<Status> {
    let input = Input::read(&args.file)?;
    rooms::room_of(&input)?.analyse(&input, args)
}
