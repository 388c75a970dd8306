//! Counts of 10,000 maps agree with those of the original program.

#![allow(clippy::print_stderr)] // what was counted is part of the result

mod common;

use common::Whose;
use hexwright_titan::{Mode, Script, Stats, stats::ALARM};
use hexwright_trials::{conformance, others, trials};

fn ten_thousand_maps_agree_with_the_published_counts() {
    let mut compared = 0;
    for entry in std::fs::read_dir(others("titan/stats")).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let published: Stats = serde_json::from_str(&text).unwrap();
        let script = Script::parse(&Whose::Published.text(&published.file), Mode::Documented).unwrap();
        let ours = Stats::collect(&script, &published.file, 1_000_000, 10_000);
        let worst = &ours.compare(&published)[0];
        eprintln!("{}: largest |z| {:.2} at {} {}", published.file, worst.z.abs(), worst.table, worst.cell);
        assert!(worst.z.abs() <= ALARM, "{worst:?}");
        assert_eq!(ours.ok, 10_000);
        assert_eq!(
            ours.hexes_per_map_histogram.keys().collect::<Vec<_>>(),
            published.hexes_per_map_histogram.keys().collect::<Vec<_>>()
        );
        compared += 1;
    }
    assert!(compared >= 6);
}

trials! {
    conformance("titan/stats") => ten_thousand_maps_agree_with_the_published_counts;
}
