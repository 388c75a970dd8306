//! What the pieces on the board say of each seat: production, harbours, room to settle.
//!
//! A row is about one seat, with what it must know of the rivals written as races and reach. Rows are
//! as of the end of the turn: a position in the middle of one is judged as if the seat stopped there,
//! so that "stop" and "go on" are compared on one scale.

use super::NetworkEval;
#[allow(clippy::wildcard_imports)] // the names of all blocks
use super::blocks::*;
use super::memo::SeatMemo;
use crate::game::position::{CITY as CITY_BIT, MAX_SEATS, Position};
use crate::game::tables::{ABSENT, Engine};
use hexwright_core::Bits;

/// Corners a seat can settle: at once, with one road, with two.
#[derive(Clone, Copy)]
struct Reach<const C: usize> {
    now: Bits<C>,
    near: Bits<C>,
    far: Bits<C>,
}

/// The pieces as they were last time. What follows from the same words is not computed again.
#[derive(Debug, Default)]
pub(super) struct PiecesMemo {
    /// All words that anything here follows from, first those that reach does.
    all: Vec<u64>,
    /// The reach of each seat: three sets of corners.
    reach: Vec<u64>,
    seats: [SeatPieces; MAX_SEATS],
}

/// The pieces of one seat.
#[derive(Debug, Default)]
struct SeatPieces {
    /// The words its production follows from, and the pips of each kind that the robber leaves.
    built: Vec<u64>,
    income: [f32; 8],
    /// The words its room follows from.
    room: Vec<u64>,
}

/// Whether these are the words known from last time; from now on they are.
#[inline]
fn is_known(known: &mut Vec<u64>, words: &[u64]) -> bool {
    let same = known == words;
    if !same {
        known.clear();
        known.extend_from_slice(words);
    }
    same
}

impl NetworkEval {
    /// Writes what the pieces say into the rows, as far as it has changed.
    pub(super) fn write_pieces<const C: usize, const S: usize, const X: usize>(
        &self,
        engine: &Engine<C, S, X>,
        pos: &Position<C, S, X>,
        known: &mut PiecesMemo,
        seats: &mut [SeatMemo],
    ) {
        let (reach, changed) = known.note(pos, seats.len());
        if !changed {
            return;
        }
        let reach = &known.reach(engine, pos, reach)[..seats.len()];
        let robbed = pos.robber().map_or(Bits::EMPTY, |hex| engine.hex_corners[hex.index()]);
        for (seat, (memo, known)) in seats.iter_mut().zip(&mut known.seats).enumerate() {
            let me = &pos.players[seat];
            let (cities, blocked) = (me.buildings.and(pos.cities), me.buildings.and(robbed));
            let robber = if blocked.is_empty() { 0 } else { u64::from(pos.robber) };
            let mut built = [[0; C]; 4];
            (built[0], built[1], built[2]) = (me.buildings.0, cities.0, blocked.0);
            built[3][0] = robber << 8 | u64::from(me.harbours);
            if !is_known(&mut known.built, built.as_flattened()) {
                memo.row[INCOME..PIECES].fill(0.0);
                known.income = self.production(engine, pos, seat, &mut memo.row);
                memo.changed_from(INCOME);
            }
            let numbers = [
                (me.buildings.len() - cities.len()) as f32 * 0.2,
                cities.len() as f32 * 0.25,
                f32::from(me.roads_left) * (1.0 / 15.0),
            ];
            if memo.row[PIECES..PIECES + 3] != numbers {
                memo.row[PIECES..PIECES + 3].copy_from_slice(&numbers);
                memo.changed_from(PIECES);
            }
            let room = OpenSites::of(reach, seat, &known.income, me.settlements_left == 0);
            if !is_known(&mut known.room, room.words().as_flattened()) {
                memo.row[NO_SETTLEMENT..ROAD_HOLD].fill(0.0);
                self.write_room(&room, &mut memo.row);
                memo.changed_from(NO_SETTLEMENT);
            }
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
    fn write_room<const C: usize>(&self, room: &OpenSites<C>, row: &mut FeatureRow) {
        row[NO_SETTLEMENT] = f32::from(u8::from(room.no_settlement));
        if room.no_settlement {
            return;
        }
        let best = |set: Bits<C>, safe: Bits<C>| {
            let (mut best, mut sure) = (0.0f32, 0.0f32);
            for corner in set.iter() {
                let value = self.spots[corner][room.missing];
                best = best.max(value);
                if safe.contains(corner) {
                    sure = sure.max(value);
                }
            }
            (best, sure)
        };
        let few = |n: usize| n.min(3) as f32 * (1.0 / 3.0);
        let Reach { now, near, far } = room.reach;
        (row[SPOT_NOW], _) = best(now, Bits::EMPTY);
        row[SPOT_NOW + 1] = few(now.len());
        (row[SPOT_NEAR], row[SAFE_NEAR]) = best(near, room.safe_near);
        row[SPOT_NEAR + 1] = few(near.len());
        (row[SPOT_FAR], row[SAFE_FAR]) = best(far, room.safe_far);
        row[SPOT_FAR + 1] = few(far.len());
    }
}

/// The room a seat has.
struct OpenSites<const C: usize> {
    reach: Reach<C>,
    /// What no rival reaches as soon.
    safe_near: Bits<C>,
    safe_far: Bits<C>,
    /// Kinds that do not come in yet, one bit each.
    missing: usize,
    no_settlement: bool,
}

impl<const C: usize> OpenSites<C> {
    #[inline]
    fn of(reach: &[Reach<C>], seat: usize, income: &[f32; 8], no_settlement: bool) -> Self {
        let (mut sooner, mut soon) = (Bits::EMPTY, Bits::EMPTY);
        for (other, theirs) in reach.iter().enumerate() {
            if other != seat {
                sooner = sooner.or(theirs.now).or(theirs.near);
                soon = soon.or(theirs.far);
            }
        }
        let reach = reach[seat];
        Self {
            reach,
            safe_near: reach.near.without(sooner),
            safe_far: reach.far.without(sooner).without(soon),
            missing: (0..5).fold(0, |mask, kind| mask | usize::from(income[kind] <= 0.0) << kind),
            no_settlement,
        }
    }

    /// All that its numbers follow from.
    #[inline]
    fn words(&self) -> [[u64; C]; 6] {
        let Reach { now, near, far } = self.reach;
        let mut rest = [0; C];
        rest[0] = (self.missing as u64) << 1 | u64::from(self.no_settlement);
        [now.0, near.0, far.0, self.safe_near.0, self.safe_far.0, rest]
    }
}

impl PiecesMemo {
    /// Notes where all pieces are. Gives whether anybody's reach may have changed, and whether anything has.
    fn note<const C: usize, const S: usize, const X: usize>(
        &mut self,
        pos: &Position<C, S, X>,
        seats: usize,
    ) -> (bool, bool) {
        let (mut place, mut changed) = (0, false);
        let known = &mut self.all;
        let mut add = |word: u64, changed: &mut bool| {
            match known.get_mut(place) {
                Some(known) => {
                    *changed |= *known != word;
                    *known = word;
                }
                None => {
                    known.push(word);
                    *changed = true;
                }
            }
            place += 1;
        };
        let mut all = |words: &[u64], changed: &mut bool| words.iter().for_each(|&w| add(w, changed));
        all(&pos.open.0, &mut changed);
        all(&pos.occupied.0, &mut changed);
        all(&pos.free.0, &mut changed);
        for (seat, me) in pos.players[..seats].iter().enumerate() {
            all(&me.reach.0, &mut changed);
            all(&me.frontier.0, &mut changed);
            let mut left = u64::from(me.settlements_left) << 8 | u64::from(me.roads_left);
            if X > 0 {
                all(&pos.sea[0].ship_sides[seat].0, &mut changed);
                left |= u64::from(pos.sea[0].ships_left[seat]) << 16;
            }
            all(&[left], &mut changed);
        }
        let reach = changed;
        all(&pos.cities.0, &mut changed);
        all(&[pos.robber.into()], &mut changed);
        for me in &pos.players[..seats] {
            all(&me.buildings.0, &mut changed);
            all(&[me.harbours.into()], &mut changed);
        }
        (reach, changed)
    }

    /// The reach of every seat: as it was, or computed anew.
    fn reach<const C: usize, const S: usize, const X: usize>(
        &mut self,
        engine: &Engine<C, S, X>,
        pos: &Position<C, S, X>,
        changed: bool,
    ) -> [Reach<C>; MAX_SEATS] {
        let mut found = [Reach { now: Bits::EMPTY, near: Bits::EMPTY, far: Bits::EMPTY }; MAX_SEATS];
        let found_seats = &mut found[..engine.seats.min(MAX_SEATS)];
        if changed {
            self.reach.clear();
            for (seat, found) in found_seats.iter_mut().enumerate() {
                *found = reach(engine, pos, seat);
                self.reach.extend([found.now.0, found.near.0, found.far.0].as_flattened());
            }
        } else {
            let (sets, _) = self.reach.as_chunks::<C>();
            for (found, sets) in found_seats.iter_mut().zip(sets.chunks_exact(3)) {
                *found = Reach { now: Bits(sets[0]), near: Bits(sets[1]), far: Bits(sets[2]) };
            }
        }
        found
    }
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
