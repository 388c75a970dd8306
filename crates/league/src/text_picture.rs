//! What a viewer sees of a game: in plain text, in two parts, so that a wide terminal can show them side by side; and
//! what people ask of a picture.

use std::fmt;

/// What people ask of a picture. A game draws what it has of this.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look<'a> {
    /// Names of the players by seat; seats without one are called by their numbers.
    pub names: &'a [String],
    /// Whether places have their numbers.
    pub labels: bool,
    /// Whether places show how good they are.
    pub heat: bool,
}

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
