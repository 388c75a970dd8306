//! The rows of the map, from the line `map` to the line `.`, and the grid they make.

use super::Reader;
use crate::text::pioneers::findings::{G022, G023, G026, G032, G041, G045, G046, Issue};
use crate::text::pioneers::keyword::{KEYWORDS, Keyword};
use crate::text::pioneers::model::{Cell, MOST_SIDE};
use crate::text::pioneers::place::{Node, Place};
use crate::text::pioneers::row::{read_row, terrain_of};
use crate::text::pioneers::values::is_blank;
use hexwright_core::Span;
use hexwright_core::text::Line;

impl<'a> Reader<'a> {
    pub(super) fn map_line(&mut self, line: Line<'a>) {
        let text = line.text.trim_matches(is_blank);
        let indent = line.text.len() - line.text.trim_start_matches(is_blank).len();
        let at = line.span.start as usize + indent;
        if text == "." {
            if line.text != "." {
                let place = if indent > 0 { at } else { at + 1 };
                let issue = Issue::new(
                    G023,
                    Span::at(place),
                    "`.` must stand alone on its line; Pioneers 15.6 aborts",
                );
                self.report(issue.help("remove the blanks"));
            }
            self.in_map = false;
            return;
        }
        if let Some(word) = keyword_row(text) {
            let issue = Issue::new(
                G022,
                Span::new(at, at + word.len()),
                format!("keyword `{word}` inside the map: the `.` that ends the map is missing"),
            );
            self.report(issue.help("put a line with only `.` behind the last row"));
            self.stopped = true;
            return;
        }
        if self.rows.len() >= MOST_SIDE {
            if !self.told_surplus && !text.is_empty() {
                self.told_surplus = true;
                let issue =
                    Issue::new(G041, line.span, format!("more than {MOST_SIDE} rows; the rest is dropped"));
                self.report(issue);
            }
            return;
        }
        if text.is_empty() {
            let issue = Issue::new(
                G046,
                Span::at(line.span.start as usize),
                "a blank line in the map is an empty row: the rows below shift by half a hex",
            );
            self.report(issue.help("remove it, or write `-` for an empty row"));
            self.push_row(Vec::new(), Vec::new());
            return;
        }
        if text.starts_with('#') {
            let tiles = text.bytes().any(|b| terrain_of(b).is_some());
            let issue = Issue::new(
                G045,
                Span::new(at, at + 1),
                if tiles {
                    "a comment inside the map: its letters would be read as tiles"
                } else {
                    "a comment inside the map is an empty row"
                },
            );
            let issue = issue.help("move the comment out of the map");
            self.broken_map |= tiles;
            self.report(if tiles { issue.fatal() } else { issue });
            self.push_row(Vec::new(), Vec::new());
            return;
        }
        self.map_row(line);
    }

    fn map_row(&mut self, line: Line<'a>) {
        let row = read_row(line.text, line.span.start as usize);
        let mut cells = Vec::with_capacity(row.cells.len());
        let spans = row.cells.iter().map(|written| written.span).collect();
        let mut end = None;
        for written in row.cells {
            if cells.len() == MOST_SIDE {
                let message = format!("more than {MOST_SIDE} columns; the rest of the row is dropped");
                end = Some(Issue::new(G041, written.span, message));
                break;
            }
            if let Some(sequence) = written.cell.sequence()
                && let Some(first) = self.used.insert(sequence, written.span)
            {
                self.used.insert(sequence, first);
                let first = self.source.position(first.start as usize);
                let message = format!("sequence number {sequence} is used again; first used at {first}");
                end = Some(Issue::new(G032, written.span, message).help("give every tile its own number"));
                break;
            }
            if let Some(span) = written.pirate {
                let place = Place { x: cells.len() as i16, y: self.rows.len() as i16 };
                self.pirates.push((place, span));
            }
            cells.push(written.cell);
        }
        let until = end.as_ref().map_or(u32::MAX, |issue| issue.span.start);
        for issue in row.issues.into_iter().filter(|i| i.span.start <= until).chain(end) {
            self.broken_map |= issue.is_error();
            self.report(issue);
        }
        self.push_row(cells, spans);
    }

    fn push_row(&mut self, cells: Vec<Cell>, spans: Vec<Span>) {
        self.rows.push(cells);
        self.places.cells.push(spans);
    }

    /// Pads the rows to a rectangle and gives every forbidden corner its canonical name.
    pub(super) fn build_grid(&mut self) {
        let width = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        for row in &mut self.rows {
            row.resize(width, Cell::Void);
        }
        self.map.width = width as u8;
        self.map.cells = self.rows.concat();
        self.map.shrink();
        self.map.pirate = self.pirates.last().map(|&(place, _)| place);
        let mut nodes = Vec::new();
        for line in std::mem::take(&mut self.nosetup) {
            let [x, y, pos] = line.numbers;
            let node = || {
                let hex = Place { x: i16::try_from(x).ok()?, y: i16::try_from(y).ok()? };
                let pos = u8::try_from(pos).ok().filter(|&p| p < 6)?;
                self.map.has_hex(hex).then_some(Node { hex, pos })
            };
            match node().and_then(|n| self.map.canonical(n)) {
                Some(node) => nodes.push(node),
                None if self.broken_map => {}
                None => {
                    let issue =
                        Issue::new(G026, line.keyword, format!("the map has no corner {x} {y} {pos}"));
                    self.report(issue.help("column and row of a hex, and its corner 0-5"));
                }
            }
        }
        nodes.sort_unstable();
        nodes.dedup();
        self.map.nosetup = nodes;
    }
}

/// The keyword a row of the map begins with by mistake.
fn keyword_row(text: &str) -> Option<&'static str> {
    let ends = |rest: &str| rest.chars().next().is_none_or(|c| is_blank(c) || c.is_ascii_digit());
    KEYWORDS
        .iter()
        .filter(|(_, keyword)| !matches!(keyword, Keyword::Map | Keyword::Comment))
        .map(|&(word, _)| word)
        .find(|word| text.strip_prefix(word).is_some_and(ends))
}
