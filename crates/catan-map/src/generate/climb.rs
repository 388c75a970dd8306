//! Boards under constraints by local search: draw, then swap cells as long as it does no harm.
//!
//! Steps are counted, never timed: same seed, same board. The tokens on the board never change,
//! only their places, and fixed cells never move.

use super::constraint::Constraint;
use super::draw::{Drawer, MAP_KEY};
use super::impossible::{Impossible, impossible};
use super::score::BoardCounts;
use super::tables::{Cells, DESERT, Tables};
use super::violations::ViolationCounter;
use crate::map::{Board, Harbour, HexType, HexValue, Resource, Setup, Terrain};
use hexwright_core::{CornerId, Key as _, Random, StopFlag, Stream};

/// Steps without improvement before the search starts over.
const PATIENCE: u32 = 500;
/// How often it starts over.
const RESTARTS: u32 = 20;

/// Makes boards of one map under constraints.
#[derive(Clone, Debug)]
pub struct Generator<'a> {
    drawer: Drawer<'a>,
    constraints: Vec<Constraint>,
    judge: ViolationCounter,
    /// `any` types, `any` values, `any` ports.
    movable: [Vec<usize>; 3],
    /// Whether a cell's type is `any` and its number fixed: it never takes a desert.
    numbered: Vec<bool>,
    /// Whether a cell's value is `any`.
    open_value: Vec<bool>,
    setup: &'a Setup,
    stop: StopFlag,
}

/// A board that satisfies everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The board.
    pub board: Board,
    /// Its balance score.
    pub score: u32,
    /// Steps taken.
    pub steps: u32,
    /// How often the search started over.
    pub restarts: u32,
}

/// The search ended without a board that satisfies everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmet {
    /// The best board found.
    pub board: Board,
    /// What it still violates, with the best count reached.
    pub violated: Vec<(Constraint, u32)>,
}

impl std::fmt::Display for Unmet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let list: Vec<String> =
            self.violated.iter().map(|(c, n)| format!("{c} stayed violated by {n}")).collect();
        f.write_str(&list.join("; "))
    }
}

/// A board's place in the search: fewer violations first, then a higher score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    violations: u32,
    lost_score: u32,
}

impl<'a> Generator<'a> {
    /// Prepares the search.
    ///
    /// # Errors
    /// Every reason why no board can satisfy the constraints, as far as it can be seen without
    /// searching.
    pub fn new(setup: &'a Setup, constraints: &[Constraint]) -> Result<Self, Vec<Impossible>> {
        let sites: Vec<[CornerId; 2]> = setup.ports.iter().map(|p| p.corners).collect();
        let tables = Tables::new(&setup.grid, |h| setup.types[h.index()].is_land(), &sites);
        let judge = ViolationCounter::new(tables);
        let reasons = impossible(setup, &judge.tables, constraints);
        if !reasons.is_empty() {
            return Err(reasons);
        }
        let cells = || 0..setup.types.len();
        let any_type = |&i: &usize| setup.types[i] == HexType::Any;
        let any_value = |&i: &usize| setup.values[i] == HexValue::Any && setup.types[i].is_land();
        let movable = [
            cells().filter(any_type).collect(),
            cells().filter(any_value).collect(),
            (0..setup.ports.len()).filter(|&i| setup.ports[i].kind == crate::map::PortType::Any).collect(),
        ];
        Ok(Self {
            drawer: Drawer::new(setup),
            constraints: constraints.to_vec(),
            judge,
            movable,
            numbered: cells().map(|i| any_type(&i) && matches!(setup.values[i], HexValue::Roll(_))).collect(),
            open_value: cells().map(|i| any_value(&i)).collect(),
            setup,
            stop: StopFlag::default(),
        })
    }

    /// Ends the search with the best board so far once the flag is raised.
    #[must_use]
    pub fn stopped_by(mut self, stop: StopFlag) -> Self {
        self.stop = stop;
        self
    }

    /// The board of a seed.
    ///
    /// # Errors
    /// The best board found and what it violates, if some constraint could not be met.
    pub fn generate(&self, seed: u64) -> Result<Generated, Box<Unmet>> {
        if self.constraints.is_empty() {
            // a map that shuffles is no draw from pools: it is the board the seed gives everywhere
            let shuffles = self.setup.shuffle().is_some();
            let board = if shuffles { self.setup.draw(seed) } else { self.drawer.draw(seed) };
            let cells = Cells::with_all_sites(&board);
            let score = BoardCounts::of(&self.judge.tables, &cells).score();
            return Ok(Generated { board, score, steps: 0, restarts: 0 });
        }
        let mut chance = Stream::new(seed, MAP_KEY, 4);
        let mut best: Option<(Rank, Search)> = None;
        let (mut steps, mut restarts) = (0, 0);
        let mut draw_seed = seed;
        loop {
            let mut search = Search::new(&self.drawer.draw(draw_seed));
            let rank = self.climb(&mut search, &mut chance, &mut steps);
            if best.as_ref().is_none_or(|(known, _)| rank < *known) {
                best = Some((rank, search));
            }
            let tried = restarts == RESTARTS || self.stop.is_raised();
            if tried || best.as_ref().is_some_and(|(rank, _)| rank.violations == 0) {
                break;
            }
            restarts += 1;
            draw_seed = chance.next_u64();
        }
        let (rank, search) = best.unwrap_or_else(|| {
            let search = Search::new(&self.drawer.draw(seed));
            (self.rank(&search.cells), search)
        });
        if rank.violations == 0 {
            let board = search.board(self.setup);
            return Ok(Generated { board, score: 100 - rank.lost_score, steps, restarts });
        }
        let counts = BoardCounts::of(&self.judge.tables, &search.cells);
        let violated = self
            .constraints
            .iter()
            .map(|&c| (c, self.judge.violations(c, &search.cells, &counts)))
            .filter(|&(_, n)| n > 0)
            .collect();
        let board = search.board(self.setup);
        Err(Box::new(Unmet { board, violated }))
    }

    fn rank(&self, cells: &Cells) -> Rank {
        let counts = BoardCounts::of(&self.judge.tables, cells);
        let violations = self.constraints.iter().map(|&c| self.judge.violations(c, cells, &counts)).sum();
        Rank { violations, lost_score: 100 - counts.score().min(100) }
    }

    fn climb(&self, search: &mut Search, chance: &mut Stream, steps: &mut u32) -> Rank {
        let mut rank = self.rank(&search.cells);
        let mut idle = 0;
        let sizes = self.movable.each_ref().map(|list| if list.len() < 2 { 0 } else { list.len() as u64 });
        while idle < PATIENCE && !self.stop.is_raised() {
            let Some(kind) = chance.weighted(sizes) else { break };
            *steps += 1;
            idle += 1;
            let cells = &self.movable[kind];
            let first = chance.index(cells.len());
            let mut second = chance.index(cells.len() - 1);
            second += usize::from(second >= first);
            let (a, b) = (cells[first], cells[second]);
            if !self.may_swap(&search.cells, kind, a, b) {
                continue;
            }
            search.swap(kind, a, b);
            let found = self.rank(&search.cells);
            if found > rank {
                search.swap(kind, a, b);
                continue;
            }
            if found < rank {
                idle = 0;
            }
            rank = found;
        }
        rank
    }

    /// Deserts keep value 0: they take no number, and never a cell whose number is fixed.
    fn may_swap(&self, cells: &Cells, kind: usize, a: usize, b: usize) -> bool {
        let desert = |i: usize| cells.kinds[i] == DESERT;
        match kind {
            0 if desert(a) != desert(b) => {
                !self.numbered[a] && !self.numbered[b] && self.open_value[a] && self.open_value[b]
            }
            1 => !desert(a) && !desert(b),
            _ => true,
        }
    }
}

/// A board while it is searched.
struct Search {
    cells: Cells,
    harbours: Vec<Option<Harbour>>,
}

impl Search {
    fn new(board: &Board) -> Self {
        Self { cells: Cells::with_all_sites(board), harbours: board.harbours.clone() }
    }

    /// Swapping twice leads back.
    fn swap(&mut self, kind: usize, a: usize, b: usize) {
        let cells = &mut self.cells;
        if kind == 2 {
            // the kinds change places; `board` puts the corners back
            cells.ports.swap(a, b);
            self.harbours.swap(a, b);
            return;
        }
        let ((ka, na), (kb, nb)) = ((cells.kinds[a], cells.numbers[a]), (cells.kinds[b], cells.numbers[b]));
        let with_number = kind == 1 || (ka == DESERT) != (kb == DESERT);
        let with_type = kind == 0;
        let pick = |own: u8, other: u8, swapped: bool| if swapped { other } else { own };
        cells.set(a, pick(ka, kb, with_type), pick(na, nb, with_number));
        cells.set(b, pick(kb, ka, with_type), pick(nb, na, with_number));
    }

    fn board(self, setup: &Setup) -> Board {
        let hexes = setup.types.len();
        Board {
            grid: setup.grid.clone(),
            terrain: self.cells.kinds[..hexes]
                .iter()
                .zip(&setup.types)
                .map(|(&kind, written)| match (kind, written) {
                    (1..=5, _) => Terrain::Land(Resource::ALL[usize::from(kind) - 1]),
                    (DESERT, _) => Terrain::Desert,
                    (_, HexType::Gold) => Terrain::Gold,
                    (_, HexType::Void) => Terrain::Void,
                    _ => Terrain::Water,
                })
                .collect(),
            numbers: self.cells.numbers[..hexes].to_vec(),
            harbours: self
                .harbours
                .iter()
                .zip(&setup.ports)
                .map(|(harbour, site)| harbour.map(|h| Harbour { corners: site.corners, kind: h.kind }))
                .collect(),
        }
    }
}
