//! Whether every outcome of a record is what its dice gave.

use super::{BadProof, Dice, Drawn, Proof, sha256};
use crate::record::{Entry, Record, ReplayError, replay_with};
use hexwright_core::{Actor, Game, Random as _};

/// Why the dice of a record are not what it says.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiceError {
    /// The record says nothing of its dice.
    #[error(
        "the record says nothing of its dice; only records of tables do, and not those written before tables kept them"
    )]
    Nothing,
    /// A line about the dice is wrong.
    #[error("a line about the dice: {0}")]
    Line(#[from] BadProof),
    /// The secret is not the one whose hash was shown.
    #[error("the hash is not that of the secret: expected {expected}")]
    Secret {
        /// The hash of the secret.
        expected: String,
    },
    /// A seat opened something else than it committed to.
    #[error("seat {0} opened other bytes than those it committed to")]
    Pledge(u8),
    /// The board was drawn with another seed.
    #[error("the seed of the board is {expected:016x} by the dice, not {found:016x}")]
    Board {
        /// By the dice.
        expected: u64,
        /// As the record says.
        found: u64,
    },
    /// Another board follows from the seed.
    #[error("another board is drawn with the seed {0:016x}")]
    OtherBoard(u64),
    /// The game cannot be followed.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// An outcome is not the one that was drawn.
    #[error("entry {number}, \"{entry}\": the dice gave \"{expected}\"")]
    Outcome {
        /// Which entry.
        number: usize,
        /// As the record says.
        entry: String,
        /// By the dice.
        expected: String,
    },
    /// The number of a draw is not the one the dice give.
    #[error("draw {number} is \"{expected}\" by the dice, not {found}")]
    Drawn {
        /// Which, from 0.
        number: usize,
        /// As the record says, or that it says nothing.
        found: String,
        /// By the dice.
        expected: String,
    },
    /// There are draws without an outcome.
    #[error("expected {expected} draws, as many as outcomes of chance; found {found}")]
    Count {
        /// Outcomes of chance.
        expected: usize,
        /// Draws.
        found: usize,
    },
}

/// Dice that are what the record says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerifiedDice {
    /// Outcomes of chance, all as drawn.
    pub draws: usize,
    /// Seats whose bytes went into them.
    pub opened: usize,
    /// Seats that committed and did not open.
    pub left_out: usize,
}

/// Whether every outcome of chance follows from the dice of the record, by the rules of its game. Whether the board
/// itself was drawn with its seed is for those to say who can draw it; that the seed is right is checked.
///
/// # Errors
/// The first thing that is not as it should be.
pub fn verify<G: Game>(game: &G, record: &Record) -> Result<VerifiedDice, DiceError> {
    if record.dice.is_empty() {
        return Err(DiceError::Nothing);
    }
    let proof = Proof::read(&record.dice)?;
    let hash = sha256(proof.dice.secret.as_bytes());
    if hash != proof.hash {
        return Err(DiceError::Secret { expected: hash });
    }
    if let Some(pledge) = proof.dice.pledges.iter().find(|pledge| !pledge.is_kept()) {
        return Err(DiceError::Pledge(pledge.seat));
    }
    if let Some((_, found)) = proof.board
        && found != proof.dice.board_seed()
    {
        return Err(DiceError::Board { expected: proof.dice.board_seed(), found });
    }
    // what is noted must be what the dice give: that needs no rules, and a replay takes longer
    for (number, &found) in proof.draws.iter().enumerate() {
        let expected = Drawn { value: proof.dice.draw(number).below(found.of), of: found.of };
        if found != expected {
            let (found, expected) = (format!("\"{found}\""), expected.to_string());
            return Err(DiceError::Drawn { number, found, expected });
        }
    }
    let drawn = outcomes(game, record, &proof.dice)?;
    for (number, expected) in drawn.iter().enumerate() {
        let found = proof.draws.get(number);
        if found != Some(expected) {
            let found = found.map_or_else(|| "noted".to_owned(), |found| format!("\"{found}\""));
            return Err(DiceError::Drawn { number, found, expected: expected.to_string() });
        }
    }
    if drawn.len() != proof.draws.len() {
        return Err(DiceError::Count { expected: drawn.len(), found: proof.draws.len() });
    }
    let opened = proof.dice.pledges.iter().filter(|pledge| pledge.opened.is_some()).count();
    Ok(VerifiedDice { draws: drawn.len(), opened, left_out: proof.dice.pledges.len() - opened })
}

/// The proof of a record whose outcomes were drawn with these dice.
///
/// # Errors
/// If an outcome was not drawn with them.
pub fn prove<G: Game>(
    game: &G,
    record: &Record,
    dice: Dice,
    asked: Option<String>,
) -> Result<Proof, DiceError> {
    let draws = outcomes(game, record, &dice)?;
    let board = asked.map(|asked| (asked, dice.board_seed()));
    Ok(Proof { hash: sha256(dice.secret.as_bytes()), dice, board, draws })
}

/// Replays a record; every outcome must be the one drawn.
fn outcomes<G: Game>(game: &G, record: &Record, dice: &Dice) -> Result<Vec<Drawn>, DiceError> {
    let (mut drawn, mut wrong) = (Vec::new(), None);
    replay_with(game, record, |played| {
        if played.step.actor != Actor::Chance {
            return true;
        }
        let (mut outcomes, mut words) = (Vec::new(), dice.draw(drawn.len()));
        game.outcomes(played.before, &mut outcomes);
        let of = outcomes.iter().map(|o| u64::from(o.weight)).sum();
        let weights = outcomes.iter().map(|o| u64::from(o.weight));
        let chosen = words.clone().weighted(weights).map(|i| outcomes.swap_remove(i).action);
        drawn.push(Drawn { value: words.below(of), of });
        let expected = chosen.map(|action| game.action_text(played.before, &action)).unwrap_or_default();
        let Entry::Step { text, .. } = played.entry else { return true };
        if *text != expected {
            let (number, entry) = (played.number, played.entry.to_string());
            wrong = Some(DiceError::Outcome { number, entry, expected: format!("chance {expected}") });
        }
        wrong.is_none()
    })?;
    wrong.map_or(Ok(drawn), Err)
}
