//! `puzzles`: positions of recorded games in which one action is clearly the best.

use crate::games::Puzzles;
use crate::{Status, input::Input, output, rooms};
use anyhow::Result;
use clap::Args;

#[derive(Clone, Debug, Args)]
pub(crate) struct PuzzlesArgs {
    /// Records to look through; `-` is standard input
    #[arg(required = true, value_name = "RECORD")]
    pub(crate) files: Vec<String>,
    /// By how many points of win chance the best action must be better than the second
    #[arg(long, default_value_t = 5.0, value_name = "POINTS", value_parser = points)]
    pub(crate) margin: f64,
    /// Seed of the imagined worlds
    #[arg(long, default_value = "1", value_name = "SEED")]
    pub(crate) seed: String,
    /// Threads; all cores unless given
    #[arg(long, value_name = "N", value_parser = super::at_least_one::<usize>)]
    pub(crate) threads: Option<usize>,
    /// Look at every puzzle once more, longer than before, and say how many solutions stand
    #[arg(long)]
    pub(crate) check: bool,
    /// Print one JSON object a line
    #[arg(long)]
    pub(crate) json: bool,
}

/// How much better an action can be: from nothing to a whole win.
fn points(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(points) if (0.0..=100.0).contains(&points) => Ok(points),
        _ => Err("expected points of win chance from 0 to 100".to_owned()),
    }
}

pub(crate) fn run(args: &PuzzlesArgs) -> Result<Status> {
    let (mut status, mut sum) = (Status::Fine, Puzzles::default());
    for file in &args.files {
        let input = Input::read(file)?;
        match rooms::records::puzzles(&input, args)? {
            Ok(found) => sum.add(found),
            Err(other) => status = other,
        }
    }
    if args.files.len() > 1 && !args.json {
        output::print(&sum.sentence("together", args.check))?;
    }
    Ok(status)
}
