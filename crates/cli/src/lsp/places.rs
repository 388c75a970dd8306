//! Places in a text: bytes here, lines and columns in the protocol.

use super::protocol::{Initialize, Position, Range};
use hexwright_core::Span;

/// What a column counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Encoding {
    /// Bytes.
    Utf8,
    /// Units of UTF-16: what every editor understands.
    Utf16,
}

impl Encoding {
    /// Bytes if the editor offers them.
    pub(super) fn agreed(parameters: &Initialize) -> Self {
        let general = parameters.capabilities.general.as_ref();
        let offered = general.and_then(|general| general.position_encodings.as_ref());
        let bytes = offered.is_some_and(|kinds| kinds.iter().any(|kind| kind == Self::Utf8.name()));
        if bytes { Self::Utf8 } else { Self::Utf16 }
    }

    /// Its name in the protocol.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Utf8 => "utf-8",
            Self::Utf16 => "utf-16",
        }
    }

    fn length(self, text: &str) -> u32 {
        match self {
            Self::Utf8 => text.len() as u32,
            Self::Utf16 => text.encode_utf16().count() as u32,
        }
    }

    fn position(self, text: &str, byte: usize) -> Position {
        let mut byte = byte.min(text.len());
        while !text.is_char_boundary(byte) {
            byte -= 1;
        }
        let before = &text[..byte];
        let line = line_starts(before).count() - 1;
        let start = line_starts(before).last().unwrap_or(0);
        Position { line: line as u32, character: self.length(&before[start..]) }
    }

    /// Where a span stands. The text of the editor and that of the reader have the same bytes.
    pub(super) fn range(self, text: &str, span: Span) -> Range {
        let bytes = span.range();
        Range { start: self.position(text, bytes.start), end: self.position(text, bytes.end) }
    }

    /// The byte of a position; the end of its line if the line is shorter.
    pub(super) fn byte(self, text: &str, position: Position) -> usize {
        let Some(start) = line_starts(text).nth(position.line as usize) else { return text.len() };
        let line = text[start..].split(['\n', '\r']).next().unwrap_or("");
        let mut column = 0;
        for (byte, letter) in line.char_indices() {
            if column >= position.character {
                return start + byte;
            }
            column += match self {
                Self::Utf8 => letter.len_utf8(),
                Self::Utf16 => letter.len_utf16(),
            } as u32;
        }
        start + line.len()
    }
}

/// The bytes at which lines begin. A line ends with LF, CR LF or CR, as the protocol says.
fn line_starts(text: &str) -> impl Iterator<Item = usize> {
    let bytes = text.as_bytes();
    let ends = (0..bytes.len())
        .filter(|&i| bytes[i] == b'\n' || bytes[i] == b'\r' && bytes.get(i + 1) != Some(&b'\n'));
    std::iter::once(0).chain(ends.map(|end| end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_what_was_agreed() {
        let text = "a\r\nä😀b\rc";
        let place = text.find('b').unwrap();
        for (encoding, column) in [(Encoding::Utf8, 6), (Encoding::Utf16, 3)] {
            let position = encoding.position(text, place);
            assert_eq!(position, Position { line: 1, character: column });
            assert_eq!(encoding.byte(text, position), place);
        }
        assert_eq!(Encoding::Utf16.position(text, text.len()), Position { line: 2, character: 1 });
        assert_eq!(Encoding::Utf16.byte(text, Position { line: 1, character: 99 }), place + 1);
        assert_eq!(Encoding::Utf16.byte(text, Position { line: 99, character: 0 }), text.len());
    }

    #[test]
    fn every_byte_has_a_place_and_every_place_leads_back() {
        let text = "x\n\n# ümlaut 😀\r\nlast";
        for encoding in [Encoding::Utf8, Encoding::Utf16] {
            for (byte, letter) in text.char_indices().filter(|(_, letter)| !matches!(letter, '\r' | '\n')) {
                assert_eq!(encoding.byte(text, encoding.position(text, byte)), byte, "{letter:?}");
            }
        }
    }
}
