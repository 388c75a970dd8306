//! Numbers for learners: fixed action numbers with masks, rows of observations, batches of games.

pub(super) mod batch;
pub(super) mod buffers;
pub(super) mod graph;
pub(super) mod learner;
pub(super) mod mask;
pub(super) mod pack;
pub(super) mod picks;
mod row;
pub(super) mod schedule;
pub(super) mod tensor;
