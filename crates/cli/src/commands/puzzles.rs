//! `puzzles`: positions of recorded games in which one action is clearly the best.

use crate::{Status, input::Input, rooms};
use anyhow::Result;
use clap::Args;

#[derive(Clone, Debug, Args)]
pub(crate) struct PuzzlesArgs {
    /// Records to look through; `-` is standard input
    #[arg(required = true, value_name = "RECORD")]
    pub(crate) files: Vec<String>,
    /// By how many points of win chance the best action must be better than the second
    #[arg(long, default_value_t = 5.0, value_name = "POINTS")]
    pub(crate) margin: f64,
    /// Seed of the imagined worlds
    #[arg(long, default_value = "1", value_name = "SEED")]
    pub(crate) seed: String,
    /// Threads; all cores unless given
    #[arg(long, value_name = "N", value_parser = super::at_least_one::<usize>)]
    pub(crate) threads: Option<usize>,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &PuzzlesArgs) -> Result<Status> {
    let mut status = Status::Fine;
    for file in &args.files {
        let input = Input::read(file)?;
        if rooms::records::puzzles(&input, args)? == Status::Findings {
            status = Status::Findings;
        }
    }
    Ok(status)
}
