//! How long each step took and how much processor time, printed when a verb ends.

use crate::steps::say;
use std::cell::Cell;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What took time.
#[derive(Clone)]
struct Took {
    name: String,
    wall: Duration,
    processor: Duration,
}

/// The steps that have ended.
static STEPS: Mutex<Vec<Took>> = Mutex::new(Vec::new());

/// The test programs and files of pages that have ended.
static PARTS: Mutex<Vec<Took>> = Mutex::new(Vec::new());

/// How many parts are named in the end.
const SLOWEST: usize = 15;

thread_local! {
    /// Processor time of the programs this thread has started.
    static SPENT: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// The time now.
#[expect(clippy::disallowed_methods, reason = "this file measures how long steps take")]
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// Adds the processor time of a program to the step that this thread is in.
pub(crate) fn spent(processor: Duration) {
    SPENT.set(SPENT.get() + processor);
}

/// Runs a step and remembers what it took.
pub(crate) fn timed<T>(name: &str, step: impl FnOnce() -> T) -> T {
    let (start, before) = (now(), SPENT.get());
    let result = step();
    let took = Took { name: name.to_owned(), wall: start.elapsed(), processor: SPENT.get() - before };
    STEPS.lock().unwrap_or_else(PoisonError::into_inner).push(took);
    result
}

/// Runs parts of a step in as many threads; the step is charged with what all of them take.
pub(crate) fn side_by_side(threads: usize, work: impl Fn() + Sync) {
    let processor = std::thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(move || {
                    work();
                    SPENT.get()
                })
            })
            .collect();
        let ended = threads.into_iter().map(|thread| thread.join());
        ended.map(|spent| spent.unwrap_or_else(|panic| std::panic::resume_unwind(panic))).sum()
    });
    spent(processor);
}

/// Remembers what a part of a step took, a test program or a file of pages.
pub(crate) fn part(name: &str, wall: Duration, processor: Duration) {
    let took = Took { name: name.to_owned(), wall, processor };
    PARTS.lock().unwrap_or_else(PoisonError::into_inner).push(took);
}

/// Prints the slowest parts, the steps in the order in which they ended, and the whole.
pub(crate) fn report(whole: Duration) {
    say(&format!("== the {SLOWEST} that took longest, and their processor time"));
    let mut parts = PARTS.lock().unwrap_or_else(PoisonError::into_inner).clone();
    parts.sort_by_key(|part| std::cmp::Reverse(part.wall));
    parts.iter().take(SLOWEST).for_each(|part| say(&line(part)));
    say("== time of each step, and its processor time");
    let steps = STEPS.lock().unwrap_or_else(PoisonError::into_inner).clone();
    steps.iter().for_each(|step| say(&line(step)));
    let processor = steps.iter().map(|step| step.processor).sum();
    say(&line(&Took { name: "everything".to_owned(), wall: whole, processor }));
}

fn line(took: &Took) -> String {
    let clock = |time: Duration| format!("{:3} min {:02} s", time.as_secs() / 60, time.as_secs() % 60);
    format!("{}  {}  {}", clock(took.wall), clock(took.processor), took.name)
}

#[cfg(test)]
mod tests {
    use super::{SPENT, Took, line, side_by_side, spent};
    use std::time::Duration;

    #[test]
    fn a_line_counts_minutes_and_seconds() {
        let took = Took {
            name: "clippy".to_owned(),
            wall: Duration::from_secs(125),
            processor: Duration::from_secs(240),
        };
        assert_eq!(line(&took), "  2 min 05 s    4 min 00 s  clippy");
    }

    #[test]
    fn a_step_is_charged_with_what_its_threads_take() {
        let before = SPENT.get();
        side_by_side(3, || spent(Duration::from_secs(2)));
        assert_eq!(SPENT.get() - before, Duration::from_secs(6));
    }
}
