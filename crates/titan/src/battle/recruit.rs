//! Which creatures a defender can recruit in turn 4 (R-BTL-100, R-BTL-101).

use super::creatures::{Kind, Traits};

/// Terrain of the hex on the strategic map where the battle takes place: its place in the list of a
/// [`Variant`](super::Variant).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MasterTerrain(pub(super) u8);

impl MasterTerrain {
    /// Its place in the list.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Who stands in the line of a terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Member {
    /// Creatures of one kind: they recruit and can be recruited.
    Kind(Kind),
    /// Any creatures of one kind recruit the next member.
    Anything,
    /// The same, but neither lords nor demilords.
    AnyNonLord,
    /// The same, lords only.
    Lord,
    /// The same, demilords only.
    DemiLord,
}

impl Member {
    /// The groups and their names in texts.
    pub(super) const GROUPS: [(Self, &'static str); 4] = [
        (Self::Anything, "Anything"),
        (Self::AnyNonLord, "AnyNonLord"),
        (Self::Lord, "Lord"),
        (Self::DemiLord, "DemiLord"),
    ];

    fn includes(self, kind: Kind, traits: &Traits) -> bool {
        match self {
            Self::Kind(own) => own == kind,
            Self::Anything => true,
            Self::AnyNonLord => !traits.lord && !traits.demilord,
            Self::Lord => traits.lord,
            Self::DemiLord => traits.demilord,
        }
    }
}

/// What can be recruited on a terrain of the strategic map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recruits {
    /// Name of the terrain.
    pub name: String,
    /// Whether kinds of the line also recruit all weaker ones.
    pub regular: bool,
    /// The kinds, weakest first, each with how many of the member before recruit it; below zero it only recruits.
    pub line: Vec<(Member, i8)>,
}

impl Recruits {
    /// How many of `recruiter` recruit one `kind` here; none if they never do, 0 if nobody is needed.
    pub(super) fn needed(&self, kind: Kind, recruiter: Kind, traits: &Traits) -> Option<u8> {
        let mut least = None;
        for (place, &(member, number)) in self.line.iter().enumerate() {
            let Ok(number) = u8::try_from(number) else { continue };
            if member != Member::Kind(kind) {
                continue;
            }
            let same = number.min(1);
            let before = place.checked_sub(1).map(|before| self.line[before].0);
            let above = if self.regular { &self.line[place..] } else { &self.line[place..=place] };
            let found =
                if above.iter().any(|&(stronger, own)| own >= 0 && stronger == Member::Kind(recruiter)) {
                    Some(same)
                } else {
                    before.filter(|before| before.includes(recruiter, traits)).map(|_| number)
                };
            least = least.into_iter().chain(found).min();
        }
        least
    }
}
