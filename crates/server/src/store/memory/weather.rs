//! How the database fails, and how long it takes.

use super::{Inner, Memory};
use crate::store::faults::{Fault, Step};
use hexwright_core::Random as _;
use std::time::Duration;

/// How likely failures are at a time. The default is a database that works.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Weather {
    /// Transactions of a thousand that fail.
    pub writes: u64,
    /// Reads of a thousand that fail.
    pub reads: u64,
    /// Whether the disk is full: nothing can be written.
    pub full: bool,
    /// Whether it does not answer at all.
    pub down: bool,
    /// A commit takes up to this many milliseconds more than usual.
    pub slow: u64,
}

/// What happens to a transaction at one of its steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fate {
    pub(super) fault: Option<Fault>,
    pub(super) takes: Duration,
}

impl Inner {
    fn drawn(&mut self, step: Step) -> Option<Fault> {
        if self.weather.full && step == Step::Statement {
            return Some(Fault::Full);
        }
        // each step has a third of the chance
        if self.random.below(3_000) >= self.weather.writes {
            return None;
        }
        Some(match (step, self.random.below(3)) {
            (Step::Begin, _) => Fault::Locked,
            (Step::Statement, 0) => Fault::Refused,
            (Step::Statement, 1) => Fault::Full,
            (Step::Statement, _) => Fault::Lost,
            (Step::Commit, 0) => Fault::CommitFails,
            (Step::Commit, 1) => Fault::AnswerLost,
            (Step::Commit, _) => Fault::Slow(Duration::from_millis(500 + self.random.below(5_000))),
        })
    }
}

impl Memory {
    pub(super) fn fate(&self, step: Step) -> Fate {
        let mut inner = self.inner();
        let fault = inner.drawn(step);
        let slow = inner.weather.slow;
        let usual =
            if step == Step::Commit { 1_000 + inner.random.below(7_000) } else { inner.random.below(400) };
        let more = if step == Step::Commit { 1_000 * inner.random.below(slow + 1) } else { 0 };
        Fate { fault, takes: Duration::from_micros(usual + more) }
    }

    /// Waits as long as a read takes; whether it fails.
    pub(super) async fn reading(&self) -> Result<(), sqlx::Error> {
        let (fails, takes) = {
            let mut inner = self.inner();
            let fails = inner.weather.down || inner.random.below(1_000) < inner.weather.reads;
            // some of those that fail never answer
            let hangs = fails && inner.random.below(4) == 0;
            (fails, if hangs { 10_000_000 } else { inner.random.below(2_000) })
        };
        tokio::time::sleep(Duration::from_micros(takes)).await;
        if fails { Err(super::broken("a read failed")) } else { Ok(()) }
    }
}
