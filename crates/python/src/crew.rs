//! Threads that help the caller with the games of a batch, kept between steps.
//!
//! A step of a thousand games takes less time than waking a sleeping thread. So helpers that are done wait awake for a moment:
//! whoever steps again soon finds them ready. After that they sleep. While they wait they let others have the processor.

use std::collections::VecDeque;
use std::hint::spin_loop;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::yield_now;

/// How often a helper looks for more work before it sleeps: about a millisecond.
const LOOKS: u32 = 60_000;

/// Looks after which others may have the processor.
const PATIENCE: u32 = 256;

/// How many small pieces of work there are for each thread, about: so all are done at about the same time.
const SMALL: usize = 4;

/// Fewest games that are worth a thread's while.
const FEWEST: usize = 64;

/// The caller and its helpers.
pub(crate) struct Crew {
    pool: rayon::ThreadPool,
    /// How often work was called out.
    calls: Arc<AtomicUsize>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Crew {
    /// So many threads, the caller's counted: two at least.
    pub(crate) fn new(threads: usize) -> Result<Self, rayon::ThreadPoolBuildError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads - 1).build()?;
        Ok(Self { pool, calls: Arc::default() })
    }

    /// How many threads work, the caller's counted.
    pub(crate) fn threads(&self) -> usize {
        self.pool.current_num_threads() + 1
    }

    /// Where the work on so many games is cut, in ascending order. Most of it are large pieces, one for each thread: what is
    /// alike in many games is done together. Between the first and the others lie small ones, for whoever is done early.
    pub(crate) fn cuts(&self, games: usize) -> Vec<usize> {
        let threads = self.threads();
        let large = games / threads * 3 / 4;
        if large < FEWEST {
            return (FEWEST..games).step_by(FEWEST).collect();
        }
        let late = games - (threads - 1) * large;
        let small = (late - large).div_ceil(SMALL * threads).max(1);
        (large..late).step_by(small).chain((late..games).step_by(large)).collect()
    }

    /// Does all pieces of work and gives what came of them, in any order. The caller takes them from the front, the helpers from
    /// the back: of two threads each meets the games it had in the step before, which its cache still holds.
    pub(crate) fn each<P: Send, T: Send>(&self, pieces: Vec<P>, work: impl Fn(P) -> T + Sync) -> Vec<T> {
        // of very many pieces several are taken at once
        let many = pieces.len() / (4 * SMALL * self.threads()) + 1;
        let (pieces, found) = (Mutex::new(VecDeque::from(pieces)), Mutex::new(Vec::new()));
        let left = AtomicUsize::new(self.pool.current_num_threads());
        let next = |front: bool| {
            let mut pieces = locked(&pieces);
            let (count, many) = (pieces.len(), many.min(pieces.len()));
            let taken: Vec<P> = pieces.drain(if front { 0..many } else { count - many..count }).collect();
            (!taken.is_empty()).then_some(taken)
        };
        let run = |front: bool| {
            let own: Vec<T> = std::iter::from_fn(|| next(front)).flatten().map(&work).collect();
            locked(&found).extend(own);
        };
        self.pool.in_place_scope(|scope| {
            for _ in 0..self.pool.current_num_threads() {
                scope.spawn(|_| {
                    run(false);
                    left.fetch_sub(1, Ordering::Release);
                });
            }
            self.calls.fetch_add(1, Ordering::Release);
            run(true);
            // the last piece of a helper is soon done: sleeping would take longer
            watch(|| left.load(Ordering::Acquire) > 0);
        });
        self.stay_awake();
        found.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the helpers wait awake for the next call.
    fn stay_awake(&self) {
        let seen = self.calls.load(Ordering::Acquire);
        for _ in 0..self.pool.current_num_threads() {
            let calls = Arc::clone(&self.calls);
            self.pool.spawn(move || watch(|| calls.load(Ordering::Acquire) == seen));
        }
    }
}

/// Waits awake for a moment while something holds.
fn watch(holds: impl Fn() -> bool) {
    for look in 1..=LOOKS {
        if !holds() {
            return;
        }
        if look % PATIENCE == 0 { yield_now() } else { spin_loop() }
    }
}
