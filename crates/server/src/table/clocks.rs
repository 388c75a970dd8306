//! Time to move. A clock runs for each person the game waits for; it starts anew with every turn.
//!
//! Nothing of it is stored: a server that was down costs nobody time, and what a clock leads to is an
//! ordinary action in the log.

use hexwright_core::Seat;
use std::collections::BTreeMap;
use std::time::Duration;
use tokio::time::Instant;

/// A person whose clock has run out gets this long for each further decision of the same turn.
const HURRY: Duration = Duration::from_secs(2);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Clock {
    ends: Instant,
    turn: u32,
    /// The number of the state it was set in: each further decision of a hurried turn gets new time.
    hurried_at: Option<usize>,
}

/// The running clocks.
#[derive(Debug, Default)]
pub(super) struct Clocks(BTreeMap<u8, Clock>);

impl Clocks {
    /// Lets the clocks of these seats run, and no others.
    pub(super) fn run(
        &mut self,
        waiting: impl Iterator<Item = Seat>,
        turn: u32,
        n: usize,
        allowance: Duration,
    ) {
        let waiting: Vec<u8> = waiting.map(|s| s.0).collect();
        self.0.retain(|seat, _| waiting.contains(seat));
        let now = Instant::now();
        for seat in waiting {
            let fresh = Clock { ends: now + allowance, turn, hurried_at: None };
            let clock = self.0.entry(seat).or_insert(fresh);
            if clock.turn != turn {
                *clock = fresh;
            } else if clock.hurried_at.is_some_and(|at| at != n) {
                *clock = Clock { ends: now + HURRY.min(allowance), turn, hurried_at: Some(n) };
            }
        }
    }

    /// The seats whose time is over; from now on they must hurry.
    pub(super) fn expired(&mut self, n: usize) -> Vec<Seat> {
        let now = Instant::now();
        let over = self.0.iter_mut().filter(|(_, clock)| clock.ends <= now);
        over.map(|(&seat, clock)| {
            // if the move made for it is not the last of its turn, the next one gets the short time
            *clock = Clock { ends: now + HURRY, turn: clock.turn, hurried_at: Some(n) };
            Seat(seat)
        })
        .collect()
    }

    /// Gives everybody more time, because nobody could move for so long.
    pub(super) fn extend(&mut self, time: Duration) {
        self.0.values_mut().for_each(|clock| clock.ends += time);
    }

    /// The next moment a clock runs out.
    pub(super) fn next(&self) -> Option<Instant> {
        self.0.values().map(|c| c.ends).min()
    }

    /// Milliseconds left by seat.
    pub(super) fn left(&self) -> BTreeMap<u8, u64> {
        let now = Instant::now();
        let left = |c: &Clock| c.ends.saturating_duration_since(now).as_millis() as u64;
        self.0.iter().map(|(&seat, clock)| (seat, left(clock))).collect()
    }
}
