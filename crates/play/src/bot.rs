//! Players made of code. A bot gets what its seat may know (a view) and what it may do (the legal
//! list), never the position.
//!
//! ```
//! use hexwright_play::bot::RandomBot;
//! use hexwright_play::{Players, toy::HighCard};
//!
//! let game = HighCard::new(3, 4).unwrap();
//! assert_eq!(Players::new(&game, |_| Box::new(RandomBot)).names(), ["random"; 3]);
//! ```

mod clock;
mod expectimax;
pub mod external;
mod greedy;
mod ismcts;
mod planner;
mod sight;
mod varied;

pub use expectimax::{Budget, ExpectimaxBot};
pub use greedy::GreedyBot;
pub use ismcts::{IsmctsBot, Thinking};
pub use planner::{Plan, Planner, PlannerBot};
pub use sight::SeatKnowledge;
pub use varied::VariedBot;

use crate::ask::Asked;
use hexwright_core::{Fast, Game, Random, Seat, SeatSet};

/// A player made of code.
pub trait Bot<G: Game>: Send {
    /// The name in records and tables.
    fn name(&self) -> String;

    /// The place in `asked.legal` of the chosen action; `None` waits, if that is allowed. A place
    /// behind the list's end counts as its last entry.
    fn decide(&mut self, asked: &Asked<'_, G>, random: &mut Fast) -> Option<usize>;

    /// An action that is legal although no list holds it, as an offer to trade. It is asked for before
    /// `decide`; one that the rules refuse is dropped.
    fn propose(&mut self, asked: &Asked<'_, G>, random: &mut Fast) -> Option<G::Action> {
        let _ = (asked, random);
        None
    }

    /// Hears what its seat did lately, oldest first. Whoever makes a bot anew for every decision tells it before asking.
    fn remember(&mut self, own: &[G::Action]) {
        let _ = own;
    }

    /// Hears how the game ended; no winners if it was cut off.
    fn over(&mut self, winners: SeatSet, scores: &[i32]) {
        let _ = (winners, scores);
    }
}

/// The bots of a table, by seat.
pub struct Players<G: Game>(pub Vec<Box<dyn Bot<G>>>);

impl<G: Game> Players<G> {
    /// A bot for each seat of the game.
    pub fn new(game: &G, bot: impl FnMut(Seat) -> Box<dyn Bot<G>>) -> Self {
        Self((0..game.seats()).map(|s| Seat(s as u8)).map(bot).collect())
    }

    /// Tells all of them how the game ended.
    pub fn over(&mut self, game: &G, position: &G::Position) {
        let winners = game.outcome(position).map_or(SeatSet::EMPTY, |end| end.winners);
        let scores = game.scores(position);
        self.0.iter_mut().for_each(|bot| bot.over(winners, &scores));
    }

    /// Their names, by seat.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.0.iter().map(|b| b.name()).collect()
    }
}

impl<G: Game> std::fmt::Debug for Players<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Players").field(&self.names()).finish()
    }
}

/// Plays any legal action, each equally likely. A single legal action costs no random number.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomBot;

impl<G: Game> Bot<G> for RandomBot {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn decide(&mut self, asked: &Asked<'_, G>, random: &mut Fast) -> Option<usize> {
        Some(if asked.legal.len() == 1 { 0 } else { random.index(asked.legal.len()) })
    }
}

/// Plays legal actions at random, each as likely as its weight says.
pub struct WeightedBot<W> {
    /// The name in records.
    pub name: &'static str,
    /// The weight of an action; if all are 0, all count alike.
    pub weight: W,
}

impl<W> std::fmt::Debug for WeightedBot<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WeightedBot").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<G: Game, W: Fn(&G, &G::Action) -> u32 + Send> Bot<G> for WeightedBot<W> {
    fn name(&self) -> String {
        self.name.to_owned()
    }

    fn decide(&mut self, asked: &Asked<'_, G>, random: &mut Fast) -> Option<usize> {
        let weights = asked.legal.iter().map(|a| u64::from((self.weight)(asked.game, a)));
        random.weighted(weights).or_else(|| Some(random.index(asked.legal.len())))
    }
}
