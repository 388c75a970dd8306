//! A finished game looked at again: who was likely to win when, and which decisions cost most.

use hexwright_catan::game::Catan;
use hexwright_core::text::render::concise;
use hexwright_core::{Seat, StopFlag};
use hexwright_league::bot_by_name;
use hexwright_league::bots::CatanJudge;
use hexwright_play::analyse::{Analysis, How, analyse};
use hexwright_play::bot::{Budget, ExpectimaxBot};
use hexwright_play::{Players, Record};

/// Games played out from the start of each turn: enough for a curve, few enough to wait for.
const PLAYOUTS: u64 = 40;
/// Costly decisions that are kept.
const MOST_DECISIONS: usize = 12;

/// Looks at a record; the decisions that cost most come first.
///
/// # Errors
/// Why the record cannot be looked at, in words.
pub fn of(record: &str, stop: &StopFlag) -> Result<Analysis, String> {
    let record = Record::parse("game.record", record).map_err(|report| concise(&report))?;
    let game: Catan = record.game().map_err(|e| e.to_string())?;
    let seats = || {
        let greedy = |seat: Seat| bot_by_name(&game, "greedy", seat, 1).expect("greedy is always known");
        Players::new(&game, greedy)
    };
    let budget = Budget { depth: 1, nodes: 2_000, worlds: 2, time: None };
    let bot = || ExpectimaxBot::new("search", CatanJudge::new(&game), budget);
    // one thread: tables are served meanwhile
    let how = How { playouts: PLAYOUTS, seed: 1, threads: Some(1), stop: stop.clone() };
    let mut found = analyse(&game, &record, &how, &seats, &|choice, random| bot().values(choice, random))
        .map_err(|e| e.to_string())?;
    found.decisions.retain(|d| d.loss > 0.0);
    found.decisions.sort_by(|a, b| b.loss.total_cmp(&a.loss).then(a.entry.cmp(&b.entry)));
    found.decisions.truncate(MOST_DECISIONS);
    Ok(found)
}
