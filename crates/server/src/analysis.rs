//! A finished game looked at again: who was likely to win when, and which decisions cost most.

use hexwright_core::present::Sentence;
use hexwright_core::text::render::concise;
use hexwright_core::{Seat, Step, StopFlag, Viewer};
use hexwright_league::story::Story;
use hexwright_league::{Playable, bot_by_name, in_words, with_game};
use hexwright_play::analyse::{Analysis, AnalysisOptions, Decision, Evaluators, analyse};
use hexwright_play::bot::{Bot, Budget, RandomBot};
use hexwright_play::record::{Replayed, replay_with};
use hexwright_play::{Players, Record};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

/// Games played out from the start of each turn, of a game that has no judge: enough for a curve.
const PLAYOUTS: u64 = 40;
/// Costly decisions that are kept.
const MOST_DECISIONS: usize = 12;
/// How long a decision is thought about.
const BUDGET: Budget = Budget { depth: 1, nodes: 20_000, worlds: 4, time: None };

/// How far an analysis is.
#[derive(Debug, Default)]
pub struct Progress {
    done: AtomicU64,
    of: AtomicU64,
}

impl Progress {
    /// None yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { done: AtomicU64::new(0), of: AtomicU64::new(0) }
    }

    /// Another analysis begins.
    pub fn begin(&self) {
        self.done.store(0, Ordering::Relaxed);
    }

    fn tell(&self, more: u64, of: u64) {
        self.of.store(of, Ordering::Relaxed);
        self.done.fetch_add(more, Ordering::Relaxed);
    }

    /// The share that is done, from 0 to 1.
    #[must_use]
    pub fn share(&self) -> f64 {
        let [done, of] = [&self.done, &self.of].map(|n| n.load(Ordering::Relaxed) as f64);
        (done / of.max(1.0)).min(1.0)
    }
}

/// What was found in a game, and what pages say of it.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    #[serde(flatten)]
    found: Analysis,
    /// What would have been better, by the number of the move: a sentence with its places.
    better: BTreeMap<usize, Vec<Sentence>>,
}

hexwright_core::sentence_error! {
    /// Why a record cannot be looked at, in words.
    pub NoAnalysis
}

/// Looks at a record; the decisions that cost most come first.
///
/// # Errors
/// Why the record cannot be looked at, in words.
pub fn of(record: &str, stop: &StopFlag, progress: &Progress) -> Result<Report, NoAnalysis> {
    let record = Record::parse("game.record", record).map_err(|report| concise(&report))?;
    with_game!(
        record.game.as_str(),
        G => look::<G>(&record, stop, progress),
        Err(format!("this server does not know the game {:?}", record.game).into())
    )
}

/// How a record went: points, dice, production and luck.
///
/// # Errors
/// Why the record cannot be looked at, in words.
pub fn story(record: &str) -> Result<Story, NoAnalysis> {
    let record = Record::parse("game.record", record).map_err(|report| concise(&report))?;
    with_game!(
        record.game.as_str(),
        G => {
            let game: G = record.game().map_err(|e| e.to_string())?;
            hexwright_league::story::story(&game, &record).map_err(|e| e.to_string().into())
        },
        Err(format!("this server does not know the game {:?}", record.game).into())
    )
}

fn look<G: Playable>(record: &Record, stop: &StopFlag, progress: &Progress) -> Result<Report, NoAnalysis> {
    let game: G = record.game().map_err(|e| e.to_string())?;
    let bot = |seat: Seat| -> Box<dyn Bot<G>> {
        bot_by_name(&game, G::table_bots()[0], seat, 1).unwrap_or_else(|_| Box::new(RandomBot))
    };
    let seats = || Players::new(&game, bot);
    // one thread: tables are served meanwhile
    let playouts = if game.chances().is_some() { 0 } else { PLAYOUTS };
    let how = AnalysisOptions { playouts, seed: 1, threads: Some(1), stop: stop.clone() };
    let chances = game.chances();
    let judges = Evaluators {
        players: &seats,
        advice: &|asked, random| game.advice(asked, BUDGET, random),
        chances: chances.as_deref(),
        words: &|position, step| in_words(&game, position, step, &record.names),
        told: &|more, of| progress.tell(more, of),
    };
    let mut found = analyse(&game, record, &how, &judges).map_err(|e| e.to_string())?;
    found.decisions.retain(|d| d.loss > 0.0);
    found.decisions.sort_by(|a, b| b.loss.total_cmp(&a.loss).then(a.entry.cmp(&b.entry)));
    found.decisions.truncate(MOST_DECISIONS);
    let better = better(&game, record, &found.decisions);
    Ok(Report { found, better })
}

/// What would have been better than each of these decisions.
fn better<G: Playable>(game: &G, record: &Record, decisions: &[Decision]) -> BTreeMap<usize, Vec<Sentence>> {
    let mut said = BTreeMap::new();
    // the record has been replayed before, so it can be
    let _ = replay_with(game, record, |Replayed { number, before, step, .. }| {
        let decision = decisions.iter().find(|d| d.entry == number);
        let best = decision.and_then(|d| game.parse_action(before, step.actor, &d.best).ok());
        if let (Some(decision), Some(action)) = (decision, best) {
            let best = Step { actor: step.actor, action };
            let mut all = game.describe(before, &best, Viewer::Seat(Seat(decision.seat)));
            all.truncate(1);
            said.insert(number, all);
        }
        true
    });
    said
}
