//! How often something took how long.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};

/// Upper bounds of the buckets in seconds; the last bucket has none.
const BOUNDS: [f64; 14] =
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0];

/// Counts of durations by size.
#[derive(Debug, Default)]
pub struct Histogram {
    buckets: [AtomicU64; BOUNDS.len() + 1],
    microseconds: AtomicU64,
}

impl Histogram {
    /// Counts one duration.
    pub fn add(&self, seconds: f64) {
        let bucket = BOUNDS.iter().position(|&bound| seconds <= bound).unwrap_or(BOUNDS.len());
        self.buckets[bucket].fetch_add(1, Ordering::Relaxed);
        self.microseconds.fetch_add((seconds * 1e6) as u64, Ordering::Relaxed);
    }

    /// Writes it in Prometheus' text form: each bucket counts all durations up to its bound.
    pub(super) fn write(&self, name: &str, help: &str, into: &mut String) {
        let _ = writeln!(into, "# HELP {name} {help}\n# TYPE {name} histogram");
        let mut count = 0;
        for (i, bucket) in self.buckets.iter().enumerate() {
            count += bucket.load(Ordering::Relaxed);
            let bound = BOUNDS.get(i).map_or_else(|| "+Inf".to_owned(), ToString::to_string);
            let _ = writeln!(into, "{name}_bucket{{le=\"{bound}\"}} {count}");
        }
        let seconds = self.microseconds.load(Ordering::Relaxed) as f64 / 1e6;
        let _ = writeln!(into, "{name}_sum {seconds}\n{name}_count {count}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_add_up() {
        let histogram = Histogram::default();
        [0.0001, 0.002, 0.002, 99.0].iter().for_each(|&s| histogram.add(s));
        let mut text = String::new();
        histogram.write("x", "help", &mut text);
        for line in ["x_bucket{le=\"0.001\"} 1", "x_bucket{le=\"0.0025\"} 3", "x_bucket{le=\"10\"} 3"] {
            assert!(text.lines().any(|l| l == line), "{text}");
        }
        assert!(text.contains("x_bucket{le=\"+Inf\"} 4") && text.contains("x_count 4"));
        assert!(text.contains("x_sum 99.0041"));
    }
}
