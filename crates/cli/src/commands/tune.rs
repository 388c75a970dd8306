//! `tune`: a better judgement for the bots, by play against themselves.

use crate::{Status, input::Input, output, rooms};
use anyhow::{Context, Result, anyhow, bail};
use clap::Args;
use hexwright_catan::game::{Catan, MOST_UNITS, Network, USUAL_UNITS};
use hexwright_catan::generate::preset;
use hexwright_core::Game as _;
use hexwright_core::random::seed_from_text;
use hexwright_league::Playable as _;
use hexwright_league::games::Terra;
use hexwright_league::tune::terra::{TerraTuning, tune as tune_weights};
use hexwright_league::tune::{Tuning, compare, tune};
use hexwright_play::stats::wilson;
use hexwright_terra::judge::{Plan, Weights};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Clone, Debug, Args)]
pub(crate) struct TuneArgs {
    /// The map of Catan, the standard island if none is named; or `terra` for Terra Mystica
    #[arg(value_name = "MAP")]
    map: Option<String>,
    /// Rounds of playing and learning
    #[arg(long, default_value_t = 100, value_name = "N")]
    rounds: u32,
    /// Games in a round
    #[arg(long, default_value_t = 300, value_name = "N", value_parser = super::at_least_one::<u64>)]
    games: u64,
    /// Own actions the players plan ahead, behind school; 3 unless given
    #[arg(long, value_name = "N", value_parser = super::at_least_one::<u32>)]
    depth: Option<u32>,
    /// How fast the network follows at first, up to 1; a tenth at the end; 0.003 unless given
    #[arg(long, value_name = "RATE", value_parser = rate)]
    rate: Option<f32>,
    /// Games of the match at the end: one seat with the new network, the rest with the one before; 1000 unless
    /// given, 0 for no match
    #[arg(long, value_name = "N")]
    proof: Option<u64>,
    /// The bot of that match; greedy unless given
    #[arg(long, value_name = "NAME")]
    bot: Option<String>,
    /// The bot of the other seats in that match; greedy unless given
    #[arg(long, value_name = "NAME")]
    rivals: Option<String>,
    /// Seed of everything: a number or a text
    #[arg(long, default_value = "1", value_name = "SEED")]
    seed: String,
    /// The network to start from; the shipped one if no file is named
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// A second network to start from, beside the first: what they say is averaged
    #[arg(long, value_name = "FILE", conflicts_with = "blank")]
    join: Option<PathBuf>,
    /// The network of the other seats in the match; the one started from if no file is named
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// Starts from nothing, with a school in the first third of the rounds
    #[arg(long, conflicts_with = "from")]
    blank: bool,
    /// Hidden units of a network that starts from nothing, rounded up to sixteens; 32 unless given
    #[arg(long, value_name = "N", value_parser = units, requires = "blank")]
    units: Option<usize>,
    /// Where the network goes after each round
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl TuneArgs {
    /// Options that mean something for a network alone, and whether each was given.
    const fn for_networks(&self) -> [(bool, &'static str); 9] {
        [
            (self.depth.is_some(), "--depth"),
            (self.rate.is_some(), "--rate"),
            (self.proof.is_some(), "--proof"),
            (self.bot.is_some(), "--bot"),
            (self.rivals.is_some(), "--rivals"),
            (self.join.is_some(), "--join"),
            (self.against.is_some(), "--against"),
            (self.blank, "--blank"),
            (self.units.is_some(), "--units"),
        ]
    }
}

pub(crate) fn run(args: &TuneArgs) -> Result<Status> {
    if args.map.as_deref() == Some(Terra::NAME) {
        return tune_terra(args);
    }
    let setup = match &args.map {
        Some(name) => {
            let input = Input::read(name)?;
            rooms::room_of(&input)?.playable(&input)?
        }
        None => preset("base").context("the base map is missing")?,
    };
    if let Some(path) = &args.output {
        output::try_path(path)?;
    }
    let known: Vec<&str> = std::iter::once("random").chain(Catan::bots().iter().map(|b| b.0)).collect();
    let [bot, rival] = [&args.bot, &args.rivals].map(|name| name.as_deref().unwrap_or("greedy"));
    if let Some(name) = [bot, rival].into_iter().find(|name| !known.contains(name)) {
        bail!("no bot for this match is called {name:?}; known are: {}", known.join(", "));
    }
    let start = match &args.from {
        Some(path) => read(path)?,
        None if args.blank => Arc::new(Network::blank(args.units.unwrap_or(USUAL_UNITS))),
        None => Network::shipped(),
    };
    let start = match &args.join {
        Some(path) => {
            Arc::new(start.joined(&*read(path)?).context("together the two networks are too large")?)
        }
        None => start,
    };
    let rivals = args.against.as_deref().map_or_else(|| Ok(Arc::clone(&start)), read)?;
    let seed = seed_from_text(&args.seed);
    let &TuneArgs { rounds, games, blank: school, .. } = args;
    let (depth, rate) = (args.depth.unwrap_or(3), args.rate.unwrap_or(0.003));
    let how = Tuning { rounds, games, depth, school, rate, seed };
    let progress = output::progress(args.rounds.into(), "rounds");
    let mut trouble = None;
    let network = tune(&setup, &how, &start, |_, lesson, network| {
        progress.inc(1);
        progress.set_message(format!("{:.0} turns a game, error {:.4}", lesson.turns, lesson.error));
        if let Some(path) = &args.output {
            trouble = trouble.take().or(output::replace_file(path, network.text().as_bytes()).err());
        }
    });
    progress.finish_and_clear();
    if let Some(error) = trouble {
        return Err(error);
    }
    let proof = args.proof.unwrap_or(1_000);
    if proof == 0 {
        output::note("no match was played: --proof is 0");
        return Ok(Status::Fine);
    }
    let network = Arc::new(network);
    let last = compare(&setup, (bot, &network), (rival, &rivals), proof, !seed);
    let (low, high) = wilson(last.wins, last.games);
    output::print(&format!(
        "one {bot} with the new network against the rest, {rival} with the old one: {} of {} games won, {:.1} % ({:.1}–{:.1} %)\n",
        last.wins,
        last.games,
        100.0 * last.wins as f64 / last.games.max(1) as f64,
        100.0 * low,
        100.0 * high
    ))?;
    Ok(Status::Fine)
}

/// How fast a network may follow.
fn rate(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(rate) if rate > 0.0 && rate <= 1.0 => Ok(rate),
        _ => Err("expected a number above 0 and at most 1".to_owned()),
    }
}

/// How many hidden units a network can have.
fn units(text: &str) -> Result<usize, String> {
    let count = text.parse().map_err(|_| "expected a whole number".to_owned())?;
    if (1..=MOST_UNITS).contains(&count) { Ok(count) } else { Err(format!("expected 1 to {MOST_UNITS}")) }
}

fn read(path: &Path) -> Result<Arc<Network>> {
    let text = crate::input::text_of(path)?;
    Network::parse(&text).map(Arc::new).map_err(|e| anyhow!("{}: {e}", path.display()))
}

/// Terra Mystica: weights instead of a network, one line each. `--games` counts the games of a round.
fn tune_terra(args: &TuneArgs) -> Result<Status> {
    if let Some((_, option)) = args.for_networks().into_iter().find(|(given, _)| *given) {
        bail!(
            "{option} means nothing for Terra Mystica, which has weights instead of a network; they are tuned with --rounds, \
             --games, --seed, --from and --output"
        );
    }
    if let Some(path) = &args.output {
        output::try_path(path)?;
    }
    let start = match &args.from {
        Some(path) => {
            let text =
                std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
            read_weights(&text).with_context(|| path.display().to_string())?
        }
        None => Weights::default(),
    };
    let plan = Plan { width: 4, inner: 2, turns: 10, positions: 2_000, opening: false };
    let (rounds, pairs, seed) = (args.rounds, args.games.div_ceil(2), seed_from_text(&args.seed));
    let progress = output::progress(rounds.into(), "rounds");
    let mut trouble = None;
    let mut kept = 0;
    let weights = tune_weights(start, &TerraTuning { rounds, pairs, seed, plan }, |tried, weights| {
        progress.inc(1);
        kept += u32::from(tried.kept);
        progress.set_message(format!("{kept} kept, last {:+.1} ± {:.1} points", tried.gain.0, tried.gain.1));
        if let Some(path) = args.output.as_ref().filter(|_| tried.kept) {
            trouble = trouble.take().or(output::write_file(path, write_weights(weights).as_bytes()).err());
        }
    });
    progress.finish_and_clear();
    if let Some(error) = trouble {
        return Err(error);
    }
    output::print(&format!("# {kept} of {rounds} changes kept\n{}", write_weights(&weights)))?;
    Ok(Status::Fine)
}

fn write_weights(weights: &Weights) -> String {
    Weights::NAMES.iter().zip(weights.list()).map(|(name, value)| format!("{name} {value:.4}\n")).collect()
}

fn read_weights(text: &str) -> Result<Weights> {
    let mut list = Weights::default().list();
    for line in text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        let (name, value) =
            line.split_once(' ').with_context(|| format!("expected `name value`, found {line:?}"))?;
        let place = Weights::NAMES.iter().position(|known| *known == name);
        let place = place.with_context(|| format!("no weight is called {name:?}"))?;
        list[place] = value.trim().parse().with_context(|| format!("expected a number, found {value:?}"))?;
    }
    Ok(Weights::from_list(&list))
}
