//! `join`: a bot at a real Pioneers server.

use crate::{Status, games, output, rooms};
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use hexwright_catan::game::{Action, Catan, CatanPosition};
use hexwright_catan::generate::preset;
use hexwright_catan::wire::{Client, Mind, State, Trouble};
use hexwright_core::{Actor, Fast, Game as _, Seat, random::seed_from_text};
use hexwright_play::ask::Ask;
use hexwright_play::bot::Bot;
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

#[derive(Clone, Debug, Args)]
pub(crate) struct JoinArgs {
    /// Where the server listens
    #[arg(value_name = "HOST:PORT")]
    server: String,
    /// Bot that plays: calm, keen, fierce, …; with trade: in front it makes offers too
    #[arg(long, default_value = "trade:keen", value_name = "NAME")]
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

/// How long others may think about a call for trade.
const QUOTES_WITHIN: Duration = Duration::from_secs(3);
/// How often a seat comes once more after it came into the middle of something no newcomer is told.
const MOST_RETURNS: usize = 100;

/// Plays one game to its end: agreement is checked before every decision.
pub(crate) fn run(args: &JoinArgs) -> Result<Status> {
    // a wrong name is told before anybody waits for us
    let setup = preset("base").context("the base map is missing")?;
    games::bot_by_name(&rooms::catan_table::plain_game(&setup, 4, 1)?, &args.bot, Seat(0), 1)?;
    let mut player =
        Player { name: &args.bot, bot: None, random: Fast::new(seed_from_text(&args.seed), 0), failed: None };
    let mut sum = Sum::default();
    for _ in 0..MOST_RETURNS {
        let (client, end) = sit(args, &mut player)?;
        sum.add(&client);
        match end {
            End::Stale => {}
            End::Parted(what) => {
                output::print(&format!("seat {}: our rules and the server part: {what}\n", client.seat()))?;
                return Ok(Status::Findings);
            }
            End::Over { winner, points } => {
                let Sum { heard, commands, comparisons, errors, calls, trades } = sum;
                output::print(&format!(
                    "seat {}: seat {winner} won with {points}; {heard} lines heard, {commands} commands sent, {comparisons} comparisons, 0 disagreements, {errors} refusals; {trades} trades of {calls} calls\n",
                    client.seat(),
                ))?;
                return Ok(Status::Fine);
            }
        }
    }
    bail!("came back {MOST_RETURNS} times and always into the middle of something no newcomer is told")
}

/// What was counted at all sittings.
#[derive(Default)]
struct Sum {
    heard: usize,
    commands: usize,
    comparisons: usize,
    errors: usize,
    calls: usize,
    trades: usize,
}

impl Sum {
    fn add(&mut self, client: &Client) {
        self.heard += client.heard;
        self.commands += client.commands;
        self.comparisons += client.comparisons;
        self.errors += client.errors.len();
        self.calls += client.calls;
        self.trades += client.trades;
    }
}

/// How a sitting ended.
enum End {
    /// It has to come once more.
    Stale,
    Parted(String),
    Over {
        winner: usize,
        points: i32,
    },
}

/// Sits down, at the beginning or in the middle of the game, and plays.
fn sit(args: &JoinArgs, player: &mut Player<'_>) -> Result<(Client, End)> {
    let stream = TcpStream::connect(&args.server).with_context(|| format!("cannot reach {}", args.server))?;
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut client = Client::new(&args.name);
    let (mut line, mut told) = (String::new(), false);
    loop {
        let quotes = client.waits_for_quotes();
        let patience = if quotes { QUOTES_WITHIN } else { Duration::from_secs(args.patience) };
        stream.set_read_timeout(Some(patience))?;
        let mut out = Vec::new();
        let heard = match reader.read_line(&mut line) {
            Ok(0) => bail!("the server closed the connection before the game was over"),
            Ok(_) => {
                let text = line.trim_end_matches(['\r', '\n']);
                if args.trace {
                    output::note(&format!("< {text}"));
                }
                let heard = client.hear(text, player, &mut out);
                line.clear();
                heard
            }
            Err(error) if quotes && matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                client.wait_no_longer(player, &mut out);
                Ok(())
            }
            Err(error) => return Err(error).context("the server has fallen silent"),
        };
        if let Some(error) = player.failed.take() {
            return Err(error);
        }
        match heard {
            Ok(()) => {}
            Err(Trouble::Refused(why)) => bail!("{why}"),
            Err(Trouble::Parted(what)) => return Ok((client, End::Parted(what))),
        }
        if client.came_back && !told {
            output::note(&format!("{}: back at seat {}", args.name, client.seat()));
            told = true;
        }
        for line in out.iter().filter(|_| args.trace) {
            output::note(&format!("> {line}"));
        }
        // in one piece: a server that gets lines together answers them together
        let text: String = out.iter().map(|line| format!("{line}\n")).collect();
        (&stream).write_all(text.as_bytes()).context("the server has left")?;
        match *client.state() {
            State::Over { winner, points } => return Ok((client, End::Over { winner, points })),
            State::Stale => {
                // the seat is free when the server has closed the connection too
                stream.shutdown(Shutdown::Write)?;
                let _ = std::io::copy(&mut reader, &mut std::io::sink());
                return Ok((client, End::Stale));
            }
            State::Joining | State::Playing => {}
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
    fn bot(&mut self, game: &Catan, seat: Seat) -> Option<(&mut dyn Bot<Catan>, &mut Fast)> {
        if self.bot.is_none() {
            match games::bot_by_name(game, self.name, seat, 1) {
                Ok(bot) => self.bot = Some(bot),
                Err(error) => self.failed = Some(anyhow!("{error:#}")),
            }
        }
        Some((&mut **self.bot.as_mut()?, &mut self.random))
    }
}

impl Mind for Player<'_> {
    fn decide(&mut self, game: &Catan, position: &CatanPosition, seat: Seat, legal: &[Action]) -> usize {
        let Some((bot, random)) = self.bot(game, seat) else { return 0 };
        Ask::new(game, position, seat).bot_among(legal, bot, random).unwrap_or(0)
    }

    fn propose(
        &mut self,
        game: &Catan,
        position: &CatanPosition,
        seat: Seat,
        legal: &[Action],
    ) -> Option<Action> {
        let (bot, random) = self.bot(game, seat)?;
        let offer = Ask::new(game, position, seat).about(legal, |asked| bot.propose(asked, random))?;
        game.play(&mut position.clone(), Actor::Seat(seat), &offer).is_ok().then_some(offer)
    }
}
