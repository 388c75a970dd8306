//! `.game` → the map as a value.

use super::super::dot_catan;
use super::super::pioneers::{Cell, Node, Number, PioneersMap, Place, Switch};
use super::findings::L_RANGE;
use super::{Loss, LossKind, Losses, Origin};
use crate::map::{
    ByResource, DiceDeck, Grid, HexType, Layout, MAX_SEATS, MapRules, Note, Pieces, PortSite, PortType, Sea,
    SeaPort, Setup, SevensRule, Shuffle, Terrain,
};
use hexwright_core::{CornerId, HexId, Key as _};

/// The most cards of a kind in the deck of a [`Setup`].
const MOST_CARDS: i32 = u16::MAX as i32;

impl PioneersMap {
    /// The map as a value: everything the rules need to know of it.
    #[must_use]
    pub fn setup(&self) -> Setup {
        from_game(self).0
    }

    /// The map as it stands, with nothing left to shuffle.
    #[must_use]
    pub fn setup_as_written(&self) -> Setup {
        let mut map = self.clone();
        map.switches[Switch::RandomTerrain] = false;
        map.setup()
    }
}

/// The value of a Pioneers map, and the numbers it cannot hold.
#[must_use]
pub fn from_game(map: &PioneersMap) -> (Setup, Vec<Loss>) {
    let mut losses = Losses::default();
    let mut cut = |number: Number, least: i32, most: i32| {
        let value = map.numbers[number];
        if !(least..=most).contains(&value) {
            let word = number.word();
            let what = format!("`{word} {value}` is cut to {least}-{most}");
            losses.of(Origin::Line(word), LossKind::Changed, L_RANGE, what);
        }
        value.clamp(least, most)
    };
    let players = cut(Number::Players, 2, MAX_SEATS as i32) as u8;
    let rules = MapRules {
        domestic_trade: map.has(Switch::DomesticTrade),
        strict_trade: map.has(Switch::StrictTrade),
        sevens: match cut(Number::SevensRule, 0, 2) {
            1 => SevensRule::RerollFirstTwoRounds,
            2 if map.numbers[Number::SevensRule] == 2 => SevensRule::RerollAll,
            _ => SevensRule::Normal,
        },
        seven_produces: false,
        dice_deck: DiceDeck {
            used: map.has(Switch::DiceDeck),
            copies: cut(Number::DiceDecks, 1, 5) as u8,
            removed: cut(Number::RemovedDiceCards, 0, 30) as u8,
        },
        victory_at_turn_end: map.has(Switch::VictoryAtEndOfTurn),
    };
    let pieces = Pieces {
        roads: cut(Number::Roads, 0, 255) as u8,
        settlements: cut(Number::Settlements, 0, 255) as u8,
        cities: cut(Number::Cities, 0, 255) as u8,
    };
    let [monopoly, roads, plenty, soldiers] =
        [Number::Monopoly, Number::RoadBuilding, Number::Plenty, Number::Soldier]
            .map(|number| cut(number, 0, MOST_CARDS) as u16);
    let points: i64 = Number::POINT_CARDS.iter().map(|&n| i64::from(cut(n, 0, MOST_CARDS))).sum();
    let bank = cut(Number::Resources, 0, 65_535) as u16;
    let target = cut(Number::VictoryPoints, 0, 255) as u8;
    let [ships, bridges, walls] =
        [Number::Ships, Number::Bridges, Number::CityWalls].map(|number| cut(number, 0, 65_535) as u16);
    if points > i64::from(MOST_CARDS) {
        let what = format!("{points} cards of one point are cut to {MOST_CARDS}");
        losses.of(Origin::Line(Number::POINT_CARDS[0].word()), LossKind::Changed, L_RANGE, what);
    }
    let grid = Grid::new(map.width, map.height());
    let corner = |node: &Node| grid.topology().corner_id(node.corner());
    let mut closed: Vec<CornerId> = map.nosetup.iter().filter_map(corner).collect();
    closed.sort_unstable();
    closed.dedup();
    let tiles = Tiles::of(map, &grid, &mut losses);
    let sea = Sea {
        ships,
        bridges,
        walls,
        pirate: map.pirate.and_then(|place| hex(map, place)),
        pirate_moves: map.has(Switch::Pirate),
        island_bonus: map.island_bonus.clone(),
        closed,
        ports: tiles.sea_ports,
    };
    let setup = Setup {
        notes: notes(map),
        players: (2, players),
        seats: (players > 4).then_some(players),
        points: target,
        pieces,
        placements: vec![Pieces { roads: 1, settlements: 1, cities: 0 }; 2],
        resource_passes: 1,
        bank: ByResource::from_fn(|_| bank),
        cards: [monopoly, roads, plenty, soldiers, points.min(i64::from(MOST_CARDS)) as u16],
        grid,
        values: Setup::values_of(&tiles.layout, &tiles.written, &tiles.open),
        types: tiles.types,
        type_pool: tiles.type_pool,
        value_pool: tiles.value_pool,
        ports: tiles.ports,
        port_pool: tiles.port_pool,
        rules,
        sea,
        layout: Some(tiles.layout),
    };
    (setup, losses.0)
}

fn hex(map: &PioneersMap, place: Place) -> Option<HexId> {
    map.index(place).map(|index| HexId(index as u16))
}

/// Title, notes of ours among the comments, then what only people and writers read.
fn notes(map: &PioneersMap) -> Vec<Note> {
    let own = own_notes(&map.comments);
    let comments = &map.comments[..map.comments.len() - own.len()];
    let mut lines: Vec<String> = Vec::new();
    let cards = Number::POINT_CARDS.map(|n| map.numbers[n]);
    if cards != dealt(cards.iter().fold(0, |sum, &n| n.saturating_add(sum))) {
        lines.extend(Number::POINT_CARDS.iter().zip(cards).map(|(n, count)| format!("{} {count}", n.word())));
    }
    lines.extend(comments.iter().map(|text| format!("# {text}")));
    lines.extend(map.description.iter().map(|text| format!("desc {text}")));
    let plus: Vec<String> = map
        .rows()
        .filter(|&place| keeps_plus(map, map.cell(place)))
        .map(|place| format!("{} {}", place.x, place.y))
        .collect();
    if !plus.is_empty() {
        lines.push(format!("fixed {}", plus.join(" ")));
    }
    let lines = lines.into_iter().map(|line| Note::new("pioneers", line.trim_end()));
    let title = Note::new("title", map.title.clone());
    std::iter::once(title).chain(own.iter().filter_map(|text| own_note(text))).chain(lines).collect()
}

/// One-point cards dealt to the five kinds in turn.
pub(super) fn dealt(total: i32) -> [i32; 5] {
    std::array::from_fn(|i| (total.max(0) + 4 - i as i32) / 5)
}

/// The note of ours that a comment was before the map became a Pioneers map: `seed: 7` and the like.
fn own_note(comment: &str) -> Option<Note> {
    let note = dot_catan::note(&format!("# {comment}"))?;
    let travels = note.key != "pioneers" && note.key != "title";
    // spelled in any other way it would not come back as it is
    (travels && format!("{}: {}", note.key, note.value) == comment).then_some(note)
}

/// The last comments, as far as they were notes of ours: the way to a Pioneers map puts them there.
fn own_notes(comments: &[String]) -> &[String] {
    let first = comments.iter().rposition(|text| own_note(text).is_none()).map_or(0, |last| last + 1);
    &comments[first..]
}

/// A `+` that changes nothing, so that only a note keeps it.
fn keeps_plus(map: &PioneersMap, cell: Cell) -> bool {
    let random = map.has(Switch::RandomTerrain);
    match cell {
        Cell::Void => false,
        Cell::Land { fixed, .. } => fixed && !random,
        Cell::Sea { port, fixed, .. } => fixed && (!random || port.is_none()),
    }
}

/// Whether a cell holds a port that faces land.
pub(super) fn is_port_site(map: &PioneersMap, place: Place) -> bool {
    matches!(map.cell(place), Cell::Sea { port: Some(port), .. } if map.cell(place.neighbour(port.facing)).is_land())
}

/// The cells of the ports of a map's setup, in their order.
pub(crate) fn port_sites(map: &PioneersMap) -> impl Iterator<Item = Place> {
    map.rows().filter(|&place| is_port_site(map, place))
}

/// Cells and pools.
struct Tiles {
    types: Vec<HexType>,
    ports: Vec<PortSite>,
    sea_ports: Vec<SeaPort>,
    type_pool: [u16; 6],
    value_pool: [u16; 12],
    port_pool: [u16; 7],
    /// Terrain before anything is shuffled.
    written: Vec<Terrain>,
    /// Hexes that are shuffled.
    open: Vec<bool>,
    layout: Layout,
}

impl Tiles {
    fn of(map: &PioneersMap, grid: &Grid, losses: &mut Losses) -> Self {
        let random = map.has(Switch::RandomTerrain);
        let is_open = |cell: &Cell| random && matches!(cell, Cell::Land { fixed: false, .. });
        let written: Vec<Terrain> = map.cells.iter().map(|cell| cell.terrain()).collect();
        let open: Vec<bool> = map.cells.iter().map(is_open).collect();
        let layout = Layout {
            sequence: map.cells.iter().map(|cell| cell.sequence()).collect(),
            chits: map.chits.clone(),
            shuffle: random.then(|| shuffle(map)),
        };
        let (rolls, numbers) = (layout.rolls(&written), layout.numbers(&written));
        let mut tiles = Self {
            types: Vec::with_capacity(written.len()),
            ports: Vec::new(),
            sea_ports: Vec::new(),
            type_pool: [0; 6],
            value_pool: [0; 12],
            port_pool: [0; 7],
            written,
            open,
            layout,
        };
        for (i, place) in map.rows().enumerate() {
            let terrain = tiles.written[i];
            tiles.types.push(match terrain {
                Terrain::Void => HexType::Void,
                Terrain::Water => HexType::Water,
                _ if tiles.open[i] => HexType::Any,
                Terrain::Land(resource) => HexType::Land(resource),
                Terrain::Desert => HexType::Desert,
                Terrain::Gold => HexType::Gold,
            });
            if !terrain.is_land() {
                tiles.port(map, grid, place, random);
                continue;
            }
            tiles.type_pool[terrain.resource().map_or(5, |resource| resource.index())] += 1;
            // pools know no gold: it counts as a desert without number
            let number = if terrain == Terrain::Gold { 0 } else { numbers[i] };
            tiles.value_pool[if number == 0 { 0 } else { usize::from(number) - 1 }] += 1;
            if i32::from(numbers[i]) != rolls[i] {
                let what = format!("chit {} is no roll; the tile gets none", rolls[i]);
                losses.at(place, Origin::Cell(place), LossKind::Changed, L_RANGE, what);
            }
        }
        tiles
    }

    fn port(&mut self, map: &PioneersMap, grid: &Grid, place: Place, random: bool) {
        let Cell::Sea { port: Some(port), fixed, .. } = map.cell(place) else { return };
        let (Some(harbour), Some(hex)) = (map.harbour(grid, place), hex(map, place)) else { return };
        let drawn = harbour.kind.map_or(PortType::Three, PortType::Two);
        let kind = if random && !fixed { PortType::Any } else { drawn };
        if is_port_site(map, place) {
            self.port_pool[usize::from(drawn.code())] += 1;
            self.ports.push(PortSite { corners: harbour.corners, kind });
        } else {
            self.sea_ports.push(SeaPort { hex, facing: port.facing, kind });
        }
    }
}

/// Terrains and harbours that `random-terrain` shuffles, column by column.
fn shuffle(map: &PioneersMap) -> Shuffle {
    let mut shuffle = Shuffle::default();
    for place in map.places() {
        match map.cell(place) {
            Cell::Land { terrain, fixed: false, .. } => shuffle.terrains.push(terrain),
            Cell::Sea { port: Some(port), fixed: false, .. } => shuffle.harbours.push(port.kind),
            _ => {}
        }
    }
    shuffle
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cards_are_dealt_in_turn() {
        assert_eq!(dealt(5), [1; 5]);
        assert_eq!(dealt(7), [2, 2, 1, 1, 1]);
        assert_eq!(dealt(0), [0; 5]);
    }
}
