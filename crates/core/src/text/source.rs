//! A named text and the way from bytes to lines and columns.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

/// Bytes `start..end` of a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// Behind the last byte.
    pub end: u32,
}

impl Span {
    /// The span of bytes `start..end`.
    #[must_use]
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }

    /// An empty span: a place between two bytes.
    #[must_use]
    pub const fn at(place: usize) -> Self {
        Self::new(place, place)
    }

    /// The bytes as a range.
    #[must_use]
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// From the start of this span to the end of `other`.
    #[must_use]
    pub const fn to(self, other: Self) -> Self {
        Self { start: self.start, end: other.end }
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self::new(range.start, range.end)
    }
}

/// Line and column, both from 1; a column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

/// A text with its name, ready to answer where a byte is.
///
/// Lines end with LF, CR LF or a lone CR. A byte-order mark at the start counts nothing.
///
/// ```
/// # use hexwright_core::Source;
/// let source = Source::new("map.catan", "2 4\r\nzehn\rüx\n");
/// assert_eq!(source.position(5).to_string(), "2:1");
/// assert_eq!(source.position(12).to_string(), "3:2"); // ü is one column, two bytes
/// assert_eq!(source.position(14).to_string(), "4:1");
/// ```
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    text: String,
    /// Found out when the first place is asked for: most texts have no finding.
    line_starts: OnceLock<Vec<u32>>,
}

impl Source {
    /// A source with the name shown to people.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into(), line_starts: OnceLock::new() }
    }

    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let bytes = self.text.as_bytes();
            let mut starts = vec![0];
            for (i, &b) in bytes.iter().enumerate() {
                if b == b'\n' || (b == b'\r' && bytes.get(i + 1) != Some(&b'\n')) {
                    starts.push(i as u32 + 1);
                }
            }
            starts
        })
    }

    /// The name shown to people.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of a span; empty if the span is not on character borders.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }

    /// Line and column of a byte.
    #[must_use]
    pub fn position(&self, byte: usize) -> Position {
        let byte = byte.min(self.text.len());
        let starts = self.line_starts();
        let line = starts.partition_point(|&s| s as usize <= byte) - 1;
        let start = starts[line] as usize;
        let mut end = byte;
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let before = &self.text[start..end.max(start)];
        let column = before.chars().filter(|&c| c != '\n' && c != '\r').count();
        let mark = usize::from(line == 0 && before.starts_with('\u{feff}'));
        Position { line: line as u32 + 1, column: (column - mark) as u32 + 1 }
    }
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// Bytes as text; invalid sequences become U+FFFD, and the byte (in the result) of the first is told.
#[must_use]
pub fn decode_utf8(bytes: &[u8]) -> (Cow<'_, str>, Option<usize>) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (Cow::Borrowed(text), None),
        Err(error) => (String::from_utf8_lossy(bytes), Some(error.valid_up_to())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_a_file_is_behind_its_last_character() {
        assert_eq!(Source::new("a", "2 4\n").position(4).to_string(), "2:1");
        assert_eq!(Source::new("a", "2 4").position(3).to_string(), "1:4");
        assert_eq!(Source::new("a", "").position(0).to_string(), "1:1");
    }

    #[test]
    fn a_byte_order_mark_counts_nothing() {
        let source = Source::new("a", "\u{feff}2 4\n");
        assert_eq!(source.position(0).to_string(), "1:1");
        assert_eq!(source.position(5).to_string(), "1:3");
    }

    #[test]
    fn a_span_inside_a_character_is_harmless() {
        let source = Source::new("a", "ü");
        assert_eq!(source.position(1).to_string(), "1:1");
        assert_eq!(source.slice(Span::new(0, 1)), "");
    }
}
