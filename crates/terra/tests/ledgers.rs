//! Every ledger beside the checkout, replayed and compared row by row.
#![allow(clippy::print_stderr, reason = "a test says why it skips and what it counted")]

use hexwright_terra::text::ledger::{Report, verify_ledger};
use std::path::PathBuf;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/conformance/terra");

fn games(folder: &str) -> Vec<PathBuf> {
    let Ok(list) = std::fs::read_dir(format!("{ROOT}/{folder}")) else {
        eprintln!("skipped: no conformance data at {ROOT}/{folder}");
        return Vec::new();
    };
    let mut paths: Vec<_> =
        list.map(|e| e.unwrap().path()).filter(|p| p.extension().is_some_and(|e| e == "json")).collect();
    paths.sort();
    paths
}

fn verify_all(folder: &str, files: usize, rows: usize) {
    let paths = games(folder);
    if paths.is_empty() {
        return;
    }
    assert_eq!(paths.len(), files);
    let mut total = Report::default();
    let mut failed = 0;
    for path in paths {
        let report = verify_ledger(&std::fs::read(&path).unwrap()).unwrap();
        if !report.is_equal() || report.rows_identical != report.rows_compared {
            failed += 1;
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            eprintln!(
                "{name}: {} of {} rows equal, {} identical, finals {:?}, {:?}",
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
        "{folder}: {} rows compared, {} equal, {} identical",
        total.rows_compared, total.rows_equal, total.rows_identical
    );
    assert_eq!(failed, 0, "{failed} games differ");
    assert_eq!((total.rows_compared, total.rows_equal), (rows, rows));
}

/// Gate 1.
#[test]
fn league_games_agree_row_by_row() {
    verify_all("ledgers", 50, 17_133);
}

/// Gate 2.
#[test]
fn made_games_agree_row_by_row() {
    verify_all("ledgers-made", 24, 4_300);
}
