//! Edits of `.game` maps.
//!
//! A `.game` map says its numbers as a row of chits laid along a sequence of hexes. A painter thinks
//! of the number on a hex, so every edit works on numbers per hex and lays the chits anew.

use super::dot_catan;
use super::{Draw, Edit, EditError};
use crate::map::pips;
use crate::text::pioneers::{Cell, MOST_SIDE, Node, PioneersMap, Place, Port, Switch, rolls};
use crate::{Board, Resource, Terrain};
use hexwright_core::{Key as _, SideId, StopFlag};

/// Changes a map.
///
/// # Errors
/// Why it cannot be changed this way.
pub(super) fn edit(
    map: &mut PioneersMap,
    edit: &Edit,
    notes: &mut Vec<String>,
    stop: &StopFlag,
) -> Result<(), EditError> {
    let mut numbers = rolls(map);
    match edit {
        Edit::Terrain { hexes, terrain } => {
            for &hex in hexes {
                paint(map, &mut numbers, hex, terrain)?;
            }
            lay(map, &numbers)?;
        }
        Edit::Number { hexes, value } => {
            for &hex in hexes {
                number(map, &mut numbers, hex, *value)?;
            }
            lay(map, &numbers)?;
        }
        Edit::Port { side, kind } => port(map, SideId(*side), kind)?,
        Edit::NoSetup(corner) => no_setup(map, *corner)?,
        Edit::Pirate(hex) => {
            let place = place(map, cell(map, *hex)?);
            if !map.cell(place).is_sea() {
                return Err("the pirate starts at sea".into());
            }
            map.pirate = (map.pirate != Some(place)).then_some(place);
        }
        Edit::Generate(draw) => notes.extend(generate(map, draw, stop)?),
        &Edit::Resize { top, bottom, left, right } => resize(map, top, bottom, left, right)?,
        Edit::Turn(_) => {
            return Err("a .game map cannot be turned; convert it to .catan first".into());
        }
        Edit::Setting { .. } | Edit::Convert => {}
    }
    // readers drop a border without a hex
    map.shrink();
    Ok(())
}

pub(super) fn resource_of(name: &str) -> Result<Resource, EditError> {
    let names = ["hill", "forest", "pasture", "field", "mountain"];
    let found = names.iter().position(|&n| n == name).map(|i| Resource::ALL[i]);
    found.ok_or_else(|| format!("there is no terrain {name:?}").into())
}

fn cell(map: &PioneersMap, hex: u16) -> Result<usize, EditError> {
    let hex = usize::from(hex);
    (hex < map.cells.len()).then_some(hex).ok_or_else(|| "there is no such hex".into())
}

fn place(map: &PioneersMap, index: usize) -> Place {
    let width = usize::from(map.width).max(1);
    Place { x: (index % width) as i16, y: (index / width) as i16 }
}

fn paint(map: &mut PioneersMap, numbers: &mut [i32], hex: u16, name: &str) -> Result<(), EditError> {
    let hex = cell(map, hex)?;
    let old = map.cells[hex];
    let terrain = match name {
        "void" => Terrain::Void,
        "water" => Terrain::Water,
        "desert" => Terrain::Desert,
        "gold" => Terrain::Gold,
        "any" => {
            return Err("a .game map leaves no hex open; random-terrain shuffles all of them".into());
        }
        name => Terrain::Land(resource_of(name)?),
    };
    map.cells[hex] = match (terrain, old) {
        (Terrain::Void, _) => Cell::Void,
        (Terrain::Water, Cell::Sea { .. }) => old,
        (Terrain::Water, _) => Cell::Sea { port: None, sequence: None, fixed: false },
        (terrain, Cell::Land { sequence, fixed, .. }) => Cell::Land { terrain, sequence, fixed },
        (terrain, _) => Cell::Land { terrain, sequence: last_in_sequence(map), fixed: false },
    };
    if !map.cells[hex].is_sea() && map.pirate == Some(place(map, hex)) {
        map.pirate = None;
    }
    if terrain.is_land() && terrain != Terrain::Desert && numbers[hex] == 0 {
        numbers[hex] = rarest(numbers);
    }
    close_stray_harbours(map);
    map.nosetup.retain(|node| node.names().iter().any(|n| has_hex(&map.cells, map.width, n.hex)));
    Ok(())
}

/// A harbour needs the land it faces.
fn close_stray_harbours(map: &mut PioneersMap) {
    for i in 0..map.cells.len() {
        if let Cell::Sea { port: Some(port), sequence, fixed } = map.cells[i]
            && !map.cell(place(map, i).neighbour(port.facing)).is_land()
        {
            map.cells[i] = Cell::Sea { port: None, sequence, fixed };
        }
    }
}

fn has_hex(cells: &[Cell], width: u8, place: Place) -> bool {
    let (Ok(x), Ok(y)) = (usize::try_from(place.x), usize::try_from(place.y)) else { return false };
    x < usize::from(width) && cells.get(y * usize::from(width) + x).is_some_and(|&cell| cell != Cell::Void)
}

fn last_in_sequence(map: &PioneersMap) -> u16 {
    map.cells.iter().filter_map(|cell| cell.sequence()).max().map_or(0, |last| last + 1)
}

/// The number the map lacks most: few hexes for many pips.
fn rarest(numbers: &[i32]) -> i32 {
    let count = |n: i32| numbers.iter().filter(|&&have| have == n).count() as u32;
    let weight = |n: i32| count(n) * 30 / u32::from(pips(n as u8)).max(1);
    (2..=12).filter(|&n| n != 7).min_by_key(|&n| weight(n)).unwrap_or(5)
}

fn number(map: &PioneersMap, numbers: &mut [i32], hex: u16, value: u8) -> Result<(), EditError> {
    let hex = cell(map, hex)?;
    if !map.cells[hex].is_land() || map.cells[hex].terrain() == Terrain::Desert {
        return Err("water and deserts carry no number".into());
    }
    if !(2..=12).contains(&value) {
        return Err("every hex of a .game map but the desert has a number, 2 to 12".into());
    }
    numbers[hex] = i32::from(value);
    Ok(())
}

/// Numbers the sequence without gaps and writes the chits that put these numbers on the hexes.
fn lay(map: &mut PioneersMap, numbers: &[i32]) -> Result<(), EditError> {
    let mut order: Vec<usize> = (0..map.cells.len()).filter(|&i| map.cells[i].sequence().is_some()).collect();
    order.sort_by_key(|&i| map.cells[i].sequence());
    for (n, &i) in order.iter().enumerate() {
        match &mut map.cells[i] {
            Cell::Land { sequence, .. } => *sequence = n as u16,
            Cell::Sea { sequence, .. } => *sequence = Some(n as u16),
            Cell::Void => {}
        }
    }
    let takes_chit = |&&i: &&usize| map.cells[i].terrain() != Terrain::Desert;
    map.chits = order.iter().filter(takes_chit).map(|&i| numbers[i]).collect();
    if map.chits.is_empty() {
        return Err("a map needs land with a number on it, and this would take the last".into());
    }
    Ok(())
}

fn port(map: &mut PioneersMap, side: SideId, kind: &str) -> Result<(), EditError> {
    let grid = map.lay_out().board.grid;
    let topology = grid.topology();
    if side.index() >= topology.sides() {
        return Err("there is no such side".into());
    }
    let [one, two] = topology.side(side).hexes().map(Place::of);
    let (sea, land) = match (map.cell(one), map.cell(two)) {
        (a, b) if a.is_sea() && b.is_land() => (one, two),
        (a, b) if a.is_land() && b.is_sea() => (two, one),
        _ => return Err("a harbour lies between land and sea; paint the sea first".into()),
    };
    let facing = (0..6).find(|&d| sea.neighbour(d) == land).unwrap_or(0);
    let index = map.index(sea).ok_or("there is no such hex")?;
    let Cell::Sea { port, sequence, fixed } = map.cells[index] else { return Ok(()) };
    let here = port.filter(|p| p.facing == facing);
    let kind = match kind {
        "none" => None,
        "next" => match here {
            None => Some(None),
            Some(Port { kind: None, .. }) => Some(Some(Resource::ALL[0])),
            Some(Port { kind: Some(kind), .. }) => Resource::ALL.get(kind.index() + 1).map(|&r| Some(r)),
        },
        "three" => Some(None),
        "any" => return Err("a .game map leaves no harbour open; random-terrain shuffles them".into()),
        name => Some(Some(Resource::from_name(name).ok_or_else(|| format!("there is no harbour {name:?}"))?)),
    };
    let port = match kind {
        Some(kind) => Some(Port { kind, facing }),
        // taking away what is not here leaves what is elsewhere
        None => port.filter(|_| here.is_none()),
    };
    map.cells[index] = Cell::Sea { port, sequence, fixed };
    Ok(())
}

fn no_setup(map: &mut PioneersMap, corner: u16) -> Result<(), EditError> {
    let grid = map.lay_out().board.grid;
    if usize::from(corner) >= grid.corners() {
        return Err("there is no such corner".into());
    }
    let node = Node::of(grid.topology().corner(hexwright_core::CornerId(corner)));
    let node = map.canonical(node).ok_or("no hex touches this corner")?;
    match map.nosetup.iter().position(|&n| n == node) {
        Some(i) => {
            map.nosetup.remove(i);
        }
        None => map.nosetup.push(node),
    }
    map.nosetup.sort_unstable();
    Ok(())
}

/// Shuffles as Pioneers would, or searches when something is wished for.
fn generate(map: &mut PioneersMap, draw: &Draw, stop: &StopFlag) -> Result<Vec<String>, EditError> {
    let mut open = map.clone();
    if draw.redraw {
        open.switches[Switch::RandomTerrain] = true;
        let kept: Vec<Place> = draw.locked.iter().map(|&h| place(map, usize::from(h))).collect();
        for i in 0..open.cells.len() {
            let here = place(map, i);
            match &mut open.cells[i] {
                Cell::Land { fixed, .. } => *fixed = draw.is_locked(i),
                Cell::Sea { port: Some(port), fixed, .. } => {
                    *fixed = kept.contains(&here.neighbour(port.facing));
                }
                _ => {}
            }
        }
    }
    let mut notes = Vec::new();
    if draw.require.is_empty() {
        let drawn = open.shuffled(draw.seed());
        let numbers = rolls(&drawn);
        adopt(map, &drawn.lay_out().board);
        lay(map, &numbers)?;
    } else {
        let board;
        (board, notes) = dot_catan::board(&open.setup(), draw, stop)?;
        adopt(map, &board);
        let old = rolls(map);
        let number = |i: usize| if map.cells[i].is_land() { i32::from(board.numbers[i]) } else { old[i] };
        let numbers: Vec<i32> = (0..map.cells.len()).map(number).collect();
        lay(map, &numbers)?;
    }
    Ok(notes)
}

/// Takes terrains and harbour kinds from a board of the same shape.
fn adopt(map: &mut PioneersMap, board: &Board) {
    for (cell, &drawn) in map.cells.iter_mut().zip(&board.terrain) {
        if let Cell::Land { terrain, .. } = cell
            && drawn.is_land()
        {
            *terrain = drawn;
        }
    }
    let before = map.lay_out().board;
    let mut sites = before.harbours().map(|h| h.corners);
    for cell in &mut map.cells {
        let Cell::Sea { port: Some(port), .. } = cell else { continue };
        let Some(corners) = sites.next() else { break };
        if let Some(drawn) = board.harbours().find(|h| h.corners == corners) {
            port.kind = drawn.kind;
        }
    }
}

/// Adds or removes rows and columns. An odd number of rows on top would flip which rows are shifted.
fn resize(map: &mut PioneersMap, top: i32, bottom: i32, left: i32, right: i32) -> Result<(), EditError> {
    if top % 2 != 0 {
        return Err("rows on top come in pairs: one alone would shift every other row".into());
    }
    let (width, height) = (i32::from(map.width) + left + right, i32::from(map.height()) + top + bottom);
    let most = MOST_SIDE as i32;
    if !(1..=most).contains(&width) || !(1..=most).contains(&height) {
        return Err(format!("the map would be {width} x {height}; sides are 1 to {most}").into());
    }
    let numbers = rolls(map);
    let (mut cells, mut moved) = (Vec::new(), Vec::new());
    for y in 0..height as i16 {
        for x in 0..width as i16 {
            let old = map.index(Place { x: x - left as i16, y: y - top as i16 });
            cells.push(old.map_or(Cell::Sea { port: None, sequence: None, fixed: false }, |i| map.cells[i]));
            moved.push(old.map_or(0, |i| numbers[i]));
        }
    }
    let shift = |p: Place| Place { x: p.x + left as i16, y: p.y + top as i16 };
    (map.width, map.cells) = (width as u8, cells);
    close_stray_harbours(map);
    map.pirate = map.pirate.map(shift).filter(|&p| map.cell(p).is_sea());
    let nodes: Vec<Node> = map.nosetup.iter().map(|n| Node { hex: shift(n.hex), ..*n }).collect();
    map.nosetup = nodes.into_iter().filter_map(|node| map.canonical(node)).collect();
    map.nosetup.sort_unstable();
    lay(map, &moved)
}
