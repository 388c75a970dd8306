//! What players chose, kept so that a game can be told again without thinking.
//!
//! Thinking is most of what a game costs. Whoever knows what was chosen gets the same game, and everything that was counted
//! in it, for a small part of the time. So the shards of a verdict tell each other choices, and nothing else.

use hexwright_catan::game::Catan;
use hexwright_core::{Fast, SeatSet};
use hexwright_play::Players;
use hexwright_play::ask::Asked;
use hexwright_play::bot::Bot;
use std::sync::{Arc, Mutex, PoisonError};

/// Stands for waiting among the choices.
const WAITS: u16 = u16::MAX;

/// The choices of one piece of work, in the order in which they are made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Choices(Option<Arc<Mutex<Told>>>);

#[derive(Debug)]
struct Told {
    choices: Vec<u16>,
    /// How many were told again; `None` while they are made.
    again: Option<usize>,
}

impl Choices {
    /// Nobody wants to know what is chosen.
    pub(crate) const fn free() -> Self {
        Self(None)
    }

    /// Keeps what is chosen.
    pub(crate) fn kept() -> Self {
        Self::told(Vec::new(), None)
    }

    /// What is chosen is known already.
    pub(crate) fn known(choices: Vec<u16>) -> Self {
        Self::told(choices, Some(0))
    }

    fn told(choices: Vec<u16>, again: Option<usize>) -> Self {
        Self(Some(Arc::new(Mutex::new(Told { choices, again }))))
    }

    /// The next choice: the one that is known, or else what `think` finds.
    pub(crate) fn next(&self, think: impl FnOnce() -> u16) -> u16 {
        let Some(told) = &self.0 else { return think() };
        let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
        match told.again {
            None => {
                let choice = think();
                told.choices.push(choice);
                choice
            }
            Some(again) => {
                told.again = Some(again + 1);
                // what is missing is noticed at the end
                told.choices.get(again).copied().unwrap_or(0)
            }
        }
    }

    /// All choices that were kept; `None` if those that were known are not exactly those that were asked for.
    pub(crate) fn finish(&self) -> Option<Vec<u16>> {
        let Some(told) = &self.0 else { return Some(Vec::new()) };
        let told = told.lock().unwrap_or_else(PoisonError::into_inner);
        told.again.is_none_or(|again| again == told.choices.len()).then(|| told.choices.clone())
    }

    /// The same players, whose choices are kept or known.
    pub(crate) fn of(&self, players: Players<Catan>) -> Players<Catan> {
        if self.0.is_none() {
            return players;
        }
        let teller = |thinker| Box::new(Teller { thinker, choices: self.clone() }) as Box<dyn Bot<Catan>>;
        Players(players.0.into_iter().map(teller).collect())
    }
}

/// A player whose choices are kept or known. It makes no offers: players of verdicts do not.
struct Teller {
    thinker: Box<dyn Bot<Catan>>,
    choices: Choices,
}

impl Bot<Catan> for Teller {
    fn name(&self) -> String {
        self.thinker.name()
    }

    fn decide(&mut self, asked: &Asked<'_, Catan>, random: &mut Fast) -> Option<usize> {
        let Self { thinker, choices } = self;
        let choice = choices.next(|| {
            let place =
                thinker.decide(asked, random).map(|place| place.min(asked.legal.len().saturating_sub(1)));
            place.and_then(|place| u16::try_from(place).ok()).unwrap_or(WAITS)
        });
        (choice != WAITS).then_some(usize::from(choice))
    }

    fn over(&mut self, winners: SeatSet, scores: &[i32]) {
        self.thinker.over(winners, scores);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_told_again_in_order() {
        let made = Choices::kept();
        assert_eq!([made.next(|| 3), made.next(|| 5)], [3, 5]);
        let choices = made.finish().unwrap();
        assert_eq!(choices, [3, 5]);
        let known = Choices::known(choices);
        let think = || panic!("nobody has to think");
        assert_eq!(known.next(think), 3);
        assert_eq!(known.finish(), None, "one was not told");
        assert_eq!(known.next(think), 5);
        assert_eq!(known.finish(), Some(vec![3, 5]));
        known.next(think);
        assert_eq!(known.finish(), None, "one was told that is not known");
        assert_eq!(Choices::free().next(|| 7), 7);
    }
}
