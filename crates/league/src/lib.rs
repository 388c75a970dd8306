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
mod battle;
pub mod bots;
pub mod catan;
mod choices;
pub mod draft;
mod fair;
mod fault;
pub mod games;
mod high_card;
pub mod lands;
pub mod levels;
mod names;
mod playable;
mod runs;
pub mod story;
mod study;
mod terra;
mod text_picture;
mod trader;
pub mod tune;
pub mod verdict;

pub use fair::{FairBoardQuery, Tried, fair_board};
pub use fault::Fault;
pub use games::GAMES;
pub use levels::Rating;
pub use names::{Effort, bot_by_name, table_bot, with_time};
pub use playable::{ChancesOf, NewGame, Playable, english, in_words, told};
pub use runs::{fairness, fairness_part, simulate, simulate_while, tournament};
pub use text_picture::{Look, TextPicture};
pub use trader::Trader;

/// How options are asked for: a ruleset, then `name=value` words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// A named set of options.
    pub ruleset: Option<String>,
    /// Single options, as in `bank-rule=partial`.
    pub options: Vec<String>,
}

/// The page that adds a game is built and played.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/adding-a-game.md")]
struct AddingAGame;
