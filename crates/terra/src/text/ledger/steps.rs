//! Logs as steps of the game contract, and back: what records are made of.

use super::{Log, Replay, ReplayError};
use crate::game::{Action, Command, Position, Refusal, Terra};
use hexwright_core::{Actor, Game as _, Seat, Step};

impl Log {
    /// The game and the steps that lead through the whole log.
    ///
    /// # Errors
    /// Why the log cannot be played, or which of its commands the game takes from logs only: goods lost for nothing,
    /// choices of setup out of turn.
    pub fn steps(&self) -> Result<(Terra, Vec<Step<Action>>), ReplayError> {
        let mut replay = Replay::new(self)?;
        let (game, mut steps) = (replay.game().clone(), Vec::new());
        let mut position = replay.position().clone();
        while let Some(entry) = self.entries.get(replay.played()) {
            let number = replay.played() + 1;
            let illegal = |refusal| ReplayError::Illegal { number, text: entry.text.clone(), refusal };
            let command = match replay.upcoming().map_err(illegal)? {
                Some(found) => Some(found),
                None => replay.administrative(&entry.text).map_err(illegal)?,
            };
            replay.step()?;
            let Some((seat, command)) = command.filter(|(_, command)| *command != Command::Wait) else {
                continue;
            };
            // what changes nothing is no step: answers that other programs ask for in vain
            if *replay.position() == position {
                continue;
            }
            let last = position.after.as_ref().map(|(last, _)| *last);
            let mut play = |seat, action: Action| {
                game.play(&mut position, Actor::Seat(seat), &action)
                    .map(|()| steps.push(Step::seat(seat, action)))
            };
            if let Err(refusal) = play(seat, command.into()) {
                // a log does not say that a turn ends without its dwelling
                play(last.ok_or_else(|| illegal(refusal))?, Command::Done.into()).map_err(illegal)?;
                play(seat, command.into()).map_err(illegal)?;
            }
            if !is_same(replay.position(), &position) {
                return Err(illegal(Refusal::OnlyInLogs));
            }
        }
        Ok((game, steps))
    }

    /// The log of steps from the start of a game.
    #[must_use]
    pub fn of_steps(game: &Terra, steps: &[Step<Action>]) -> Self {
        let (mut log, mut position) = (Self::begin(game), game.start());
        for step in steps {
            if let Actor::Seat(seat) = step.actor {
                log.push(game, &position, seat, &step.action);
            }
            game.play_unchecked(&mut position, step.actor, &step.action);
        }
        log
    }
}

/// Whether two positions agree, whoever may still add to the last turn: a log closes turns with commands that do nothing.
fn is_same(one: &Position, other: &Position) -> bool {
    let closed = |position: &Position| Position { after: None, ..position.clone() };
    closed(one) == closed(other)
}

impl Replay {
    /// The command an administrative line stands for: somebody drops out, or bids.
    fn administrative(&self, text: &str) -> Result<Option<(Seat, Command)>, Refusal> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words.as_slice() {
            ["drop-faction", name] => Ok(Some((self.named(name)?, Command::Drop))),
            ["bid", ..] => self.bid_of(&words).map(Some),
            _ => Ok(None),
        }
    }
}
