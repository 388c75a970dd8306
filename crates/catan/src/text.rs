//! The texts of Catan: those of maps, and the logs of games.

pub use hexwright_catan_map::text::{convert, dot_catan, pioneers};

pub mod game_log;
pub mod laws;
