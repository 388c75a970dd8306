//! Threads that help the caller with the games of a batch, kept between steps.
//!
//! A step of a thousand games takes less time than waking a sleeping thread. So helpers that are done wait awake for a moment:
//! whoever steps again soon finds them ready. After that they sleep.

use std::collections::VecDeque;
use std::hint::spin_loop;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How often a helper looks for more work before it sleeps: a few tenths of a millisecond.
const LOOKS: u32 = 10_000;

/// How often each thread takes work in a call, about: so all are done at about the same time.
pub(crate) const SHARES: usize = 8;

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

    /// Does all pieces of work and gives what came of them, in any order. The caller takes them from the front, the helpers from
    /// the back: of two threads each meets the games it had in the step before, which its cache still holds.
    pub(crate) fn each<P: Send, T: Send>(&self, pieces: Vec<P>, work: impl Fn(P) -> T + Sync) -> Vec<T> {
        self.calls.fetch_add(1, Ordering::Release);
        // of very many pieces several are taken at once
        let many = pieces.len().div_ceil(SHARES * self.threads());
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
            run(true);
            // the last piece of a helper is soon done: sleeping would take longer
            let mut looks = 0;
            while left.load(Ordering::Acquire) > 0 && looks < LOOKS {
                spin_loop();
                looks += 1;
            }
        });
        self.stay_awake();
        found.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the helpers wait awake for the next call.
    fn stay_awake(&self) {
        let seen = self.calls.load(Ordering::Acquire);
        for _ in 0..self.pool.current_num_threads() {
            let calls = Arc::clone(&self.calls);
            self.pool.spawn(move || {
                let waits = |_: &u32| calls.load(Ordering::Acquire) == seen;
                (0..LOOKS).take_while(waits).for_each(|_| spin_loop());
            });
        }
    }
}
