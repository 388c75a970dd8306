//! A game's setup as text: what a record's head holds (R-RECORD-2).
//!
//! ```text
//! seats 4
//! options ruleset=standard dice=balanced
//! board types 0 7 5 4 0 2 …
//! board values 0 0 8 11 0 …
//! board ports 1 4 …
//! map
//! # Players: min max
//! 2 4
//! …
//! ```
//!
//! The map is in its canonical form, with `any` cells if it has some; the board says what they became.
//! Type codes are those of the map format, with 8 for gold and 9 for void; port code 0 is an empty site. A map
//! with ports at sea has a line `board sea-ports` too.

use super::{Catan, Options};
use crate::map::{Board, Grid, Harbour, PortType, Resource, Setup, Terrain};
use crate::text::dot_catan::{self, Leniency};
use hexwright_core::{BadSetup, Game as _, Key as _, Recorded};

const fn type_code(terrain: Terrain) -> u8 {
    match terrain {
        Terrain::Water => 0,
        Terrain::Land(resource) => 2 + resource as u8,
        Terrain::Desert => 7,
        Terrain::Gold => 8,
        Terrain::Void => 9,
    }
}

fn terrain(code: u8) -> Option<Terrain> {
    Some(match code {
        0 => Terrain::Water,
        2..=6 => Terrain::Land(Resource::ALL[usize::from(code) - 2]),
        7 => Terrain::Desert,
        8 => Terrain::Gold,
        9 => Terrain::Void,
        _ => return None,
    })
}

fn words(numbers: impl Iterator<Item = u8>) -> String {
    numbers.map(|n| n.to_string()).collect::<Vec<_>>().join(" ")
}

fn numbers(text: &str, expected: usize, what: &str) -> Result<Vec<u8>, String> {
    let list: Option<Vec<u8>> = text.split_whitespace().map(|w| w.parse().ok()).collect();
    let list = list.ok_or_else(|| format!("board {what}: expected numbers, found `{text}`"))?;
    if list.len() == expected {
        return Ok(list);
    }
    Err(format!("board {what}: expected {expected} numbers, found {}", list.len()))
}

fn board(setup: &Setup, types: &str, values: &str, ports: &str, sea: &str) -> Result<Board, String> {
    let grid: Grid = setup.grid.clone();
    let terrain = numbers(types, grid.len(), "types")?
        .into_iter()
        .map(|code| terrain(code).ok_or_else(|| format!("board types: expected 0 to 9, found {code}")))
        .collect::<Result<_, _>>()?;
    let values = numbers(values, grid.len(), "values")?;
    if let Some(value) = values.iter().find(|&&v| v == 1 || v > 12) {
        return Err(format!("board values: expected 0 or 2 to 12, found {value}"));
    }
    let mut codes = numbers(ports, setup.ports.len(), "ports")?;
    codes.extend(numbers(sea, setup.sea.ports.len(), "sea-ports")?);
    let sites = setup.ports.iter().map(|port| port.corners);
    let sites = sites.chain(setup.sea.ports.iter().map(|port| port.corners(&grid)));
    let harbours = codes.iter().zip(sites).map(|(&code, corners)| match PortType::from_code(code) {
        Some(PortType::Any) => Ok(None),
        Some(PortType::Three) => Ok(Some(Harbour { corners, kind: None })),
        Some(PortType::Two(kind)) => Ok(Some(Harbour { corners, kind: Some(kind) })),
        None => Err(format!("board ports: expected 0 to 6, found {code}")),
    });
    let harbours = harbours.collect::<Result<_, _>>()?;
    Ok(Board { grid, terrain, numbers: values, harbours })
}

impl Recorded for Catan {
    fn setup_text(&self) -> String {
        let board = self.board();
        let codes = board.harbours.iter().map(|h| match h {
            None => 0,
            Some(Harbour { kind: None, .. }) => PortType::Three.code(),
            Some(Harbour { kind: Some(kind), .. }) => PortType::Two(*kind).code(),
        });
        let mut ports = words(codes.clone().take(self.setup().ports.len()));
        if !self.setup().sea.ports.is_empty() {
            ports += &format!("\nboard sea-ports {}", words(codes.skip(self.setup().ports.len())));
        }
        format!(
            "seats {}\noptions {}\nboard types {}\nboard values {}\nboard ports {ports}\nmap\n{}",
            self.seats(),
            self.options().text(),
            words(board.terrain.iter().map(|&t| type_code(t))),
            words(board.numbers.iter().copied()),
            dot_catan::write(self.setup())
        )
    }

    fn from_setup(text: &str) -> Result<Self, BadSetup> {
        let (head, map) = text.split_once("\nmap\n").ok_or("expected a line `map`, found none")?;
        let field = |name: &str| {
            let line = head.lines().find_map(|line| line.strip_prefix(name));
            line.map(str::trim).ok_or_else(|| format!("expected a line `{name}`, found none"))
        };
        let reading = dot_catan::read("map.catan", map.as_bytes(), Leniency::Lenient);
        let setup = reading.value.ok_or_else(|| {
            let first = reading.diagnostics.first().map_or("unreadable", |d| d.message.as_str());
            format!("the map cannot be read: {first}")
        })?;
        let seats = field("seats ")?;
        let seats = seats.parse().map_err(|_| format!("expected a number of seats, found `{seats}`"))?;
        let options = Options::from_text(field("options ")?).map_err(|e| e.to_string())?;
        let ports = if setup.ports.is_empty() { "" } else { field("board ports")? };
        let sea = if setup.sea.ports.is_empty() { "" } else { field("board sea-ports")? };
        let board = board(&setup, field("board types ")?, field("board values ")?, ports, sea)?;
        Self::new(&setup, &board, options, seats).map_err(|e| e.to_string().into())
    }
}
