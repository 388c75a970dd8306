//! What every corner of a board offers: the pips of each kind, harbours, and which corners it blocks.

use hexwright_catan::map::{Board, pips};
use hexwright_core::{CornerId, Key as _};

/// Numbers that describe the corners of a seat: see [`Corners::describe`].
pub(crate) const FACTS: usize = 18;

/// The facts of one corner.
#[derive(Clone, Copy, Debug, Default)]
struct Corner {
    /// Pips by kind, then gold; in tenths.
    pips: [f32; 6],
    /// The numbers around it, one bit each.
    numbers: u16,
    /// A 3:1 harbour.
    harbour: bool,
    /// A 2:1 harbour of this kind.
    harbour_of: Option<usize>,
}

/// The corners of a board.
#[derive(Clone, Debug)]
pub struct Corners {
    corners: Vec<Corner>,
    /// The corners one side away: a building blocks them.
    near: Vec<Vec<CornerId>>,
}

impl Corners {
    /// The corners of this board, by their ids.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let topology = board.grid.topology();
        let mut corners = vec![Corner::default(); topology.corners()];
        for id in topology.corner_ids() {
            let corner = &mut corners[id.index()];
            for &hex in topology.corner_hexes(id).iter().flatten() {
                let (terrain, number) = (board.terrain(hex), board.number(hex));
                let kind = terrain.resource().map(|r| r.index());
                let lane = if terrain == hexwright_catan::map::Terrain::Gold { Some(5) } else { kind };
                if let Some(lane) = lane.filter(|_| number != 7) {
                    corner.pips[lane] += f32::from(pips(number)) / 10.0;
                    corner.numbers |= 1 << number;
                }
            }
        }
        for harbour in board.harbours() {
            for id in harbour.corners {
                match harbour.kind {
                    Some(kind) => corners[id.index()].harbour_of = Some(kind.index()),
                    None => corners[id.index()].harbour = true,
                }
            }
        }
        let near = topology.corner_ids().map(|id| neighbours(board, id)).collect();
        Self { corners, near }
    }

    /// How many ids there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.corners.len()
    }

    /// Whether the board has no corner.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.corners.is_empty()
    }

    /// The corners that a building on this one blocks.
    #[must_use]
    pub fn near(&self, corner: CornerId) -> &[CornerId] {
        self.near.get(corner.index()).map_or(&[], Vec::as_slice)
    }

    /// All pips of a corner.
    #[must_use]
    pub fn pips(&self, corner: CornerId) -> f32 {
        self.corners[corner.index()].pips.iter().sum()
    }

    /// The facts about a set of corners: income by kind, whether a kind comes in at all, all income together,
    /// different numbers, harbours and what they are good for.
    #[must_use]
    pub(crate) fn describe(&self, held: &[(CornerId, bool)]) -> [f32; FACTS] {
        let mut facts = [0.0; FACTS];
        let (mut income, mut numbers) = ([0.0f32; 6], 0u16);
        for &(id, city) in held {
            let corner = &self.corners[id.index()];
            let times = if city { 2.0 } else { 1.0 };
            income.iter_mut().zip(&corner.pips).for_each(|(sum, p)| *sum += times * p);
            numbers |= corner.numbers;
        }
        for (kind, &income) in income.iter().enumerate() {
            facts[kind] = income;
            facts[6 + kind] = if income > 0.0 { income.min(0.3) / 0.3 } else { 0.0 };
        }
        facts[12] = income.iter().sum();
        facts[13] = f32::from(numbers.count_ones() as u8) / 6.0;
        for &(id, _) in held {
            let corner = &self.corners[id.index()];
            facts[14] += f32::from(u8::from(corner.harbour));
            if let Some(kind) = corner.harbour_of {
                facts[15] += 1.0;
                facts[16] += income[kind];
            }
        }
        // wheat and ore together build cities, brick and wood roads
        facts[17] = income[0].min(income[1]) - income[3].min(income[4]);
        facts
    }
}

fn neighbours(board: &Board, corner: CornerId) -> Vec<CornerId> {
    let topology = board.grid.topology();
    topology.corner_neighbours(corner).iter().flatten().copied().collect()
}
