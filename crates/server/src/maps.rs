//! What the server says of a map as text, in either format. Reading, editing and drawing are
//! [`hexwright_catan`]'s: the browser computes no rule, and the server none of its own.

mod check;
mod spoken;

pub use check::{Checked, check};

use hexwright_catan::Setup;
use hexwright_catan::text::{MapText, UnreadableMap};

/// Reads a text of either format.
///
/// # Errors
/// The first error, with its line.
pub fn read(text: &str) -> Result<Setup, UnreadableMap> {
    MapText::parse(text).map(MapText::into_setup)
}
