//! Where in a log a position stands.

use super::ledger::{Log, Replay, ReplayError};
use super::snapshot::{Mode, Snapshot, write};

/// The log positions (numbers of commands played) whose full text equals the snapshot's. Several,
/// when commands in between change nothing.
///
/// # Errors
/// Why the log cannot be played to its end.
pub fn locate(log: &Log, wanted: &Snapshot) -> Result<Vec<usize>, ReplayError> {
    let text = write(wanted, Mode::Full);
    let mut replay = Replay::new(log)?;
    let mut found = Vec::new();
    loop {
        let position = replay.position();
        // Most positions differ in round or points; only the others are worth writing.
        let near = i32::from(position.round) == wanted.round.value
            && wanted.players.iter().all(|p| {
                let seat = position.seat_of(p.faction.value);
                seat.is_some_and(|seat| i32::from(position.player(seat).points) == p.vp.value)
            });
        if near && write(&Snapshot::of(replay.game(), position), Mode::Full) == text {
            found.push(replay.played());
        }
        if !replay.step()? {
            return Ok(found);
        }
    }
}
