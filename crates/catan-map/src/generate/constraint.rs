//! What a generated board must satisfy: the board lints by name, with a number.

use std::fmt;
use std::str::FromStr;

/// Where deserts must lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DesertPlace {
    /// On the land hexes nearest to the middle of the land.
    Centre,
    /// With land all around.
    Inland,
    /// Beside water or the edge.
    Coast,
    /// Anywhere.
    Any,
}

/// One wish. Numbers are the largest allowed unless the name says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// Adjacent pairs of 6 and 8.
    RedNeighbours(u32),
    /// Adjacent pairs with equal numbers.
    EqualNeighbours(u32),
    /// A 2 beside a 12.
    TwoTwelveNeighbours(u32),
    /// Hexes of one terrain that hang together.
    TerrainCluster(u32),
    /// Pips of the richest corner.
    RichCorner(u32),
    /// Fewest pips of a corner where three land hexes meet.
    MinCorner(u32),
    /// Least average pips of a resource, in per cent of the mean.
    PoorResource(u32),
    /// 2:1 ports beside a rich hex of their own resource.
    PortBesideOwn(u32),
    /// Where deserts lie.
    Desert(DesertPlace),
    /// 6 and 8 on hexes of one resource.
    MaxRedPerResource(u32),
    /// Fewest islands; a draw never changes the shape, so this only refuses maps.
    MinIslands(u32),
    /// Least balance score.
    Score(u32),
}

/// Names as they are written, with what they ask for.
pub const CONSTRAINTS: [(&str, &str); 12] = [
    ("red-neighbours", "at most N adjacent pairs of 6 and 8"),
    ("equal-neighbours", "at most N adjacent pairs of equal numbers"),
    ("two-twelve-neighbours", "at most N pairs of a 2 beside a 12"),
    ("terrain-cluster", "at most N connected hexes of one terrain"),
    ("rich-corner", "no corner above N pips"),
    ("min-corner", "no corner of three land hexes below N pips"),
    ("poor-resource", "each resource's average pips at least N per cent of the mean"),
    ("port-beside-own", "at most N 2:1 ports beside a rich hex of their own resource"),
    ("desert", "deserts at centre, inland, coast or any"),
    ("max-red-per-resource", "at most N numbers 6 and 8 per resource"),
    ("min-islands", "at least N islands"),
    ("score", "balance score of at least N"),
];

impl Constraint {
    /// The name before the `=`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        let place = match self {
            Self::RedNeighbours(_) => 0,
            Self::EqualNeighbours(_) => 1,
            Self::TwoTwelveNeighbours(_) => 2,
            Self::TerrainCluster(_) => 3,
            Self::RichCorner(_) => 4,
            Self::MinCorner(_) => 5,
            Self::PoorResource(_) => 6,
            Self::PortBesideOwn(_) => 7,
            Self::Desert(_) => 8,
            Self::MaxRedPerResource(_) => 9,
            Self::MinIslands(_) => 10,
            Self::Score(_) => 11,
        };
        CONSTRAINTS[place].0
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}=", self.name())?;
        match *self {
            Self::RedNeighbours(n)
            | Self::EqualNeighbours(n)
            | Self::TwoTwelveNeighbours(n)
            | Self::TerrainCluster(n)
            | Self::RichCorner(n)
            | Self::MinCorner(n)
            | Self::PoorResource(n)
            | Self::PortBesideOwn(n)
            | Self::MaxRedPerResource(n)
            | Self::MinIslands(n)
            | Self::Score(n) => write!(f, "{n}"),
            Self::Desert(place) => f.write_str(match place {
                DesertPlace::Centre => "centre",
                DesertPlace::Inland => "inland",
                DesertPlace::Coast => "coast",
                DesertPlace::Any => "any",
            }),
        }
    }
}

/// Why a text is no constraint.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConstraintError {
    /// No `=`.
    #[error("expected NAME=NUMBER, found {0:?}")]
    Form(String),
    /// A name nobody knows.
    #[error("expected one of {}, found {found:?}", CONSTRAINTS.map(|c| c.0).join(", "))]
    Name {
        /// What stood there.
        found: String,
    },
    /// No number, or no place of a desert.
    #[error("expected {expected} behind {name}=, found {found:?}")]
    Value {
        /// The constraint.
        name: String,
        /// What may stand there.
        expected: &'static str,
        /// What stood there.
        found: String,
    },
}

impl FromStr for Constraint {
    type Err = ConstraintError;

    fn from_str(text: &str) -> Result<Self, ConstraintError> {
        let (name, value) = text.split_once('=').ok_or_else(|| ConstraintError::Form(text.to_owned()))?;
        let wrong =
            |expected| ConstraintError::Value { name: name.to_owned(), expected, found: value.to_owned() };
        let number = || value.parse::<u32>().map_err(|_| wrong("a whole number"));
        Ok(match name {
            "red-neighbours" => Self::RedNeighbours(number()?),
            "equal-neighbours" => Self::EqualNeighbours(number()?),
            "two-twelve-neighbours" => Self::TwoTwelveNeighbours(number()?),
            "terrain-cluster" => Self::TerrainCluster(number()?),
            "rich-corner" => Self::RichCorner(number()?),
            "min-corner" => Self::MinCorner(number()?),
            "poor-resource" => Self::PoorResource(number()?),
            "port-beside-own" => Self::PortBesideOwn(number()?),
            "max-red-per-resource" => Self::MaxRedPerResource(number()?),
            "min-islands" => Self::MinIslands(number()?),
            "score" => Self::Score(number()?),
            "desert" => Self::Desert(match value {
                "centre" => DesertPlace::Centre,
                "inland" => DesertPlace::Inland,
                "coast" => DesertPlace::Coast,
                "any" => DesertPlace::Any,
                _ => return Err(wrong("centre, inland, coast or any")),
            }),
            _ => return Err(ConstraintError::Name { found: name.to_owned() }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back() {
        for (name, _) in CONSTRAINTS {
            let text = if name == "desert" { "desert=inland".to_owned() } else { format!("{name}=3") };
            let constraint: Constraint = text.parse().unwrap();
            assert_eq!(constraint.to_string(), text);
            assert_eq!(constraint.name(), name);
        }
        assert!("red-neighbours".parse::<Constraint>().is_err());
        assert!("desert=moon".parse::<Constraint>().unwrap_err().to_string().contains("inland"));
        assert!("score=-1".parse::<Constraint>().is_err());
        assert!("colour=1".parse::<Constraint>().unwrap_err().to_string().contains("rich-corner"));
    }
}
