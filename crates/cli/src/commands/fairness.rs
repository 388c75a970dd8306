//! `fairness`: does the seat decide? Proven by play.

use super::simulate::SetupArgs;
use crate::{Status, input::Input, output, rooms};
use anyhow::Result;
use clap::Args;
use hexwright_play::Shard;
use std::path::PathBuf;

#[derive(Clone, Debug, Args)]
pub(crate) struct FairnessArgs {
    /// Map to judge; `-` is standard input
    pub(crate) file: String,
    /// Number of games
    #[arg(long, conflicts_with = "margin", value_name = "N", value_parser = super::at_least_one::<u64>)]
    pub(crate) games: Option<u64>,
    /// Play as many games as a margin of this size needs, as in 1%
    #[arg(long, value_parser = percent, value_name = "PERCENT")]
    pub(crate) margin: Option<f64>,
    /// The bot on every seat
    #[arg(long, default_value = "greedy", value_name = "BOT")]
    pub(crate) bot: String,
    /// Number of seats; four if the map is made for as many
    #[arg(long, value_name = "N", value_parser = super::at_least_one::<usize>)]
    pub(crate) seats: Option<usize>,
    /// Draw the open cells of the map anew for each game
    #[arg(long)]
    pub(crate) redraw: bool,
    #[command(flatten)]
    pub(crate) setup: SetupArgs,
    /// Threads; all cores unless given
    #[arg(long, value_name = "N", value_parser = super::at_least_one::<usize>)]
    pub(crate) threads: Option<usize>,
    /// Play only part I of N (from 0); needs --counts, to be merged later
    #[arg(long, requires = "counts", value_name = "I/N")]
    pub(crate) shard: Option<Shard>,
    /// Write the counts to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) counts: Option<PathBuf>,
    /// Write one self-contained page with plots
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Write the shares of wins as a picture (.svg)
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

fn percent(text: &str) -> Result<f64, String> {
    let number = text.trim_end_matches('%').trim().parse::<f64>();
    match number {
        Ok(n) if (0.1..=20.0).contains(&n) => Ok(n / 100.0),
        _ => Err("expected a margin from 0.1% to 20%".to_owned()),
    }
}

impl FairnessArgs {
    /// How many games to play.
    pub(crate) fn games(&self, seats: usize) -> u64 {
        let margin = self.margin.unwrap_or(0.02);
        self.games.unwrap_or_else(|| hexwright_play::stats::games_for_margin(1.0 / seats as f64, margin))
    }
}

pub(crate) fn run(args: &FairnessArgs) -> Result<Status> {
    let input = Input::read(&args.file)?;
    for path in args.counts.iter().chain(&args.html).chain(&args.plot) {
        output::try_path(path)?;
    }
    if let Some(status) = rooms::records::fairness(&input, args)? {
        return Ok(status);
    }
    let setup = rooms::room_of(&input)?.playable(&input)?;
    rooms::catan_table::fairness((input.name, setup), args)
}
