//! Which creatures a defender can recruit in turn 4 (R-BTL-100, R-BTL-101).

use super::creatures::{KINDS, Kind};
use Kind::*;
use hexwright_core::Key;

/// Terrain of the hex on the strategic map where the battle takes place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the names say all")]
pub enum MasterTerrain {
    Brush,
    Desert,
    Hills,
    Jungle,
    Marsh,
    Mountains,
    Plains,
    Swamp,
    Tower,
    Tundra,
    Woods,
}

impl Key for MasterTerrain {
    const ALL: &'static [Self] = &[
        Self::Brush,
        Self::Desert,
        Self::Hills,
        Self::Jungle,
        Self::Marsh,
        Self::Mountains,
        Self::Plains,
        Self::Swamp,
        Self::Tower,
        Self::Tundra,
        Self::Woods,
    ];
    fn index(self) -> usize {
        self as usize
    }
}

impl MasterTerrain {
    /// Name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Brush => "Brush",
            Self::Desert => "Desert",
            Self::Hills => "Hills",
            Self::Jungle => "Jungle",
            Self::Marsh => "Marsh",
            Self::Mountains => "Mountains",
            Self::Plains => "Plains",
            Self::Swamp => "Swamp",
            Self::Tower => "Tower",
            Self::Tundra => "Tundra",
            Self::Woods => "Woods",
        }
    }

    /// The terrain of this name; upper and lower case count alike.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|terrain| terrain.name().eq_ignore_ascii_case(name))
    }

    /// The kinds of the terrain, weakest first, each with how many of the previous kind recruit it.
    /// Towers have their own rule.
    #[must_use]
    pub const fn line(self) -> &'static [(Kind, u8)] {
        match self {
            Self::Brush => &[(Gargoyle, 1), (Cyclops, 2), (Gorgon, 2)],
            Self::Desert => &[(Lion, 1), (Griffon, 3), (Hydra, 2)],
            Self::Hills => &[(Ogre, 1), (Minotaur, 3), (Unicorn, 2)],
            Self::Jungle => &[(Gargoyle, 1), (Cyclops, 2), (Behemoth, 3), (Serpent, 2)],
            Self::Marsh => &[(Ogre, 1), (Troll, 2), (Ranger, 2)],
            Self::Mountains => &[(Lion, 1), (Minotaur, 2), (Dragon, 2), (Colossus, 2)],
            Self::Plains => &[(Centaur, 1), (Lion, 2), (Ranger, 2)],
            Self::Swamp => &[(Troll, 1), (Wyvern, 3), (Hydra, 2)],
            Self::Tundra => &[(Troll, 1), (Warbear, 2), (Giant, 2), (Colossus, 2)],
            Self::Woods => &[(Centaur, 1), (Warbear, 3), (Unicorn, 2)],
            Self::Tower => &[],
        }
    }

    /// How many of `recruiter` recruit one `kind` here; none if they never do, 0 if nobody is needed.
    #[must_use]
    pub fn needed(self, kind: Kind, recruiter: Kind) -> Option<u8> {
        if self == Self::Tower {
            return tower_needs(kind, recruiter);
        }
        let place = |kind| self.line().iter().position(|&(k, _)| k == kind);
        let (wanted, own) = (place(kind)?, place(recruiter)?);
        match own {
            own if own >= wanted => Some(1),
            own if own + 1 == wanted => Some(self.line()[wanted].1),
            _ => None,
        }
    }

    /// Whether a legion with these counts of creatures can recruit `kind`.
    #[must_use]
    pub fn recruits(self, kind: Kind, legion: &[u8; KINDS]) -> bool {
        Kind::ALL.iter().any(|&recruiter| {
            let count = legion[recruiter.index()];
            count > 0 && self.needed(kind, recruiter).is_some_and(|needed| count >= needed)
        })
    }
}

fn tower_needs(kind: Kind, recruiter: Kind) -> Option<u8> {
    match kind {
        Centaur | Gargoyle | Ogre => Some(0),
        Guardian if recruiter == Guardian => Some(1),
        Guardian if !recruiter.traits().lord && !recruiter.traits().demilord => Some(3),
        Warlock if matches!(recruiter, Titan | Warlock) => Some(1),
        _ => None,
    }
}
