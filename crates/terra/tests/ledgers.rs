//! Every ledger replayed and compared row by row.
#![allow(clippy::print_stderr, reason = "what was counted is part of the result")]

mod support;

use hexwright_terra::text::ledger::{LedgerReport, verify_ledger};
use hexwright_trials::{Trials, nothing};
use std::process::ExitCode;
use support::{Whose, packed};

fn verify_all(name: &str, games: &[(String, Vec<u8>)], count: usize, rows: usize) {
    assert_eq!(games.len(), count);
    let mut total = LedgerReport::default();
    let mut failed = 0;
    for (game, bytes) in games {
        let report = verify_ledger(bytes).unwrap_or_else(|error| panic!("{game}: {error}"));
        if !report.is_equal() || report.rows_identical != report.rows_compared {
            failed += 1;
            eprintln!(
                "{game}: {} of {} rows equal, {} identical, finals {:?}, {:?}",
                report.rows_equal,
                report.rows_compared,
                report.rows_identical,
                report.finals_equal,
                report.stopped
            );
            for d in report.differences.iter().take(1) {
                eprintln!("  row {}\n    expected {}\n    found    {}", d.row, d.expected, d.found);
            }
        }
        total.rows_compared += report.rows_compared;
        total.rows_equal += report.rows_equal;
        total.rows_identical += report.rows_identical;
    }
    eprintln!(
        "{name}: {} rows compared, {} equal, {} identical",
        total.rows_compared, total.rows_equal, total.rows_identical
    );
    assert_eq!(failed, 0, "{failed} games differ");
    assert_eq!((total.rows_compared, total.rows_equal), (rows, rows));
}

fn main() -> ExitCode {
    let mut trials = Trials::default();
    trials.test(&Whose::League.need(), "league_games_agree_row_by_row", || {
        verify_all("league", &Whose::League.ledgers(), 50, 17_133);
    });
    trials.test(&nothing(), "made_games_agree_row_by_row", || {
        verify_all("made", &Whose::Made.ledgers(), 24, 4_300);
    });
    trials.test(&nothing(), "random_games_agree_row_by_row", || {
        verify_all("random", &packed("ledgers-random.jsonl.gz"), 207, 31_488);
    });
    trials.run()
}
