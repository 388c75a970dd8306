//! Where lines and cells stand in a `.game` file, for those who speak of it after it was read.

use super::keyword::{Keyword, keyword_of};
use super::place::Place;
use hexwright_core::Span;

/// The places of a file.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// Lines with a keyword, in their order, from the keyword to the end of the value.
    pub(super) lines: Vec<(Keyword, Span)>,
    /// Cells of the map, row by row.
    pub(super) cells: Vec<Vec<Span>>,
    /// Whether the bytes were not UTF-8 and were read as Latin-1: such a file is never rewritten in place.
    pub(super) is_latin_1: bool,
}

impl Places {
    /// The line with this keyword. If a keyword repeats, the last line wins.
    #[must_use]
    pub fn line(&self, word: &str) -> Option<Span> {
        self.lines_of(word).last()
    }

    /// One of the lines with a keyword that may stand often: comments and descriptions.
    #[must_use]
    pub fn nth_line(&self, word: &str, nth: usize) -> Option<Span> {
        self.lines_of(word).nth(nth)
    }

    /// A cell of the map.
    #[must_use]
    pub fn cell(&self, place: Place) -> Option<Span> {
        let row = self.cells.get(usize::try_from(place.y).ok()?)?;
        row.get(usize::try_from(place.x).ok()?).copied()
    }

    /// All cells of the map, row by row.
    #[must_use]
    pub fn cells(&self) -> &[Vec<Span>] {
        &self.cells
    }

    fn lines_of(&self, word: &str) -> impl Iterator<Item = Span> {
        let wanted = keyword_of(word).map(|(_, keyword)| keyword);
        self.lines.iter().filter(move |line| Some(line.0) == wanted).map(|line| line.1)
    }
}
