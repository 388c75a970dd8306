//! A drawn map: nothing is left to chance.

use super::{Grid, Resource};
use hexwright_core::{CornerId, HexId};

/// What a hex is once drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Terrain {
    /// Water; ships may cross it in seafaring games.
    Water,
    /// Yields this resource.
    Land(Resource),
    /// Yields nothing; the robber starts here.
    Desert,
    /// Yields a resource of the owner's choice (Pioneers).
    Gold,
    /// Outside the world (Pioneers).
    Void,
}

impl Terrain {
    /// Whether buildings, roads and the robber may stand on it.
    #[must_use]
    pub const fn is_land(self) -> bool {
        !matches!(self, Self::Water | Self::Void)
    }

    /// The resource it yields.
    #[must_use]
    pub const fn resource(self) -> Option<Resource> {
        match self {
            Self::Land(resource) => Some(resource),
            _ => None,
        }
    }
}

/// A harbour: a side with a rate. `kind` is `None` for 3:1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Harbour {
    /// The two corners it serves, the smaller first.
    pub corners: [CornerId; 2],
    /// `Some` for a 2:1 harbour of that resource.
    pub kind: Option<Resource>,
}

/// A map ready to play or draw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The rectangle.
    pub grid: Grid,
    /// Terrain, row by row.
    pub terrain: Vec<Terrain>,
    /// The number of each hex, 2 to 12, or 0.
    pub numbers: Vec<u8>,
    /// For each port site of the setup, in order, what it became; `None` is a site without harbour.
    /// Then its sea ports.
    pub harbours: Vec<Option<Harbour>>,
}

impl Board {
    /// The terrain of a hex.
    #[must_use]
    pub fn terrain(&self, hex: HexId) -> Terrain {
        self.terrain[hex.index()]
    }

    /// The number of a hex, or 0.
    #[must_use]
    pub fn number(&self, hex: HexId) -> u8 {
        self.numbers[hex.index()]
    }

    /// Harbours that exist.
    pub fn harbours(&self) -> impl Iterator<Item = &Harbour> {
        self.harbours.iter().flatten()
    }

    /// Land hexes in English, as in `wheat 9, ore 5, desert`.
    #[must_use]
    pub fn hexes_in_words(&self, hexes: impl IntoIterator<Item = HexId>) -> String {
        let word = |hex: HexId| match self.terrain(hex) {
            Terrain::Land(kind) => Some(format!("{} {}", kind.name(), self.number(hex))),
            Terrain::Gold => Some(format!("gold {}", self.number(hex))),
            Terrain::Desert => Some("desert".to_owned()),
            Terrain::Water | Terrain::Void => None,
        };
        hexes.into_iter().filter_map(word).collect::<Vec<_>>().join(", ")
    }

    /// The hex where the robber starts: the first desert, if any.
    #[must_use]
    pub fn robber_start(&self) -> Option<HexId> {
        self.terrain.iter().position(|&t| t == Terrain::Desert).map(|i| HexId(i as u16))
    }
}

/// How likely a number is: its dots, 36ths of a roll; 0 for 0 and 7 counts 6 like the roll it is.
#[must_use]
pub const fn pips(number: u8) -> u8 {
    match number {
        2..=12 => 6 - number.abs_diff(7),
        _ => 0,
    }
}
