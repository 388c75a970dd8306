//! `new`: a game about to begin, as a record without moves.

use crate::{Status, output};
use anyhow::{Result, bail};
use clap::Args;
use hexwright_core::{Game as _, Recorded as _, random::seed_from_text};
use hexwright_league::{GAMES, NewGame, Playable as _, with_game};
use hexwright_play::Record;
use std::path::PathBuf;

#[derive(Clone, Debug, Args)]
pub(crate) struct NewArgs {
    /// Which game: catan, terra or high-card
    game: String,
    /// Number of seats; the game's usual one unless given
    #[arg(long, value_name = "N", value_parser = super::at_least_one::<usize>)]
    seats: Option<usize>,
    /// Option of the game, as in cards=4, board=base or victory-points=8; may be repeated
    #[arg(short = 'O', long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Seed of what is drawn before the first move: a number, or any text
    #[arg(long, default_value = "1", value_name = "SEED")]
    seed: String,
    /// Write the record to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &NewArgs) -> Result<Status> {
    let mut new = NewGame { seats: args.seats, seed: seed_from_text(&args.seed), ..NewGame::default() };
    for word in &args.options {
        let Some((name, value)) = word.split_once('=') else {
            bail!("expected an option as NAME=VALUE, found {word:?}");
        };
        new.options.push((name.to_owned(), value.to_owned()));
    }
    let (seats, setup) = with_game!(args.game.as_str(), G => {
        let game = G::create(&new)?;
        (game.seats(), game.setup_text())
    }, bail!("no game is called {:?}; known are: {}", args.game, GAMES.join(", ")));
    let names = (0..seats).map(|seat| format!("seat {seat}")).collect();
    let record = Record { game: args.game.clone(), names, setup, entries: Vec::new() }.to_string();
    match &args.output {
        Some(path) => output::write_file(path, record.as_bytes())?,
        None => output::print(&record)?,
    }
    Ok(Status::Fine)
}
