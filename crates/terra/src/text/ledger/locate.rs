//! Finding a snapshot in a log.

use super::{Log, Replay, ReplayError};
use crate::text::snapshot::{self, Mode, Snapshot};

impl Log {
    /// After how many commands the position has this very text; several if commands change nothing.
    ///
    /// # Errors
    /// Why the log cannot be played.
    pub fn locate(&self, text: &str) -> Result<Vec<usize>, ReplayError> {
        let mut replay = Replay::new(self)?;
        let round =
            text.lines().find_map(|l| l.strip_prefix("Round:")).and_then(|r| r.trim().parse::<u8>().ok());
        let mut found = Vec::new();
        loop {
            // writing is dear, so only positions of the right round are compared
            let position = replay.position();
            if round.is_none_or(|r| r == position.round)
                && snapshot::write(&Snapshot::of(replay.game(), position), Mode::Full) == text
            {
                found.push(replay.played());
            }
            if !replay.step()? {
                return Ok(found);
            }
        }
    }
}
