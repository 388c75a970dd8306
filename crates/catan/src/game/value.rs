//! How good a position is for a seat: a weighted sum of what experienced players look at.
//!
//! Production by pips and scarcity, harbours, room to expand, the road race, the army, cards in hand
//! and how exposed they are. Nothing here plays: a searching player shows imagined positions to a
//! [`Judge`] and compares. Only exact arithmetic is used, so a position is worth the same everywhere.

use super::catan::{Catan, CatanPosition, Visitor};
use super::hand::Hand;
use super::position::{CITY, Phase, Position};
use super::tables::{ABSENT, Engine};
use crate::map::{Card, Resource};
use hexwright_core::{Bits, Key as _, Seat};

macro_rules! weights {
    ($($(#[doc = $doc:literal])+ $name:ident = $value:literal;)*) => {
        /// What each thing is worth, in hundredths of a point on the way to victory. Tuned by self-play.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct Weights {
            $($(#[doc = $doc])+ pub $name: f64,)*
        }

        impl Default for Weights {
            fn default() -> Self {
                Self { $($name: $value,)* }
            }
        }

        impl Weights {
            /// The names, in the order of [`Self::values`].
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];

            /// All weights in order.
            #[must_use]
            pub fn values(&self) -> Vec<f64> {
                vec![$(self.$name),*]
            }

            /// Weights from values in order; missing ones keep their default.
            #[must_use]
            pub fn from_values(values: &[f64]) -> Self {
                let mut weights = Self::default();
                let mut values = values.iter();
                $(if let Some(&value) = values.next() { weights.$name = value; })*
                weights
            }
        }
    };
}

weights! {
    /// A victory point.
    point = 100.0;
    /// A pip of production: one chance in 36 of a card a roll.
    pip = 11.0;
    /// The same for the first four pips of a kind: having a kind at all matters.
    first_pips = 5.0;
    /// How much dearer scarce kinds are.
    scarcity = 0.5;
    /// A pip that the robber blocks, as a share of a free one.
    blocked = 0.35;
    /// A 2:1 harbour, for each pip of its kind.
    harbour_two = 3.0;
    /// A 3:1 harbour, for each pip.
    harbour_three = 0.7;
    /// The best corner a settlement could be built on at once, for each pip.
    spot_now = 3.5;
    /// The best corner one road away, for each pip.
    spot_near = 2.0;
    /// Each corner that could be settled with at most one road.
    room = 4.0;
    /// A side of the longest trail.
    trail = 5.0;
    /// A knight played.
    knight_played = 18.0;
    /// A knight, road building, year of plenty or monopoly in hand.
    card = 28.0;
    /// A resource card in hand.
    in_hand = 6.0;
    /// How near the hand is to a settlement, city or card, best of them.
    nearness = 34.0;
    /// A resource card above the discard limit.
    exposed = -7.0;
    /// A city's price in hand while a settlement can become one.
    rivalry = 0.6;
}

/// Judges the positions of one board.
#[derive(Clone, Debug)]
pub struct Judge {
    weights: Weights,
    /// Pips by corner and kind, scaled by scarcity.
    worth: Vec<[f64; 5]>,
    /// Plain pips by corner, all kinds together, scaled by scarcity.
    total: Vec<f64>,
    /// For each hex of the grid: its kind and scaled pips.
    hexes: Vec<Option<(usize, f64)>>,
}

/// The ways to roll a number.
fn pips(number: u8) -> f64 {
    match number {
        2..=6 => f64::from(number) - 1.0,
        8..=12 => 13.0 - f64::from(number),
        _ => 0.0,
    }
}

struct Tables(Weights);

impl Visitor for Tables {
    type Output = Judge;

    fn visit<const C: usize, const S: usize, const X: usize>(self, engine: &Engine<C, S, X>) -> Judge {
        let mut sums = [0.0; 5];
        for (number, sources) in (0..).zip(&engine.sources) {
            sources.iter().for_each(|s| sums[s.kind.index()] += pips(number));
        }
        let mean = sums.iter().sum::<f64>() / 5.0;
        let scale =
            sums.map(|sum| 1.0 + self.0.scarcity * (mean / f64::max(sum, 1.0) - 1.0).clamp(-0.5, 1.5));
        let mut worth = vec![[0.0; 5]; engine.corners.len()];
        let mut hexes = vec![None; engine.hex_corners.len()];
        for (number, sources) in (0..).zip(&engine.sources) {
            for source in sources {
                let kind = source.kind.index();
                let value = pips(number) * scale[kind];
                hexes[usize::from(source.hex)] = Some((kind, value));
                source.corners.iter().for_each(|corner| worth[corner][kind] += value);
            }
        }
        let total = worth.iter().map(|kinds| kinds.iter().sum()).collect();
        Judge { weights: self.0, worth, total, hexes }
    }
}

impl Judge {
    /// A judge for this game's board.
    #[must_use]
    pub fn new(game: &Catan, weights: Weights) -> Self {
        game.visit(Tables(weights))
    }

    /// The weights.
    #[must_use]
    pub const fn weights(&self) -> &Weights {
        &self.weights
    }

    /// How strong a seat stands by itself, in hundredths of a point.
    #[must_use]
    pub fn strength(&self, game: &Catan, position: &CatanPosition, seat: Seat) -> f64 {
        match (game, position) {
            (Catan::Base(engine), CatanPosition::Base(pos)) => self.of(engine, pos, seat.index()),
            (Catan::Wide(engine), CatanPosition::Wide(pos)) => self.of(engine, pos, seat.index()),
            (Catan::Vast(engine), CatanPosition::Vast(pos)) => self.of(engine, pos, seat.index()),
            _ => 0.0,
        }
    }

    fn of<const C: usize, const S: usize, const X: usize>(
        &self,
        engine: &Engine<C, S, X>,
        pos: &Position<C, S, X>,
        seat: usize,
    ) -> f64 {
        let (w, me) = (&self.weights, &pos.players[seat]);
        let income = self.income(engine, pos, seat);
        let all: f64 = income.iter().sum();
        let mut value = w.point * f64::from(me.points) + w.pip * all;
        value += w.first_pips * income.iter().map(|&p| p.min(4.0)).sum::<f64>();
        for (kind, income) in income.iter().enumerate() {
            if me.harbours >> kind & 1 == 1 {
                value += w.harbour_two * income;
            }
        }
        if me.harbours >> 5 & 1 == 1 {
            value += w.harbour_three * all;
        }
        value += self.room(engine, pos, seat);
        value += w.trail * f64::from(me.length) + w.knight_played * f64::from(me.knights);
        let cards: u16 =
            Card::ALL.iter().filter(|c| **c != Card::VictoryPoint).map(|c| me.cards[c.index()]).sum();
        value += w.card * f64::from(cards);
        value + self.hand(engine, pos, seat)
    }

    /// Scaled pips by kind; what the robber blocks counts less.
    fn income<const C: usize, const S: usize, const X: usize>(
        &self,
        engine: &Engine<C, S, X>,
        pos: &Position<C, S, X>,
        seat: usize,
    ) -> [f64; 5] {
        let mut income = [0.0; 5];
        let buildings = pos.players[seat].buildings;
        for corner in buildings.iter() {
            let times = if pos.piece_at(corner) & CITY == 0 { 1.0 } else { 2.0 };
            for (sum, worth) in income.iter_mut().zip(&self.worth[corner]) {
                *sum += times * worth;
            }
        }
        if let Some(robber) = pos.robber()
            && let Some(Some((kind, worth))) = self.hexes.get(robber.index())
        {
            for corner in engine.hex_corners[robber.index()].and(buildings).iter() {
                let times = if pos.piece_at(corner) & CITY == 0 { 1.0 } else { 2.0 };
                income[*kind] -= times * worth * (1.0 - self.weights.blocked);
            }
        }
        income
    }

    /// Corners to settle: at once, and one road away.
    fn room<const C: usize, const S: usize, const X: usize>(
        &self,
        engine: &Engine<C, S, X>,
        pos: &Position<C, S, X>,
        seat: usize,
    ) -> f64 {
        let (w, me) = (&self.weights, &pos.players[seat]);
        let now = pos.open.and(me.reach);
        let mut near: Bits<C> = Bits::EMPTY;
        if me.roads_left > 0 {
            for side in me.frontier.and(pos.free).iter() {
                engine.ends[side]
                    .iter()
                    .filter(|&&end| end != ABSENT)
                    .for_each(|&end| near.insert(end.into()));
            }
        }
        let near = near.and(pos.open).without(now);
        let best = |set: Bits<C>| set.iter().map(|c| self.total[c]).fold(0.0, f64::max);
        let count = (now.len() + near.len()).min(5) as f64;
        let pieces = if me.settlements_left == 0 { 0.3 } else { 1.0 };
        pieces * (w.spot_now * best(now) + w.spot_near * best(near) + w.room * count)
    }

    /// Cards in hand: how many, how near to a purchase, how exposed.
    fn hand<const C: usize, const S: usize, const X: usize>(
        &self,
        engine: &Engine<C, S, X>,
        pos: &Position<C, S, X>,
        seat: usize,
    ) -> f64 {
        let (w, me) = (&self.weights, &pos.players[seat]);
        let count = me.hand.total();
        let share = |price: Hand| {
            let have: u16 = Resource::ALL.iter().map(|&k| me.hand.get(k).min(price.get(k))).sum();
            let share = f64::from(have) / f64::from(price.total());
            share * share
        };
        let can_settle = me.settlements_left > 0 && !pos.open.and(me.reach).is_empty();
        let can_raise = me.cities_left > 0 && !me.buildings.without(pos.cities).is_empty();
        let mut near = [0.0; 3];
        if can_settle {
            near[0] = share(Hand::SETTLEMENT);
        }
        if can_raise {
            near[1] = 1.3 * share(Hand::CITY);
        }
        near[2] = 0.5 * share(Hand::CARD);
        let best = near.iter().copied().fold(0.0, f64::max);
        let sum: f64 = near.iter().sum();
        let limit = engine.options.discard_limit.map_or(u16::MAX, u16::from);
        // in the own turn cards can still be spent; at its end they lie open to a seven
        let over = if pos.phase == Phase::Main && pos.actor() == seat { 0.5 } else { 1.0 };
        w.in_hand * f64::from(count.min(12))
            + w.nearness * (best + 0.3 * (sum - best))
            + w.exposed * over * f64::from(count.saturating_sub(limit))
    }
}
