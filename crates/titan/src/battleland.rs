//! A battleland: 27 hexes with terrain, elevation and hexsides, always a valid board.
//!
//! ```
//! use hexwright_titan::{Battleland, HexId, Terrain};
//!
//! let mut land = Battleland::default();
//! land.set_ground(HexId::from_label("C3").unwrap(), Terrain::Bog, 0);
//! assert_eq!(land.canonical(), "C3:Bog:0");
//! ```

use crate::board::HEXES;
use crate::{BoardSymmetry, Entrance, HexId, Hexside, Terrain};
use hexwright_core::Key;
use std::fmt::Write;

/// The highest ground of a map; scripts reach 2.
pub const MOST_ELEVATION: u8 = 3;

/// One hex of a battleland.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Cell {
    terrain: Terrain,
    elevation: u8,
    sides: [Option<Hexside>; 6],
}

impl Cell {
    /// What covers it.
    #[must_use]
    #[inline]
    pub const fn terrain(&self) -> Terrain {
        self.terrain
    }

    /// How high it lies, 0 to 3.
    #[must_use]
    #[inline]
    pub const fn elevation(&self) -> u8 {
        self.elevation
    }

    /// What it carries on side `side` (0 to 5, clockwise from the top).
    #[must_use]
    #[inline]
    pub const fn side(&self, side: usize) -> Option<Hexside> {
        self.sides[side]
    }

    /// What it carries, as (side, hexside).
    pub fn sides(&self) -> impl Iterator<Item = (usize, Hexside)> {
        self.sides.into_iter().enumerate().filter_map(|(k, side)| Some((k, side?)))
    }

    /// Whether it is Plains at elevation 0 without hexsides: what files leave out.
    #[must_use]
    pub fn is_bare(&self) -> bool {
        *self == Self::default()
    }
}

/// A map of 27 hexes with its titles, tower flag and start list.
///
/// ```
/// use hexwright_titan::{Battleland, HexId, Hexside, Terrain};
/// let mut land = Battleland::default();
/// let d4 = HexId::from_label("D4").unwrap();
/// land.set_ground(d4, Terrain::Sand, 1);
/// land.set_side(d4, 0, Some(Hexside::Dune));
/// assert_eq!(land.canonical(), "D4:Sand:1:0d");
/// assert_eq!(Battleland::from_canonical("D4:Sand:1:0d"), Some(land));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Battleland {
    cells: [Cell; HEXES],
    title: Option<Box<str>>,
    subtitle: Option<Box<str>>,
    tower: bool,
    start: Option<Vec<HexId>>,
}

impl Battleland {
    /// A hex.
    #[must_use]
    #[inline]
    pub const fn cell(&self, hex: HexId) -> &Cell {
        &self.cells[hex.index()]
    }

    /// All hexes, sorted.
    pub fn cells(&self) -> impl Iterator<Item = (HexId, &Cell)> {
        HexId::all().zip(&self.cells)
    }

    /// Changes terrain and elevation of a hex; elevations above 3 become 3. Hexsides stay.
    #[inline]
    pub fn set_ground(&mut self, hex: HexId, terrain: Terrain, elevation: u8) {
        let cell = &mut self.cells[hex.index()];
        cell.terrain = terrain;
        cell.elevation = elevation.min(MOST_ELEVATION);
    }

    /// Puts a hexside on side `side` (taken modulo 6) of a hex, or takes it away.
    #[inline]
    pub fn set_side(&mut self, hex: HexId, side: usize, hexside: Option<Hexside>) {
        self.cells[hex.index()].sides[side % 6] = hexside;
    }

    /// Makes a hex bare.
    #[inline]
    pub fn clear(&mut self, hex: HexId) {
        self.cells[hex.index()] = Cell::default();
    }

    /// The title.
    #[must_use]
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Changes the title; line ends and other control characters become blanks.
    pub fn set_title(&mut self, title: Option<&str>) {
        self.title = title.map(one_line);
    }

    /// The subtitle.
    #[must_use]
    pub fn subtitle(&self) -> Option<&str> {
        self.subtitle.as_deref()
    }

    /// Changes the subtitle; line ends and other control characters become blanks.
    pub fn set_subtitle(&mut self, subtitle: Option<&str>) {
        self.subtitle = subtitle.map(one_line);
    }

    /// Whether the map is a tower.
    #[must_use]
    pub const fn tower(&self) -> bool {
        self.tower
    }

    /// Changes the tower flag.
    pub const fn set_tower(&mut self, tower: bool) {
        self.tower = tower;
    }

    /// Where the defender starts, as drawn or read: a hex may be named twice.
    #[must_use]
    pub fn start_list(&self) -> Option<&[HexId]> {
        self.start.as_deref()
    }

    /// Where the defender starts, each hex once, in order of first naming.
    #[must_use]
    pub fn start_hexes(&self) -> Vec<HexId> {
        let mut hexes = Vec::new();
        for &hex in self.start.iter().flatten() {
            if !hexes.contains(&hex) {
                hexes.push(hex);
            }
        }
        hexes
    }

    /// Changes the start list.
    pub fn set_start_list(&mut self, hexes: Option<Vec<HexId>>) {
        self.start = hexes;
    }

    /// The entrances that count: all six, or the bottom one if the defender starts on the board.
    #[must_use]
    pub fn entrances(&self) -> &'static [Entrance] {
        if self.start.is_some() { &[Entrance::BOTTOM] } else { Entrance::ALL }
    }

    /// The hexes that are not bare, sorted: `A3:Sand:0:1d2c B2:Plains:1`.
    #[must_use]
    pub fn canonical(&self) -> String {
        let mut out = String::new();
        for (hex, cell) in self.cells().filter(|(_, c)| !c.is_bare()) {
            let gap = if out.is_empty() { "" } else { " " };
            let _ = write!(out, "{gap}{hex}:{}:{}", cell.terrain.name(), cell.elevation);
            for (i, (k, side)) in cell.sides().enumerate() {
                let _ = write!(out, "{}{k}{}", if i == 0 { ":" } else { "" }, side.letter());
            }
        }
        out
    }

    /// The map of a canonical string; titles, tower and start list are not part of it.
    #[must_use]
    pub fn from_canonical(text: &str) -> Option<Self> {
        let mut land = Self::default();
        for part in text.split(' ').filter(|p| !p.is_empty()) {
            let mut fields = part.split(':');
            let hex = HexId::from_label(fields.next()?)?;
            let terrain = Terrain::from_name(fields.next()?)?;
            let elevation = fields.next()?.parse().ok().filter(|&e| e <= MOST_ELEVATION)?;
            land.set_ground(hex, terrain, elevation);
            let mut sides = fields.next().unwrap_or("").chars();
            while let Some(k) = sides.next() {
                let k = k.to_digit(6)? as usize;
                land.set_side(hex, k, Some(Hexside::from_letter(sides.next()?)?));
            }
        }
        Some(land)
    }

    /// The map turned or mirrored; hexsides and start list go with their hexes.
    #[must_use]
    pub fn image(&self, symmetry: BoardSymmetry) -> Self {
        let mut image = self.clone();
        for (hex, cell) in self.cells() {
            let mut turned = Cell { sides: [None; 6], ..*cell };
            for (k, side) in cell.sides() {
                turned.sides[symmetry.side(k)] = Some(side);
            }
            image.cells[symmetry.apply(hex).index()] = turned;
        }
        if let Some(start) = &mut image.start {
            start.iter_mut().for_each(|hex| *hex = symmetry.apply(*hex));
        }
        image
    }
}

fn one_line(text: &str) -> Box<str> {
    if text.contains(char::is_control) { text.replace(char::is_control, " ").into() } else { text.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setter_cannot_break_the_board() {
        let mut land = Battleland::default();
        let hex = HexId::from_index(0).unwrap();
        land.set_ground(hex, Terrain::Tree, 200);
        land.set_side(hex, 7, Some(Hexside::River));
        land.set_title(Some("two\nlines"));
        assert_eq!(land.canonical(), "A3:Tree:3:1r");
        assert_eq!(land.title(), Some("two lines"));
    }

    #[test]
    fn three_turns_and_two_mirrors_lead_back() {
        let land = Battleland::from_canonical("A3:Sand:0:1d2c C4:Tree:1 F1:Plains:2:0s5r").unwrap();
        let turn = |l: &Battleland| l.image(BoardSymmetry::ALL[1]);
        assert_eq!(turn(&turn(&turn(&land))), land);
        assert_ne!(turn(&land), land);
        for mirror in &BoardSymmetry::ALL[3..] {
            assert_eq!(land.image(*mirror).image(*mirror), land);
        }
    }
}
