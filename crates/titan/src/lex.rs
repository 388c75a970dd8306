//! Characters to tokens, for scripts and for the text tables of maps.
//!
//! Leniencies: a byte-order mark is skipped and bytes that are not UTF-8 are read as Latin-1
//! ([`decode`]); a lone CR advances the line but ends no statement. What cannot be a token is reported
//! once per run of characters and becomes a [`Kind::Bad`] token, so that a parser can step over its line.

use crate::Mode;
use hexwright_core::{Diagnostic, Span};

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

/// The words with a fixed meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keyword {
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
}

/// Which words are keywords and which characters are punctuation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Vocabulary {
    Script,
    Table,
}

/// What a token is. Values are kept by the lexer, which makes this a byte: reading a script is mostly
/// copying tokens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind {
    Keyword(Keyword),
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
    /// Where the last token starts, and where the next one may.
    start: usize,
    place: usize,
    mode: Mode,
    vocabulary: Vocabulary,
    value: f64,
    pub(crate) findings: Vec<Diagnostic>,
}

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

impl<'a> Lexer<'a> {
    pub(crate) fn new(text: &'a str, mode: Mode, vocabulary: Vocabulary) -> Self {
        Self { text, start: 0, place: 0, mode, vocabulary, value: 0.0, findings: Vec::new() }
    }

    /// The text of a span.
    pub(crate) fn slice(&self, span: Span) -> &'a str {
        &self.text[span.range()]
    }

    #[inline]
    pub(crate) fn next(&mut self) -> Token {
        let kind = self.scan();
        // the token of a comment is its `#`
        let end = if kind == Kind::Line { self.start + 1 } else { self.place };
        Token { kind, span: Span::new(self.start, end) }
    }

    /// Steps over the next token and says what it is; a token as a whole would return by way of memory.
    fn scan(&mut self) -> Kind {
        let bytes = self.text.as_bytes();
        let mut start = self.place;
        while let Some(b' ' | b'\t' | b'\r') = bytes.get(start) {
            start += 1;
        }
        (self.start, self.place) = (start, start);
        let Some(&first) = bytes.get(start) else { return Kind::End };
        // most tokens are one character, known by it alone
        if let Some(kind) = MARKS[usize::from(first)]
            && (self.vocabulary == Vocabulary::Script || kind == Kind::Line)
        {
            self.place = start + 1;
            return kind;
        }
        match first {
            b'#' => self.comment(),
            b'0'..=b'9' => self.digits(),
            b'"' => self.quoted(),
            _ if WORD[usize::from(first)] => self.word(),
            _ => self.unknown(),
        }
    }

    fn comment(&mut self) -> Kind {
        let start = self.place;
        let rest = &self.text[start..];
        // two searches for one byte each are faster than one for either
        let line = rest.find('\n');
        let length = rest[..line.unwrap_or(rest.len())].find('\r').or(line);
        self.place = length.map_or(self.text.len(), |n| start + n);
        if length.is_none() && self.mode.is_compat() {
            let span = Span::new(start, start + 1);
            let text = "expected a line end after the last comment, found the end of the file";
            self.findings
                .push(Diagnostic::error("comment-eof", span, text).help("end the file with a line end"));
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

    fn digits(&mut self) -> Kind {
        let (start, bytes) = (self.place, self.text.as_bytes());
        let (digits, end) = more_digits(bytes, start, 0);
        self.place = end;
        if self.vocabulary == Vocabulary::Script && bytes.get(end) == Some(&b'.') {
            let (digits, behind) = more_digits(bytes, end + 1, digits);
            self.place = behind;
            self.value = match behind - start {
                // a quotient of two whole numbers that a float holds exactly, so one division rounds as
                // the standard library would, only faster
                ..=16 => digits as f64 / TENS[behind - end - 1],
                _ => self.text[start..behind].parse().unwrap_or(f64::INFINITY),
            };
            return Kind::Float;
        }
        if digits > i32::MAX as u64 {
            let text = format!("expected a number of at most {}, found a larger one", i32::MAX);
            self.findings.push(Diagnostic::error("number-range", Span::new(start, end), text));
            return Kind::Bad;
        }
        self.value = digits as f64;
        Kind::Number
    }

    fn word(&mut self) -> Kind {
        let (start, bytes) = (self.place, self.text.as_bytes());
        let mut end = start + 1;
        while bytes.get(end).is_some_and(|&b| WORD[usize::from(b)]) {
            end += 1;
        }
        self.place = end;
        let word = &bytes[start..end];
        match word {
            [b'.'] => {
                let text = "expected a token, found a lone \".\"";
                let help = "a probability needs a digit before its point, such as `50.`";
                self.findings
                    .push(Diagnostic::error("bad-char", Span::new(start, start + 1), text).help(help));
                Kind::Bad
            }
            [b'a'..=b'f' | b'A'..=b'F', b'1'..=b'6'] => Kind::HexLabel,
            [b'a'..=b'z' | b'A'..=b'Z'] => Kind::Letter,
            _ if word.len() < 4 => Kind::Word,
            _ => keyword(word, self.vocabulary).map_or(Kind::Word, Kind::Keyword),
        }
    }

    fn quoted(&mut self) -> Kind {
        let (start, bytes) = (self.place, self.text.as_bytes());
        let length = bytes[start + 1..].iter().position(|b| matches!(b, b'"' | b'\n' | b'\r'));
        let end = length.map_or(bytes.len(), |n| start + 1 + n);
        if bytes.get(end) != Some(&b'"') {
            self.place = end;
            let found = if end == bytes.len() { "the end of the file" } else { "the line end" };
            let text = format!("expected a closing quote, found {found}");
            let help = "close the text with a quote on the same line";
            self.findings.push(Diagnostic::error("bad-string", Span::new(start, end), text).help(help));
            return Kind::Bad;
        }
        self.place = end + 1;
        let inside = &bytes[start + 1..end];
        let portable = |b: &u8| b.is_ascii_alphanumeric() || b"._ \t!?;,:/+=".contains(b);
        if self.mode.is_compat() && (inside.is_empty() || !inside.iter().all(portable)) {
            let text = "expected text the original can read, found an empty one or other characters";
            let help = "the original allows letters, digits, blanks and . _ ! ? ; , : / + = between quotes";
            let span = Span::new(start, self.place);
            self.findings.push(Diagnostic::error("bad-string", span, text).help(help));
        }
        Kind::Quoted
    }

    #[cold]
    fn unknown(&mut self) -> Kind {
        let start = self.place;
        let known = |c: char| {
            c.is_ascii_alphanumeric()
                || "\n\r\t \"#._".contains(c)
                || (self.vocabulary == Vocabulary::Script && ",()-=*".contains(c))
        };
        let length = self.text[start..].find(known).unwrap_or(self.text.len() - start);
        self.place += length;
        let span = Span::new(start, self.place);
        let found: String = self.slice(span).chars().take(12).collect();
        let finding = Diagnostic::error("bad-char", span, format!("expected a token, found {found:?}"));
        self.findings.push(if found.starts_with("//") {
            finding.help("comments start with #")
        } else {
            finding
        });
        Kind::Bad
    }
}

const TENS: [f64; 16] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

/// Goes on with a number at `place`: its value, at most the largest there is, and where it ends.
fn more_digits(bytes: &[u8], mut place: usize, mut value: u64) -> (u64, usize) {
    while let Some(digit @ b'0'..=b'9') = bytes.get(place) {
        value = value.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
        place += 1;
    }
    (value, place)
}

/// The tokens of one character.
const MARKS: [Option<Kind>; 256] = {
    let mut marks = [None; 256];
    marks[b'\n' as usize] = Some(Kind::Line);
    marks[b',' as usize] = Some(Kind::Comma);
    marks[b'(' as usize] = Some(Kind::Open);
    marks[b')' as usize] = Some(Kind::Close);
    marks[b'-' as usize] = Some(Kind::Dash);
    marks[b'=' as usize] = Some(Kind::Equals);
    marks[b'*' as usize] = Some(Kind::Star);
    marks
};

fn keyword(word: &[u8], vocabulary: Vocabulary) -> Option<Keyword> {
    let found = match word {
        b"AREA" => Keyword::Area,
        b"HAZARDS" => Keyword::Hazards,
        b"TERRAINS" => Keyword::Terrains,
        b"LABEL" => Keyword::Label,
        b"SOMEOF" => Keyword::SomeOf,
        b"SUBSTRACT" => Keyword::Substract,
        b"SURROUNDINGSOF" => Keyword::SurroundingsOf,
        b"PAIR" => Keyword::Pair,
        b"HEXSIDES" => Keyword::Hexsides,
        b"STARTLIST" => Keyword::StartList,
        b"TOWER" => Keyword::Tower,
        b"TITLE" => Keyword::Title,
        b"SUBTITLE" => Keyword::Subtitle,
        b"leftover" => Keyword::Leftover,
        b"usedup" => Keyword::Usedup,
        _ => return None,
    };
    let known = vocabulary == Vocabulary::Script
        || matches!(found, Keyword::Tower | Keyword::Subtitle | Keyword::StartList);
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
        assert_eq!(kinds("AREAS AREA"), [Word, Kind::Keyword(Keyword::Area)]);
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
