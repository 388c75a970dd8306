//! Long calls that Ctrl-C can end. The work goes on in a thread of its own while the caller listens for signals; when
//! one comes, the caller returns at once and the work is told to stop.

use hexwright_core::{Fast, Game, Seat, SeatSet};
use hexwright_league::{Fault, Playable, bot_by_name};
use hexwright_play::ask::Asked;
use hexwright_play::bot::Bot;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::Duration;

/// How often signals are looked for.
const LISTEN: Duration = Duration::from_millis(50);

/// Between a caller and its work: whether to stop, and how far it has come.
#[derive(Clone, Default)]
pub(crate) struct Progress {
    stop: Arc<AtomicBool>,
    done: Arc<AtomicU64>,
}

/// What unwinds a stopped work; nobody sees it.
struct Stopped;

impl Progress {
    /// Tells the work to stop.
    pub(crate) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Ends the work here if it is to stop.
    pub(crate) fn pause(&self) {
        if self.stop.load(Ordering::Relaxed) {
            // no panic: nothing is printed, and the only reader is `listening`
            resume_unwind(Box::new(Stopped));
        }
    }

    /// Notes that more is done.
    pub(crate) fn add(&self, more: u64) {
        self.done.fetch_add(more, Ordering::Relaxed);
        self.pause();
    }

    /// A bot by name that can be stopped before each of its decisions.
    pub(crate) fn bot<G: Playable>(
        &self,
        game: &G,
        name: &str,
        seat: Seat,
        seed: u64,
    ) -> Result<Box<dyn Bot<G>>, Fault> {
        Ok(Box::new(Stoppable { bot: bot_by_name(game, name, seat, seed)?, progress: self.clone() }))
    }
}

struct Stoppable<G> {
    bot: Box<dyn Bot<G>>,
    progress: Progress,
}

impl<G: Game> Bot<G> for Stoppable<G> {
    fn name(&self) -> String {
        self.bot.name()
    }

    fn decide(&mut self, asked: &Asked<'_, G>, random: &mut Fast) -> Option<usize> {
        self.progress.pause();
        self.bot.decide(asked, random)
    }

    fn propose(&mut self, asked: &Asked<'_, G>, random: &mut Fast) -> Option<G::Action> {
        self.bot.propose(asked, random)
    }

    fn over(&mut self, winners: SeatSet, scores: &[i32]) {
        self.bot.over(winners, scores);
    }
}

/// Does work without the interpreter lock and listens for signals meanwhile. `report` is a Python function that hears how much
/// is done, or none.
///
/// # Errors
/// What a signal raised, or `report`; or the work broke.
pub(crate) fn listening<T: Send + 'static>(
    py: Python<'_>,
    progress: &Progress,
    report: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let (send, mut receive) = sync_channel(1);
    std::thread::spawn(move || drop(send.send(catch_unwind(AssertUnwindSafe(work)))));
    let mut told = 0;
    loop {
        let found;
        (receive, found) = py.detach(move || {
            let found = receive.recv_timeout(LISTEN);
            (receive, found)
        });
        let done = progress.done.load(Ordering::Relaxed);
        let heard = py.check_signals().and_then(|()| match report {
            Some(report) if done > told => report.call1((done - told,)).map(drop),
            _ => Ok(()),
        });
        told = done;
        match (heard, found) {
            (Err(error), _) => {
                progress.stop();
                return Err(error);
            }
            (Ok(()), Ok(Ok(value))) => return Ok(value),
            (Ok(()), Ok(Err(broken))) => {
                let words = broken.downcast_ref::<String>().cloned();
                let words = words.or_else(|| broken.downcast_ref::<&str>().map(|&text| text.to_owned()));
                return Err(PyRuntimeError::new_err(
                    words.unwrap_or_else(|| "the work was stopped".to_owned()),
                ));
            }
            (Ok(()), Err(RecvTimeoutError::Timeout)) => {}
            (Ok(()), Err(RecvTimeoutError::Disconnected)) => {
                return Err(PyRuntimeError::new_err("the work ended without a result"));
            }
        }
    }
}
