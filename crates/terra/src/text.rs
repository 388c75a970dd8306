//! Positions and games as text.

pub mod command;
pub mod ledger;
pub mod locate;
pub mod snapshot;
