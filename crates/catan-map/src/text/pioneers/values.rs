//! Values behind keywords: integers and integer lists, read as loosely as Pioneers reads them.

use std::ops::Range;

/// Blanks inside a line.
pub(super) const fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\x0b' | '\x0c')
}

/// An integer at the start of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Integer {
    /// Its value; 0 if there is none. Saturates far outside 32 bits.
    pub(super) value: i64,
    /// Whether there was a digit at all.
    pub(super) given: bool,
    /// Bytes read, sign included.
    pub(super) length: usize,
}

/// Blanks, a sign, digits: the rest is not looked at.
pub(super) fn integer(text: &str) -> Integer {
    let blanks = text.len() - text.trim_start_matches(is_blank).len();
    let rest = &text.as_bytes()[blanks..];
    let sign = usize::from(matches!(rest.first(), Some(b'-' | b'+')));
    let digits = rest[sign..].iter().take_while(|b| b.is_ascii_digit()).count();
    let size = number(&rest[sign..sign + digits]);
    let value = if sign == 1 && rest[0] == b'-' { -size } else { size };
    Integer { value, given: digits > 0, length: if digits > 0 { blanks + sign + digits } else { 0 } }
}

/// Digits as a number, saturating.
pub(super) fn number(digits: &[u8]) -> i64 {
    digits.iter().fold(0, |n, d| (n * 10 + i64::from(d - b'0')).min(1 << 40))
}

/// An integer list: `-`? digits, anything in between. Text before the first number makes a 0.
pub(super) fn list(text: &str) -> Vec<(i64, Range<usize>)> {
    let bytes = text.as_bytes();
    let mut numbers = Vec::new();
    let mut at = bytes.iter().take_while(|b| is_blank(**b as char)).count();
    while at < bytes.len() {
        let start = at;
        let negative = bytes[at] == b'-';
        at += usize::from(negative);
        let digits = bytes[at..].iter().take_while(|b| b.is_ascii_digit()).count();
        let size = number(&bytes[at..at + digits]);
        at += digits;
        // what is no number is pointed at by its first character, however many bytes that has
        let first = text[start..].chars().next().map_or(1, char::len_utf8);
        let end = at.max(start + first);
        numbers.push((if negative { -size } else { size }, start..end));
        at += bytes[at..].iter().take_while(|b| !b.is_ascii_digit() && **b != b'-').count();
    }
    numbers
}

/// Whether a list is written with commas (and blanks) between plain numbers.
pub(super) fn is_tidy_list(text: &str) -> bool {
    text.split(',').all(|word| {
        let word = word.trim_matches(is_blank);
        let digits = word.strip_prefix('-').unwrap_or(word);
        !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<i64> {
        list(text).into_iter().map(|(n, _)| n).collect()
    }

    #[test]
    fn integers_stop_at_the_first_other_character() {
        let read = |text| {
            let i = integer(text);
            (i.value, i.given, i.length)
        };
        assert_eq!(read("15x"), (15, true, 2));
        assert_eq!(read(" -5"), (-5, true, 3));
        assert_eq!(read("+7 # seven"), (7, true, 2));
        assert_eq!(read("abc"), (0, false, 0));
        assert_eq!(read("-"), (0, false, 0));
        assert!(integer("99999999999999999999999999").value > i64::from(i32::MAX));
    }

    #[test]
    fn lists_take_any_separator() {
        assert_eq!(values("6 8;5/4"), [6, 8, 5, 4]);
        assert_eq!(values("x,6"), [0, 6]);
        assert_eq!(values("7,0,-3,99"), [7, 0, -3, 99]);
        assert_eq!(values("4,-,5"), [4, 0, 5]);
        assert_eq!(values("4--5"), [4, 0, -5]);
        assert_eq!(values("6, 9,"), [6, 9]);
        assert!(values("").is_empty());
        assert!(is_tidy_list("6, 9 ,-4") && !is_tidy_list("6 9") && !is_tidy_list("6,") && !is_tidy_list(""));
    }
}
