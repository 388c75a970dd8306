//! The one way to ask a bot.
//!
//! A bot gets its seat's view and the legal list. It may first make an offer that no list holds; one that
//! the rules refuse is dropped. Then it decides. If it declines although it may not wait, the first legal
//! action is played; a place behind the end of the list counts as the last.
//!
//! ```
//! use hexwright_core::{Fast, Game, Seat};
//! use hexwright_play::{ask::Ask, bot::RandomBot, run::Run, toy::HighCard, Players};
//!
//! let game = HighCard::new(2, 1).unwrap();
//! let mut run = Run::new(&game, 1, 0);
//! let mut players = Players::new(&game, |_| Box::new(RandomBot));
//! while run.due().is_empty() {
//!     run.step(&mut players);
//! }
//! let ask = Ask::new(&game, run.position(), Seat(0));
//! let action = ask.bot(&mut RandomBot, &mut Fast::new(1, 1)).unwrap();
//! assert!(game.action_text(run.position(), &action).starts_with("lay "));
//! ```

use crate::bot::{Bot, SeatKnowledge};
use hexwright_core::{Actor, Fast, Game, Seat};

/// All that a bot may look at when it decides.
pub struct Asked<'a, G: Game> {
    /// The immutable half of the game: board, options. It holds nothing hidden.
    pub game: &'a G,
    /// Who decides.
    pub seat: Seat,
    /// What the seat knows, to be read like a view and to imagine worlds from.
    pub view: &'a SeatKnowledge<'a, G>,
    /// What it may do; never empty.
    pub legal: &'a [G::Action],
    /// Whether the seat may also wait, because another seat can act instead.
    pub may_wait: bool,
}

impl<G: Game> Asked<'_, G> {
    /// An action in the notation of records.
    #[must_use]
    pub fn text(&self, action: &G::Action) -> String {
        self.view.action_text(action)
    }

    /// Lets somebody choose among some of the actions only, given by their places in ascending order;
    /// the answer is a place in the whole list.
    pub fn among(
        &self,
        places: &[usize],
        choose: impl FnOnce(&Asked<'_, G>) -> Option<usize>,
    ) -> Option<usize> {
        let legal: Vec<G::Action> = places.iter().map(|&i| self.legal[i].clone()).collect();
        let chosen = choose(&Asked { legal: &legal, ..*self })?;
        places.get(chosen.min(places.len().saturating_sub(1))).copied()
    }
}

impl<G: Game> std::fmt::Debug for Asked<'_, G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Asked").field("seat", &self.seat).field("legal", &self.legal).finish_non_exhaustive()
    }
}

/// A seat of a position, about to be asked.
#[derive(Debug)]
pub struct Ask<'a, G: Game> {
    game: &'a G,
    position: &'a G::Position,
    seat: Seat,
    may_wait: bool,
}

impl<'a, G: Game> Ask<'a, G> {
    /// Asks this seat, which must act.
    pub const fn new(game: &'a G, position: &'a G::Position, seat: Seat) -> Self {
        Self { game, position, seat, may_wait: false }
    }

    /// Whether the seat may also wait, because another seat can act instead.
    #[must_use]
    pub const fn may_wait(mut self, may_wait: bool) -> Self {
        self.may_wait = may_wait;
        self
    }

    /// What a bot plays: an offer of its own or a legal action. `None` if the seat can do nothing, or
    /// waits and may.
    pub fn bot(&self, bot: &mut dyn Bot<G>, random: &mut Fast) -> Option<G::Action> {
        self.bot_with(&mut Vec::new(), bot, random)
    }

    /// As [`Self::bot`], with a list that is used again.
    pub(crate) fn bot_with(
        &self,
        legal: &mut Vec<G::Action>,
        bot: &mut dyn Bot<G>,
        random: &mut Fast,
    ) -> Option<G::Action> {
        legal.clear();
        self.game.legal(self.position, self.seat, legal);
        if legal.is_empty() {
            return None;
        }
        let answer = self.about(legal, |asked| match bot.propose(asked, random) {
            Some(offer) if self.is_legal(&offer) => Answer::Offer(offer),
            _ => Answer::Place(self.place(asked, bot, random)),
        });
        match answer {
            Answer::Offer(offer) => Some(offer),
            Answer::Place(place) => place.map(|place| legal.swap_remove(place)),
        }
    }

    /// Which of these legal actions a bot plays: for those who allow fewer than the rules do. It is not
    /// asked for offers. `None` if the list is empty, or if it waits and may.
    pub fn bot_among(&self, legal: &[G::Action], bot: &mut dyn Bot<G>, random: &mut Fast) -> Option<usize> {
        if legal.is_empty() {
            return None;
        }
        self.about(legal, |asked| self.place(asked, bot, random))
    }

    /// What somebody says who is asked about these legal actions: a judge, a search.
    pub fn about<T>(&self, legal: &[G::Action], answer: impl FnOnce(&Asked<'_, G>) -> T) -> T {
        let view = SeatKnowledge::new(self.game, self.position, self.seat);
        answer(&Asked { game: self.game, seat: self.seat, view: &view, legal, may_wait: self.may_wait })
    }

    fn is_legal(&self, offer: &G::Action) -> bool {
        self.game.play(&mut self.position.clone(), Actor::Seat(self.seat), offer).is_ok()
    }

    fn place(&self, asked: &Asked<'_, G>, bot: &mut dyn Bot<G>, random: &mut Fast) -> Option<usize> {
        match bot.decide(asked, random) {
            None if self.may_wait => None,
            place => Some(place.unwrap_or(0).min(asked.legal.len() - 1)),
        }
    }
}

enum Answer<A> {
    Offer(A),
    Place(Option<usize>),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Players;
    use crate::bot::RandomBot;
    use crate::run::Run;
    use crate::toy::{Action, HighCard};

    /// Proposes one action and decides for one place.
    struct Fixed(Option<Action>, Option<usize>);

    impl Bot<HighCard> for Fixed {
        fn name(&self) -> String {
            "fixed".to_owned()
        }
        fn propose(&mut self, _: &Asked<'_, HighCard>, _: &mut Fast) -> Option<Action> {
            self.0
        }
        fn decide(&mut self, _: &Asked<'_, HighCard>, _: &mut Fast) -> Option<usize> {
            self.1
        }
    }

    #[test]
    fn what_is_played_is_decided_in_one_place() {
        let game = HighCard::new(2, 6).unwrap();
        let mut run = Run::new(&game, 1, 0);
        let mut players = Players::new(&game, |_| Box::new(RandomBot));
        while run.due().is_empty() {
            run.step(&mut players);
        }
        let mut legal = Vec::new();
        game.legal(run.position(), Seat(0), &mut legal);
        assert!(legal.len() > 2);
        let ask = |may_wait, offer, place| {
            let ask = Ask::new(&game, run.position(), Seat(0)).may_wait(may_wait);
            ask.bot(&mut Fixed(offer, place), &mut Fast::new(1, 1))
        };
        assert_eq!(ask(false, None, Some(1)), Some(legal[1]));
        assert_eq!(ask(false, None, None), Some(legal[0]), "who declines plays the first");
        assert_eq!(ask(true, None, None), None, "who may wait waits");
        assert_eq!(ask(false, None, Some(99)), legal.last().copied(), "behind the end is the last");
        assert_eq!(ask(false, Some(legal[2]), Some(0)), Some(legal[2]), "an offer comes first");
        assert_eq!(ask(false, Some(Action::Die(1)), Some(0)), Some(legal[0]), "a refused offer is dropped");
        let among = Ask::new(&game, run.position(), Seat(0));
        let mut fixed = Fixed(Some(legal[2]), Some(5));
        assert_eq!(among.bot_among(&legal[..2], &mut fixed, &mut Fast::new(1, 1)), Some(1));
        assert_eq!(among.bot_among(&[], &mut fixed, &mut Fast::new(1, 1)), None);
    }
}
