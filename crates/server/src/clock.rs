//! The one place that reads the clock, and notices when somebody sets it.

use std::time::Duration;
use tokio::time::Instant;

/// A clock that went this many seconds further than time itself has jumped.
const JUMP: i64 = 3_600;
/// For so long after a jump nothing is ended by the word of the clock: whoever set it wrong can set it right.
const DOUBT: Duration = Duration::from_secs(3_600);

/// Seconds since 1970.
#[must_use]
pub fn now() -> i64 {
    crate::seams::seconds()
}

/// Compares the clock of the machine, which anybody can set, with the time that passes.
#[derive(Debug)]
pub(crate) struct Watch {
    wall: i64,
    own: Instant,
    doubt_until: Option<Instant>,
}

impl Watch {
    /// Begins at this moment.
    pub(crate) fn new(wall: i64, own: Instant) -> Self {
        Self { wall, own, doubt_until: None }
    }

    /// Whether the clock can be believed, at this moment and since the last time it was asked.
    pub(crate) fn believes(&mut self, wall: i64, own: Instant) -> bool {
        let ahead = wall - self.wall - own.duration_since(self.own).as_secs() as i64;
        (self.wall, self.own) = (wall, own);
        if ahead > JUMP {
            tracing::warn!(seconds = ahead, "the clock jumped ahead; no game is ended for an hour");
            self.doubt_until = Some(own + DOUBT);
        }
        self.doubt_until.is_none_or(|until| own >= until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn after_a_jump_the_clock_is_doubted_for_an_hour() {
        let begin = Instant::now();
        let at = |seconds: u64| begin + Duration::from_secs(seconds);
        let mut watch = Watch::new(1_000, begin);
        assert!(watch.believes(1_060, at(60)), "as fast as time");
        assert!(watch.believes(500, at(120)), "back: nothing ends too early by that");
        assert!(watch.believes(3_000, at(180)), "set right by less than an hour");
        assert!(!watch.believes(90_000, at(240)), "a day ahead");
        assert!(!watch.believes(93_500, at(3_800)), "and still in doubt");
        assert!(watch.believes(93_580, at(3_880)), "an hour later it is believed");
    }
}
