//! Games of one board that step together, for learners.
//!
//! A step makes one pick in each game, draws the chance that follows, begins ended games anew and
//! writes what the next seat may pick into buffers of the caller. Neighbouring games are in different
//! phases, so that a processor that meets them in order guesses most branches wrong; the picks are
//! therefore sorted by what they do and games with the same kind of pick are played one after the
//! other. Nothing is allocated.

use crate::game::learn::buffers::{Buffers, cut};
use crate::game::learn::picks::{Pick, Picked};
use crate::game::learn::schedule::{Deciders, KINDS, Kind, Schedule, ShownRow};
use crate::game::position::{MAX_SEATS, Phase, Position};
use crate::game::random::RandomStreams;
use crate::game::tables::Engine;
use hexwright_core::{Fast, Seat};

/// Games sorted at once: as many as a processor's second cache holds together with their rows.
const BLOCK: usize = 512;

/// Bytes that are cleared with one call. The system's function changes its way where there are more, and is slower then.
const CLEARED: usize = 1024;

/// How many games ahead memory is asked for.
const AHEAD: usize = 3;

/// One game of a batch, its fields in this order and on lines of the cache of its own: what every step needs
/// of the last ones, the dice's stream included, lies on one line.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Slot<const C: usize, const S: usize, const X: usize> {
    pub(super) position: Position<C, S, X>,
    pub(super) number: u64,
    pub(super) picked: Picked,
    pub(super) steps: u32,
    pub(super) seat: Seat,
    /// What of it stands in the row that was written last.
    pub(super) row: ShownRow,
    pub(super) luck: RandomStreams<Fast>,
}

impl<const C: usize, const S: usize, const X: usize> Slot<C, S, X> {
    /// A game that has not begun.
    #[must_use]
    pub fn new(engine: &Engine<C, S, X>, number: u64) -> Self {
        let (position, luck) = (engine.start, RandomStreams::new(0, number));
        let row = ShownRow::default();
        Self { position, luck, picked: Picked::Nothing, seat: Seat(0), steps: 0, number, row }
    }

    /// The number of its game.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.number
    }

    /// Lets random players pick until a seat that is asked must, or the game is over, or the game is cut off.
    #[inline]
    fn advance(&mut self, engine: &Engine<C, S, X>, schedule: &Schedule) {
        let Some(asked) = schedule.asked_in(self.number, engine.seats) else { return };
        while self.position.phase != Phase::Over
            && engine.decider(&self.position) != asked
            && self.steps < schedule.limit
        {
            self.steps += engine.play_randomly(&mut self.position, &mut self.luck, 1).actions as u32;
            self.row.change_all();
            self.settle(engine);
        }
    }

    /// Begins the game of its number.
    fn begin(&mut self, engine: &Engine<C, S, X>, seed: u64) {
        self.position = engine.start;
        self.row = ShownRow::default();
        self.luck = RandomStreams::new(seed, self.number);
        self.picked = Picked::Nothing;
        self.steps = 0;
        self.settle(engine);
    }

    /// Reads a little of what every step needs, so that it has come from memory when its turn comes.
    #[inline]
    fn touch(&self, seats: usize) {
        let pos = &self.position;
        let me = &pos.players[self.seat.index() % MAX_SEATS];
        let board = pos.turn ^ u32::from(pos.deck[0]) ^ u32::from(pos.piece[0][0]) ^ self.steps;
        let hands = pos.players[..seats].iter().fold(0, |sum, player| sum ^ player.hand.word());
        std::hint::black_box(u64::from(board) ^ u64::from(me.harbours) ^ hands);
    }

    /// Draws chance until a seat must act or the game is over.
    #[inline]
    fn settle(&mut self, engine: &Engine<C, S, X>) {
        while self.position.phase.is_chance() {
            engine.play_chance(&mut self.position, &mut self.luck);
        }
    }
}

/// Some neighbouring games of a batch, with all that belongs to them.
#[derive(Debug)]
pub struct Part<'a, const C: usize, const S: usize, const X: usize> {
    /// The place of the first game in the batch.
    pub first: usize,
    /// The games.
    pub slots: &'a mut [Slot<C, S, X>],
    /// The masks of now, of which others have a copy: what they do to it changes nothing.
    pub kept: &'a mut [u64],
    /// Where to write.
    pub shown: Buffers<'a>,
}

impl<const C: usize, const S: usize, const X: usize> Part<'_, C, S, X> {
    /// The games before `place` and those from there on.
    #[must_use]
    pub fn split_at(self, place: usize) -> (Self, Self) {
        let games = self.slots.len();
        let (slots, later_slots) = self.slots.split_at_mut(place);
        let (kept, later_kept) = cut(self.kept, games, place);
        let (shown, later) = self.shown.split_at(games, place);
        (
            Self { first: self.first, slots, kept, shown },
            Self { first: self.first + place, slots: later_slots, kept: later_kept, shown: later },
        )
    }

    /// Begins every game anew.
    pub fn reset(&mut self, engine: &Engine<C, S, X>, schedule: &Schedule) {
        for i in 0..self.slots.len() {
            self.slots[i].number = (self.first + i) as u64;
        }
        self.begin(engine, schedule);
        self.shown.rewards.fill(0.0);
        self.shown.dones.fill(0);
        self.shown.winners.fill(-1);
    }

    /// Makes one pick in each game; games that end begin anew. The place of the first game whose pick
    /// was illegal, if any: such games stay as they are.
    pub fn step(&mut self, engine: &Engine<C, S, X>, schedule: &Schedule, numbers: &[u32]) -> Option<usize> {
        self.shown.rewards.chunks_mut(CLEARED / size_of::<f32>()).for_each(|some| some.fill(0.0));
        self.shown.dones.chunks_mut(CLEARED).for_each(|some| some.fill(0));
        let rows_anew = self.shown.rows.is_some() && !self.shown.rows_kept;
        if rows_anew {
            self.slots.iter_mut().for_each(|slot| slot.row = ShownRow::default());
        }
        let mut wrong = None;
        // now from the front, now from the back: the block that was played last is still at hand
        let (count, back) = (self.slots.len(), self.slots.first().is_some_and(|slot| slot.steps % 2 == 1));
        let blocks = count.div_ceil(BLOCK);
        for block in (0..blocks).map(|block| if back { blocks - 1 - block } else { block }) {
            let (begin, end) = (block * BLOCK, count.min((block + 1) * BLOCK));
            let found = self.step_block(engine, schedule, &numbers[begin..end], begin);
            wrong = wrong.into_iter().chain(found.map(|place| self.first + place)).min();
        }
        self.shown.masks.copy_from_slice(self.kept);
        if rows_anew {
            // games that stayed as they were
            (0..self.slots.len()).for_each(|i| self.show_row(engine, schedule, i));
        }
        wrong
    }

    fn step_block(
        &mut self,
        engine: &Engine<C, S, X>,
        schedule: &Schedule,
        numbers: &[u32],
        begin: usize,
    ) -> Option<usize> {
        let (mut kinds, mut ends, mut wrong) = ([0u8; BLOCK], [0usize; KINDS], None);
        // written at the end, together: where two threads meet, their seats lie on one line of the cache
        let (mut seats, places) = ([0u8; BLOCK], begin..begin + numbers.len());
        seats[..numbers.len()].copy_from_slice(&self.shown.seats[places.clone()]);
        for (i, &number) in numbers.iter().enumerate() {
            let kind = self.kind(schedule, begin + i, number);
            if kind == Kind::Nothing as u8 && number != Schedule::NO_PICK {
                wrong = wrong.or(Some(begin + i));
            }
            kinds[i] = kind;
            ends[usize::from(kind)] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum - *end;
        }
        let mut order = [0u16; BLOCK + AHEAD];
        for (i, &kind) in kinds[..numbers.len()].iter().enumerate() {
            let place = &mut ends[usize::from(kind)];
            order[*place] = i as u16;
            *place += 1;
        }
        let ([rolls, turns, others], mut from) =
            ([Kind::Roll, Kind::EndTurn, Kind::Sea].map(|k| ends[k as usize]), 0);
        let mut next = |to: usize| {
            let part = from..to;
            from = to;
            part
        };
        for k in next(rolls) {
            let i = usize::from(order[k]);
            self.slots[begin + usize::from(order[k + AHEAD])].touch(engine.seats);
            let slot = &mut self.slots[begin + i];
            slot.row.change(Kind::Roll as u8);
            engine.play_roll(&mut slot.position, &mut slot.luck);
            seats[i] = self.go_on(engine, schedule, begin + i).0;
        }
        for k in next(turns) {
            let i = usize::from(order[k]);
            self.slots[begin + usize::from(order[k + AHEAD])].touch(engine.seats);
            engine.end_turn(&mut self.slots[begin + i].position);
            seats[i] = self.go_on(engine, schedule, begin + i).0;
        }
        for k in next(others) {
            let i = usize::from(order[k]);
            self.slots[begin + usize::from(order[k + AHEAD])].touch(engine.seats);
            let slot = &mut self.slots[begin + i];
            match engine.pick(&slot.position, &schedule.picks, slot.picked, slot.seat, numbers[i] as usize) {
                Some(Pick::Part(more)) => slot.picked = more,
                Some(Pick::Action(action)) => {
                    if slot.picked != Picked::Nothing {
                        slot.picked = Picked::Nothing;
                    }
                    slot.row.change(kinds[i]);
                    engine.apply(&mut slot.position, slot.seat.index(), action);
                    engine.settle(&mut slot.position);
                }
                None => continue,
            }
            seats[i] = self.go_on(engine, schedule, begin + i).0;
        }
        self.shown.seats[places].copy_from_slice(&seats[..numbers.len()]);
        wrong
    }

    /// What a legal pick does; nothing if it is not legal.
    #[inline]
    fn kind(&self, schedule: &Schedule, i: usize, number: u32) -> u8 {
        let number = number as usize;
        match schedule.kinds.get(number) {
            Some(&kind) if self.kept[i * schedule.picks.words() + number / 64] >> (number % 64) & 1 == 1 => {
                kind
            }
            _ => Kind::Nothing as u8,
        }
    }

    /// Begins the games of the slots' numbers and shows them.
    pub fn begin(&mut self, engine: &Engine<C, S, X>, schedule: &Schedule) {
        for slot in &mut *self.slots {
            slot.begin(engine, schedule.seed);
            slot.advance(engine, schedule);
        }
        self.show_all(engine, schedule);
    }

    /// Shows every game again as it stands.
    pub fn show_all(&mut self, engine: &Engine<C, S, X>, schedule: &Schedule) {
        self.slots.iter_mut().for_each(|slot| slot.row = ShownRow::default());
        (0..self.slots.len()).for_each(|i| self.shown.seats[i] = self.show(engine, schedule, i).0);
        self.shown.masks.copy_from_slice(self.kept);
    }

    /// After a pick: draws chance, closes a game that is over, shows what comes next; gives the seat that picks then.
    #[inline]
    fn go_on(&mut self, engine: &Engine<C, S, X>, schedule: &Schedule, i: usize) -> Seat {
        let slot = &mut self.slots[i];
        slot.settle(engine);
        slot.steps += 1;
        if schedule.asked != Deciders::Everybody && slot.picked == Picked::Nothing {
            slot.advance(engine, schedule);
        }
        if slot.position.phase == Phase::Over || slot.steps >= schedule.limit {
            self.close(engine, schedule, i);
        }
        self.show(engine, schedule, i)
    }

    /// Tells how a game ended and begins the next one.
    #[cold]
    fn close(&mut self, engine: &Engine<C, S, X>, schedule: &Schedule, i: usize) {
        let (slot, shown) = (&mut self.slots[i], &mut self.shown);
        let winner = slot.position.winner();
        shown.dones[i] = if slot.position.phase == Phase::Over { 1 } else { 2 };
        shown.winners[i] = winner.map_or(-1, |seat| seat.0 as i8);
        if let Some(winner) = winner {
            let rewards = &mut shown.rewards[i * engine.seats..(i + 1) * engine.seats];
            rewards.fill(-1.0);
            rewards[winner.index()] = 1.0;
        }
        if let Some(finals) = shown.finals.as_deref_mut() {
            let line = &mut finals[i * schedule.row..(i + 1) * schedule.row];
            slot.row = ShownRow::default();
            schedule.write_row(engine, slot, line);
        }
        slot.number += schedule.count;
        slot.begin(engine, schedule.seed);
        slot.advance(engine, schedule);
    }

    /// Writes what a game shows now and gives the seat that picks next. The copy of its mask comes later: a processor that reads
    /// words so soon, and two at once, would wait until they have reached memory.
    #[inline]
    fn show(&mut self, engine: &Engine<C, S, X>, schedule: &Schedule, i: usize) -> Seat {
        let words = schedule.picks.words();
        let slot = &mut self.slots[i];
        slot.seat = engine.decider(&slot.position);
        let seat = slot.seat;
        let mask = &mut self.kept[i * words..(i + 1) * words];
        engine.mask_decider(&slot.position, &schedule.picks, slot.picked, slot.seat, mask);
        self.show_row(engine, schedule, i);
        seat
    }

    /// Writes what a game's seat knows of it, if that is asked for.
    #[inline]
    fn show_row(&mut self, engine: &Engine<C, S, X>, schedule: &Schedule, i: usize) {
        if let Some(rows) = self.shown.rows.as_deref_mut() {
            let line = &mut rows[i * schedule.row..(i + 1) * schedule.row];
            schedule.write_row(engine, &mut self.slots[i], line);
        }
    }
}
