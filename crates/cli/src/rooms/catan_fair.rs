//! `generate --fair`: boards that play proves even.

use crate::commands::generate::GenerateArgs;
use crate::output;
use anyhow::Result;
use hexwright_catan::Setup;
use hexwright_catan::generate::{Generated, Generator};
use hexwright_league::verdict::Ask;
use hexwright_league::{FairBoardQuery, Rules, Tried, fair_board};

/// Games of each player on a board that may be even: enough to show that no other opening gains 5 %.
const GAMES: u64 = 40_000;

/// A board that is even within the tolerance, with its seed; `None` if none was found.
pub(crate) fn fair(
    setup: &Setup,
    generator: &Generator<'_>,
    seed: u64,
    tolerance: f64,
    how: &GenerateArgs,
) -> Result<Option<(u64, Generated)>> {
    let threads = (how.battleland.jobs > 1).then_some(how.battleland.jobs);
    let ask = Ask { margin: tolerance, epsilon: tolerance, games: GAMES, threads, ..Ask::default() };
    let wish = FairBoardQuery { ask, seats: setup.seats(0), rules: Rules::default(), seed };
    let found = fair_board(setup, generator, &wish, &tell)?;
    if found.is_none() {
        output::note(&format!("no board is even within {:.1} %; try another --seed", 100.0 * tolerance));
    }
    Ok(found.map(|tried| (tried.seed, tried.found)))
}

/// What became of a board, for the person at the terminal.
fn tell(tried: &Tried) {
    let report = &tried.report;
    let shares: Vec<String> = report
        .players
        .iter()
        .map(|p| p.shares.iter().map(|s| format!("{:.1}", 100.0 * s.share)).collect::<Vec<_>>().join(" "))
        .collect();
    output::note(&format!(
        "seed {}, balance {}: wins {} %: {}, {}",
        tried.seed,
        tried.found.score,
        shares.join(" | "),
        report.verdict.words(),
        report.because
    ));
}
