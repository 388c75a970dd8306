//! Where a seat could still build, by how many pieces of its network must be laid first.
//!
//! Distances are counted as if nothing but pieces that lie there stood in the way, so they are never too long.

use hexwright_catan::game::{Catan, SeatView, View};
use hexwright_catan::map::{Resource, Terrain};
use hexwright_core::{CornerId, HexId, Key as _, SideId};
use std::collections::VecDeque;

/// No way leads there.
const NEVER: u16 = u16::MAX;

/// What corners are worth that a seat could settle.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    /// For each corner that is open: how many pieces must be laid first.
    corners: Vec<u16>,
    /// For each kind of card, and for all kinds at three for one: how many pieces until a harbour for it.
    harbours: [u16; 6],
    /// For each seat: how many pieces until a corner where a settlement cuts its network.
    cuts: Vec<u16>,
}

impl Ground {
    /// Looks at the board as `seat` could build on it.
    pub(super) fn of(game: &Catan, view: &View, seat: u8) -> Self {
        let board = game.board();
        let topology = board.grid.topology();
        let is_land = |hex: &HexId| board.terrain(*hex).is_land();
        let is_used = |hex: &HexId| board.terrain(*hex) != Terrain::Void;
        let own = &view.seats[usize::from(seat)];
        let distances = distances(game, view, own);

        let mut built = vec![false; topology.corners()];
        let buildings = view.seats.iter().flat_map(|s| s.settlements.iter().chain(&s.cities));
        buildings.for_each(|&corner| built[usize::from(corner)] = true);
        // where there are bridges, water keeps buildings apart
        let bridges = game.setup().sea.bridges > 0;
        let keeps_distance = |side: SideId| {
            let hexes = topology.side_hexes(side);
            hexes.iter().flatten().any(is_used) && (!bridges || hexes.iter().flatten().any(is_land))
        };
        let is_open = |corner: CornerId| {
            let ways = topology.corner_sides(corner).iter().zip(topology.corner_neighbours(corner));
            let mut near = ways.filter_map(|(side, next)| Some(((*side)?, (*next)?)));
            topology.corner_hexes(corner).iter().flatten().any(is_land)
                && !built[corner.index()]
                && !near.any(|(side, next)| built[next.index()] && keeps_distance(side))
        };
        let away = |corner: CornerId| if is_open(corner) { distances[corner.index()] } else { NEVER };
        let mut harbours = [NEVER; 6];
        for harbour in board.harbours() {
            let nearest = harbour.corners.into_iter().map(away).min().unwrap_or(NEVER);
            let place = harbour.kind.map_or(5, Resource::index);
            harbours[place] = harbours[place].min(nearest);
        }
        let corners: Vec<u16> = topology.corner_ids().map(away).collect();
        let cut_of = |other: &SeatView| {
            let mut meets = vec![0u8; topology.corners()];
            for &side in other.roads.iter().chain(&other.ships).chain(&other.bridges) {
                topology.side_corners(SideId(side)).iter().for_each(|c| meets[c.index()] += 1);
            }
            let through = corners.iter().zip(&meets).filter(|(_, meets)| **meets > 1);
            through.map(|(&away, _)| away).min().unwrap_or(NEVER)
        };
        let cuts = view.seats.iter().map(cut_of).collect();
        Self { corners: corners.into_iter().filter(|&away| away != NEVER).collect(), harbours, cuts }
    }

    /// How many corners are open with so many pieces.
    pub(super) fn corners(&self, pieces: u16) -> u16 {
        self.corners.iter().filter(|&&away| away <= pieces).count() as u16
    }

    /// The bank's rates for who has these, and settles at harbours with so many pieces.
    pub(super) fn rates(&self, mut rates: [u16; 5], pieces: u16) -> [u16; 5] {
        for (kind, rate) in rates.iter_mut().enumerate() {
            let harbour = |place: usize, better: u16| if self.harbours[place] <= pieces { better } else { 4 };
            *rate = (*rate).min(harbour(kind, 2)).min(harbour(5, 3));
        }
        rates
    }

    /// Whether a settlement could cut another seat's network with so many pieces.
    pub(super) fn may_cut(&self, other: usize, pieces: u16) -> bool {
        self.cuts[other] <= pieces
    }
}

/// For each corner, how many pieces a seat must lay at least until its network ends there.
fn distances(game: &Catan, view: &View, own: &SeatView) -> Vec<u16> {
    let board = game.board();
    let topology = board.grid.topology();
    let laid = |seat: &SeatView| -> Vec<u16> {
        seat.roads.iter().chain(&seat.ships).chain(&seat.bridges).copied().collect()
    };
    let mut taken = vec![false; topology.sides()];
    view.seats.iter().flat_map(laid).for_each(|side| taken[usize::from(side)] = true);
    let mut found = vec![NEVER; topology.corners()];
    let mut next = VecDeque::new();
    let ends = laid(own).into_iter().flat_map(|side| topology.side_corners(SideId(side)));
    let houses = own.settlements.iter().chain(&own.cities).map(|&corner| CornerId(corner));
    for corner in ends.chain(houses) {
        found[corner.index()] = 0;
        next.push_back(corner);
    }
    let at_sea = sails(own);
    let may_carry = |side: SideId| {
        at_sea || topology.side_hexes(side).iter().flatten().any(|&hex| board.terrain(hex).is_land())
    };
    while let Some(corner) = next.pop_front() {
        let beyond = found[corner.index()] + 1;
        let ways = topology.corner_sides(corner).iter().zip(topology.corner_neighbours(corner));
        for (side, far) in ways.filter_map(|(side, far)| Some(((*side)?, (*far)?))) {
            if !taken[side.index()] && may_carry(side) && beyond < found[far.index()] {
                found[far.index()] = beyond;
                next.push_back(far);
            }
        }
    }
    found
}

/// Whether a seat has anything but roads to lay, or has laid it.
pub(super) fn sails(own: &SeatView) -> bool {
    let [ships, bridges, _] = own.sea_left;
    ships > 0 || bridges > 0 || !own.ships.is_empty() || !own.bridges.is_empty()
}
