//! Playing a record again, with every entry checked.

use super::{Check, Entry, Record};
use hexwright_core::{Game, Step};

/// Why a record cannot be replayed. Entries are numbered from 1; checks have no number of their own.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// An action or outcome cannot be read, or is not legal there.
    #[error("entry {number}, \"{entry}\": {reason}")]
    Refused {
        /// Which entry.
        number: usize,
        /// The entry as written.
        entry: String,
        /// The game's reason.
        reason: String,
    },
    /// A check does not hold.
    #[error("after entry {number}: expected {expected}, found {found}")]
    Differs {
        /// The last entry before the check.
        number: usize,
        /// As the record says.
        expected: String,
        /// As replayed.
        found: String,
    },
}

/// An entry that has just been replayed.
#[derive(Debug)]
pub struct Replayed<'a, G: Game> {
    /// Number from 1.
    pub number: usize,
    /// Who did what.
    pub step: &'a Step<G::Action>,
    /// The entry as written.
    pub entry: &'a Entry,
    /// The position before it.
    pub before: &'a G::Position,
    /// The position after it.
    pub after: &'a G::Position,
}

/// Replays a record to its end.
///
/// # Errors
/// The first entry that is refused or the first check that does not hold.
pub fn replay<G: Game>(game: &G, record: &Record) -> Result<G::Position, ReplayError> {
    replay_with(game, record, |_| true)
}

/// Replays a record and shows each step; stops early when `show` says `false`.
///
/// # Errors
/// The first entry that is refused or the first check that does not hold.
pub fn replay_with<G: Game>(
    game: &G,
    record: &Record,
    mut show: impl FnMut(Replayed<'_, G>) -> bool,
) -> Result<G::Position, ReplayError> {
    let mut position = game.start();
    let mut number = 0;
    for entry in &record.entries {
        match entry {
            Entry::Step { actor, text } => {
                number += 1;
                let refused = |reason: G::Refusal| ReplayError::Refused {
                    number,
                    entry: entry.to_string(),
                    reason: reason.to_string(),
                };
                let action = game.parse_action(&position, *actor, text).map_err(refused)?;
                let step = Step { actor: *actor, action };
                let before = position.clone();
                game.play(&mut position, step.actor, &step.action).map_err(refused)?;
                if !show(Replayed { number, step: &step, entry, before: &before, after: &position }) {
                    break;
                }
            }
            Entry::Check(check) => compare(game, &position, check, number)?,
        }
    }
    Ok(position)
}

fn compare<G: Game>(
    game: &G,
    position: &G::Position,
    check: &Check,
    number: usize,
) -> Result<(), ReplayError> {
    if let Some(expected) = &check.scores {
        let found = game.scores(position);
        if *expected != found {
            let [expected, found] = [expected, &found].map(|s| format!("points {s:?}"));
            return Err(ReplayError::Differs { number, expected, found });
        }
    }
    match check.fingerprint {
        Some(expected) if expected != game.fingerprint(position) => Err(ReplayError::Differs {
            number,
            expected: format!("fingerprint {expected:016x}"),
            found: format!("{:016x}", game.fingerprint(position)),
        }),
        _ => Ok(()),
    }
}
