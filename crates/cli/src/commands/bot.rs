//! `bot`: which bots there are, whether a program keeps the protocol, our bots at other tables.

use crate::{Status, games, output, rooms};
use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use hexwright_catan::generate::preset;
use hexwright_league::answer::Guest;
use hexwright_league::{GAMES, with_game};
use std::io::BufRead as _;

#[derive(Clone, Debug, Args)]
pub(crate) struct BotArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Clone, Debug, Subcommand)]
enum What {
    /// Print the names of the built-in bots
    List,
    /// Let a program play and report every fault against the protocol
    Check(CheckBotArgs),
    /// Print points, wins and time of bots over games drawn anew each time
    Measure(MeasureArgs),
    /// Mirror games of another engine and decide for a seat of it: JSON lines on standard input
    Answer,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct CheckBotArgs {
    /// The command, as in "python3 bot.py"
    pub(crate) command: String,
    /// Number of games, with the program on each seat in turn
    #[arg(long, default_value_t = 4, value_name = "N", value_parser = super::at_least_one::<u64>)]
    pub(crate) games: u64,
    /// Seed of all chance
    #[arg(long, default_value_t = 1, value_name = "SEED")]
    pub(crate) seed: u64,
    /// Milliseconds for a decision
    #[arg(long, default_value_t = 2_000, value_name = "MS", value_parser = super::at_least_one::<u64>)]
    pub(crate) patience: u64,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct MeasureArgs {
    /// Which game, as in terra
    game: String,
    /// Bots by seat, as in fierce,greedy,greedy,greedy: the first is judged against the others and moves one seat on from
    /// game to game; may be repeated
    #[arg(long, required = true, value_name = "BOT,…")]
    pub(crate) seats: Vec<String>,
    /// Number of games
    #[arg(long, default_value_t = 200, value_name = "N", value_parser = super::at_least_one::<u64>)]
    pub(crate) games: u64,
    /// Seed of all chance
    #[arg(long, default_value_t = 1, value_name = "SEED")]
    pub(crate) seed: u64,
    /// Option of the game, as in map=random; may be repeated
    #[arg(short = 'O', long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

pub(crate) fn run(args: &BotArgs) -> Result<Status> {
    match &args.what {
        What::List => {
            let mut text = "random  plays any legal action\n".to_owned();
            for game in GAMES {
                text += &with_game!(*game, G => games::bot_lines::<G>(), String::new());
            }
            text += "vary:BOT  the same with more than one way to open\n";
            text += "trade:BOT  the same, making offers (catan)\n";
            text += "BOT:depth=N, :nodes=N, :worlds=N, :sims=N, :time=MS  how much a searching bot thinks\n";
            text += "cmd:COMMAND  a program that speaks the line protocol (docs/bots.md)\n";
            output::print(&text).map(|()| Status::Fine)
        }
        What::Check(how) => {
            let setup = preset("base").context("the base map is missing")?;
            let game = rooms::catan_table::plain_game(&setup, 4, how.seed)?;
            games::check_bot(&game, how)
        }
        What::Measure(how) => {
            let options = super::new::options(&how.options)?;
            with_game!(how.game.as_str(), G => games::measure::<G>(how, &options), {
                bail!("no game is called {:?}; known are: {}", how.game, GAMES.join(", "))
            })
        }
        What::Answer => answer(),
    }
}

/// One answer a line; a line that makes no sense is answered with an `error` and changes nothing.
fn answer() -> Result<Status> {
    let mut guest = Guest::default();
    for line in std::io::stdin().lock().lines() {
        let text = match guest.line(&line?) {
            Ok(answer) => serde_json::to_string(&answer)?,
            Err(error) => serde_json::json!({ "error": error.to_string() }).to_string(),
        };
        output::print(&(text + "\n"))?;
    }
    Ok(Status::Fine)
}
