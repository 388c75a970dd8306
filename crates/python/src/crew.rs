//! Threads that help the caller with the games of a batch, kept between steps.
//!
//! A step of a thousand games takes less time than waking a sleeping thread. So helpers that are done wait awake for a moment:
//! whoever steps again soon finds them ready. After that they sleep. While they wait they let others have the processor.
//!
//! Between two cores a word travels as long as ten games take to step. So each thread has one share of the games, the same in
//! every step, which its own cache keeps; nothing is fetched piece by piece, and what is told is told in few words.

use std::hint::spin_loop;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};
use std::thread::{sleep, yield_now};
use std::time::Duration;

/// How often a waiting thread looks before it sleeps: about a millisecond.
const LOOKS: u32 = 30_000;

/// Looks after which others may have the processor.
const PATIENCE: u32 = 128;

/// Shares in a row that a helper finds only after others had its processor before it believes that the caller is one of them;
/// twice as many each time that sleeping has not helped.
const CROWDED: u8 = 4;

/// How long a helper sleeps that shares the caller's processor: whoever wakes is given a free one, if there is any.
const MOMENT: Duration = Duration::from_micros(20);

/// Fewest games that are worth a thread's while.
const FEWEST: usize = 64;

/// How many games more than a helper the caller plays, because it begins sooner: without rows, and with them.
const AHEAD: [usize; 2] = [48, 16];

/// The caller and its helpers.
pub(crate) struct Crew {
    pool: rayon::ThreadPool,
    signals: Arc<Signals>,
}

/// A number on a piece of memory of its own, so that nobody waits for its neighbours.
#[derive(Default)]
#[repr(align(128))]
struct Apart(AtomicUsize);

/// What the threads of a crew tell each other.
struct Signals {
    /// Helpers that are done and wait for more.
    ready: Apart,
    /// Whether the crew is no longer needed.
    dismissed: AtomicBool,
    helpers: Vec<Helper>,
}

/// What a helper notes for itself.
#[derive(Default)]
#[repr(align(128))]
struct Helper {
    /// Whether it waits awake between steps.
    awake: AtomicBool,
    /// How many shares in a row it found only after others had its processor.
    late: AtomicU8,
    /// After how many of them it sleeps; 0 is [`CROWDED`].
    patience: AtomicU8,
}

impl Crew {
    /// So many threads, the caller's counted: two at least.
    pub(crate) fn new(threads: usize) -> Result<Self, rayon::ThreadPoolBuildError> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads - 1).build()?;
        let helpers = (1..threads).map(|_| Helper::default()).collect();
        let signals = Signals { ready: Apart::default(), dismissed: AtomicBool::new(false), helpers };
        Ok(Self { pool, signals: Arc::new(signals) })
    }

    /// Where the shares of the helpers begin, in ascending order; the caller's is the first. None is too small.
    pub(crate) fn cuts(&self, games: usize, rows: bool) -> Vec<usize> {
        let threads = (self.pool.current_num_threads() + 1).min(games / FEWEST).max(1);
        let ahead = AHEAD[usize::from(rows)].min(games / threads / 8);
        let own = (games + (threads - 1) * ahead) / threads;
        (1..threads).map(|share| own + (games - own) * (share - 1) / (threads - 1)).collect()
    }

    /// Does all shares of the work, at most as many as there are threads; the caller does the first one.
    pub(crate) fn each<P: Send>(&self, shares: Vec<P>, work: impl Fn(P) + Copy + Send) {
        let (signals, helpers) = (&self.signals, shares.len().saturating_sub(1));
        let mut shares = shares.into_iter();
        let Some(own) = shares.next() else { return };
        if helpers == 0 {
            return work(own);
        }
        signals.ready.0.store(0, Ordering::Relaxed);
        self.pool.in_place_scope(|scope| {
            for share in shares {
                scope.spawn(move |_| {
                    work(share);
                    signals.stay_awake();
                });
            }
            work(own);
            // the last games of a helper are soon done: sleeping would take longer
            look(|_| signals.ready.0.load(Ordering::Acquire) >= helpers);
        });
    }
}

/// Nobody waits awake for a crew that is gone.
impl Drop for Crew {
    fn drop(&mut self) {
        self.signals.dismissed.store(true, Ordering::Relaxed);
    }
}

impl Signals {
    /// What the helper of this thread notes.
    fn helper(&self) -> Option<&Helper> {
        self.helpers.get(rayon::current_thread_index()?)
    }

    /// Lets a helper that has done its share wait awake, unless it does so already.
    fn stay_awake(self: &Arc<Self>) {
        if self.helper().is_some_and(|helper| !helper.awake.load(Ordering::Relaxed)) {
            let signals = Arc::clone(self);
            rayon::spawn(move || signals.wait_awake());
        }
    }

    /// Waits awake for more shares and does them, until none comes for a moment.
    fn wait_awake(&self) {
        let Some(helper) = self.helper() else { return };
        if helper.awake.swap(true, Ordering::Relaxed) {
            return;
        }
        let mut found = true;
        while found && !self.dismissed.load(Ordering::Relaxed) {
            // only now: the scope has been told already, and the caller need not wait asleep for that
            self.ready.0.fetch_add(1, Ordering::Release);
            found = look(|gave_way| {
                let done = matches!(rayon::yield_now(), Some(rayon::Yield::Executed));
                if done {
                    helper.note(gave_way);
                }
                done || self.dismissed.load(Ordering::Relaxed)
            });
        }
        helper.awake.store(false, Ordering::Relaxed);
    }
}

impl Helper {
    /// Notes whether others had the processor before a share was found; sleeps for a moment if that happens so often that the
    /// caller must be one of them.
    fn note(&self, gave_way: bool) {
        let (late, patience) = (self.late.load(Ordering::Relaxed), self.patience.load(Ordering::Relaxed));
        let (late, patience) = match (gave_way, patience.max(CROWDED)) {
            (false, _) if late == 0 => return,
            (false, _) => (0, CROWDED),
            (true, patience) if late + 1 < patience => (late + 1, patience),
            (true, patience) => {
                sleep(MOMENT);
                (0, patience.saturating_mul(2))
            }
        };
        self.late.store(late, Ordering::Relaxed);
        self.patience.store(patience, Ordering::Relaxed);
    }
}

/// Looks awake for a moment until something is found; tells each look whether others had the processor just before it.
fn look(found: impl Fn(bool) -> bool) -> bool {
    let mut gave_way = false;
    for look in 1..=LOOKS {
        if found(gave_way) {
            return true;
        }
        gave_way = look % PATIENCE == 0;
        if gave_way { yield_now() } else { spin_loop() }
    }
    false
}
