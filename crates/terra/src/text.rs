//! Positions and games as text.

pub mod command;
pub mod concise;
pub mod ledger;
pub mod snapshot;
