//! How a table goes on when somebody leaves: what a person can do with the own seat, and what the others can
//! decide by vote.

use super::ToClient;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What a person does with the own seat.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Departure {
    /// Gives the seat up for good; a bot plays on. The game ends if no other person plays.
    Resign,
    /// Lets a bot play until the person is back.
    HandOver,
    /// Takes the seat back from the bot.
    Return,
}

/// What the people at a table can decide together.
#[derive(
    Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord, schemars::JsonSchema,
)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Motion {
    /// The game ends now, without a winner.
    End,
    /// A bot plays for somebody who has left.
    Bot {
        /// The seat of whoever has left.
        seat: u8,
    },
    /// The seat of somebody who has left becomes free.
    Open {
        /// The seat of whoever has left.
        seat: u8,
    },
}

/// A motion somebody has voted for.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub struct Poll {
    /// What is to be decided.
    pub motion: Motion,
    /// The seats that voted for it.
    pub votes: Vec<u8>,
    /// How many votes it needs.
    pub needed: usize,
}

/// Why a game ended without a winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The people voted to end it.
    Vote,
    /// Every person gave up.
    Left,
    /// Nobody came for a long time.
    Abandoned,
}

impl Ended {
    /// As it is stored and told.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Vote => "vote",
            Self::Left => "left",
            Self::Abandoned => "abandoned",
        }
    }
}

/// The votes of the people at a table. They are not stored: like who is here they are about this moment, and
/// after a restart people vote again.
#[derive(Debug, Default)]
pub(super) struct Votes(BTreeMap<Motion, BTreeSet<u8>>);

impl Votes {
    /// Whether nobody has voted for anything.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Notes a vote, or takes it back.
    pub(super) fn cast(&mut self, motion: Motion, seat: u8, yes: bool) {
        let votes = self.0.entry(motion).or_default();
        if yes {
            votes.insert(seat);
        } else {
            votes.remove(&seat);
        }
    }

    /// Forgets motions that are decided or without object, and votes of people who do not vote any more.
    pub(super) fn retain(&mut self, voters: &[u8], open: impl Fn(Motion) -> bool) {
        self.0.values_mut().for_each(|votes| votes.retain(|seat| voters.contains(seat)));
        self.0.retain(|&motion, votes| !votes.is_empty() && open(motion));
    }

    /// The motion that more than half of the voters want, if there is one.
    pub(super) fn carried(&self, voters: usize) -> Option<Motion> {
        self.0.iter().find(|(_, votes)| votes.len() >= needed(voters)).map(|(&motion, _)| motion)
    }

    /// What everybody is told.
    pub(super) fn polls(&self, voters: usize) -> ToClient<'static> {
        let poll = |(&motion, votes): (&Motion, &BTreeSet<u8>)| Poll {
            motion,
            votes: votes.iter().copied().collect(),
            needed: needed(voters),
        };
        ToClient::Polls { polls: self.0.iter().map(poll).collect() }
    }
}

/// More than half.
const fn needed(voters: usize) -> usize {
    voters / 2 + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_than_half_of_the_voters_decide() {
        let mut votes = Votes::default();
        votes.cast(Motion::End, 0, true);
        assert_eq!(votes.carried(1), Some(Motion::End), "who is alone decides alone");
        assert_eq!((votes.carried(2), votes.carried(3)), (None, None));
        votes.cast(Motion::End, 2, true);
        assert_eq!((votes.carried(3), votes.carried(4)), (Some(Motion::End), None));
        votes.retain(&[0, 1, 3], |_| true);
        assert_eq!(votes.carried(3), None, "the vote of somebody who left does not count");
        votes.cast(Motion::End, 0, false);
        votes.retain(&[0, 1, 3], |_| true);
        let ToClient::Polls { polls } = votes.polls(3) else { panic!("expected polls") };
        assert_eq!(polls, []);
    }
}
