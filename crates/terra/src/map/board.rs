//! A board and its geometry, derived once from the rows: neighbours, river distances, bridge sites, names.

use super::{MapId, Terrain};
use hexwright_core::{Bits, Hex, HexId};

/// Most hexes a board may have.
pub const MAX_HEXES: usize = 128;

/// A set of hexes of one board.
pub type HexSet = Bits<2>;

/// Longest river distance that is tabled: the widest ship range with the bonus card.
const MAX_SHIP: usize = 6;

/// A place for a bridge: two land hexes, the smaller `(q, r)` first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site(pub HexId, pub HexId);

/// Why rows make no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// Too many hexes, or none.
    #[error("expected 1 to {MAX_HEXES} hexes, found {0}")]
    Size(usize),
    /// Rows must alternate between n and n - 1 hexes.
    #[error("row {row}: expected {expected} hexes, found {found}")]
    RowLength {
        /// The row from 1.
        row: usize,
        /// What its neighbours ask for.
        expected: usize,
        /// What it has.
        found: usize,
    },
    /// A letter that names no terrain.
    #[error("row {row}: unknown terrain letter `{letter}`")]
    Letter {
        /// The row from 1.
        row: usize,
        /// The letter.
        letter: char,
    },
}

/// A board: hexes in reading order with printed terrain, names, and every derived table.
#[derive(Clone, Debug)]
pub struct Board {
    id: MapId,
    long_first: bool,
    hexes: Vec<Hex>,
    printed: Vec<Terrain>,
    names: Vec<String>,
    /// Land hexes of each row, rivers of the whole board: what names count.
    rows: Vec<Vec<HexId>>,
    rivers: Vec<HexId>,
    land: HexSet,
    edge: HexSet,
    neighbours: Vec<HexSet>,
    /// `ship[h][n]`: land hexes at river distance 1 to n of `h`.
    ship: Vec<[HexSet; MAX_SHIP + 1]>,
    /// `crow[h][n]`: land hexes at distance 1 to n of `h`.
    crow: Vec<[HexSet; 6]>,
    sites: Vec<Site>,
}

impl Board {
    /// One of the printed boards; `None` for [`MapId::Custom`].
    #[must_use]
    pub fn printed_board(id: MapId) -> Option<Self> {
        let rows = id.rows()?;
        Self::build(id, &rows).ok()
    }

    /// A board of one's own from rows of letters (see [`MapId::rows`] for their meaning).
    ///
    /// # Errors
    /// Why the rows make no board.
    pub fn custom<S: AsRef<str>>(rows: &[S]) -> Result<Self, LayoutError> {
        let rows: Vec<&str> = rows.iter().map(AsRef::as_ref).collect();
        Self::build(MapId::Custom, &rows)
    }

    fn build(id: MapId, rows: &[&str]) -> Result<Self, LayoutError> {
        let count: usize = rows.iter().map(|r| r.chars().count()).sum();
        if count == 0 || count > MAX_HEXES {
            return Err(LayoutError::Size(count));
        }
        let lengths: Vec<usize> = rows.iter().map(|r| r.chars().count()).collect();
        let long_first = lengths.get(1).is_none_or(|&second| second < lengths[0]);
        let (mut hexes, mut printed, mut names) = (Vec::new(), Vec::new(), Vec::new());
        let mut edge = HexSet::EMPTY;
        let first_letter = if long_first { b'A' } else { b'B' };
        let mut rivers = Vec::new();
        let mut by_row: Vec<Vec<HexId>> = vec![Vec::new(); rows.len()];
        for (r, row) in rows.iter().enumerate() {
            let long = (r % 2 == 0) == long_first;
            let expected = lengths[0] + usize::from(long) - usize::from(long_first);
            if lengths[r] != expected {
                return Err(LayoutError::RowLength { row: r + 1, expected, found: lengths[r] });
            }
            let start = if long_first { r / 2 } else { r.div_ceil(2) };
            for (column, letter) in row.chars().enumerate() {
                let terrain = match letter {
                    'Y' => Terrain::Yellow,
                    'N' => Terrain::Brown,
                    'K' => Terrain::Black,
                    'B' => Terrain::Blue,
                    'G' => Terrain::Green,
                    'S' => Terrain::Gray,
                    'R' => Terrain::Red,
                    '~' => Terrain::River,
                    _ => return Err(LayoutError::Letter { row: r + 1, letter }),
                };
                if r == 0 || r + 1 == rows.len() || column == 0 || column + 1 == lengths[r] {
                    edge.insert(hexes.len());
                }
                let id = HexId(hexes.len() as u16);
                hexes.push(Hex::new(column as i16 - start as i16, r as i16));
                printed.push(terrain);
                names.push(if terrain == Terrain::River {
                    rivers.push(id);
                    format!("r{}", rivers.len() - 1)
                } else {
                    by_row[r].push(id);
                    format!("{}{}", char::from(first_letter + r as u8), by_row[r].len())
                });
            }
        }
        let mut board = Self {
            id,
            long_first,
            land: (0..count).filter(|&i| printed[i] != Terrain::River).collect(),
            edge,
            neighbours: Vec::new(),
            ship: Vec::new(),
            crow: Vec::new(),
            sites: Vec::new(),
            hexes,
            printed,
            names,
            rows: by_row,
            rivers,
        };
        board.neighbours = board
            .hexes
            .iter()
            .map(|h| h.neighbours().iter().filter_map(|&n| board.index(n)).collect())
            .collect();
        board.ship = (0..count).map(|i| board.ship_ranges(i)).collect();
        board.crow = (0..count).map(|i| board.crow_ranges(i)).collect();
        board.sites = board.find_sites();
        Ok(board)
    }

    fn index(&self, hex: Hex) -> Option<usize> {
        self.hexes.binary_search(&hex).ok()
    }

    /// Land reachable from a land hex over 1 to 6 river hexes.
    fn ship_ranges(&self, from: usize) -> [HexSet; MAX_SHIP + 1] {
        let mut ranges = [HexSet::EMPTY; MAX_SHIP + 1];
        if !self.land.contains(from) {
            return ranges;
        }
        let mut water = HexSet::EMPTY;
        let mut front = self.neighbours[from].without(self.land);
        for n in 1..=MAX_SHIP {
            water = water.or(front);
            let around = front.iter().fold(HexSet::EMPTY, |set, w| set.or(self.neighbours[w]));
            ranges[n] = ranges[n - 1].or(around.and(self.land));
            ranges[n].remove(from);
            front = around.without(self.land).without(water);
        }
        ranges
    }

    fn crow_ranges(&self, from: usize) -> [HexSet; 6] {
        std::array::from_fn(|n| {
            let near = |&i: &usize| i != from && usize::from(self.hexes[i].distance(self.hexes[from])) <= n;
            self.land.iter().filter(near).collect()
        })
    }

    /// Every pair is found from its upper end: straight across two rows, or slanting over one.
    fn find_sites(&self) -> Vec<Site> {
        let river_or_off = |h: Hex| self.index(h).is_none_or(|i| !self.land.contains(i));
        let river = |h: Hex| self.index(h).is_some_and(|i| !self.land.contains(i));
        let mut sites = Vec::new();
        for i in self.land.iter() {
            let h = self.hexes[i];
            for (step, between) in [
                (Hex::new(-1, 2), [Hex::new(-1, 1), Hex::new(0, 1)]),
                (Hex::new(-2, 1), [Hex::new(-1, 0), Hex::new(-1, 1)]),
                (Hex::new(1, 1), [Hex::new(1, 0), Hex::new(0, 1)]),
            ] {
                let Some(j) = self.index(h + step).filter(|&j| self.land.contains(j)) else { continue };
                let [a, b] = between.map(|s| h + s);
                let straight = step.r == 2;
                let open = if straight { river_or_off(a) && river_or_off(b) } else { river(a) && river(b) };
                if open && (river(a) || river(b)) {
                    sites.push(self.site(HexId(i as u16), HexId(j as u16)));
                }
            }
        }
        sites.sort_by_key(|s| (self.by_q(s.0), self.by_q(s.1)));
        sites
    }

    fn by_q(&self, id: HexId) -> (i16, i16) {
        let h = self.hex(id);
        (h.q, h.r)
    }

    /// The two hexes as a site, the smaller `(q, r)` first; whether it is one says [`Self::is_site`].
    #[must_use]
    pub fn site(&self, a: HexId, b: HexId) -> Site {
        if self.by_q(a) <= self.by_q(b) { Site(a, b) } else { Site(b, a) }
    }

    /// Which board this is.
    #[must_use]
    pub const fn id(&self) -> MapId {
        self.id
    }

    /// Whether the first row is a long one; then hex names start at `A`, else at `B`.
    #[must_use]
    pub const fn long_first(&self) -> bool {
        self.long_first
    }

    /// Number of hexes, rivers included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.hexes.len()
    }

    /// Never: a board has hexes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.hexes.is_empty()
    }

    /// All hexes in reading order.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = HexId> + use<> {
        (0..self.hexes.len() as u16).map(HexId)
    }

    /// Axial coordinates.
    #[must_use]
    pub fn hex(&self, id: HexId) -> Hex {
        self.hexes[id.index()]
    }

    /// The hex at these coordinates.
    #[must_use]
    pub fn id_at(&self, hex: Hex) -> Option<HexId> {
        self.index(hex).map(|i| HexId(i as u16))
    }

    /// Name in logs: `E7`, rivers `r12`.
    #[must_use]
    pub fn name(&self, id: HexId) -> &str {
        &self.names[id.index()]
    }

    /// The hex with this name; case does not matter.
    #[must_use]
    pub fn id_named(&self, name: &str) -> Option<HexId> {
        let (letter, number) = name.split_at_checked(1)?;
        let canonical = !number.starts_with(['0', '+']) || number == "0";
        let number: usize = number.parse().ok().filter(|_| canonical)?;
        let letter = letter.as_bytes()[0].to_ascii_uppercase();
        if letter == b'R' && self.rivers.get(number).is_some() && !self.has_row(letter) {
            return self.rivers.get(number).copied();
        }
        let first = if self.long_first { b'A' } else { b'B' };
        let row = usize::from(letter.checked_sub(first)?);
        self.rows.get(row)?.get(number.checked_sub(1)?).copied()
    }

    /// Whether a row has this letter; then it names land, not a river.
    fn has_row(&self, letter: u8) -> bool {
        let first = if self.long_first { b'A' } else { b'B' };
        letter >= first && usize::from(letter - first) < self.rows.len()
    }

    /// Terrain on the printed board.
    #[must_use]
    pub fn printed(&self, id: HexId) -> Terrain {
        self.printed[id.index()]
    }

    /// Terrain of every hex as printed, in reading order.
    #[must_use]
    pub fn printed_terrain(&self) -> &[Terrain] {
        &self.printed
    }

    /// All land hexes.
    #[must_use]
    pub const fn land(&self) -> HexSet {
        self.land
    }

    /// Whether the hex is land.
    #[must_use]
    pub const fn is_land(&self, id: HexId) -> bool {
        self.land.contains(id.index())
    }

    /// Hexes on the rim.
    #[must_use]
    pub const fn edge(&self) -> HexSet {
        self.edge
    }

    /// Hexes that share a side, rivers included.
    #[must_use]
    pub fn neighbours(&self, id: HexId) -> HexSet {
        self.neighbours[id.index()]
    }

    /// Land at river distance 1 to `range` (at most 6).
    #[must_use]
    pub fn over_river(&self, id: HexId, range: u8) -> HexSet {
        self.ship[id.index()][usize::from(range).min(MAX_SHIP)]
    }

    /// River hexes on the shortest way by water between two land hexes, up to 6.
    #[must_use]
    pub fn river_distance(&self, a: HexId, b: HexId) -> Option<u8> {
        (1..=MAX_SHIP).find(|&n| self.ship[a.index()][n].contains(b.index())).map(|n| n as u8)
    }

    /// Other land within this distance as the crow flies (at most 5).
    #[must_use]
    pub fn within(&self, id: HexId, distance: u8) -> HexSet {
        self.crow[id.index()][usize::from(distance).min(5)]
    }

    /// All places for bridges, ordered by their ends.
    #[must_use]
    pub fn sites(&self) -> &[Site] {
        &self.sites
    }

    /// Whether a bridge fits between the two ends.
    #[must_use]
    pub fn is_site(&self, site: Site) -> bool {
        self.sites.contains(&site)
    }
}
