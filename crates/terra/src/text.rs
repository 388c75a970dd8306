//! Positions and games as text.

pub mod snapshot;
