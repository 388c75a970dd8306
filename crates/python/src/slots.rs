//! The hot loop of batched games: typed by the size of the board, without a list and without an
//! allocation a step.

use hexwright_catan::game::{Catan, Engine, Luck, Pick, Picked, Picks, Position};
use hexwright_core::{Actor, Fast, Game as _, Seat, Turn};
use rayon::prelude::*;

/// A slot that is to stay as it is.
pub(crate) const NO_PICK: u32 = u32::MAX;

/// Slots worked on at once by one thread.
const CHUNK: usize = 128;

/// What is written for each slot; all slices begin with slot 0.
pub(crate) struct Out<'a> {
    pub(crate) masks: &'a mut [u64],
    pub(crate) seats: &'a mut [u8],
    pub(crate) rewards: &'a mut [f32],
    pub(crate) dones: &'a mut [u8],
    pub(crate) winners: &'a mut [i8],
    pub(crate) rows: Option<&'a mut [u8]>,
}

/// Games of one board that step together.
pub(crate) trait Slots: Send + Sync {
    /// Begins every game anew.
    fn reset(&mut self, seed: u64, out: Out<'_>, pool: Option<&rayon::ThreadPool>);

    /// Makes one pick in each game; games that end begin anew. The first slot whose pick was illegal, if any:
    /// such games stay as they are.
    fn step(&mut self, picks: &[u32], out: Out<'_>, pool: Option<&rayon::ThreadPool>) -> Option<usize>;
}

/// One game.
struct Slot<const C: usize, const S: usize, const X: usize> {
    position: Position<C, S, X>,
    luck: Luck<Fast>,
    picked: Picked,
    seat: Seat,
    steps: u32,
    number: u64,
}

struct Table<const C: usize, const S: usize, const X: usize> {
    engine: Box<Engine<C, S, X>>,
    picks: Picks,
    slots: Vec<Slot<C, S, X>>,
    /// The masks as last written: what Python does to its copy changes nothing.
    masks: Vec<u64>,
    board: Vec<u8>,
    row: usize,
    seed: u64,
    limit: u32,
}

/// The slots of a game, before their first reset.
pub(crate) fn slots(game: Catan, count: usize, limit: u32) -> Box<dyn Slots> {
    match game {
        Catan::Base(engine) => Table::boxed(engine, count, limit),
        Catan::Wide(engine) => Table::boxed(engine, count, limit),
        Catan::Vast(engine) => Table::boxed(engine, count, limit),
        Catan::Sea(engine) => Table::boxed(engine, count, limit),
        Catan::Ocean(engine) => Table::boxed(engine, count, limit),
    }
}

/// The part of everything that belongs to some slots.
struct Part<'a, const C: usize, const S: usize, const X: usize> {
    first: usize,
    picks: &'a [u32],
    slots: &'a mut [Slot<C, S, X>],
    kept: &'a mut [u64],
    out: Out<'a>,
}

impl<const C: usize, const S: usize, const X: usize> Table<C, S, X> {
    fn boxed(engine: Box<Engine<C, S, X>>, count: usize, limit: u32) -> Box<dyn Slots> {
        let picks = engine.picks();
        let slot = |number: usize| Slot {
            position: engine.start(),
            luck: Luck::new(0, number as u64),
            picked: Picked::Nothing,
            seat: Seat(0),
            steps: 0,
            number: number as u64,
        };
        let row = engine.tensor_length();
        let mut board = vec![0; row];
        let fixed = engine.write_board(&mut board);
        board.truncate(fixed);
        let slots = (0..count).map(slot).collect();
        let masks = vec![0; count * picks.words()];
        Box::new(Self { engine, picks, slots, masks, board, row, seed: 0, limit })
    }

    /// Cuts everything into parts and works on them, on several threads if there is a pool.
    fn each_part(
        &mut self,
        picks: &[u32],
        out: Out<'_>,
        pool: Option<&rayon::ThreadPool>,
        work: impl Fn(&Engine<C, S, X>, Part<'_, C, S, X>) -> Option<usize> + Sync,
    ) -> Option<usize> {
        let Self { engine, slots, masks, row, .. } = self;
        let (words, seats) = (masks.len() / slots.len().max(1), out.rewards.len() / slots.len().max(1));
        let whole = Part { first: 0, picks, slots, kept: masks, out };
        let Some(pool) = pool else { return work(engine, whole) };
        let mut parts = Vec::new();
        split(whole, [words, seats, *row], &mut parts);
        pool.install(|| parts.into_par_iter().filter_map(|part| work(engine, part)).min())
    }
}

/// Halves a part until it is small.
fn split<'a, const C: usize, const S: usize, const X: usize>(
    part: Part<'a, C, S, X>,
    widths: [usize; 3],
    parts: &mut Vec<Part<'a, C, S, X>>,
) {
    let count = part.slots.len();
    if count <= CHUNK {
        parts.push(part);
        return;
    }
    let half = count / 2;
    let [words, seats, row] = widths;
    let Part { first, picks, slots, kept, out } = part;
    let (picks_a, picks_b) = picks.split_at(half.min(picks.len()));
    let (slots_a, slots_b) = slots.split_at_mut(half);
    let (kept_a, kept_b) = kept.split_at_mut(half * words);
    let (masks_a, masks_b) = out.masks.split_at_mut(half * words);
    let (seats_a, seats_b) = out.seats.split_at_mut(half);
    let (rewards_a, rewards_b) = out.rewards.split_at_mut(half * seats);
    let (dones_a, dones_b) = out.dones.split_at_mut(half);
    let (winners_a, winners_b) = out.winners.split_at_mut(half);
    let (rows_a, rows_b) = match out.rows {
        Some(rows) => {
            let (a, b) = rows.split_at_mut(half * row);
            (Some(a), Some(b))
        }
        None => (None, None),
    };
    let out =
        |masks, seats, rewards, dones, winners, rows| Out { masks, seats, rewards, dones, winners, rows };
    let (out_a, out_b) = (
        out(masks_a, seats_a, rewards_a, dones_a, winners_a, rows_a),
        Out {
            masks: masks_b,
            seats: seats_b,
            rewards: rewards_b,
            dones: dones_b,
            winners: winners_b,
            rows: rows_b,
        },
    );
    split(Part { first, picks: picks_a, slots: slots_a, kept: kept_a, out: out_a }, widths, parts);
    split(
        Part { first: first + half, picks: picks_b, slots: slots_b, kept: kept_b, out: out_b },
        widths,
        parts,
    );
}

impl<const C: usize, const S: usize, const X: usize> Slot<C, S, X> {
    /// Begins the game of its number.
    fn begin(&mut self, engine: &Engine<C, S, X>, seed: u64) {
        self.position = engine.start();
        self.luck = Luck::new(seed, self.number);
        self.steps = 0;
        self.settle(engine);
    }

    /// Draws chance until a seat must act or the game is over.
    #[inline]
    fn settle(&mut self, engine: &Engine<C, S, X>) {
        while self.position.phase().is_chance() {
            engine.play_chance(&mut self.position, &mut self.luck);
        }
        self.picked = Picked::Nothing;
    }
}

/// Writes what slot `i` of a part shows now.
#[inline]
fn show<const C: usize, const S: usize, const X: usize>(
    engine: &Engine<C, S, X>,
    picks: &Picks,
    part: &mut Part<'_, C, S, X>,
    i: usize,
    board: &[u8],
    row: usize,
) {
    let words = picks.words();
    let slot = &mut part.slots[i];
    slot.seat = engine.decider(&slot.position);
    let mask = &mut part.kept[i * words..(i + 1) * words];
    engine.mask_picks(&slot.position, picks, slot.picked, slot.seat, mask);
    part.out.masks[i * words..(i + 1) * words].copy_from_slice(mask);
    part.out.seats[i] = slot.seat.0;
    if let Some(rows) = part.out.rows.as_deref_mut() {
        let line = &mut rows[i * row..(i + 1) * row];
        line[..board.len()].copy_from_slice(board);
        engine.write_view(&slot.position, slot.seat, slot.picked, &mut line[board.len()..]);
    }
}

impl<const C: usize, const S: usize, const X: usize> Slots for Table<C, S, X> {
    fn reset(&mut self, seed: u64, out: Out<'_>, pool: Option<&rayon::ThreadPool>) {
        self.seed = seed;
        let (picks, row, board) = (self.picks, self.row, std::mem::take(&mut self.board));
        self.each_part(&[], out, pool, |engine, mut part| {
            for i in 0..part.slots.len() {
                part.slots[i].number = (part.first + i) as u64;
                part.slots[i].begin(engine, seed);
                show(engine, &picks, &mut part, i, &board, row);
            }
            part.out.rewards.fill(0.0);
            part.out.dones.fill(0);
            part.out.winners.fill(-1);
            None
        });
        self.board = board;
    }

    fn step(&mut self, numbers: &[u32], out: Out<'_>, pool: Option<&rayon::ThreadPool>) -> Option<usize> {
        let (picks, row, limit, seed) = (self.picks, self.row, self.limit, self.seed);
        let (count, board) = (self.slots.len() as u64, std::mem::take(&mut self.board));
        let wrong = self.each_part(numbers, out, pool, |engine, mut part| {
            let (seats, words) = (engine.seats(), picks.words());
            part.out.rewards.fill(0.0);
            part.out.dones.fill(0);
            let mut wrong = None;
            for i in 0..part.slots.len() {
                let number = part.picks[i];
                if number == NO_PICK {
                    continue;
                }
                let number = number as usize;
                let slot = &mut part.slots[i];
                let open =
                    number < picks.count() && part.kept[i * words + number / 64] >> (number % 64) & 1 == 1;
                match engine.pick(&slot.position, &picks, slot.picked, slot.seat, number).filter(|_| open) {
                    Some(Pick::Part(more)) => slot.picked = more,
                    Some(Pick::Action(action)) => {
                        engine.play_unchecked(&mut slot.position, Actor::Seat(slot.seat), &action);
                        slot.settle(engine);
                    }
                    None => {
                        wrong = wrong.or(Some(part.first + i));
                        continue;
                    }
                }
                slot.steps += 1;
                let over = engine.turn(&slot.position) == Turn::Over;
                if over || slot.steps >= limit {
                    let winner = slot.position.winner();
                    part.out.dones[i] = if over { 1 } else { 2 };
                    part.out.winners[i] = winner.map_or(-1, |seat| seat.0 as i8);
                    if let Some(winner) = winner {
                        let rewards = &mut part.out.rewards[i * seats..(i + 1) * seats];
                        rewards.fill(-1.0);
                        rewards[winner.index()] = 1.0;
                    }
                    slot.number += count;
                    slot.begin(engine, seed);
                }
                show(engine, &picks, &mut part, i, &board, row);
            }
            wrong
        });
        self.board = board;
        wrong
    }
}
