//! The laws: what must hold for any input, one function for each fuzz target.
//!
//! A law takes bytes and panics if something that Hexwright promises does not hold for them. The
//! fuzz targets in `fuzz/` and the tests of this crate call the same functions, so that every input
//! the fuzzer once found is checked by every test run. See docs/fuzzing.md.

mod bot_lines;
mod catan_actions;
mod conversions;
mod dot_catan;
mod editor_strokes;
mod findings;
mod notation;
mod pioneers;
mod play;
mod records;
mod share_codes;
#[cfg(feature = "server")]
mod socket_messages;
mod terra_concise;
mod terra_ledger;
mod terra_snapshot;
mod titan;

pub use bot_lines::bot_lines;
pub use catan_actions::catan_actions;
pub use conversions::conversions;
pub use dot_catan::dot_catan;
pub use editor_strokes::editor_strokes;
pub use notation::{catan_notation, terra_notation};
pub use pioneers::pioneers;
pub use records::records;
pub use share_codes::share_codes;
#[cfg(feature = "server")]
pub use socket_messages::socket_messages;
pub use terra_concise::terra_concise;
pub use terra_ledger::terra_ledger;
pub use terra_snapshot::terra_snapshot;
pub use titan::{titan_battle, titan_script, titan_xml};

/// Most actions a law plays on one input.
pub const MOST_ACTIONS: usize = 50;

/// A law: panics if it is broken.
pub type Law = fn(&[u8]);

/// Every law by the name of its fuzz target.
pub const LAWS: &[(&str, Law)] = &[
    ("bot_lines", bot_lines),
    ("catan_actions", catan_actions),
    ("catan_notation", catan_notation),
    ("conversions", conversions),
    ("dot_catan", dot_catan),
    ("editor_strokes", editor_strokes),
    ("pioneers", pioneers),
    ("records", records),
    ("share_codes", share_codes),
    #[cfg(feature = "server")]
    ("socket_messages", socket_messages),
    ("terra_concise", terra_concise),
    ("terra_ledger", terra_ledger),
    ("terra_notation", terra_notation),
    ("terra_snapshot", terra_snapshot),
    ("titan_battle", titan_battle),
    ("titan_script", titan_script),
    ("titan_xml", titan_xml),
];
