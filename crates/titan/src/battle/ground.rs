//! What a land means for each kind of creature: steps, flights, dice and skill, computed once.
//!
//! ```
//! use hexwright_titan::battle::Variant;
//! use hexwright_titan::battle::ground::{Cost, entry_cost};
//! use hexwright_titan::{Battleland, HexId, Terrain};
//!
//! let d4 = HexId::from_label("D4").unwrap();
//! let mut land = Battleland::default();
//! let standard = Variant::standard();
//! let ogre = &standard[standard.kind("Ogre").unwrap()];
//! let open = entry_cost(ogre, &land, None, d4);
//! land.set_ground(d4, Terrain::Tree, 0);
//! assert_ne!(entry_cost(ogre, &land, None, d4), open, "trees stop everybody on foot");
//! ```

use super::creatures::{Kind, MOST_SKILL, Traits};
use super::sight::Sight;
use super::variant::Variant;
use crate::board::HEXES;
use crate::{Battleland, Entrance, HexId, HexSet, Hexside, Terrain};
use hexwright_core::Key;

/// Places from which a creature can set out: the hexes, then the six entrances.
const ORIGINS: usize = HEXES + 6;

/// Most movement points: the skill, and one more for each of the 14 fight phases spent in a Spring.
pub(super) const MOST_POINTS: usize = MOST_SKILL as usize + 14;

/// Ranges of strikes from afar, from 2 on.
const RANGES: usize = MOST_SKILL as usize - 1;

/// What a step into a hex costs (R-BTL-33).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// One point.
    One,
    /// Two points: something slows.
    Two,
    /// It cannot be entered.
    Never,
}

/// Neighbours by what it costs to enter them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Steps {
    pub(super) one: HexSet,
    pub(super) two: HexSet,
}

impl Steps {
    fn add(&mut self, hex: HexId, cost: Cost) {
        match cost {
            Cost::One => self.one.insert(hex.index()),
            Cost::Two => self.two.insert(hex.index()),
            Cost::Never => {}
        }
    }
}

/// A land as one kind of creature knows it.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// Walking from each origin.
    pub(super) walk: [Steps; ORIGINS],
    /// Hexes a flier can land in, by origin and movement points; empty for walkers.
    pub(super) flight: Vec<[HexSet; MOST_POINTS + 1]>,
    /// Changes of dice by hex and side.
    dice: [[i8; 6]; HEXES],
    /// Changes of skill by hex and side.
    skill: [[i8; 6]; HEXES],
}

/// A land prepared for battles.
#[derive(Clone, Debug)]
pub struct Ground {
    pub(super) known: Vec<Known>,
    /// Neighbours in contact: those without a cliff between (R-BTL-30).
    pub(super) contact: [HexSet; HEXES],
    /// Neighbours behind a dune of their own (R-BTL-81).
    pub(super) behind_dune: [HexSet; HEXES],
    /// Hexes with a wall on any side.
    pub(super) walled: HexSet,
    pub(super) terrain: [Terrain; HEXES],
    pub(super) elevation: [u8; HEXES],
    /// Hexes that change hits or slowing of somebody.
    pub(super) active: HexSet,
    pub(super) sight: Sight,
    /// Hexes by range from each hex, from 2 on.
    pub(super) within: [[HexSet; RANGES]; HEXES],
    /// Where defenders are placed in turn 1, if the land says so.
    pub(super) start: Option<HexSet>,
}

/// What it costs a walker to cross an edge into a hex, or a flier to land in it; `from` is the hex left, none
/// for a flier and for those who come from outside (R-BTL-35 to R-BTL-40).
#[must_use]
pub fn entry_cost(kind: &Traits, land: &Battleland, from: Option<(HexId, usize)>, to: HexId) -> Cost {
    let cell = land.cell(to);
    let terrain = cell.terrain();
    let native = kind.native_to(terrain);
    let flies = kind.flies;
    if terrain.blocks() && !native {
        return Cost::Never;
    }
    let mut slow = match terrain {
        Terrain::TarPit => true,
        Terrain::Brambles | Terrain::Drift | Terrain::Spring => !native,
        Terrain::Sand => !native && !flies,
        _ => false,
    };
    if let Some((from, side)) = from.filter(|_| !flies) {
        let entered = cell.side((side + 3) % 6);
        let left = land.cell(from).side(side);
        let either = |what| entered == Some(what) || left == Some(what);
        if either(Hexside::Cliff) {
            return Cost::Never;
        }
        let up = cell.elevation() > land.cell(from).elevation();
        slow |= up && entered == Some(Hexside::Wall);
        slow |= up && entered == Some(Hexside::Slope) && !kind.native_to_side(Hexside::Slope);
        slow |= either(Hexside::River) && !kind.native_to_side(Hexside::River) && !kind.lives_in_water();
    }
    if slow { Cost::Two } else { Cost::One }
}

/// Whether a flier of this kind can fly over the terrain (R-BTL-35).
#[must_use]
pub const fn flies_over(kind: &Traits, terrain: Terrain) -> bool {
    kind.flies && (!matches!(terrain, Terrain::Volcano | Terrain::Stone) || kind.native_to(terrain))
}

/// Hits and slowing a creature gets in its hex at the beginning of a fight phase (R-BTL-46, R-BTL-48).
#[must_use]
pub const fn hex_effect(kind: &Traits, terrain: Terrain) -> (i8, i8) {
    match terrain {
        Terrain::Drift if !kind.native_to(terrain) => (1, 0),
        Terrain::Sand if kind.lives_in_water() => (1, 0),
        Terrain::Spring => (-1, -1),
        Terrain::TarPit if !kind.native_to(terrain) => (0, 1),
        _ => (0, 0),
    }
}

/// Change of the dice of a strike across a side (R-BTL-51).
#[must_use]
pub fn dice_change(kind: &Traits, terrain: Terrain, own: Option<Hexside>, opposite: Option<Hexside>) -> i8 {
    let home = if terrain == Terrain::Volcano && kind.native_to(terrain) { 2 } else { 0 };
    let dune = kind.native_to_side(Hexside::Dune);
    home + if own == Some(Hexside::Dune) && dune {
        2
    } else if own == Some(Hexside::Slope) && kind.native_to_side(Hexside::Slope) {
        1
    } else if opposite == Some(Hexside::Dune) && !dune {
        -1
    } else {
        0
    }
}

/// Change of the skill of a strike across a side; `up` is how much higher the target stands (R-BTL-52).
#[must_use]
pub fn skill_change(
    kind: &Traits,
    terrain: Terrain,
    own: Option<Hexside>,
    opposite: Option<Hexside>,
    up: i8,
) -> i8 {
    let mut change = 0;
    if terrain == Terrain::Brambles && !kind.native_to(terrain) {
        change -= 1;
    }
    if up < 0 && own == Some(Hexside::Wall) {
        change += 1;
    }
    let hard = match opposite {
        Some(Hexside::Wall) => true,
        Some(Hexside::Slope) => !kind.native_to_side(Hexside::Slope),
        _ => false,
    };
    if up > 0 && hard {
        change -= 1;
    }
    change
}

/// Whether the terrain protects a native target from a striker who is not native there (R-BTL-53, R-BTL-68).
#[must_use]
pub const fn protects(terrain: Terrain, target: &Traits, striker: &Traits, ranged: bool) -> bool {
    protects_natives(terrain)
        && !(ranged && matches!(terrain, Terrain::Tree))
        && target.native_to(terrain)
        && !striker.native_to(terrain)
}

/// Whether the terrain protects natives from strangers beside it.
pub(super) const fn protects_natives(terrain: Terrain) -> bool {
    matches!(terrain, Terrain::Brambles | Terrain::Stone | Terrain::Tree)
}

impl Ground {
    /// Prepares a land for the creatures of a variant.
    #[must_use]
    pub fn new(land: &Battleland, variant: &Variant) -> Self {
        let mut cells = land.cells().map(|(_, cell)| cell);
        let (mut terrain, mut elevation) = ([Terrain::Plains; HEXES], [0; HEXES]);
        let (mut contact, mut behind_dune) = ([HexSet::EMPTY; HEXES], [HexSet::EMPTY; HEXES]);
        let mut within = [[HexSet::EMPTY; RANGES]; HEXES];
        let (mut walled, mut active) = (HexSet::EMPTY, HexSet::EMPTY);
        for (i, hex) in HexId::all().enumerate() {
            let Some(cell) = cells.next() else { break };
            (terrain[i], elevation[i]) = (cell.terrain(), cell.elevation());
            if variant.kinds().any(|kind| hex_effect(&variant[kind], cell.terrain()) != (0, 0)) {
                active.insert(i);
            }
            for (side, other, opposite) in edges(land, hex) {
                let own = cell.side(side);
                if own != Some(Hexside::Cliff) && opposite != Some(Hexside::Cliff) {
                    contact[i].insert(other.index());
                }
                if opposite == Some(Hexside::Dune) {
                    behind_dune[i].insert(other.index());
                }
            }
            if cell.sides().any(|(_, side)| side == Hexside::Wall) {
                walled.insert(i);
            }
            for other in HexId::all().filter(|&other| other != hex) {
                if let Some(set) = within[i].get_mut(usize::from(super::sight::range(hex, other)) - 2) {
                    set.insert(other.index());
                }
            }
        }
        Self {
            known: variant.kinds().map(|kind| known(&variant[kind], land)).collect(),
            contact,
            behind_dune,
            walled,
            terrain,
            elevation,
            active,
            sight: Sight::new(land),
            within,
            start: land.start_list().map(|hexes| hexes.iter().map(|hex| hex.index()).collect()),
        }
    }

    /// Dice and skill change of a strike from a hex across one of its sides.
    #[inline]
    pub(super) fn strike_changes(&self, kind: Kind, hex: usize, side: usize) -> (i8, i8) {
        let known = &self.known[kind.index()];
        (known.dice[hex][side], known.skill[hex][side])
    }
}

/// The neighbours of a hex: side, hex, and what the neighbour carries on the common edge.
fn edges(land: &Battleland, hex: HexId) -> impl Iterator<Item = (usize, HexId, Option<Hexside>)> {
    (0..6).filter_map(move |side| {
        let other = hex.neighbour(side)?;
        Some((side, other, land.cell(other).side((side + 3) % 6)))
    })
}

fn known(kind: &Traits, land: &Battleland) -> Known {
    let mut known = Known {
        walk: [Steps::default(); ORIGINS],
        flight: Vec::new(),
        dice: [[0; 6]; HEXES],
        skill: [[0; 6]; HEXES],
    };
    for (i, hex) in HexId::all().enumerate() {
        let cell = land.cell(hex);
        for (side, other, opposite) in edges(land, hex) {
            known.walk[i].add(other, entry_cost(kind, land, Some((hex, side)), other));
            let own = cell.side(side);
            let up = land.cell(other).elevation() as i8 - cell.elevation() as i8;
            known.dice[i][side] = dice_change(kind, cell.terrain(), own, opposite);
            known.skill[i][side] = skill_change(kind, cell.terrain(), own, opposite, up);
        }
    }
    for &entrance in Entrance::ALL {
        for &hex in entrance.hexes() {
            known.walk[HEXES + entrance.index()].add(hex, entry_cost(kind, land, None, hex));
        }
    }
    if kind.flies {
        known.flight = flights(kind, land);
    }
    known
}

/// Where a flier can land, by origin and movement points.
fn flights(kind: &Traits, land: &Battleland) -> Vec<[HexSet; MOST_POINTS + 1]> {
    let (mut open, mut easy, mut hard) = (HexSet::EMPTY, HexSet::EMPTY, HexSet::EMPTY);
    for (hex, cell) in land.cells() {
        if flies_over(kind, cell.terrain()) {
            open.insert(hex.index());
        }
        match entry_cost(kind, land, None, hex) {
            Cost::One => easy.insert(hex.index()),
            Cost::Two => hard.insert(hex.index()),
            Cost::Never => {}
        }
    }
    let around = |set: HexSet| {
        set.iter().filter_map(HexId::from_index).fold(HexSet::EMPTY, |all, hex| all.or(hex.around()))
    };
    let from = |origin: usize| {
        let mut reach = [HexSet::EMPTY; MOST_POINTS + 1];
        let mut next = match HexId::from_index(origin) {
            Some(hex) => hex.around(),
            None => Entrance::ALL[origin - HEXES].hexes().iter().map(|hex| hex.index()).collect(),
        };
        let mut over = HexSet::EMPTY;
        for points in 1..=MOST_POINTS {
            // `next` holds the hexes that can be reached by flying over points - 1 others
            reach[points] = reach[points].or(reach[points - 1]).or(next.and(easy));
            if let Some(later) = reach.get_mut(points + 1) {
                *later = later.or(next.and(hard));
            }
            let flown = next.and(open).without(over);
            over = over.or(flown);
            next = around(flown);
        }
        reach
    };
    (0..ORIGINS).map(from).collect()
}
