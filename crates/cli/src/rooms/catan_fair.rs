//! `generate --fair`: boards that play proves even.

use crate::commands::generate::GenerateArgs;
use crate::output;
use anyhow::Result;
use hexwright_catan::Setup;
use hexwright_catan::generate::{Generated, Generator};
use hexwright_league::{Tried, Wish, fair_board};
use hexwright_play::fairness::Evenness;

/// Openings vary, so that the board is judged and not one way to open on it.
const BOT: &str = "vary:greedy";

/// A board on which no seat's share of the wins is further from equal than the tolerance, with its
/// seed; `None` if none was found.
pub(crate) fn fair(
    setup: &Setup,
    generator: &Generator<'_>,
    seed: u64,
    tolerance: f64,
    how: &GenerateArgs,
) -> Result<Option<(u64, Generated)>> {
    let wish = Wish {
        tolerance,
        bot: BOT.to_owned(),
        seats: setup.seats(0),
        rules: hexwright_league::Rules::default(),
        seed,
        threads: (how.battleland.jobs > 1).then_some(how.battleland.jobs),
    };
    let found = fair_board(setup, generator, &wish, &tell)?;
    if found.is_none() {
        output::note(&format!("no board is even within {:.1} %; try another --seed", 100.0 * tolerance));
    }
    Ok(found.map(|tried| (tried.seed, tried.found)))
}

/// What became of a board, for the person at the terminal.
fn tell(tried: &Tried) {
    let counts = &tried.counts;
    let shares: Vec<String> =
        (0..counts.wins.len()).map(|seat| format!("{:.1}", 100.0 * counts.share(seat).0)).collect();
    let verdict = match tried.evenness {
        Evenness::Even => "even",
        Evenness::Uneven => "not even",
        Evenness::Unclear => "unclear",
    };
    output::note(&format!(
        "seed {}, balance {}: {} games, wins {} %: {verdict}",
        tried.seed,
        tried.found.score,
        crate::games::thousands(counts.played),
        shares.join(" ")
    ));
}
