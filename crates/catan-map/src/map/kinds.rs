//! The closed vocabularies of a map. Each has its own code table: `0` and `1` mean different
//! things in hex types, hex values and port types.

use hexwright_core::{By, Key};

/// A resource card, in the order of every list of the formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Resource {
    /// From hills.
    Brick,
    /// From forests.
    Wood,
    /// From pastures.
    Wool,
    /// From fields.
    Wheat,
    /// From mountains.
    Ore,
}

/// One `T` per resource.
pub type ByResource<T> = By<Resource, T, 5>;

impl Key for Resource {
    const ALL: &'static [Self] = &[Self::Brick, Self::Wood, Self::Wool, Self::Wheat, Self::Ore];
    #[inline]
    fn index(self) -> usize {
        self as usize
    }
}

impl Resource {
    /// The word of the notation.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["brick", "wood", "wool", "wheat", "ore"][self as usize]
    }

    /// The resource with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|r| r.name() == name)
    }
}

/// A development card, in the order of the formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Card {
    /// Take all cards of one kind.
    Monopoly,
    /// Two free roads.
    RoadBuilding,
    /// Two cards from the bank; the format calls it invention.
    YearOfPlenty,
    /// Move the robber.
    Knight,
    /// A hidden point.
    VictoryPoint,
}

impl Key for Card {
    const ALL: &'static [Self] =
        &[Self::Monopoly, Self::RoadBuilding, Self::YearOfPlenty, Self::Knight, Self::VictoryPoint];
    #[inline]
    fn index(self) -> usize {
        self as usize
    }
}

impl Card {
    /// The word of the notation.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["monopoly", "road-building", "year-of-plenty", "knight", "victory-point"][self as usize]
    }

    /// The card with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|c| c.name() == name)
    }
}

/// What a cell of the hex type map says; codes 0 to 7. `Gold` and `Void` exist in Pioneers maps only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HexType {
    /// Water.
    Water,
    /// Drawn from the pool.
    Any,
    /// This resource.
    Land(Resource),
    /// Desert.
    Desert,
    /// Gold: its owner chooses the resource. Pioneers only.
    Gold,
    /// No hex at all: neither land nor water. Pioneers only.
    Void,
}

impl HexType {
    /// The code of the `.catan` format; `None` for what it cannot say.
    #[must_use]
    pub const fn code(self) -> Option<u8> {
        match self {
            Self::Water => Some(0),
            Self::Any => Some(1),
            Self::Land(resource) => Some(2 + resource as u8),
            Self::Desert => Some(7),
            Self::Gold | Self::Void => None,
        }
    }

    /// The type with this `.catan` code.
    #[must_use]
    pub fn from_code(code: u8) -> Option<Self> {
        match code {
            0 => Some(Self::Water),
            1 => Some(Self::Any),
            2..=6 => Some(Self::Land(Resource::ALL[usize::from(code) - 2])),
            7 => Some(Self::Desert),
            _ => None,
        }
    }

    /// Whether pieces can stand on it.
    #[must_use]
    pub const fn is_land(self) -> bool {
        !matches!(self, Self::Water | Self::Void)
    }

    /// The terrain, as far as it is known: an open hex looks like a desert.
    #[must_use]
    pub const fn shown(self) -> super::Terrain {
        match self {
            Self::Water => super::Terrain::Water,
            Self::Land(resource) => super::Terrain::Land(resource),
            Self::Any | Self::Desert => super::Terrain::Desert,
            Self::Gold => super::Terrain::Gold,
            Self::Void => super::Terrain::Void,
        }
    }
}

/// What a cell of the hex value map says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HexValue {
    /// No number.
    None,
    /// Drawn from the pool.
    Any,
    /// The roll, 2 to 12.
    Roll(u8),
}

impl HexValue {
    /// The code of the format: 0, 1 or the roll.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Any => 1,
            Self::Roll(n) => n,
        }
    }

    /// The value with this code.
    #[must_use]
    pub const fn from_code(code: u8) -> Option<Self> {
        match code {
            0 => Some(Self::None),
            1 => Some(Self::Any),
            2..=12 => Some(Self::Roll(code)),
            _ => None,
        }
    }
}

/// What the port type map says of a port; codes 0 to 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PortType {
    /// Drawn from the pool.
    Any,
    /// Three of a kind for one.
    Three,
    /// Two of this resource for one.
    Two(Resource),
}

impl PortType {
    /// The code of the format.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Any => 0,
            Self::Three => 1,
            Self::Two(resource) => 2 + resource as u8,
        }
    }

    /// The type with this code.
    #[must_use]
    pub fn from_code(code: u8) -> Option<Self> {
        match code {
            0 => Some(Self::Any),
            1 => Some(Self::Three),
            2..=6 => Some(Self::Two(Resource::ALL[usize::from(code) - 2])),
            _ => None,
        }
    }
}
