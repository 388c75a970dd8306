//! The texts maps are written in; each format is one folder with a reader, a checker, a writer and
//! a formatter.

pub mod convert;
pub mod dot_catan;
pub mod game_log;
pub mod laws;
pub mod pioneers;
