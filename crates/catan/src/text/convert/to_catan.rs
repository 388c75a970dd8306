//! `.game` → `.catan`.

use super::super::pioneers::{Cell, Number, PioneersMap, Place, Switch};
use super::{Loss, LossKind, Losses, Origin, carry};
use crate::map::{ByResource, Harbour, HexType, HexValue, Pieces, PortSite, PortType, Setup, Terrain};
use hexwright_core::Key as _;

/// The setup of a Pioneers map, and what could not be said.
#[must_use]
pub fn to_catan(map: &PioneersMap) -> (Setup, Vec<Loss>) {
    let mut losses = Losses::default();
    let notes = carry::notes(map, &mut losses);
    let most = |number: Number, most: i32, losses: &mut Losses| {
        let value = map.numbers[number];
        if !(0..=most).contains(&value) {
            let (word, line) = (number.word(), Origin::Line(number.word()));
            let what = format!("`{word} {value}` is cut to 0-{most}");
            losses.of(line, LossKind::Changed, "L-range", what);
        }
        value.clamp(0, most)
    };
    let byte = |number: Number, losses: &mut Losses| most(number, 255, losses) as u8;
    let pieces = Pieces {
        roads: byte(Number::Roads, &mut losses),
        settlements: byte(Number::Settlements, &mut losses),
        cities: byte(Number::Cities, &mut losses),
    };
    let cards = [Number::Monopoly, Number::RoadBuilding, Number::Plenty, Number::Soldier]
        .map(|number| most(number, 65_535, &mut losses) as u16);
    let points: i64 = Number::POINT_CARDS.iter().map(|&n| i64::from(map.numbers[n]).max(0)).sum();
    let [monopoly, roads, plenty, soldiers] = cards;
    let bank = most(Number::Resources, 65_535, &mut losses) as u16;
    let tiles = Tiles::of(map, &mut losses);
    let setup = Setup {
        notes,
        players: (2, map.numbers[Number::Players].clamp(2, 255) as u8),
        points: byte(Number::VictoryPoints, &mut losses),
        pieces,
        placements: vec![Pieces { roads: 1, settlements: 1, cities: 0 }; 2],
        resource_passes: 1,
        bank: ByResource::from_fn(|_| bank),
        cards: [monopoly, roads, plenty, soldiers, points.min(65_535) as u16],
        grid: map.lay_out().board.grid,
        types: tiles.types,
        type_pool: tiles.type_pool,
        values: tiles.values,
        value_pool: tiles.value_pool,
        ports: tiles.ports,
        port_pool: tiles.port_pool,
    };
    (setup, losses.0)
}

/// Cells and pools.
struct Tiles {
    types: Vec<HexType>,
    values: Vec<HexValue>,
    ports: Vec<PortSite>,
    type_pool: [u16; 6],
    value_pool: [u16; 12],
    port_pool: [u16; 7],
}

impl Tiles {
    fn of(map: &PioneersMap, losses: &mut Losses) -> Self {
        let random = map.has(Switch::RandomTerrain);
        let laid = map.lay_out();
        let open = |cell: Cell| random && matches!(cell, Cell::Land { fixed: false, .. });
        let becomes_desert = |cell: Cell| matches!(cell.terrain(), Terrain::Desert | Terrain::Gold);
        // a desert that moves takes the numbers behind it along: `.catan` can only draw them
        let numbers_move = map.cells.iter().any(|&cell| open(cell) && becomes_desert(cell));
        if numbers_move {
            losses.of(
                Origin::Line("random-terrain"),
                LossKind::Changed,
                "L-values",
                "numbers followed the shuffled desert along the sequence; they are drawn instead",
            );
        }
        let mut tiles = Self {
            types: Vec::with_capacity(map.cells.len()),
            values: Vec::with_capacity(map.cells.len()),
            ports: Vec::new(),
            type_pool: [0; 6],
            value_pool: [0; 12],
            port_pool: [0; 7],
        };
        let rolls = super::super::pioneers::rolls(map);
        for (i, place) in map.rows().enumerate() {
            let cell = map.cells[i];
            if !cell.is_land() {
                tiles.types.push(HexType::Water);
                tiles.values.push(HexValue::None);
                if carry::is_port_site(map, place) {
                    tiles.port(map.harbour(&laid.board.grid, place), cell, random);
                }
                continue;
            }
            tiles.land(place, cell, open(cell), losses);
            let gold = cell.terrain() == Terrain::Gold;
            let number = if gold { 0 } else { laid.board.numbers[i] };
            if !gold && i32::from(number) != rolls[i] {
                losses.at(
                    place,
                    Origin::Cell(place),
                    LossKind::Changed,
                    "L-range",
                    format!("chit {} is no roll; the tile gets none", rolls[i]),
                );
            }
            tiles.value_pool[if number == 0 { 0 } else { usize::from(number) - 1 }] += 1;
            tiles.values.push(match number {
                _ if open(cell) && numbers_move => HexValue::Any,
                0 => HexValue::None,
                n => HexValue::Roll(n),
            });
        }
        tiles
    }

    fn land(&mut self, place: Place, cell: Cell, open: bool, losses: &mut Losses) {
        let terrain = match cell.terrain() {
            Terrain::Gold => {
                let what = "gold becomes desert without a number";
                losses.at(place, Origin::Cell(place), LossKind::Dropped, "L-gold", what);
                Terrain::Desert
            }
            terrain => terrain,
        };
        let token = terrain.resource().map_or(5, |resource| resource.index());
        self.type_pool[token] += 1;
        self.types.push(match terrain {
            _ if open => HexType::Any,
            Terrain::Land(resource) => HexType::Land(resource),
            _ => HexType::Desert,
        });
    }

    fn port(&mut self, harbour: Option<Harbour>, cell: Cell, random: bool) {
        let (Cell::Sea { fixed, .. }, Some(harbour)) = (cell, harbour) else { return };
        let kind = harbour.kind.map_or(PortType::Three, PortType::Two);
        self.port_pool[usize::from(kind.code())] += 1;
        let kind = if random && !fixed { PortType::Any } else { kind };
        self.ports.push(PortSite { corners: harbour.corners, kind });
    }
}
