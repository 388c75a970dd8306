//! How a Pioneers map lays numbers along a sequence of hexes and shuffles its terrain.

use super::{Board, Grid, HexType, HexValue, PortType, Resource, Setup, Terrain};
use hexwright_core::HexId;

/// The order in which hexes take their numbers, and what is shuffled before they do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The place of each hex in the sequence, row by row; unique. `None`: it takes no number.
    pub sequence: Vec<Option<u16>>,
    /// Numbers dealt along the sequence. Deserts take none; used up, the list starts again.
    pub chits: Vec<i32>,
    /// What is shuffled when a game starts. `None`: open cells are drawn from the pools.
    pub shuffle: Option<Shuffle>,
}

/// Terrains and harbours that are shuffled among the open cells of a map, which are read column by
/// column. Without shuffling they lie as listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shuffle {
    /// One for each open hex.
    pub terrains: Vec<Terrain>,
    /// One for each open harbour, ordered by sea hex.
    pub harbours: Vec<Option<Resource>>,
}

/// A harbour whose type is open: a port site, or a sea port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OpenPort {
    /// Of [`Setup::ports`].
    Site(usize),
    /// Of [`super::Sea::ports`].
    Sea(usize),
}

impl Layout {
    /// Hexes in the order of the sequence.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<(u16, usize)> =
            self.sequence.iter().enumerate().filter_map(|(hex, place)| Some(((*place)?, hex))).collect();
        order.sort_unstable();
        order.into_iter().map(|(_, hex)| hex).collect()
    }

    /// The number each hex takes from the chits; 0 for none.
    #[must_use]
    pub fn rolls(&self, terrain: &[Terrain]) -> Vec<i32> {
        let mut rolls = vec![0; terrain.len()];
        let mut chits = self.chits.iter().cycle();
        for hex in self.order().into_iter().filter(|&hex| hex < terrain.len()) {
            if terrain[hex] != Terrain::Desert {
                rolls[hex] = chits.next().copied().unwrap_or(0);
            }
        }
        rolls
    }

    /// The numbers of a board: on land only, and only those that dice can show.
    #[must_use]
    pub fn numbers(&self, terrain: &[Terrain]) -> Vec<u8> {
        let number = |(roll, terrain): (i32, &Terrain)| match u8::try_from(roll) {
            Ok(n @ 2..=12) if terrain.is_land() => n,
            _ => 0,
        };
        self.rolls(terrain).into_iter().zip(terrain).map(number).collect()
    }

    /// The first desert of the sequence: where the robber starts.
    #[must_use]
    pub fn first_desert(&self, board: &Board) -> Option<HexId> {
        let desert = |&hex: &usize| board.terrain.get(hex) == Some(&Terrain::Desert);
        self.order().into_iter().find(desert).map(|hex| HexId(hex as u16))
    }

    /// Renumbers the sequence without gaps and deals chits so that every hex gets its number.
    /// Hexes without a place in the sequence are put behind it if they are land.
    pub fn lay(&mut self, terrain: &[Terrain], numbers: &[i32]) {
        let mut order = self.order();
        order.retain(|&hex| hex < terrain.len() && terrain[hex] != Terrain::Void);
        let missing = (0..terrain.len()).filter(|hex| terrain[*hex].is_land() && !order.contains(hex));
        let missing: Vec<usize> = missing.collect();
        order.extend(missing);
        self.sequence = vec![None; terrain.len()];
        for (place, &hex) in order.iter().enumerate() {
            self.sequence[hex] = Some(place as u16);
        }
        let takes_chit = |&&hex: &&usize| terrain[hex] != Terrain::Desert;
        self.chits = order.iter().filter(takes_chit).map(|&hex| numbers[hex]).collect();
    }
}

/// The hexes of a grid column by column, the order in which Pioneers walks a map.
pub(crate) fn by_column(grid: &Grid) -> impl Iterator<Item = usize> + use<> {
    let (width, height) = (usize::from(grid.width()), usize::from(grid.height()));
    (0..width).flat_map(move |x| (0..height).map(move |y| y * width + x))
}

impl Setup {
    /// Open hexes column by column.
    pub(crate) fn open_hexes(&self) -> Vec<usize> {
        by_column(&self.grid).filter(|&hex| self.types[hex] == HexType::Any).collect()
    }

    /// Open harbours, ordered by the sea hex they lie on, column by column.
    pub(crate) fn open_ports(&self) -> Vec<OpenPort> {
        let key = |hex: HexId| {
            let (row, column) = self.grid.place(hex);
            (column, row)
        };
        let sites = self.ports.iter().enumerate().filter(|(_, port)| port.kind == PortType::Any);
        let sites = sites.map(|(i, port)| {
            let [a, b] = port.corners;
            let water = self.grid.hexes_beside(a, b).find(|(hex, _)| !self.types[hex.index()].is_land());
            (water.map(|(hex, _)| key(hex)), OpenPort::Site(i))
        });
        let sea = self.sea.ports.iter().enumerate().filter(|(_, port)| port.kind == PortType::Any);
        let mut open: Vec<_> =
            sites.chain(sea.map(|(i, port)| (Some(key(port.hex)), OpenPort::Sea(i)))).collect();
        open.sort_by_key(|&(place, _)| place);
        open.into_iter().map(|(_, port)| port).collect()
    }

    /// What is shuffled, if it has a token for every open cell.
    pub(crate) fn shuffle(&self) -> Option<(&Layout, &Shuffle)> {
        let layout = self.layout.as_ref()?;
        let shuffle = layout.shuffle.as_ref()?;
        let fits = shuffle.terrains.len() == self.open_hexes().len()
            && shuffle.harbours.len() == self.open_ports().len()
            && layout.sequence.len() == self.grid.len();
        fits.then_some((layout, shuffle))
    }

    /// Whether what is shuffled are the tokens of the pools, and cells show the numbers it gives them.
    pub(crate) fn shuffle_fits(&self) -> bool {
        let Some((layout, shuffle)) = self.shuffle() else { return false };
        let mut types = [0u16; 6];
        for terrain in &shuffle.terrains {
            types[terrain.resource().map_or(5, |r| r as usize)] += 1;
        }
        let written = self.dealt(layout, shuffle);
        let open: Vec<bool> = self.types.iter().map(|&t| t == HexType::Any).collect();
        types == self.left().types && Self::values_of(layout, &written.terrain, &open) == self.values
    }

    /// Makes places and numbers fit the cells after cells were changed by hand: the sequence follows the
    /// numbers, and what lay at sea goes where there is no sea any more.
    pub fn refit(&mut self) {
        let is_water = |types: &[HexType], hex: HexId| types[hex.index()] == HexType::Water;
        self.sea.pirate = self.sea.pirate.filter(|&hex| is_water(&self.types, hex));
        self.sea.ports.retain(|port| is_water(&self.types, port.hex));
        let (grid, types) = (&self.grid, &self.types);
        let has_hex = |c| grid.hexes_around(c).any(|hex| types[hex.index()] != HexType::Void);
        self.sea.closed.retain(|&corner| has_hex(corner));
        let fits = self.shuffle_fits();
        let Some(mut layout) = self.layout.take() else { return };
        if !fits {
            layout.shuffle = None;
            let terrain: Vec<Terrain> = self.types.iter().map(|t| t.shown()).collect();
            let number = |value: &HexValue| if let HexValue::Roll(n) = value { *n } else { 0 };
            let numbers: Vec<u8> = self.values.iter().map(number).collect();
            let placed =
                terrain.iter().zip(&layout.sequence).all(|(t, place)| t.is_land() <= place.is_some());
            if !placed || layout.numbers(&terrain) != numbers {
                layout.lay(&terrain, &numbers.into_iter().map(i32::from).collect::<Vec<_>>());
            }
        }
        self.layout = Some(layout);
    }

    /// The board as its author wrote it: of a map that shuffles, before anything is shuffled. `None`
    /// if a cell is left to a draw from the pools.
    #[must_use]
    pub fn written_board(&self) -> Option<Board> {
        match self.shuffle() {
            Some((layout, shuffle)) => Some(self.dealt(layout, shuffle)),
            None => (self.any_cells() == (0, 0, 0)).then(|| self.draw(0)),
        }
    }

    /// The values `.catan` shows for a layout: fixed numbers, or open ones where a shuffled hex
    /// without number takes the others along.
    pub(crate) fn values_of(layout: &Layout, written: &[Terrain], open: &[bool]) -> Vec<HexValue> {
        let numbers = layout.numbers(written);
        let bare = |t: Terrain| matches!(t, Terrain::Desert | Terrain::Gold);
        let numbers_move = written.iter().zip(open).any(|(&t, &open)| open && bare(t));
        let value = |hex: usize| match numbers[hex] {
            _ if open[hex] && numbers_move => HexValue::Any,
            0 => HexValue::None,
            n => HexValue::Roll(n),
        };
        (0..written.len()).map(value).collect()
    }
}
