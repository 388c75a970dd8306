//! Any bytes as a log of Terra Mystica.

use crate::MOST_ACTIONS;
use hexwright_terra::text::ledger::{Log, Replay, verify_ledger};

/// Reads bytes as a log, writes it, plays it and writes the ledger.
///
/// # Panics
/// If a law is broken: a log that is read is written and read back to the same commands; a command
/// that is refused is refused in the written log too.
pub fn terra_ledger(bytes: &[u8]) {
    let _ = verify_ledger(bytes);
    let Ok(mut log) = Log::read(bytes) else { return };
    log.entries.truncate(MOST_ACTIONS);
    let written = log.write();
    let again =
        Log::read(written.as_bytes()).unwrap_or_else(|e| panic!("a written log is refused: {e}\n{written}"));
    assert_eq!((again.map, again.options, &again.entries), (log.map, log.options, &log.entries), "{written}");
    let Ok(mut replay) = Replay::new(&log) else { return };
    let first = replay.play_to(usize::MAX);
    let _ = replay.ledger();
    let mut second = Replay::new(&again).expect("the same log makes the same game");
    assert_eq!(second.play_to(usize::MAX).is_ok(), first.is_ok());
    assert_eq!(second.position(), replay.position());
}
