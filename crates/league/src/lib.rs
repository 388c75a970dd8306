//! Where games meet players: bots by name, and the simulations, tournaments and studies that the
//! command line, the server and the Python package run. One place decides what a seed means, so that
//! all of them give the same bytes.
//!
//! ```
//! use hexwright_catan::generate::preset;
//! use hexwright_league::{Rules, bot_by_name, catan, simulate};
//!
//! let game = catan::game(&preset("base").unwrap(), 4, &Rules::default(), 1).unwrap();
//! let names = ["random"; 4].map(str::to_owned);
//! let tally = simulate(&game, &names, 1, 0..20, Some(1), &|_| (), &bot_by_name).unwrap();
//! assert_eq!((tally.games, tally.wins.iter().sum::<u64>()), (20, 20));
//! ```

pub mod answer;
pub mod bots;
pub mod catan;
mod fair;
mod fault;
mod names;
mod runs;
mod study;
mod terra;
mod trader;
pub mod tune;

pub use fair::{Tried, Wish, fair_board};
pub use fault::Fault;
pub use names::{Effort, bot_by_name, with_time};
pub use runs::{fairness, fairness_part, simulate, tournament};
pub use trader::Trader;

use hexwright_core::{Recorded, Step};
use hexwright_play::bot::Bot;
use hexwright_play::fairness::Observed;
use hexwright_play::simulate::Finished;

/// A game with players by name, and what a study of it looks at.
pub trait League: Recorded + 'static {
    /// The bots of this game beside `random`, with a line about each.
    fn bots() -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// A bot by name, which thinks as much as it is told to.
    fn bot(&self, name: &str, effort: &Effort) -> Option<Box<dyn Bot<Self>>> {
        let _ = (name, effort);
        None
    }

    /// Whether the bot of this name searches, so that it can be told how much.
    fn searches(name: &str) -> bool {
        let _ = name;
        false
    }

    /// The bot as one that answers offers, and makes some if that is asked for; `None` if the game
    /// knows no offers and some are asked for.
    fn trader(&self, bot: Box<dyn Bot<Self>>, offers: bool) -> Option<Box<dyn Bot<Self>>> {
        (!offers).then_some(bot)
    }

    /// Notes what a study of fairness wants to know of a step.
    fn observe(
        &self,
        before: &Self::Position,
        step: &Step<Self::Action>,
        after: &Self::Position,
        seen: &mut Observed,
    ) {
        let _ = (before, step, after, seen);
    }

    /// A whole game of random players by the game's own fast path.
    fn random_game(&self, seed: u64, number: u64) -> Option<Finished> {
        let _ = (seed, number);
        None
    }
}

/// The toy game has random players only.
impl League for hexwright_play::toy::HighCard {}

/// How options are asked for: a ruleset, then `name=value` words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// A named set of options.
    pub ruleset: Option<String>,
    /// Single options, as in `bank-rule=partial`.
    pub options: Vec<String>,
}
