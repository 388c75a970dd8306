//! Slow truths for tests: invariants of every position, positions made by hand, long random games.

mod forced;
pub(super) mod invariants;
pub(super) mod referee;
pub(super) mod soak;
