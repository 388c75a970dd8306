//! The concise grid: a game as one column per faction and one cell per turn.
//!
//! Reading is strict: every token must be known, so a log either parses whole or says where not.
//! Two dialects exist. In the **exact** one, which we write, cells stand in true order and replay to
//! the same game. In the **display** one, found in the wild, cells are moved for reading and some are
//! lost; it parses and prints back token for token, and is replayed as far as it goes.
//!
//! Leniencies: case of tokens, `TP` for `TH`, colours by terrain (`P S L F M W D`), blanks around
//! cells, any number of dashes in a rule. Two tokens are ours, because the published notation cannot
//! say that the use of an action was given up or came later: `ACT-SH` (and `ACT-BR`) alone, `-ACT`.
//! Losses of the writer: comments, `wait` and `done`, which
//! change nothing.

mod from_log;
mod grid;
mod to_log;
mod token;

pub use from_log::{NotWritable, write_exact};
pub use grid::{Block, Cell, Grid, HeaderKey, Read, When, read};
pub use to_log::{Replayed, to_log};
pub use token::{HexName, Refused, Stronghold, Token};
