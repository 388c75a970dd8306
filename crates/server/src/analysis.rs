//! A finished game looked at again: who was likely to win when, and which decisions cost most.

use hexwright_core::text::render::concise;
use hexwright_core::{Seat, StopFlag};
use hexwright_league::{Playable, bot_by_name, with_game};
use hexwright_play::analyse::{Analysis, How, analyse};
use hexwright_play::bot::{Bot, Budget, RandomBot};
use hexwright_play::{Players, Record};

/// Games played out from the start of each turn: enough for a curve, few enough to wait for.
const PLAYOUTS: u64 = 40;
/// Costly decisions that are kept.
const MOST_DECISIONS: usize = 12;
/// How long a decision is thought about.
const BUDGET: Budget = Budget { depth: 1, nodes: 2_000, worlds: 2, time: None };

/// Looks at a record; the decisions that cost most come first.
///
/// # Errors
/// Why the record cannot be looked at, in words.
pub fn of(record: &str, stop: &StopFlag) -> Result<Analysis, String> {
    let record = Record::parse("game.record", record).map_err(|report| concise(&report))?;
    with_game!(
        record.game.as_str(),
        G => look::<G>(&record, stop),
        Err(format!("this server does not know the game {:?}", record.game))
    )
}

fn look<G: Playable>(record: &Record, stop: &StopFlag) -> Result<Analysis, String> {
    let game: G = record.game().map_err(|e| e.to_string())?;
    let bot = |seat: Seat| -> Box<dyn Bot<G>> {
        bot_by_name(&game, G::table_bots()[0], seat, 1).unwrap_or_else(|_| Box::new(RandomBot))
    };
    let seats = || Players::new(&game, bot);
    // one thread: tables are served meanwhile
    let how = How { playouts: PLAYOUTS, seed: 1, threads: Some(1), stop: stop.clone() };
    let mut found = analyse(&game, record, &how, &seats, &|asked, random| game.advice(asked, BUDGET, random))
        .map_err(|e| e.to_string())?;
    found.decisions.retain(|d| d.loss > 0.0);
    found.decisions.sort_by(|a, b| b.loss.total_cmp(&a.loss).then(a.entry.cmp(&b.entry)));
    found.decisions.truncate(MOST_DECISIONS);
    Ok(found)
}
