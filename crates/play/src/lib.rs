//! Everything that is the same for every game: running one, writing it down, bots, simulation, and
//! the suite that checks a game. Nothing here names a game; `core::Game` is all it knows.
//!
//! ```
//! use hexwright_play::{record, run, toy::HighCard, bot::RandomBot, Players};
//!
//! let game = HighCard::new(3, 4).unwrap();
//! let mut players = Players::new(&game, |_| Box::new(RandomBot));
//! let played = run::play_game(&game, &mut players, 7, 0, &run::Limits::default());
//! let record = played.record(&game);
//! let again = record::Record::parse("game.record", &record.to_string()).unwrap();
//! assert_eq!(record, again);
//! assert_eq!(record::replay(&game, &again).unwrap(), played.position);
//! ```

pub mod analyse;
pub mod ask;
pub mod bot;
pub mod chance;
pub mod dice;
pub mod evaluate;
pub mod fairness;
pub mod playouts;
pub mod record;
pub mod run;
mod shard;
pub mod simulate;
pub mod stats;
pub mod suite;
pub mod tournament;
pub mod toy;

pub use bot::{Bot, Players};
pub use chance::Chances;
pub use record::Record;
pub use shard::Shard;
