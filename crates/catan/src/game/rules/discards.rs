//! Which cards to give up: all ways to take `k` cards from a hand, counted and numbered.
//!
//! The ways are in lexicographic order of the counts, fewest of the first kind first. They are
//! counted kind by kind from the last, so that the n-th is found without listing the others.

use crate::game::hand::Hand;
use crate::map::Resource;
use hexwright_core::Key as _;

/// Largest discard whose ways are numbered: half of 31 cards. Larger ones are listed.
const MOST: usize = 15;

/// `ways[i][m]`: in how many ways `m` cards come from kind `i` and the kinds after it.
pub(in crate::game) struct Ways {
    counts: [u16; 5],
    take: usize,
    table: [[u16; MOST + 1]; 5],
}

impl Ways {
    /// The ways to take `take` cards; `None` if that is more than can be numbered.
    pub(in crate::game) fn new(hand: Hand, take: u16) -> Option<Self> {
        let take = usize::from(take);
        if take > MOST {
            return None;
        }
        let counts = *hand.counts().values();
        let mut table = [[0; MOST + 1]; 5];
        for (m, ways) in table[4].iter_mut().enumerate().take(take + 1) {
            *ways = u16::from(m <= usize::from(counts[4]));
        }
        for kind in (0..4).rev() {
            // a running sum over a window as wide as the kind has cards
            let width = usize::from(counts[kind]);
            let mut sum = 0;
            for m in 0..=take {
                sum += table[kind + 1][m];
                if m > width {
                    sum -= table[kind + 1][m - width - 1];
                }
                table[kind][m] = sum;
            }
        }
        Some(Self { counts, take, table })
    }

    /// How many ways there are.
    pub(in crate::game) fn len(&self) -> usize {
        self.table[0][self.take] as usize
    }

    /// The n-th way.
    pub(in crate::game) fn nth(&self, n: usize) -> Hand {
        let (mut n, mut left) = (n as u16, self.take);
        let mut hand = Hand::EMPTY;
        for kind in 0..4 {
            let mut count = 0;
            while count < usize::from(self.counts[kind]) && count < left {
                let here = self.table[kind + 1][left - count];
                if n < here {
                    break;
                }
                n -= here;
                count += 1;
            }
            hand = hand.plus(Hand::single(Resource::ALL[kind], count as u16));
            left -= count;
        }
        hand.plus(Hand::single(Resource::Ore, left as u16))
    }
}

/// Every way, in order, without the table: for hands of any size.
pub(in crate::game) fn each(hand: Hand, take: u16, out: &mut impl FnMut(Hand)) {
    fn step(hand: Hand, kind: usize, left: u16, chosen: Hand, out: &mut impl FnMut(Hand)) {
        let resource = Resource::ALL[kind];
        let rest: u16 = Resource::ALL[kind + 1..].iter().map(|&k| hand.get(k)).sum();
        for count in left.saturating_sub(rest)..=hand.get(resource).min(left) {
            let chosen = chosen.plus(Hand::single(resource, count));
            if kind == 4 {
                out(chosen);
            } else {
                step(hand, kind + 1, left - count, chosen, out);
            }
        }
    }
    step(hand, 0, take, Hand::EMPTY, out);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbering_and_listing_agree() {
        // the fourth is the largest hand whose ways are numbered
        for counts in [[8, 0, 0, 0, 0], [0, 0, 0, 0, 9], [2, 3, 1, 4, 0], [7, 6, 6, 6, 6], [1, 1, 1, 1, 7]] {
            let hand = Hand::of(counts);
            let take = hand.total() / 2;
            let mut list = Vec::new();
            each(hand, take, &mut |h| list.push(h));
            let ways = Ways::new(hand, take).unwrap();
            assert_eq!(ways.len(), list.len(), "{hand:?}");
            for (n, &way) in list.iter().enumerate() {
                assert_eq!(ways.nth(n), way, "{hand:?}");
                assert!(way.total() == take && hand.covers(way));
            }
        }
        assert!(Ways::new(Hand::of([7, 7, 6, 6, 6]), 16).is_none());
    }
}
