//! What lies on a hex and on its sides, and the three ways in which a script is read.

use hexwright_core::Key;

/// What covers a hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Terrain {
    /// Open ground, the default.
    #[default]
    Plains,
    /// A tower's floor.
    Tower,
    /// Brambles, also called brush.
    Brambles,
    /// Sand.
    Sand,
    /// Trees.
    Tree,
    /// Bog.
    Bog,
    /// A volcano.
    Volcano,
    /// Snow drift.
    Drift,
    /// A lake.
    Lake,
    /// Standing stones.
    Stone,
    /// A spring.
    Spring,
    /// A tar pit.
    TarPit,
}

impl Key for Terrain {
    const ALL: &'static [Self] = &[
        Self::Plains,
        Self::Tower,
        Self::Brambles,
        Self::Sand,
        Self::Tree,
        Self::Bog,
        Self::Volcano,
        Self::Drift,
        Self::Lake,
        Self::Stone,
        Self::Spring,
        Self::TarPit,
    ];
    fn index(self) -> usize {
        self as usize
    }
}

impl Terrain {
    /// How many terrains there are.
    pub const COUNT: usize = 12;

    /// The name that scripts and maps use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plains => "Plains",
            Self::Tower => "Tower",
            Self::Brambles => "Brambles",
            Self::Sand => "Sand",
            Self::Tree => "Tree",
            Self::Bog => "Bog",
            Self::Volcano => "Volcano",
            Self::Drift => "Drift",
            Self::Lake => "Lake",
            Self::Stone => "Stone",
            Self::Spring => "Spring",
            Self::TarPit => "TarPit",
        }
    }

    /// The letter of the letter dialect; the two youngest terrains have none.
    #[must_use]
    pub const fn letter(self) -> Option<char> {
        Some(match self {
            Self::Plains => 'p',
            Self::Tower => 'w',
            Self::Brambles => 'r',
            Self::Sand => 's',
            Self::Tree => 't',
            Self::Bog => 'o',
            Self::Volcano => 'v',
            Self::Drift => 'd',
            Self::Lake => 'l',
            Self::Stone => 'n',
            Self::Spring | Self::TarPit => return None,
        })
    }

    /// The terrain of this name; names are case-sensitive.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        // written out, because it is asked for every hazard that is read
        Some(match name {
            "Plains" => Self::Plains,
            "Tower" => Self::Tower,
            "Brambles" => Self::Brambles,
            "Sand" => Self::Sand,
            "Tree" => Self::Tree,
            "Bog" => Self::Bog,
            "Volcano" => Self::Volcano,
            "Drift" => Self::Drift,
            "Lake" => Self::Lake,
            "Stone" => Self::Stone,
            "Spring" => Self::Spring,
            "TarPit" => Self::TarPit,
            _ => return None,
        })
    }

    /// The terrain of this letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.iter().copied().find(|t| t.letter() == Some(letter))
    }

    /// Whether only natives enter.
    #[must_use]
    pub const fn blocks(self) -> bool {
        matches!(self, Self::Tree | Self::Bog | Self::Volcano | Self::Lake | Self::Stone)
    }

    /// Whether it slows those who are not native to it.
    #[must_use]
    pub const fn slows(self) -> bool {
        matches!(self, Self::Brambles | Self::Drift | Self::Sand | Self::Spring | Self::TarPit)
    }

    /// What it does, in a few words for legends.
    #[must_use]
    pub const fn effect(self) -> &'static str {
        match self {
            Self::Plains | Self::Tower => "free",
            Self::Brambles => "slows; hinders strikes out",
            Self::Sand => "slows on foot; harms water dwellers",
            Self::Tree => "natives only; blocks sight",
            Self::Bog | Self::Lake => "natives only",
            Self::Volcano => "natives only; natives strike +2",
            Self::Drift => "slows; costs strangers 1 hit a turn",
            Self::Stone => "natives only; blocks sight",
            Self::Spring => "slows; heals 1 hit a turn",
            Self::TarPit => "slows all; strangers stay slowed",
        }
    }
}

/// What lies on one side of a hex, seen from that hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Hexside {
    /// A dune.
    Dune,
    /// A cliff.
    Cliff,
    /// A slope.
    Slope,
    /// A wall.
    Wall,
    /// A river.
    River,
}

impl Key for Hexside {
    const ALL: &'static [Self] = &[Self::Dune, Self::Cliff, Self::Slope, Self::Wall, Self::River];
    fn index(self) -> usize {
        self as usize
    }
}

impl Hexside {
    /// The letter that every format uses.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Dune => 'd',
            Self::Cliff => 'c',
            Self::Slope => 's',
            Self::Wall => 'w',
            Self::River => 'r',
        }
    }

    /// The lower-case name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dune => "dune",
            Self::Cliff => "cliff",
            Self::Slope => "slope",
            Self::Wall => "wall",
            Self::River => "river",
        }
    }

    /// The hexside of this letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.iter().copied().find(|s| s.letter() == letter)
    }

    /// What it does, in a few words for legends.
    #[must_use]
    pub const fn effect(self) -> &'static str {
        match self {
            Self::Dune => "natives strike down +2 dice",
            Self::Cliff => "nobody crosses",
            Self::Slope => "slow uphill; natives strike +1",
            Self::Wall => "slow uphill; skill +1 down, -1 up",
            Self::River => "slow both ways",
        }
    }
}

/// How a script or a map is judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// The documented meaning; what the original accepts silently is reported.
    #[default]
    Documented,
    /// The leniencies and the narrower grammar of the original program.
    Colossus,
    /// As [`Mode::Colossus`], with the `anywhere` of 2002 that lacks four hexes.
    Colossus2002,
}

impl Mode {
    /// Whether the original's meaning is asked for.
    #[must_use]
    pub const fn is_compat(self) -> bool {
        !matches!(self, Self::Documented)
    }

    /// The mode of a `--compat` option.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "default" | "documented" => Some(Self::Documented),
            "colossus" => Some(Self::Colossus),
            "colossus-2002" => Some(Self::Colossus2002),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_letters_lead_back() {
        for &terrain in Terrain::ALL {
            assert_eq!(Terrain::from_name(terrain.name()), Some(terrain));
            assert_eq!(terrain.letter().map(Terrain::from_letter), terrain.letter().map(|_| Some(terrain)));
        }
        for &side in Hexside::ALL {
            assert_eq!(Hexside::from_letter(side.letter()), Some(side));
        }
        assert_eq!(Terrain::from_name("sand"), None);
    }
}
