//! `generate`: boards from a map, a preset or a script.

use super::at_least_one;
use super::deny::Deny;
use crate::output::{self, Diagnostics};
use crate::status::HasErrors;
use crate::{Status, input::Input, rooms};
use anyhow::{Result, bail};
use clap::Args;
use hexwright_catan::generate::PRESETS;
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Clone, Debug, Args)]
pub(crate) struct GenerateArgs {
    /// Map or script to draw from; `-` is standard input
    #[arg(conflicts_with = "preset")]
    pub(crate) file: Option<OsString>,
    /// Start from one of our own maps: base, base-fixed, expansion-5-6, duel, lagoon, archipelago, continent
    #[arg(long, value_name = "NAME")]
    pub(crate) preset: Option<String>,
    /// What a board must satisfy (may be repeated): `red-neighbours=0` or `rich-corner=11` for .catan maps,
    /// `entry`, `count(Sand) in 6..9` or `lint == 0` for battleland scripts
    #[arg(long, value_name = "WISH")]
    pub(crate) require: Vec<String>,
    /// Keep what the map's last draw (its noted seed) gave in these sections
    #[arg(long, value_enum, value_delimiter = ',')]
    pub(crate) keep: Vec<Keep>,
    /// Only boards on which equal bots win alike on every seat, proven by play: no share further from
    /// equal than this (5% unless given)
    #[arg(long, value_parser = tolerance, num_args = 0..=1, default_missing_value = "5%", value_name = "PERCENT")]
    pub(crate) fair: Option<f64>,
    /// Write the map with its open cells instead of drawing them
    #[arg(long, conflicts_with_all = ["require", "keep", "count", "fair"])]
    pub(crate) open: bool,
    /// Seed: a number, 0x…, or any text
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<String>,
    /// How many boards, with consecutive seeds
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = at_least_one::<u64>)]
    pub(crate) count: u64,
    /// File, or folder when --count is above 1
    #[arg(short, long, value_name = "PATH")]
    pub(crate) output: Option<PathBuf>,
    /// Format to write
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: Option<String>,
    #[command(flatten)]
    pub(crate) deny: Deny,
    #[command(flatten)]
    pub(crate) battleland: BattlelandArgs,
}

/// What only battleland scripts understand.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Battleland scripts")]
pub(crate) struct BattlelandArgs {
    /// The original program's leniencies: colossus or colossus-2002
    #[arg(long, value_name = "MODE")]
    pub(crate) compat: Option<String>,
    /// How findings are told on standard error
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub(crate) diagnostics: Diagnostics,
    /// How many attempts a map may take; 1000 unless given
    #[arg(long, value_name = "N", value_parser = at_least_one::<u64>)]
    pub(crate) max_tries: Option<u64>,
    /// When attempts run out, change the nearest map hex by hex, at most N times
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "100000")]
    pub(crate) improve: Option<u64>,
    /// Write tries and rejections per constraint into this file, as JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,
    /// Write the maps that were found even if others were not
    #[arg(long)]
    pub(crate) keep_going: bool,
    /// Take the random bytes from this file instead of a seed
    #[arg(long, value_name = "FILE", conflicts_with = "seed")]
    pub(crate) rng_bytes: Option<PathBuf>,
    /// Threads; the maps are the same for any number
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = at_least_one::<usize>)]
    pub(crate) jobs: usize,
}

impl GenerateArgs {
    /// What is not for every file: whether it was given, its name, and what it is for.
    fn given(&self) -> [(bool, &'static str, &'static str); 11] {
        let (scripts, maps) = ("battleland scripts", "Catan maps");
        let own = &self.battleland;
        [
            (own.compat.is_some(), "--compat", scripts),
            (own.diagnostics != Diagnostics::Text, "--diagnostics", scripts),
            (own.max_tries.is_some(), "--max-tries", scripts),
            (own.improve.is_some(), "--improve", scripts),
            (own.report.is_some(), "--report", scripts),
            (own.keep_going, "--keep-going", scripts),
            (own.rng_bytes.is_some(), "--rng-bytes", scripts),
            (!self.keep.is_empty(), "--keep", maps),
            (self.open, "--open", maps),
            (self.fair.is_some(), "--fair", maps),
            (!self.require.is_empty(), "--require", "maps and battleland scripts"),
        ]
    }
}

/// A tolerance that play can prove.
fn tolerance(text: &str) -> Result<f64, String> {
    match text.trim_end_matches('%').trim().parse::<f64>() {
        Ok(n) if (2.0..=30.0).contains(&n) => Ok(n / 100.0),
        _ => Err("expected a tolerance from 2% to 30%".to_owned()),
    }
}

/// A section of a map that can be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Keep {
    Types,
    Values,
    Ports,
}

pub(crate) fn run(args: &GenerateArgs) -> Result<Status> {
    let input = match &args.preset {
        Some(name) => preset(name)?,
        None => match &args.file {
            Some(file) => Input::read(file)?,
            None => bail!(
                "name a map or a script to draw from (`-` is standard input), or a map of ours: --preset {}",
                PRESETS.iter().map(|preset| preset.0).collect::<Vec<_>>().join(", --preset ")
            ),
        },
    };
    let room = rooms::room_of(&input)?;
    rooms::refuse_idle(room, "generate", &input, &args.given())?;
    if let Some(report) = args.deny.errors(&input, room, args.battleland.compat.clone())? {
        output::tell(&report, args.battleland.diagnostics);
        return Err(HasErrors(format!("{} has errors; nothing was generated", input.name)).into());
    }
    room.generate(&input, args)
}

/// A preset as if it had been read from a file.
fn preset(name: &str) -> Result<Input> {
    let Some((name, _, text)) = PRESETS.iter().find(|p| p.0 == name) else {
        let names: Vec<&str> = PRESETS.iter().map(|p| p.0).collect();
        bail!("no preset is called {name:?}; expected one of {}", names.join(", "));
    };
    Ok(Input::of(format!("{name}.catan"), text.as_bytes().to_vec()))
}
