//! A step of a game and its one text form: the line of records, logs, sockets and bots.
//!
//! A seat's action is written `SEAT: action`, an outcome of chance `chance outcome`. The action itself
//! is in the notation of its game.
//!
//! Leniency of the reader: blanks around the seat and around the action do not count. The writer has one form.
//!
//! ```
//! use hexwright_core::step::Line;
//!
//! let line = Line::read("0: end-turn").unwrap();
//! assert_eq!(line.text, "end-turn");
//! ```

use crate::game::{Actor, Game, Seat};
use std::fmt;

/// Who did what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step<A> {
    /// A seat, or chance.
    pub actor: Actor,
    /// What it did.
    pub action: A,
}

impl<A> Step<A> {
    /// A seat's action.
    pub const fn seat(seat: Seat, action: A) -> Self {
        Self { actor: Actor::Seat(seat), action }
    }

    /// An outcome of chance.
    pub const fn chance(action: A) -> Self {
        Self { actor: Actor::Chance, action }
    }

    /// The line of a step about to be played in `position`.
    pub fn line<G: Game<Action = A>>(&self, game: &G, position: &G::Position) -> String {
        let text = game.action_text(position, &self.action);
        Line { actor: self.actor, text: &text }.to_string()
    }

    /// The step a line means in `position`. Whether it is legal there is up to [`Game::play`].
    ///
    /// # Errors
    /// The line names neither a seat of the game nor chance, or its text is no action of the game.
    pub fn read<G: Game<Action = A>>(
        game: &G,
        position: &G::Position,
        line: &str,
    ) -> Result<Self, StepError<G::Refusal>> {
        let line = Line::read(line)?;
        if let Actor::Seat(seat) = line.actor
            && seat.index() >= game.seats()
        {
            return Err(LineError::NoSuchSeat { seat, seats: game.seats() }.into());
        }
        let action = game.parse_action(position, line.actor, line.text).map_err(StepError::Action)?;
        Ok(Self { actor: line.actor, action })
    }
}

/// A line taken apart: who, and the text of the action. For those who do not know the game.
///
/// ```
/// use hexwright_core::step::Line;
/// use hexwright_core::{Actor, Seat};
///
/// let line = Line::read("2: road 19-20").unwrap();
/// assert_eq!((line.actor, line.text), (Actor::Seat(Seat(2)), "road 19-20"));
/// assert_eq!(line.to_string(), "2: road 19-20");
/// assert_eq!(Line::read("chance roll 3 4").unwrap().actor, Actor::Chance);
/// assert_eq!(
///     Line::read("road 19-20").unwrap_err().to_string(),
///     "expected `SEAT: action` or `chance outcome`, found \"road 19-20\""
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// A seat, or chance.
    pub actor: Actor,
    /// The action in its game's notation.
    pub text: &'a str,
}

impl<'a> Line<'a> {
    /// Takes a line apart. Blanks around the seat and around the text do not count.
    ///
    /// # Errors
    /// The line begins neither with a seat and a colon nor with `chance`.
    pub fn read(line: &'a str) -> Result<Self, LineError> {
        if let Some(text) = line.strip_prefix("chance ") {
            return Ok(Self { actor: Actor::Chance, text: text.trim() });
        }
        let seat = line.split_once(':').and_then(|(seat, text)| Some((seat.trim().parse().ok()?, text)));
        let (seat, text) = seat.ok_or_else(|| LineError::Form(line.to_owned()))?;
        Ok(Self { actor: Actor::Seat(Seat(seat)), text: text.trim() })
    }
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.actor {
            Actor::Seat(seat) => write!(f, "{seat}: {}", self.text),
            Actor::Chance => write!(f, "chance {}", self.text),
        }
    }
}

/// Why a line is no step of any game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// Neither a seat nor chance.
    #[error("expected `SEAT: action` or `chance outcome`, found {0:?}")]
    Form(String),
    /// More seats than the game has.
    #[error("there is no seat {seat}; the game has seats 0 to {}", seats - 1)]
    NoSuchSeat {
        /// As written.
        seat: Seat,
        /// How many there are.
        seats: usize,
    },
}

/// Why a line is no step of this game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StepError<R> {
    /// The line itself.
    #[error(transparent)]
    Line(#[from] LineError),
    /// The text of its action.
    #[error(transparent)]
    Action(R),
}
