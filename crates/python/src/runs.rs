//! Many games at once: simulate, tournament, fairness, and their parts put together. The seeds are
//! those of the command line, so results are the same bytes.

use crate::convert::{Seed, Whole, data, refused, rules, seats_of};
use crate::maps::Map;
use crate::policy::{Player, Policy, PolicyBot, Raised};
use crate::wait::{Progress, listening};
use hexwright_catan::game::Catan;
use hexwright_core::Seat;
use hexwright_league::catan::{Study, Tournament};
use hexwright_league::{Fault, Playable as _};
use hexwright_play::Shard;
use hexwright_play::bot::Bot;
use hexwright_play::fairness::Counts;
use hexwright_play::tournament::{Pairing, Results, ResultsFormat, standings as table};
use pyo3::prelude::*;
use serde_json::json;
use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};

/// The bots of Catan by name, with a line about each.
///
/// >>> import hexwright as hw
/// >>> hw.bots()["keen"]
/// 'plays well: the usual opponent'
#[pyfunction]
pub(crate) fn bots(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let mut lines: BTreeMap<&str, &str> = Catan::bots().iter().copied().collect();
    lines.insert("random", "plays any legal action, each equally likely");
    data(py, &lines)
}

/// The players of a table by name, and the policies among them.
struct Seated {
    names: Vec<String>,
    policies: Vec<(String, Arc<Policy>)>,
    raised: Raised,
    progress: Progress,
}

impl Seated {
    fn new(players: &[Player]) -> PyResult<Self> {
        let mut policies: Vec<(String, Arc<Policy>)> = Vec::new();
        for player in players {
            let Player::Policy(policy) = player else { continue };
            let name = player.name();
            if policies.iter().any(|(other, known)| *other == name && !Arc::ptr_eq(known, policy)) {
                return Err(refused(format!(
                    "two policies are called {name:?}; give each a name of its own"
                )));
            }
            policies.push((name, policy.clone()));
        }
        let names = players.iter().map(Player::name).collect();
        Ok(Self { names, policies, raised: Raised::default(), progress: Progress::default() })
    }

    /// Finds a bot or a policy by name.
    fn find(&self, game: &Catan, name: &str, seat: Seat, seed: u64) -> Result<Box<dyn Bot<Catan>>, Fault> {
        match self.policies.iter().find(|(known, _)| known == name) {
            Some((_, policy)) => Ok(Box::new(PolicyBot {
                policy: policy.clone(),
                raised: self.raised.clone(),
                progress: self.progress.clone(),
            })),
            None => self.progress.bot(game, name, seat, seed),
        }
    }

    /// What a policy raised comes first.
    fn ended<T>(&self, result: PyResult<Result<T, Fault>>) -> PyResult<T> {
        if let Some(error) = self.raised.lock().unwrap_or_else(PoisonError::into_inner).take() {
            return Err(error);
        }
        result?.map_err(refused)
    }
}

/// What hears how many games are done: a function, a bar if `progress` is true, or nothing.
fn reporter<'py>(
    py: Python<'py>,
    progress: Option<Bound<'py, PyAny>>,
    games: u64,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    match progress {
        Some(function) if function.is_callable() => Ok(Some(function)),
        Some(flag) if flag.is_truthy()? => {
            py.import("hexwright._progress")?.getattr("bar")?.call1((games,)).map(Some)
        }
        _ => Ok(None),
    }
}

/// Plays games `first` to `first + games` between bots and sums them up. Players are names of bots or policies written
/// in Python (see `hexwright.play_match`); one player plays all seats. `progress=True` shows a bar if tqdm is installed.
///
/// >>> import hexwright as hw
/// >>> tally = hw.simulate(hw.Map.preset("base"), players=["random"], games=20, seed=3)
/// >>> tally["games"], sum(tally["wins"])
/// (20, 20)
#[pyfunction]
#[pyo3(signature = (map, *, players = Vec::new(), games = Whole(1000), first = Whole(0), seed = Seed::Number(1), ruleset = None, options = None, threads = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn simulate<'py>(
    py: Python<'py>,
    map: &Map,
    players: Vec<Player>,
    games: Whole,
    first: Whole,
    seed: Seed,
    ruleset: Option<String>,
    options: Option<Vec<String>>,
    threads: Option<Whole>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let setup = map.setup();
    let count = seats_of(setup, (players.len() > 1).then_some(Whole(players.len() as u64)))?;
    let mut seated = Seated::new(&players)?;
    match seated.names.as_slice() {
        [] => seated.names = vec![Catan::table_bots()[0].to_owned(); count],
        [one] => seated.names = vec![one.clone(); count],
        _ => {}
    }
    let (seed, threads) = (seed.number(), threads_of(threads)?);
    let end = first.0.checked_add(games_of(games, 1_000_000_000)?);
    let numbers = first.0..end.ok_or_else(|| refused("games: that many games do not exist"))?;
    let table =
        hexwright_league::catan::game(setup, count, &rules(ruleset, options), seed).map_err(refused)?;
    let report = reporter(py, progress, games.0)?;
    let seated = Arc::new(seated);
    let playing = seated.clone();
    let result = listening(py, &seated.progress, report.as_ref(), move || {
        let find = |game: &Catan, name: &str, seat, seed| playing.find(game, name, seat, seed);
        let played = |more| playing.progress.add(more);
        hexwright_league::simulate(&table, &playing.names, seed, numbers, threads, &played, &find)
    });
    let tally = seated.ended(result)?;
    data(
        py,
        &json!({
            "games": tally.games, "undecided": tally.undecided, "actions": tally.actions,
            "turns": tally.turns, "wins": tally.wins,
        }),
    )
}

/// How many games a call can hold.
fn games_of(games: Whole, most: u64) -> PyResult<u64> {
    if games.0 <= most {
        return Ok(games.0);
    }
    Err(refused(format!("games: expected at most {most} in one call, found {}; use first or shard", games.0)))
}

/// How many threads: at least one.
fn threads_of(threads: Option<Whole>) -> PyResult<Option<usize>> {
    match threads.map(Whole::size) {
        Some(0) => Err(refused("threads: expected at least 1, found 0")),
        Some(threads) if threads > 1024 => {
            Err(refused(format!("threads: expected at most 1024, found {threads}")))
        }
        threads => Ok(threads),
    }
}

/// One whole game of random players on the board of a game: (winner or None, actions, turns).
///
/// >>> import hexwright as hw
/// >>> winner, actions, turns = hw.random_game(hw.CatanGame(hw.Map.preset("base")), seed=1, number=0)
/// >>> actions > turns > 20
/// True
#[pyfunction]
pub(crate) fn random_game(
    py: Python<'_>,
    game: &crate::catan::CatanGame,
    seed: Whole,
    number: Whole,
) -> (Option<u8>, u64, u32) {
    let played = py.detach(|| game.rules().random_game(seed.0, number.0, 1_000_000));
    (played.winner.map(|seat| seat.0), played.actions, played.turns)
}

/// Plays part `shard` of a tournament: the text of its results, as the command line writes them. A bot is a name or a policy
/// written in Python (see `hexwright.play_match`).
///
/// >>> import hexwright as hw
/// >>> results = hw.tournament([hw.Map.preset("base")], ["greedy", "random"], games=8, seed=5)
/// >>> [row["bot"] for row in hw.standings(results)]
/// ['greedy', 'random']
#[pyfunction]
#[pyo3(signature = (maps, bots, *, games = Whole(400), seed = Seed::Number(1), ruleset = None, options = None, shard = (0, 1), threads = None, format = "jsonl", progress = None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn tournament(
    py: Python<'_>,
    maps: Vec<PyRef<'_, Map>>,
    bots: Vec<Player>,
    games: Whole,
    seed: Seed,
    ruleset: Option<String>,
    options: Option<Vec<String>>,
    shard: (u64, u64),
    threads: Option<Whole>,
    format: &str,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<String> {
    let Some(first) = maps.first() else {
        return Err(refused("maps: expected at least one map, found none"));
    };
    seats_of(first.setup(), Some(Whole(bots.len() as u64)))?;
    let (format, threads) = (format_of(format)?, threads_of(threads)?);
    games_of(games, 100_000_000)?;
    let maps = maps.iter().map(|map| map.named()).collect();
    let seated = Arc::new(Seated::new(&bots)?);
    let all = Tournament::new(maps, seated.names.clone(), rules(ruleset, options), games.0, seed.number());
    let numbers: Vec<u64> = part(shard)?.games(all.plan.games).collect();
    let plan = all.plan.clone();
    let report = reporter(py, progress, numbers.len() as u64)?;
    let playing = seated.clone();
    let rows = listening(py, &seated.progress, report.as_ref(), move || {
        let find = |game: &Catan, name: &str, seat, seed| playing.find(game, name, seat, seed);
        let board = |pairing: &Pairing| {
            playing.progress.add(1);
            all.board(pairing)
        };
        hexwright_league::tournament::<Catan, Fault>(&all.plan, &numbers, threads, &board, &find)
    });
    let results = Results::new(plan).with(seated.ended(rows)?).map_err(refused)?;
    Ok(results.to_text(format))
}

fn format_of(name: &str) -> PyResult<ResultsFormat> {
    match name {
        "jsonl" => Ok(ResultsFormat::Jsonl),
        "csv" => Ok(ResultsFormat::Csv),
        _ => Err(refused(format!("format: expected jsonl or csv, found {name:?}"))),
    }
}

fn part(shard: (u64, u64)) -> PyResult<Shard> {
    shard.try_into().map_err(refused)
}

/// Parts of one tournament put together: the text of the whole.
///
/// >>> import hexwright as hw
/// >>> play = lambda shard: hw.tournament([hw.Map.preset("base")], ["random"] * 3, games=6, shard=shard)
/// >>> hw.merge_tournament([play((0, 2)), play((1, 2))]) == play((0, 1))
/// True
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

/// The table of a tournament, best first, a dictionary for each bot.
///
/// >>> import hexwright as hw
/// >>> results = hw.tournament([hw.Map.preset("base")], ["random", "random"], games=4)
/// >>> sum(row["wins"] for row in hw.standings(results))
/// 4
#[pyfunction]
pub(crate) fn standings<'py>(py: Python<'py>, results: &str) -> PyResult<Bound<'py, PyAny>> {
    let results = Results::parse(results).map_err(refused)?;
    data(py, &table(&results.plan, &results.rows))
}

/// Plays part `shard` of a study of fairness: its counts in the command line's JSON.
///
/// >>> import hexwright as hw
/// >>> counts = hw.fairness(hw.Map.preset("base"), bot="random", games=20)
/// >>> hw.fairness_summary(counts)["games"]
/// 20
#[pyfunction]
#[pyo3(signature = (map, *, bot = "greedy", games = Whole(400), seats = None, seed = Seed::Number(1), redraw = false, ruleset = None, options = None, shard = (0, 1), threads = None, progress = None))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn fairness(
    py: Python<'_>,
    map: &Map,
    bot: &str,
    games: Whole,
    seats: Option<Whole>,
    seed: Seed,
    redraw: bool,
    ruleset: Option<String>,
    options: Option<Vec<String>>,
    shard: (u64, u64),
    threads: Option<Whole>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<String> {
    games_of(games, 100_000_000)?;
    let named = map.named();
    let count = seats_of(&named.1, seats)?;
    let (rules, seed, threads) = (rules(ruleset, options), seed.number(), threads_of(threads)?);
    let study = Study::new(named, bot.to_owned(), count, rules, redraw, games.0.max(1), seed);
    let shard = part(shard)?;
    let report = reporter(py, progress, shard.games(games.0.max(1)).count() as u64)?;
    let working = Progress::default();
    let inside = working.clone();
    let counts = listening(py, &working, report.as_ref(), move || {
        hexwright_league::fairness_part::<Catan, Fault>(
            &study.question,
            shard,
            threads,
            &|number| study.board(number),
            &|game: &Catan, name, seat, seed| inside.bot(game, name, seat, seed),
            &|more| inside.add(more),
        )
    });
    counts_text(&counts?.map_err(refused)?)
}

fn counts_text(counts: &Counts) -> PyResult<String> {
    Ok(serde_json::to_string(counts).map_err(refused)? + "\n")
}

/// Parts of one study put together: its counts.
///
/// >>> import hexwright as hw
/// >>> study = lambda shard: hw.fairness(hw.Map.preset("base"), bot="random", games=8, shard=shard)
/// >>> hw.merge_fairness([study((0, 2)), study((1, 2))]) == study((0, 1))
/// True
#[pyfunction]
pub(crate) fn merge_fairness(parts: Vec<String>) -> PyResult<String> {
    let parts: Vec<Counts> =
        parts.iter().map(|part| serde_json::from_str(part).map_err(refused)).collect::<PyResult<_>>()?;
    let mut parts = parts.into_iter();
    let first = parts.next().ok_or_else(|| refused("nothing to merge"))?;
    counts_text(&parts.try_fold(first, |a, b| a.merge(&b).map_err(refused))?)
}

/// What counts say: shares of wins with 95 % intervals, lengths of games, a verdict.
///
/// >>> import hexwright as hw
/// >>> summary = hw.fairness_summary(hw.fairness(hw.Map.preset("base"), bot="random", games=8))
/// >>> sorted(summary)[:3]
/// ['chi_square', 'chi_square_limit', 'games']
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
