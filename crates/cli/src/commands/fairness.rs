//! `fairness`: does the seat decide? Proven by play with balanced openings; with `--bot`, a study of one bot.

use super::simulate::SetupArgs;
use crate::{Status, input::Input, output, rooms, status};
use anyhow::{Result, bail};
use clap::Args;
use hexwright_catan::Setup;
use hexwright_core::text::render::Report;
use hexwright_league::verdict::Meeting;
use hexwright_play::Shard;
use hexwright_terra::Terra;
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Clone, Debug, Args)]
pub(crate) struct FairnessArgs {
    /// Maps to judge; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<OsString>,
    /// Number of games: of each player, or with --bot of all
    #[arg(long, value_name = "N", value_parser = super::at_least_one::<u64>)]
    pub(crate) games: Option<u64>,
    /// How far from its equal share a seat may be on an even board, as in 5%; with --bot as many games are
    /// played as a margin of this size needs
    #[arg(long, value_parser = percent, value_name = "PERCENT")]
    pub(crate) margin: Option<f64>,
    /// What another opening may gain on an even board, as in 3%
    #[arg(long, value_parser = percent, value_name = "PERCENT", conflicts_with = "bot")]
    pub(crate) epsilon: Option<f64>,
    /// Take longer: ten times the games, and the strong player too
    #[arg(long, conflicts_with = "bot")]
    pub(crate) thorough: bool,
    /// Most games of the strong player, with the same openings
    #[arg(long, value_name = "N", value_parser = super::at_least_one::<u64>, conflicts_with = "bot")]
    pub(crate) strong: Option<u64>,
    /// Only count how often each seat wins with this bot on all seats, opening as it likes
    #[arg(long, value_name = "BOT")]
    pub(crate) bot: Option<String>,
    /// Number of seats; four if the map is made for as many
    #[arg(long, value_name = "N", value_parser = super::at_least_one::<usize>)]
    pub(crate) seats: Option<usize>,
    /// Draw the open cells of the map anew for each game
    #[arg(long)]
    pub(crate) redraw: bool,
    #[command(flatten)]
    pub(crate) setup: SetupArgs,
    /// Threads; all cores unless given
    #[arg(long, value_name = "N", value_parser = super::threads)]
    pub(crate) threads: Option<usize>,
    /// Play only part I of N (from 0): together with the other parts, which are started elsewhere with the same
    /// --exchange; with --bot alone, and --counts are merged later
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<Shard>,
    /// Folder that all parts of a verdict can see, new for each verdict
    #[arg(long, requires = "shard", conflicts_with = "bot", value_name = "FOLDER")]
    pub(crate) exchange: Option<PathBuf>,
    /// Write the counts to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) counts: Option<PathBuf>,
    /// Write one self-contained page with plots
    #[arg(long, value_name = "FILE")]
    pub(crate) html: Option<PathBuf>,
    /// Write the shares of wins as a picture (.svg)
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// Print one JSON object for each file
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
    /// The bot of a study.
    pub(crate) fn bot(&self) -> &str {
        self.bot.as_deref().unwrap_or("greedy")
    }

    /// Refuses the options that only a study of one bot has, if any of them is given without `--bot`.
    fn refuse_without_bot(&self) -> Result<()> {
        let given = [
            (self.counts.is_some(), "--counts"),
            (self.plot.is_some(), "--plot"),
            (self.setup.time.is_some(), "--time"),
        ];
        match given.into_iter().find(|(given, _)| *given && self.bot.is_none()) {
            Some((_, "--time")) => {
                bail!(
                    "--time is for a study of one bot: add --bot NAME. The players of a verdict have no clock"
                )
            }
            Some((_, option)) => bail!(
                "{option} is for a study of one bot: add --bot NAME. The parts of a verdict are not merged: with --shard and \
                 --exchange they work together, and each prints the whole"
            ),
            None => Ok(()),
        }
    }

    /// Where the parts of a verdict meet, if there are others; those of a study of one bot work alone.
    pub(crate) fn meeting(&self) -> Result<Option<Meeting>> {
        match (self.shard, &self.exchange) {
            (Some(shard), Some(folder)) => Ok(Some(Meeting { shard, folder: folder.clone() })),
            (Some(shard), None) if self.bot.is_none() => bail!(
                "part {shard} of a verdict needs --exchange FOLDER, which the other parts can see too: a verdict learns from each \
                 game how to play the next"
            ),
            _ => Ok(None),
        }
    }

    /// How many games a study plays.
    pub(crate) fn games(&self, seats: usize) -> u64 {
        let margin = self.margin.unwrap_or(0.02);
        self.games.unwrap_or_else(|| hexwright_play::stats::games_for_margin(1.0 / seats as f64, margin))
    }
}

pub(crate) fn run(args: &FairnessArgs) -> Result<Status> {
    args.setup.refuse_legions(&["--variant"])?;
    for path in args.counts.iter().chain(&args.html).chain(&args.plot) {
        output::try_path(path)?;
    }
    let for_one = [
        (args.bot.is_some(), "--bot"),
        (args.html.is_some(), "--html"),
        (args.shard.is_some(), "--shard"),
        (args.counts.is_some(), "--counts"),
        (args.plot.is_some(), "--plot"),
    ];
    if let Some((_, option)) = for_one.iter().find(|(given, _)| args.files.len() > 1 && *given) {
        bail!("{option} is for one file, found {}: give them one after another", args.files.len());
    }
    if args.shard.is_some() && args.bot.is_some() && args.counts.is_none() {
        bail!("--shard with --bot needs --counts FILE: what this part counted, to be merged later");
    }
    // all files are read and all options looked at before the first game: a verdict may take hours
    let mut judged = Vec::new();
    for file in &args.files {
        let input = Input::read(file)?;
        if args.setup.variant.is_some() && !rooms::lands::are_here(&input) {
            bail!("--variant is for battlelands and their scripts; {} is none", input.name);
        }
        judged.push(Judged::of(input, args)?);
    }
    let mut status = Status::Fine;
    for one in judged {
        if one.judge(args)? == Status::Findings {
            status = Status::Findings;
        }
        // other files are not begun after Ctrl+C
        if status::was_stopped() {
            break;
        }
    }
    Ok(status)
}

/// A file by the way it is judged.
enum Judged {
    /// A file with errors.
    Broken(Report),
    Terra(String, Box<Terra>),
    Record(Input),
    Land(Input),
    Map(String, Box<Setup>),
}

impl Judged {
    /// How a file is judged, if the options are for its kind.
    fn of(input: Input, args: &FairnessArgs) -> Result<Self> {
        match rooms::terra::start_of(&input)? {
            Some(Ok(game)) => {
                rooms::terra::refuse_other_options(args)?;
                return Ok(Self::Terra(input.name, Box::new(game)));
            }
            Some(Err(report)) => return Ok(Self::Broken(report)),
            None => {}
        }
        if rooms::records::is_record(&input) {
            rooms::records::refuse_options_of_verdicts(args)?;
            return Ok(Self::Record(input));
        }
        if rooms::lands::are_here(&input) {
            rooms::lands::refuse_options_of_catan(args)?;
            return Ok(Self::Land(input));
        }
        let setup = rooms::room_of(&input)?.playable(&input)?;
        args.refuse_without_bot()?;
        let seats = rooms::catan_table::allowed(setup.seats(args.seats.unwrap_or(0)), "seats")?;
        let game = rooms::catan_table::game_on(&setup, seats, &args.setup)?;
        rooms::catan_table::refuse_unwinnable(&input.name, &game)?;
        Ok(Self::Map(input.name, Box::new(setup)))
    }

    fn judge(self, args: &FairnessArgs) -> Result<Status> {
        match self {
            Self::Broken(report) => output::refuse(&report),
            Self::Terra(name, game) => rooms::terra::fairness(&name, &game, args),
            Self::Record(input) => rooms::records::fairness(&input, args),
            Self::Land(input) => rooms::lands::fairness(&input, args),
            Self::Map(name, setup) if args.bot.is_some() => {
                rooms::catan_table::fairness((name, *setup), args)
            }
            Self::Map(name, setup) => rooms::catan_verdict::judge((name, *setup), args),
        }
    }
}
