//! Edits of `.catan` maps.

use super::{Draw, Edit, EditError};
use crate::generate::{Constraint, Generator};
use crate::map::Margins;
use crate::{HexType, HexValue, PortSite, PortType, Resource, Setup};
use hexwright_core::{CornerId, HexId, Key as _, SideId, StopFlag, Symmetry};

/// Changes a setup.
///
/// # Errors
/// Why it cannot be changed this way.
pub(super) fn edit(
    setup: &mut Setup,
    edit: &Edit,
    notes: &mut Vec<String>,
    stop: &StopFlag,
) -> Result<(), EditError> {
    match edit {
        Edit::Terrain { hexes, terrain } => {
            let kind = terrain_of(terrain)?;
            hexes.iter().try_for_each(|&hex| paint(setup, hex, kind))?;
            fill_pools(setup);
        }
        Edit::Number { hexes, value } => {
            let value = HexValue::from_code(*value).ok_or("expected 0 for none, 1 for drawn, or 2 to 12")?;
            hexes.iter().try_for_each(|&hex| number(setup, hex, value))?;
            fill_pools(setup);
        }
        Edit::Port { side, kind } => {
            port(setup, SideId(*side), kind)?;
            fill_pools(setup);
        }
        Edit::Generate(draw) => notes.extend(generate(setup, draw, stop)?),
        Edit::Turn(how) => {
            let turned = setup.transformed(symmetry(how)?).map_err(|e| e.to_string())?;
            notes.extend(left_out(setup, &turned));
            *setup = turned;
        }
        &Edit::Resize { top, bottom, left, right } => {
            let resized = setup.resized(Margins { top, bottom, left, right }).map_err(|e| e.to_string())?;
            notes.extend(left_out(setup, &resized.setup));
            *setup = resized.setup;
        }
        Edit::NoSetup(corner) => no_setup(setup, CornerId(*corner))?,
        Edit::Pirate(hex) => {
            let hex = HexId(cell(setup, *hex)? as u16);
            if setup.types[hex.index()] != HexType::Water {
                return Err("the pirate starts at sea".into());
            }
            setup.sea.pirate = (setup.sea.pirate != Some(hex)).then_some(hex);
        }
        Edit::Setting { .. } | Edit::Convert => {}
    }
    setup.refit();
    Ok(())
}

/// What a moved board could not keep, in one sentence.
fn left_out(before: &Setup, after: &Setup) -> Option<String> {
    let words: Vec<&str> = before.notes_left_out(after).map(|note| note.value.as_str()).collect();
    (!words.is_empty()).then(|| {
        format!("notes of the .game map that named places of the old board went: {}", words.join("; "))
    })
}

/// Closes a corner during setup, or opens it again.
fn no_setup(setup: &mut Setup, corner: CornerId) -> Result<(), EditError> {
    if corner.index() >= setup.grid.corners() {
        return Err("there is no such corner".into());
    }
    let closed = &mut setup.sea.closed;
    match closed.binary_search(&corner) {
        Ok(place) => {
            closed.remove(place);
        }
        Err(place) => closed.insert(place, corner),
    }
    Ok(())
}

fn cell(setup: &Setup, hex: u16) -> Result<usize, EditError> {
    let hex = usize::from(hex);
    (hex < setup.types.len()).then_some(hex).ok_or_else(|| "there is no such hex".into())
}

fn paint(setup: &mut Setup, hex: u16, kind: HexType) -> Result<(), EditError> {
    let hex = cell(setup, hex)?;
    let shores = |setup: &Setup| setup.ports.iter().map(|p| is_shore(setup, p.corners)).collect::<Vec<_>>();
    let before = shores(setup);
    setup.types[hex] = kind;
    // water and fixed deserts carry no number, fresh land draws one
    setup.values[hex] = match (kind, setup.values[hex]) {
        (HexType::Water | HexType::Void | HexType::Desert, _) => HexValue::None,
        // nothing draws the number of gold
        (HexType::Gold, HexValue::Any) => HexValue::None,
        (HexType::Gold, value) => value,
        (_, HexValue::None) => HexValue::Any,
        (_, value) => value,
    };
    // a harbour whose shore is painted over goes with it
    let mut stays = before.into_iter().zip(shores(setup)).map(|(before, after)| after || !before);
    setup.ports.retain(|_| stays.next() == Some(true));
    Ok(())
}

fn is_shore(setup: &Setup, corners: [hexwright_core::CornerId; 2]) -> bool {
    let beside = setup.grid.hexes_beside(corners[0], corners[1]);
    beside.filter(|(hex, _)| setup.types[hex.index()].is_land()).count() == 1
}

fn number(setup: &mut Setup, hex: u16, value: HexValue) -> Result<(), EditError> {
    let hex = cell(setup, hex)?;
    if value != HexValue::None && matches!(setup.types[hex], HexType::Water | HexType::Void | HexType::Desert)
    {
        return Err("water and deserts carry no number".into());
    }
    if value == HexValue::Any && setup.types[hex] == HexType::Gold {
        return Err("the number of gold is not drawn; give it one, or 0 for none".into());
    }
    setup.values[hex] = value;
    Ok(())
}

fn port(setup: &mut Setup, side: SideId, kind: &str) -> Result<(), EditError> {
    let topology = setup.grid.topology();
    if side.index() >= topology.sides() {
        return Err("there is no such side".into());
    }
    let corners = topology.side_corners(side);
    let found = setup.ports.iter().position(|p| p.corners == corners);
    let now = found.map(|i| setup.ports[i].kind);
    let kind = match kind {
        "none" => None,
        "next" => match now {
            None => Some(PortType::Any),
            Some(kind) => PortType::from_code(kind.code() + 1),
        },
        "any" => Some(PortType::Any),
        "three" => Some(PortType::Three),
        name => Some(PortType::Two(
            Resource::from_name(name).ok_or_else(|| format!("there is no harbour {name:?}"))?,
        )),
    };
    match (kind, found) {
        (None, None) => {}
        (None, Some(i)) => {
            setup.ports.remove(i);
        }
        (Some(kind), Some(i)) => setup.ports[i].kind = kind,
        (Some(kind), None) if is_shore(setup, corners) => setup.ports.push(PortSite { corners, kind }),
        (Some(_), None) => return Err("a harbour lies between land and water".into()),
    }
    Ok(())
}

/// Draws what is open; with `redraw` everything but what is locked is opened first.
fn generate(setup: &mut Setup, draw: &Draw, stop: &StopFlag) -> Result<Vec<String>, EditError> {
    let mut open = setup.clone();
    if draw.redraw {
        for hex in 0..open.types.len() {
            if !draw.is_locked(hex) && open.types[hex].is_land() && open.types[hex] != HexType::Gold {
                (open.types[hex], open.values[hex]) = (HexType::Any, HexValue::Any);
            }
        }
        let anchored: Vec<bool> = open
            .ports
            .iter()
            .map(|port| open.berth(port).is_some_and(|(hex, _)| draw.is_locked(hex.index())))
            .collect();
        let free = open.ports.iter_mut().zip(anchored).filter(|(_, anchored)| !anchored);
        free.for_each(|(port, _)| port.kind = PortType::Any);
        fill_pools(&mut open);
    }
    let (board, notes) = board(&open, draw, stop)?;
    *setup = open.with_board(&board, Some(draw.seed()));
    Ok(notes)
}

/// A board that meets the draw, or the best that was found and what it misses.
pub(super) fn board(
    setup: &Setup,
    draw: &Draw,
    stop: &StopFlag,
) -> Result<(crate::Board, Vec<String>), EditError> {
    let require = draw.require.iter().map(|w| w.parse().map_err(|e| format!("{e}")));
    let require: Vec<Constraint> = require.collect::<Result<_, String>>()?;
    let generator = Generator::new(setup, &require).map_err(|impossible| {
        let reasons: Vec<String> = impossible.iter().map(ToString::to_string).collect();
        format!("no board can meet this: {}", reasons.join("; "))
    })?;
    let found = generator.stopped_by(stop.clone()).generate(draw.seed());
    if stop.is_raised() {
        // a board that depends on the speed of the server would not follow from its seed
        return Err("the search took too long for one request; ask for less, or draw a smaller map".into());
    }
    Ok(match found {
        Ok(found) => (found.board, Vec::new()),
        // the best board found is worth having even if a wish stays open
        Err(unmet) => (unmet.board.clone(), vec![unmet.to_string()]),
    })
}

pub(super) fn symmetry(how: &str) -> Result<Symmetry, EditError> {
    Ok(match how {
        "right" => Symmetry::rotation(1),
        "left" => Symmetry::rotation(-1),
        "across" => Symmetry::LEFT_RIGHT,
        "over" => Symmetry::TOP_BOTTOM,
        other => return Err(format!("expected left, right, across or over, found {other:?}").into()),
    })
}

fn terrain_of(name: &str) -> Result<HexType, EditError> {
    Ok(match name {
        "water" => HexType::Water,
        "any" => HexType::Any,
        "desert" => HexType::Desert,
        "gold" => HexType::Gold,
        "void" => HexType::Void,
        name => HexType::Land(super::dot_game::resource_of(name)?),
    })
}

/// Raises pools so that fixed cells are covered and open cells can be drawn; a painter should not
/// have to count tokens.
pub(super) fn fill_pools(setup: &mut Setup) {
    let fixed = setup.fixed();
    let (any_types, any_values, any_ports) = setup.any_cells();
    let resources: Vec<usize> = (0..Resource::ALL.len()).collect();
    // no 7 and no "no number"; no "no harbour"
    let rolls: Vec<usize> = (1..12).filter(|&k| k != 6).collect();
    let harbours: Vec<usize> = (1..7).collect();
    raise(&mut setup.type_pool, &fixed.types, any_types, &resources);
    raise(&mut setup.value_pool, &fixed.values, any_values, &rolls);
    raise(&mut setup.port_pool, &fixed.ports, any_ports, &harbours);
}

/// `kinds`: which tokens may be added to serve open cells.
fn raise(pool: &mut [u16], fixed: &[u16], any: usize, kinds: &[usize]) {
    for (have, &need) in pool.iter_mut().zip(fixed) {
        *have = (*have).max(need);
    }
    let left: usize = pool.iter().zip(fixed).map(|(&have, &need)| usize::from(have - need)).sum();
    for i in 0..any.saturating_sub(left) {
        pool[kinds[i % kinds.len()]] += 1;
    }
}
