//! Hexsides that follow from the ground: a slope on every step of 1, a cliff on every step of 2 or more,
//! a dune from Sand to Plains, each on the higher (or sandy) hex.

use crate::{Battleland, HexId, Hexside, Terrain};

impl Battleland {
    /// Fills the edges that carry no hexside yet; returns how many were filled.
    pub fn autofill(&mut self) -> usize {
        let mut filled = 0;
        for hex in HexId::all() {
            for side in 0..6 {
                let Some(other) = hex.neighbour(side) else { continue };
                let facing = (side + 3) % 6;
                let (own, theirs) = (self.cell(hex), self.cell(other));
                if own.side(side).is_some() || theirs.side(facing).is_some() {
                    continue;
                }
                let hexside = match own.elevation().checked_sub(theirs.elevation()) {
                    Some(0) if own.terrain() == Terrain::Sand && theirs.terrain() == Terrain::Plains => {
                        Hexside::Dune
                    }
                    Some(1) => Hexside::Slope,
                    Some(2..) => Hexside::Cliff,
                    _ => continue,
                };
                self.set_side(hex, side, Some(hexside));
                filled += 1;
            }
        }
        filled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_and_shores_are_filled_once() {
        let mut land = Battleland::from_canonical("A3:Sand:0:1r A2:Sand:1 D4:Plains:2 D5:Plains:1").unwrap();
        assert!(land.autofill() > 0);
        let map = land.canonical();
        assert_eq!(map, "A3:Sand:0:1r2d A2:Sand:1:0s1s2s3s D5:Plains:1:0s1s2s4s5s D4:Plains:2:0s1c2c3c4c5c",);
        assert_eq!(land.autofill(), 0);
    }
}
