//! `tournament` and `merge`: which bot is better, played in parts if need be.

use super::simulate::SetupArgs;
use crate::games::{merge_fairness, print_standings, results_format};
use crate::{Status, input::Input, output, rooms};
use anyhow::{Result, anyhow, bail};
use clap::Args;
use hexwright_play::Shard;
use hexwright_play::tournament::Results;
use std::ffi::OsString;
use std::path::PathBuf;

#[derive(Clone, Debug, Args)]
pub(crate) struct TournamentArgs {
    /// Maps to play on, in turn
    #[arg(required = true, value_name = "MAP")]
    pub(crate) files: Vec<OsString>,
    /// The bots, one for each place at the table; a name may stand several times
    #[arg(long, value_delimiter = ',', required = true, value_name = "BOT,…")]
    pub(crate) bots: Vec<String>,
    /// Number of games; a multiple of the number of bots keeps the seats balanced
    #[arg(long, default_value_t = 400, value_name = "N", value_parser = super::at_least_one::<u64>)]
    pub(crate) games: u64,
    #[command(flatten)]
    pub(crate) setup: SetupArgs,
    /// Threads; all cores unless given
    #[arg(long, value_name = "N", value_parser = super::threads)]
    pub(crate) threads: Option<usize>,
    /// Play only part I of N (from 0), to be merged later
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<Shard>,
    /// Write every game to this file (.csv or .jsonl); what is there already is not played again
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Print the table as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(args: &TournamentArgs) -> Result<Status> {
    args.setup.refuse_legions(&[])?;
    let inputs: Vec<Input> = args.files.iter().map(Input::read).collect::<Result<_>>()?;
    if let Some(status) = rooms::records::tournament(&inputs, args)? {
        return Ok(status);
    }
    let named = |input: &Input| Ok((input.name.clone(), rooms::room_of(input)?.playable(input)?));
    rooms::catan_table::tournament(inputs.iter().map(named).collect::<Result<_>>()?, args)
}

#[derive(Clone, Debug, Args)]
pub(crate) struct MergeArgs {
    /// Results of parts of one tournament, or of one fairness run
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<OsString>,
    /// Where to write all of them together (.csv, .jsonl or .parquet)
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Print the table as JSON
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn merge(args: &MergeArgs) -> Result<Status> {
    let inputs: Vec<Input> = args.files.iter().map(Input::read).collect::<Result<_>>()?;
    if inputs.iter().all(|i| i.bytes.trim_ascii_start().starts_with(b"{\"question\"")) {
        output::refuse_other_format(args.output.as_deref(), "the counts of a fairness run", &["json"])?;
        return merge_fairness(&inputs, args);
    }
    let ending = output::promised(args.output.as_deref());
    if let Some(path) = &args.output
        && !matches!(ending, Some("csv" | "jsonl" | "parquet"))
    {
        bail!("expected a name that ends in .csv, .jsonl or .parquet, found {}", path.display());
    }
    let mut whole: Option<Results> = None;
    for input in &inputs {
        let text = String::from_utf8_lossy(&input.bytes);
        let part = Results::parse(&text).map_err(|e| anyhow!("{}: {e}", input.name))?;
        whole = Some(match whole {
            None => part,
            Some(so_far) => so_far.merge(part).map_err(|e| anyhow!("{}: {e}", input.name))?,
        });
    }
    let Some(whole) = whole else { bail!("nothing to merge") };
    if let Some(path) = &args.output {
        if ending == Some("parquet") {
            output::write_file(path, &whole.to_parquet())?;
        } else {
            output::write_file(path, whole.to_text(results_format(path)?).as_bytes())?;
        }
    }
    print_standings(&whole, args.json)
}
