//! `new`: a game about to begin, as a record without moves or in a text of its own.

use crate::{Status, output};
use anyhow::{Result, bail};
use clap::Args;
use hexwright_core::{Game as _, Recorded as _, random::seed_from_text};
use hexwright_league::{GAMES, NewGame, Playable as _, with_game};
use hexwright_play::Record;
use std::path::PathBuf;

#[derive(Clone, Debug, Args)]
pub(crate) struct NewArgs {
    /// Which game: catan, terra, battle or high-card
    game: String,
    /// Number of seats; the game's usual one unless given
    #[arg(long, value_name = "N", value_parser = super::at_least_one::<usize>)]
    seats: Option<usize>,
    /// Map to play on, as in fire_and_ice
    #[arg(long, value_name = "MAP")]
    map: Option<String>,
    /// Terra Mystica: the factions by seat, as in witches,random,giants, or random for all; auction sells them for points
    #[arg(long, value_name = "FACTION,…")]
    factions: Option<String>,
    /// Option of the game, as in cards=4, points=20,25 or victory-points=8; may be repeated
    #[arg(short = 'O', long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Seed of what is drawn before the first move: a number, or any text
    #[arg(long, default_value = "1", value_name = "SEED")]
    seed: String,
    /// Write to this file: a record, or a log if its name ends in .tmlog
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(crate) fn run(args: &NewArgs) -> Result<Status> {
    let seed = seed_from_text(&args.seed);
    let mut new = NewGame { seats: args.seats, seed, options: options(&args.options)? };
    for (name, value) in [("map", &args.map), ("factions", &args.factions)] {
        new.options.extend(value.as_ref().map(|value| (name.to_owned(), value.clone())));
    }
    let ending = args.output.as_ref().and_then(|path| path.extension()?.to_str());
    let text = with_game!(args.game.as_str(), G => {
        let game = G::create(&new)?;
        match ending.and_then(|ending| game.start_file(ending)) {
            Some(text) => text,
            None => record(args, game.seats(), game.setup_text()),
        }
    }, bail!("no game is called {:?}; known are: {}", args.game, GAMES.join(", ")));
    match &args.output {
        Some(path) => output::write_file(path, text.as_bytes())?,
        None => output::print(&text)?,
    }
    Ok(Status::Fine)
}

/// The options of a new game by name.
pub(crate) fn options(words: &[String]) -> Result<Vec<(String, String)>> {
    let pair = |word: &String| match word.split_once('=') {
        Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
        None => bail!("expected an option as NAME=VALUE, found {word:?}"),
    };
    words.iter().map(pair).collect()
}

/// A record without moves.
fn record(args: &NewArgs, seats: usize, setup: String) -> String {
    let names = (0..seats).map(|seat| format!("seat {seat}")).collect();
    Record { game: args.game.clone(), names, setup, dice: Vec::new(), entries: Vec::new() }.to_string()
}
