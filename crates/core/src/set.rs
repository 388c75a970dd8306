//! Bit sets of a fixed number of words: one word for a base board's corners, more for large boards.
//!
//! ```
//! use hexwright_core::Bits;
//!
//! let corners: Bits<1> = [2, 5, 9].into_iter().collect();
//! let taken: Bits<1> = [5].into_iter().collect();
//! assert_eq!(corners.without(taken).iter().collect::<Vec<_>>(), [2, 9]);
//! ```

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

    /// Takes `i` out if something holds, without a branch on it.
    #[inline]
    pub const fn remove_if(&mut self, i: usize, condition: bool) {
        self.0[i / 64] &= !((condition as u64) << (i % 64));
    }

    /// Number of elements.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        if W < 3 { self.0.iter().map(|w| w.count_ones() as usize).sum() } else { self.count() }
    }

    /// Never part of its callers: only by itself it is compiled to count words side by side, which takes
    /// half as long where no instruction counts bits.
    #[inline(never)]
    fn count(&self) -> usize {
        self.0.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// Whether there is no element.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        // looking at every word takes less time than guessing which is the first with an element
        self.0.iter().fold(0, |all, &word| all | word) == 0
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
    pub const fn iter(self) -> Elements<W> {
        Elements { words: self.0, at: 0 }
    }

    /// The smallest element.
    #[must_use]
    #[inline]
    pub fn first(self) -> Option<usize> {
        let w = self.0.iter().position(|&word| word != 0)?;
        Some(64 * w + self.0[w].trailing_zeros() as usize)
    }

    /// The element with `n` smaller ones.
    #[must_use]
    #[inline]
    pub fn nth(self, mut n: usize) -> Option<usize> {
        for w in 0..W {
            let word = self.0[w];
            if W > 2 && word == 0 {
                continue; // large sets are sparse, and counting bits takes longer than looking
            }
            let count = word.count_ones() as usize;
            if n < count {
                return Some(64 * w + place(word, n as u64));
            }
            n -= count;
        }
        None
    }
}

/// The place of the bit with `n` lower ones, found without a branch; there must be one.
#[inline]
const fn place(word: u64, mut n: u64) -> usize {
    const BYTES: u64 = u64::MAX / 0xff;
    const TOPS: u64 = BYTES << 7;
    // how many bits there are in each pair, in each half byte, and in each byte and those below
    let pairs = word - ((word >> 1) & (u64::MAX / 3));
    let halves = (pairs & (u64::MAX / 5)) + ((pairs >> 2) & (u64::MAX / 5));
    let below = ((halves + (halves >> 4)) & (u64::MAX / 17)).wrapping_mul(BYTES);
    let bytes_past = ((((n * BYTES) | TOPS) - below) >> 7) & BYTES;
    let mut place = (bytes_past.wrapping_mul(BYTES) >> 56) << 3;
    n -= ((below << 8) >> place) & 0xff;
    let half = (halves >> place) & 0xf;
    let past = (n >= half) as u64;
    (n, place) = (n - half * past, place + 4 * past);
    let pair = (pairs >> place) & 3;
    let past = (n >= pair) as u64;
    (n, place) = (n - pair * past, place + 2 * past);
    (place + (n >= ((word >> place) & 1)) as u64) as usize
}

/// The elements of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Elements<const W: usize> {
    words: [u64; W],
    at: usize,
}

impl<const W: usize> Iterator for Elements<W> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.at < W {
            let word = self.words[self.at];
            if word != 0 {
                self.words[self.at] = word & (word - 1);
                return Some(64 * self.at + word.trailing_zeros() as usize);
            }
            self.at += 1;
        }
        None
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.words.iter().map(|word| word.count_ones() as usize).sum();
        (left, Some(left))
    }

    #[inline]
    fn fold<B, F: FnMut(B, usize) -> B>(self, start: B, mut f: F) -> B {
        let mut result = start;
        for at in self.at..W {
            let mut word = self.words[at];
            while word != 0 {
                result = f(result, 64 * at + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
        result
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
    use crate::random::mix;

    #[test]
    fn nth_walks_in_the_order_of_iter() {
        let set: Bits<3> = [0, 5, 63, 64, 100, 191].into_iter().collect();
        let mut walked = Vec::new();
        for element in set.iter() {
            walked.push(element);
        }
        assert_eq!(set.iter().fold(Vec::new(), |list, e| [list, vec![e]].concat()), walked);
        assert_eq!(walked, [0, 5, 63, 64, 100, 191]);
        assert!(walked.iter().enumerate().all(|(n, &e)| set.nth(n) == Some(e)));
        assert_eq!(set.nth(6), None);
        assert_eq!((set.len(), Bits([u64::MAX; 4]).len(), Bits([1, 3, 0, 7, u64::MAX]).len()), (6, 256, 70));
        assert_eq!((set.first(), Bits::<3>::EMPTY.first()), (Some(0), None));
        assert_eq!(set.without(Bits([u64::MAX, 0, 0])).first(), Some(64));
        assert_eq!(set.without(Bits([u64::MAX, 0, 0])).len(), 3);
    }

    #[test]
    fn nth_finds_each_element_of_dense_and_sparse_sets() {
        for seed in 0..3_000 {
            // each further random word takes half of the elements away
            let word = |w: u64| (0..seed % 8).fold(u64::MAX, |word, k| word & mix(seed << 8 | k << 4 | w));
            let set = Bits([word(0), word(1), word(2)]);
            assert!(set.iter().enumerate().all(|(n, element)| set.nth(n) == Some(element)), "{set:?}");
            assert_eq!(set.nth(set.len()), None);
        }
    }
}
