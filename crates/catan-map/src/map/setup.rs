//! A map as its author wrote it: plain, editable, with `any` cells still open.

use super::{Board, ByResource, Grid, HexType, HexValue, Layout, MapRules, PortType, Sea, Terrain};
use hexwright_core::CornerId;
use hexwright_core::random::seed_from_text;

/// Most seats of a game (R-BOARD-7).
pub const MAX_SEATS: usize = 8;

/// How many can play.
pub const SEAT_COUNTS: std::ops::RangeInclusive<usize> = 2..=MAX_SEATS;

/// Pieces of one seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pieces {
    /// Roads.
    pub roads: u8,
    /// Settlements.
    pub settlements: u8,
    /// Cities.
    pub cities: u8,
}

/// What a seat places in one pass of the setup; the same three numbers as [`Pieces`].
pub type Placement = Pieces;

/// A port as written: two corners and a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PortSite {
    /// The two corners, the smaller first.
    pub corners: [CornerId; 2],
    /// Its type, perhaps drawn.
    pub kind: PortType,
}

/// A typed comment: `# key: value`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Note {
    /// `title`, `author`, `licence`, `seed` or `pioneers`.
    pub key: String,
    /// The text behind the colon.
    pub value: String,
}

impl Note {
    /// A note of this key.
    pub(crate) fn new(key: &str, value: impl Into<String>) -> Self {
        Self { key: key.to_owned(), value: value.into() }
    }

    /// Whether this is a line of a `.game` map that names hexes: on a board of another shape it would
    /// mean other ones.
    #[must_use]
    pub fn names_places(&self) -> bool {
        self.key == "pioneers" && self.value.split(' ').next() == Some("fixed")
    }
}

/// A whole map before anything is drawn: everything the rules need to know of it. Fixed cells are locked,
/// `any` cells are drawn. `.catan` and `.game` files are two texts of this value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Notes in their order. No rule depends on them.
    pub notes: Vec<Note>,
    /// Recommended least and most players.
    pub players: (u8, u8),
    /// How many play unless somebody says otherwise; `None`: four, if that is within [`Self::players`].
    pub seats: Option<u8>,
    /// Points to win.
    pub points: u8,
    /// Pieces of each seat.
    pub pieces: Pieces,
    /// What each seat places in each pass.
    pub placements: Vec<Placement>,
    /// How many passes, from the last, yield cards.
    pub resource_passes: u8,
    /// Resource cards in the bank.
    pub bank: ByResource<u16>,
    /// Development cards in the order of [`super::Card`].
    pub cards: [u16; 5],
    /// The rectangle.
    pub grid: Grid,
    /// Hex types, row by row.
    pub types: Vec<HexType>,
    /// Pool of hex types: brick wood wool wheat ore desert.
    pub type_pool: [u16; 6],
    /// Hex values, row by row.
    pub values: Vec<HexValue>,
    /// Pool of values: 0 2 3 4 5 6 7 8 9 10 11 12.
    pub value_pool: [u16; 12],
    /// Ports in file order.
    pub ports: Vec<PortSite>,
    /// Pool of port types: empty three brick wood wool wheat ore.
    pub port_pool: [u16; 7],
    /// What the map decides about trade, dice and victory.
    pub rules: MapRules,
    /// Pieces and places of seafaring.
    pub sea: Sea,
    /// How numbers lie along a sequence and what is shuffled; `None` on maps that draw from pools.
    pub layout: Option<Layout>,
}

/// Tokens of the three pools, counted alike: types brick … ore desert, values 0 2 … 12, ports
/// empty three brick … ore.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tokens {
    /// Hex types.
    pub types: [u16; 6],
    /// Hex values on land.
    pub values: [u16; 12],
    /// Port types.
    pub ports: [u16; 7],
}

/// Place of a value in a value pool: 0 first, then 2 to 12.
const fn value_place(number: u8) -> usize {
    if number == 0 { 0 } else { number as usize - 1 }
}

impl Setup {
    /// The players, pieces, bank and cards of the standard game, on a map that has no cell yet.
    pub(crate) fn standard() -> Self {
        Self {
            notes: Vec::new(),
            players: (2, 4),
            seats: None,
            points: 10,
            pieces: Pieces { roads: 15, settlements: 5, cities: 4 },
            placements: vec![Pieces { roads: 1, settlements: 1, cities: 0 }; 2],
            resource_passes: 1,
            bank: ByResource::new([19; 5]),
            cards: [2, 2, 2, 14, 5],
            grid: Grid::new(1, 1),
            types: Vec::new(),
            type_pool: [0; 6],
            values: Vec::new(),
            value_pool: [0; 12],
            ports: Vec::new(),
            port_pool: [0; 7],
            rules: MapRules::default(),
            sea: Sea::default(),
            layout: None,
        }
    }

    /// What fixed cells use of each pool. Pools know no gold: it counts as a desert without number.
    #[must_use]
    pub fn fixed(&self) -> Tokens {
        let mut used = Tokens::default();
        for (hex_type, value) in self.types.iter().zip(&self.values) {
            match hex_type {
                HexType::Land(resource) => used.types[*resource as usize] += 1,
                HexType::Desert | HexType::Gold => used.types[5] += 1,
                _ => {}
            }
            match value {
                _ if *hex_type == HexType::Gold => used.values[0] += 1,
                HexValue::None if hex_type.is_land() => used.values[0] += 1,
                HexValue::Roll(n) if hex_type.is_land() => used.values[value_place(*n)] += 1,
                _ => {}
            }
        }
        for port in &self.ports {
            match port.kind {
                PortType::Any => {}
                kind => used.ports[usize::from(kind.code())] += 1,
            }
        }
        used
    }

    /// Deserts that are fixed; gold is none.
    #[must_use]
    pub fn fixed_deserts(&self) -> usize {
        self.types.iter().filter(|&&t| t == HexType::Desert).count()
    }

    /// What the pools have left for `any` cells.
    #[must_use]
    pub fn left(&self) -> Tokens {
        fn minus<const N: usize>(pool: [u16; N], used: [u16; N]) -> [u16; N] {
            std::array::from_fn(|i| pool[i].saturating_sub(used[i]))
        }
        let used = self.fixed();
        Tokens {
            types: minus(self.type_pool, used.types),
            values: minus(self.value_pool, used.values),
            ports: minus(self.port_pool, used.ports),
        }
    }

    /// Number of `any` cells: hex types, hex values, ports.
    #[must_use]
    pub fn any_cells(&self) -> (usize, usize, usize) {
        (
            self.types.iter().filter(|&&t| t == HexType::Any).count(),
            self.values.iter().filter(|&&v| v == HexValue::Any).count(),
            self.ports.iter().filter(|p| p.kind == PortType::Any).count(),
        )
    }

    /// How many play: as many as are named, otherwise as many as the map is made for.
    #[must_use]
    pub fn seats(&self, named: usize) -> usize {
        let (least, most) = self.players;
        match self.seats {
            _ if named > 0 => named,
            Some(seats) => usize::from(seats),
            None => 4.clamp(usize::from(least.max(2)), usize::from(most.max(2))),
        }
    }

    /// The seed that draws the open cells: the given one, or the one noted in the map, or 1.
    #[must_use]
    pub fn board_seed(&self, given: Option<u64>) -> u64 {
        given.or_else(|| self.note("seed").map(seed_from_text)).unwrap_or(1)
    }

    /// Whether a hex can have the number 7, so that it matters whether sevens produce.
    #[must_use]
    pub fn has_sevens(&self) -> bool {
        let chits = self.layout.iter().flat_map(|layout| &layout.chits);
        self.values.contains(&HexValue::Roll(7)) || self.value_pool[6] > 0 || chits.copied().any(|n| n == 7)
    }

    /// The text of the first note with this key.
    #[must_use]
    pub fn note(&self, key: &str) -> Option<&str> {
        self.notes.iter().find(|n| n.key == key).map(|n| n.value.as_str())
    }

    /// This map with every cell fixed to what a board shows, pools as exact counts and the seed as a
    /// note. A site without harbour stays open with `empty` in the pool, so any draw leaves it empty.
    #[must_use]
    pub fn with_board(&self, board: &Board, seed: Option<u64>) -> Self {
        let mut fixed = self.clone();
        fixed.types = board
            .terrain
            .iter()
            .map(|t| match *t {
                Terrain::Water => HexType::Water,
                Terrain::Land(r) => HexType::Land(r),
                Terrain::Desert => HexType::Desert,
                Terrain::Gold => HexType::Gold,
                Terrain::Void => HexType::Void,
            })
            .collect();
        fixed.values =
            board.numbers.iter().map(|&n| if n == 0 { HexValue::None } else { HexValue::Roll(n) }).collect();
        for (port, harbour) in fixed.ports.iter_mut().zip(&board.harbours) {
            port.kind = match harbour.map(|h| h.kind) {
                None => PortType::Any,
                Some(None) => PortType::Three,
                Some(Some(r)) => PortType::Two(r),
            };
        }
        for (port, harbour) in fixed.sea.ports.iter_mut().zip(board.harbours.iter().skip(self.ports.len())) {
            port.kind = harbour.and_then(|h| h.kind).map_or(PortType::Three, PortType::Two);
        }
        if let Some(layout) = &mut fixed.layout {
            layout.shuffle = None;
            if layout.numbers(&board.terrain) != board.numbers {
                let numbers: Vec<i32> = board.numbers.iter().copied().map(i32::from).collect();
                layout.lay(&board.terrain, &numbers);
            }
        }
        let exact = fixed.fixed();
        fixed.type_pool = exact.types;
        fixed.value_pool = exact.values;
        fixed.port_pool = exact.ports;
        fixed.port_pool[0] = fixed.any_cells().2 as u16;
        if let Some(seed) = seed {
            fixed.set_seed(seed);
        }
        fixed
    }

    /// Sets the note `seed`.
    pub fn set_seed(&mut self, seed: u64) {
        self.set_note("seed", seed.to_string());
    }

    /// Sets the note with this key. A new one stands before the notes of Pioneers, where readers put it.
    pub fn set_note(&mut self, key: &str, value: impl Into<String>) {
        match self.notes.iter_mut().find(|n| n.key == key) {
            Some(note) => note.value = value.into(),
            None => {
                let last = self.notes.iter().position(|n| n.key == "pioneers").unwrap_or(self.notes.len());
                self.notes.insert(last, Note::new(key, value));
            }
        }
    }
}
