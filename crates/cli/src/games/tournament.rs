//! Tournaments of any game: play what is missing, keep it on disk, print the table.

use super::{bot_by_name, thousands};
use crate::commands::tournament::TournamentArgs;
use crate::status::Stoppable;
use crate::{Status, output};
use anyhow::{Context, Result, bail};
use hexwright_core::Seat;
use hexwright_league as league;
use hexwright_league::Playable;
use hexwright_play::Shard;
use hexwright_play::tournament::{Pairing, Plan, ResultRow, Results, ResultsFormat, standings};
use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::Path;

/// Games played between two writes to the disk: what a kill can cost.
const CHUNK: usize = 32;

/// The games of a tournament: the board of a block on one of the maps.
pub(crate) type Boards<'a, G> = &'a (dyn Fn(&Pairing) -> Result<G> + Sync);

/// Plays the tournament and prints its table.
pub(crate) fn tournament<G: Playable>(
    plan: &Plan,
    boards: Boards<'_, G>,
    how: &TournamentArgs,
) -> Result<Status> {
    let first = boards(&plan.pairing(0))?;
    for name in &plan.bots {
        bot_by_name(&first, name, Seat(0), plan.seed)?;
    }
    if !plan.games.is_multiple_of(plan.bots.len() as u64) {
        output::note(&format!(
            "{} games are no multiple of {}: the seats are not quite balanced",
            plan.games,
            plan.bots.len()
        ));
    }
    let mut results = resume(plan, how.output.as_deref())?;
    let done: BTreeSet<u64> = results.rows.iter().map(|r| r.game).collect();
    let shard = how.shard.unwrap_or(Shard::WHOLE);
    let own = done.iter().filter(|&&game| shard.holds(game)).count() as u64;
    let bar = output::progress(shard.count(plan.games).saturating_sub(own), "playing");
    let stoppable = Stoppable::begin();
    let mut missing = shard.games(plan.games).filter(|game| !done.contains(game)).peekable();
    while missing.peek().is_some() {
        if stoppable.is_stopped() {
            let kept = if how.output.is_some() { "; the same command goes on with the rest" } else { "" };
            let played = results.rows.len() as u64;
            output::note(&format!("interrupted after {} games{kept}", thousands(played)));
            break;
        }
        let chunk: Vec<u64> = missing.by_ref().take(CHUNK).collect();
        let rows = league::tournament(plan, &chunk, how.threads, boards, &bot_by_name::<G>)?;
        if let Some(path) = &how.output {
            append(path, &rows)?;
        }
        results = results.with(rows)?;
        bar.inc(chunk.len() as u64);
    }
    drop(stoppable);
    bar.finish_and_clear();
    let status = super::external::report_faults();
    if let Some(path) = &how.output {
        output::replace_file(path, results.to_text(results_format(path)?).as_bytes())?;
    }
    print_standings(&results, how.json)?;
    Ok(status)
}

/// What an earlier run left in the file; an empty start if there is none.
fn resume(plan: &Plan, path: Option<&Path>) -> Result<Results> {
    let Some(path) = path else { return Ok(Results::new(plan.clone())) };
    let format = results_format(path)?;
    if !path.exists() {
        output::write_file(path, Results::head(plan, format).as_bytes())?;
        return Ok(Results::new(plan.clone()));
    }
    let text = crate::input::text_of(path)?;
    let found = Results::parse(&text).with_context(|| path.display().to_string())?;
    if found.plan != *plan {
        let other = Results::new(plan.clone()).merge(found).err();
        let why = other.map_or_else(String::new, |e| format!(": {e}"));
        bail!("{} holds another tournament{why}; choose another --output", path.display());
    }
    // a torn last line is gone after this
    output::replace_file(path, found.to_text(format).as_bytes())?;
    Ok(found)
}

fn append(path: &Path, rows: &[ResultRow]) -> Result<()> {
    let format = results_format(path)?;
    let text: String = rows.iter().map(|row| Results::line(row, format)).collect();
    let mut file = std::fs::OpenOptions::new().append(true).open(path)?;
    file.write_all(text.as_bytes()).and_then(|()| file.sync_data())?;
    Ok(())
}

/// The form a file's ending asks for.
pub(crate) fn results_format(path: &Path) -> Result<ResultsFormat> {
    match path.extension().and_then(|e| e.to_str()) {
        Some("csv") => Ok(ResultsFormat::Csv),
        Some("jsonl") => Ok(ResultsFormat::Jsonl),
        Some("parquet") => bail!(
            "games are kept as .csv or .jsonl while they are played; `hexwright merge FILE --output {}` makes a \
             Parquet file of them",
            path.display()
        ),
        _ => bail!(
            "games are kept in a file that ends in .csv or .jsonl, found {}; `hexwright merge` can make a \
             .parquet file of one",
            path.display()
        ),
    }
}

/// Prints the table of a tournament.
pub(crate) fn print_standings(results: &Results, json: bool) -> Result<Status> {
    let table = standings(&results.plan, &results.rows);
    let undecided = results.rows.iter().filter(|r| r.winners.is_empty()).count();
    output::print(&if json {
        let fields = serde_json::json!({
            "games": results.rows.len(), "planned": results.plan.games, "undecided": undecided, "bots": table,
        });
        format!("{fields}\n")
    } else {
        let width = table.iter().map(|s| s.bot.chars().count()).max().unwrap_or(3).max(3);
        let mut text = format!(
            "{:<width$}  {:>7}  {:>7}  {:>6}  {:<13}  {:>6}  rating\n",
            "bot", "seats", "wins", "share", "95 %", "points"
        );
        for s in &table {
            let interval = format!("{:.1}–{:.1} %", 100.0 * s.low, 100.0 * s.high);
            text += &format!(
                "{:<width$}  {:>7}  {:>7}  {:>4.1} %  {interval:<13}  {:>6.2}  {:.1} ± {:.1}\n",
                s.bot,
                thousands(s.seats),
                thousands(s.wins),
                100.0 * s.share,
                s.points,
                s.rating,
                s.uncertainty
            );
        }
        text += &format!(
            "{} of {} games, {undecided} without a winner\n",
            thousands(results.rows.len() as u64),
            thousands(results.plan.games)
        );
        text
    })?;
    Ok(Status::Fine)
}
