//! A game looked at again: chances to win, luck and skill, the decisions that cost most, in words.

use super::{bot_by_name, finding_of, position_at, refused};
use crate::commands::analyse::AnalyseArgs;
use crate::status::HasErrors;
use crate::{Status, input::Input, output};
use anyhow::{Result, anyhow};
use hexwright_core::random::seed_from_text;
use hexwright_core::{Seat, Turn};
use hexwright_league::{Playable, in_words};
use hexwright_play::analyse::{
    AnalyseError, Analysis, AnalysisOptions, Evaluators, Valued, analyse as look, values,
};
use hexwright_play::bot::Budget;
use hexwright_play::{Players, Record};
use serde_json::json;
use std::fmt::Write as _;

/// Costly decisions printed as text.
const MOST_SHOWN: usize = 12;
/// Games played out from each turn where nobody can judge a position.
const PLAYOUTS: u64 = 100;

/// How long a decision is thought about: in Catan and Terra Mystica as long as `fierce` thinks.
const BUDGET: Budget = Budget { depth: 1, nodes: 60_000, worlds: 4, time: None };

/// Prints the chances over time, what was luck, and the decisions that cost most; with `--at` the value of
/// every action at one point.
pub(crate) fn analyse<G: Playable>(record: &Record, input: &Input, how: &AnalyseArgs) -> Result<Status> {
    let game: G = record.game().map_err(|e| HasErrors(format!("{}: {e}", input.name)))?;
    let seed = seed_from_text(&how.seed);
    bot_by_name(&game, &how.bot, Seat(0), seed)?;
    let seats = || {
        let bot = |seat| bot_by_name(&game, &how.bot, seat, seed).expect("the name was tried before");
        Players::new(&game, bot)
    };
    let chances = game.chances();
    let bar = output::progress(0, "analysing");
    let judges = Evaluators {
        players: &seats,
        advice: &|asked, random| game.advice(asked, BUDGET, random),
        chances: chances.as_deref(),
        words: &|position, step| in_words(&game, position, step, &record.names),
        told: &|n, of| {
            bar.set_length(of);
            bar.inc(n);
        },
    };
    if let Some(at) = how.at {
        return match position_at(&game, record, at) {
            Ok(position) => show(&game, &position, at, seed, &judges, how.json),
            Err(error) => refused(&finding_of(input, error)?, how.json.then(|| json!({}))),
        };
    }
    let playouts = how.playouts.unwrap_or(if chances.is_some() { 0 } else { PLAYOUTS });
    let wanted = AnalysisOptions { playouts, seed, threads: how.threads, ..AnalysisOptions::default() };
    let found = look(&game, record, &wanted, &judges);
    bar.finish_and_clear();
    let found = match found {
        Err(AnalyseError::Replay(error)) => {
            return refused(&finding_of(input, error.into())?, how.json.then(|| json!({})));
        }
        found => found.map_err(|e| anyhow!("{}: {e}", input.name))?,
    };
    output::print(&if how.json { serde_json::to_string(&found)? + "\n" } else { text(&found, record) })?;
    Ok(Status::Fine)
}

/// The value of every action of the seats that may act after entry `at`.
fn show<G: Playable>(
    game: &G,
    position: &G::Position,
    at: usize,
    seed: u64,
    judges: &Evaluators<'_, G>,
    as_json: bool,
) -> Result<Status> {
    let due: Vec<Seat> = match game.turn(position) {
        Turn::Seats(set) => set.iter().collect(),
        Turn::Chance | Turn::Over => Vec::new(),
    };
    let found: Vec<(Seat, Vec<Valued>)> =
        due.into_iter().map(|seat| (seat, values(game, position, seat, seed, judges))).collect();
    let chances = judges.chances.map(|judge| judge(position));
    if as_json {
        let seats: Vec<serde_json::Value> =
            found.iter().map(|(seat, values)| json!({ "seat": seat.0, "actions": values })).collect();
        let fields = json!({ "entry": at, "turn": game.turns(position), "chances": chances, "seats": seats });
        output::print(&format!("{fields}\n"))?;
        return Ok(Status::Fine);
    }
    let mut out = String::new();
    if let Some(chances) = chances {
        let each: Vec<String> =
            chances.iter().enumerate().map(|(seat, c)| format!("seat {seat} {:.0} %", 100.0 * c)).collect();
        let _ = writeln!(out, "chances to win after entry {at}: {}", each.join(", "));
    }
    for (seat, values) in &found {
        let _ = writeln!(out, "seat {seat} can choose between {}:", values.len());
        for valued in values {
            let _ = writeln!(out, "  {:>5.1} %  {}", 100.0 * valued.value, valued.words);
        }
    }
    if found.is_empty() {
        out += if game.turn(position) == Turn::Over {
            "the game is over\n"
        } else {
            "chance decides what comes next\n"
        };
    }
    output::print(&out)?;
    Ok(Status::Fine)
}

fn text(found: &Analysis, record: &Record) -> String {
    let how = if found.playouts > 0 {
        format!("{} playouts each: ± {:.0} or less", found.playouts, 100.0 * found.margin())
    } else {
        "as the judge sees them".to_owned()
    };
    let mut out = format!("chances to win at the start of each turn, in percent ({how})\n");
    let names: Vec<String> = record.names.iter().enumerate().map(|(s, n)| format!("{s} {n:.9}")).collect();
    let columns = |cells: &[String]| cells.iter().map(|c| format!("{c:>12}")).collect::<String>();
    let _ = writeln!(out, "{:>6}  {:>6}{}", "entry", "turn", columns(&names));
    for odds in &found.odds {
        let shares: Vec<String> = odds.shares.iter().map(|s| format!("{:.0}", 100.0 * s)).collect();
        let _ = writeln!(out, "{:>6}  {:>6}{}", odds.entry, odds.turn, columns(&shares));
    }
    out += &luck_and_skill(found, &names);
    if !found.turning_points.is_empty() {
        out += "\nturning points:\n";
        for t in &found.turning_points {
            let _ = writeln!(
                out,
                "{:>6}  turn {}: {} (seat {} goes from {:.0} to {:.0} %)",
                t.entry,
                t.turn,
                t.words.trim_end_matches('.'),
                t.seat,
                100.0 * t.before,
                100.0 * t.after
            );
        }
    }
    let mut costly: Vec<_> = found.decisions.iter().filter(|d| d.loss > 0.0).collect();
    costly.sort_by(|a, b| b.loss.total_cmp(&a.loss).then(a.entry.cmp(&b.entry)));
    let same = found.decisions.len() - costly.len();
    let _ = writeln!(
        out,
        "\n{same} of {} decisions were judged best; those that cost most:",
        found.decisions.len()
    );
    for d in costly.iter().take(MOST_SHOWN) {
        let _ = writeln!(
            out,
            "{:>6}  {}. Better: {} (costs {:.1} % of the win; {} choices)",
            d.entry,
            d.played_words.trim_end_matches('.'),
            d.best_words.trim_end_matches('.'),
            100.0 * d.loss,
            d.legal
        );
    }
    out
}

/// What chance brought each seat, and what its decisions cost.
fn luck_and_skill(found: &Analysis, names: &[String]) -> String {
    if found.luck.is_empty() {
        return String::new();
    }
    let mut out = "\nluck and skill, in percent of the win\n".to_owned();
    let columns = |cells: &[String]| cells.iter().map(|c| format!("{c:>12}")).collect::<String>();
    let _ = writeln!(out, "{:<20}{}", "", columns(names));
    for luck in &found.luck {
        let gained: Vec<String> = luck.gained.iter().map(|g| format!("{:+.1}", 100.0 * g)).collect();
        let _ = writeln!(out, "{:<20}{}", format!("luck: {}", luck.kind), columns(&gained));
    }
    let cost: Vec<String> =
        (0..names.len()).map(|seat| format!("{:+.1}", -100.0 * found.cost(seat as u8))).collect();
    let _ = writeln!(out, "{:<20}{}", "decisions", columns(&cost));
    out
}
