//! What both a setup and a board have for the eye: a face and a number per hex, and harbours.

use hexwright_catan::{Board, Grid, HexType, HexValue, PortType, Resource, Setup, Terrain};
use hexwright_core::{CornerId, HexId, SideId};

/// What a hex shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HexFace {
    Drawn(Terrain),
    /// Still to be drawn.
    Open,
}

/// What a token shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    None,
    Roll(u8),
    /// Still to be drawn.
    Open,
}

/// What a harbour's sign shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rate {
    Three,
    Two(Resource),
    /// Still to be drawn.
    Open,
}

/// A map as it is drawn.
pub(crate) struct Drawing<'a> {
    pub(crate) grid: &'a Grid,
    pub(crate) faces: Vec<HexFace>,
    pub(crate) numbers: Vec<Number>,
    pub(crate) harbours: Vec<([CornerId; 2], Rate)>,
}

impl<'a> Drawing<'a> {
    pub(crate) fn of_board(board: &'a Board) -> Self {
        let number = |&n| if n == 0 { Number::None } else { Number::Roll(n) };
        Self {
            grid: &board.grid,
            faces: board.terrain.iter().map(|&t| HexFace::Drawn(t)).collect(),
            numbers: board.numbers.iter().map(number).collect(),
            harbours: board.harbours().map(|h| (h.corners, h.kind.map_or(Rate::Three, Rate::Two))).collect(),
        }
    }

    pub(crate) fn of_setup(setup: &'a Setup) -> Self {
        let face = |t: &HexType| match *t {
            HexType::Any => HexFace::Open,
            HexType::Water => HexFace::Drawn(Terrain::Water),
            HexType::Land(resource) => HexFace::Drawn(Terrain::Land(resource)),
            HexType::Desert => HexFace::Drawn(Terrain::Desert),
            HexType::Gold => HexFace::Drawn(Terrain::Gold),
            HexType::Void => HexFace::Drawn(Terrain::Void),
        };
        let number = |v: &HexValue| match *v {
            HexValue::None => Number::None,
            HexValue::Any => Number::Open,
            HexValue::Roll(n) => Number::Roll(n),
        };
        let rate = |kind| match kind {
            PortType::Any => Rate::Open,
            PortType::Three => Rate::Three,
            PortType::Two(resource) => Rate::Two(resource),
        };
        Self {
            grid: &setup.grid,
            faces: setup.types.iter().map(face).collect(),
            numbers: setup.values.iter().map(number).collect(),
            harbours: setup.ports.iter().map(|p| (p.corners, rate(p.kind))).collect(),
        }
    }

    pub(crate) fn face(&self, hex: HexId) -> HexFace {
        self.faces[hex.index()]
    }

    pub(crate) fn number(&self, hex: HexId) -> Number {
        self.numbers[hex.index()]
    }

    pub(crate) fn is_land(&self, hex: HexId) -> bool {
        self.face(hex).is_land()
    }

    /// Corners that touch land: where buildings can stand.
    pub(crate) fn land_corners(&self) -> impl Iterator<Item = CornerId> + '_ {
        let board = self.grid.topology();
        board.corner_ids().filter(|&c| board.corner_hexes(c).iter().flatten().any(|&h| self.is_land(h)))
    }

    /// Sides that touch land: where roads can lie.
    pub(crate) fn is_land_side(&self, side: SideId) -> bool {
        self.grid.topology().side_hexes(side).iter().flatten().any(|&h| self.is_land(h))
    }

    /// Pips of all numbers around a corner.
    pub(crate) fn corner_pips(&self, corner: CornerId) -> u8 {
        let hexes = self.grid.topology().corner_hexes(corner).iter().flatten();
        hexes
            .map(|&h| match self.number(h) {
                Number::Roll(n) => hexwright_catan::map::pips(n),
                _ => 0,
            })
            .sum()
    }
}

impl HexFace {
    pub(crate) fn is_land(self) -> bool {
        match self {
            Self::Drawn(terrain) => terrain.is_land(),
            Self::Open => true,
        }
    }

    /// The word people use.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Open => "not drawn yet",
            Self::Drawn(Terrain::Water) => "sea",
            Self::Drawn(Terrain::Desert) => "desert",
            Self::Drawn(Terrain::Gold) => "gold",
            Self::Drawn(Terrain::Void) => "nothing",
            Self::Drawn(Terrain::Land(Resource::Brick)) => "hill",
            Self::Drawn(Terrain::Land(Resource::Wood)) => "forest",
            Self::Drawn(Terrain::Land(Resource::Wool)) => "pasture",
            Self::Drawn(Terrain::Land(Resource::Wheat)) => "field",
            Self::Drawn(Terrain::Land(Resource::Ore)) => "mountain",
        }
    }
}

impl Rate {
    /// As on the sign.
    pub(crate) fn ratio(self) -> &'static str {
        match self {
            Self::Three => "3:1",
            Self::Two(_) => "2:1",
            Self::Open => "?",
        }
    }

    /// In words.
    pub(crate) fn words(self) -> String {
        match self {
            Self::Three => "harbour 3:1".to_owned(),
            Self::Two(resource) => format!("{} harbour 2:1", resource.name()),
            Self::Open => "harbour not drawn yet".to_owned(),
        }
    }
}
