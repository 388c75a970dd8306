//! The random bytes behind a battleland: every draw takes them four at a time, lowest byte first.
//!
//! A seed gives the bytes of splitmix64; a recorded stream gives the bytes of a file. Both count what
//! they gave, so a map can say how many bytes made it.

use hexwright_core::random::mix;

/// What splitmix64 adds to its state at each step.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// A stream of random words with the two draws of the original generator.
pub trait Words {
    /// The next four bytes.
    fn word(&mut self) -> u32;

    /// How many bytes were taken so far.
    fn bytes_used(&self) -> u64;

    /// Whether the stream ended before the last draw.
    fn exhausted(&self) -> bool {
        false
    }

    /// A number in `[0, 1)` with 53 random bits: 26 of one word, 27 of the next.
    #[inline]
    fn unit(&mut self) -> f64 {
        let first = self.word();
        unit(first, self.word())
    }

    /// A number below `n`; `n` is at least 1.
    #[inline]
    fn below(&mut self, n: u32) -> u32 {
        debug_assert!(n >= 1, "nothing is below 0");
        if n.is_power_of_two() {
            return ((u64::from(n) * u64::from(self.word() & 0x7fff_ffff)) >> 31) as u32;
        }
        loop {
            let u = self.word() & 0x7fff_ffff;
            let r = u % n;
            // the last, incomplete run of n numbers would favour small results
            if u64::from(u - r) + u64::from(n - 1) < 1 << 31 {
                return r;
            }
        }
    }
}

#[inline]
fn unit(first: u32, second: u32) -> f64 {
    let (high, low) = (i64::from(first & 0x03ff_ffff), i64::from(second & 0x07ff_ffff));
    ((high << 27) + low) as f64 * (1.0 / (1u64 << 53) as f64)
}

/// The bytes of a seed.
///
/// ```
/// use hexwright_titan::{Seeded, Words};
/// let mut words = Seeded::new(0);
/// assert_eq!(words.word().to_le_bytes(), [0xaf, 0xcd, 0x1d, 0x7b]);
/// assert_eq!(words.word().to_le_bytes(), [0x39, 0xa8, 0x20, 0xe2]);
/// assert_eq!(words.bytes_used(), 8);
/// ```
#[derive(Clone, Debug)]
pub struct Seeded {
    state: u64,
    /// The upper half of the last step, when `half` says it is still to be given.
    rest: u32,
    half: bool,
    used: u64,
}

impl Seeded {
    /// The stream of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { state: seed, rest: 0, half: false, used: 0 }
    }

    #[inline]
    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(GOLDEN);
        mix(self.state)
    }
}

impl Words for Seeded {
    #[inline]
    fn word(&mut self) -> u32 {
        self.used += 4;
        if self.half {
            self.half = false;
            return self.rest;
        }
        let z = self.next();
        self.rest = (z >> 32) as u32;
        self.half = true;
        z as u32
    }

    #[inline]
    fn unit(&mut self) -> f64 {
        // two words are one step, whether or not they are of the same one
        self.used += 8;
        let z = self.next();
        if self.half {
            let first = std::mem::replace(&mut self.rest, (z >> 32) as u32);
            return unit(first, z as u32);
        }
        unit(z as u32, (z >> 32) as u32)
    }

    #[inline]
    fn bytes_used(&self) -> u64 {
        self.used
    }
}

/// Bytes recorded earlier, replayed.
#[derive(Clone, Debug)]
pub struct Recorded<'a> {
    bytes: &'a [u8],
    used: usize,
    exhausted: bool,
}

impl<'a> Recorded<'a> {
    /// Replays these bytes.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, used: 0, exhausted: false }
    }
}

impl Words for Recorded<'_> {
    fn word(&mut self) -> u32 {
        if let Some(&word) = self.bytes[self.used..].first_chunk() {
            self.used += 4;
            return u32::from_le_bytes(word);
        }
        // zeros end every draw at once; `exhausted` tells the caller
        self.exhausted = true;
        0
    }

    fn bytes_used(&self) -> u64 {
        self.used as u64
    }

    fn exhausted(&self) -> bool {
        self.exhausted
    }
}

/// The seed of attempt `attempt` at a map that must satisfy constraints; attempt 0 is the seed itself.
#[must_use]
pub const fn attempt_seed(seed: u64, attempt: u64) -> u64 {
    if attempt == 0 {
        return seed;
    }
    mix(seed.wrapping_add(attempt.wrapping_mul(0xd6e8_feb8_6659_fd93)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recorded_stream_is_its_seed_until_it_ends() {
        let mut seeded = Seeded::new(5);
        let bytes: Vec<u8> = (0..10).flat_map(|_| seeded.word().to_le_bytes()).collect();
        let (mut seeded, mut recorded) = (Seeded::new(5), Recorded::new(&bytes));
        assert_eq!((seeded.unit(), seeded.word()), (recorded.unit(), recorded.word()));
        // from the middle of a step on
        for _ in 0..3 {
            assert_eq!(seeded.unit(), recorded.unit());
        }
        assert_eq!((seeded.word(), seeded.bytes_used()), (recorded.word(), recorded.bytes_used()));
        assert!(!recorded.exhausted());
        recorded.below(3);
        assert!(recorded.exhausted() && recorded.bytes_used() == 40);
    }
}
