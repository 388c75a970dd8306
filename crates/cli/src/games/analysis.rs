//! A record looked at again.

use super::{bot_by_name, finding_of, refused};
use crate::commands::analyse::AnalyseArgs;
use crate::status::HasErrors;
use crate::{Status, input::Input, output};
use anyhow::{Result, anyhow};
use hexwright_core::{Seat, random::seed_from_text};
use hexwright_league::Playable;
use hexwright_play::analyse::{AnalyseError, Analysis, How, analyse as look};
use hexwright_play::bot::Budget;
use hexwright_play::{Players, Record};

/// Costly decisions printed as text.
const MOST_SHOWN: usize = 12;

/// Prints the chances over time and the decisions that cost most.
pub(crate) fn analyse<G: Playable>(record: &Record, input: &Input, how: &AnalyseArgs) -> Result<Status> {
    let game: G = record.game().map_err(|e| HasErrors(format!("{}: {e}", input.name)))?;
    let seed = seed_from_text(&how.seed);
    bot_by_name(&game, &how.bot, Seat(0), seed)?;
    let seats = || {
        let bot = |seat| bot_by_name(&game, &how.bot, seat, seed).expect("the name was tried before");
        Players::new(&game, bot)
    };
    let wanted = How { playouts: how.playouts.max(1), seed, threads: how.threads, ..How::default() };
    let budget = Budget { worlds: 4, ..Budget::default() };
    let found =
        match look(&game, record, &wanted, &seats, &|asked, random| game.advice(asked, budget, random)) {
            Err(AnalyseError::Replay(error)) => {
                return refused(&finding_of(input, error.into())?, how.json.then(|| serde_json::json!({})));
            }
            found => found.map_err(|e| anyhow!("{}: {e}", input.name))?,
        };
    output::print(&if how.json { serde_json::to_string(&found)? + "\n" } else { text(&found, record) })?;
    Ok(Status::Fine)
}

fn text(found: &Analysis, record: &Record) -> String {
    let mut out = format!(
        "chances to win at the start of each turn, in percent ({} playouts each: ± {:.0} or less)\n",
        found.playouts,
        100.0 * found.margin()
    );
    let names: Vec<String> = record.names.iter().enumerate().map(|(s, n)| format!("{s} {n:.9}")).collect();
    out += &format!(
        "{:>6}  {:>6}  {}\n",
        "entry",
        "turn",
        names.iter().map(|n| format!("{n:>11}")).collect::<String>()
    );
    for odds in &found.odds {
        let shares: String = odds.shares.iter().map(|s| format!("{:>11.0}", 100.0 * s)).collect();
        out += &format!("{:>6}  {:>6}  {shares}\n", odds.entry, odds.turn);
    }
    let mut costly: Vec<_> = found.decisions.iter().filter(|d| d.loss > 0.0).collect();
    costly.sort_by(|a, b| b.loss.total_cmp(&a.loss).then(a.entry.cmp(&b.entry)));
    let same = found.decisions.len() - costly.len();
    out +=
        &format!("\n{same} of {} decisions were judged best; those that cost most:\n", found.decisions.len());
    for d in costly.iter().take(MOST_SHOWN) {
        out += &format!(
            "{:>6}  seat {}: {}  better: {}  (costs {:.1} % of the win; {} legal)\n",
            d.entry,
            d.seat,
            d.played,
            d.best,
            100.0 * d.loss,
            d.legal
        );
    }
    out
}
