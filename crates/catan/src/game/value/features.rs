//! What is judged of a seat: a row of plain numbers, each about between 0 and 1.
//!
//! A row is about one seat, with what it must know of the rivals written as races and reach. Rows are
//! as of the end of the turn: a position in the middle of one is judged as if the seat stopped there,
//! so that "stop" and "go on" are compared on one scale.

use super::NetworkEval;
#[allow(clippy::wildcard_imports)] // the names of all blocks
use super::blocks::*;
use crate::game::hand::Hand;
use crate::game::position::{CITY as CITY_BIT, MAX_SEATS, Phase, Position};
use crate::game::tables::{ABSENT, Engine};
use crate::map::{Card, Resource};
use hexwright_core::{Bits, Key as _};

/// Corners a seat can settle: at once, with one road, with two.
#[derive(Clone, Copy)]
struct Reach<const C: usize> {
    now: Bits<C>,
    near: Bits<C>,
    far: Bits<C>,
}

impl NetworkEval {
    /// Fills a row for each seat of the game. `board` and `rows` are as a call before left them, or empty:
    /// while no piece moves, what depends on pieces alone stays.
    pub(super) fn rows_of<const C: usize, const S: usize, const X: usize>(
        &self,
        engine: &Engine<C, S, X>,
        pos: &Position<C, S, X>,
        board: &mut Vec<u64>,
        rows: &mut [FeatureRow],
    ) {
        let seats = engine.seats.min(MAX_SEATS);
        if X > 0 || !same_board(pos, seats, board) {
            self.board_rows(engine, pos, seats, rows);
        }
        for (seat, row) in rows.iter_mut().enumerate().take(seats) {
            row[..INCOME].fill(0.0);
            row[ROAD_HOLD..].fill(0.0);
            races(engine, pos, seat, row);
            hand(engine, pos, seat, row[SPOT_NOW + 1] > 0.0, row);
            time(engine, pos, seat, row);
        }
    }

    /// What depends on pieces alone.
    fn board_rows<const C: usize, const S: usize, const X: usize>(
        &self,
        engine: &Engine<C, S, X>,
        pos: &Position<C, S, X>,
        seats: usize,
        rows: &mut [FeatureRow],
    ) {
        let nowhere = Reach { now: Bits::EMPTY, near: Bits::EMPTY, far: Bits::EMPTY };
        let reach: [Reach<C>; MAX_SEATS] =
            std::array::from_fn(|seat| if seat < seats { reach(engine, pos, seat) } else { nowhere });
        for (seat, row) in rows.iter_mut().enumerate().take(seats) {
            row[INCOME..ROAD_HOLD].fill(0.0);
            let income = self.production(engine, pos, seat, row);
            self.room(pos, seat, &income, &reach[..seats], row);
            let me = &pos.players[seat];
            let settlements = me.buildings.without(pos.cities).len();
            let cities = me.buildings.len() - settlements;
            (row[PIECES], row[PIECES + 1]) = (settlements as f32 * 0.2, cities as f32 * 0.25);
            row[PIECES + 2] = f32::from(me.roads_left) * (1.0 / 15.0);
        }
    }

    /// What the dice bring; the pips of each kind that the robber leaves.
    #[inline]
    fn production<const C: usize, const S: usize, const X: usize>(
        &self,
        engine: &Engine<C, S, X>,
        pos: &Position<C, S, X>,
        seat: usize,
        row: &mut FeatureRow,
    ) -> [f32; 8] {
        let me = &pos.players[seat];
        let mut income = [0.0f32; 8];
        let mut numbers = 0;
        for corner in me.buildings.iter() {
            let times = if pos.piece_at(corner) & CITY_BIT == 0 { 1.0 } else { 2.0 };
            for (sum, worth) in income.iter_mut().zip(&self.worth[corner]) {
                *sum += times * worth;
            }
            numbers |= self.numbers[corner];
        }
        for kind in 0..5 {
            row[INCOME + kind] = income[kind] * 0.1;
        }
        if let Some(robber) = pos.robber()
            && let Some(Some((kind, worth))) = self.hexes.get(robber.index())
        {
            let here = engine.hex_corners[robber.index()].and(me.buildings);
            let blocked = (here.len() + here.and(pos.cities).len()) as f32 * worth;
            row[BLOCKED + kind] = blocked * 0.1;
            income[*kind] -= blocked;
        }
        row[COVER] = self.cover[usize::from(numbers & 2047)];
        let mut spare = 0.0;
        let mut parts = [0.0f32; 5];
        for kind in 0..5 {
            row[HAS_KIND + kind] = f32::from(u8::from(income[kind] > 0.0));
            let two = me.harbours >> kind & 1 == 1;
            parts[kind] = income[kind]
                * if two {
                    0.5
                } else if me.harbours >> 5 & 1 == 1 {
                    0.333
                } else {
                    0.25
                };
            spare += parts[kind];
            if two {
                row[HARBOUR_OF + kind] = 0.2 + income[kind] * 0.1;
            }
        }
        row[HARBOUR] = f32::from(me.harbours >> 5 & 1);
        // half of what could be traded away goes where it is missing
        let eff: [f32; 5] = std::array::from_fn(|k| income[k] + 0.5 * (spare - parts[k]));
        let [brick, wood, wool, wheat, ore] = eff;
        row[SPEED] = brick.min(wood).min(wool).min(wheat) * 0.2;
        row[SPEED + 1] = (wheat * 0.5).min(ore * (1.0 / 3.0)) * 0.4;
        row[SPEED + 2] = wool.min(wheat).min(ore) * 0.2;
        row[SPEED + 3] = brick.min(wood) * 0.2;
        income
    }

    /// Corners to settle.
    #[inline]
    fn room<const C: usize, const S: usize, const X: usize>(
        &self,
        pos: &Position<C, S, X>,
        seat: usize,
        income: &[f32; 8],
        reach: &[Reach<C>],
        row: &mut FeatureRow,
    ) {
        let me = &pos.players[seat];
        row[NO_SETTLEMENT] = f32::from(u8::from(me.settlements_left == 0));
        let mine = &reach[seat];
        if me.settlements_left == 0 {
            return;
        }
        let (mut sooner, mut soon) = (Bits::EMPTY, Bits::EMPTY);
        for (other, theirs) in reach.iter().enumerate() {
            if other != seat {
                sooner = sooner.or(theirs.now).or(theirs.near);
                soon = soon.or(theirs.far);
            }
        }
        let missing = (0..5).fold(0, |mask, kind| mask | usize::from(income[kind] <= 0.0) << kind);
        let best = |set: Bits<C>, safe: Bits<C>| {
            let (mut best, mut sure) = (0.0f32, 0.0f32);
            for corner in set.iter() {
                let value = self.spots[corner][missing];
                best = best.max(value);
                if safe.contains(corner) {
                    sure = sure.max(value);
                }
            }
            (best, sure)
        };
        let few = |n: usize| n.min(3) as f32 * (1.0 / 3.0);
        (row[SPOT_NOW], _) = best(mine.now, Bits::EMPTY);
        row[SPOT_NOW + 1] = few(mine.now.len());
        (row[SPOT_NEAR], row[SAFE_NEAR]) = best(mine.near, mine.near.without(sooner));
        row[SPOT_NEAR + 1] = few(mine.near.len());
        (row[SPOT_FAR], row[SAFE_FAR]) = best(mine.far, mine.far.without(sooner).without(soon));
        row[SPOT_FAR + 1] = few(mine.far.len());
    }
}

/// Whether all pieces are where `board` says; it says so afterwards.
fn same_board<const C: usize, const S: usize, const X: usize>(
    pos: &Position<C, S, X>,
    seats: usize,
    board: &mut Vec<u64>,
) -> bool {
    let (mut place, mut same) = (0, true);
    let mut add = |word: u64| {
        match board.get_mut(place) {
            Some(known) if *known == word => {}
            Some(known) => (*known, same) = (word, false),
            None => {
                board.push(word);
                same = false;
            }
        }
        place += 1;
    };
    pos.open.0.into_iter().for_each(&mut add);
    pos.cities.0.into_iter().for_each(&mut add);
    pos.free.0.into_iter().for_each(&mut add);
    add(pos.robber.into());
    for me in &pos.players[..seats] {
        me.buildings.0.into_iter().for_each(&mut add);
        me.reach.0.into_iter().for_each(&mut add);
        me.frontier.0.into_iter().for_each(&mut add);
        add(u64::from(me.settlements_left) << 8 | u64::from(me.roads_left));
    }
    same
}

/// Where a seat can settle.
fn reach<const C: usize, const S: usize, const X: usize>(
    engine: &Engine<C, S, X>,
    pos: &Position<C, S, X>,
    seat: usize,
) -> Reach<C> {
    let me = &pos.players[seat];
    if me.settlements_left == 0 {
        return Reach { now: Bits::EMPTY, near: Bits::EMPTY, far: Bits::EMPTY };
    }
    let now = pos.open.and(me.reach);
    let (mut one, mut two): (Bits<C>, Bits<C>) = (Bits::EMPTY, Bits::EMPTY);
    let mut sides = if me.roads_left > 0 { me.frontier } else { Bits::EMPTY };
    if X > 0 && pos.sea[0].ships_left[seat] > 0 {
        sides = sides.or(pos.sea[0].ship_sides[seat]);
    }
    for side in sides.and(pos.free).iter() {
        for end in engine.ends[side] {
            if end != ABSENT {
                one.insert(end.into());
            }
        }
    }
    for corner in one.without(pos.occupied).iter() {
        for (side, next) in engine.steps[corner] {
            if side != ABSENT && next != ABSENT && pos.free.contains(side.into()) {
                two.insert(next.into());
            }
        }
    }
    let near = one.and(pos.open).without(now);
    Reach { now, near, far: two.and(pos.open).without(now).without(near) }
}

/// Points, the longest road and the largest army: who is ahead by how much.
#[inline]
fn races<const C: usize, const S: usize, const X: usize>(
    engine: &Engine<C, S, X>,
    pos: &Position<C, S, X>,
    seat: usize,
    row: &mut FeatureRow,
) {
    let me = &pos.players[seat];
    let (mut road, mut army, mut points) = (0u8, 0u16, 0i16);
    for other in (0..engine.seats).filter(|&s| s != seat) {
        let other = &pos.players[other];
        (road, army) = (road.max(other.length), army.max(other.knights));
        points = points.max(other.points);
    }
    let to_go = (engine.goal - me.points).max(0);
    row[TO_GO] = f32::from(to_go) * 0.1;
    for near in 0..6 {
        row[NEAR_GOAL + near] = f32::from(u8::from(to_go <= near as i16 + 1));
    }
    row[LEAD] = f32::from((me.points - points).clamp(-10, 10)) * 0.2;
    for near in 0..3 {
        row[RIVAL_NEAR + near] = f32::from(u8::from(engine.goal - points <= near as i16 + 1));
    }
    let race = |row: &mut FeatureRow,
                [hold, lack, press]: [usize; 3],
                holds: bool,
                mine: i32,
                rival: i32,
                least: i32| {
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
    };
    let options = &engine.options;
    let holds = pos.road_holder == seat as u8;
    race(
        row,
        [ROAD_HOLD, ROAD_LACK, ROAD_PRESS],
        holds,
        me.length.into(),
        road.into(),
        options.longest_road.into(),
    );
    let holds = pos.army_holder == seat as u8;
    race(
        row,
        [ARMY_HOLD, ARMY_LACK, ARMY_PRESS],
        holds,
        me.knights.into(),
        army.into(),
        options.largest_army.into(),
    );
    (row[TRAIL], row[KNIGHTS]) = (f32::from(me.length) * 0.1, f32::from(me.knights) * 0.2);
    if X > 0 {
        row[SEA] = f32::from(pos.sea[0].islands[seat].count_ones() as u8) * 0.5;
        let ships = pos.sea[0].ship_sides[seat].and(pos.free);
        row[SEA + 1] = f32::from(u8::from(pos.sea[0].ships_left[seat] > 0 && !ships.is_empty()));
    }
}

/// Cards in hand: what they are, how near to a purchase, how exposed.
#[inline]
fn hand<const C: usize, const S: usize, const X: usize>(
    engine: &Engine<C, S, X>,
    pos: &Position<C, S, X>,
    seat: usize,
    spot: bool,
    row: &mut FeatureRow,
) {
    let me = &pos.players[seat];
    let held = |card: Card| me.cards[card.index()];
    for k in 0..2 {
        row[KNIGHT_CARDS + k] = f32::from(u8::from(held(Card::Knight) > k as u16));
    }
    // free roads not yet built still are a card in hand
    let roads = held(Card::RoadBuilding) > 0 || (pos.free_roads > 0 && usize::from(pos.active) == seat);
    let progress = [roads, held(Card::Monopoly) > 0, held(Card::YearOfPlenty) > 0];
    for (k, has) in progress.into_iter().enumerate() {
        row[PROGRESS + k] = f32::from(u8::from(has));
    }
    row[CARDS] = f32::from(me.cards.iter().sum::<u16>().min(8)) * 0.2;
    let count = me.hand.total();
    for (k, &kind) in Resource::ALL.iter().enumerate() {
        row[HAND + k] = f32::from(me.hand.get(kind).min(6)) * 0.25;
    }
    row[TOTAL] = f32::from(count.min(15)) * 0.1;
    let limit = engine.options.discard_limit.map_or(u16::MAX, u16::from);
    if count > limit {
        (row[EXPOSED], row[EXPOSED + 1]) = (1.0, f32::from((count - limit).min(8)) * 0.2);
    }
    let rates = engine.rates(pos, seat);
    let (have, rates) = (counts(me.hand), counts(rates));
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
    if spot {
        mark(LACK_SETTLEMENT, 3, lack(&SETTLEMENT));
    }
    if me.cities_left > 0 && !me.buildings.without(pos.cities).is_empty() {
        mark(LACK_CITY, 3, lack(&CITY));
    }
    if pos.deck.iter().any(|&n| n > 0) {
        mark(LACK_CARD, 3, lack(&CARD));
    }
    if me.roads_left > 0 {
        mark(LACK_ROAD, 2, lack(&ROAD));
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

/// When it is: who moves next, what is left to place, how old the game is.
#[inline]
fn time<const C: usize, const S: usize, const X: usize>(
    engine: &Engine<C, S, X>,
    pos: &Position<C, S, X>,
    seat: usize,
    row: &mut FeatureRow,
) {
    let setup = matches!(pos.phase, Phase::Setup | Phase::Seating);
    let next = if setup { 0 } else { usize::from(pos.active) + usize::from(pos.rolled) };
    let wait = (seat + 2 * engine.seats - next) % engine.seats;
    row[WAIT + wait.min(3)] = 1.0;
    if setup {
        let placed = pos.players[seat].buildings.len();
        for k in 0..2 {
            row[TO_PLACE + k] = f32::from(u8::from(placed < 2 - k));
        }
    }
    row[AGE] = (pos.turn as f32 * (1.0 / 80.0)).min(2.0);
    if let Some(few @ 0..=1) = engine.seats.checked_sub(2) {
        row[TABLE + few] = 1.0;
    }
    row[DECK] = f32::from(pos.deck.iter().sum::<u16>()) * 0.04;
}
