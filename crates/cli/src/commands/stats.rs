//! `stats`: what a script gives on average.

use crate::{Status, input::Input, rooms};
use anyhow::Result;
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Clone, Debug, Args)]
pub(crate) struct StatsArgs {
    /// Script to count; `-` is standard input
    pub(crate) file: OsString,
    /// How many maps
    #[arg(long, default_value_t = 10_000, value_name = "N", value_parser = super::at_least_one::<u64>)]
    pub(crate) runs: u64,
    /// Seed of the first map; the others follow
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<String>,
    /// Compare with stored counts instead, cell by cell; exit 1 if any differs
    #[arg(long, value_name = "FILE", conflicts_with_all = ["format", "json", "output", "width"])]
    pub(crate) against: Option<String>,
    /// Format to write: table, json, or a heat map as svg or png
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    /// Same as --format json
    #[arg(long)]
    pub(crate) json: bool,
    /// Where to write; the ending chooses the format
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Width of a PNG in pixels; 1200 unless given
    #[arg(long, value_name = "PIXELS", value_parser = super::at_least_one::<u32>)]
    pub(crate) width: Option<u32>,
    /// The original program's leniencies: colossus or colossus-2002
    #[arg(long, value_name = "MODE")]
    pub(crate) compat: Option<String>,
}

pub(crate) fn run(args: &StatsArgs) -> Result<Status> {
    let input = Input::read(&args.file)?;
    rooms::room_of(&input)?.stats(&input, args)
}
