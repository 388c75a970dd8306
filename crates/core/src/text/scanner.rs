//! Small tools for reading line formats and keyword languages by hand.

use super::Span;

/// One line of a text without its line end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// The text of the line.
    pub text: &'a str,
    /// Where it stands.
    pub span: Span,
}

/// A word of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    /// The word.
    pub text: &'a str,
    /// Where it stands.
    pub span: Span,
}

/// The lines of a text; LF, CR LF and lone CR end a line. A final line end starts no further line.
pub fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let bytes = text.as_bytes();
    let mut start = 0;
    std::iter::from_fn(move || {
        if start >= bytes.len() {
            return None;
        }
        let length = bytes[start..].iter().position(|&b| b == b'\n' || b == b'\r');
        let end = length.map_or(bytes.len(), |n| start + n);
        let line = Line { text: &text[start..end], span: Span::new(start, end) };
        start = match bytes.get(end) {
            Some(b'\r') if bytes.get(end + 1) == Some(&b'\n') => end + 2,
            _ => end + 1,
        };
        Some(line)
    })
}

/// The words of `text` between white space; spans count from `offset`.
pub fn tokens(text: &str, offset: usize) -> impl Iterator<Item = Token<'_>> {
    let mut rest = 0;
    std::iter::from_fn(move || {
        let start = rest + text[rest..].find(|c: char| !c.is_whitespace())?;
        let end = text[start..].find(char::is_whitespace).map_or(text.len(), |n| start + n);
        rest = end;
        Some(Token { text: &text[start..end], span: Span::new(offset + start, offset + end) })
    })
}

/// A cursor over a text: peek, step, take while.
#[derive(Clone, Debug)]
pub struct Scanner<'a> {
    text: &'a str,
    place: usize,
}

impl<'a> Scanner<'a> {
    /// A cursor at the start of `text`.
    #[must_use]
    pub const fn new(text: &'a str) -> Self {
        Self { text, place: 0 }
    }

    /// The byte the cursor stands before.
    #[must_use]
    pub const fn place(&self) -> usize {
        self.place
    }

    /// What is left.
    #[must_use]
    pub fn rest(&self) -> &'a str {
        &self.text[self.place..]
    }

    /// The next character.
    #[must_use]
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Whether the end is reached.
    #[must_use]
    pub fn at_end(&self) -> bool {
        self.place == self.text.len()
    }

    /// Steps over one character.
    pub fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.place += next.len_utf8();
        Some(next)
    }

    /// Steps over `prefix` if it comes next.
    pub fn eat(&mut self, prefix: &str) -> bool {
        let found = self.rest().starts_with(prefix);
        if found {
            self.place += prefix.len();
        }
        found
    }

    /// Takes characters as long as `keep` likes them.
    pub fn take_while(&mut self, keep: impl Fn(char) -> bool) -> Token<'a> {
        let start = self.place;
        let length = self.rest().find(|c| !keep(c)).unwrap_or(self.rest().len());
        self.place += length;
        Token { text: &self.text[start..self.place], span: Span::new(start, self.place) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_three_line_ends_end_a_line() {
        let found: Vec<_> = lines("a\r\nb\rc\n\nd").map(|l| l.text).collect();
        assert_eq!(found, ["a", "b", "c", "", "d"]);
        assert_eq!(lines("a\n").count(), 1);
        assert_eq!(lines("").count(), 0);
    }

    #[test]
    fn tokens_know_their_place() {
        let found: Vec<_> = tokens("  12\t-x ", 10).collect();
        assert_eq!(found[0], Token { text: "12", span: Span::new(12, 14) });
        assert_eq!(found[1], Token { text: "-x", span: Span::new(15, 17) });
    }

    #[test]
    fn the_scanner_steps_over_characters_not_bytes() {
        let mut s = Scanner::new("üab1");
        assert_eq!(s.bump(), Some('ü'));
        assert_eq!(s.take_while(char::is_alphabetic).text, "ab");
        assert!(s.eat("1") && s.at_end() && s.bump().is_none());
    }
}
