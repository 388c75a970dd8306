//! How a seat stands beside its pieces: points, races, cards in hand, time. The numbers of its row follow from what is
//! collected here and from nothing else, so a seat that stands as before needs no new row.

#[allow(clippy::wildcard_imports)] // the names of all blocks
use super::blocks::*;
use crate::game::hand::Hand;
use crate::game::position::{Phase, Position};
use crate::game::rules::trade::rates_of;
use crate::game::tables::Engine;
use crate::map::{Card, Resource};
use hexwright_core::Key as _;

/// The most that any other seat has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Rivals {
    length: u8,
    knights: u16,
    points: i16,
}

/// How a seat stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Standing {
    hand: Hand,
    cards: [u16; 5],
    harbours: u8,
    points: i16,
    length: u8,
    knights: u16,
    rivals: Rivals,
    holds_road: bool,
    holds_army: bool,
    /// Free roads not yet built still are a card in hand.
    free_roads: bool,
    /// A corner to settle, a settlement to make a city, a road left.
    can: [bool; 3],
    /// A card left to buy.
    can_draw: bool,
    time: Time,
}

/// When it is; the last numbers of a row follow from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Time {
    /// Seats that move before this one.
    wait: u8,
    /// Settlements still to place in the setup, two at most.
    to_place: u8,
    turn: u32,
    /// Development cards left.
    deck: u16,
    /// Islands discovered; a ship could be built.
    sea: (u8, bool),
}

impl Standing {
    /// How a seat stands; `spot` says whether it has a corner to settle at once.
    #[inline]
    pub(super) fn of<const C: usize, const S: usize, const X: usize>(
        engine: &Engine<C, S, X>,
        pos: &Position<C, S, X>,
        seat: usize,
        spot: bool,
    ) -> Self {
        let me = &pos.players[seat];
        let mut rivals = Rivals::default();
        for (place, other) in pos.players.iter().enumerate().take(engine.seats) {
            if place != seat {
                rivals.length = rivals.length.max(other.length);
                rivals.knights = rivals.knights.max(other.knights);
                rivals.points = rivals.points.max(other.points);
            }
        }
        let setup = matches!(pos.phase, Phase::Setup | Phase::Seating);
        let next = if setup { 0 } else { usize::from(pos.active) + usize::from(pos.rolled) };
        let placed = if setup { me.buildings.len() } else { 2 };
        let wait = seat + 2 * engine.seats - next - if next > seat { 0 } else { engine.seats };
        let deck = pos.deck.iter().sum();
        let city = me.cities_left > 0 && !me.buildings.without(pos.cities).is_empty();
        Self {
            hand: me.hand,
            cards: me.cards,
            harbours: me.harbours,
            points: me.points,
            length: me.length,
            knights: me.knights,
            rivals,
            holds_road: pos.road_holder == seat as u8,
            holds_army: pos.army_holder == seat as u8,
            free_roads: pos.free_roads > 0 && usize::from(pos.active) == seat,
            can: [spot, city, me.roads_left > 0],
            can_draw: deck > 0,
            time: Time {
                wait: (if wait < engine.seats { wait } else { wait - engine.seats }) as u8,
                to_place: 2u8.saturating_sub(placed.min(2) as u8),
                turn: pos.turn,
                deck,
                sea: if X > 0 {
                    let ships = pos.sea[0].ship_sides[seat].and(pos.free);
                    (pos.sea[0].islands[seat], pos.sea[0].ships_left[seat] > 0 && !ships.is_empty())
                } else {
                    (0, false)
                },
            },
        }
    }

    /// Writes its numbers into a row that was written as the seat stood before. Gives the first place that changed, if
    /// any did.
    #[inline]
    pub(super) fn write<const C: usize, const S: usize, const X: usize>(
        &self,
        engine: &Engine<C, S, X>,
        before: Option<&Self>,
        row: &mut FeatureRow,
    ) -> Option<usize> {
        if before == Some(self) {
            return None;
        }
        self.time.write(engine, row);
        if before.is_some_and(|before| Self { time: self.time, ..*before } == *self) {
            return Some(WAIT);
        }
        row[ROAD_HOLD..WAIT].fill(0.0);
        self.write_races(engine, row);
        self.write_hand(engine, row);
        let points = |one: &Self| (one.points, one.rivals.points);
        Some(if before.is_some_and(|before| points(before) == points(self)) { ROAD_HOLD } else { 0 })
    }

    /// Points, the longest road and the largest army: who is ahead by how much.
    #[inline]
    fn write_races<const C: usize, const S: usize, const X: usize>(
        &self,
        engine: &Engine<C, S, X>,
        row: &mut FeatureRow,
    ) {
        let (points, rivals) = (self.points, self.rivals);
        let to_go = (engine.goal - points).max(0);
        row[TO_GO] = f32::from(to_go) * 0.1;
        for near in 0..6 {
            row[NEAR_GOAL + near] = f32::from(u8::from(to_go <= near as i16 + 1));
        }
        row[LEAD] = f32::from((points - rivals.points).clamp(-10, 10)) * 0.2;
        for near in 0..3 {
            row[RIVAL_NEAR + near] = f32::from(u8::from(engine.goal - rivals.points <= near as i16 + 1));
        }
        let options = &engine.options;
        let road = (i32::from(self.length), i32::from(rivals.length), i32::from(options.longest_road));
        race(row, [ROAD_HOLD, ROAD_LACK, ROAD_PRESS], self.holds_road, road);
        let army = (i32::from(self.knights), i32::from(rivals.knights), i32::from(options.largest_army));
        race(row, [ARMY_HOLD, ARMY_LACK, ARMY_PRESS], self.holds_army, army);
        (row[TRAIL], row[KNIGHTS]) = (f32::from(self.length) * 0.1, f32::from(self.knights) * 0.2);
    }

    /// Cards in hand: what they are, how near to a purchase, how exposed.
    #[inline]
    fn write_hand<const C: usize, const S: usize, const X: usize>(
        &self,
        engine: &Engine<C, S, X>,
        row: &mut FeatureRow,
    ) {
        let held = |card: Card| self.cards[card.index()];
        for k in 0..2 {
            row[KNIGHT_CARDS + k] = f32::from(u8::from(held(Card::Knight) > k as u16));
        }
        let roads = held(Card::RoadBuilding) > 0 || self.free_roads;
        let progress = [roads, held(Card::Monopoly) > 0, held(Card::YearOfPlenty) > 0];
        for (k, has) in progress.into_iter().enumerate() {
            row[PROGRESS + k] = f32::from(u8::from(has));
        }
        row[CARDS] = f32::from(self.cards.iter().sum::<u16>().min(8)) * 0.2;
        let count = self.hand.total();
        for (k, &kind) in Resource::ALL.iter().enumerate() {
            row[HAND + k] = f32::from(self.hand.get(kind).min(6)) * 0.25;
        }
        row[TOTAL] = f32::from(count.min(15)) * 0.1;
        let limit = engine.options.discard_limit.map_or(u16::MAX, u16::from);
        if count > limit {
            (row[EXPOSED], row[EXPOSED + 1]) = (1.0, f32::from((count - limit).min(8)) * 0.2);
        }
        let rates = rates_of(self.harbours);
        let (have, rates) = (counts(self.hand), counts(rates));
        let lack = |price: &[usize; 5]| {
            let (mut lack, mut trades) = (0, 0);
            for kind in 0..5 {
                lack += price[kind].saturating_sub(have[kind]);
                let spare = have[kind].saturating_sub(price[kind]);
                trades += usize::from(TRADES[rates[kind] & 7][spare & 31]);
            }
            lack.saturating_sub(trades)
        };
        let mut mark = |block: usize, most: usize, short: usize| {
            if short < most {
                row[block + short] = 1.0;
            }
        };
        let [settlement, city, road] = self.can;
        if settlement {
            mark(LACK_SETTLEMENT, 3, lack(&SETTLEMENT));
        }
        if city {
            mark(LACK_CITY, 3, lack(&CITY));
        }
        if self.can_draw {
            mark(LACK_CARD, 3, lack(&CARD));
        }
        if road {
            mark(LACK_ROAD, 2, lack(&ROAD));
        }
    }
}

impl Time {
    #[inline]
    fn write<const C: usize, const S: usize, const X: usize>(
        &self,
        engine: &Engine<C, S, X>,
        row: &mut FeatureRow,
    ) {
        row[WAIT..].fill(0.0);
        row[WAIT + usize::from(self.wait.min(3))] = 1.0;
        for k in 0..2 {
            row[TO_PLACE + k] = f32::from(u8::from(usize::from(self.to_place) > k));
        }
        row[AGE] = (self.turn as f32 * (1.0 / 80.0)).min(2.0);
        row[DECK] = f32::from(self.deck) * 0.04;
        if X > 0 {
            row[SEA] = f32::from(self.sea.0.count_ones() as u8) * 0.5;
            row[SEA + 1] = f32::from(u8::from(self.sea.1));
        }
        if let Some(few @ 0..=1) = engine.seats.checked_sub(2) {
            row[TABLE + few] = 1.0;
        }
    }
}

/// A race for an award, given what the seat has, the best rival, and the least that counts.
#[inline]
fn race(
    row: &mut FeatureRow,
    [hold, lack, press]: [usize; 3],
    holds: bool,
    (mine, rival, least): (i32, i32, i32),
) {
    row[hold] = f32::from(u8::from(holds));
    if holds {
        let short = mine + 1 - rival;
        for k in 0..2 {
            row[press + k] = f32::from(u8::from(short <= k as i32 + 1));
        }
    } else {
        let short = rival.max(least - 1) + 1 - mine;
        if (1..=3).contains(&short) {
            row[lack + short as usize - 1] = 1.0;
        }
    }
}

/// Prices by kind, as in [`Hand::ROAD`] and the other costs.
const ROAD: [usize; 5] = [1, 1, 0, 0, 0];
const SETTLEMENT: [usize; 5] = [1, 1, 1, 1, 0];
const CITY: [usize; 5] = [0, 0, 0, 2, 3];
const CARD: [usize; 5] = [0, 0, 1, 1, 1];

/// How many cards so many spare ones bring at a rate: a division that is looked up.
const TRADES: [[u8; 32]; 8] = {
    let mut table = [[0; 32]; 8];
    let mut rate = 1;
    while rate < 8 {
        let mut spare = 0;
        while spare < 32 {
            table[rate][spare] = (spare / rate) as u8;
            spare += 1;
        }
        rate += 1;
    }
    table
};

/// Cards by kind; a hand of more than 31 of one wants nothing.
#[inline]
fn counts(hand: Hand) -> [usize; 5] {
    std::array::from_fn(|k| usize::from(hand.get(Resource::ALL[k]).min(31)))
}
