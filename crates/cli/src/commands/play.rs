//! `play`: a person at the terminal against bots.

use super::simulate::SetupArgs;
use crate::{Status, input::Input, output, rooms};
use anyhow::Result;
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Clone, Debug, Args)]
pub(crate) struct PlayArgs {
    /// Map to play on
    pub(crate) file: OsString,
    /// Who sits where, as in human,keen,calm; several may be human
    #[arg(long, value_delimiter = ',', value_name = "PLAYER,…")]
    pub(crate) players: Vec<String>,
    #[command(flatten)]
    pub(crate) setup: SetupArgs,
    /// Write the record to this file at the end, also of a game that was left
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
}

pub(crate) fn run(args: &PlayArgs) -> Result<Status> {
    let input = Input::read(&args.file)?;
    let room = rooms::room_of(&input)?;
    args.setup.refuse_idle(room, &input)?;
    // a game of hours must not end with a path that cannot be written
    if let Some(path) = &args.record {
        output::try_path(path)?;
    }
    room.play(&input, args)
}
