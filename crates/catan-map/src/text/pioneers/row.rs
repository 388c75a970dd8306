//! One row of the map block: cells, void, separators and what does not belong there.

use super::findings::{G030, G031, G036, G037, G038, G040, G044, G054, G055, Issue};
use super::model::{Cell, Port};
use super::values::number;
use crate::map::{Resource, Terrain};
use hexwright_core::Span;

/// The largest sequence number.
pub(crate) const MOST_SEQUENCE: u16 = 1023;

/// A cell and where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Written {
    pub(super) cell: Cell,
    /// Where the `R` of the pirate stands.
    pub(super) pirate: Option<Span>,
    pub(super) span: Span,
}

/// A row as read. After an error the rest of the row is missing.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    pub(super) cells: Vec<Written>,
    pub(super) issues: Vec<Issue>,
    /// Whether every character was understood, so that the row may be spelled anew.
    pub(super) clean: bool,
}

/// The terrain of a tile letter; water for sea.
#[must_use]
pub const fn terrain_of(letter: u8) -> Option<Terrain> {
    Some(match letter {
        b't' => Terrain::Land(Resource::Wood),
        b'p' => Terrain::Land(Resource::Wool),
        b'f' => Terrain::Land(Resource::Wheat),
        b'h' => Terrain::Land(Resource::Brick),
        b'm' => Terrain::Land(Resource::Ore),
        b'd' => Terrain::Desert,
        b'g' => Terrain::Gold,
        b's' => Terrain::Water,
        _ => return None,
    })
}

/// The letter of a terrain.
pub(super) const fn letter_of(terrain: Terrain) -> char {
    match terrain {
        Terrain::Land(Resource::Wood) => 't',
        Terrain::Land(Resource::Wool) => 'p',
        Terrain::Land(Resource::Wheat) => 'f',
        Terrain::Land(Resource::Brick) => 'h',
        Terrain::Land(Resource::Ore) => 'm',
        Terrain::Desert => 'd',
        Terrain::Gold => 'g',
        Terrain::Water => 's',
        Terrain::Void => '-',
    }
}

/// The kind of a port letter.
#[must_use]
pub const fn port_of(letter: u8) -> Option<Option<Resource>> {
    Some(match letter {
        b'b' => Some(Resource::Brick),
        b'g' => Some(Resource::Wheat),
        b'o' => Some(Resource::Ore),
        b'w' => Some(Resource::Wool),
        b'l' => Some(Resource::Wood),
        b'?' => None,
        _ => return None,
    })
}

/// The letter of a port kind.
pub(super) const fn port_letter(kind: Option<Resource>) -> char {
    match kind {
        Some(Resource::Brick) => 'b',
        Some(Resource::Wheat) => 'g',
        Some(Resource::Ore) => 'o',
        Some(Resource::Wool) => 'w',
        Some(Resource::Wood) => 'l',
        None => '?',
    }
}

/// Reads a row that stands at byte `base` of the file.
pub(super) fn read_row(line: &str, base: usize) -> Row {
    let mut reader = RowReader { line, base, at: 0, row: Row { clean: true, ..Row::default() } };
    // an error ends the row; what was read before it counts
    if let Err(issue) = reader.read() {
        reader.row.issues.push(*issue);
        reader.row.clean = false;
    }
    reader.row
}

struct RowReader<'a> {
    line: &'a str,
    base: usize,
    at: usize,
    row: Row,
}

impl RowReader<'_> {
    fn read(&mut self) -> Result<(), Box<Issue>> {
        let (mut joined, mut comma, mut told) = (false, false, false);
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'\t' => {
                    joined = false;
                    self.at += 1;
                }
                b',' => {
                    if comma && !told {
                        let issue = Issue::new(
                            G044,
                            self.span(self.at, self.at + 1),
                            "two commas in a row make no void cell",
                        );
                        self.row.issues.push(issue.help("write `-` for a cell without hex"));
                        told = true;
                    }
                    comma = true;
                    joined = false;
                    self.at += 1;
                }
                b'-' | b't' | b'p' | b'f' | b'h' | b'm' | b'd' | b'g' | b's' => {
                    if joined {
                        let issue = Issue::new(
                            G054,
                            self.span(self.at, self.at + 1),
                            "expected `,` between two cells",
                        );
                        self.row.issues.push(issue);
                    }
                    (joined, comma, told) = (true, false, false);
                    let cell = self.cell(byte)?;
                    self.row.cells.push(cell);
                }
                _ => {
                    self.junk();
                    (joined, comma, told) = (true, false, false);
                }
            }
        }
        Ok(())
    }

    fn peek(&self) -> Option<u8> {
        self.line.as_bytes().get(self.at).copied()
    }

    fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.base + start, self.base + end)
    }

    fn digits(&mut self) -> &[u8] {
        let start = self.at;
        while self.peek().is_some_and(|b| b.is_ascii_digit()) {
            self.at += 1;
        }
        &self.line.as_bytes()[start..self.at]
    }

    /// A run of characters up to the next separator, `-` or tile letter.
    fn junk(&mut self) {
        let start = self.at;
        let rest = &self.line[start..];
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let is_end =
            |c: char| matches!(c, ',' | ' ' | '\t' | '-') || c.is_ascii() && terrain_of(c as u8).is_some();
        let length = rest[first..].find(is_end).map_or(rest.len(), |n| first + n);
        self.at += length;
        let text = &self.line[start..self.at];
        let alone = (start == 0 || matches!(self.line.as_bytes()[start - 1], b',' | b' ' | b'\t'))
            && self.peek().is_none_or(|b| matches!(b, b',' | b' ' | b'\t'));
        let effect = if alone { "; the rest of the row moves left by one column" } else { "" };
        let issue = Issue::new(
            G030,
            self.span(start, self.at),
            format!("unknown tile text `{text}` is ignored{effect}"),
        );
        self.row.issues.push(
            issue.help("a tile is one of t p f h m d g and its sequence number, s for sea, or - for no hex"),
        );
        self.row.clean = false;
    }

    /// A sequence number, if there is one.
    fn sequence(&mut self) -> Result<Option<u16>, Box<Issue>> {
        let start = self.at;
        let digits = self.digits();
        if digits.is_empty() {
            return Ok(None);
        }
        let value = number(digits);
        if value > i64::from(MOST_SEQUENCE) {
            let issue = Issue::new(
                G055,
                self.span(start, self.at),
                format!("sequence number {}; expected at most {MOST_SEQUENCE}", &self.line[start..self.at]),
            );
            return Err(Box::new(issue.help("number the land tiles from 0 without gaps")));
        }
        Ok(Some(value as u16))
    }

    fn plus(&mut self) -> bool {
        let found = self.peek() == Some(b'+');
        self.at += usize::from(found);
        found
    }

    fn cell(&mut self, letter: u8) -> Result<Written, Box<Issue>> {
        let start = self.at;
        self.at += 1;
        let mut pirate = None;
        let cell = match letter {
            b'-' => Cell::Void,
            b's' => {
                if self.peek() == Some(b'R') {
                    pirate = Some(self.span(self.at, self.at + 1));
                    self.at += 1;
                }
                let port = self.port()?;
                let number_at = self.at;
                let sequence = self.sequence()?;
                if sequence.is_some() {
                    let issue = Issue::new(
                        G036,
                        self.span(number_at, self.at),
                        "a sea tile with a sequence number takes a chit and never produces",
                    );
                    self.row.issues.push(issue);
                }
                Cell::Sea { port, sequence, fixed: self.plus() }
            }
            _ => {
                let Some(sequence) = self.sequence()? else {
                    let letter = char::from(letter);
                    let issue = Issue::new(
                        G031,
                        self.span(start, start + 1),
                        format!("land tile `{letter}` has no sequence number"),
                    );
                    let help = format!(
                        "write for example `{letter}0`: chits are laid out in the order of these numbers"
                    );
                    return Err(Box::new(issue.help(help)));
                };
                let terrain = terrain_of(letter).unwrap_or(Terrain::Desert);
                Cell::Land { terrain, sequence, fixed: self.plus() }
            }
        };
        Ok(Written { cell, pirate, span: self.span(start, self.at) })
    }

    fn port(&mut self) -> Result<Option<Port>, Box<Issue>> {
        let Some(letter) = self.peek() else { return Ok(None) };
        if letter == b'm' {
            let issue = Issue::new(
                G040,
                self.span(self.at, self.at + 1),
                "a gold port does not exist; Pioneers 15.6 aborts when a player joins",
            );
            return Err(Box::new(issue.help("use b g o w l for a 2:1 port or ? for 3:1")));
        }
        let Some(kind) = port_of(letter) else { return Ok(None) };
        self.at += 1;
        let facing = match self.peek() {
            Some(digit @ b'0'..=b'5') => {
                self.at += 1;
                digit - b'0'
            }
            Some(digit @ b'6'..=b'9') => {
                let issue = Issue::new(
                    G037,
                    self.span(self.at, self.at + 1),
                    format!("port facing {}; expected 0-5 (0 E, 1 NE, 2 NW, 3 W, 4 SW, 5 SE)", digit - b'0'),
                );
                return Err(Box::new(issue));
            }
            _ => {
                let issue =
                    Issue::new(G038, self.span(self.at, self.at), "port without facing; 0 (east) is assumed");
                self.row
                    .issues
                    .push(issue.help("write the direction of its land: 0 E, 1 NE, 2 NW, 3 W, 4 SW, 5 SE"));
                0
            }
        };
        Ok(Some(Port { kind, facing }))
    }
}
