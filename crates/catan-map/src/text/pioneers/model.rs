//! Everything a `.game` file says, free of its spelling.

use super::keyword::{ByNumber, BySwitch, Number, Switch};
use super::place::{Node, Place};
use crate::map::{Resource, Terrain};

/// The most columns and rows of a map.
pub const MOST_SIDE: usize = 32;

/// A harbour on a sea cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Port {
    /// `Some` for a 2:1 harbour, `None` for 3:1.
    pub kind: Option<Resource>,
    /// Direction of the land, 0 east to 5 south-east, counter-clockwise.
    pub facing: u8,
}

/// One cell of the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Cell {
    /// No hex.
    #[default]
    Void,
    /// A land hex.
    Land {
        /// Desert, gold or a resource.
        terrain: Terrain,
        /// Its place in the order of the chits.
        sequence: u16,
        /// Kept out of `random-terrain`.
        fixed: bool,
    },
    /// A sea hex.
    Sea {
        /// Its harbour.
        port: Option<Port>,
        /// A sea hex with a number consumes a chit.
        sequence: Option<u16>,
        /// The harbour keeps its type under `random-terrain`.
        fixed: bool,
    },
}

impl Cell {
    /// Whether it is a land hex.
    #[must_use]
    pub const fn is_land(self) -> bool {
        matches!(self, Self::Land { .. })
    }

    /// Whether it is a sea hex.
    #[must_use]
    pub const fn is_sea(self) -> bool {
        matches!(self, Self::Sea { .. })
    }

    /// Its place in the order of the chits.
    #[must_use]
    pub const fn sequence(self) -> Option<u16> {
        match self {
            Self::Void => None,
            Self::Land { sequence, .. } => Some(sequence),
            Self::Sea { sequence, .. } => sequence,
        }
    }

    /// What it looks like before anything is drawn.
    #[must_use]
    pub const fn terrain(self) -> Terrain {
        match self {
            Self::Void => Terrain::Void,
            Self::Land { terrain, .. } => terrain,
            Self::Sea { .. } => Terrain::Water,
        }
    }
}

/// A whole Pioneers map. Out-of-range numbers are kept as they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PioneersMap {
    /// Its name.
    pub title: String,
    /// Keywords that are on or off.
    pub switches: BySwitch<bool>,
    /// Keywords with a number.
    pub numbers: ByNumber<i32>,
    /// Points for the first, second, … discovered island; the last repeats. Empty: no bonus.
    pub island_bonus: Vec<i32>,
    /// `#` lines.
    pub comments: Vec<String>,
    /// `desc` lines.
    pub description: Vec<String>,
    /// Numbers laid out along the sequence.
    pub chits: Vec<i32>,
    /// Number of columns.
    pub width: u8,
    /// Cells row by row; every row has `width` cells and the last row has a hex.
    pub cells: Vec<Cell>,
    /// Where the pirate starts.
    pub pirate: Option<Place>,
    /// Corners forbidden during setup, canonical and in column-major order.
    pub nosetup: Vec<Node>,
}

impl Default for PioneersMap {
    fn default() -> Self {
        Self {
            title: String::new(),
            switches: BySwitch::default(),
            numbers: ByNumber::from_fn(Number::default_value),
            island_bonus: Vec::new(),
            comments: Vec::new(),
            description: Vec::new(),
            chits: Vec::new(),
            width: 0,
            cells: Vec::new(),
            pirate: None,
            nosetup: Vec::new(),
        }
    }
}

impl PioneersMap {
    /// Number of rows.
    #[must_use]
    pub fn height(&self) -> u8 {
        self.cells.len().checked_div(usize::from(self.width)).unwrap_or(0) as u8
    }

    /// Whether a switch is on.
    #[must_use]
    pub fn has(&self, switch: Switch) -> bool {
        self.switches[switch]
    }

    /// The cell at a place; void outside the map.
    #[must_use]
    pub fn cell(&self, place: Place) -> Cell {
        self.index(place).map_or(Cell::Void, |i| self.cells[i])
    }

    /// Where the cell of a place stands in [`Self::cells`].
    #[must_use]
    pub fn index(&self, place: Place) -> Option<usize> {
        let (x, y) = (usize::try_from(place.x).ok()?, usize::try_from(place.y).ok()?);
        let index = y * usize::from(self.width) + x;
        (x < usize::from(self.width) && index < self.cells.len()).then_some(index)
    }

    /// Whether a place has a hex.
    #[must_use]
    pub fn has_hex(&self, place: Place) -> bool {
        self.cell(place) != Cell::Void
    }

    /// All places in column-major order, the order in which Pioneers walks a map.
    pub fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let (width, height) = (i16::from(self.width), i16::from(self.height()));
        (0..width).flat_map(move |x| (0..height).map(move |y| Place { x, y }))
    }

    /// All places row by row, in the order of [`Self::cells`].
    pub fn rows(&self) -> impl Iterator<Item = Place> + use<> {
        let (width, height) = (i16::from(self.width), i16::from(self.height()));
        (0..height).flat_map(move |y| (0..width).map(move |x| Place { x, y }))
    }

    /// The canonical name of a corner: the one that belongs to its first hex in column-major order.
    #[must_use]
    pub fn canonical(&self, node: Node) -> Option<Node> {
        node.names().into_iter().filter(|n| self.has_hex(n.hex)).min()
    }

    /// Makes the rectangle as small as its last row and column with a hex.
    pub(crate) fn shrink(&mut self) {
        let full = usize::from(self.width).max(1);
        let width = self.cells.chunks(full).filter_map(last_hex).max().unwrap_or(0);
        let height =
            self.cells.chunks(full).rposition(|row| last_hex(row).is_some()).map_or(0, |last| last + 1);
        self.cells =
            self.cells.chunks(full).take(height).flat_map(|row| row[..width].iter().copied()).collect();
        self.width = width as u8;
    }
}

/// Columns up to the last hex of a row.
fn last_hex(row: &[Cell]) -> Option<usize> {
    row.iter().rposition(|&cell| cell != Cell::Void).map(|last| last + 1)
}
