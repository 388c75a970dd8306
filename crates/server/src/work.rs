//! Work that takes long, away from the threads that serve moves.
//!
//! Pictures, searches, rolls, checks and analyses of requests share one pool; bots think in another. The
//! threads of both have low priority, so a move never waits for them. Work for requests has a queue limit, a
//! limit per address and a time limit, and it is told to stop when its client has left.

use crate::limits::{Addresses, Limits, Source};
use crate::metrics::{Counted, Metrics};
use crate::table::Command;
use hexwright_core::StopFlag;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Semaphore, mpsc, oneshot};

/// How long work may take to notice that it was stopped; what it gives then is still an answer.
const STOPPING: Duration = Duration::from_secs(1);

/// Why work was not done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WorkError {
    /// Too much is under way for everybody.
    #[error("the server has as much to do as it can; try again in a few seconds")]
    Full,
    /// Too much is under way for this address.
    #[error("{0} pieces of work for your address are under way; wait until one of them is done")]
    Yours(usize),
    /// It took too long.
    #[error("this takes more than the {0} seconds this server gives to one request; ask for less at once")]
    TooLong(u64),
    /// It failed by a fault of ours.
    #[error("the work failed by a fault in the program")]
    Broken,
}

/// The pool for requests.
#[derive(Debug)]
pub struct Work {
    pool: Arc<rayon::ThreadPool>,
    places: Arc<Semaphore>,
    addresses: Addresses,
    per_address: usize,
    within: Duration,
    metrics: Arc<Metrics>,
}

/// Raises its flag when it is dropped: the request is answered, or nobody waits for it any more.
struct Interest(StopFlag);

impl Drop for Interest {
    fn drop(&mut self) {
        self.0.raise();
    }
}

impl Work {
    /// Starts the threads.
    ///
    /// # Errors
    /// If the system has no threads left.
    pub fn start(limits: &Limits, metrics: Arc<Metrics>) -> anyhow::Result<Self> {
        Ok(Self {
            pool: threads("work", limits.work_threads)?,
            places: Arc::new(Semaphore::new(limits.work_queue)),
            addresses: Addresses::default(),
            per_address: limits.work_per_address,
            within: limits.work_within,
            metrics,
        })
    }

    /// Does one piece of work for a client within the usual time.
    ///
    /// # Errors
    /// Why it was refused or given up.
    pub async fn run<T: Send + 'static>(
        &self,
        source: Source,
        work: impl FnOnce(&StopFlag) -> T + Send + 'static,
    ) -> Result<T, WorkError> {
        self.run_within(self.within, source, work).await
    }

    /// Does one piece of work for a client. When the time is over its flag is raised; what it returns soon
    /// after that is still an answer.
    ///
    /// # Errors
    /// Why it was refused or given up.
    pub async fn run_within<T: Send + 'static>(
        &self,
        within: Duration,
        source: Source,
        work: impl FnOnce(&StopFlag) -> T + Send + 'static,
    ) -> Result<T, WorkError> {
        let refuse = |error| {
            self.metrics.work_refused.add(1);
            Err(error)
        };
        let Some(mine) = self.addresses.enter(source, self.per_address) else {
            return refuse(WorkError::Yours(self.per_address));
        };
        let Ok(place) = self.places.clone().try_acquire_owned() else { return refuse(WorkError::Full) };
        let stop = StopFlag::new();
        let (send, mut answer) = oneshot::channel();
        let (seen, counted) = (stop.clone(), Counted::new(&self.metrics, |m| &m.work));
        self.pool.spawn_fifo(move || {
            // nothing is done for a client that left while this waited
            if !seen.is_raised() {
                let _ = send.send(work(&seen));
            }
            drop((mine, place, counted));
        });
        let _interest = Interest(stop.clone());
        if let Ok(done) = tokio::time::timeout(within, &mut answer).await {
            return done.map_err(|_| WorkError::Broken);
        }
        stop.raise();
        match tokio::time::timeout(STOPPING, answer).await {
            Ok(Ok(done)) => Ok(done),
            _ => refuse(WorkError::TooLong(within.as_secs())),
        }
    }
}

/// The pool bots think in. A table has at most one bot thinking at a time, so the queue needs no limit.
#[derive(Clone, Debug)]
pub struct BotPool {
    pool: Arc<rayon::ThreadPool>,
    metrics: Arc<Metrics>,
}

impl BotPool {
    /// Starts the threads.
    ///
    /// # Errors
    /// If the system has no threads left.
    pub fn start(limits: &Limits, metrics: Arc<Metrics>) -> anyhow::Result<Self> {
        Ok(Self { pool: threads("bots", limits.bot_threads)?, metrics })
    }

    /// Thinks for a table when a thread is free, first come, first served, and tells the table what came of it. A
    /// table that was closed meanwhile is not thought for.
    pub fn think(
        &self,
        table: mpsc::WeakSender<Command>,
        think: impl FnOnce() -> Option<Command> + Send + 'static,
    ) {
        let counted = Counted::new(&self.metrics, |m| &m.bots);
        #[cfg(feature = "sim")]
        if let Some(host) = crate::sim::Host::current() {
            host.spawn(async move {
                tokio::time::sleep(Duration::from_millis(crate::sim::below(40))).await;
                if let (Some(table), Some(command)) = (table.upgrade(), think()) {
                    let _ = table.send(command).await;
                }
                drop(counted);
            });
            return;
        }
        self.pool.spawn_fifo(move || {
            if table.upgrade().is_some()
                && let (Some(command), Some(table)) = (think(), table.upgrade())
            {
                let _ = table.blocking_send(command);
            }
            drop(counted);
        });
    }
}

fn threads(name: &'static str, count: usize) -> anyhow::Result<Arc<rayon::ThreadPool>> {
    #[cfg(feature = "sim")]
    if crate::sim::Host::current().is_some() {
        // all simulated servers share one that nobody gives work to
        static IDLE: std::sync::OnceLock<Arc<rayon::ThreadPool>> = std::sync::OnceLock::new();
        let one = || rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread");
        return Ok(IDLE.get_or_init(|| Arc::new(one())).clone());
    }
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(count.max(1))
        .thread_name(move |i| format!("{name}-{i}"))
        .start_handler(|_| yield_to_others())
        .panic_handler(move |_| tracing::error!(pool = name, "a piece of work panicked"))
        .build()?;
    Ok(Arc::new(pool))
}

/// Lowers the priority of this thread: threads that serve moves go first.
fn yield_to_others() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 10) {
        tracing::warn!(%error, "a thread keeps the usual priority");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::IpAddr;
    use std::sync::atomic::{AtomicBool, Ordering};

    fn pool(limits: Limits) -> Work {
        Work::start(&limits, Arc::default()).unwrap()
    }

    fn source(n: u8) -> Source {
        Source::of(IpAddr::from([10, 0, 0, n]))
    }

    /// Works until it is stopped; gives how many rounds that took.
    fn until_stopped(stop: &StopFlag) -> usize {
        let mut rounds = 0;
        while !stop.is_raised() {
            std::thread::sleep(Duration::from_millis(2));
            rounds += 1;
        }
        rounds
    }

    #[tokio::test]
    async fn work_that_takes_too_long_is_stopped_and_may_still_answer() {
        let work = pool(Limits { work_within: Duration::from_millis(50), ..Limits::default() });
        assert!(work.run(source(1), until_stopped).await.unwrap() > 0);
        assert_eq!(work.run(source(1), |_| 7).await, Ok(7));
        let deaf = work.run(source(1), |_| std::thread::sleep(Duration::from_millis(1_500))).await;
        assert_eq!(deaf, Err(WorkError::TooLong(0)));
    }

    #[tokio::test]
    async fn work_nobody_waits_for_is_stopped() {
        let work = pool(Limits::default());
        let ended = Arc::new(AtomicBool::new(false));
        let seen = ended.clone();
        let job = work.run(source(1), move |stop| {
            until_stopped(stop);
            seen.store(true, Ordering::SeqCst);
        });
        assert!(tokio::time::timeout(Duration::from_millis(30), job).await.is_err(), "dropped while it runs");
        for _ in 0..500 {
            if ended.load(Ordering::SeqCst) {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("it goes on although nobody waits");
    }

    #[tokio::test]
    async fn queue_and_addresses_have_limits_and_a_breakdown_harms_nobody() {
        let limits = Limits { work_threads: 1, work_queue: 3, work_per_address: 2, ..Limits::default() };
        let work = Arc::new(pool(limits));
        let start = |n: u8| {
            let work = work.clone();
            tokio::spawn(async move { work.run(source(n), until_stopped).await })
        };
        let busy = [start(1), start(1)];
        while work.places.available_permits() > 1 {
            tokio::task::yield_now().await;
        }
        assert_eq!(work.run(source(1), |_| ()).await, Err(WorkError::Yours(2)));
        let third = start(2);
        while work.places.available_permits() > 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(work.run(source(3), |_| ()).await, Err(WorkError::Full));
        busy.iter().for_each(|job| job.abort());
        third.abort();
        while work.places.available_permits() < 3 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let broken: Result<(), _> = work.run(source(1), |_| panic!("a test of breakdowns")).await;
        assert_eq!(broken, Err(WorkError::Broken));
        assert_eq!(work.run(source(1), |_| 5).await, Ok(5));
    }
}
