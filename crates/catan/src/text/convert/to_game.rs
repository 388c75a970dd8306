//! `.catan` → `.game`.

use super::super::pioneers::{self, Cell, MOST_SIDE, Node, Number, PioneersMap, Place, Port, Switch};
use super::carry::Carried;
use super::{ConvertError, Loss, LossKind, Losses, Origin};
use crate::map::{HexType, HexValue, Pieces, PortType, Resource, Setup, Terrain};
use crate::text::dot_catan::Section;
use hexwright_core::{Key as _, Random, Stream};

/// The name of the streams that draw what `.game` cannot leave open: 1 types, 2 values, 3 ports.
const STREAM: &str = "hexwright/convert/1";

/// The Pioneers map of a setup, and what could not be said. Values left open, surplus of pools and
/// `empty` ports are drawn with the seed.
///
/// # Errors
/// If two ports need one sea hex, nothing takes a number, or the map is too large.
pub fn to_game(setup: &Setup, seed: u64) -> Result<(PioneersMap, Vec<Loss>), ConvertError> {
    let carried = Carried::of(&setup.notes);
    let mut losses = Losses::default();
    let mut map = head(setup, &carried, &mut losses);
    let random = setup.types.contains(&HexType::Any) || setup.ports.iter().any(|p| p.kind == PortType::Any);
    map.switches[Switch::RandomTerrain] = random;
    map.width = setup.grid.width();
    let rolls = tiles(setup, &carried, random, seed, &mut map, &mut losses);
    let mut tiled = Tiled { map, rolls };
    let moved = ports(setup, random, seed, &mut tiled, &mut losses)?;
    let shift = |place: Place| Place { x: place.x + moved.x, y: place.y + moved.y };
    for &(place, port, fixed) in &carried.ports {
        let index = tiled.map.index(shift(place));
        if let Some(cell @ Cell::Sea { port: None, .. }) = index.map(|i| &mut tiled.map.cells[i]) {
            *cell = Cell::Sea { port: Some(port), sequence: None, fixed };
        }
    }
    number(&mut tiled, &carried, &mut losses)?;
    let mut map = tiled.map;
    map.shrink();
    let nodes = carried.nosetup.iter().map(|node| Node { hex: shift(node.hex), ..*node });
    map.nosetup = nodes.filter_map(|node| map.has_hex(node.hex).then(|| map.canonical(node))?).collect();
    map.nosetup.sort_unstable();
    map.nosetup.dedup();
    map.pirate = carried.pirate.map(shift).filter(|&place| map.cell(place).is_sea());
    Ok((map, losses.0))
}

/// A map whose cells have their numbers, but no sequence yet.
struct Tiled {
    map: PioneersMap,
    rolls: Vec<i32>,
}

/// Everything but the board.
fn head(setup: &Setup, carried: &Carried, losses: &mut Losses) -> PioneersMap {
    let note = |key: &str| setup.notes.iter().find(|n| n.key == key).map(|n| n.value.clone());
    let mut map = PioneersMap {
        title: carried
            .title
            .clone()
            .or_else(|| note("title"))
            .filter(|t| !t.is_empty())
            .unwrap_or_else(|| "Untitled".to_owned()),
        island_bonus: carried.island_bonus.clone(),
        comments: carried.comments.clone(),
        description: carried.description.clone(),
        ..PioneersMap::default()
    };
    for note in setup.notes.iter().filter(|n| !matches!(n.key.as_str(), "title" | "pioneers")) {
        map.comments.push(format!("{}: {}", note.key, note.value));
    }
    for &switch in &carried.switches {
        map.switches[switch] = true;
    }
    map.switches[Switch::DomesticTrade] = !carried.no_domestic_trade;
    let (least, most) = setup.players;
    if least != 2 || !(2..=8).contains(&most) {
        losses.of(
            Origin::Number(Section::Players, 0),
            LossKind::Changed,
            "L-players",
            format!("{least} to {most} players become {}", most.clamp(2, 8)),
        );
    }
    let bank = setup.bank.values().iter().copied().min().unwrap_or(0);
    if setup.bank.values().iter().any(|&n| n != bank) {
        losses.of(
            Origin::Number(Section::Bank, 0),
            LossKind::Changed,
            "L-bank",
            format!("unequal bank; every kind gets the smallest number, {bank}"),
        );
    }
    let usual = Pieces { roads: 1, settlements: 1, cities: 0 };
    if setup.placements != [usual; 2] || setup.resource_passes != 1 {
        losses.of(
            Origin::Number(Section::PlacementCount, 0),
            LossKind::Changed,
            "L-placements",
            "setup becomes one settlement and one road, twice",
        );
    }
    let [monopoly, roads, plenty, soldiers, points] = setup.cards.map(i32::from);
    let numbers = [
        (Number::Players, i32::from(most.clamp(2, 8)), Section::Players, 1),
        (Number::VictoryPoints, i32::from(setup.points), Section::Points, 0),
        (Number::Roads, i32::from(setup.pieces.roads), Section::Pieces, 0),
        (Number::Settlements, i32::from(setup.pieces.settlements), Section::Pieces, 1),
        (Number::Cities, i32::from(setup.pieces.cities), Section::Pieces, 2),
        (Number::Resources, i32::from(bank), Section::Bank, 0),
        (Number::Monopoly, monopoly, Section::Cards, 0),
        (Number::RoadBuilding, roads, Section::Cards, 1),
        (Number::Plenty, plenty, Section::Cards, 2),
        (Number::Soldier, soldiers, Section::Cards, 3),
    ];
    let cards = Number::POINT_CARDS.into_iter().zip(carried.cards(points));
    let cards = cards.map(|(number, value)| (number, value, Section::Cards, 4));
    for (number, value, section, index) in numbers.into_iter().chain(cards) {
        let range = number.range();
        map.numbers[number] = value.clamp(*range.start(), *range.end());
        if !range.contains(&value) {
            let (word, least, most) = (number.word(), range.start(), range.end());
            let what = format!("`{word} {value}` is cut to {least}-{most}");
            losses.of(Origin::Number(section, index), LossKind::Changed, "L-range", what);
        }
    }
    // a number that comes from a Pioneers map goes back as it was written there
    for &(number, value) in &carried.numbers {
        map.numbers[number] = value;
    }
    map
}

/// Fills the cells; returns the number of each.
fn tiles(
    setup: &Setup,
    carried: &Carried,
    random: bool,
    seed: u64,
    map: &mut PioneersMap,
    losses: &mut Losses,
) -> Vec<i32> {
    let mut bag = open_types(setup, seed, losses).into_iter();
    let mut cells = Vec::with_capacity(setup.types.len());
    for (i, hex_type) in setup.types.iter().enumerate() {
        let place = place_of(setup, i);
        let land = |terrain, fixed| Cell::Land { terrain, sequence: 0, fixed };
        let plus = carried.fixed.contains(&place);
        cells.push(match *hex_type {
            HexType::Water if carried.void.contains(&place) => Cell::Void,
            HexType::Void => Cell::Void,
            HexType::Water => Cell::Sea { port: None, sequence: None, fixed: plus },
            HexType::Land(resource) => land(Terrain::Land(resource), random || plus),
            HexType::Desert => land(Terrain::Desert, random || plus),
            HexType::Gold => land(Terrain::Gold, random || plus),
            HexType::Any => land(bag.next().unwrap_or(Terrain::Desert), false),
        });
    }
    map.cells = cells;
    values(setup, seed, map, losses)
}

fn place_of(setup: &Setup, index: usize) -> Place {
    let width = usize::from(setup.grid.width());
    Place { x: (index % width) as i16, y: (index / width) as i16 }
}

/// What pools leave for open cells.
fn left<const N: usize>(pool: [u16; N], used: impl Iterator<Item = usize>) -> [u16; N] {
    used.fold(pool, |mut left, token| {
        left[token] = left[token].saturating_sub(1);
        left
    })
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
            "L-pool",
            format!("the pool of {what} has a surplus of {}; drawn with the seed", bag.len() - count),
        );
        chance.shuffle(&mut bag);
        bag.truncate(count);
    }
    bag
}

/// The terrains of open cells. The shuffle at the start of a game makes their order irrelevant.
fn open_types(setup: &Setup, seed: u64, losses: &mut Losses) -> Vec<Terrain> {
    let token = |t: &HexType| match t {
        HexType::Land(resource) => Some(resource.index()),
        HexType::Desert => Some(5),
        _ => None,
    };
    let left = left(setup.type_pool, setup.types.iter().filter_map(token));
    let terrains = Resource::ALL.iter().map(|&r| Terrain::Land(r)).chain([Terrain::Desert]);
    let bag: Vec<Terrain> =
        terrains.zip(left).flat_map(|(t, n)| std::iter::repeat_n(t, usize::from(n))).collect();
    let count = setup.types.iter().filter(|&&t| t == HexType::Any).count();
    take(bag, count, &mut Stream::new(seed, STREAM, 1), ("types", Section::TypePool), losses)
}

/// The number of every cell; open ones are drawn.
fn values(setup: &Setup, seed: u64, map: &mut PioneersMap, losses: &mut Losses) -> Vec<i32> {
    let token = |(value, hex_type): (&HexValue, &HexType)| match value {
        HexValue::Roll(n) if hex_type.is_land() => Some(usize::from(*n) - 1),
        HexValue::None if hex_type.is_land() => Some(0),
        _ => None,
    };
    let left = left(setup.value_pool, setup.values.iter().zip(&setup.types).filter_map(token));
    let mut bag: Vec<i32> =
        (2..=12).flat_map(|n| std::iter::repeat_n(n, usize::from(left[n as usize - 1]))).collect();
    let is_open = |i: usize| setup.values[i] == HexValue::Any && setup.types[i].is_land();
    if let Some(first) = (0..setup.values.len()).find(|&i| is_open(i)) {
        let what = "open numbers are drawn with the seed";
        losses.of(Origin::Number(Section::Values, first), LossKind::Changed, "L-values", what);
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
                "L-values",
                format!("a desert has no number; {n} is lost"),
            ),
            (HexValue::Roll(n), _) => *roll = i32::from(n),
            (HexValue::Any, _) => *roll = drawn.next().unwrap_or(0),
            (HexValue::None, _) => {}
        }
        if *roll == 0 && *terrain != Terrain::Desert {
            losses.at(
                place,
                origin,
                LossKind::Changed,
                "L-values",
                "a tile without number gets the chit 0, which strict readers refuse",
            );
        }
    }
    let numbered = |i: usize| setup.types[i] == HexType::Any && matches!(setup.values[i], HexValue::Roll(_));
    let open_desert = (0..setup.types.len())
        .any(|i| setup.types[i] == HexType::Any && map.cells[i].terrain() == Terrain::Desert);
    if let Some(first) = (0..setup.types.len()).find(|&i| open_desert && numbered(i)) {
        losses.of(
            Origin::Number(Section::Types, first),
            LossKind::Changed,
            "L-values",
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
    let mut kinds = open_ports(setup, seed, losses).into_iter();
    let mut sites = Vec::new();
    for (nth, site) in setup.ports.iter().enumerate() {
        let origin = Origin::Number(Section::PortVertices, 2 * nth);
        let (kind, fixed) = match site.kind {
            PortType::Any => match kinds.next().flatten() {
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
                "L-ports",
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
                    "L-ports",
                    format!("the port at corners {a} and {b} has land on both sides"),
                );
                continue;
            }
        };
        let facing = (0..6).find(|&d| sea.neighbour(d) == land).unwrap_or(0);
        let carried_plus = matches!(tiled.map.cell(sea), Cell::Sea { fixed: true, .. });
        sites.push((sea, Port { kind, facing }, fixed || carried_plus));
    }
    let offset = if sites.iter().any(|(sea, ..)| tiled.map.index(*sea).is_none()) {
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

/// Kinds of open port sites, `None` for sites that stay empty.
fn open_ports(setup: &Setup, seed: u64, losses: &mut Losses) -> Vec<Option<Option<Resource>>> {
    let used = setup.ports.iter().filter(|p| p.kind != PortType::Any).map(|p| usize::from(p.kind.code()));
    let left = left(setup.port_pool, used);
    let kinds = [None, Some(None)].into_iter().chain(Resource::ALL.iter().map(|&r| Some(Some(r))));
    let mut bag: Vec<_> = kinds.zip(left).flat_map(|(k, n)| std::iter::repeat_n(k, usize::from(n))).collect();
    let count = setup.ports.iter().filter(|p| p.kind == PortType::Any).count();
    let mut chance = Stream::new(seed, STREAM, 3);
    if count > 0 && left[0] > 0 && bag.len() == count {
        let what = "sites without port are drawn with the seed";
        losses.of(Origin::Number(Section::PortPool, 0), LossKind::Changed, "L-pool", what);
        chance.shuffle(&mut bag);
    }
    take(bag, count, &mut chance, ("ports", Section::PortPool), losses)
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
    if new_width > MOST_SIDE || new_height > MOST_SIDE {
        return Err(ConvertError::TooLarge { width: new_width, height: new_height });
    }
    let places = || (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
    let cells = places().map(|(x, y)| cell(x, y)).collect();
    let rolls = places().map(|(x, y)| old.index(Place { x, y }).map_or(0, |i| tiled.rolls[i])).collect();
    tiled.map.cells = cells;
    tiled.map.width = new_width as u8;
    tiled.rolls = rolls;
    Ok(Place { x: -left, y: -top })
}

/// Gives tiles their sequence numbers: the carried ones if they yield the numbers of the map, else
/// row by row.
fn number(tiled: &mut Tiled, carried: &Carried, losses: &mut Losses) -> Result<(), ConvertError> {
    if let Some(map) =
        carried.sequence.as_ref().and_then(|sequence| with_sequence(tiled, sequence, &carried.chits))
    {
        tiled.map = map;
        return Ok(());
    }
    if carried.sequence.is_some() {
        losses.add(
            LossKind::Changed,
            "L-sequence",
            "the noted sequence does not give these numbers; tiles are numbered row by row",
        );
    }
    let mut next = 0;
    let mut chits = Vec::new();
    for (cell, &roll) in tiled.map.cells.iter_mut().zip(&tiled.rolls) {
        if let Cell::Land { terrain, sequence, .. } = cell {
            *sequence = next;
            next += 1;
            if *terrain != Terrain::Desert {
                chits.push(roll);
            }
        }
    }
    if chits.is_empty() {
        return Err(ConvertError::NoChits);
    }
    tiled.map.chits = chits;
    Ok(())
}

/// The map under a carried sequence, if that gives every tile its number.
fn with_sequence(tiled: &Tiled, sequence: &[Option<u16>], chits: &[i32]) -> Option<PioneersMap> {
    let mut map = tiled.map.clone();
    let hexes = map.cells.iter().filter(|&&cell| cell != Cell::Void).count();
    let mut used: Vec<u16> = sequence.iter().flatten().copied().collect();
    used.sort_unstable();
    let unique = used.windows(2).all(|pair| pair[0] != pair[1]) && used.iter().all(|&n| n <= 1023);
    if hexes != sequence.len() || !unique || chits.is_empty() {
        return None;
    }
    let mut numbers = sequence.iter();
    for cell in map.cells.iter_mut().filter(|cell| **cell != Cell::Void) {
        match (cell, *numbers.next()?) {
            (Cell::Land { sequence, .. }, Some(number)) => *sequence = number,
            (Cell::Sea { sequence, .. }, number) => *sequence = number,
            _ => return None,
        }
    }
    map.chits = chits.to_vec();
    let rolls = pioneers::rolls(&map);
    let agree = map.cells.iter().enumerate().all(|(i, cell)| {
        // a chit no dice show has become "no number" on the way
        let roll = if (2..=12).contains(&rolls[i]) { rolls[i] } else { 0 };
        !cell.is_land() || roll == tiled.rolls[i]
    });
    agree.then_some(map)
}
