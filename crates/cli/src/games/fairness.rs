//! Fairness of any game's map: equal bots on every seat, and what came of it.

use super::{bot_by_name, page, thousands};
use crate::commands::fairness::FairnessArgs;
use crate::commands::tournament::MergeArgs;
use crate::status::Stoppable;
use crate::{Status, input::Input, output};
use anyhow::{Result, anyhow, bail};
use hexwright_core::Seat;
use hexwright_league as league;
use hexwright_league::Playable;
use hexwright_play::Shard;
use hexwright_play::fairness::{Counts, Question};

/// Games between two looks at Ctrl+C.
const CHUNK: usize = 512;

/// Plays the games and prints what they say. `picture` draws opening values on the board.
pub(crate) fn fairness<G: Playable>(
    question: Question,
    board: &(dyn Fn(u64) -> Result<G> + Sync),
    how: &FairnessArgs,
    picture: &dyn Fn(&Counts) -> Option<String>,
) -> Result<Status> {
    bot_by_name(&board(0)?, &question.bot, Seat(0), question.seed)?;
    if how.plot.as_ref().is_some_and(|path| path.extension().is_none_or(|ending| ending != "svg")) {
        bail!("--plot writes .svg; --html is a page with all plots");
    }
    let shard = how.shard.unwrap_or(Shard::WHOLE);
    let all = shard.count(question.games);
    let bar = output::progress(all, "playing");
    let find = &bot_by_name::<G>;
    let mut whole = Counts::new(question.clone());
    let stoppable = Stoppable::begin();
    let mut games = shard.games(question.games);
    while !stoppable.is_stopped() {
        let chunk: Vec<u64> = games.by_ref().take(CHUNK).collect();
        if chunk.is_empty() {
            break;
        }
        let part = league::fairness(&question, &chunk, how.threads, board, find, &|n| bar.inc(n))?;
        whole = whole.merge(&part).map_err(|error| anyhow!(error))?;
    }
    drop(stoppable);
    bar.finish_and_clear();
    let is_whole = whole.played == all;
    if is_whole {
        whole.shards = vec![shard];
    } else {
        output::note(&format!(
            "interrupted after {} of {} games; this is what they say",
            thousands(whole.played),
            thousands(all)
        ));
    }
    let status = super::external::report_faults();
    if let Some(path) = how.counts.as_ref().filter(|_| !is_whole) {
        output::note(&format!("{} is not written: counts of half a part cannot be merged", path.display()));
    } else if let Some(path) = &how.counts {
        output::write_file(path, (serde_json::to_string(&whole)? + "\n").as_bytes())?;
    }
    if let Some(path) = &how.html {
        output::write_file(path, page::study_html(&whole, picture(&whole).as_deref())?.as_bytes())?;
    }
    if let Some(path) = &how.plot {
        output::write_file(path, page::plot(&whole).as_bytes())?;
    }
    print(&whole, how.json)?;
    Ok(status)
}

/// Puts parts together and prints what they say.
pub(crate) fn merge_fairness(inputs: &[Input], how: &MergeArgs) -> Result<Status> {
    let mut whole: Option<Counts> = None;
    for input in inputs {
        let part: Counts =
            serde_json::from_slice(&input.bytes).map_err(|e| anyhow!("{}: {e}", input.name))?;
        whole = Some(match whole {
            None => part,
            Some(so_far) => so_far.merge(&part).map_err(|e| anyhow!("{}: {e}", input.name))?,
        });
    }
    let Some(whole) = whole else { bail!("nothing to merge") };
    if let Some(path) = &how.output {
        output::write_file(path, (serde_json::to_string(&whole)? + "\n").as_bytes())?;
    }
    print(&whole, how.json)
}

fn print(counts: &Counts, json: bool) -> Result<Status> {
    output::print(&if json { json_text(counts)? } else { text(counts) })?;
    Ok(Status::Fine)
}

fn json_text(counts: &Counts) -> Result<String> {
    let seats: Vec<serde_json::Value> = (0..counts.wins.len())
        .map(|seat| {
            let (share, low, high) = counts.share(seat);
            let named: serde_json::Map<String, serde_json::Value> = counts
                .counts
                .iter()
                .map(|(name, all)| (name.clone(), all.get(seat).copied().unwrap_or(0).into()))
                .collect();
            serde_json::json!({
                "seat": seat, "wins": counts.wins[seat], "share": share, "low": low, "high": high,
                "points_mean": counts.points[seat] as f64 / counts.played.max(1) as f64, "counts": named,
            })
        })
        .collect();
    let (mean, [p10, p50, p90]) = counts.lengths();
    let (found, limit) = counts.evenness();
    let fields = serde_json::json!({
        "question": counts.question, "games": counts.played, "undecided": counts.undecided, "seats": seats,
        "turns": { "mean": mean, "p10": p10, "p50": p50, "p90": p90 },
        "chi_square": found, "chi_square_limit": limit, "verdict": counts.verdict(),
        "openings": counts.openings,
    });
    Ok(serde_json::to_string(&fields)? + "\n")
}

fn text(counts: &Counts) -> String {
    let q = &counts.question;
    let mut out = format!(
        "{}: {} games, {} on {} seats, seed {}\n",
        q.map,
        thousands(counts.played),
        q.bot,
        q.seats,
        q.seed
    );
    if counts.played == 0 {
        return out + "no game was played to its end\n";
    }
    for seat in 0..counts.wins.len() {
        let (share, low, high) = counts.share(seat);
        let bar = "█".repeat((share * 80.0).round() as usize);
        let points = counts.points[seat] as f64 / counts.played as f64;
        out += &if counts.decided() == 0 {
            format!("seat {seat}  {points:.2} points\n")
        } else {
            format!(
                "seat {seat}  {:5.1} %  ({:.1}–{:.1})  {points:.2} points  {bar}\n",
                100.0 * share,
                100.0 * low,
                100.0 * high,
            )
        };
    }
    for (name, all) in &counts.counts {
        let shares: Vec<String> =
            page::per_game(counts, name, all).iter().map(|v| format!("{v:.2}")).collect();
        out += &format!("{:<28} {}\n", page::caption(name), shares.join("  "));
    }
    let (mean, [p10, p50, p90]) = counts.lengths();
    out += &format!("turns: mean {mean:.1}, 10 % below {p10}, half below {p50}, 90 % below {p90}\n");
    if counts.undecided > 0 {
        out += &format!("without a winner: {}\n", thousands(counts.undecided));
    }
    out + &counts.verdict() + "\n"
}
