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
/// The longest look, which checks what the other two found.
const THIRD: Budget = Budget { depth: 4, nodes: 400_000, worlds: 40, time: None };

/// What was found in some records.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Found {
    /// Positions in which the first look found one action clearly best.
    candidates: u64,
    /// Those in which the second look found the same.
    puzzles: u64,
    /// Of these, those whose solution the third look finds too.
    stand: u64,
}

impl Found {
    /// Adds what another record gave.
    pub(crate) const fn add(&mut self, other: Self) {
        self.candidates += other.candidates;
        self.puzzles += other.puzzles;
        self.stand += other.stand;
    }

    /// The sentence about these.
    pub(crate) fn sentence(&self, name: &str, checked: bool) -> String {
        let Self { candidates, puzzles, stand } = self;
        let kept = if checked {
            format!("; the longest look found the solution of {stand} of {puzzles}")
        } else {
            String::new()
        };
        format!("{name}: {puzzles} puzzles of {candidates} positions{kept}\n")
    }
}

/// Prints the puzzles of one record, then how many candidates the longer look confirmed.
pub(crate) fn puzzles<G: Playable>(
    record: &Record,
    input: &Input,
    how: &PuzzlesArgs,
) -> Result<Result<Found, Status>> {
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
    let (first, second, third) = (look(FIRST), look(SECOND), look(THIRD));
    let judges =
        Evaluators { players: &seats, advice: &first, chances: Some(&*chances), words: &words, told: &told };
    let found = match analyse(
        &game,
        record,
        &AnalysisOptions { seed, threads: how.threads, ..AnalysisOptions::default() },
        &judges,
    ) {
        Err(AnalyseError::Replay(error)) => {
            return refused(&finding_of(input, error.into())?, how.json.then(|| json!({}))).map(Err);
        }
        found => found.map_err(|e| anyhow!("{}: {e}", input.name))?,
    };
    bar.finish_and_clear();
    let longer =
        Evaluators { players: &seats, advice: &second, chances: None, words: &words, told: &|_, _| () };
    let longest = Evaluators { advice: &third, ..longer };
    let clear = |margin: f64| 100.0 * margin >= how.margin;
    let mut sum = Found::default();
    for d in found.decisions.iter().filter(|d| clear(d.margin)) {
        sum.candidates += 1;
        let at = d.entry - 1;
        let position = position_at(&game, record, at)?;
        let valued = values(&game, &position, Seat(d.seat), seed ^ 1, &longer);
        let margin =
            valued.first().map_or(0.0, |best| best.value - valued.get(1).map_or(0.0, |next| next.value));
        if valued.first().is_none_or(|best| best.action != d.best) || !clear(margin) {
            continue;
        }
        sum.puzzles += 1;
        if how.check {
            let again = values(&game, &position, Seat(d.seat), seed ^ 2, &longest);
            sum.stand += u64::from(again.first().is_some_and(|best| best.action == d.best));
        }
        output::print(&puzzle_text(&input.name, at, d.seat, &valued, how.json))?;
    }
    if !how.json {
        output::print(&sum.sentence(&input.name, how.check))?;
    }
    Ok(Ok(sum))
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
