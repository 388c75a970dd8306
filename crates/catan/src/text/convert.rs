//! Pioneers `.game` maps as `.catan` setups and back, with every loss named.
//!
//! Both formats share the grid, so hexes, corners and harbours map one to one. What one side cannot
//! say is *carried* in `# pioneers:` notes and restored on the way back, *changed*, or *dropped*.

mod carry;
mod to_catan;
mod to_game;

pub(crate) use carry::{Carried, port_sites};
pub use to_catan::to_catan;
pub use to_game::to_game;

use super::dot_catan::Section;
use super::pioneers::{self, Place};
use hexwright_core::Span;

/// What happens to something the other format cannot say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LossKind {
    /// Kept in a note and restored when converted back.
    Carried,
    /// Said differently.
    Changed,
    /// Gone.
    Dropped,
}

impl LossKind {
    /// The word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Carried => "carried",
            Self::Changed => "changed",
            Self::Dropped => "dropped",
        }
    }
}

/// One loss of a conversion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// `L-void`, `L-gold`, …
    pub id: &'static str,
    /// How bad.
    pub kind: LossKind,
    /// What it is about, in words.
    pub what: String,
    /// The cell it is about, if it is one.
    pub place: Option<Place>,
    /// Where the file that is converted says it, if it does.
    pub origin: Option<Origin>,
}

/// Where a file says what is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The line of a `.game` file that has this keyword and counts.
    Line(&'static str),
    /// One of several lines of a `.game` file with this keyword.
    NthLine(&'static str, usize),
    /// A cell of a `.game` file.
    Cell(Place),
    /// A number of a `.catan` file: its section and its place there.
    Number(Section, usize),
}

impl Origin {
    /// The place in a `.game` file.
    #[must_use]
    pub fn in_game(self, places: &pioneers::Places) -> Option<Span> {
        match self {
            Self::Line(word) => places.line(word),
            Self::NthLine(word, nth) => places.nth_line(word, nth),
            Self::Cell(place) => places.cell(place),
            Self::Number(..) => None,
        }
    }
}

/// Why a map cannot be converted at all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConvertError {
    /// A sea hex holds one port.
    #[error("port-conflict: two ports need the sea hex at column {x}, row {y}, which holds one")]
    PortConflict {
        /// Column.
        x: i16,
        /// Row.
        y: i16,
    },
    /// Only deserts: there is nothing the chits could be laid on.
    #[error("no-chits: the map has no tile that takes a number, and a .game file needs chits")]
    NoChits,
    /// Larger than the 32×32 cells of a `.game` map.
    #[error("grid-too-large: the map needs {width}×{height} cells, a .game map has at most 32×32")]
    TooLarge {
        /// Columns needed.
        width: usize,
        /// Rows needed.
        height: usize,
    },
}

/// Collects losses.
#[derive(Debug, Default)]
struct Losses(Vec<Loss>);

impl Losses {
    /// A loss of the whole map.
    fn add(&mut self, kind: LossKind, id: &'static str, what: impl Into<String>) {
        self.0.push(Loss { id, kind, what: what.into(), place: None, origin: None });
    }

    /// A loss of what stands at a place of the file.
    fn of(&mut self, origin: Origin, kind: LossKind, id: &'static str, what: impl Into<String>) {
        self.0.push(Loss { id, kind, what: what.into(), place: None, origin: Some(origin) });
    }

    /// A loss of a cell.
    fn at(
        &mut self,
        place: Place,
        origin: Origin,
        kind: LossKind,
        id: &'static str,
        what: impl Into<String>,
    ) {
        self.0.push(Loss { id, kind, what: what.into(), place: Some(place), origin: Some(origin) });
    }
}
