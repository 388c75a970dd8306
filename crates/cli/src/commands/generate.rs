//! `generate`: boards from a map, a preset or a script.

use crate::{Status, input::Input, rooms};
use anyhow::Result;
use clap::Args;
use std::path::PathBuf;

#[derive(Clone, Debug, Args)]
pub(crate) struct GenerateArgs {
    /// Map or script to draw from; `-` is standard input
    pub(crate) file: Option<String>,
    /// Seed: a number, 0x…, or any text
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<String>,
    /// How many boards, with consecutive seeds
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub(crate) count: u64,
    /// File, or folder when --count is above 1
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// Format to write
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
}

pub(crate) fn run(args: &GenerateArgs) -> Result<Status> {
    let input = Input::read(args.file.as_deref().unwrap_or("-"))?;
    rooms::room_of(&input)?.generate(&input, args)
}
