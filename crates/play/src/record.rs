//! A game in writing: what it started from, then every action and outcome, one a line.
//!
//! ```text
//! hexwright-record 1
//! game: high-card
//! seat 0: random
//! seat 1: Ada
//! setup:
//! | seats 2
//! | cards 1
//!
//! chance deal 3
//! chance deal 5
//! chance die 2
//! 0: lay 3
//! 1: lay 5
//! check 7a3f00c2d81e4b95 scores 0 2
//! ```
//!
//! The writer has one form, so equal games give equal bytes. Derived facts are not stored; `check`
//! lines carry a fingerprint, points, or both, and replay compares them.
//!
//! Leniencies of the reader: lines end with LF, CR LF or CR; blank lines and lines that begin with `#`
//! are skipped; spaces around an entry do not count; a seat without a `seat` line is called `seat N`.
//! None of these survives writing. Losses: comments.

mod read;
mod replay;

pub use read::FINDINGS;
pub use replay::{ReplayError, Replayed, replay, replay_with};

use hexwright_core::step::Line;
use hexwright_core::{Actor, BadSetup, Game, Recorded};
use std::fmt;

/// The version this code writes, and the newest it reads.
pub const VERSION: u32 = 1;

/// A game in writing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// [`Game::NAME`].
    pub game: String,
    /// Names of the players, by seat.
    pub names: Vec<String>,
    /// What the game starts from, as [`Recorded::setup_text`] gives it.
    pub setup: String,
    /// What the dice followed from, as [`crate::dice::Proof`] spells it; empty if nobody noted it.
    pub dice: Vec<String>,
    /// What happened, in order.
    pub entries: Vec<Entry>,
}

/// A line of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// An action or an outcome.
    Step {
        /// Who did it.
        actor: Actor,
        /// What, in the game's notation.
        text: String,
    },
    /// What must be true at this point.
    Check(Check),
}

/// What must be true at a point of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Check {
    /// Of the position.
    pub fingerprint: Option<u64>,
    /// Points per seat.
    pub scores: Option<Vec<i32>>,
}

impl From<Line<'_>> for Entry {
    fn from(line: Line<'_>) -> Self {
        Self::Step { actor: line.actor, text: line.text.to_owned() }
    }
}

impl Check {
    /// Fingerprint and points of a position.
    pub fn of<G: Game>(game: &G, position: &G::Position) -> Self {
        Self { fingerprint: Some(game.fingerprint(position)), scores: Some(game.scores(position)) }
    }
}

impl Record {
    /// The game a record starts from.
    ///
    /// # Errors
    /// The record is of another game, or its setup is wrong.
    pub fn game<G: Recorded>(&self) -> Result<G, BadSetup> {
        if self.game != G::NAME {
            return Err(format!("expected a record of {}, found one of {}", G::NAME, self.game).into());
        }
        let game = G::from_setup(&self.setup)?;
        if game.seats() != self.names.len() {
            return Err(format!("expected {} seats, found {}", game.seats(), self.names.len()).into());
        }
        Ok(game)
    }

    /// How many actions and outcomes there are; checks do not count.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.entries.iter().filter(|e| matches!(e, Entry::Step { .. })).count()
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "hexwright-record {VERSION}\ngame: {}", self.game)?;
        for (seat, name) in self.names.iter().enumerate() {
            writeln!(f, "seat {seat}: {}", one_line(name))?;
        }
        writeln!(f, "setup:")?;
        for line in self.setup.lines() {
            writeln!(f, "| {line}")?;
        }
        self.dice.iter().try_for_each(|line| writeln!(f, "dice: {line}"))?;
        writeln!(f)?;
        self.entries.iter().try_for_each(|entry| writeln!(f, "{entry}"))
    }
}

/// A name as it stands in a record, on one line.
fn one_line(name: &str) -> String {
    let clean: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    clean.trim().to_owned()
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step { actor, text } => Line { actor: *actor, text }.fmt(f),
            Self::Check(check) => {
                f.write_str("check")?;
                if let Some(fingerprint) = check.fingerprint {
                    write!(f, " {fingerprint:016x}")?;
                }
                if let Some(scores) = &check.scores {
                    f.write_str(" scores")?;
                    scores.iter().try_for_each(|s| write!(f, " {s}"))?;
                }
                Ok(())
            }
        }
    }
}
