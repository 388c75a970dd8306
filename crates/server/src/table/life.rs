//! How long a table lasts: in memory, and in the list of tables.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

const HOUR: i64 = 3_600;
const DAY: i64 = 24 * HOUR;

/// Seconds until a table leaves the list if no person moves or visits.
#[must_use]
pub fn lasts(started: bool, has_timer: bool) -> i64 {
    match (started, has_timer) {
        (false, _) => HOUR,
        (true, true) => 7 * DAY,
        // without a timer a game may be played by correspondence
        (true, false) => 60 * DAY,
    }
}

/// What the rest of the server may know of a table without asking its task.
#[derive(Debug, Default)]
pub(super) struct Life(Mutex<(bool, Option<Instant>)>);

impl Life {
    /// Whether the game is over, and since when nothing can happen at the table by itself.
    pub(super) fn note(&self, over: bool, quiet: bool) {
        let mut life = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let since = if quiet { life.1.or_else(|| Some(Instant::now())) } else { None };
        *life = (over, since);
    }

    /// Something happens at the table.
    pub(super) fn stir(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).1 = None;
    }

    pub(super) fn is_over(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).0
    }

    /// Whether nobody is there, nobody's time runs and no bot is to move, for at least this long.
    pub(super) fn is_quiet(&self, least: Duration) -> bool {
        let since = self.0.lock().unwrap_or_else(PoisonError::into_inner).1;
        since.is_some_and(|since| since.elapsed() >= least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn quiet_is_counted_from_the_last_stir() {
        let life = Life::default();
        let minute = Duration::from_secs(60);
        assert!(!life.is_quiet(Duration::ZERO));
        life.note(false, true);
        tokio::time::advance(minute).await;
        life.note(true, true);
        assert!(life.is_quiet(minute) && life.is_over());
        life.stir();
        assert!(!life.is_quiet(Duration::ZERO));
        life.note(true, true);
        assert!(life.is_quiet(Duration::ZERO) && !life.is_quiet(minute));
    }

    #[test]
    fn tables_last_an_hour_a_week_or_sixty_days() {
        assert_eq!((lasts(false, true), lasts(false, false)), (3_600, 3_600));
        assert_eq!((lasts(true, true), lasts(true, false)), (604_800, 5_184_000));
    }
}
