//! Regions: sets of hexes in reading order, rectangles and islands.

use super::{Corner, Hex, Side, Symmetry};
use std::collections::BTreeSet;

/// A set of hexes, walked in reading order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Region {
    hexes: BTreeSet<Hex>,
}

impl Region {
    /// A rectangle of `width` columns and `height` rows with odd rows shifted right.
    #[must_use]
    pub fn rectangle(width: u16, height: u16) -> Self {
        (0..height as i16).flat_map(|r| (0..width as i16).map(move |c| Hex::from_odd_r(r, c))).collect()
    }

    /// All hexes within `radius` steps of `centre`.
    #[must_use]
    pub fn disc(centre: Hex, radius: u16) -> Self {
        let n = radius as i16;
        (-n..=n)
            .flat_map(|q| (-n..=n).map(move |r| Hex::new(q, r)))
            .filter(|h| h.distance(Hex::default()) <= radius)
            .map(|h| h + centre)
            .collect()
    }

    /// Whether the hex belongs to the region.
    #[must_use]
    pub fn contains(&self, hex: Hex) -> bool {
        self.hexes.contains(&hex)
    }

    /// Number of hexes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.hexes.len()
    }

    /// Whether there is no hex.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.hexes.is_empty()
    }

    /// The hexes in reading order.
    pub fn iter(&self) -> impl Iterator<Item = Hex> + '_ {
        self.hexes.iter().copied()
    }

    /// The connected parts, each in reading order, in the order of their first hexes.
    ///
    /// ```
    /// # use hexwright_core::{Hex, Region};
    /// let two: Region = [Hex::new(0, 0), Hex::new(1, 0), Hex::new(5, 5)].into_iter().collect();
    /// assert_eq!(two.islands().iter().map(Region::len).collect::<Vec<_>>(), [2, 1]);
    /// ```
    #[must_use]
    pub fn islands(&self) -> Vec<Self> {
        let mut left = self.hexes.clone();
        let mut islands = Vec::new();
        while let Some(first) = left.pop_first() {
            let (mut island, mut frontier) = (BTreeSet::from([first]), vec![first]);
            while let Some(hex) = frontier.pop() {
                for next in hex.neighbours() {
                    if left.remove(&next) {
                        island.insert(next);
                        frontier.push(next);
                    }
                }
            }
            islands.push(Self { hexes: island });
        }
        islands
    }

    /// Every corner touching the region, in reading order.
    #[must_use]
    pub fn corners(&self) -> BTreeSet<Corner> {
        self.iter().flat_map(|h| (0..6).map(move |i| Corner::of(h, i))).collect()
    }

    /// Every side touching the region, in reading order.
    #[must_use]
    pub fn sides(&self) -> BTreeSet<Side> {
        self.iter().flat_map(|h| super::Direction::ALL.map(|d| Side::of(h, d))).collect()
    }

    /// The sides with the region on one side only.
    pub fn coast(&self) -> impl Iterator<Item = Side> + '_ {
        self.sides().into_iter().filter(|s| s.hexes().iter().filter(|h| self.contains(**h)).count() == 1)
    }

    /// The region under a symmetry about the origin.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Self {
        self.iter().map(|h| symmetry.apply(h)).collect()
    }
}

impl FromIterator<Hex> for Region {
    fn from_iter<I: IntoIterator<Item = Hex>>(hexes: I) -> Self {
        Self { hexes: hexes.into_iter().collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_island_has_the_known_counts() {
        let island = Region::disc(Hex::new(0, 0), 2);
        assert_eq!(island.len(), 19);
        assert_eq!(island.corners().len(), 54);
        assert_eq!(island.sides().len(), 72);
        assert_eq!(island.coast().count(), 30);
        assert_eq!(island.islands().len(), 1);
        assert!(Symmetry::ALL.into_iter().all(|s| island.transformed(s) == island));
    }
}
