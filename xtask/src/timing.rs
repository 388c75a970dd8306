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

/// When a run began, and how long the cores of this machine had been busy then.
pub(crate) struct Start {
    time: Instant,
    busy: Duration,
}

impl Start {
    pub(crate) fn now() -> Self {
        Self { time: now(), busy: busy() }
    }
}

/// How long the cores of this machine have been busy since it was started, whoever made them; nothing where the system does not
/// tell.
fn busy() -> Duration {
    std::fs::read_to_string("/proc/stat")
        .ok()
        .and_then(|text| busy_ticks(&text))
        .map_or(Duration::ZERO, of_ticks)
}

/// The first line has the ticks of all cores: for programs, for those of low priority, for the system; then those that are idle.
fn busy_ticks(stat: &str) -> Option<u64> {
    let mut fields = stat.lines().next()?.strip_prefix("cpu ")?.split_whitespace();
    fields.by_ref().take(3).map(|field| field.parse::<u64>().ok()).sum()
}

/// The time of so many ticks, a hundred in a second on every Linux.
pub(crate) fn of_ticks(ticks: u64) -> Duration {
    Duration::from_millis(ticks * 10)
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

/// Prints the slowest parts, the steps in the order in which they ended, and the whole; and what the machine did meanwhile,
/// because a browser does not wait for the processes that draw its pages, so that their time is in no step.
pub(crate) fn report(start: &Start) {
    say(&format!("== the {SLOWEST} that took longest, and their processor time"));
    let mut parts = PARTS.lock().unwrap_or_else(PoisonError::into_inner).clone();
    parts.sort_by_key(|part| std::cmp::Reverse(part.wall));
    parts.iter().take(SLOWEST).for_each(|part| say(&line(part)));
    say("== time of each step, and its processor time");
    let steps = STEPS.lock().unwrap_or_else(PoisonError::into_inner).clone();
    steps.iter().for_each(|step| say(&line(step)));
    let processor = steps.iter().map(|step| step.processor).sum();
    let wall = start.time.elapsed();
    say(&line(&Took { name: "everything".to_owned(), wall, processor }));
    let name = "everything on this machine, the processes of browsers included".to_owned();
    say(&line(&Took { name, wall, processor: busy().saturating_sub(start.busy) }));
}

fn line(took: &Took) -> String {
    let clock = |time: Duration| format!("{:3} min {:02} s", time.as_secs() / 60, time.as_secs() % 60);
    format!("{}  {}  {}", clock(took.wall), clock(took.processor), took.name)
}

#[cfg(test)]
mod tests {
    use super::{SPENT, Took, busy_ticks, line, side_by_side, spent};
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
    fn a_machine_is_busy_with_programs_and_the_system() {
        assert_eq!(busy_ticks("cpu  700 20 3 90000 40 0 5 0 0 0\ncpu0 1 2 3 4\n"), Some(723));
        assert_eq!(busy_ticks("intr 1 2 3\n"), None);
    }

    #[test]
    fn a_step_is_charged_with_what_its_threads_take() {
        let before = SPENT.get();
        side_by_side(3, || spent(Duration::from_secs(2)));
        assert_eq!(SPENT.get() - before, Duration::from_secs(6));
    }
}
