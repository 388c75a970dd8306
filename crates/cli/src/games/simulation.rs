//! Many games between bots.

use super::{bot_by_name, seat_names, thousands};
use crate::commands::simulate::SimulateArgs;
use crate::status::Stoppable;
use crate::{Status, output};
use anyhow::Result;
use hexwright_core::Seat;
use hexwright_league as league;
use hexwright_league::Playable;
use hexwright_play::Players;
use hexwright_play::run::{Limits, play_game};
use hexwright_play::simulate::Tally;
use hexwright_play::stats::wilson;
use std::time::Instant;

/// Games that are dealt out to the threads together.
const BLOCK: u64 = 1_000_000;

/// Plays the games and prints what came of them.
pub(crate) fn simulate<G: Playable>(game: &G, how: &SimulateArgs) -> Result<Status> {
    let names = seat_names(game, &how.players, &[G::table_bots()[0]], &how.setup)?;
    let seed = how.setup.seed();
    let bar = output::progress(how.games, "playing");
    #[expect(clippy::disallowed_methods, reason = "measuring speed is what was asked for")]
    let start = Instant::now();
    let stoppable = Stoppable::begin();
    let told: (&(dyn Fn(u64) + Sync), &(dyn Fn() -> bool + Sync)) =
        (&|games| bar.inc(games), &|| !stoppable.is_stopped());
    let find = &bot_by_name::<G>;
    let mut result = Tally::default();
    for first in (0..how.games).step_by(BLOCK as usize) {
        let numbers = first..how.games.min(first.saturating_add(BLOCK));
        if stoppable.is_stopped() {
            break;
        }
        let part = league::simulate_while(game, &names, seed, numbers, how.threads, told, find)?;
        result = result.merge(&part);
    }
    drop(stoppable);
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    if let Some(path) = &how.record {
        let bots = (0u8..).zip(&names).map(|(s, name)| bot_by_name(game, name, Seat(s), seed));
        let mut players = Players(bots.collect::<Result<_>>()?);
        let record = play_game(game, &mut players, seed, 0, &Limits::default()).record(game);
        output::write_file(path, record.to_string().as_bytes())?;
    }
    let status = super::external::report_faults();
    if result.games < how.games {
        output::note(&format!(
            "interrupted after {} of {} games; this is what they say",
            thousands(result.games),
            thousands(how.games)
        ));
    }
    output::print(&if how.json { json(&result, seconds) } else { text(&result, seconds, &names) })?;
    Ok(status)
}

/// The mean number of turns; none for a game that does not count them.
fn turns_mean(result: &Tally) -> Option<f64> {
    (result.turns > 0).then(|| result.turns as f64 / result.games as f64)
}

fn json(result: &Tally, seconds: f64) -> String {
    let per_second = |n: u64| n as f64 / seconds.max(1e-9);
    let fields = serde_json::json!({
        "games": result.games,
        "seconds": seconds,
        "games_per_second": per_second(result.games),
        "actions": result.actions,
        "actions_per_second": per_second(result.actions),
        "turns_mean": turns_mean(result),
        "wins": result.wins,
        "points_mean": (0..result.points.len()).map(|s| result.mean_points(s).map(|(mean, _)| mean)).collect::<Vec<_>>(),
    });
    format!("{fields}\n")
}

fn text(result: &Tally, seconds: f64, names: &[String]) -> String {
    if result.games == 0 {
        return "no game was played to its end\n".to_owned();
    }
    let games = result.games.max(1) as f64;
    let mut out = format!(
        "{} games in {seconds:.2} s: {} games/s, {} actions/s\nmean length: {:.1} actions{}\n",
        thousands(result.games),
        thousands((games / seconds.max(1e-9)) as u64),
        thousands((result.actions as f64 / seconds.max(1e-9)) as u64),
        result.actions as f64 / games,
        turns_mean(result).map_or_else(String::new, |turns| format!(", {turns:.1} turns")),
    );
    for (seat, name) in names.iter().enumerate() {
        let wins = result.wins.get(seat).copied().unwrap_or(0);
        let (low, high) = wilson(wins, result.games);
        out += &format!(
            "seat {seat}  {name:<12} {:5.1} %  ({:.1}–{:.1} with 95 % confidence){}\n",
            100.0 * wins as f64 / games,
            100.0 * low,
            100.0 * high,
            result
                .mean_points(seat)
                .map_or_else(String::new, |(mean, error)| format!("  {mean:.1} ± {error:.1} points"))
        );
    }
    if result.undecided > 0 {
        out += &format!("without a winner: {}\n", thousands(result.undecided));
    }
    out
}
