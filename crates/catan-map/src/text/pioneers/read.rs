//! The reader: bytes in, a document with every finding out. Here are the lines with keywords; `rows` reads the map.

mod rows;

use super::check::check;
use super::findings::{
    G001, G002, G003, G004, G005, G006, G007, G008, G009, G010, G011, G012, G013, G015, G016, G017, G018,
    G021, G024, G025, G027, G051, Issue, judge,
};
use super::keyword::{Keyword, Number, Switch, keyword_of, nearest, spelling};
use super::model::{Cell, PioneersMap};
use super::place::Place;
use super::places::Places;
use super::values::{integer, is_blank, is_tidy_list, list};
use hexwright_core::text::{Leniency, Line, Parsed, lines};
use hexwright_core::{Diagnostic, Source, Span};
use std::collections::BTreeMap;

/// The largest file in bytes.
pub const MOST_BYTES: usize = 1 << 20;
/// The longest line in characters.
pub const MOST_LINE: usize = 65_536;
/// Findings after which mistyped keywords are no longer guessed.
const MOST_GUESSES: usize = 20;
/// The longest list.
const MOST_NUMBERS: usize = 1_024;
/// The most comment and description lines together.
const MOST_TEXT_LINES: usize = 10_000;

/// A map as read. Text that is not UTF-8 is read as Latin-1.
pub type Reading = Parsed<PioneersMap, Places>;

/// Reads a `.game` file. Never fails and never panics; `name` is shown to people and gives a map
/// without title its name.
#[must_use]
pub fn read(name: &str, bytes: &[u8], leniency: Leniency) -> Reading {
    let (text, bad_byte) = decode(bytes);
    let source = Source::new(name, text);
    let mut reader = Reader::new(&source);
    if let Some(place) = bad_byte {
        let issue = Issue::new(G003, Span::at(place), "the file is not UTF-8; it is read as Latin-1");
        reader.issues.push(issue.help("save it as UTF-8"));
    }
    reader.read();
    let Reader { issues, map, places, .. } = reader;
    let diagnostics = judge(issues, leniency);
    let map = (!diagnostics.iter().any(Diagnostic::is_error)).then_some(map);
    let places = Places { is_latin_1: bad_byte.is_some(), ..places };
    Reading { source, value: map, diagnostics, places }
}

/// Bytes as text, and where the first byte stands that forced Latin-1.
fn decode(bytes: &[u8]) -> (String, Option<usize>) {
    match std::str::from_utf8(bytes) {
        Ok(text) => (text.to_owned(), None),
        Err(error) => {
            let latin = |part: &[u8]| part.iter().map(|&b| char::from(b)).collect::<String>();
            let before = latin(&bytes[..error.valid_up_to()]).len();
            (latin(bytes), Some(before))
        }
    }
}

/// A `nosetup` line before the map is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct NoSetup {
    pub(super) keyword: Span,
    pub(super) numbers: [i64; 3],
}

/// What reading collects; the checks of the whole file look at it too.
pub(super) struct Reader<'a> {
    pub(super) source: &'a Source,
    pub(super) issues: Vec<Issue>,
    pub(super) map: PioneersMap,
    /// First byte behind a byte-order mark.
    pub(super) start: usize,
    /// The line of the last occurrence of each keyword.
    pub(super) seen: BTreeMap<Keyword, Line<'a>>,
    /// The last line, or the empty file.
    pub(super) last: Span,
    pub(super) rows: Vec<Vec<Cell>>,
    pub(super) places: Places,
    /// Whether a row has an error, so that counting tiles makes no sense.
    pub(super) broken_map: bool,
    pub(super) pirates: Vec<(Place, Span)>,
    pub(super) nosetup: Vec<NoSetup>,
    used: BTreeMap<u16, Span>,
    told_surplus: bool,
    in_map: bool,
    stopped: bool,
}

impl<'a> Reader<'a> {
    fn new(source: &'a Source) -> Self {
        Self {
            source,
            issues: Vec::new(),
            map: PioneersMap::default(),
            start: if source.text().starts_with('\u{feff}') { 3 } else { 0 },
            seen: BTreeMap::new(),
            last: Span::at(0),
            rows: Vec::new(),
            places: Places::default(),
            broken_map: false,
            pirates: Vec::new(),
            nosetup: Vec::new(),
            used: BTreeMap::new(),
            told_surplus: false,
            in_map: false,
            stopped: false,
        }
    }

    /// Reports a mistake.
    pub(super) fn report(&mut self, issue: Issue) {
        self.issues.push(issue);
    }

    fn read(&mut self) {
        let text = self.source.text();
        if !self.is_within_limits(text) {
            return;
        }
        if self.start > 0 {
            let issue = Issue::new(G002, Span::new(0, self.start), "the file begins with a byte-order mark");
            self.report(issue.help("`hexwright fmt` removes it"));
        }
        if let Some(place) = text.find('\r') {
            let issue = Issue::new(
                G001,
                Span::new(place, place + 1),
                if text[place..].starts_with("\r\n") {
                    "line ends with CR LF; Pioneers 15.6 aborts on such a file"
                } else {
                    "line ends with a lone CR; Pioneers 15.6 aborts on such a file"
                },
            );
            self.report(issue.help("`hexwright fmt` rewrites the line ends"));
        }
        self.last = Span::at(self.start);
        for line in lines(&text[self.start..]) {
            let span = Span::new(line.span.start as usize + self.start, line.span.end as usize + self.start);
            let line = Line { text: line.text, span };
            self.last = span;
            if self.in_map {
                self.map_line(line);
            } else {
                self.keyword_line(line);
            }
            if self.stopped {
                return;
            }
        }
        if self.in_map {
            let issue = Issue::new(G021, Span::at(self.last.end as usize), "the map has no end");
            self.report(issue.help("end it with a line that holds only `.`"));
        }
        if self.map.comments.len() + self.map.description.len() > MOST_TEXT_LINES {
            self.too_large(
                self.start,
                format!("more than {MOST_TEXT_LINES} lines of comment and description"),
            );
            return;
        }
        self.build_grid();
        check(self);
    }

    /// What is too large or cannot be text is not read at all.
    fn is_within_limits(&mut self, text: &str) -> bool {
        if text.len() > MOST_BYTES {
            self.too_large(0, format!("the file has more than {MOST_BYTES} bytes"));
            return false;
        }
        if let Some(place) = text.find('\0') {
            let issue = Issue::new(G004, Span::new(place, place + 1), "the file contains a NUL byte");
            self.report(issue.help("it is probably no text file, or saved as UTF-16"));
            return false;
        }
        for line in lines(text) {
            if line.text.len() > MOST_LINE
                && let Some((place, _)) = line.text.char_indices().nth(MOST_LINE)
            {
                let place = line.span.start as usize + place;
                self.too_large(place, format!("the line has more than {MOST_LINE} characters"));
                return false;
            }
        }
        true
    }

    fn too_large(&mut self, place: usize, message: String) {
        self.report(Issue::new(G005, Span::at(place), message));
        self.stopped = true;
    }

    fn keyword_line(&mut self, line: Line<'a>) {
        let text = line.text.trim_start_matches(is_blank);
        let start = line.span.start as usize + line.text.len() - text.len();
        let text = text.trim_end_matches(is_blank);
        if text.is_empty() {
            return;
        }
        let Some((word, keyword)) = keyword_of(text) else {
            let word = text.split(is_blank).next().unwrap_or(text);
            let issue =
                Issue::new(G006, Span::new(start, start + word.len()), format!("unknown keyword `{word}`"));
            // a text with this many findings is no mistyped map: guessing would only take time
            let near = if self.issues.len() < MOST_GUESSES { nearest(word) } else { None };
            let help = near.map(|known| format!("did you mean `{known}`?"));
            self.report(Issue { help, ..issue });
            return;
        };
        let rest = &text[word.len()..];
        let value = rest.trim_start_matches(is_blank);
        let behind = start + word.len();
        let value_at = behind + rest.len() - value.len();
        let joined = !value.is_empty() && value_at == behind && keyword != Keyword::Comment;
        if joined {
            let issue = Issue::new(
                G007,
                Span::at(behind),
                format!("`{word}` is followed by other text without a blank; it is read as `{word} {value}`"),
            );
            self.report(issue.help("put a blank behind the keyword"));
        }
        let line = Line { text: line.text, span: line.span };
        let here = Span::new(start, behind);
        self.places.lines.push((keyword, Span::new(start, start + text.len())));
        let repeats =
            !matches!(keyword, Keyword::Comment | Keyword::Description | Keyword::NoSetup | Keyword::Map);
        if self.seen.insert(keyword, line).is_some() && repeats {
            self.report(Issue::new(G010, here, format!("`{word}` is given again; the last one counts")));
        }
        self.value(keyword, here, value, value_at, joined);
    }

    fn value(&mut self, keyword: Keyword, here: Span, value: &str, at: usize, joined: bool) {
        let span = Span::new(at, at + value.len());
        match keyword {
            Keyword::Title => {
                if let Some(hash) = value.find(" #").or_else(|| value.find("\t#")) {
                    let place = at + hash + 1;
                    let issue = Issue::new(
                        G051,
                        Span::new(place, place + 1),
                        "`#` and what follows belong to the title",
                    );
                    self.report(issue.help("a comment needs a line of its own"));
                }
                self.map.title = value.to_owned();
            }
            Keyword::Comment => self.map.comments.push(value.to_owned()),
            Keyword::Description => self.map.description.push(value.to_owned()),
            Keyword::Switch(switch) => {
                self.map.switches[switch] = true;
                if !joined {
                    self.no_value(spelling(keyword), value, span);
                }
            }
            Keyword::Number(number) => self.number(number, value, span),
            Keyword::Chits | Keyword::IslandBonus => self.list(keyword, here, value, at),
            Keyword::Variant => {
                let issue = Issue::new(G008, here, "`variant` is obsolete and ignored");
                self.report(issue.help("remove the line"));
            }
            Keyword::NewRule => {
                let issue =
                    Issue::new(G009, here, "`new-rule` only means something between programs; ignored");
                self.report(issue.help("remove the line"));
            }
            Keyword::NoSetup => self.nosetup_line(here, value, span),
            Keyword::Map => {
                if !joined {
                    self.no_value("map", value, span);
                }
                if !self.rows.is_empty() || self.told_surplus {
                    let issue = Issue::new(G024, here, "a second map; a file has one");
                    self.report(issue.help("remove one of the two map blocks"));
                    self.broken_map = true;
                }
                self.in_map = true;
            }
        }
    }

    /// A keyword that is only present or absent has no value.
    fn no_value(&mut self, word: &str, value: &str, span: Span) {
        if value.is_empty() {
            return;
        }
        let issue = Issue::new(G013, span, format!("`{word}` takes no value; `{value}` is ignored"));
        let help =
            if word == "map" { "rows start on the next line" } else { "remove the line to switch it off" };
        self.report(issue.help(help));
    }

    fn number(&mut self, number: Number, value: &str, span: Span) {
        let word = spelling(Keyword::Number(number));
        let read = integer(value);
        if !read.given || read.length < value.len() {
            let found = if value.is_empty() { "nothing".to_owned() } else { format!("`{value}`") };
            let issue = Issue::new(
                G011,
                span,
                format!("expected a number behind `{word}`, found {found}; it is read as {}", read.value),
            );
            self.report(issue);
        }
        let range = number.range();
        match i32::try_from(read.value) {
            Err(_) => {
                let issue = Issue::new(G012, span, format!("`{word}` does not fit 32 bits"));
                self.report(issue.fatal());
            }
            Ok(value) => {
                self.map.numbers[number] = value;
                if read.given && !range.contains(&value) {
                    let issue = Issue::new(
                        G012,
                        span,
                        format!("expected {}-{} for `{word}`, found {value}", range.start(), range.end()),
                    );
                    self.report(issue);
                }
            }
        }
    }

    fn list(&mut self, keyword: Keyword, here: Span, value: &str, at: usize) {
        let word = spelling(keyword);
        if keyword == Keyword::Chits && self.seen.contains_key(&Keyword::Map) {
            let issue = Issue::new(G018, here, "`chits` after the map; Pioneers 15.6 refuses such a file");
            self.report(issue.help("move the line before `map`"));
        }
        if value.is_empty() {
            self.report(Issue::new(G015, Span::at(here.end as usize), format!("`{word}` without a number")));
            return;
        }
        if !is_tidy_list(value) {
            let issue = Issue::new(
                G016,
                Span::new(at, at + value.len()),
                format!("expected numbers separated by commas behind `{word}`"),
            );
            self.report(issue.help("write for example `4,-1,12`"));
        }
        let numbers = list(value);
        if numbers.len() > MOST_NUMBERS {
            self.too_large(self.start, format!("`{word}` has more than {MOST_NUMBERS} numbers"));
            return;
        }
        let mut values = Vec::with_capacity(numbers.len());
        for (number, range) in numbers {
            let span = Span::new(at + range.start, at + range.end);
            let Ok(number) = i32::try_from(number) else {
                let issue = Issue::new(G012, span, format!("a number behind `{word}` does not fit 32 bits"));
                self.report(issue.fatal());
                continue;
            };
            if keyword == Keyword::Chits && !matches!(number, 2..=6 | 8..=12) {
                let issue = Issue::new(G017, span, format!("chit {number}; expected 2-6 or 8-12"));
                self.report(issue.help(if number == 7 {
                    "a tile with a 7 never produces"
                } else {
                    "no roll gives it"
                }));
            }
            values.push(number);
        }
        if keyword == Keyword::Chits {
            self.map.chits = values;
        } else {
            self.map.island_bonus = values;
        }
    }

    fn nosetup_line(&mut self, here: Span, value: &str, span: Span) {
        let (mut numbers, mut rest, mut given) = ([0; 3], value, 0);
        for number in &mut numbers {
            let read = integer(rest);
            if !read.given {
                break;
            }
            (*number, rest) = (read.value, &rest[read.length..]);
            given += 1;
        }
        if given < 3 || !rest.trim_start_matches(is_blank).is_empty() {
            let issue =
                Issue::new(G027, span, format!("expected `nosetup X Y CORNER`, found `nosetup {value}`"));
            self.report(issue.help("column, row and corner 0-5; missing numbers are read as 0"));
        }
        if !self.seen.contains_key(&Keyword::Map) {
            let issue = Issue::new(G025, here, "`nosetup` before the map; Pioneers 15.6 forgets it");
            self.report(issue.help("move the line behind the map"));
        }
        self.nosetup.push(NoSetup { keyword: here, numbers });
    }

    /// Whether a switch of the file is on.
    pub(super) fn has(&self, switch: Switch) -> bool {
        self.map.switches[switch]
    }
}
