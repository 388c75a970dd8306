//! The bytes of a row, part by part: numbers, sets as ones and zeros, and what is turned round for another viewer.

use hexwright_core::Bits;

/// Numbers about each seat: cards, development cards, knights, shown victory points, public points, longest
/// trail, roads, settlements, cities left, five rates, cards owed, longest road, largest army.
pub(super) const OF_SEAT: usize = 17;

/// The eight bits of a byte as eight bytes.
const SPREAD: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte][bit] = (byte >> bit & 1) as u8;
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// A 1 at each place among zeros; nowhere in the last one.
pub(super) static ONE_OF: [[u8; 32]; 33] = {
    let mut table = [[0; 32]; 33];
    let mut place = 0;
    while place < 32 {
        table[place][place] = 1;
        place += 1;
    }
    table
};

/// A count as a byte.
#[inline]
pub(super) fn byte(number: u16) -> u8 {
    number.min(255) as u8
}

/// Four counts in one word, for what is done to all of them at once.
#[inline]
const fn word([a, b, c, d, _]: [u16; 5]) -> u64 {
    a as u64 | (b as u64) << 16 | (c as u64) << 32 | (d as u64) << 48
}

/// Counts as bytes.
#[inline]
pub(super) fn bytes(counts: [u16; 5]) -> [u8; 5] {
    let four = word(counts);
    if four & 0xff00_ff00_ff00_ff00 != 0 || counts[4] > 255 {
        return counts.map(byte);
    }
    let pairs = (four | four >> 8) & 0x0000_ffff_0000_ffff;
    let [a, b, c, d] = ((pairs | pairs >> 16) as u32).to_le_bytes();
    [a, b, c, d, counts[4] as u8]
}

/// The sum of counts, which are far from filling their words.
#[inline]
pub(super) const fn sum(counts: [u16; 5]) -> u16 {
    // the multiplication adds all four into the last
    (word(counts).wrapping_mul(0x0001_0001_0001_0001) >> 48) as u16 + counts[4]
}

/// Writes parts one after another. What is written beyond a part is written over by the next: up to fifteen bytes behind
/// numbers, as what is left alone stands farther behind, and more behind pieces, which are all written or none.
pub(super) struct RowWriter<'a> {
    pub(super) out: &'a mut [u8],
    pub(super) at: usize,
}

impl RowWriter<'_> {
    pub(super) fn put(&mut self, number: u32) {
        self.all([number.min(255) as u8]);
    }

    #[inline]
    pub(super) fn all<const N: usize>(&mut self, numbers: [u8; N]) {
        self.out[self.at..self.at + N].copy_from_slice(&numbers);
        self.at += N;
    }

    /// The next `N` bytes, to be filled.
    #[inline]
    pub(super) fn next<const N: usize>(&mut self) -> &mut [u8; N] {
        let start = self.at;
        self.at += N;
        let Some(out) = self.out[start..].first_chunk_mut() else {
            unreachable!("a row has room for its parts")
        };
        out
    }

    /// `length` bytes of which one is 1, or none. Few are copied as 16 or 32, with some bytes behind them, if there are any.
    #[inline]
    pub(super) fn one_of(&mut self, place: Option<usize>, length: usize) {
        let out = &mut self.out[self.at..];
        let line = ONE_OF.get(place.unwrap_or(ONE_OF.len() - 1));
        let copied = match length {
            0..=16 => copy_chunk::<16>(line, out),
            17..=32 => copy_chunk::<32>(line, out),
            _ => false,
        };
        if !copied {
            (0..length).zip(out).for_each(|(i, out)| *out = u8::from(Some(i) == place));
        }
        self.at += length;
    }

    /// Turns `length` bytes for each seat round by so many places.
    #[inline]
    pub(super) fn turn(&mut self, length: usize, seats: usize, places: usize) {
        let end = self.at + seats * length;
        if places > 0 {
            turn(&mut self.out[self.at..end], length, places);
        }
        self.at = end;
    }

    /// `length` bytes, 1 for each element. Words and bytes are written as a whole, which clears some bytes behind them if there
    /// are any.
    #[inline]
    pub(super) fn set<const W: usize>(&mut self, set: Bits<W>, length: usize) {
        let mut left = length;
        for word in set.0 {
            let (count, out) = (left.min(64), &mut self.out[self.at..]);
            match out.first_chunk_mut() {
                Some(out) if count > 32 => spread(word, out),
                _ => spread_some(word, count, out),
            }
            self.at += count;
            left -= count;
        }
    }

    /// The same at another place, without clearing bytes behind.
    #[inline]
    pub(super) fn over<const W: usize>(&mut self, set: Bits<W>, at: usize, length: usize) {
        for (word, out) in set.0.into_iter().zip(self.out[at..at + length].chunks_mut(64)) {
            match out.first_chunk_mut() {
                Some(out) => spread(word, out),
                None => spread_some(word, out.len(), out),
            }
        }
    }
}

/// Copies the first `N` bytes, if there is a line and room for them.
#[inline]
fn copy_chunk<const N: usize>(line: Option<&[u8; 32]>, out: &mut [u8]) -> bool {
    let chunks = line.and_then(|line| line.first_chunk::<N>()).zip(out.first_chunk_mut());
    chunks.map(|(line, out)| *out = *line).is_some()
}

/// The bits of a word as bytes.
#[inline]
fn spread(word: u64, out: &mut [u8; 64]) {
    for (out, byte) in out.as_chunks_mut().0.iter_mut().zip(word.to_le_bytes()) {
        *out = SPREAD[usize::from(byte)];
    }
}

/// The first bits of a word as bytes, eight at a time while there is room.
fn spread_some(word: u64, count: usize, out: &mut [u8]) {
    let room = out.len().min(count.next_multiple_of(8));
    let (eights, rest) = out[..room].as_chunks_mut();
    for (out, byte) in eights.iter_mut().zip(word.to_le_bytes()) {
        *out = SPREAD[usize::from(byte)];
    }
    for (out, place) in rest.iter_mut().zip(8 * eights.len()..) {
        *out = (word >> place & 1) as u8;
    }
}

/// What stands behind each other for each seat, as a seat further round the table sees it: what is first comes last. A base
/// board's lengths are known to the compiler, which saves calls.
#[inline]
fn turn(out: &mut [u8], length: usize, places: usize) {
    match length {
        OF_SEAT => turn_known::<OF_SEAT, 2>(out, places),
        54 => turn_known::<54, 6>(out, places),
        72 => turn_known::<72, 9>(out, places),
        _ => out.rotate_left(places * length),
    }
}

/// The same for a known length, which has so many whole words. What is first is kept in words, and as words it is put last: a
/// processor would wait for bytes that are read in other groups than they were written.
#[inline]
fn turn_known<const N: usize, const WORDS: usize>(out: &mut [u8], places: usize) {
    let word = |seat: &[u8; N], at: usize| seat[at..].first_chunk().copied().map_or(0, u64::from_le_bytes);
    let (seats, _) = out.as_chunks_mut::<N>();
    for _ in 0..places {
        let Some(first) = seats.first() else { return };
        let (head, tail): ([u64; WORDS], _) =
            (std::array::from_fn(|w| word(first, 8 * w)), word(first, N - 8));
        for seat in 1..seats.len() {
            seats[seat - 1] = seats[seat];
        }
        let Some(last) = seats.last_mut() else { return };
        for (w, bytes) in head.iter().enumerate() {
            last[8 * w..8 * w + 8].copy_from_slice(&bytes.to_le_bytes());
        }
        last[N - 8..].copy_from_slice(&tail.to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_together_are_what_they_are_one_by_one() {
        for counts in
            [[0; 5], [1, 2, 3, 4, 5], [255; 5], [0, 256, 0, 0, 9], [7, 0, 0, 0, 300], [800, 1, 255, 256, 2]]
        {
            assert_eq!(bytes(counts), counts.map(byte), "{counts:?}");
            assert_eq!(sum(counts), counts.iter().sum::<u16>(), "{counts:?}");
        }
    }
}
