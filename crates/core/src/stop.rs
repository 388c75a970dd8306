//! A flag that ends long work early.
//!
//! Searches and counts read no clock. Whoever starts one and has a time limit, or may lose interest in the
//! answer, keeps a [`StopFlag`] and raises it; the work looks at it between two steps and returns.
//!
//! ```
//! use hexwright_core::StopFlag;
//!
//! let flag = StopFlag::new();
//! let seen_by_the_work = flag.clone();
//! flag.raise();
//! assert!(seen_by_the_work.is_raised());
//! ```

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Shared between work and whoever started it. The default flag can never be raised.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Option<Arc<AtomicBool>>);

impl StopFlag {
    /// A flag that can be raised.
    #[must_use]
    pub fn new() -> Self {
        Self(Some(Arc::default()))
    }

    /// Asks the work to end.
    pub fn raise(&self) {
        if let Some(flag) = &self.0 {
            flag.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the work should end. Cheap enough for every step of a search.
    #[must_use]
    pub fn is_raised(&self) -> bool {
        self.0.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_raised_flag_is_seen_by_its_clones_and_the_default_never_is() {
        let (flag, never) = (StopFlag::new(), StopFlag::default());
        let seen = flag.clone();
        assert!(!seen.is_raised());
        flag.raise();
        never.raise();
        assert!(seen.is_raised() && !never.is_raised());
    }
}
