//! What seafaring and the layout say of places, carried to a turned or resized board.

use super::{Layout, OpenPort, Resource, Sea, SeaPort, Setup, Shuffle, Terrain};
use hexwright_core::{CornerId, Direction, HexId, Symmetry};

/// How a board moved.
pub(super) struct Moved<'a> {
    /// The map before.
    pub(super) from: &'a Setup,
    /// Where each of its hexes went; `None`: cut off.
    pub(super) places: &'a [Option<HexId>],
    /// Its ports that are left, in their new order.
    pub(super) kept: &'a [usize],
    /// How it was turned.
    pub(super) symmetry: Symmetry,
}

impl Moved<'_> {
    /// Sets seafaring and layout of the moved map, whose cells and ports are done.
    pub(super) fn carry(&self, to: &mut Setup) {
        let sea = &self.from.sea;
        let mut closed: Vec<CornerId> = sea.closed.iter().filter_map(|&c| self.corner(to, c)).collect();
        closed.sort_unstable();
        let mut ports: Vec<(usize, SeaPort)> =
            sea.ports.iter().enumerate().filter_map(|(i, port)| Some((i, self.sea_port(port)?))).collect();
        ports.sort_by_key(|(_, port)| port.hex);
        let pirate = sea.pirate.and_then(|hex| self.places[hex.index()]);
        let ports_in_order = ports.iter().map(|&(_, port)| port).collect();
        to.sea = Sea { pirate, closed, ports: ports_in_order, ..sea.clone() };
        let sea_ports: Vec<usize> = ports.into_iter().map(|(i, _)| i).collect();
        to.layout = self.from.layout.as_ref().map(|layout| self.layout(layout, to, &sea_ports));
    }

    fn sea_port(&self, port: &SeaPort) -> Option<SeaPort> {
        let facing = self.symmetry.turn(Direction::from_index(i32::from(port.facing))).index() as u8;
        Some(SeaPort { hex: self.places[port.hex.index()]?, facing, ..*port })
    }

    /// A corner is where two sides of a hex meet.
    fn corner(&self, to: &Setup, corner: CornerId) -> Option<CornerId> {
        let grid = &self.from.grid;
        grid.hexes_around(corner).find_map(|hex| {
            let place = self.places[hex.index()]?;
            let sides = (0..6).map(Direction::from_index);
            let mut sides = sides.filter(|&side| grid.side_ends(hex, side).contains(&corner));
            let one = to.grid.side_ends(place, self.symmetry.turn(sides.next()?));
            let two = to.grid.side_ends(place, self.symmetry.turn(sides.next()?));
            one.into_iter().find(|end| two.contains(end))
        })
    }

    fn layout(&self, layout: &Layout, to: &Setup, sea_ports: &[usize]) -> Layout {
        let mut sequence = vec![None; to.grid.len()];
        for (&place, &number) in self.places.iter().zip(&layout.sequence) {
            if let Some(place) = place {
                sequence[place.index()] = number;
            }
        }
        let shuffle = self.from.shuffle().map(|(_, shuffle)| self.shuffle(shuffle, to, sea_ports));
        let mut moved = Layout { sequence, chits: layout.chits.clone(), shuffle };
        let lost = |(place, number): (&Option<HexId>, &Option<u16>)| place.is_none() && number.is_some();
        if self.places.iter().zip(&layout.sequence).any(lost) {
            let (old, new) = (written(self.from, layout), written(to, &moved));
            let mut numbers = vec![0; to.grid.len()];
            for (&place, roll) in self.places.iter().zip(layout.rolls(&old)) {
                if let Some(place) = place {
                    numbers[place.index()] = roll;
                }
            }
            moved.lay(&new, &numbers);
        }
        moved
    }

    /// Tokens go with their cells.
    fn shuffle(&self, shuffle: &Shuffle, to: &Setup, sea_ports: &[usize]) -> Shuffle {
        let mut terrains = vec![Terrain::Desert; to.grid.len()];
        for (hex, &terrain) in self.from.open_hexes().into_iter().zip(&shuffle.terrains) {
            if let Some(place) = self.places[hex] {
                terrains[place.index()] = terrain;
            }
        }
        let before = self.from.open_ports();
        let kind = |port: OpenPort| -> Option<Resource> {
            let old = match port {
                OpenPort::Site(i) => OpenPort::Site(self.kept[i]),
                OpenPort::Sea(i) => OpenPort::Sea(sea_ports[i]),
            };
            before.iter().position(|&known| known == old).and_then(|i| shuffle.harbours[i])
        };
        Shuffle {
            terrains: to.open_hexes().into_iter().map(|hex| terrains[hex]).collect(),
            harbours: to.open_ports().into_iter().map(kind).collect(),
        }
    }
}

/// The terrain of a map before it is shuffled.
fn written(setup: &Setup, layout: &Layout) -> Vec<Terrain> {
    let tokens = layout.shuffle.as_ref().map_or(&[][..], |shuffle| &shuffle.terrains);
    let mut terrain: Vec<Terrain> = setup.types.iter().map(|&t| t.shown()).collect();
    for (hex, &token) in setup.open_hexes().into_iter().zip(tokens) {
        terrain[hex] = token;
    }
    terrain
}
