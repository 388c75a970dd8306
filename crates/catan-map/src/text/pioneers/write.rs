//! The canonical writer: byte for byte what Pioneers itself writes.

use super::keyword::{KEYWORDS, Keyword};
use super::model::{Cell, PioneersMap};
use super::place::Place;
use super::row::{letter_of, port_letter};
use std::fmt::Write;

/// The map as canonical text: every number, switches that are on, LF line ends.
#[must_use]
pub fn write(map: &PioneersMap) -> String {
    let mut out = String::new();
    for &(word, keyword) in KEYWORDS {
        let _ = match keyword {
            Keyword::Title => writeln!(out, "title {}", map.title),
            Keyword::Switch(switch) if map.has(switch) => writeln!(out, "{word}"),
            Keyword::Number(number) => writeln!(out, "{word} {}", map.numbers[number]),
            Keyword::IslandBonus if !map.island_bonus.is_empty() => {
                writeln!(out, "{word} {}", list_text(&map.island_bonus))
            }
            Keyword::Comment => map.comments.iter().try_for_each(|text| writeln!(out, "# {text}")),
            Keyword::Description => map.description.iter().try_for_each(|text| writeln!(out, "desc {text}")),
            _ => Ok(()),
        };
    }
    let _ = writeln!(out, "chits {}\nmap", list_text(&map.chits));
    for y in 0..i16::from(map.height()) {
        let places = (0..i16::from(map.width)).map(|x| Place { x, y });
        let row: Vec<String> =
            places.map(|place| cell_text(map.cell(place), map.pirate == Some(place))).collect();
        let _ = writeln!(out, "{}", row.join(","));
    }
    out.push_str(".\n");
    for node in &map.nosetup {
        let _ = writeln!(out, "nosetup {} {} {}", node.hex.x, node.hex.y, node.pos);
    }
    out
}

/// A list without blanks.
pub(super) fn list_text(list: &[i32]) -> String {
    list.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// A cell in its canonical spelling.
pub(super) fn cell_text(cell: Cell, pirate: bool) -> String {
    let mut out = String::from(letter_of(cell.terrain()));
    match cell {
        Cell::Void => {}
        Cell::Land { sequence, fixed, .. } => {
            let _ = write!(out, "{sequence}{}", if fixed { "+" } else { "" });
        }
        Cell::Sea { port, sequence, fixed } => {
            out.push_str(if pirate { "R" } else { "" });
            if let Some(port) = port {
                let _ = write!(out, "{}{}", port_letter(port.kind), port.facing);
            }
            if let Some(sequence) = sequence {
                let _ = write!(out, "{sequence}");
            }
            out.push_str(if fixed { "+" } else { "" });
        }
    }
    out
}
