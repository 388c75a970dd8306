//! Turning, mirroring and resizing a map. Ports travel as (land hex, side) and become corners again; pirate,
//! closed corners and the sequence of numbers travel with their hexes (`moved.rs`). Notes that name places
//! stay only where nothing moved.

use super::moved::Moved;
use super::{Grid, HexType, HexValue, Note, PortSite, PortType, Setup};
use hexwright_core::{Direction, Hex, HexId, Symmetry};

/// Why a map cannot be turned or resized.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TransformError {
    /// Nothing would be left.
    #[error("the board would have no row or no column")]
    Empty,
    /// Larger than the format allows.
    #[error("the board would be {width} x {height}; sides are at most 255 and hexes at most 4096")]
    TooLarge {
        /// Columns.
        width: i32,
        /// Rows.
        height: i32,
    },
}

/// Rows and columns to add on each side; negative numbers remove.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Margins {
    /// Rows above.
    pub top: i32,
    /// Rows below.
    pub bottom: i32,
    /// Columns on the left.
    pub left: i32,
    /// Columns on the right.
    pub right: i32,
}

/// A resized map and what fell over the edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resized {
    /// The map.
    pub setup: Setup,
    /// Land hexes of the old map, by row and column, that were cut off.
    pub lost_hexes: Vec<(u8, u8)>,
    /// Ports, from 0, that went with them.
    pub lost_ports: Vec<usize>,
}

/// A cell on its way: where, what, and its number.
struct Cell {
    row: i32,
    column: i32,
    hex_type: HexType,
    value: HexValue,
}

/// A port on its way: the land it belongs to, and the side.
struct Berth {
    port: usize,
    row: i32,
    column: i32,
    side: Direction,
    kind: PortType,
}

impl Setup {
    /// The land hex and side that carry a port: the first in reading order if both sides are land.
    #[must_use]
    pub fn berth(&self, port: &PortSite) -> Option<(HexId, Direction)> {
        self.grid
            .hexes_beside(port.corners[0], port.corners[1])
            .filter(|(hex, _)| self.types[hex.index()].is_land())
            .min_by_key(|(hex, _)| *hex)
    }

    /// This map turned or mirrored, cut to the rectangle of its land, and of its sea if pieces sail. A map
    /// without land stays.
    ///
    /// # Errors
    /// If the new rectangle is larger than the format allows.
    pub fn transformed(&self, symmetry: Symmetry) -> Result<Self, TransformError> {
        let moved = |hex: HexId| symmetry.apply(self.grid.hex(hex));
        let ids = || (0..self.grid.len() as u16).map(HexId);
        let used = |t: HexType| t.is_land() || t == HexType::Water && self.sea.sails();
        let land = || ids().filter(|h| used(self.types[h.index()]));
        let Some(top) = land().map(|h| moved(h).r).min() else { return Ok(self.clone()) };
        let place = |hex: HexId| {
            let hex = moved(hex);
            // shifting rows by an odd number changes which rows are odd, so rows move first
            let (row, column) = Hex::new(hex.q, hex.r - top).to_odd_r();
            (i32::from(row), i32::from(column))
        };
        let left = land().map(|h| place(h).1).min().unwrap_or(0);
        let width = land().map(|h| place(h).1).max().unwrap_or(0) - left + 1;
        let height = land().map(|h| place(h).0).max().unwrap_or(0) + 1;
        let cells = ids().map(|hex| {
            let (row, column) = place(hex);
            let (hex_type, value) = (self.types[hex.index()], self.values[hex.index()]);
            Cell { row, column: column - left, hex_type, value }
        });
        let berths = self.ports.iter().enumerate().filter_map(|(port, site)| {
            let (hex, side) = self.berth(site)?;
            let (row, column) = place(hex);
            Some(Berth { port, row, column: column - left, side: symmetry.turn(side), kind: site.kind })
        });
        // ships find no more sea than before
        let fill = if self.sea.sails() { HexType::Void } else { HexType::Water };
        Ok(self.assemble((width, height, fill), symmetry, cells, berths)?.setup)
    }

    /// This map with rows and columns added or removed. An odd change on top flips the row shift, so
    /// former odd rows move one column right and the shape stays; the width grows if land needs it.
    ///
    /// # Errors
    /// If nothing is left or the board becomes too large.
    pub fn resized(&self, margins: Margins) -> Result<Resized, TransformError> {
        let flips = margins.top.rem_euclid(2) == 1;
        let place = |hex: HexId| {
            let (row, column) = self.grid.place(hex);
            let shift = i32::from(flips && row % 2 == 1);
            (i32::from(row) + margins.top, i32::from(column) + margins.left + shift)
        };
        let height = i32::from(self.grid.height()) + margins.top + margins.bottom;
        let mut width = i32::from(self.grid.width()) + margins.left + margins.right;
        let ids = || (0..self.grid.len() as u16).map(HexId);
        let pushed_out = |hex: HexId| {
            let (row, column) = place(hex);
            let shifted = flips && self.grid.place(hex).0 % 2 == 1;
            self.types[hex.index()].is_land() && shifted && column == width && (0..height).contains(&row)
        };
        width += i32::from(ids().any(pushed_out));
        let cells = ids().map(|hex| {
            let (row, column) = place(hex);
            Cell { row, column, hex_type: self.types[hex.index()], value: self.values[hex.index()] }
        });
        let berths = self.ports.iter().enumerate().filter_map(|(port, site)| {
            let (hex, side) = self.berth(site)?;
            let (row, column) = place(hex);
            Some(Berth { port, row, column, side, kind: site.kind })
        });
        let mut resized =
            self.assemble((width, height, HexType::Water), Symmetry::IDENTITY, cells, berths)?;
        resized.lost_hexes = ids()
            .filter(|&hex| {
                let (row, column) = place(hex);
                let inside = (0..height).contains(&row) && (0..width).contains(&column);
                self.types[hex.index()].is_land() && !inside
            })
            .map(|hex| self.grid.place(hex))
            .collect();
        Ok(resized)
    }

    /// Notes that a turned or resized copy of this map no longer has.
    pub fn notes_left_out<'a>(&'a self, copy: &'a Self) -> impl Iterator<Item = &'a Note> {
        self.notes.iter().filter(|note| !copy.notes.contains(note))
    }

    fn assemble(
        &self,
        (width, height, fill): (i32, i32, HexType),
        symmetry: Symmetry,
        cells: impl Iterator<Item = Cell>,
        berths: impl Iterator<Item = Berth>,
    ) -> Result<Resized, TransformError> {
        if width < 1 || height < 1 {
            return Err(TransformError::Empty);
        }
        if width > 255 || height > 255 || width * height > 4096 {
            return Err(TransformError::TooLarge { width, height });
        }
        let grid = Grid::new(width as u8, height as u8);
        let at = |row: i32, column: i32| grid.at(u8::try_from(row).ok()?, u8::try_from(column).ok()?);
        let mut types = vec![fill; grid.len()];
        let mut values = vec![HexValue::None; grid.len()];
        let mut moved = grid != self.grid;
        let mut places = Vec::with_capacity(self.grid.len());
        for (old, cell) in cells.enumerate() {
            let (row, column) = self.grid.place(HexId(old as u16));
            moved |= (i32::from(row), i32::from(column)) != (cell.row, cell.column);
            places.push(at(cell.row, cell.column));
            if let Some(hex) = at(cell.row, cell.column) {
                types[hex.index()] = cell.hex_type;
                values[hex.index()] = cell.value;
            }
        }
        let mut kept = Vec::with_capacity(self.ports.len());
        let mut ports = Vec::with_capacity(self.ports.len());
        for berth in berths {
            if let Some(hex) = at(berth.row, berth.column) {
                kept.push(berth.port);
                ports.push(PortSite { corners: grid.side_ends(hex, berth.side), kind: berth.kind });
            }
        }
        let lost_ports = (0..self.ports.len()).filter(|port| !kept.contains(port)).collect();
        let mut setup = Self { grid, types, values, ports, ..self.clone() };
        if moved {
            setup.notes.retain(|note| !note.names_places());
            Moved { from: self, places: &places, kept: &kept, symmetry }.carry(&mut setup);
        }
        Ok(Resized { setup, lost_hexes: Vec::new(), lost_ports })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::preset;

    #[test]
    fn six_turns_and_two_mirrors_lead_back() {
        for name in ["base", "duel", "archipelago", "continent"] {
            let fitted = preset(name).unwrap().transformed(Symmetry::IDENTITY).unwrap();
            let turned = (0..6).fold(fitted.clone(), |m, _| m.transformed(Symmetry::rotation(1)).unwrap());
            assert_eq!(turned, fitted, "{name}");
            for mirror in [Symmetry::LEFT_RIGHT, Symmetry::TOP_BOTTOM] {
                let twice = fitted.transformed(mirror).unwrap().transformed(mirror).unwrap();
                assert_eq!(twice, fitted, "{name}");
            }
        }
    }

    #[test]
    fn resizing_keeps_the_shape_and_names_what_is_lost() {
        let base = preset("base").unwrap();
        for top in 0..3 {
            let margins = Margins { top, bottom: 1, left: 2, right: 0 };
            let grown = base.resized(margins).unwrap();
            assert!(grown.lost_hexes.is_empty() && grown.lost_ports.is_empty());
            let fit = |s: &Setup| s.transformed(Symmetry::IDENTITY).unwrap();
            assert_eq!(fit(&grown.setup), fit(&base), "{top} rows on top");
        }
        let cut = base.resized(Margins { top: -1, ..Margins::default() }).unwrap();
        assert_eq!(cut.lost_hexes, [(0, 1), (0, 2), (0, 3)]);
        assert_eq!(cut.lost_ports.len(), 2);
        assert_eq!(base.resized(Margins { left: -5, ..Margins::default() }), Err(TransformError::Empty));
        let huge = Margins { right: 260, ..Margins::default() };
        assert!(matches!(base.resized(huge), Err(TransformError::TooLarge { .. })));
    }
}
