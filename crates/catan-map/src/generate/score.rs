//! The balance score: seven exact fractions, weighted, 0 to 100.

use super::tables::{Cells, Tables, is_red};
use crate::map::Board;
use std::fmt;

/// An exact fraction between 0 and 1, reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fraction {
    /// Above the line.
    pub above: u128,
    /// Below the line, never 0.
    pub below: u128,
}

impl Fraction {
    const ONE: Self = Self { above: 1, below: 1 };
    const ZERO: Self = Self { above: 0, below: 1 };

    /// `1 - min(1, above / below)`, reduced.
    fn rest(above: u128, below: u128) -> Self {
        if above >= below {
            return Self::ZERO;
        }
        let divisor = gcd(below - above, below);
        Self { above: (below - above) / divisor, below: below / divisor }
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.below == 1 { write!(f, "{}", self.above) } else { write!(f, "{}/{}", self.above, self.below) }
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

/// Names and weights of the terms, in their order.
pub const TERMS: [(&str, u32); 7] = [
    ("red-apart", 20),
    ("equal-apart", 10),
    ("terrain-mix", 20),
    ("resource-even", 20),
    ("corner-spread", 15),
    ("port-fit", 10),
    ("centred", 5),
];

/// A score with its terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Balance {
    /// 0 to 100.
    pub score: u32,
    /// One fraction for each of [`TERMS`].
    pub terms: [Fraction; 7],
    /// Pips of the richest corner.
    pub best_corner: u32,
}

impl Board {
    /// How balanced this board is.
    ///
    /// ```
    /// let setup = hexwright_catan_map::generate::preset("base").unwrap();
    /// let balance = setup.draw(7).balance();
    /// assert!(balance.score <= 100);
    /// ```
    #[must_use]
    pub fn balance(&self) -> Balance {
        let counts = BoardCounts::of(&Tables::of(self), &Cells::of(self));
        Balance { score: counts.score(), terms: counts.terms(), best_corner: counts.best_corner }
    }
}

/// Whole numbers from which every term is made; gathering them is the fast part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardCounts {
    pub(crate) red_hexes: u32,
    pub(crate) red_pairs: u32,
    productive: u32,
    productive_pairs: u32,
    equal_pairs: u32,
    like_pairs: u32,
    pub(crate) resource_hexes: [u32; 5],
    pub(crate) resource_pips: [u32; 5],
    pub(crate) best_corner: u32,
    two_to_one: u32,
    pub(crate) beside_own: u32,
    /// Distance of the two centres, both as whole numbers over `pips * land`.
    apart: (i64, i64),
    land: u32,
}

impl BoardCounts {
    /// Walks the lists once.
    #[must_use]
    pub fn of(tables: &Tables, cells: &Cells) -> Self {
        let mut counts = Self { land: tables.land.len() as u32, ..Self::default() };
        let (mut x, mut y) = (0i64, 0i64);
        for &hex in &tables.land {
            let i = usize::from(hex);
            counts.red_hexes += u32::from(is_red(cells.numbers[i]));
            let pips = cells.pips[i];
            if pips > 0 {
                counts.productive += 1;
                let kind = usize::from(cells.kinds[i]) - 1;
                counts.resource_hexes[kind] += 1;
                counts.resource_pips[kind] += u32::from(pips);
                x += i64::from(pips) * i64::from(tables.doubled_columns[i]);
                y += i64::from(pips) * i64::from(tables.rows[i]);
            }
        }
        for &[a, b] in &tables.pairs {
            let (a, b) = (usize::from(a), usize::from(b));
            let (m, n) = (cells.numbers[a], cells.numbers[b]);
            counts.red_pairs += u32::from(is_red(m) & is_red(n));
            let both = cells.is_productive(a) & cells.is_productive(b);
            counts.productive_pairs += u32::from(both);
            counts.equal_pairs += u32::from(both & (m == n));
            counts.like_pairs += u32::from(both & (cells.kinds[a] == cells.kinds[b]));
        }
        let mut best = 0;
        for &[a, b, c] in &tables.corners {
            let sum = cells.pips[usize::from(a)] + cells.pips[usize::from(b)] + cells.pips[usize::from(c)];
            best = best.max(sum);
        }
        counts.best_corner = best.into();
        for (site, &port) in tables.sites.iter().zip(&cells.ports) {
            if port > 0 {
                counts.two_to_one += 1;
                counts.beside_own += u32::from(beside_own(cells, site, port));
            }
        }
        let pips = i64::from(counts.pips());
        let land = i64::from(counts.land);
        counts.apart = (land * x - pips * tables.land_sum.0, land * y - pips * tables.land_sum.1);
        counts
    }

    fn pips(&self) -> u32 {
        self.resource_pips.iter().sum()
    }

    /// Each term as (above, below) of what is taken from 1.
    fn losses(&self) -> [(u128, u128); 7] {
        let n = u128::from;
        [
            (n(self.red_pairs), n(self.red_hexes.max(1))),
            (n(6 * self.equal_pairs), n(self.productive.max(6))),
            (n(3 * self.like_pairs), n(self.productive_pairs.max(1))),
            self.unevenness(),
            (n(self.best_corner.saturating_sub(10)), 5),
            (n(self.beside_own), n(self.two_to_one.max(1))),
            self.off_centre(),
        ]
    }

    /// (largest - smallest average) / mean: two averages differ by a fraction over n·m.
    fn unevenness(&self) -> (u128, u128) {
        let average = |k: usize| (u64::from(self.resource_pips[k]), u64::from(self.resource_hexes[k]));
        let mut known = (0..5).filter(|&k| self.resource_hexes[k] > 0).map(average);
        let Some(first) = known.next() else { return (0, 1) };
        let above = |a: (u64, u64), b: (u64, u64)| a.0 * b.1 > b.0 * a.1;
        let (mut high, mut low) = (first, first);
        for average in known {
            if above(average, high) {
                high = average;
            }
            if above(low, average) {
                low = average;
            }
        }
        let difference = u128::from(high.0 * low.1 - low.0 * high.1);
        (difference * u128::from(self.productive), u128::from(high.1 * low.1) * u128::from(self.pips()))
    }

    /// Squared distance of the two centres in hex widths.
    fn off_centre(&self) -> (u128, u128) {
        let scale = u128::from(self.pips()) * u128::from(self.land);
        if scale == 0 {
            return (1, 1);
        }
        let square = |v: i64| u128::from(v.unsigned_abs()) * u128::from(v.unsigned_abs());
        (square(self.apart.0) + 3 * square(self.apart.1), 4 * scale * scale)
    }

    /// The terms as exact fractions.
    #[must_use]
    pub fn terms(&self) -> [Fraction; 7] {
        self.losses()
            .map(|(above, below)| if above == 0 { Fraction::ONE } else { Fraction::rest(above, below) })
    }

    /// The score: floor of the weighted sum plus one half.
    ///
    /// Floating point decides when the sum is clearly on one side of a half; close to it the
    /// fractions are added exactly.
    #[must_use]
    pub fn score(&self) -> u32 {
        let losses = self.losses();
        let mut sum = 0.5;
        for ((above, below), (_, weight)) in losses.iter().zip(TERMS) {
            // all numbers are far below 2^53 on ordinary boards; a rounding error is about 1e-16
            sum += f64::from(weight) * (1.0 - (*above as f64 / *below as f64).min(1.0));
        }
        let floor = sum.floor();
        if (sum - sum.round()).abs() > 1e-6 {
            return floor as u32;
        }
        exact_score(&self.terms()).unwrap_or(floor as u32)
    }
}

/// The weighted sum over one common denominator; `None` if that exceeds 128 bits, which needs a
/// board of thousands of hexes that also lies within a millionth of a half.
fn exact_score(terms: &[Fraction; 7]) -> Option<u32> {
    let mut sum = Fraction { above: 1, below: 2 };
    for (term, (_, weight)) in terms.iter().zip(TERMS) {
        let left = sum.above.checked_mul(term.below)?;
        let right = term.above.checked_mul(u128::from(weight))?.checked_mul(sum.below)?;
        let (above, below) = (left.checked_add(right)?, sum.below.checked_mul(term.below)?);
        let divisor = gcd(above, below);
        sum = Fraction { above: above / divisor, below: below / divisor };
    }
    Some((sum.above / sum.below) as u32)
}

/// Whether a 2:1 port has a hex of its resource with at least 4 pips on one of its corners.
pub(crate) fn beside_own(cells: &Cells, site: &[u16; 6], port: u8) -> bool {
    site.iter().any(|&h| cells.kinds[usize::from(h)] == port && cells.pips[usize::from(h)] >= 4)
}
