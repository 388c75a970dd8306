//! `simulate`: many games between bots, and what came of them.

use crate::rooms::{self, FileKind};
use crate::{Status, input::Input, output};
use anyhow::{Result, bail};
use clap::Args;
use std::ffi::OsString;
use std::path::PathBuf;

/// What a game is set up from, whatever is done with it then.
#[derive(Clone, Debug, Args)]
pub(crate) struct SetupArgs {
    /// Seed of all chance: a number, or any text
    #[arg(long, default_value = "1", value_name = "SEED")]
    pub(crate) seed: String,
    /// Rule option, as in bank-rule=partial; may be repeated
    #[arg(short = 'O', long = "option", value_name = "NAME=VALUE")]
    pub(crate) options: Vec<String>,
    /// Milliseconds for each decision of searching bots, in place of their budget of positions; the
    /// moves then depend on the machine
    #[arg(long, value_name = "MS", value_parser = super::at_least_one::<u64>)]
    pub(crate) time: Option<u64>,
    /// Named set of rule options
    #[arg(long, value_name = "NAME")]
    pub(crate) ruleset: Option<String>,
    /// Battlelands: the legion that attacks, as in "Titan Lion 2*Ogre"
    #[arg(long, value_name = "CREATURES")]
    pub(crate) attacker: Option<String>,
    /// Battlelands: the legion that defends
    #[arg(long, value_name = "CREATURES")]
    pub(crate) defender: Option<String>,
    /// Battlelands: where the attacker enters: Left, Right or Bottom
    #[arg(long, value_name = "SIDE")]
    pub(crate) entrance: Option<String>,
    /// Battlelands: terrain of the strategic map, for reinforcements, as in Desert
    #[arg(long, value_name = "NAME")]
    pub(crate) terrain: Option<String>,
    /// Battlelands: folder of a Colossus variant whose creatures fight; Default unless given
    #[arg(long, value_name = "FOLDER")]
    pub(crate) variant: Option<PathBuf>,
}

/// What `--attacker` and its neighbours are for.
const LANDS: &str = "battlelands and their scripts";

impl SetupArgs {
    /// The seed as a number.
    pub(crate) fn seed(&self) -> u64 {
        hexwright_core::random::seed_from_text(&self.seed)
    }

    /// A bot's name with the time for a decision that was asked for.
    pub(crate) fn timed<G: hexwright_league::Playable>(&self, name: &str) -> String {
        self.time.map_or_else(|| name.to_owned(), |time| hexwright_league::with_time::<G>(name, time))
    }

    /// Refuses rule options where a file has no use for them.
    pub(crate) fn refuse_idle(&self, room: &dyn FileKind, input: &Input) -> Result<()> {
        let mut given = vec![
            (!self.options.is_empty(), "--option", "Catan maps"),
            (self.ruleset.is_some(), "--ruleset", "Catan maps"),
        ];
        given.extend(self.for_lands().map(|(given, option)| (given, option, LANDS)));
        rooms::refuse_idle(room, "play", input, &given)
    }

    /// The options that set legions on a land, and whether each was given.
    const fn for_lands(&self) -> [(bool, &'static str); 5] {
        [
            (self.attacker.is_some(), "--attacker"),
            (self.defender.is_some(), "--defender"),
            (self.entrance.is_some(), "--entrance"),
            (self.terrain.is_some(), "--terrain"),
            (self.variant.is_some(), "--variant"),
        ]
    }

    /// Refuses them, but for those named, where the legions are given by the file or by a panel.
    pub(crate) fn refuse_legions(&self, but: &[&str]) -> Result<()> {
        match self.for_lands().into_iter().find(|(given, option)| *given && !but.contains(option)) {
            Some((_, option)) => {
                bail!(
                    "{option} means nothing here; it sets legions on a battleland, for `simulate` and `play`"
                )
            }
            None => Ok(()),
        }
    }

    /// The options as they were asked for.
    pub(crate) fn rules(&self) -> hexwright_league::Rules {
        hexwright_league::Rules { ruleset: self.ruleset.clone(), options: self.options.clone() }
    }
}

#[derive(Clone, Debug, Args)]
pub(crate) struct SimulateArgs {
    /// Map to play on; `-` is standard input
    pub(crate) file: OsString,
    /// Bots by seat, as in keen,keen,calm,fierce, or one for all seats; `random` is the fastest
    #[arg(long, value_delimiter = ',', value_name = "BOT,…")]
    pub(crate) players: Vec<String>,
    /// Number of games
    #[arg(long, default_value_t = 1_000, value_name = "N", value_parser = super::at_least_one::<u64>)]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) setup: SetupArgs,
    /// Threads; all cores unless given
    #[arg(long, value_name = "N", value_parser = super::threads)]
    pub(crate) threads: Option<usize>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the record of the first game to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
}

pub(crate) fn run(args: &SimulateArgs) -> Result<Status> {
    let input = Input::read(&args.file)?;
    let room = rooms::room_of(&input)?;
    args.setup.refuse_idle(room, &input)?;
    if let Some(path) = &args.record {
        output::try_path(path)?;
    }
    room.simulate(&input, args)
}
