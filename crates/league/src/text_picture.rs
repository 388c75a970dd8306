//! What a viewer sees of a game in plain text, in two parts, so that a wide terminal can show them side by side.

use std::fmt;

/// The board and what stands beside it.
#[derive(Clone, Debug)]
pub struct TextPicture {
    /// The board in lines; empty if the game draws none.
    pub board: String,
    /// What is known of the game and of every seat, a line each.
    pub facts: String,
    /// The number among the 256 colours of a terminal in which a word of the board may be shown. Colour only repeats
    /// what the word says.
    pub colour: fn(&str) -> Option<u8>,
}

impl fmt::Display for TextPicture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.board)?;
        f.write_str(&self.facts)
    }
}
