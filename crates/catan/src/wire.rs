//! The network protocol of Pioneers (version 15), seen from our rules.
//!
//! [`Mirror`] follows a game that a real server runs: it plays every announced event in our engine
//! under the ruleset `pioneers`, keeps a second account of hands, bank and awards from the messages
//! alone, and compares the two. [`Client`] sits at such a server. [`verify`] does so for a recorded game with
//! all its streams, [`verify_as`] for what one of its seats heard.
//!
//! ```
//! use hexwright_catan::wire::TranscriptFormat;
//! use hexwright_core::text::{Format as _, Leniency};
//!
//! let parsed = TranscriptFormat::read("game.jsonl", b"not a recording\n", Leniency::Lenient);
//! assert!(parsed.value.is_none() && !parsed.diagnostics.is_empty());
//! ```

mod client;
mod format;
mod host;
mod ledger;
mod mirror;
mod names;
mod predict;
mod rehearse;
mod snapshot;
mod speech;
mod verify;
mod witness;

pub use client::{Client, Mind, State, Trouble};
pub use format::TranscriptFormat;
pub use host::{Door, GameRequest, Greeting, Host, Knock, Line, UNDONE, Unfit, map_of};
pub use mirror::{Disagreement, Mirror};
pub use rehearse::{Rehearsal, rehearse};
pub use speech::{Speech, kinds_text};
pub use verify::{Transcript, Verdict, verify};
pub use witness::verify_as;
