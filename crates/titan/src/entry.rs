//! Can both armies enter? How many ground creatures of skill 2, native to nothing on the board, find
//! a hex when they come in from each side.
//!
//! Such a creature has two movement points; a hex costs one, or two if anything slows. Slowing does not
//! add up. Creatures move one after the other, the farthest first, so as many can enter as there are
//! hexes in reach.
//!
//! ```
//! use hexwright_titan::{Battleland, Entry};
//! use hexwright_titan::entry::ENOUGH;
//!
//! let land = Battleland::default();
//! assert!(Entry::new(&land).least(&land) >= ENOUGH, "open plains let everybody in");
//! ```

use crate::{Battleland, Entrance, HexId, HexSet, Hexside};
use hexwright_core::Key;

/// How many creatures must be able to enter from each side of a fair board.
pub const ENOUGH: usize = 5;

/// What of a board concerns those who walk in: computed once, asked for each side.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Hexes that can be entered at all.
    passable: HexSet,
    /// Hexes that cost one point by terrain.
    free: HexSet,
    /// For each hex those that cost one point when entered from it.
    steps: [HexSet; crate::board::HEXES],
    /// For each hex those that can be entered from it at any cost.
    walks: [HexSet; crate::board::HEXES],
}

impl Entry {
    /// Looks at a board.
    #[must_use]
    pub fn new(land: &Battleland) -> Self {
        let (mut passable, mut free) = (HexSet::EMPTY, HexSet::EMPTY);
        for (hex, cell) in land.cells() {
            if !cell.terrain().blocks() {
                passable.insert(hex.index());
                if !cell.terrain().slows() {
                    free.insert(hex.index());
                }
            }
        }
        let mut steps = HexId::all().map(HexId::around);
        let mut steps: [HexSet; crate::board::HEXES] =
            std::array::from_fn(|_| steps.next().unwrap_or_default().and(free));
        let mut walks: [HexSet; crate::board::HEXES] = std::array::from_fn(|i| {
            HexId::from_index(i).map_or(HexSet::EMPTY, |hex| hex.around().and(passable))
        });
        for (hex, cell) in land.cells() {
            for (side, hexside) in cell.sides() {
                let Some(other) = hex.neighbour(side) else { continue };
                let (here, there) = (hex.index(), other.index());
                match hexside {
                    Hexside::Cliff => {
                        for (a, b) in [(here, there), (there, here)] {
                            steps[a].remove(b);
                            walks[a].remove(b);
                        }
                    }
                    Hexside::River => {
                        steps[here].remove(there);
                        steps[there].remove(here);
                    }
                    Hexside::Slope | Hexside::Wall => {
                        if cell.elevation() > land.cell(other).elevation() {
                            steps[there].remove(here);
                        }
                    }
                    Hexside::Dune => {}
                }
            }
        }
        Self { passable, free, steps, walks }
    }

    /// The hexes in reach of an entrance.
    #[must_use]
    pub fn reach(&self, entrance: Entrance) -> HexSet {
        let line: HexSet = entrance.hexes().iter().map(|h| h.index()).collect();
        // one point is left only to those who paid one
        let further = line.and(self.free).iter().fold(HexSet::EMPTY, |set, i| set.or(self.steps[i]));
        line.and(self.passable).or(further)
    }

    /// How many can enter.
    #[must_use]
    pub fn count(&self, entrance: Entrance) -> usize {
        self.reach(entrance).len()
    }

    /// How many can enter from each side, X0 to X5.
    #[must_use]
    pub fn counts(&self) -> [usize; 6] {
        std::array::from_fn(|k| self.count(Entrance::ALL[k]))
    }

    /// The fewest that can enter by an entrance that counts on this map.
    #[must_use]
    pub fn least(&self, land: &Battleland) -> usize {
        land.entrances().iter().map(|&e| self.count(e)).min().unwrap_or(0)
    }

    /// How many groups of hexes fall apart for such a creature, however long it walks.
    #[must_use]
    pub fn regions(&self) -> usize {
        let (mut left, mut regions) = (self.passable, 0);
        while let Some(start) = left.nth(0) {
            regions += 1;
            let mut frontier: HexSet = [start].into_iter().collect();
            while !frontier.is_empty() {
                left = left.without(frontier);
                frontier = frontier.iter().fold(HexSet::EMPTY, |set, i| set.or(self.walks[i])).and(left);
            }
        }
        regions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_board_lets_everybody_in() {
        let entry = Entry::new(&Battleland::default());
        assert_eq!(entry.counts(), [7, 9, 7, 9, 7, 9]);
        assert_eq!(entry.regions(), 1);
    }

    #[test]
    fn sand_stops_at_the_border_and_cliffs_stop_everybody() {
        let sandy = Battleland::from_canonical("A1:Sand:0 A2:Sand:0 A3:Sand:0").unwrap();
        assert_eq!(Entry::new(&sandy).count(Entrance::ALL[4]), 3);
        let walled = Battleland::from_canonical("A3:Plains:0:1c2c3c").unwrap();
        assert_eq!(Entry::new(&walled).regions(), 2);
    }

    /// The rule as written, one creature path after the other.
    fn slow_truth(land: &Battleland, entrance: Entrance) -> usize {
        let ground = |h: HexId| {
            let t = land.cell(h).terrain();
            if t.blocks() { 99 } else { 1 + u32::from(t.slows()) }
        };
        let cost = |from: HexId, to: HexId| {
            let side = (0..6).find(|&k| from.neighbour(k) == Some(to)).unwrap();
            let sides = [land.cell(from).side(side), land.cell(to).side((side + 3) % 6)];
            let uphill = matches!(sides[1], Some(Hexside::Slope | Hexside::Wall))
                && land.cell(to).elevation() > land.cell(from).elevation();
            if sides.contains(&Some(Hexside::Cliff)) {
                99
            } else if uphill || sides.contains(&Some(Hexside::River)) {
                ground(to).max(2)
            } else {
                ground(to)
            }
        };
        let mut reached = HexSet::EMPTY;
        for &first in entrance.hexes().iter().filter(|&&h| ground(h) <= 2) {
            reached.insert(first.index());
            for next in (0..6).filter_map(|k| first.neighbour(k)) {
                if ground(first) + cost(first, next) <= 2 {
                    reached.insert(next.index());
                }
            }
        }
        reached.len()
    }

    #[test]
    fn the_fast_way_is_the_slow_truth() {
        let text = "AREA (anywhere) HAZARDS Tree,50. Sand,50.,1 Sand,50.,2 Bog,50. Drift,50. Plains,1 Plains,2 Plains,1 Plains,2
            PAIR (Plains,*)(Plains,*) HEXSIDES c,10. s,20. r,20. w,10.\nPAIR (Sand,*)(Plains,*) HEXSIDES d,30. c,30.\n";
        let script = crate::Script::parse(text, crate::Mode::Documented).unwrap();
        for seed in 0..2_000 {
            let land = script.roll(seed).unwrap().land;
            let entry = Entry::new(&land);
            for &entrance in Entrance::ALL {
                assert_eq!(entry.count(entrance), slow_truth(&land, entrance), "seed {seed} {entrance:?}");
            }
        }
    }
}
