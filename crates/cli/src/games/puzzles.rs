//! Positions worth solving: one action is clearly best, and a longer look agrees.

use super::{finding_of, position_at, refused};
use crate::commands::puzzles::PuzzlesArgs;
use crate::status::HasErrors;
use crate::{Status, input::Input, output};
use anyhow::{Result, anyhow};
use hexwright_core::Seat;
use hexwright_core::random::seed_from_text;
use hexwright_league::{Playable, in_words};
use hexwright_play::analyse::{AnalyseError, AnalysisOptions, Evaluators, Valued, analyse, values};
use hexwright_play::ask::Asked;
use hexwright_play::bot::{Budget, RandomBot};
use hexwright_play::{Players, Record};
use serde_json::json;

/// How long the first look at a decision is, and the second, which must agree.
const FIRST: Budget = Budget { depth: 4, nodes: 6_000, worlds: 2, time: None };
const SECOND: Budget = Budget { depth: 4, nodes: 80_000, worlds: 12, time: None };

/// Prints the puzzles of one record, then how many candidates the longer look confirmed.
pub(crate) fn puzzles<G: Playable>(record: &Record, input: &Input, how: &PuzzlesArgs) -> Result<Status> {
    let game: G = record.game().map_err(|e| HasErrors(format!("{}: {e}", input.name)))?;
    let Some(chances) = game.chances() else {
        return Err(anyhow!(
            "{}: puzzles need a game whose positions can be judged; {} has no judge",
            input.name,
            G::NAME
        ));
    };
    let seed = seed_from_text(&how.seed);
    let bar = output::progress(0, "looking for puzzles");
    let told = |n: u64, of: u64| {
        bar.set_length(of);
        bar.inc(n);
    };
    let seats = || Players::new(&game, |_| Box::new(RandomBot));
    let words = |position: &G::Position, step: &hexwright_core::Step<G::Action>| {
        in_words(&game, position, step, &record.names)
    };
    let look = |budget: Budget| {
        let game = &game;
        move |asked: &Asked<'_, G>, random: &mut hexwright_core::Fast| game.advice(asked, budget, random)
    };
    let (first, second) = (look(FIRST), look(SECOND));
    let judges =
        Evaluators { players: &seats, advice: &first, chances: Some(&*chances), words: &words, told: &told };
    let found = match analyse(
        &game,
        record,
        &AnalysisOptions { seed, threads: how.threads, ..AnalysisOptions::default() },
        &judges,
    ) {
        Err(AnalyseError::Replay(error)) => {
            return refused(&finding_of(input, error.into())?, how.json.then(|| json!({})));
        }
        found => found.map_err(|e| anyhow!("{}: {e}", input.name))?,
    };
    bar.finish_and_clear();
    let longer =
        Evaluators { players: &seats, advice: &second, chances: None, words: &words, told: &|_, _| () };
    let candidates: Vec<_> = found.decisions.iter().filter(|d| 100.0 * d.margin >= how.margin).collect();
    let mut confirmed = 0;
    for d in &candidates {
        let at = d.entry - 1;
        let position = position_at(&game, record, at)?;
        let valued = values(&game, &position, Seat(d.seat), seed ^ 1, &longer);
        if valued.first().is_none_or(|best| best.action != d.best) {
            continue;
        }
        confirmed += 1;
        output::print(&puzzle_text(&input.name, at, d.seat, &valued, how.json))?;
    }
    if !how.json {
        let all = candidates.len();
        output::print(&format!(
            "{}: {confirmed} puzzles; a longer look agreed with {confirmed} of {all}\n",
            input.name
        ))?;
    }
    Ok(Status::Fine)
}

fn puzzle_text(name: &str, at: usize, seat: u8, valued: &[Valued], as_json: bool) -> String {
    if as_json {
        return format!("{}\n", json!({ "record": name, "entry": at, "seat": seat, "actions": valued }));
    }
    let second = valued.get(1).map_or(0.0, |v| v.value);
    format!(
        "{name} after entry {at}: seat {seat} to act, {} choices. Solution: {} {:.1} %, the next best {:.1} %\n",
        valued.len(),
        valued[0].words,
        100.0 * valued[0].value,
        100.0 * second
    )
}
