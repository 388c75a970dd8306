//! Seeded chance: named streams whose numbers never change, and a faster generator for simulation.
//!
//! Sampling is our own (`below`, `shuffle`) and pinned by vectors, so a library's new version
//! cannot change a board. No function here reads a clock or the machine's entropy.
//!
//! ```
//! use hexwright_core::{Random, Stream};
//!
//! // the same seed, name and number give the same dice on every machine
//! let roll = || Stream::new(7, "example/dice", 0).below(6) + 1;
//! assert_eq!(roll(), roll());
//! ```

use chacha20::ChaCha8Rng;
use rand_core::{Rng as _, SeedableRng as _};

/// A source of random numbers with our own sampling on top.
pub trait Random {
    /// The next 64 random bits.
    fn next_u64(&mut self) -> u64;

    /// A number below `n`, each equally likely; 0 if `n` is 0.
    fn below(&mut self, n: u64) -> u64 {
        if n == 0 {
            return 0;
        }
        // the largest multiple of n that fits 64 bits; numbers above it would favour small results
        let over = (u64::MAX % n + 1) % n;
        loop {
            let word = self.next_u64();
            if word <= u64::MAX - over {
                return word % n;
            }
        }
    }

    /// An index into a list of this length.
    fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// Puts a list into random order.
    fn shuffle<T>(&mut self, list: &mut [T])
    where
        Self: Sized,
    {
        for i in (1..list.len()).rev() {
            let j = self.index(i + 1);
            list.swap(i, j);
        }
    }

    /// The place of the weight that a uniform draw over their sum falls into; `None` if all are 0.
    fn weighted(&mut self, weights: impl IntoIterator<Item = u64> + Clone) -> Option<usize>
    where
        Self: Sized,
    {
        let total: u64 = weights.clone().into_iter().sum();
        if total == 0 {
            return None;
        }
        let mut left = self.below(total);
        weights.into_iter().position(|w| {
            let here = left < w;
            left = left.wrapping_sub(w);
            here
        })
    }
}

/// ChaCha8 under a key made of a seed and a name, one of 2^64 independent streams.
///
/// ```
/// use hexwright_core::{Random, Stream};
/// let mut types = Stream::new(1, "hexwright/catan/map/1", 1);
/// assert_eq!(types.next_u64(), 0xe7e0_c68b_9fb9_7b8f);
/// ```
#[derive(Debug)]
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// Key: the seed as 8 little-endian bytes, then `name` (at most 24 ASCII bytes), then zeros.
    #[must_use]
    pub fn new(seed: u64, name: &str, stream: u64) -> Self {
        debug_assert!(name.is_ascii() && name.len() <= 24, "a stream name has at most 24 ASCII characters");
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let length = name.len().min(24);
        key[8..8 + length].copy_from_slice(&name.as_bytes()[..length]);
        let mut generator = ChaCha8Rng::from_seed(key);
        generator.set_stream(stream);
        Self(generator)
    }
}

impl Stream {
    /// How many words of 32 bits have been drawn: where the stream goes on.
    #[must_use]
    pub fn drawn(&self) -> u128 {
        self.0.get_word_pos()
    }

    /// The stream after as many words as [`Self::drawn`] told.
    #[must_use]
    pub fn after(mut self, drawn: u128) -> Self {
        self.0.set_word_pos(drawn);
        self
    }
}

/// A copy goes on with the same numbers.
impl Clone for Stream {
    fn clone(&self) -> Self {
        let mut generator = ChaCha8Rng::from_seed(self.0.get_seed());
        generator.set_stream(self.0.get_stream());
        generator.set_word_pos(self.0.get_word_pos());
        Self(generator)
    }
}

impl Random for Stream {
    fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }
}

/// xoshiro256++: the faster generator of simulations, seeded by splitmix64.
///
/// `below` uses a multiplication instead of a division; the bias is at most n / 2^64.
#[derive(Clone, Debug)]
pub struct Fast([u64; 4]);

impl Fast {
    /// The generator of run `stream` under `seed`.
    #[must_use]
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut state =
            mix(seed) ^ mix(stream.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(0x5851_f42d_4c95_7f2d));
        Self(std::array::from_fn(|_| {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            mix(state)
        }))
    }

    /// Everything that decides the numbers to come.
    #[must_use]
    pub const fn state(&self) -> [u64; 4] {
        self.0
    }

    /// The generator that goes on from a state.
    #[must_use]
    pub const fn from_state(state: [u64; 4]) -> Self {
        Self(state)
    }
}

/// The finaliser of splitmix64: spreads every input bit over the result.
#[must_use]
pub const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Random for Fast {
    #[inline]
    fn next_u64(&mut self) -> u64 {
        let s = &mut self.0;
        let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    #[inline]
    fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.next_u64()) * u128::from(n)) >> 64) as u64
    }
}

/// A seed from the command line: decimal or `0x…` if it reads as such and fits 64 bits, any other
/// text hashed with FNV-1a.
///
/// ```
/// # use hexwright_core::random::seed_from_text;
/// assert_eq!(seed_from_text("42"), 42);
/// assert_eq!(seed_from_text("0x2a"), 42);
/// assert_ne!(seed_from_text("sunday evening"), 0);
/// ```
#[must_use]
pub fn seed_from_text(text: &str) -> u64 {
    let digits = |s: &str, radix| {
        s.chars().all(|c| c.is_digit(radix)).then(|| u64::from_str_radix(s, radix).ok()).flatten()
    };
    let number = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(hexadecimal) => digits(hexadecimal, 16),
        None => digits(text, 10),
    };
    number.unwrap_or_else(|| fnv1a(text.as_bytes()))
}

/// FNV-1a, 64 bits.
#[must_use]
pub fn fnv1a(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &b| (hash ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MAP: &str = "hexwright/catan/map/1";

    #[test]
    fn words_below_and_shuffle_are_pinned() {
        let mut s = Stream::new(1, MAP, 2);
        assert_eq!([s.next_u64(), s.next_u64()], [0x170a_f7a5_caa4_76c6, 0x779d_a24c_42a2_8c41]);
        let mut s = Stream::new(1, MAP, 1);
        assert_eq!(std::array::from_fn(|_| s.below(19)), [0, 12, 15, 12, 11, 7, 3, 16]);
        let mut list: Vec<u8> = (0..9).collect();
        Stream::new(1, MAP, 1).shuffle(&mut list);
        assert_eq!(list, [5, 3, 2, 0, 7, 8, 6, 1, 4]);
    }

    #[test]
    fn a_copied_stream_goes_on_with_the_same_numbers() {
        let mut one = Stream::new(1, MAP, 2);
        for _ in 0..40 {
            let mut copy = one.clone();
            assert_eq!(std::array::from_fn::<u64, 40, _>(|_| copy.next_u64()), {
                let mut again = one.clone();
                std::array::from_fn(|_| again.next_u64())
            });
            assert_eq!(one.clone().next_u64(), one.next_u64());
        }
    }

    #[test]
    fn the_fast_generator_is_pinned_and_even() {
        let mut f = Fast::new(7, 3);
        let first: [u64; 2] = std::array::from_fn(|_| f.next_u64());
        assert_eq!(
            first,
            std::array::from_fn::<u64, 2, _>({
                let mut g = Fast::new(7, 3);
                move |_| g.next_u64()
            })
        );
        let mut counts = [0u32; 6];
        for _ in 0..60_000 {
            counts[f.index(6)] += 1;
        }
        assert!(counts.iter().all(|&c| (9_600..10_400).contains(&c)), "{counts:?}");
    }

    #[test]
    fn weighted_never_picks_a_zero() {
        let mut f = Fast::new(1, 1);
        let mut seen = [0; 3];
        for _ in 0..4_000 {
            seen[f.weighted([1, 0, 3]).unwrap()] += 1;
        }
        assert_eq!(seen[1], 0);
        assert!((850..1_150).contains(&seen[0]), "{seen:?}");
        assert_eq!(f.weighted([0, 0]), None);
    }
}
