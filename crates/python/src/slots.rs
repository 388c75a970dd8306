//! Batched games behind one door for boards of every size, on one thread or several.

use hexwright_catan::game::{Buffers, Catan, Engine, Part, Schedule, Slot};
use rayon::prelude::*;

/// Fewest games that are worth a thread's while.
const FEWEST: usize = 64;

/// Games of one board that step together.
pub(crate) trait Slots: Send + Sync {
    /// Begins every game anew.
    fn reset(&mut self, seed: u64, shown: Buffers<'_>, pool: Option<&rayon::ThreadPool>);

    /// Makes one pick in each game; games that end begin anew. The first slot whose pick was illegal, if any:
    /// such games stay as they are.
    fn step(&mut self, picks: &[u32], shown: Buffers<'_>, pool: Option<&rayon::ThreadPool>) -> Option<usize>;
}

struct Table<const C: usize, const S: usize, const X: usize> {
    engine: Box<Engine<C, S, X>>,
    schedule: Schedule,
    slots: Vec<Slot<C, S, X>>,
    kept: Vec<u64>,
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

impl<const C: usize, const S: usize, const X: usize> Table<C, S, X> {
    fn boxed(engine: Box<Engine<C, S, X>>, count: usize, limit: u32) -> Box<dyn Slots> {
        let schedule = Schedule::new(&engine, count, limit);
        let slots = (0..count as u64).map(|number| Slot::new(&engine, number)).collect();
        let kept = vec![0; count * schedule.picks().words()];
        Box::new(Self { engine, schedule, slots, kept })
    }

    /// Works on all games at once, or on an equal share of them on each thread of a pool.
    fn each_part(
        &mut self,
        shown: Buffers<'_>,
        pool: Option<&rayon::ThreadPool>,
        work: impl Fn(&Engine<C, S, X>, &Schedule, &mut Part<'_, C, S, X>) -> Option<usize> + Sync,
    ) -> Option<usize> {
        let Self { engine, schedule, slots, kept } = self;
        let mut rest = Part { first: 0, slots, kept, shown };
        let Some(pool) = pool else { return work(engine, schedule, &mut rest) };
        let share = rest.slots.len().div_ceil(pool.current_num_threads()).max(FEWEST);
        let mut parts = Vec::with_capacity(pool.current_num_threads());
        while rest.slots.len() > share {
            let (part, later) = rest.split_at(share);
            parts.push(part);
            rest = later;
        }
        parts.push(rest);
        pool.install(|| parts.par_iter_mut().filter_map(|part| work(engine, schedule, part)).min())
    }
}

impl<const C: usize, const S: usize, const X: usize> Slots for Table<C, S, X> {
    fn reset(&mut self, seed: u64, shown: Buffers<'_>, pool: Option<&rayon::ThreadPool>) {
        self.schedule.seed = seed;
        self.each_part(shown, pool, |engine, schedule, part| {
            part.reset(engine, schedule);
            None
        });
    }

    fn step(&mut self, picks: &[u32], shown: Buffers<'_>, pool: Option<&rayon::ThreadPool>) -> Option<usize> {
        self.each_part(shown, pool, |engine, schedule, part| {
            part.step(engine, schedule, &picks[part.first..][..part.slots.len()])
        })
    }
}
