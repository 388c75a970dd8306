//! Lines of the protocol taken apart: who, what, numbers, places.

use crate::map::{Card, Grid, Resource};
use crate::text::pioneers::{Edge, Node, Place};
use hexwright_core::{CornerId, HexId, SideId};

/// Resources in the order of the protocol: brick grain ore wool lumber.
pub(crate) const KINDS: [Resource; 5] =
    [Resource::Brick, Resource::Wheat, Resource::Ore, Resource::Wool, Resource::Wood];

const KIND_WORDS: [&str; 5] = ["brick", "grain", "ore", "wool", "lumber"];

/// Cards by their type number: road building, monopoly, plenty, five point cards, soldier.
pub(crate) const fn card_of(kind: usize) -> Option<Card> {
    Some(match kind {
        0 => Card::RoadBuilding,
        1 => Card::Monopoly,
        2 => Card::YearOfPlenty,
        3..=7 => Card::VictoryPoint,
        8 => Card::Knight,
        _ => return None,
    })
}

/// The kind with a word of the protocol.
pub(crate) fn kind_of(word: &str) -> Option<Resource> {
    KIND_WORDS.iter().position(|&w| w == word).map(|i| KINDS[i])
}

/// The word of a kind.
pub(crate) fn word_of(kind: Resource) -> &'static str {
    KIND_WORDS[KINDS.iter().position(|&k| k == kind).unwrap_or(0)]
}

/// Five counts in our order as the protocol writes them.
#[must_use]
pub fn kinds_text(counts: [u16; 5]) -> String {
    KINDS.map(|kind| counts[kind as usize].to_string()).join(" ")
}

/// Five numbers of the protocol in our order.
pub(crate) fn counts_of(words: &[&str]) -> Option<[i32; 5]> {
    let mut counts = [0; 5];
    if words.len() < 5 {
        return None;
    }
    for (word, kind) in words.iter().zip(KINDS) {
        counts[kind as usize] = word.parse().ok()?;
    }
    Some(counts)
}

/// A line of the server: who did it (`None`: nobody, `-1`), and the words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Speech<'a> {
    /// The acting seat.
    pub seat: Option<usize>,
    /// Whether the line named its seat; a bare line speaks of, or to, the listener.
    pub named: bool,
    /// What it says.
    pub words: Vec<&'a str>,
}

impl<'a> Speech<'a> {
    /// Takes a line apart as `listener` hears it.
    #[must_use]
    pub fn of(line: &'a str, listener: Option<usize>) -> Self {
        let words: Vec<&str> = line.split(' ').collect();
        if let ["player", number, rest @ ..] = words.as_slice()
            && let Ok(number) = number.parse::<i32>()
        {
            let seat = usize::try_from(number).ok();
            return Self { seat, named: true, words: rest.to_vec() };
        }
        Self { seat: listener, named: false, words }
    }
}

fn place(words: &[&str]) -> Option<(Place, Option<u8>)> {
    let x = words.first()?.parse().ok()?;
    let y = words.get(1)?.parse().ok()?;
    let pos = match words.get(2) {
        None => None,
        Some(word) => Some(word.parse().ok().filter(|&p: &u8| p < 6)?),
    };
    Some((Place { x, y }, pos))
}

/// A corner from `x y pos`, if the grid has it.
pub(crate) fn corner(grid: &Grid, words: &[&str]) -> Option<CornerId> {
    let (hex, pos) = place(words)?;
    grid.topology().corner_id(Node { hex, pos: pos? }.corner())
}

/// A side from `x y pos`, if the grid has it.
pub(crate) fn side(grid: &Grid, words: &[&str]) -> Option<SideId> {
    let (hex, pos) = place(words)?;
    grid.topology().side_id(Edge { hex, pos: pos? }.side())
}

/// A hex from `x y`, if the grid has it.
pub(crate) fn hex(grid: &Grid, words: &[&str]) -> Option<HexId> {
    let (place, _) = place(&words[..words.len().min(2)])?;
    grid.at(u8::try_from(place.y).ok()?, u8::try_from(place.x).ok()?)
}
