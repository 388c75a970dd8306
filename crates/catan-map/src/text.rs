//! The texts maps are written in; each format is one folder with a reader, a checker, a writer and
//! a formatter.

pub mod convert;
pub mod dot_catan;
pub mod pioneers;
