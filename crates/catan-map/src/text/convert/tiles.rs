//! Cells, harbours and numbers of a setup as those of a Pioneers map.

use super::super::dot_catan::Section;
use super::super::pioneers::{Cell, MOST_SIDE, PioneersMap, Place, Port, Switch};
use super::findings::{L_BORDER, L_POOL, L_PORTS, L_VALUES};
use super::to_game::Kept;
use super::{ConvertError, LossKind, Losses, Origin};
use crate::map::{HexType, HexValue, OpenPort, PortType, Resource, Setup, Terrain};
use hexwright_core::{Key as _, Random, Stream};

/// The name of the streams that draw what `.game` cannot leave open: 1 types, 2 values, 3 ports.
const STREAM: &str = "hexwright/convert/1";

/// A map whose cells have their numbers, but no sequence yet.
pub(super) struct Tiled {
    pub(super) map: PioneersMap,
    /// The number of each cell.
    pub(super) rolls: Vec<i32>,
    /// The place of each cell in the sequence of the layout.
    pub(super) sequence: Vec<Option<u16>>,
}

/// The map with its cells, and how far a border moved them.
pub(super) fn cells(
    setup: &Setup,
    mut map: PioneersMap,
    seed: u64,
    losses: &mut Losses,
) -> Result<(Tiled, Place), ConvertError> {
    let random = map.has(Switch::RandomTerrain);
    fits(setup.grid.width().into(), setup.grid.height().into())?;
    map.width = setup.grid.width();
    map.cells = lands(setup, random, seed, losses);
    let rolls = match setup.shuffle() {
        Some((layout, shuffle)) => {
            layout.numbers(&setup.dealt(layout, shuffle).terrain).into_iter().map(i32::from).collect()
        }
        None => values(setup, seed, &mut map, losses),
    };
    let sequence = setup.layout.as_ref().map(|layout| layout.sequence.clone());
    let sequence = sequence.filter(|s| s.len() == rolls.len()).unwrap_or_else(|| vec![None; rolls.len()]);
    let mut tiled = Tiled { map, rolls, sequence };
    let moved = ports(setup, random, seed, &mut tiled, losses)?;
    Ok((tiled, moved))
}

pub(super) fn place_of(setup: &Setup, index: usize) -> Place {
    let width = usize::from(setup.grid.width());
    Place { x: (index % width) as i16, y: (index / width) as i16 }
}

/// The cells without their ports.
fn lands(setup: &Setup, random: bool, seed: u64, losses: &mut Losses) -> Vec<Cell> {
    let plus = Kept::of(setup).fixed;
    let mut open = vec![Terrain::Desert; setup.types.len()];
    match setup.shuffle() {
        Some((_, shuffle)) => {
            setup.open_hexes().into_iter().zip(&shuffle.terrains).for_each(|(hex, &t)| open[hex] = t);
        }
        None => {
            let cells = (0..setup.types.len()).filter(|&i| setup.types[i] == HexType::Any);
            cells.zip(open_types(setup, seed, losses)).for_each(|(hex, t)| open[hex] = t);
        }
    }
    let cell = |(i, hex_type): (usize, &HexType)| {
        let plus = plus.contains(&place_of(setup, i));
        let land = |terrain, fixed| Cell::Land { terrain, sequence: 0, fixed };
        match *hex_type {
            HexType::Void => Cell::Void,
            HexType::Water => Cell::Sea { port: None, sequence: None, fixed: plus },
            HexType::Land(resource) => land(Terrain::Land(resource), random || plus),
            HexType::Desert => land(Terrain::Desert, random || plus),
            HexType::Gold => land(Terrain::Gold, random || plus),
            HexType::Any => land(open[i], false),
        }
    };
    setup.types.iter().enumerate().map(cell).collect()
}

/// Takes `count` tokens: all of them in order, or a draw if there are more.
fn take<T: Copy>(
    mut bag: Vec<T>,
    count: usize,
    chance: &mut Stream,
    (what, pool): (&str, Section),
    losses: &mut Losses,
) -> Vec<T> {
    if bag.len() > count {
        losses.of(
            Origin::Number(pool, 0),
            LossKind::Changed,
            L_POOL,
            format!("the pool of {what} has a surplus of {}; drawn with the seed", bag.len() - count),
        );
        chance.shuffle(&mut bag);
        bag.truncate(count);
    }
    bag
}

/// The terrains of open cells. The shuffle at the start of a game makes their order irrelevant.
fn open_types(setup: &Setup, seed: u64, losses: &mut Losses) -> Vec<Terrain> {
    let left = setup.left().types;
    let terrains = Resource::ALL.iter().map(|&r| Terrain::Land(r)).chain([Terrain::Desert]);
    let bag: Vec<Terrain> =
        terrains.zip(left).flat_map(|(t, n)| std::iter::repeat_n(t, usize::from(n))).collect();
    let count = setup.types.iter().filter(|&&t| t == HexType::Any).count();
    take(bag, count, &mut Stream::new(seed, STREAM, 1), ("types", Section::TypePool), losses)
}

/// The number of every cell; open ones are drawn.
fn values(setup: &Setup, seed: u64, map: &mut PioneersMap, losses: &mut Losses) -> Vec<i32> {
    let left = setup.left().values;
    let mut bag: Vec<i32> =
        (2..=12).flat_map(|n| std::iter::repeat_n(n, usize::from(left[n as usize - 1]))).collect();
    let is_open = |i: usize| setup.values[i] == HexValue::Any && setup.types[i].is_land();
    if let Some(first) = (0..setup.values.len()).find(|&i| is_open(i)) {
        let what = "open numbers are drawn with the seed";
        losses.of(Origin::Number(Section::Values, first), LossKind::Changed, L_VALUES, what);
    }
    Stream::new(seed, STREAM, 2).shuffle(&mut bag);
    let (mut rolls, mut drawn) = (vec![0; map.cells.len()], bag.into_iter());
    for (i, roll) in rolls.iter_mut().enumerate() {
        let Cell::Land { terrain, .. } = &mut map.cells[i] else { continue };
        let (place, origin) = (place_of(setup, i), Origin::Number(Section::Values, i));
        match (setup.values[i], *terrain) {
            (HexValue::Any | HexValue::None, Terrain::Desert) => {}
            (HexValue::Roll(n), Terrain::Desert) => losses.at(
                place,
                origin,
                LossKind::Changed,
                L_VALUES,
                format!("a desert has no number; {n} is lost"),
            ),
            (HexValue::Roll(n), _) => *roll = i32::from(n),
            (HexValue::Any, _) => *roll = drawn.next().unwrap_or(0),
            (HexValue::None, _) => {}
        }
    }
    let numbered = |i: usize| setup.types[i] == HexType::Any && matches!(setup.values[i], HexValue::Roll(_));
    let open_desert = (0..setup.types.len())
        .any(|i| setup.types[i] == HexType::Any && map.cells[i].terrain() == Terrain::Desert);
    if let Some(first) = (0..setup.types.len()).find(|&i| open_desert && numbered(i)) {
        losses.of(
            Origin::Number(Section::Types, first),
            LossKind::Changed,
            L_VALUES,
            "an open tile with a number may become the desert and pass its number on",
        );
    }
    rolls
}

/// Puts every port on its sea hex, with a border of sea if one lies outside the map.
fn ports(
    setup: &Setup,
    random: bool,
    seed: u64,
    tiled: &mut Tiled,
    losses: &mut Losses,
) -> Result<Place, ConvertError> {
    let kinds = port_kinds(setup, seed, losses);
    let mut sites = Vec::new();
    for (nth, site) in setup.ports.iter().enumerate() {
        let origin = Origin::Number(Section::PortVertices, 2 * nth);
        let (kind, fixed) = match site.kind {
            PortType::Any => match kinds[nth] {
                Some(kind) => (kind, false),
                None => continue,
            },
            PortType::Three => (None, random),
            PortType::Two(resource) => (Some(resource), random),
        };
        let topology = setup.grid.topology();
        let [a, b] = site.corners;
        let Some(side) = topology.side_between(a, b) else {
            losses.of(
                origin,
                LossKind::Dropped,
                L_PORTS,
                format!("the port at corners {a} and {b} lies on no side"),
            );
            continue;
        };
        let [one, two] = topology.side(side).hexes().map(Place::of);
        let is_water = |place: Place| !tiled.map.cell(place).is_land();
        // the water side holds the port; with water on both sides the one inside the map
        let (sea, land) = match (is_water(one), is_water(two)) {
            (true, false) => (one, two),
            (false, true) => (two, one),
            (true, true) if tiled.map.index(one).is_some() => (one, two),
            (true, true) => (two, one),
            (false, false) => {
                losses.of(
                    origin,
                    LossKind::Dropped,
                    L_PORTS,
                    format!("the port at corners {a} and {b} has land on both sides"),
                );
                continue;
            }
        };
        let facing = (0..6).find(|&d| sea.neighbour(d) == land).unwrap_or(0);
        let carried_plus = matches!(tiled.map.cell(sea), Cell::Sea { fixed: true, .. });
        sites.push((sea, Port { kind, facing }, fixed || carried_plus));
    }
    for (port, kind) in setup.sea.ports.iter().zip(&kinds[setup.ports.len()..]) {
        let sea = place_of(setup, port.hex.index());
        let plus = matches!(tiled.map.cell(sea), Cell::Sea { fixed: true, .. });
        let fixed = plus || random && port.kind != PortType::Any;
        sites.extend(kind.map(|kind| (sea, Port { kind, facing: port.facing }, fixed)));
    }
    let offset = if sites.iter().any(|(sea, ..)| tiled.map.index(*sea).is_none()) {
        let what = "ports on the rim get a border of sea, where pieces can go";
        if setup.sea.sails() {
            losses.of(Origin::Number(Section::Size, 0), LossKind::Changed, L_BORDER, what);
        }
        pad(tiled)?
    } else {
        Place { x: 0, y: 0 }
    };
    for (sea, port, fixed) in sites {
        let place = Place { x: sea.x + offset.x, y: sea.y + offset.y };
        let Some(index) = tiled.map.index(place) else { continue };
        if let Cell::Sea { port: Some(_), .. } = tiled.map.cells[index] {
            return Err(ConvertError::PortConflict { x: place.x, y: place.y });
        }
        tiled.map.cells[index] = Cell::Sea { port: Some(port), sequence: None, fixed };
    }
    Ok(offset)
}

/// Kinds of port sites, then of sea ports; `None` for sites that stay empty.
fn port_kinds(setup: &Setup, seed: u64, losses: &mut Losses) -> Vec<Option<Option<Resource>>> {
    let ports = setup.ports.iter().map(|port| port.kind).chain(setup.sea.ports.iter().map(|port| port.kind));
    let fixed = |kind| match kind {
        PortType::Any => None,
        PortType::Three => Some(None),
        PortType::Two(resource) => Some(Some(resource)),
    };
    let mut kinds: Vec<_> = ports.map(fixed).collect();
    if let Some((_, shuffle)) = setup.shuffle() {
        for (port, &kind) in setup.open_ports().into_iter().zip(&shuffle.harbours) {
            match port {
                OpenPort::Site(i) => kinds[i] = Some(kind),
                OpenPort::Sea(i) => kinds[setup.ports.len() + i] = Some(kind),
            }
        }
        return kinds;
    }
    let open = (0..setup.ports.len()).filter(|&i| setup.ports[i].kind == PortType::Any);
    open.zip(open_ports(setup, seed, losses)).for_each(|(i, kind)| kinds[i] = kind);
    kinds
}

/// Kinds of open port sites drawn from the pool, `None` for sites that stay empty.
fn open_ports(setup: &Setup, seed: u64, losses: &mut Losses) -> Vec<Option<Option<Resource>>> {
    let left = setup.left().ports;
    let kinds = [None, Some(None)].into_iter().chain(Resource::ALL.iter().map(|&r| Some(Some(r))));
    let mut bag: Vec<_> = kinds.zip(left).flat_map(|(k, n)| std::iter::repeat_n(k, usize::from(n))).collect();
    let count = setup.ports.iter().filter(|p| p.kind == PortType::Any).count();
    let mut chance = Stream::new(seed, STREAM, 3);
    if count > 0 && left[0] > 0 && bag.len() == count {
        let what = "sites without port are drawn with the seed";
        losses.of(Origin::Number(Section::PortPool, 0), LossKind::Changed, L_POOL, what);
        chance.shuffle(&mut bag);
    }
    take(bag, count, &mut chance, ("ports", Section::PortPool), losses)
}

/// Whether a `.game` file can say a map of this size.
fn fits(width: usize, height: usize) -> Result<(), ConvertError> {
    if width > MOST_SIDE || height > MOST_SIDE {
        Err(ConvertError::TooLarge { width, height })
    } else {
        Ok(())
    }
}

/// A border: a column left and right, two rows on top (one would flip the row shift), one below; sea
/// where it touches land. Void that is not needed goes away again. Returns how far the map moved.
fn pad(tiled: &mut Tiled) -> Result<Place, ConvertError> {
    let old = &tiled.map;
    let (width, height) = (i16::from(old.width), i16::from(old.height()));
    let inside = |x: i16, y: i16| old.cell(Place { x, y });
    let border = |place: Place| {
        let touches = (0..6).any(|d| old.cell(place.neighbour(d)).is_land());
        if touches { Cell::Sea { port: None, sequence: None, fixed: false } } else { Cell::Void }
    };
    let cell = |x: i16, y: i16| {
        let place = Place { x, y };
        if old.index(place).is_some() { inside(x, y) } else { border(place) }
    };
    let empty_column = |x: i16| (-2..=height).all(|y| cell(x, y) == Cell::Void);
    let empty_row = |y: i16| (-1..=width).all(|x| cell(x, y) == Cell::Void);
    let left = if empty_column(-1) { 0 } else { -1 };
    let top = if empty_row(-1) && empty_row(-2) { 0 } else { -2 };
    let right = if empty_column(width) { width } else { width + 1 };
    let bottom = if empty_row(height) { height } else { height + 1 };
    let (new_width, new_height) = ((right - left) as usize, (bottom - top) as usize);
    fits(new_width, new_height)?;
    let places = || (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
    let cells = places().map(|(x, y)| cell(x, y)).collect();
    let rolls = places().map(|(x, y)| old.index(Place { x, y }).map_or(0, |i| tiled.rolls[i])).collect();
    let sequence = places().map(|(x, y)| tiled.sequence[old.index(Place { x, y })?]).collect();
    tiled.map.cells = cells;
    tiled.map.width = new_width as u8;
    tiled.rolls = rolls;
    tiled.sequence = sequence;
    Ok(Place { x: -left, y: -top })
}
