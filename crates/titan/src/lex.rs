//! Characters to tokens, for scripts and for the text tables of maps.
//!
//! Leniencies: a byte-order mark is skipped and bytes that are not UTF-8 are read as Latin-1
//! ([`decode`]); a lone CR advances the line but ends no statement. What cannot be a token is reported
//! once per run of characters and becomes a [`Kind::Bad`] token, so that a parser can step over its line.

use crate::Mode;
use crate::script::findings::{BAD_CHAR, BAD_STRING, COMMENT_EOF, NUMBER_RANGE};
use hexwright_core::{Diagnostic, Span};
use memchr::memchr2;

/// The text of a file: UTF-8, or Latin-1 if it is not; without a byte-order mark.
#[must_use]
pub fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.strip_prefix('\u{feff}').unwrap_or(text).to_owned(),
        Err(_) => bytes.iter().map(|&b| char::from(b)).collect(),
    }
}

/// The largest script or map, in bytes.
pub(crate) const MOST_BYTES: usize = 1 << 20;

/// What a token is. Values are kept by the lexer, which makes this a byte: reading a script is mostly
/// asking what comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    // the words with a fixed meaning
    Area,
    Hazards,
    Terrains,
    Label,
    SomeOf,
    Substract,
    SurroundingsOf,
    Pair,
    Hexsides,
    StartList,
    Tower,
    Title,
    Subtitle,
    Leftover,
    Usedup,
    /// A number with a point; [`Lexer::float`] has its value until the next token is read.
    Float,
    /// A number without; [`Lexer::number`] has its value until the next token is read.
    Number,
    HexLabel,
    Letter,
    Word,
    Quoted,
    Comma,
    Open,
    Close,
    Dash,
    Equals,
    Star,
    /// A line end, or the `#` of a comment.
    Line,
    End,
    /// Something already reported.
    Bad,
}

impl Kind {
    /// Whether it is a word with a fixed meaning.
    pub(crate) const fn is_keyword(self) -> bool {
        self as u8 <= Self::Usedup as u8
    }
}

/// Which words are keywords and which characters are punctuation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Vocabulary {
    Script,
    Table,
}

/// A token and its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) span: Span,
}

/// Reads one token after the other; what is wrong with characters is kept in `findings`.
#[derive(Debug)]
pub(crate) struct Lexer<'a> {
    text: &'a str,
    /// The place of the last token; that of a comment is its `#`.
    span: Span,
    /// Where the next token may start.
    place: usize,
    mode: Mode,
    vocabulary: Vocabulary,
    value: f64,
    pub(crate) findings: Vec<Diagnostic>,
}

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str, mode: Mode, vocabulary: Vocabulary) -> Self {
        Self { text, span: Span::at(0), place: 0, mode, vocabulary, value: 0.0, findings: Vec::new() }
    }

    /// The text of a span.
    #[inline]
    pub(crate) fn slice(&self, span: Span) -> &'a str {
        &self.text[span.range()]
    }

    /// The next token and its place.
    pub(crate) fn next(&mut self) -> Token {
        let kind = self.step();
        Token { kind, span: self.span }
    }

    /// The place of the last token.
    #[inline]
    pub(crate) const fn span(&self) -> Span {
        self.span
    }

    /// The last token is at `start..end`, and the next one behind it.
    #[inline]
    fn took(&mut self, start: usize, end: usize) {
        self.span = Span::new(start, end);
        self.place = end;
    }

    /// Steps over the next token and says what it is.
    pub(crate) fn step(&mut self) -> Kind {
        let bytes = self.text.as_bytes();
        let mut start = self.place;
        loop {
            let first = bytes.get(start).map_or(First::End, |&b| FIRST[usize::from(b)]);
            // the calls stand last, so that the many tokens of one character cost no call at all
            return match first {
                First::Blank => {
                    start += 1;
                    continue;
                }
                First::Mark(kind) if self.vocabulary == Vocabulary::Script || kind == Kind::Line => {
                    self.took(start, start + 1);
                    kind
                }
                First::Word => self.word(start),
                First::Digit => self.digits(start),
                First::Comment => self.comment(start),
                First::Quote => self.quoted(start),
                First::Mark(_) | First::Other => self.unknown(start),
                First::End => {
                    self.took(start, start);
                    Kind::End
                }
            };
        }
    }

    #[inline(never)]
    fn comment(&mut self, start: usize) -> Kind {
        let length = memchr2(b'\n', b'\r', &self.text.as_bytes()[start..]);
        self.took(start, start + 1);
        self.place = length.map_or(self.text.len(), |n| start + n);
        if length.is_none() && self.mode.is_compat() {
            let text = "expected a line end after the last comment, found the end of the file";
            let finding = COMMENT_EOF.at(self.span, text);
            self.findings.push(finding.help("end the file with a line end"));
        }
        Kind::Line
    }

    /// The value of the last number with a point.
    pub(crate) const fn float(&self) -> f64 {
        self.value
    }

    /// The value of the last number without a point.
    pub(crate) const fn number(&self) -> u32 {
        self.value as u32
    }

    #[inline(never)]
    fn digits(&mut self, start: usize) -> Kind {
        let bytes = self.text.as_bytes();
        let (digits, end) = more_digits(bytes, start, 0);
        if self.vocabulary == Vocabulary::Script && bytes.get(end) == Some(&b'.') {
            let (digits, behind) = more_digits(bytes, end + 1, digits);
            self.took(start, behind);
            // a quotient of two whole numbers that a float holds exactly, so one division rounds as the
            // standard library would, only faster
            self.value = match behind - end - 1 {
                _ if behind - start > SHORT => return self.long_float(),
                0 => digits as i64 as f64,
                decimals => digits as i64 as f64 / TENS[decimals],
            };
            return Kind::Float;
        }
        self.took(start, end);
        if end - start > SHORT || digits > i32::MAX as u64 {
            return self.long_number();
        }
        self.value = digits as i64 as f64;
        Kind::Number
    }

    #[cold]
    fn long_float(&mut self) -> Kind {
        self.value = self.slice(self.span).parse().unwrap_or(f64::INFINITY);
        Kind::Float
    }

    /// A number that is too large, or has many leading zeros.
    #[cold]
    fn long_number(&mut self) -> Kind {
        let span = self.span;
        if let Ok(number @ 0..=i32::MAX) = self.slice(span).parse::<i32>() {
            self.value = f64::from(number);
            return Kind::Number;
        }
        let text = format!("expected a number of at most {}, found a larger one", i32::MAX);
        self.findings.push(NUMBER_RANGE.at(span, text));
        Kind::Bad
    }

    #[inline(never)]
    fn word(&mut self, start: usize) -> Kind {
        let rest = &self.text.as_bytes()[start..];
        let length = rest.iter().position(|&b| !WORD[usize::from(b)]).unwrap_or(rest.len());
        self.took(start, start + length);
        match &rest[..length] {
            [b'.'] => self.lone_point(),
            [b'a'..=b'z' | b'A'..=b'Z'] => Kind::Letter,
            [b'a'..=b'f' | b'A'..=b'F', b'1'..=b'6'] => Kind::HexLabel,
            word => keyword(word, self.vocabulary).unwrap_or(Kind::Word),
        }
    }

    #[cold]
    fn lone_point(&mut self) -> Kind {
        let help = "a probability needs a digit before its point, such as `50.`";
        let finding = BAD_CHAR.at(self.span, "expected a token, found a lone \".\"");
        self.findings.push(finding.help(help));
        Kind::Bad
    }

    #[inline(never)]
    fn quoted(&mut self, start: usize) -> Kind {
        let bytes = self.text.as_bytes();
        let length = bytes[start + 1..].iter().position(|b| matches!(b, b'"' | b'\n' | b'\r'));
        let end = length.map_or(bytes.len(), |n| start + 1 + n);
        if bytes.get(end) != Some(&b'"') {
            self.took(start, end);
            let found = if end == bytes.len() { "the end of the file" } else { "the line end" };
            let text = format!("expected a closing quote, found {found}");
            let help = "close the text with a quote on the same line";
            self.findings.push(BAD_STRING.at(self.span, text).help(help));
            return Kind::Bad;
        }
        self.took(start, end + 1);
        let inside = &bytes[start + 1..end];
        let portable = |b: &u8| b.is_ascii_alphanumeric() || b"._ \t!?;,:/+=".contains(b);
        if self.mode.is_compat() && (inside.is_empty() || !inside.iter().all(portable)) {
            let text = "expected text the original can read, found an empty one or other characters";
            let help = "the original allows letters, digits, blanks and . _ ! ? ; , : / + = between quotes";
            self.findings.push(BAD_STRING.at(self.span, text).help(help));
        }
        Kind::Quoted
    }

    #[cold]
    fn unknown(&mut self, start: usize) -> Kind {
        let known = |c: char| {
            c.is_ascii_alphanumeric()
                || "\n\r\t \"#._".contains(c)
                || (self.vocabulary == Vocabulary::Script && ",()-=*".contains(c))
        };
        let length = self.text[start..].find(known).unwrap_or(self.text.len() - start);
        self.took(start, start + length);
        let found: String = self.slice(self.span).chars().take(12).collect();
        let finding = BAD_CHAR.at(self.span, format!("expected a token, found {found:?}"));
        self.findings.push(if found.starts_with("//") {
            finding.help("comments start with #")
        } else {
            finding
        });
        Kind::Bad
    }
}

/// The longest number, point included, whose digits a float holds exactly.
const SHORT: usize = 16;

const TENS: [f64; SHORT] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/// Goes on with a number at `place`: its value, right if it is [`SHORT`], and where it ends.
#[inline]
fn more_digits(bytes: &[u8], mut place: usize, mut value: u64) -> (u64, usize) {
    while let Some(digit @ b'0'..=b'9') = bytes.get(place) {
        value = value.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
        place += 1;
    }
    (value, place)
}

/// What the first character says about a token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    Blank,
    Mark(Kind),
    Word,
    Digit,
    Comment,
    Quote,
    Other,
    End,
}

/// Most tokens are one character, known by it alone.
const FIRST: [First; 256] = {
    let (mut table, mut byte) = ([First::Other; 256], 0);
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' | b'\t' | b'\r' => First::Blank,
            b'\n' => First::Mark(Kind::Line),
            b',' => First::Mark(Kind::Comma),
            b'(' => First::Mark(Kind::Open),
            b')' => First::Mark(Kind::Close),
            b'-' => First::Mark(Kind::Dash),
            b'=' => First::Mark(Kind::Equals),
            b'*' => First::Mark(Kind::Star),
            b'#' => First::Comment,
            b'"' => First::Quote,
            b'0'..=b'9' => First::Digit,
            _ if WORD[byte] => First::Word,
            _ => First::Other,
        };
        byte += 1;
    }
    table
};

/// Which bytes words are made of: a table, because every byte of a script is asked.
const WORD: [bool; 256] = {
    let (mut table, mut byte) = ([false; 256], 0);
    while byte < 256 {
        let b = byte as u8;
        table[byte] = b.is_ascii_alphanumeric() || b == b'.' || b == b'_';
        byte += 1;
    }
    table
};

fn keyword(word: &[u8], vocabulary: Vocabulary) -> Option<Kind> {
    let found = match word {
        b"AREA" => Kind::Area,
        b"HAZARDS" => Kind::Hazards,
        b"TERRAINS" => Kind::Terrains,
        b"LABEL" => Kind::Label,
        b"SOMEOF" => Kind::SomeOf,
        b"SUBSTRACT" => Kind::Substract,
        b"SURROUNDINGSOF" => Kind::SurroundingsOf,
        b"PAIR" => Kind::Pair,
        b"HEXSIDES" => Kind::Hexsides,
        b"STARTLIST" => Kind::StartList,
        b"TOWER" => Kind::Tower,
        b"TITLE" => Kind::Title,
        b"SUBTITLE" => Kind::Subtitle,
        b"leftover" => Kind::Leftover,
        b"usedup" => Kind::Usedup,
        _ => return None,
    };
    let known =
        vocabulary == Vocabulary::Script || matches!(found, Kind::Tower | Kind::Subtitle | Kind::StartList);
    known.then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind> {
        let mut lexer = Lexer::new(text, Mode::Documented, Vocabulary::Script);
        std::iter::from_fn(|| Some(lexer.next().kind).filter(|&k| k != Kind::End)).collect()
    }

    #[test]
    fn the_longest_token_wins() {
        use Kind::{Float, HexLabel, Letter, Number, Word};
        assert_eq!(kinds("D4D5 d4 A7 x _ .5 .."), [Word, HexLabel, Word, Letter, Word, Word, Word]);
        assert_eq!(kinds("1e2 75. 66.66 7"), [Number, HexLabel, Float, Float, Number]);
        assert_eq!(kinds("AREAS AREA"), [Word, Kind::Area]);
        assert_eq!(kinds("(3,3)D4"), [Kind::Open, Number, Kind::Comma, Number, Kind::Close, HexLabel]);
        assert_eq!(kinds("a # b\rc"), [Letter, Kind::Line, Letter]);
    }

    fn decimal(text: &str) -> f64 {
        let mut lexer = Lexer::new(text, Mode::Documented, Vocabulary::Script);
        let token = lexer.next();
        assert_eq!((token.kind, token.span), (Kind::Float, Span::new(0, text.len())));
        lexer.float()
    }

    #[test]
    fn whole_numbers_end_where_the_original_ends_them() {
        let mut lexer = Lexer::new("0 17 2147483647 2147483648", Mode::Documented, Vocabulary::Script);
        for number in [0, 17, i32::MAX as u32] {
            assert_eq!((lexer.next().kind, lexer.number()), (Kind::Number, number));
        }
        assert_eq!((lexer.next().kind, lexer.findings[0].id), (Kind::Bad, "number-range"));
    }

    #[test]
    fn short_decimals_are_read_as_the_library_reads_them() {
        for text in [
            "75.",
            "66.66",
            "33.333",
            "0.1",
            "99.99999999999",
            "123456789012345.",
            "0.30000000000001",
            "000100.000",
        ] {
            assert_eq!(decimal(text).to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
        }
        assert_eq!(decimal(&("9".repeat(400) + ".")), f64::INFINITY);
    }

    #[test]
    fn latin_1_is_read_when_utf_8_fails() {
        assert_eq!(decode(b"# caf\xe9"), "# caf\u{e9}");
        assert_eq!(decode("\u{feff}# caf\u{e9}".as_bytes()), "# caf\u{e9}");
    }
}
