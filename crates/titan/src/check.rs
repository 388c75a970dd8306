//! What is odd about a map: hexsides where none belongs, a short start list, entrances too narrow.
//!
//! ```
//! use hexwright_titan::{Battleland, HexId, Terrain, check};
//!
//! let mut land = Battleland::default();
//! assert_eq!(check(&land), []);
//! HexId::all().for_each(|hex| land.set_ground(hex, Terrain::Lake, 0));
//! assert!(!check(&land).is_empty(), "nobody can enter");
//! ```

use crate::battle::Variant;
use crate::{Battleland, Entry, HexId, Hexside, Terrain, entry::ENOUGH};
use hexwright_core::text::Finding;
use hexwright_core::{Diagnostic, Span};

/// A finding about a map, with the hex and side it concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapFinding {
    /// The rule.
    pub rule: Finding,
    /// The hex, unless the finding is about the whole map.
    pub hex: Option<HexId>,
    /// The side of the hex.
    pub side: Option<usize>,
    /// Lower case, no full stop.
    pub message: String,
}

/// Whether a hexside on `own` facing `other` can matter to nobody on foot.
pub(crate) fn is_side_on_blocked(own: Option<Terrain>, other: Option<Terrain>) -> bool {
    matches!(own, Some(Terrain::Tree | Terrain::Lake))
        || (own.is_some_and(Terrain::blocks) && other.is_some_and(Terrain::blocks))
}

/// All findings of a map but the entry rule: hexsides by hex and side, then the start list.
#[must_use]
pub fn check_sides(land: &Battleland) -> Vec<MapFinding> {
    let mut findings = Vec::new();
    for (hex, cell) in land.cells() {
        for (k, side) in cell.sides() {
            let mut find = |rule: Finding, message: String| {
                findings.push(MapFinding { rule, hex: Some(hex), side: Some(k), message });
            };
            let (name, other) = (side.name(), hex.neighbour(k));
            match other.map(|o| land.cell(o).elevation()) {
                None => find(BORDER_OFF_MAP, format!("the {name} on side {k} of {hex} faces no hex")),
                Some(level) => {
                    let odd = match side {
                        Hexside::Slope | Hexside::Wall => cell.elevation() <= level,
                        Hexside::Cliff => cell.elevation() < level,
                        Hexside::Dune | Hexside::River => false,
                    };
                    if odd {
                        let message = format!("the {name} on side {k} of {hex} is not on the higher hex");
                        find(SIDE_NOT_HIGHER, message);
                    }
                }
            }
            if side == Hexside::Wall && cell.terrain() != Terrain::Tower {
                find(WALL_NOT_TOWER, format!("the wall on side {k} of {hex} is not on a Tower hex"));
            }
            if side == Hexside::Dune && cell.terrain() != Terrain::Sand {
                find(DUNE_NOT_SAND, format!("the dune on side {k} of {hex} is not on a Sand hex"));
            }
            if is_side_on_blocked(Some(cell.terrain()), other.map(|o| land.cell(o).terrain())) {
                find(SIDE_ON_BLOCKED, format!("the {name} on side {k} of {hex} lies where nobody walks"));
            }
            let facing = other.and_then(|o| land.cell(o).side((k + 3) % 6));
            // an edge is met twice: it is named on its first hex
            if let (Some(other), Some(facing)) = (other, facing)
                && hex < other
                && side != Hexside::River
                && facing != Hexside::River
            {
                find(DOUBLE_SIDE, format!("both {hex} and {other} carry a hexside on their common edge"));
            }
        }
    }
    if land.start_list().is_some() && land.start_hexes().len() < 7 {
        let message = format!("expected 7 different start hexes, found {}", land.start_hexes().len());
        findings.push(MapFinding { rule: STARTLIST_SHORT, hex: None, side: None, message });
    }
    findings
}

/// All findings of a map, the entry rule last.
#[must_use]
pub fn check(land: &Battleland) -> Vec<MapFinding> {
    let mut findings = check_sides(land);
    let entry = Entry::new(land);
    let narrow: Vec<String> = (land.entrances().iter())
        .map(|&e| (e, entry.count(e)))
        .filter(|&(_, n)| n < ENOUGH)
        .map(|(e, n)| format!("{n} by {} ({})", e.id(), e.name()))
        .collect();
    if !narrow.is_empty() {
        let message = format!("fewer than {ENOUGH} strangers on foot can enter: {}", narrow.join(", "));
        findings.push(MapFinding { rule: ENTRY_RULE, hex: None, side: None, message });
    }
    findings
}

/// As [`check`], but hexsides between hexes in both of which a walker of the variant can stand lie where somebody walks.
#[must_use]
pub fn check_for(land: &Battleland, variant: &Variant) -> Vec<MapFinding> {
    let walks = |finding: &MapFinding| {
        let (Some(hex), Some(side)) = (finding.hex, finding.side) else { return false };
        let Some(other) = hex.neighbour(side) else { return false };
        let grounds = [hex, other].map(|hex| land.cell(hex).terrain());
        variant.kinds().map(|kind| &variant[kind]).any(|traits| {
            !traits.flies && grounds.iter().all(|&ground| !ground.blocks() || traits.native_to(ground))
        })
    };
    let mut findings = check(land);
    findings.retain(|finding| finding.rule.id != SIDE_ON_BLOCKED.id || !walks(finding));
    findings
}

/// Where the parts of a map stand in the text it was read from.
#[derive(Clone, Debug, Default)]
pub struct LandPlaces {
    pub(crate) hexes: [Span; crate::board::HEXES],
    pub(crate) sides: [[Span; 6]; crate::board::HEXES],
    pub(crate) start_list: Span,
}

impl LandPlaces {
    /// The finding as advice at its place.
    #[must_use]
    pub fn diagnostic(&self, finding: &MapFinding) -> Diagnostic {
        let span = match (finding.hex, finding.side) {
            (Some(hex), Some(side)) => self.sides[hex.index()][side],
            (Some(hex), None) => self.hexes[hex.index()],
            _ if finding.rule == STARTLIST_SHORT => self.start_list,
            _ => Span::at(0),
        };
        finding.rule.at(span, finding.message.clone())
    }
}

pub(crate) const BORDER_OFF_MAP: Finding =
    Finding::hint("border-off-map", "a hexside faces no hex", "It has no effect.");
pub(crate) const SIDE_NOT_HIGHER: Finding = Finding::hint(
    "side-not-higher",
    "a hexside does not lie on the higher hex",
    "Slopes, cliffs and walls belong to the higher of two hexes.",
);
pub(crate) const WALL_NOT_TOWER: Finding =
    Finding::hint("wall-not-tower", "a wall does not lie on a Tower hex", "Walls belong to towers.");
pub(crate) const DUNE_NOT_SAND: Finding =
    Finding::hint("dune-not-sand", "a dune does not lie on a Sand hex", "Dunes belong to sand.");
pub(crate) const SIDE_ON_BLOCKED: Finding = Finding::hint(
    "side-on-blocked",
    "a hexside lies where nobody walks",
    "It has no effect on anybody on foot.",
);
const DOUBLE_SIDE: Finding = Finding::hint(
    "double-side",
    "both hexes carry a hexside on their common edge",
    "Only one of them should.",
);
pub(crate) const STARTLIST_SHORT: Finding = Finding::hint(
    "startlist-short",
    "the start list has fewer than 7 hexes",
    "A legion has up to seven creatures.",
);
const ENTRY_RULE: Finding = Finding::hint(
    "entry-rule",
    "too few strangers on foot can enter",
    "Some entrance hexes are blocked for most creatures.",
);

/// What is odd about a map. Readers report some of it as warnings.
pub(crate) const FINDINGS: &[Finding] = &[
    BORDER_OFF_MAP,
    SIDE_NOT_HIGHER,
    WALL_NOT_TOWER,
    DUNE_NOT_SAND,
    SIDE_ON_BLOCKED,
    DOUBLE_SIDE,
    STARTLIST_SHORT,
    ENTRY_RULE,
];
#[cfg(test)]
mod tests {
    use super::*;

    fn ids(map: &str) -> Vec<&'static str> {
        check_sides(&Battleland::from_canonical(map).unwrap()).iter().map(|f| f.rule.id).collect()
    }

    #[test]
    fn each_rule_fires_where_it_should_and_only_there() {
        assert_eq!(ids("D4:Plains:0:0s"), ["side-not-higher"]);
        assert_eq!(ids("D4:Plains:1:0s"), [""; 0]);
        assert_eq!(ids("D4:Plains:1:0w"), ["wall-not-tower"]);
        assert_eq!(ids("D4:Plains:0:0d"), ["dune-not-sand"]);
        assert_eq!(ids("D4:Tree:0:0c"), ["side-on-blocked"]);
        assert_eq!(ids("D4:Bog:0:0c D5:Stone:0"), ["side-on-blocked"]);
        assert_eq!(ids("D4:Bog:0:0c D5:Sand:0"), [""; 0]);
        assert_eq!(ids("A2:Sand:0:4d"), ["border-off-map"]);
        assert_eq!(ids("D4:Sand:0:0d D5:Sand:0:3d"), ["double-side"]);
        assert_eq!(ids("D4:Sand:0:0r D5:Sand:0:3d"), [""; 0]);
    }
}
