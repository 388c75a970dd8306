//! Many games at once: simulate, tournament, fairness, and their parts put together. The seeds are
//! those of the command line, so results are the same bytes.

use crate::convert::{Seed, data, refused, rules};
use crate::maps::Map;
use hexwright_catan::game::Catan;
use hexwright_catan::map::SEAT_COUNTS;
use hexwright_league::catan::{Study, Tournament};
use hexwright_league::{Fault, Playable as _, bot_by_name};
use hexwright_play::Shard;
use hexwright_play::fairness::Counts;
use hexwright_play::tournament::{Results, ResultsFormat, standings as table};
use pyo3::prelude::*;
use serde_json::json;
use std::collections::BTreeMap;

/// The bots of Catan by name, with a line about each.
#[pyfunction]
pub(crate) fn bots(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let mut lines: BTreeMap<&str, &str> = Catan::bots().iter().copied().collect();
    lines.insert("random", "plays any legal action, each equally likely");
    data(py, &lines)
}

fn table_of(seats_wanted: usize) -> PyResult<usize> {
    if SEAT_COUNTS.contains(&seats_wanted) {
        return Ok(seats_wanted);
    }
    let (least, most) = (SEAT_COUNTS.start(), SEAT_COUNTS.end());
    Err(refused(format!("expected {least} to {most} players, found {seats_wanted}")))
}

/// Plays games `first` to `first + games` between bots and sums them up.
#[pyfunction]
#[pyo3(signature = (map, *, players = Vec::new(), games = 1000, first = 0, seed = Seed::Number(1), ruleset = None, options = None, threads = None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn simulate<'py>(
    py: Python<'py>,
    map: &Map,
    players: Vec<String>,
    games: u64,
    first: u64,
    seed: Seed,
    ruleset: Option<String>,
    options: Option<Vec<String>>,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let setup = map.setup();
    let count = table_of(setup.seats(if players.len() == 1 { 0 } else { players.len() }))?;
    let names = match players.as_slice() {
        [] => vec![Catan::table_bots()[0].to_owned(); count],
        [one] => vec![one.clone(); count],
        _ => players,
    };
    let seed = seed.number();
    let numbers = first..first.checked_add(games).ok_or_else(|| refused("that many games do not exist"))?;
    let table =
        hexwright_league::catan::game(setup, count, &rules(ruleset, options), seed).map_err(refused)?;
    let result = py
        .detach(|| hexwright_league::simulate(&table, &names, seed, numbers, threads, &|_| (), &bot_by_name));
    let tally = result.map_err(refused)?;
    data(
        py,
        &json!({
            "games": tally.games, "undecided": tally.undecided, "actions": tally.actions,
            "turns": tally.turns, "wins": tally.wins,
        }),
    )
}

/// One whole game of random players: (winner or None, actions, turns).
#[pyfunction]
pub(crate) fn random_game(
    py: Python<'_>,
    game: &crate::catan::CatanGame,
    seed: u64,
    number: u64,
) -> (Option<u8>, u64, u32) {
    let played = py.detach(|| game.rules().random_game(seed, number, 1_000_000));
    (played.winner.map(|seat| seat.0), played.actions, played.turns)
}

/// Plays part `shard` of a tournament: the text of its results, as the command line writes them.
#[pyfunction]
#[pyo3(signature = (maps, bots, *, games = 400, seed = Seed::Number(1), ruleset = None, options = None, shard = (0, 1), threads = None, format = "jsonl"))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn tournament(
    py: Python<'_>,
    maps: Vec<PyRef<'_, Map>>,
    bots: Vec<String>,
    games: u64,
    seed: Seed,
    ruleset: Option<String>,
    options: Option<Vec<String>>,
    shard: (u64, u64),
    threads: Option<usize>,
    format: &str,
) -> PyResult<String> {
    if maps.is_empty() {
        return Err(refused("expected at least one map"));
    }
    table_of(bots.len())?;
    let format = format_of(format)?;
    let maps = maps.iter().map(|map| map.named()).collect();
    let all = Tournament::new(maps, bots, rules(ruleset, options), games, seed.number());
    let numbers: Vec<u64> = part(shard)?.games(all.plan.games).collect();
    let rows = py.detach(|| {
        hexwright_league::tournament::<Catan, Fault>(
            &all.plan,
            &numbers,
            threads,
            &|pairing| all.board(pairing),
            &bot_by_name,
        )
    });
    let results = Results::new(all.plan.clone()).with(rows.map_err(refused)?).map_err(refused)?;
    Ok(results.to_text(format))
}

fn format_of(name: &str) -> PyResult<ResultsFormat> {
    match name {
        "jsonl" => Ok(ResultsFormat::Jsonl),
        "csv" => Ok(ResultsFormat::Csv),
        _ => Err(refused("expected jsonl or csv")),
    }
}

fn part(shard: (u64, u64)) -> PyResult<Shard> {
    shard.try_into().map_err(refused)
}

/// Parts of one tournament put together.
#[pyfunction]
#[pyo3(signature = (parts, *, format = "jsonl"))]
pub(crate) fn merge_tournament(parts: Vec<String>, format: &str) -> PyResult<String> {
    let parts: Vec<Results> =
        parts.iter().map(|part| Results::parse(part).map_err(refused)).collect::<PyResult<_>>()?;
    let mut parts = parts.into_iter();
    let first = parts.next().ok_or_else(|| refused("nothing to merge"))?;
    let whole = parts.try_fold(first, |a, b| a.merge(b).map_err(refused))?;
    Ok(whole.to_text(format_of(format)?))
}

/// The table of a tournament, best first.
#[pyfunction]
pub(crate) fn standings<'py>(py: Python<'py>, results: &str) -> PyResult<Bound<'py, PyAny>> {
    let results = Results::parse(results).map_err(refused)?;
    data(py, &table(&results.plan, &results.rows))
}

/// Plays part `shard` of a study of fairness: its counts in the command line's JSON.
#[pyfunction]
#[pyo3(signature = (map, *, bot = "greedy", games = 400, seats = None, seed = Seed::Number(1), redraw = false, ruleset = None, options = None, shard = (0, 1), threads = None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn fairness(
    py: Python<'_>,
    map: &Map,
    bot: &str,
    games: u64,
    seats: Option<usize>,
    seed: Seed,
    redraw: bool,
    ruleset: Option<String>,
    options: Option<Vec<String>>,
    shard: (u64, u64),
    threads: Option<usize>,
) -> PyResult<String> {
    let named = map.named();
    let count = table_of(named.1.seats(seats.unwrap_or(0)))?;
    let (rules, seed) = (rules(ruleset, options), seed.number());
    let study = Study::new(named, bot.to_owned(), count, rules, redraw, games.max(1), seed);
    let shard = part(shard)?;
    let counts = py.detach(|| {
        hexwright_league::fairness_part::<Catan, Fault>(
            &study.question,
            shard,
            threads,
            &|number| study.board(number),
            &bot_by_name,
            &|_| (),
        )
    });
    counts_text(&counts.map_err(refused)?)
}

fn counts_text(counts: &Counts) -> PyResult<String> {
    Ok(serde_json::to_string(counts).map_err(refused)? + "\n")
}

/// Parts of one study put together.
#[pyfunction]
pub(crate) fn merge_fairness(parts: Vec<String>) -> PyResult<String> {
    let parts: Vec<Counts> =
        parts.iter().map(|part| serde_json::from_str(part).map_err(refused)).collect::<PyResult<_>>()?;
    let mut parts = parts.into_iter();
    let first = parts.next().ok_or_else(|| refused("nothing to merge"))?;
    counts_text(&parts.try_fold(first, |a, b| a.merge(&b).map_err(refused))?)
}

/// What counts say: shares of wins with 95 % intervals, lengths of games, a verdict.
#[pyfunction]
pub(crate) fn fairness_summary<'py>(py: Python<'py>, counts: &str) -> PyResult<Bound<'py, PyAny>> {
    let counts: Counts = serde_json::from_str(counts).map_err(refused)?;
    let shares: Vec<(f64, f64, f64)> = (0..counts.wins.len()).map(|seat| counts.share(seat)).collect();
    let (mean, [p10, p50, p90]) = counts.lengths();
    let (chi_square, limit) = counts.evenness();
    data(
        py,
        &json!({
            "games": counts.played, "undecided": counts.undecided, "wins": counts.wins, "shares": shares,
            "turns": { "mean": mean, "p10": p10, "p50": p50, "p90": p90 },
            "chi_square": chi_square, "chi_square_limit": limit, "verdict": counts.verdict(),
        }),
    )
}
