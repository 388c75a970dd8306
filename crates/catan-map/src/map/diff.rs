//! What differs between two maps, in their own terms: a turned map is the same map.

use super::{HexType, HexValue, PortType, Resource, Setup};
use hexwright_core::{Direction, Hex, HexId, Key as _, Symmetry};
use std::collections::BTreeMap;

/// One difference: where, and what it was and is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// A section, a hex as `row,column` of the second map, or a port.
    pub place: String,
    /// In the first map.
    pub before: String,
    /// In the second map.
    pub after: String,
}

/// The comparison of two maps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// How the first map must be turned to fit the second best; the identity if nothing fits better.
    pub symmetry: Symmetry,
    /// What still differs then.
    pub changes: Vec<Change>,
}

impl Difference {
    /// Whether both are the same map, perhaps turned or mirrored.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// The symmetry in words.
    #[must_use]
    pub fn turned(&self) -> String {
        let degrees = 60 * u32::from(self.symmetry.sixths());
        match (self.symmetry.is_mirrored(), degrees) {
            (false, 0) => "not turned".to_owned(),
            (false, d) => format!("turned by {d} degrees clockwise"),
            (true, 0) => "mirrored left to right".to_owned(),
            (true, 180) => "mirrored top to bottom".to_owned(),
            (true, d) => format!("mirrored left to right, then turned by {d} degrees clockwise"),
        }
    }
}

/// Compares two maps under the symmetry that leaves the fewest differences; the first of
/// [`Symmetry::ALL`] among equals.
#[must_use]
pub fn diff(before: &Setup, after: &Setup) -> Difference {
    let target = Picture::of(after, Symmetry::IDENTITY);
    let mut best: Option<(Symmetry, Vec<Change>)> = None;
    for symmetry in Symmetry::ALL {
        let changes = target.compare(&Picture::of(before, symmetry));
        if best.as_ref().is_none_or(|(_, b)| changes.len() < b.len()) {
            best = Some((symmetry, changes));
        }
    }
    let (symmetry, board) = best.unwrap_or((Symmetry::IDENTITY, Vec::new()));
    let mut changes = parameters(before, after);
    changes.extend(board);
    Difference { symmetry, changes }
}

/// Land and ports in coordinates that begin at the land's own corner, so that water around does not
/// matter.
struct Picture {
    cells: BTreeMap<Hex, (HexType, HexValue)>,
    ports: BTreeMap<(Hex, Direction), Vec<PortType>>,
    /// From these coordinates back to the map's own.
    origin: Hex,
}

impl Picture {
    fn of(setup: &Setup, symmetry: Symmetry) -> Self {
        let moved = |hex: HexId| symmetry.apply(setup.grid.hex(hex));
        let land = || (0..setup.grid.len() as u16).map(HexId).filter(|h| setup.types[h.index()].is_land());
        let origin = Hex::new(
            land().map(|h| moved(h).q).min().unwrap_or(0),
            land().map(|h| moved(h).r).min().unwrap_or(0),
        );
        let mut ports: BTreeMap<_, Vec<PortType>> = BTreeMap::new();
        for port in &setup.ports {
            if let Some((hex, side)) = setup.berth(port) {
                // both sides may be land: name the side from the hex that comes first after turning
                let (mut hex, mut side) = (moved(hex), symmetry.turn(side));
                let there = hex.neighbour(side);
                if there < hex && land().any(|h| moved(h) == there) {
                    (hex, side) = (there, side.opposite());
                }
                ports.entry((hex - origin, side)).or_default().push(port.kind);
            }
        }
        let cells =
            land().map(|h| (moved(h) - origin, (setup.types[h.index()], setup.values[h.index()]))).collect();
        Self { cells, ports, origin }
    }

    fn compare(&self, other: &Self) -> Vec<Change> {
        let place = |hex: Hex| {
            let (row, column) = (hex + self.origin).to_odd_r();
            format!("{row},{column}")
        };
        let mut changes = Vec::new();
        let cell = |c: Option<&(HexType, HexValue)>| match c {
            None => "water".to_owned(),
            Some(&(hex_type, value)) => format!("{}{}", type_name(hex_type), value_name(value)),
        };
        let keys: std::collections::BTreeSet<Hex> =
            self.cells.keys().chain(other.cells.keys()).copied().collect();
        for hex in keys {
            let (was, is) = (other.cells.get(&hex), self.cells.get(&hex));
            if was != is {
                changes.push(Change {
                    place: format!("hex {}", place(hex)),
                    before: cell(was),
                    after: cell(is),
                });
            }
        }
        let names = |list: Option<&Vec<PortType>>| match list {
            None => "none".to_owned(),
            Some(list) => list.iter().map(|&p| port_name(p)).collect::<Vec<_>>().join(" and "),
        };
        let keys: std::collections::BTreeSet<_> =
            self.ports.keys().chain(other.ports.keys()).copied().collect();
        for (hex, side) in keys {
            let (was, is) = (other.ports.get(&(hex, side)), self.ports.get(&(hex, side)));
            if was != is {
                let place = format!("port at hex {} {}", place(hex), side_name(side));
                changes.push(Change { place, before: names(was), after: names(is) });
            }
        }
        changes
    }
}

/// Everything but the board.
fn parameters(a: &Setup, b: &Setup) -> Vec<Change> {
    use crate::text::dot_catan::{Section, section_rows};
    let mut changes = Vec::new();
    for section in Section::ALL {
        let on_board = matches!(
            section,
            Section::Size | Section::Types | Section::Values | Section::PortTypes | Section::PortVertices
        );
        if on_board {
            continue;
        }
        let (before, after) = (section_rows(a, section).join(" / "), section_rows(b, section).join(" / "));
        if before != after {
            changes.push(Change { place: section.title().to_ascii_lowercase(), before, after });
        }
    }
    let (before, after) = (a.rule_lines().join(" / "), b.rule_lines().join(" / "));
    if before != after {
        changes.push(Change { place: "rules of the map".to_owned(), before, after });
    }
    changes
}

fn type_name(hex_type: HexType) -> &'static str {
    match hex_type {
        HexType::Water => "water",
        HexType::Any => "any",
        HexType::Land(r) => ["hill", "forest", "pasture", "field", "mountain"][r.index()],
        HexType::Desert => "desert",
        HexType::Gold => "gold",
        HexType::Void => "void",
    }
}

fn value_name(value: HexValue) -> String {
    match value {
        HexValue::None => String::new(),
        HexValue::Any => " any".to_owned(),
        HexValue::Roll(n) => format!(" {n}"),
    }
}

fn port_name(port: PortType) -> String {
    match port {
        PortType::Any => "any".to_owned(),
        PortType::Three => "3:1".to_owned(),
        PortType::Two(r) => format!("2:1 {}", Resource::name(r)),
    }
}

const fn side_name(side: Direction) -> &'static str {
    ["E", "NE", "NW", "W", "SW", "SE"][side.index()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::preset;

    #[test]
    fn a_turned_map_is_the_same_map() {
        for name in ["base", "archipelago"] {
            let setup = preset(name).unwrap();
            let board = setup.draw(5);
            let fixed = setup.with_board(&board, None);
            for symmetry in Symmetry::ALL {
                let turned = fixed.transformed(symmetry).unwrap();
                let found = diff(&fixed, &turned);
                assert!(found.is_empty(), "{name} {symmetry:?}: {:?}", found.changes);
                assert_eq!(found.symmetry, symmetry, "{name}");
            }
        }
    }

    #[test]
    fn changes_are_named_at_their_place() {
        let before = preset("duel").unwrap();
        let mut after = before.clone();
        after.points = 9;
        after.types[2] = HexType::Land(Resource::Ore);
        after.ports[1].kind = PortType::Two(Resource::Ore);
        let found = diff(&before, &after);
        assert_eq!(found.symmetry, Symmetry::IDENTITY);
        let lines: Vec<String> =
            found.changes.iter().map(|c| format!("{}: {} -> {}", c.place, c.before, c.after)).collect();
        assert_eq!(lines[0], "recommended victory points to win: 8 -> 9");
        assert_eq!(lines[1], "hex 0,2: any any -> mountain any");
        assert!(lines[2].starts_with("port at hex ") && lines[2].ends_with(": any -> 2:1 ore"), "{lines:?}");
        assert_eq!(lines.len(), 3);
    }
}
