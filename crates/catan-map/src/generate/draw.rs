//! Drawing the `any` cells of a map: one random stream per section, so that editing ports never
//! reshuffles terrain. Equal seed and equal setup give equal boards on every machine.
//!
//! A map without layout draws from its pools; a map with a [`Shuffle`] shuffles what lies on its open
//! cells, as Pioneers does, and deals the numbers along its sequence afterwards.

use crate::map::{
    Board, Harbour, HexType, HexValue, Layout, OpenPort, PortType, Resource, Setup, Shuffle, Terrain,
};
use hexwright_core::{CornerId, Key as _, Random, Stream};

/// The name under which streams are keyed. A changed method gets a new name and keeps this one.
pub const MAP_KEY: &str = "hexwright/catan/map/1";

/// The name of the streams that shuffle terrain (1) and harbours (2).
pub(crate) const SHUFFLE_KEY: &str = "hexwright/pioneers/map/1";

/// What a draw of one setup from its pools needs, gathered once; drawing many seeds then costs only the shuffles.
#[derive(Clone, Debug)]
pub struct Drawer<'a> {
    setup: &'a Setup,
    /// What is fixed, with `any` cells as deserts without number and sites without harbour.
    blank: Board,
    /// `any` hexes with a fixed number: they never become desert.
    numbered: Vec<usize>,
    /// The other `any` hexes.
    open: Vec<usize>,
    /// Land cells whose value is `any`.
    values: Vec<usize>,
    /// `any` ports.
    ports: Vec<usize>,
    resources: Vec<Terrain>,
    deserts: usize,
    numbers: Vec<u8>,
    harbours: Vec<Option<Option<Resource>>>,
}

impl<'a> Drawer<'a> {
    /// Gathers cells and the tokens the pools have left for them.
    #[must_use]
    pub fn new(setup: &'a Setup) -> Self {
        let left = setup.left();
        let any = |i: &usize| setup.types[*i] == HexType::Any;
        let cells = 0..setup.types.len();
        let is_numbered = |i: &usize| matches!(setup.values[*i], HexValue::Roll(_));
        let repeat = |n: u16| usize::from(n);
        Self {
            blank: blank(setup),
            numbered: cells.clone().filter(any).filter(is_numbered).collect(),
            open: cells.clone().filter(any).filter(|i| !is_numbered(i)).collect(),
            values: cells
                .filter(|&i| setup.types[i].is_land() && setup.types[i] != HexType::Desert)
                .filter(|&i| setup.values[i] == HexValue::Any)
                .collect(),
            ports: (0..setup.ports.len()).filter(|&i| setup.ports[i].kind == PortType::Any).collect(),
            resources: Resource::ALL
                .iter()
                .flat_map(|&r| std::iter::repeat_n(Terrain::Land(r), repeat(left.types[r as usize])))
                .collect(),
            deserts: repeat(left.types[5]),
            numbers: (2..=12)
                .flat_map(|n: u8| std::iter::repeat_n(n, repeat(left.values[usize::from(n) - 1])))
                .collect(),
            harbours: std::iter::once(None)
                .chain(std::iter::once(Some(None)))
                .chain(Resource::ALL.iter().map(|&r| Some(Some(r))))
                .zip(left.ports)
                .flat_map(|(kind, n)| std::iter::repeat_n(kind, repeat(n)))
                .collect(),
            setup,
        }
    }

    /// The board of a seed. A setup that passed the checks always has tokens enough; otherwise cells
    /// without a token become deserts, lose their number or their harbour.
    #[must_use]
    pub fn draw(&self, seed: u64) -> Board {
        let mut board = self.blank.clone();
        self.draw_types(&mut board, seed);
        self.draw_values(&mut board, seed);
        self.draw_ports(&mut board, seed);
        board
    }

    fn draw_types(&self, board: &mut Board, seed: u64) {
        if self.numbered.is_empty() && self.open.is_empty() {
            return;
        }
        let mut chance = Stream::new(seed, MAP_KEY, 1);
        let mut bag = self.resources.clone();
        if !self.numbered.is_empty() {
            chance.shuffle(&mut bag);
        }
        let dealt = self.numbered.len().min(bag.len());
        let mut rest = bag.split_off(dealt);
        for (&cell, &terrain) in self.numbered.iter().zip(&bag) {
            board.terrain[cell] = terrain;
        }
        if !self.open.is_empty() {
            rest.extend(std::iter::repeat_n(Terrain::Desert, self.deserts));
            chance.shuffle(&mut rest);
            for (&cell, &terrain) in self.open.iter().zip(&rest) {
                board.terrain[cell] = terrain;
            }
        }
    }

    fn draw_values(&self, board: &mut Board, seed: u64) {
        if self.values.is_empty() {
            return;
        }
        let cells = || self.values.iter().filter(|&&i| board.terrain[i] != Terrain::Desert);
        let count = cells().count();
        let mut bag = Vec::with_capacity(count.max(self.numbers.len()));
        bag.extend_from_slice(&self.numbers);
        if bag.len() < count {
            bag.resize(count, 0);
        }
        Stream::new(seed, MAP_KEY, 2).shuffle(&mut bag);
        for (&cell, &number) in cells().zip(&bag) {
            board.numbers[cell] = number;
        }
    }

    fn draw_ports(&self, board: &mut Board, seed: u64) {
        if self.ports.is_empty() {
            return;
        }
        let mut bag = self.harbours.clone();
        Stream::new(seed, MAP_KEY, 3).shuffle(&mut bag);
        for (&port, &kind) in self.ports.iter().zip(&bag) {
            let corners = self.setup.ports[port].corners;
            board.harbours[port] = kind.map(|kind| Harbour { corners, kind });
        }
    }
}

fn blank(setup: &Setup) -> Board {
    let number = |v: &HexValue| match *v {
        HexValue::Roll(n) => n,
        HexValue::None | HexValue::Any => 0,
    };
    Board {
        grid: setup.grid.clone(),
        terrain: setup.types.iter().map(|t| t.shown()).collect(),
        numbers: setup.values.iter().map(number).collect(),
        harbours: setup
            .ports
            .iter()
            .map(|port| harbour(port.corners, port.kind))
            .chain(setup.sea.ports.iter().map(|port| harbour(port.corners(&setup.grid), port.kind)))
            .collect(),
    }
}

fn harbour(corners: [CornerId; 2], kind: PortType) -> Option<Harbour> {
    match kind {
        PortType::Any => None,
        PortType::Three => Some(Harbour { corners, kind: None }),
        PortType::Two(resource) => Some(Harbour { corners, kind: Some(resource) }),
    }
}

impl Setup {
    /// Draws every `any` cell with a seed: shuffles what lies on them, or draws from the pools.
    #[must_use]
    pub fn draw(&self, seed: u64) -> Board {
        let Some((layout, shuffle)) = self.shuffle() else { return Drawer::new(self).draw(seed) };
        let mut shuffled = shuffle.clone();
        Stream::new(seed, SHUFFLE_KEY, 1).shuffle(&mut shuffled.terrains);
        Stream::new(seed, SHUFFLE_KEY, 2).shuffle(&mut shuffled.harbours);
        self.dealt(layout, &shuffled)
    }

    /// The board with terrains and harbours dealt to the open cells in their order.
    pub(crate) fn dealt(&self, layout: &Layout, tokens: &Shuffle) -> Board {
        let mut board = blank(self);
        for (hex, &terrain) in self.open_hexes().into_iter().zip(&tokens.terrains) {
            board.terrain[hex] = terrain;
        }
        for (port, &kind) in self.open_ports().into_iter().zip(&tokens.harbours) {
            let (place, corners) = match port {
                OpenPort::Site(i) => (i, self.ports[i].corners),
                OpenPort::Sea(i) => (self.ports.len() + i, self.sea.ports[i].corners(&self.grid)),
            };
            board.harbours[place] = Some(Harbour { corners, kind });
        }
        board.numbers = layout.numbers(&board.terrain);
        board
    }
}
