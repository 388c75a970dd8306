//! How long each step took, printed when a verb ends.

use crate::steps::say;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// The steps that have ended.
static TIMES: Mutex<Vec<(String, Duration)>> = Mutex::new(Vec::new());

/// The time now.
#[expect(clippy::disallowed_methods, reason = "this file measures how long steps take")]
pub(crate) fn now() -> Instant {
    Instant::now()
}

/// Runs a step and remembers how long it took.
pub(crate) fn timed<T>(name: &str, step: impl FnOnce() -> T) -> T {
    let start = now();
    let result = step();
    let mut times = TIMES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    times.push((name.to_owned(), start.elapsed()));
    result
}

/// Prints the steps in the order in which they ended, and the whole.
pub(crate) fn report(whole: Duration) {
    say("== time of each step");
    let times = TIMES.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    times.iter().for_each(|(name, time)| say(&line(name, *time)));
    say(&line("everything", whole));
}

fn line(name: &str, time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{:3} min {:02} s  {name}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::line;
    use std::time::Duration;

    #[test]
    fn a_line_counts_minutes_and_seconds() {
        assert_eq!(line("clippy", Duration::from_secs(125)), "  2 min 05 s  clippy");
    }
}
