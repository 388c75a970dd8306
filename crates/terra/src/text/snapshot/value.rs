//! The grammar of single values: numbers, resources, cults, lists, items, bridges.
//!
//! Each reader takes the raw value and its place and either returns what it understood or names the
//! finding. Lists recover at the next comma, so one bad item hides no other.

use super::findings::{Findings, S03, S04, S05, S06, S07, S08};
use hexwright_core::text::Finding;
use hexwright_core::{Hex, Span};

/// A value and where it stands. Two are equal if the values are: places are no part of a position.
#[derive(Clone, Copy, Debug, Default)]
pub struct At<T> {
    /// The value.
    pub value: T,
    /// Its place in the text it was read from; empty when it was not read.
    pub span: Span,
}

impl<T: PartialEq> PartialEq for At<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for At<T> {}

impl<T> From<T> for At<T> {
    fn from(value: T) -> Self {
        Self { value, span: Span::default() }
    }
}

impl<T> At<T> {
    /// A value with its place.
    pub const fn new(value: T, span: Span) -> Self {
        Self { value, span }
    }
}

/// A longer list is no list of this game.
const MOST_ITEMS: usize = 200;

/// A number that fits every counter of the game with room to spare.
pub(super) fn parse_int(text: &str) -> Option<i32> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let value: i32 = plain.then(|| text.parse().ok())??;
    (-1_000_000..=1_000_000).contains(&value).then_some(value)
}

/// An integer, or S03.
pub(super) fn int(text: &str, at: Span, findings: &mut Findings) -> Option<i32> {
    let value = parse_int(text);
    if value.is_none() {
        findings.error(S03, at, format!("expected a whole number, found {}", shown(text)));
    }
    value
}

/// What stands in a `Res` value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resources {
    /// Workers.
    pub workers: i32,
    /// Priests.
    pub priests: i32,
    /// Coins.
    pub coins: i32,
    /// Power in bowls 1, 2, 3.
    pub bowls: [i32; 3],
}

/// `4w 1p 6c / 3/1/0`, the first three in any order, or S04.
pub(super) fn resources(text: &str, at: Span, findings: &mut Findings) -> Option<Resources> {
    let value = parse_resources(text);
    if value.is_none() {
        findings
            .error(S04, at, format!("expected resources, found {}", shown(text)))
            .help("write workers, priests, coins and the three bowls as `4w 1p 6c / 3/1/0`");
    }
    value
}

fn parse_resources(text: &str) -> Option<Resources> {
    let (goods, bowls) = text.split_once('/')?;
    let mut found: [Option<i32>; 3] = [None; 3];
    let mut rest = goods.trim();
    while !rest.is_empty() {
        let end = rest.find(|c: char| c.is_ascii_alphabetic())?;
        let slot = "wpc".find(rest[end..].chars().next()?.to_ascii_lowercase())?;
        if found[slot].replace(parse_int(rest[..end].trim())?).is_some() {
            return None;
        }
        rest = rest[end + 1..].trim_start();
    }
    let bowls = numbers::<3>(bowls)?;
    Some(Resources { workers: found[0]?, priests: found[1]?, coins: found[2]?, bowls })
}

/// Numbers between slashes.
fn numbers<const N: usize>(text: &str) -> Option<[i32; N]> {
    let mut parts = text.split('/');
    let mut found = [0; N];
    for slot in &mut found {
        *slot = parse_int(parts.next()?.trim())?;
    }
    parts.next().is_none().then_some(found)
}

/// `f/w/e/a`, or S05.
pub(super) fn cults(text: &str, at: Span, findings: &mut Findings) -> Option<[i32; 4]> {
    let value = numbers::<4>(text);
    if value.is_none() {
        findings
            .error(S05, at, format!("expected four cult values, found {}", shown(text)))
            .help("write Fire, Water, Earth and Air as `0/2/8/1`");
    }
    value
}

/// A name of a list with the mark behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Name<'a> {
    /// Without quotes.
    pub(super) text: &'a str,
    /// Where it stands, quotes included.
    pub(super) span: Span,
    /// The word in parentheses, and where its parenthesis opens.
    pub(super) mark: Option<(&'a str, Span)>,
}

/// A list of names, brackets optional, or S06. Marks are refused unless `marks`.
pub(super) fn names<'a>(text: &'a str, at: Span, marks: bool, findings: &mut Findings) -> Vec<Name<'a>> {
    let mut list = ListReader { text, base: at.start as usize, place: 0, findings };
    let mut found = list.names();
    if !marks {
        for name in &mut found {
            if let Some((_, mark)) = name.mark.take() {
                list.findings.error(S06, mark, "expected no mark here").help("remove the parentheses");
            }
        }
    }
    found
}

/// A name alone: quotes removed.
pub(super) fn unquoted(text: &str) -> &str {
    text.strip_prefix('"').and_then(|t| t.strip_suffix('"')).unwrap_or(text)
}

struct ListReader<'a, 'f> {
    text: &'a str,
    base: usize,
    place: usize,
    findings: &'f mut Findings,
}

impl<'a> ListReader<'a, '_> {
    fn names(&mut self) -> Vec<Name<'a>> {
        let bracket = self.eat('[');
        let mut found = Vec::new();
        self.blanks();
        if self.rest().is_empty() {
            if bracket {
                self.wrong(0, "expected `]` at the end of the list");
            }
            return found;
        }
        if bracket && self.eat(']') {
            self.nothing_behind();
            return found;
        }
        loop {
            match self.name(bracket) {
                Some(name) => found.push(name),
                None => return found,
            }
            self.blanks();
            if found.len() > MOST_ITEMS {
                self.wrong(self.place, "expected a shorter list");
                return found;
            }
            if self.eat(',') {
                continue;
            }
            if bracket && self.eat(']') {
                self.nothing_behind();
            } else if !self.rest().is_empty() {
                self.wrong(self.place, "expected a comma before the next name");
            } else if bracket {
                self.wrong(0, "expected `]` at the end of the list");
            }
            return found;
        }
    }

    fn nothing_behind(&mut self) {
        self.blanks();
        if !self.rest().is_empty() {
            self.wrong(self.place, "expected nothing behind the list");
        }
    }

    fn name(&mut self, bracket: bool) -> Option<Name<'a>> {
        self.blanks();
        let start = self.place;
        let text;
        if self.eat('"') {
            let Some(length) = self.rest().find('"') else {
                self.wrong(start, "expected a closing quote");
                return None;
            };
            text = &self.rest()[..length];
            self.place += length + 1;
        } else {
            let stop = |c: char| c == ',' || c == '(' || (bracket && c == ']');
            let length = self.rest().find(stop).unwrap_or(self.rest().len());
            text = self.rest()[..length].trim_end();
            self.place += text.len();
        }
        if text.trim().is_empty() {
            self.wrong(start, "expected a name");
            return None;
        }
        let span = Span::new(self.base + start, self.base + self.place);
        self.blanks();
        let open = self.place;
        let mut mark = None;
        if self.eat('(') {
            let Some(length) = self.rest().find(')') else {
                self.wrong(open, "expected `)` behind the mark");
                return None;
            };
            let word = self.rest()[..length].trim();
            self.place += length + 1;
            mark = Some((word, Span::new(self.base + open, self.base + self.place)));
        }
        Some(Name { text, span, mark })
    }

    fn wrong(&mut self, place: usize, message: &str) {
        let at = Span::new(self.base + place, self.base + self.text.len().max(place));
        self.findings
            .error(S06, at, message)
            .help("names are separated by commas; one with a comma inside needs quotes");
    }

    fn rest(&self) -> &'a str {
        &self.text[self.place..]
    }

    fn blanks(&mut self) {
        self.place += self.rest().len() - self.rest().trim_start().len();
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.rest().starts_with(c);
        self.place += if found { c.len_utf8() } else { 0 };
        found
    }
}

/// A building as written: hex and word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item<'a> {
    pub(super) hex: Hex,
    pub(super) span: Span,
    pub(super) word: &'a str,
    pub(super) word_at: Span,
}

/// `q,r` at the start of `text`: the hex and its length.
pub(super) fn hex_prefix(text: &str) -> Option<(Hex, usize)> {
    let (q, a) = int_prefix(text)?;
    let rest = text[a..].strip_prefix(',')?;
    let (r, b) = int_prefix(rest)?;
    Some((Hex::new(q, r), a + 1 + b))
}

fn int_prefix(text: &str) -> Option<(i16, usize)> {
    let sign = usize::from(text.starts_with('-'));
    let digits = text[sign..].bytes().take_while(u8::is_ascii_digit).count();
    let length = sign + digits;
    // Hexes beyond this are on no board; the bound keeps sums of coordinates far from overflow.
    let value: i16 = text[..length].parse().ok().filter(|v| (-999..=999).contains(v))?;
    (digits > 0).then_some((value, length))
}

/// A list scanned left to right by a pattern: `read` gives an item and its length.
fn scanned<'a, T>(
    text: &'a str,
    at: Span,
    wrong_item: Finding,
    what: &str,
    findings: &mut Findings,
    read: impl Fn(&'a str, usize) -> Option<(T, usize)>,
) -> Vec<T> {
    let (mut place, mut end) = (0, text.len());
    let mut found = Vec::new();
    if text.starts_with('[') {
        place = 1;
        match text.strip_suffix(']') {
            Some(inner) if !inner.is_empty() => end = inner.len(),
            _ => {
                findings.error(S06, at, "expected `]` at the end of the list").help("close the bracket");
            }
        }
    }
    let base = at.start as usize;
    let mut first = true;
    loop {
        place += text[place..end].len() - text[place..end].trim_start().len();
        if place >= end {
            return found;
        }
        if !first {
            if text[place..end].starts_with(',') {
                place += 1;
                place += text[place..end].len() - text[place..end].trim_start().len();
            } else {
                let at = Span::new(base + place, base + end);
                findings
                    .error(S06, at, "expected a comma before the next item")
                    .help("separate items by commas");
            }
        }
        first = false;
        match read(&text[place..end], base + place) {
            Some((item, length)) => {
                place += length;
                found.push(item);
            }
            None => {
                // Recover at the next comma behind which the pattern fits again.
                let next = text[place..end].match_indices(',').map(|(i, _)| place + i).find(|&comma| {
                    let rest = text[comma + 1..end].trim_start();
                    read(rest, 0).is_some()
                });
                let stop = next.unwrap_or(end);
                let wrong = text[place..stop].trim_end();
                let at = Span::new(base + place, base + place + wrong.len());
                findings.error(wrong_item, at, format!("expected a {what}, found {}", shown(wrong))).help(
                    if wrong_item == S08 {
                        "write a bridge as `q,r-q,r`"
                    } else {
                        "write a building as `q,r:TP`"
                    },
                );
                place = stop;
            }
        }
        if found.len() > MOST_ITEMS {
            findings.error(S06, Span::new(base + place, base + end), "expected a shorter list");
            return found;
        }
    }
}

/// Buildings: `4,4:D, 5,2:TP`.
pub(super) fn items<'a>(text: &'a str, at: Span, findings: &mut Findings) -> Vec<Item<'a>> {
    scanned(text, at, S07, "building", findings, |text, base| {
        let (hex, length) = hex_prefix(text)?;
        let rest = text[length..].strip_prefix(':')?;
        let gap = rest.len() - rest.trim_start().len();
        let start = length + 1 + gap;
        let word_length = text[start..].bytes().take_while(u8::is_ascii_alphanumeric).count();
        let end = start + word_length;
        let item = Item {
            hex,
            span: Span::new(base, base + end),
            word: &text[start..end],
            word_at: Span::new(base + start, base + end),
        };
        (word_length > 0).then_some((item, end))
    })
}

/// Bridges: `4,4-5,3, -2,7--1,5`.
pub(super) fn bridges(text: &str, at: Span, findings: &mut Findings) -> Vec<At<[Hex; 2]>> {
    scanned(text, at, S08, "bridge", findings, |text, base| {
        let (a, length) = hex_prefix(text)?;
        let (b, more) = hex_prefix(text[length..].strip_prefix('-')?)?;
        let end = length + 1 + more;
        Some((At::new([a, b], Span::new(base, base + end)), end))
    })
}

/// A value in a message: quoted, cut to a readable length.
pub(super) fn shown(text: &str) -> String {
    match text.char_indices().nth(40) {
        None if text.is_empty() => "nothing".to_owned(),
        None => format!("{text:?}"),
        Some((cut, _)) => format!("{:?}…", &text[..cut]),
    }
}
