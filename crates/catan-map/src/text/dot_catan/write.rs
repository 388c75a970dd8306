//! The canonical writer: one spelling for every map.

use super::{Section, notes};
use crate::map::{HexType, HexValue, Setup};
use std::fmt::{Display, Write as _};

/// A map in canonical spelling: notes, what the sections cannot say as `# pioneers:` notes, then a heading and the data of every section, LF, single
/// spaces. Pools are written as given.
#[must_use]
pub fn write(setup: &Setup) -> String {
    let mut out = String::with_capacity(1024);
    let carried = notes::lines(setup);
    let carried = carried.iter().map(|carried| (notes::KEY, carried.line.as_str()));
    for (key, value) in setup.notes.iter().map(|n| (n.key.as_str(), n.value.as_str())).chain(carried) {
        // a note is one line: anything that would end it becomes a space
        let line = format!("# {key}: {}", value.replace(['\r', '\n'], " "));
        let _ = writeln!(out, "{}", line.trim_end());
    }
    for section in Section::ALL {
        let _ = writeln!(out, "# {}", section.title());
        for row in section_rows(setup, section) {
            let _ = writeln!(out, "{row}");
        }
    }
    out
}

/// The data lines of a section.
#[must_use]
pub fn section_rows(setup: &Setup, section: Section) -> Vec<String> {
    let width = usize::from(setup.grid.width()).max(1);
    let line = |numbers: &[u16]| vec![join(numbers)];
    match section {
        Section::Players => line(&[setup.players.0.into(), setup.players.1.into()]),
        Section::Points => line(&[setup.points.into()]),
        Section::Pieces => {
            let p = setup.pieces;
            line(&[p.roads.into(), p.settlements.into(), p.cities.into()])
        }
        Section::PlacementCount => line(&[setup.placements.len() as u16, setup.resource_passes.into()]),
        Section::Placements => {
            setup.placements.iter().map(|p| join(&[p.roads, p.settlements, p.cities])).collect()
        }
        Section::Bank => line(setup.bank.values()),
        Section::Cards => line(&setup.cards),
        Section::Size => line(&[setup.grid.width().into(), setup.grid.height().into()]),
        Section::Types => {
            let codes: Vec<u8> = setup.types.iter().map(|&t| type_code(t)).collect();
            codes.chunks(width).map(join).collect()
        }
        Section::TypePool => line(&setup.type_pool),
        Section::Values => {
            // the sections show gold as desert, which has no number
            let shown = |(value, hex_type): (&HexValue, &HexType)| match hex_type {
                HexType::Gold => 0,
                _ => value.code(),
            };
            let codes: Vec<u8> = setup.values.iter().zip(&setup.types).map(shown).collect();
            codes.chunks(width).map(join).collect()
        }
        Section::ValuePool => line(&setup.value_pool),
        Section::PortTypes | Section::PortVertices if setup.ports.is_empty() => vec!["-".to_owned()],
        Section::PortTypes => line(&setup.ports.iter().map(|p| p.kind.code().into()).collect::<Vec<_>>()),
        Section::PortPool => line(&setup.port_pool),
        Section::PortVertices => line(
            &setup
                .ports
                .iter()
                .flat_map(|p| [p.corners[0].min(p.corners[1]).0, p.corners[0].max(p.corners[1]).0])
                .collect::<Vec<_>>(),
        ),
    }
}

/// Gold and void have no code: the nearest thing this format can say is written.
fn type_code(hex_type: HexType) -> u8 {
    hex_type.code().unwrap_or(if hex_type.is_land() { 7 } else { 0 })
}

pub(super) fn join<T: Display>(numbers: &[T]) -> String {
    let mut out = String::with_capacity(numbers.len() * 3);
    for (i, number) in numbers.iter().enumerate() {
        if i > 0 {
            out.push(' ');
        }
        let _ = write!(out, "{number}");
    }
    out
}
