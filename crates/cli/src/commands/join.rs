//! `join`: a bot at a real Pioneers server.

use crate::{Status, games, output, rooms};
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use hexwright_catan::game::{Action, Catan, CatanPosition};
use hexwright_catan::generate::preset;
use hexwright_catan::wire::{Client, State};
use hexwright_core::{Fast, Seat, random::seed_from_text};
use hexwright_play::ask::Ask;
use hexwright_play::bot::Bot;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

#[derive(Clone, Debug, Args)]
pub(crate) struct JoinArgs {
    /// Where the server listens
    #[arg(value_name = "HOST:PORT")]
    server: String,
    /// Bot that plays: calm, keen, fierce, …
    #[arg(long, default_value = "keen", value_name = "NAME")]
    bot: String,
    /// Name at the table
    #[arg(long, default_value = "hexwright", value_name = "NAME")]
    name: String,
    /// Seed of the bot's own chance
    #[arg(long, default_value = "1", value_name = "SEED")]
    seed: String,
    /// Give up after this many seconds of silence
    #[arg(long, default_value_t = 60, value_name = "SECONDS", value_parser = super::at_least_one::<u64>)]
    patience: u64,
    /// Print every line of both sides
    #[arg(long)]
    trace: bool,
}

/// Plays one game to its end: agreement is checked before every decision.
pub(crate) fn run(args: &JoinArgs) -> Result<Status> {
    // a wrong name is told before anybody waits for us
    let setup = preset("base").context("the base map is missing")?;
    games::bot_by_name(&rooms::catan_table::plain_game(&setup, 4, 1)?, &args.bot, Seat(0), 1)?;
    let stream = TcpStream::connect(&args.server).with_context(|| format!("cannot reach {}", args.server))?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(Duration::from_secs(args.patience)))?;
    let mut writer = stream.try_clone()?;
    let mut reader = BufReader::new(stream);
    let mut client = Client::new(&args.name);
    let mut player =
        Player { name: &args.bot, bot: None, random: Fast::new(seed_from_text(&args.seed), 0), failed: None };
    let mut line = String::new();
    loop {
        line.clear();
        let read = reader.read_line(&mut line).context("the server has fallen silent")?;
        if read == 0 {
            bail!("the server closed the connection before the game was over");
        }
        let text = line.trim_end_matches(['\r', '\n']);
        if args.trace {
            output::note(&format!("< {text}"));
        }
        let mut out = Vec::new();
        let heard = client.hear(
            text,
            &mut |game, position, seat, legal| player.decide(game, position, seat, legal),
            &mut out,
        );
        if let Some(error) = player.failed.take() {
            return Err(error);
        }
        if let Err(what) = heard {
            output::print(&format!("seat {}: our rules and the server part: {what}\n", client.seat()))?;
            return Ok(Status::Findings);
        }
        for line in out {
            if args.trace {
                output::note(&format!("> {line}"));
            }
            writer.write_all(format!("{line}\n").as_bytes()).context("the server has left")?;
        }
        if let State::Over { winner, points } = *client.state() {
            output::print(&format!(
                "seat {}: seat {winner} won with {points}; {} lines heard, {} commands sent, {} comparisons, 0 disagreements, {} refusals\n",
                client.seat(),
                client.heard,
                client.commands,
                client.comparisons,
                client.errors.len()
            ))?;
            return Ok(Status::Fine);
        }
    }
}

/// The bot, made when the game is known.
struct Player<'a> {
    name: &'a str,
    bot: Option<Box<dyn Bot<Catan>>>,
    random: Fast,
    failed: Option<anyhow::Error>,
}

impl Player<'_> {
    fn decide(&mut self, game: &Catan, position: &CatanPosition, seat: Seat, legal: &[Action]) -> usize {
        if self.bot.is_none() {
            match games::bot_by_name(game, self.name, seat, 1) {
                Ok(bot) => self.bot = Some(bot),
                Err(error) => {
                    self.failed = Some(anyhow!("{error:#}"));
                    return 0;
                }
            }
        }
        let Some(bot) = &mut self.bot else { return 0 };
        Ask::new(game, position, seat).bot_among(legal, &mut **bot, &mut self.random).unwrap_or(0)
    }
}
