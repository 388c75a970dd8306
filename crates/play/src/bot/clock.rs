//! When to stop thinking. Budgets of positions or simulations give the same moves everywhere; a budget
//! of time does not, and is only used when somebody asks for it.

use std::time::{Duration, Instant};

/// A moment after which no thinking begins.
#[derive(Clone, Copy, Debug)]
pub(super) struct Deadline(Option<Instant>);

impl Deadline {
    /// So long from now; never if no time is given.
    #[expect(clippy::disallowed_methods, reason = "a time budget is what was asked for")]
    pub(super) fn after(time: Option<Duration>) -> Self {
        Self(time.and_then(|time| Instant::now().checked_add(time)))
    }

    /// Whether it has passed.
    #[expect(clippy::disallowed_methods, reason = "a time budget is what was asked for")]
    pub(super) fn passed(self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }
}
