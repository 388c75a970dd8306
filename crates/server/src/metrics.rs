//! Counters, printed in the text form Prometheus reads.

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

/// What the server counts.
#[derive(Debug, Default)]
pub struct Metrics {
    /// Tables made since the start.
    pub tables: Counter,
    /// Sockets open now.
    pub sockets: Counter,
    /// Intents received.
    pub intents: Counter,
    /// Messages refused because they broke a limit.
    pub limited: Counter,
}

impl Metrics {
    /// The text of `/metrics`.
    #[must_use]
    pub fn text(&self) -> String {
        let rows = [
            ("hexwright_tables_created_total", "counter", "tables made since the start", &self.tables),
            ("hexwright_sockets", "gauge", "sockets open now", &self.sockets),
            ("hexwright_intents_total", "counter", "intents received", &self.intents),
            (
                "hexwright_limited_total",
                "counter",
                "messages refused because they broke a limit",
                &self.limited,
            ),
        ];
        rows.iter()
            .map(|(name, kind, help, c)| {
                format!("# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {}\n", c.get())
            })
            .collect()
    }
}
