//! Resource cards as packed lanes: paying and checking are one subtraction and one mask.
//!
//! Five lanes of twelve bits stand in one word. The top bit of a lane stays clear and catches the
//! borrow of a comparison. At most [`Hand::CIRCULATING`] cards of a kind are ever in play, so that
//! no lane and no sum of lanes overflows; what a map's bank holds beyond that never leaves it.

use crate::map::{ByResource, Resource};
use hexwright_core::Key as _;

const BITS: u32 = 12;
const LANE: u64 = (1 << BITS) - 1;
/// The guard bit of every lane.
const GUARDS: u64 = every(1 << (BITS - 1));
/// The lowest bit of every lane.
const ONES: u64 = every(1);

const fn every(lane: u64) -> u64 {
    lane | lane << BITS | lane << (2 * BITS) | lane << (3 * BITS) | lane << (4 * BITS)
}

/// Resource cards: a hand, the bank, a price.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Hand(u64);

impl Hand {
    /// No card.
    pub const EMPTY: Self = Self(0);
    /// Price of a road: brick wood (section 7 of the rules).
    pub const ROAD: Self = Self::of([1, 1, 0, 0, 0]);
    /// Price of a settlement: brick wood wool wheat.
    pub const SETTLEMENT: Self = Self::of([1, 1, 1, 1, 0]);
    /// Price of a city: 2 wheat 3 ore.
    pub const CITY: Self = Self::of([0, 0, 0, 2, 3]);
    /// Price of a city on an empty corner: a settlement and a city (R-CITY-4).
    pub const DIRECT_CITY: Self = Self::of([1, 1, 1, 3, 3]);
    /// Price of a development card: wool wheat ore.
    pub const CARD: Self = Self::of([0, 0, 1, 1, 1]);
    /// Most cards of one kind in play.
    pub const CIRCULATING: u16 = 800;

    /// Cards by count, in the order of [`Resource`]; each below 2048.
    #[must_use]
    pub const fn of(counts: [u16; 5]) -> Self {
        let mut word = 0;
        let mut i = 0;
        while i < 5 {
            word |= (counts[i] as u64 & (LANE >> 1)) << (BITS * i as u32);
            i += 1;
        }
        Self(word)
    }

    /// `count` cards of one kind.
    #[must_use]
    #[inline]
    pub const fn single(kind: Resource, count: u16) -> Self {
        Self((count as u64 & (LANE >> 1)) << (BITS * kind as u32))
    }

    /// How many of a kind.
    #[must_use]
    #[inline]
    pub const fn get(self, kind: Resource) -> u16 {
        (self.0 >> (BITS * kind as u32) & LANE) as u16
    }

    /// Counts by kind.
    #[must_use]
    #[inline]
    pub fn counts(self) -> ByResource<u16> {
        ByResource::from_fn(|kind| self.get(kind))
    }

    /// Counts by kind as bytes; 255 says that there are as many or more.
    #[inline]
    pub(in crate::game) fn bytes(self) -> [u8; 5] {
        if self.total() > 255 {
            return (*self.counts().values()).map(|count| count.min(255) as u8);
        }
        std::array::from_fn(|kind| (self.0 >> (BITS * kind as u32)) as u8)
    }

    /// How many cards.
    #[must_use]
    #[inline]
    pub const fn total(self) -> u16 {
        // the multiplication adds all lanes into the fifth
        ((self.0.wrapping_mul(ONES)) >> (4 * BITS) & LANE) as u16
    }

    /// Whether there is no card.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether every kind of `other` is there in at least that number.
    #[must_use]
    #[inline]
    pub const fn covers(self, other: Self) -> bool {
        self.at_least(other) == GUARDS
    }

    /// The guard bits of the lanes in which this hand has at least as many as `other`.
    #[inline]
    const fn at_least(self, other: Self) -> u64 {
        ((self.0 | GUARDS) - other.0) & GUARDS
    }

    /// The kinds of which this hand has at least as many as `other`.
    #[must_use]
    #[inline]
    pub const fn kinds_covering(self, other: Self) -> Kinds {
        Kinds(self.at_least(other))
    }

    /// The kinds it holds.
    #[must_use]
    #[inline]
    pub const fn kinds(self) -> Kinds {
        Kinds(self.at_least(Self(ONES)))
    }

    /// Both together.
    #[must_use]
    #[inline]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }

    /// What is left when `other`, which must be covered, is taken.
    #[must_use]
    #[inline]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }

    /// The smaller count of each kind.
    #[must_use]
    #[inline]
    pub const fn min(self, other: Self) -> Self {
        // the guard of a lane stays where this hand has at least as many; then the whole lane is the other's
        let at_least = ((self.0 | GUARDS) - other.0) & GUARDS;
        let lanes = at_least - (at_least >> (BITS - 1));
        Self(other.0 & lanes | self.0 & !lanes)
    }

    /// One card less of every kind it has.
    #[must_use]
    #[inline]
    pub const fn one_less(self) -> Self {
        Self(self.0 - (self.kinds().0 >> (BITS - 1)))
    }

    /// The larger count of each kind.
    #[must_use]
    #[inline]
    pub const fn max(self, other: Self) -> Self {
        self.plus(other).minus(self.min(other))
    }

    /// Only the cards of one kind.
    #[must_use]
    #[inline]
    pub const fn only(self, kind: Resource) -> Self {
        Self(self.0 & LANE << (BITS * kind as u32))
    }

    /// The kind of the card with `n` others before it, when the cards lie in the order of their kinds.
    #[must_use]
    #[inline]
    pub const fn nth(self, n: u16) -> Option<Resource> {
        if self.total() as u64 > LANE >> 1 {
            return self.nth_of_many(n);
        }
        // with as many cards as fit there is no further one
        self.card_past(if n as u64 <= LANE >> 1 { n as u64 } else { LANE >> 1 })
    }

    /// The same without a branch: nobody can guess where a card drawn at random lies. Only for hands whose
    /// total fits a lane, as must `n`.
    #[inline]
    const fn card_past(self, n: u64) -> Option<Resource> {
        // the multiplication adds to each lane all lanes below it; the card is of the first kind whose sum exceeds n
        let sums = self.0.wrapping_mul(ONES);
        Kinds((sums | GUARDS).wrapping_sub((n + 1) * ONES) & GUARDS).first()
    }

    /// The same for a hand of any size.
    #[cold]
    const fn nth_of_many(self, n: u16) -> Option<Resource> {
        let (mut kinds, mut n) = (self.kinds(), n);
        while let Some(kind) = kinds.first() {
            if n < self.get(kind) {
                break;
            }
            n -= self.get(kind);
            kinds = kinds.without(kind);
        }
        kinds.first()
    }

    /// The packed word, for fingerprints.
    #[must_use]
    pub const fn word(self) -> u64 {
        self.0
    }
}

impl std::fmt::Debug for Hand {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_map()
            .entries(Resource::ALL.iter().map(|&k| (k.name(), self.get(k))).filter(|e| e.1 > 0))
            .finish()
    }
}

/// A set of resource kinds, kept as the guard bits of the lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kinds(u64);

impl Kinds {
    /// Whether no kind is in it.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many kinds.
    #[must_use]
    #[inline]
    pub const fn len(self) -> u32 {
        // guard bits are single: the lanes can be added like those of a hand
        ((self.0 >> (BITS - 1)).wrapping_mul(ONES) >> (4 * BITS) & LANE) as u32
    }

    /// One bit for each kind, in order.
    #[must_use]
    #[inline]
    pub const fn byte(self) -> u8 {
        let bits = self.0 >> (BITS - 1);
        // lane k has its bit at 12 k: k shifts by 11 bring it to place k
        ((bits | bits >> 11 | bits >> 22 | bits >> 33 | bits >> 44) & 31) as u8
    }

    /// The kinds that are in this set and in the other.
    #[must_use]
    #[inline]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// All but one kind.
    #[must_use]
    #[inline]
    pub const fn without(self, kind: Resource) -> Self {
        Self(self.0 & !(1 << (BITS * kind as u32 + BITS - 1)))
    }

    /// The first kind.
    #[must_use]
    #[inline]
    pub const fn first(self) -> Option<Resource> {
        match self.0.trailing_zeros() / BITS {
            0 => Some(Resource::Brick),
            1 => Some(Resource::Wood),
            2 => Some(Resource::Wool),
            3 => Some(Resource::Wheat),
            4 => Some(Resource::Ore),
            _ => None,
        }
    }

    /// The kind with `n` smaller ones.
    #[must_use]
    #[inline]
    pub const fn nth(self, n: usize) -> Option<Resource> {
        // one card of each kind lies as the kinds do; with five cards there is no sixth
        Hand(self.0 >> (BITS - 1)).card_past(if n < 5 { n as u64 } else { 5 })
    }

    /// Whether a kind is in it.
    #[must_use]
    #[inline]
    pub const fn contains(self, kind: Resource) -> bool {
        self.0 >> (BITS * kind as u32 + BITS - 1) & 1 == 1
    }

    /// The kinds in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Resource> {
        let mut left = self;
        std::iter::from_fn(move || {
            let kind = left.first()?;
            left = Self(left.0 & (left.0 - 1));
            Some(kind)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_counts_up_to_255() {
        assert_eq!(Hand::of([0, 19, 1, 2, 3]).bytes(), [0, 19, 1, 2, 3]);
        assert_eq!(Hand::of([255, 0, 0, 0, 0]).bytes(), [255, 0, 0, 0, 0]);
        assert_eq!(Hand::of([254, 256, 800, 1, 0]).bytes(), [254, 255, 255, 1, 0]);
    }

    #[test]
    fn the_nth_card_and_the_nth_kind_are_found() {
        for counts in
            [[0, 3, 0, 1, 2], [1, 1, 1, 1, 1], [0; 5], [0, 0, 0, 0, 2047], [800; 5], [0, 2047, 0, 1, 0]]
        {
            let hand = Hand::of(counts);
            let mut cards = Resource::ALL.iter().flat_map(|&kind| (0..hand.get(kind)).map(move |_| kind));
            for n in 0..=hand.total() {
                assert_eq!(hand.nth(n), cards.next(), "{hand:?} {n}");
            }
            assert_eq!((hand.nth(hand.total() + 1), hand.nth(u16::MAX)), (None, None));
            let mut kinds = hand.kinds().iter();
            for n in 0..7 {
                assert_eq!(hand.kinds().nth(n), kinds.next(), "{hand:?} {n}");
            }
        }
    }

    #[test]
    fn lanes_do_not_touch_each_other() {
        let full = Hand::of([800; 5]);
        assert_eq!(full.total(), 4000);
        let hand = Hand::of([0, 800, 1, 2, 3]);
        assert_eq!(hand.counts().values(), &[0, 800, 1, 2, 3]);
        assert!(hand.covers(Hand::of([0, 800, 1, 2, 3])) && !hand.covers(Hand::of([1, 0, 0, 0, 0])));
        assert!(!hand.covers(Hand::of([0, 800, 1, 2, 4])));
        assert_eq!(hand.minus(Hand::of([0, 799, 1, 0, 3])), Hand::of([0, 1, 0, 2, 0]));
        assert_eq!(
            hand.kinds().iter().map(Resource::name).collect::<Vec<_>>(),
            ["wood", "wool", "wheat", "ore"]
        );
        assert_eq!((hand.kinds().len(), full.kinds().len(), Hand::EMPTY.kinds().len()), (4, 5, 0));
        for (one, other) in
            [([0, 800, 1, 2, 3], [9, 9, 9, 0, 9]), ([2047, 0, 5, 5, 1], [2046, 2047, 5, 4, 1])]
        {
            let (few, many): (Vec<u16>, Vec<u16>) =
                one.iter().zip(other).map(|(&a, b)| (a.min(b), a.max(b))).unzip();
            let (one, other) = (Hand::of(one), Hand::of(other));
            assert_eq!(one.min(other).counts().values().as_slice(), few);
            assert_eq!(one.max(other).counts().values().as_slice(), many);
        }
        assert_eq!((hand.kinds().byte(), full.kinds().byte(), Hand::EMPTY.kinds().byte()), (0b11110, 31, 0));
    }
}
