//! The formatter: canonical spelling of every line, nothing moved, added or removed.
//!
//! It rewrites line ends, drops a byte-order mark, blanks at both ends of a line and surplus blanks
//! behind a keyword, spells lists, rows (padded to the full width) and `nosetup` corners
//! canonically, and ends the last line. A row with text it does not understand, or too long for the
//! grid, keeps its spelling: a formatter must not hide a mistake.

use super::PioneersMap;
use super::keyword::{Keyword, keyword_of, spelling};
use super::model::MOST_SIDE;
use super::place::{Node, Place};
use super::read::{Reading, read};
use super::row::{Row, read_row};
use super::values::{integer, is_blank, list};
use super::write::{cell_text, list_text};
use hexwright_core::text::{Leniency, lines};

/// The formatted text; `Err` hands back the document with the findings that forbid formatting:
/// errors, or bytes that are not UTF-8.
pub fn format(name: &str, bytes: &[u8]) -> Result<String, Box<Reading>> {
    let document = read(name, bytes, Leniency::Lenient);
    let (Some(map), false) = (&document.value, document.places.is_latin_1) else {
        return Err(Box::new(document));
    };
    let text = document.source.text().trim_start_matches('\u{feff}');
    // columns behind the last hex of every row are void: rows are padded to the width they show
    let width = rows_of(text).filter(is_tidy).map(|row| row.cells.len()).max().unwrap_or(0);
    let (mut out, mut in_map) = (String::with_capacity(text.len() + 16), false);
    for line in lines(text) {
        let trimmed = line.text.trim_matches(is_blank);
        if in_map {
            in_map = trimmed != ".";
            // judged as it will be written: blanks at its ends are no part of a row
            let row = read_row(trimmed, 0);
            if trimmed == "." || trimmed.starts_with('#') || !is_tidy(&row) {
                out.push_str(trimmed);
            } else {
                out.push_str(&row_text(&row, width));
            }
        } else {
            in_map = matches!(keyword_of(trimmed), Some((_, Keyword::Map)));
            out.push_str(&keyword_line(trimmed, map));
        }
        out.push('\n');
    }
    Ok(out)
}

/// The rows of the map block.
fn rows_of(text: &str) -> impl Iterator<Item = Row> {
    let mut in_map = false;
    lines(text).filter_map(move |line| {
        let trimmed = line.text.trim_matches(is_blank);
        if in_map {
            in_map = trimmed != ".";
            (in_map && !trimmed.starts_with('#')).then(|| read_row(trimmed, 0))
        } else {
            in_map = matches!(keyword_of(trimmed), Some((_, Keyword::Map)));
            None
        }
    })
}

fn is_tidy(row: &Row) -> bool {
    row.clean && row.cells.len() <= MOST_SIDE
}

fn row_text(row: &Row, width: usize) -> String {
    let cells = row.cells.iter().map(|written| cell_text(written.cell, written.pirate.is_some()));
    let padding = std::iter::repeat_n("-".to_owned(), width.saturating_sub(row.cells.len()));
    cells.chain(padding).collect::<Vec<_>>().join(",")
}

fn keyword_line(line: &str, map: &PioneersMap) -> String {
    let Some((word, keyword)) = keyword_of(line) else { return line.to_owned() };
    let value = line[word.len()..].trim_start_matches(is_blank);
    let value = match keyword {
        Keyword::Chits | Keyword::IslandBonus => {
            let numbers: Vec<i32> = list(value).into_iter().map(|(n, _)| n as i32).collect();
            list_text(&numbers)
        }
        Keyword::NoSetup => nosetup_text(value, map).unwrap_or_else(|| value.to_owned()),
        _ => value.to_owned(),
    };
    if value.is_empty() { spelling(keyword).to_owned() } else { format!("{word} {value}") }
}

/// The canonical name of a corner that exists and is fully written.
fn nosetup_text(value: &str, map: &PioneersMap) -> Option<String> {
    let (mut numbers, mut rest) = ([0; 3], value);
    for number in &mut numbers {
        let read = integer(rest);
        (*number, rest) = (i16::try_from(read.value).ok().filter(|_| read.given)?, &rest[read.length..]);
    }
    let [x, y, pos] = numbers;
    let pos = u8::try_from(pos).ok().filter(|&pos| pos < 6 && rest.is_empty())?;
    let hex = Place { x, y };
    let node = map.has_hex(hex).then(|| map.canonical(Node { hex, pos }))??;
    Some(format!("{} {} {}", node.hex.x, node.hex.y, node.pos))
}

#[cfg(test)]
mod tests {
    use super::format;

    #[test]
    fn a_row_is_judged_without_the_blanks_at_its_ends() {
        let text = b"title L\nchits 6\nmap\n\tt0,p1t2\x0b\nh3\x0c\n.\n";
        let formatted = format("l.game", text).unwrap();
        assert_eq!(formatted, "title L\nchits 6\nmap\nt0,p1,t2\nh3,-,-\n.\n");
        assert_eq!(format("l.game", formatted.as_bytes()).unwrap(), formatted);
    }
}
