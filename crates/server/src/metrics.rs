//! What the server counts and measures, printed in the text form Prometheus reads.

mod histogram;

pub use histogram::Histogram;

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// A number that goes up and down.
#[derive(Debug, Default)]
pub struct Counter(AtomicI64);

impl Counter {
    /// Adds (or with a negative number takes away).
    pub fn add(&self, n: i64) {
        self.0.fetch_add(n, Ordering::Relaxed);
    }

    /// The number now.
    pub fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Counts one thing as long as it lives, also if it ends by a panic.
#[derive(Debug)]
pub struct Counted {
    metrics: Arc<Metrics>,
    which: fn(&Metrics) -> &Counter,
}

impl Counted {
    /// Adds one until the value is dropped.
    #[must_use]
    pub fn new(metrics: &Arc<Metrics>, which: fn(&Metrics) -> &Counter) -> Self {
        which(metrics).add(1);
        Self { metrics: metrics.clone(), which }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        (self.which)(&self.metrics).add(-1);
    }
}

/// What the server counts.
#[derive(Debug, Default)]
pub struct Metrics {
    /// Tables made since the start.
    pub tables: Counter,
    /// Tables held in memory now.
    pub tables_open: Counter,
    /// Connections open now.
    pub connections: Counter,
    /// Sockets open now.
    pub sockets: Counter,
    /// Sockets open now whose tables other servers have.
    pub sockets_passed_on: Counter,
    /// Intents received.
    pub intents: Counter,
    /// Messages and requests refused because they broke a limit.
    pub limited: Counter,
    /// Pieces of work for requests that run or wait.
    pub work: Counter,
    /// Pieces of work that were refused or took too long.
    pub work_refused: Counter,
    /// Bots that think or wait for a thread.
    pub bots: Counter,
    /// Failed attempts to store something.
    pub store_errors: Counter,
    /// Requests by the first digit of their status.
    pub requests: [Counter; 5],
    /// From a request to its answer.
    pub request_seconds: Histogram,
    /// From an accepted intent to the state everybody is sent.
    pub move_seconds: Histogram,
    /// From the lines of a move to their commit.
    pub commit_seconds: Histogram,
}

impl Metrics {
    /// The text of `/metrics`.
    #[must_use]
    pub fn text(&self) -> String {
        let rows = [
            ("hexwright_tables_created_total", "counter", "tables made since the start", &self.tables),
            ("hexwright_tables", "gauge", "tables held in memory", &self.tables_open),
            ("hexwright_connections", "gauge", "connections open now", &self.connections),
            ("hexwright_sockets", "gauge", "sockets open now", &self.sockets),
            (
                "hexwright_sockets_passed_on",
                "gauge",
                "sockets open now to tables of other servers",
                &self.sockets_passed_on,
            ),
            ("hexwright_intents_total", "counter", "intents received", &self.intents),
            ("hexwright_limited_total", "counter", "messages and requests above a limit", &self.limited),
            ("hexwright_work", "gauge", "work for requests that runs or waits", &self.work),
            ("hexwright_work_refused_total", "counter", "work refused or given up", &self.work_refused),
            ("hexwright_bots_thinking", "gauge", "bots that think or wait for a thread", &self.bots),
            ("hexwright_store_errors_total", "counter", "failed attempts to store", &self.store_errors),
        ];
        let mut text = String::new();
        for (name, kind, help, counter) in rows {
            let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {}", counter.get());
        }
        let name = "hexwright_requests_total";
        let _ = writeln!(text, "# HELP {name} answered requests by status\n# TYPE {name} counter");
        for (class, counter) in (1..).zip(&self.requests) {
            let _ = writeln!(text, "{name}{{status=\"{class}xx\"}} {}", counter.get());
        }
        let histograms = [
            ("hexwright_request_seconds", "from a request to its answer", &self.request_seconds),
            ("hexwright_move_seconds", "from an accepted intent to the new state", &self.move_seconds),
            ("hexwright_commit_seconds", "from the lines of a move to their commit", &self.commit_seconds),
        ];
        for (name, help, histogram) in histograms {
            histogram.write(name, help, &mut text);
        }
        text
    }

    /// Counts an answered request.
    pub fn answered(&self, status: u16, seconds: f64) {
        if let Some(class) = self.requests.get(usize::from(status / 100).wrapping_sub(1)) {
            class.add(1);
        }
        self.request_seconds.add(seconds);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_has_a_line_for_every_number() {
        let metrics = Arc::new(Metrics::default());
        metrics.tables.add(3);
        metrics.answered(404, 0.003);
        let held = Counted::new(&metrics, |m| &m.sockets);
        let text = metrics.text();
        for line in [
            "hexwright_tables_created_total 3",
            "# TYPE hexwright_sockets gauge",
            "hexwright_sockets 1",
            "hexwright_requests_total{status=\"4xx\"} 1",
            "hexwright_request_seconds_bucket{le=\"0.005\"} 1",
            "hexwright_move_seconds_count 0",
        ] {
            assert!(text.lines().any(|l| l == line), "{line} is missing in\n{text}");
        }
        drop(held);
        assert_eq!(metrics.sockets.get(), 0);
    }
}
