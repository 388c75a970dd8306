//! Bit sets of a fixed number of words: one word for a base board's corners, more for large boards.

/// A set of small numbers below `64 * W`.
///
/// ```
/// # use hexwright_core::Bits;
/// let mut set: Bits<2> = [3, 70].into_iter().collect();
/// set.remove(3);
/// assert!(set.contains(70) && set.len() == 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bits<const W: usize>(pub [u64; W]);

impl<const W: usize> Bits<W> {
    /// No element.
    pub const EMPTY: Self = Self([0; W]);

    /// How many numbers fit.
    pub const CAPACITY: usize = 64 * W;

    /// Whether `i` is an element.
    #[must_use]
    #[inline]
    pub const fn contains(&self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 == 1
    }

    /// Adds `i`.
    #[inline]
    pub const fn insert(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }

    /// Takes `i` out.
    #[inline]
    pub const fn remove(&mut self, i: usize) {
        self.0[i / 64] &= !(1 << (i % 64));
    }

    /// Number of elements.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether there is no element.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&w| w == 0)
    }

    /// Elements of both.
    #[must_use]
    #[inline]
    pub fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// Elements of either.
    #[must_use]
    #[inline]
    pub fn or(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// Elements of this set that `other` lacks.
    #[must_use]
    #[inline]
    pub fn without(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The elements in ascending order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (0..W).flat_map(move |w| {
            let mut word = self.0[w];
            std::iter::from_fn(move || {
                (word != 0).then(|| {
                    let bit = word.trailing_zeros() as usize;
                    word &= word - 1;
                    64 * w + bit
                })
            })
        })
    }

    /// The element with `n` smaller ones.
    #[must_use]
    #[inline]
    pub fn nth(self, mut n: usize) -> Option<usize> {
        for w in 0..W {
            let mut word = self.0[w];
            let count = word.count_ones() as usize;
            if n < count {
                for _ in 0..n {
                    word &= word - 1;
                }
                return Some(64 * w + word.trailing_zeros() as usize);
            }
            n -= count;
        }
        None
    }
}

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> FromIterator<usize> for Bits<W> {
    fn from_iter<I: IntoIterator<Item = usize>>(elements: I) -> Self {
        let mut set = Self::EMPTY;
        elements.into_iter().for_each(|i| set.insert(i));
        set
    }
}

impl<const W: usize> std::fmt::Debug for Bits<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nth_walks_in_the_order_of_iter() {
        let set: Bits<3> = [0, 5, 63, 64, 100, 191].into_iter().collect();
        let walked: Vec<_> = set.iter().collect();
        assert_eq!(walked, [0, 5, 63, 64, 100, 191]);
        assert!(walked.iter().enumerate().all(|(n, &e)| set.nth(n) == Some(e)));
        assert_eq!(set.nth(6), None);
        assert_eq!(set.without(Bits([u64::MAX, 0, 0])).len(), 3);
    }
}
