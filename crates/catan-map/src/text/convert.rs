//! Between the map as a value and its two texts, with every loss named.
//!
//! A [`crate::Setup`] holds everything the rules need, so [`from_game`] and [`to_game`] keep how a map plays
//! unless they name a loss that is *changed* or *dropped*. What the sections of a `.catan` file cannot say is
//! *carried* in its `# pioneers:` notes: Hexwright reads them, other programs do not.
//!
//! ```
//! use hexwright_catan_map::generate::preset;
//! use hexwright_catan_map::text::convert::{from_game, to_game};
//!
//! let base = preset("base").unwrap();
//! let fixed = base.with_board(&base.draw(1), Some(1));
//! let (game, losses) = to_game(&fixed, 1).unwrap();
//! assert!(losses.iter().all(|loss| !loss.sentence().is_empty()));
//! assert_eq!(from_game(&game).0.points, base.points);
//! ```

pub(crate) mod findings;
mod from_game;
mod tiles;
mod to_game;

pub use findings::FINDINGS;
pub use from_game::from_game;
pub(crate) use from_game::port_sites;
pub use to_game::to_game;

use super::dot_catan::{self, Section, notes};
use super::pioneers::{self, Place};
use findings::{GRID_TOO_LARGE, L_REFUSED, L_RULES, L_TEXT, NO_CHITS, NOT_A_CATAN_MAP, PORT_CONFLICT};
use hexwright_core::Span;
use hexwright_core::text::Finding;
pub use hexwright_core::text::LossKind;

/// One loss of a conversion, with the part of the map it is about.
pub type Loss = hexwright_core::text::Loss<Origin>;

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
    #[error("two ports need the sea hex at column {x}, row {y}, which holds one")]
    PortConflict {
        /// Column.
        x: i16,
        /// Row.
        y: i16,
    },
    /// Only deserts: there is nothing the chits could be laid on.
    #[error("the map has no tile that takes a number, and a .game file needs chits")]
    NoChits,
    /// Readers of `.catan` would refuse the map.
    #[error("no .catan file can say the map: {0}")]
    Refused(String),
    /// Larger than the 32×32 cells of a `.game` map.
    #[error("the map needs {width}×{height} cells, a .game map has at most 32×32")]
    TooLarge {
        /// Columns needed.
        width: usize,
        /// Rows needed.
        height: usize,
    },
}

impl ConvertError {
    /// What it is reported as.
    #[must_use]
    pub const fn finding(&self) -> Finding {
        match self {
            Self::PortConflict { .. } => PORT_CONFLICT,
            Self::NoChits => NO_CHITS,
            Self::Refused(_) => NOT_A_CATAN_MAP,
            Self::TooLarge { .. } => GRID_TOO_LARGE,
        }
    }
}

/// The value of a Pioneers map as a `.catan` file says it, and all losses: what the value cannot hold, and
/// what only notes carry.
#[must_use]
pub fn to_catan(map: &pioneers::PioneersMap) -> (crate::Setup, Vec<Loss>) {
    let (setup, mut losses) = from_game(map);
    losses.extend(carried(&setup));
    let reading =
        dot_catan::read("map.catan", dot_catan::write(&setup).as_bytes(), dot_catan::Leniency::Lenient);
    if let Some(error) = reading.diagnostics.iter().find(|finding| finding.is_error()) {
        let what = format!("readers of .catan refuse the map: {}", error.message);
        losses.push(Loss { id: L_REFUSED.id, kind: LossKind::Dropped, what, origin: None });
    }
    (setup, losses)
}

/// What only the notes of a `.catan` file say of a setup.
#[must_use]
pub fn carried(setup: &crate::Setup) -> Vec<Loss> {
    let mut losses = Losses::default();
    for line in notes::lines(setup) {
        let what = format!("`{}` is kept as a note", line.line);
        losses.of(line.origin, LossKind::Carried, line.loss, what);
    }
    let (mut comments, mut descriptions) = (0.., 0..);
    for note in setup.notes.iter().filter(|note| note.key == notes::KEY) {
        let what = format!("`{}` is kept as a note", note.value);
        match note.value.split(' ').next().unwrap_or_default() {
            "#" => {
                let origin = Origin::NthLine("#", comments.next().unwrap_or(0));
                losses.of(origin, LossKind::Carried, L_TEXT, what);
            }
            "desc" => {
                let origin = Origin::NthLine("desc", descriptions.next().unwrap_or(0));
                losses.of(origin, LossKind::Carried, L_TEXT, what);
            }
            word => match notes::KEPT.iter().find(|&&kept| kept == word) {
                Some(word) => losses.of(Origin::Line(word), LossKind::Carried, L_RULES, what),
                None => losses.add(LossKind::Carried, L_TEXT, what),
            },
        }
    }
    losses.0
}

/// Collects losses.
#[derive(Debug, Default)]
struct Losses(Vec<Loss>);

impl Losses {
    /// A loss of the whole map.
    fn add(&mut self, kind: LossKind, finding: Finding, what: impl Into<String>) {
        self.0.push(Loss { id: finding.id, kind, what: what.into(), origin: None });
    }

    /// A loss of what stands at a place of the file.
    fn of(&mut self, origin: Origin, kind: LossKind, finding: Finding, what: impl Into<String>) {
        self.0.push(Loss { id: finding.id, kind, what: what.into(), origin: Some(origin) });
    }

    /// A loss of a cell.
    fn at(
        &mut self,
        place: Place,
        origin: Origin,
        kind: LossKind,
        finding: Finding,
        what: impl Into<String>,
    ) {
        let what = format!("{} (column {}, row {})", what.into(), place.x, place.y);
        self.of(origin, kind, finding, what);
    }
}
